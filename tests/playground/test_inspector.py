"""The log, faults and the bot's process in the control API; and what is kept in a long run."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from playground import Person, Playground
from playground.client.link import LocalLink
from playground.messaging import messages
from playground.supervisor.process import Process, ProcessFailed
from playground.supervisor.supervisor import Supervisor
from playground.world.models import Channel

from .bots import Bot


@pytest.fixture
async def control(pg: Playground) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(pg.url + "/playground/") as session:
        yield session


async def until(feed: aiohttp.ClientWebSocketResponse, **wanted: Any) -> dict[str, Any]:
    """Wait for the next frame with these values."""
    while True:
        frame: dict[str, Any] = await feed.receive_json(timeout=30)
        if wanted.items() <= frame.items():
            return frame


# --- the log


async def test_the_log_is_followed_live(
    bot: Bot, pg: Playground, control: aiohttp.ClientSession, ann: Person, channel: Channel
) -> None:
    """The past and what comes later: each request with its body, its answer and the validator's findings."""
    async with control.ws_connect("log/feed?after=2") as feed:
        assert (await feed.receive_json())["n"] == 2
        await ann.command(channel, "demo say", what="hi")
        request = await until(feed, kind="request", what=f"POST /interactions/{_last(pg)}/…/callback")
        assert request["data"]["body"]["data"]["content"] == "hi (none)"
        assert request["data"]["problems"] == []
        answer = await until(feed, kind="answer", what=request["what"])
        assert answer["data"]["request"] == request["n"]
        assert answer["data"]["status"] == 200
        async with control.post(f"people/{ann.id}/say", json={"channel_id": str(channel.id), "text": "said"}):
            said = await until(feed, kind="action", what="say")
        assert said["data"] == {"user_id": str(ann.id), "channel_id": str(channel.id), "text": "said"}


async def test_who_followed_a_former_playground_hears_of_this_one(
    pg: Playground, control: aiohttp.ClientSession
) -> None:
    pg.log.add("action", "first")
    async with control.ws_connect("log/feed?after=100000") as feed:
        assert (await feed.receive_json(timeout=30))["n"] == 0


def _last(pg: Playground) -> str:
    return str(pg.log.find("dispatch", "INTERACTION_CREATE")[-1].data["d"]["id"])


async def test_a_refused_body_says_what_the_validator_says(pg: Playground, channel: Channel) -> None:
    async with (
        aiohttp.ClientSession(pg.api_url + "/", headers={"Authorization": f"Bot {pg.token}"}) as rest,
        rest.post(f"channels/{channel.id}/messages", json={"content": 5, "nothing": 1}) as answer,
    ):
        assert answer.status == 400
    [request] = pg.log.find("request")
    assert {path for path, _, _ in request.data["problems"]} == {("content",), ("nothing",)}


async def test_no_token_is_told(
    bot: Bot, pg: Playground, control: aiohttp.ClientSession, ann: Person, channel: Channel
) -> None:
    """Neither the bot's token nor those of interactions, which allow answering in the bot's name."""
    shown = (await ann.command(channel, "demo buttons")).message
    await ann.click(shown, "later 1")
    tokens = [entry.data["d"]["token"] for entry in pg.log.find("dispatch", "INTERACTION_CREATE")]
    assert len(tokens) == 2
    pg.gateway.drop()
    await pg.log.wait_for(lambda entry: (entry.kind, entry.what) == ("received", "op 6"))  # RESUME has the token too
    text = await (await control.get("log")).text()
    async with control.ws_connect("log/feed") as feed:
        for _ in range(len(pg.log)):
            text += await feed.receive_str()
    assert "INTERACTION_CREATE" in text
    assert "/webhooks/" in text
    for token in [*tokens, pg.token]:
        assert token not in text


async def test_a_long_run_remembers_the_last_of_the_log() -> None:
    async with Playground(kept=3) as pg, aiohttp.ClientSession(pg.url + "/playground/") as control:
        for n in range(10):
            pg.log.add("action", str(n))
        assert [entry.n for entry in pg.log] == [7, 8, 9]
        assert [entry["n"] for entry in await (await control.get("log?after=8")).json()] == [8, 9]
        async with control.ws_connect("log/feed?after=4") as feed:
            assert [(await feed.receive_json())["n"] for _ in range(3)] == [7, 8, 9]
            pg.log.add("action", "ten")
            assert (await feed.receive_json())["what"] == "ten"


async def test_a_long_run_remembers_what_stands_before_a_person() -> None:
    """A client that connects later shows the same, and nothing that was for somebody else; only what is gone from the
    channel is forgotten."""
    async with Playground(kept=20) as pg:
        pg.guild("Guild")
        channel, other = pg.channel("general"), pg.channel("other")
        ann, bob = await pg.person("ann"), await pg.person("bob")
        await ann.say(other, "stays")
        messages.create(pg.world, other, pg.world.app.bot.id, {"content": "for bob"}, {}, visible_to=bob.id)
        pg.clock.advance(3600)
        for n in range(300):
            await ann.say(channel, str(n))
            await ann.reload()
            if n % 2:
                pg.world.messages.pop(ann.last(channel).id)
        assert len(pg.feeds.of(ann.id)) <= 150 + 3 + 20
        assert "for bob" not in str(pg.feeds.of(ann.id))
        later = await Person.connect(LocalLink(pg.people, pg.feeds, ann.id))
        assert later.channels() == ann.channels()
        assert [m.text for m in later.messages(other)] == ["stays"]
        assert [m.text for m in later.messages(channel)][:3] == ["0", "2", "4"]
        anew = await Person.connect(LocalLink(pg.people, pg.feeds, bob.id))
        assert [m.text for m in anew.messages(other)] == ["stays", "for bob"]


# --- presence


async def test_everybody_sees_whether_the_bot_is_there(pg: Playground, control: aiohttp.ClientSession) -> None:
    """Sent once after the past, and whenever it changes; it is not part of what a person saw."""
    pg.guild("Guild")
    pg.channel("general")
    ann = await pg.person("ann")
    about = {"kind": "presence", "user_id": str(pg.world.app.id)}
    async with control.ws_connect(f"people/{ann.id}/feed") as feed:
        past = (await feed.receive_json())["past"]
        frames = [await feed.receive_json() for _ in range(past + 1)]
        assert frames[-1] == {**about, "online": False}
        gateway = pg.gateway_url + "?v=10"
        async with aiohttp.ClientSession() as session, session.ws_connect(gateway) as bot:
            await bot.send_json({"op": 2, "d": {"token": pg.token, "intents": 1}})
            assert await feed.receive_json() == {**about, "online": True}
            async with control.ws_connect(f"people/{ann.id}/feed") as another:
                await until(another, **about, online=True)
        assert await feed.receive_json() == {**about, "online": False}
    assert not any(event["kind"] == "presence" for event in [*ann.raw, *pg.feeds.of(ann.id)])


async def test_nobody_else_has_a_feed(pg: Playground, control: aiohttp.ClientSession) -> None:
    for user_id in (1, pg.world.app.id):
        assert (await control.get(f"people/{user_id}/feed")).status == 404
        assert (await control.post(f"people/{user_id}/open_dm")).status == 404


# --- faults, and the description of the game


@pytest.mark.parametrize("path", ["log?after={}", "faults/{}/hit", "people/{}/feed"])
async def test_a_number_of_thousands_of_digits_is_refused(path: str, control: aiohttp.ClientSession) -> None:
    async with control.get(path.format("9" * 5000)) as answer:
        assert answer.status in (400, 404)


async def test_one_fault_is_switched_off(pg: Playground, control: aiohttp.ClientSession) -> None:
    first = pg.faults.add("withhold", "POST *")
    second = pg.faults.add("delay", "GET *")
    assert (await control.delete(f"faults/{first.id}")).status == 200
    assert first.released.is_set()
    assert [fault["id"] for fault in await (await control.get("faults")).json()] == [second.id]
    assert (await control.delete(f"faults/{first.id}")).status == 400


async def test_it_says_what_is_played() -> None:
    about = {"name": "Chess", "hint": "Try it", "shortcuts": []}
    async with Playground(about=about) as pg, aiohttp.ClientSession() as session:
        assert await (await session.get(pg.url + "/playground/about")).json() == about


# --- the bot's process

PROGRAM = """
import json, os, sys, urllib.request
print("started", file=sys.stderr, flush=True)
sys.stdin.read()
sys.exit(int(os.environ.get("STATUS", 0)))
"""


def program(text: str = PROGRAM, **environment: str) -> Process:
    return Process((sys.executable, "-c", text), environment, Path.cwd())


async def test_without_a_process_there_is_nothing_to_control(control: aiohttp.ClientSession) -> None:
    for answer in (await control.get("bot"), await control.post("bot/start")):
        assert answer.status == 404
        assert "message" in await answer.json()


async def test_the_bot_is_stopped_started_and_killed(pg: Playground, control: aiohttp.ClientSession) -> None:
    async def do(action: str) -> Any:
        return await (await control.post(f"bot/{action}")).json()

    supervisor = await pg.supervise(program())
    begun = await (await control.get("bot")).json()
    assert (begun["state"], begun["status"]) == ("starting", None)
    assert begun["pid"] == supervisor.process.pid
    assert await do("start") == {"message": "it is running already"}
    stopped = await do("stop")
    assert (stopped["state"], stopped["status"], stopped["pid"]) == ("stopped", 0, None)
    assert stopped["since"] >= begun["since"]
    assert stopped["log"] == ["started"]
    assert await do("stop") == await do("kill") == {"message": "it is not running"}
    assert (await do("restart"))["state"] == "starting"
    again = await do("restart")
    assert (again["state"], again["log"]) == ("starting", ["started"] * 2)
    killed = await do("kill")
    assert (killed["state"], killed["status"]) == ("crashed", -9)
    assert (await do("dance"))["message"] == "unknown action dance"
    assert [entry.what for entry in pg.log.find("bot")] == [
        *("starting", "stopped", "starting", "stopped", "starting", "crashed"),
    ]


async def test_a_bot_that_ends_by_itself_has_crashed(pg: Playground) -> None:
    supervisor = await pg.supervise(program("import sys; sys.exit('no token')"))
    with pytest.raises(ProcessFailed, match="no token"):
        await supervisor.ready()
    assert (supervisor.to_dict()["state"], supervisor.to_dict()["status"]) == ("crashed", 1)


async def test_a_bot_runs_when_it_has_come_to_the_gateway(pg: Playground) -> None:
    supervisor = await pg.supervise(program())
    async with aiohttp.ClientSession() as session, session.ws_connect(pg.gateway_url) as bot:
        await bot.send_json({"op": 2, "d": {"token": pg.token, "intents": 1}})
        await supervisor.ready()
        assert supervisor.to_dict()["state"] == "running"


async def test_a_bot_that_does_not_stop_is_killed(pg: Playground, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.supervisor.supervisor._STOPS_WITHIN", 0.1)
    supervisor = await pg.supervise(program("import time; time.sleep(1000)"))
    await supervisor.stop()
    assert (supervisor.to_dict()["state"], supervisor.to_dict()["status"]) == ("stopped", -9)


async def test_whatever_a_bot_says_its_end_is_seen(pg: Playground) -> None:
    """A line may be too long to be kept; the lines after it are still read."""
    supervisor = await pg.supervise(program("import sys; print('x' * 10**6, file=sys.stderr)\n" + PROGRAM))
    await supervisor.stop()
    assert supervisor.to_dict()["state"] == "stopped"
    assert supervisor.to_dict()["log"][-1] == "started"


async def test_the_bot_ends_with_the_playground() -> None:
    async with Playground() as pg:
        supervisor: Supervisor = await pg.supervise(program())
    assert supervisor.process.status == 0
