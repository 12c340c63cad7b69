"""What a person sees, as a list by which two runs can be compared, in this process and in another."""

from __future__ import annotations

import asyncio
import json

import aiohttp
import pytest

from playground import CannotDo, Person, Playground
from playground.world.models import Channel

from .bots import Bot, running


async def _play(monkeypatch: pytest.MonkeyPatch, secret: str) -> tuple[Person, Person]:
    """Play the same short scene; only what Ann does in private differs."""
    async with Playground(speed=50) as pg:
        pg.guild()
        channel = pg.channel()
        ann, bob = await pg.person("ann"), await pg.person("bob")
        async with running(pg, Bot(), monkeypatch):
            await ann.command(channel, "demo pick", move=secret)
            await ann.command(channel, "demo board")
            await bob.click(bob.last(channel), "tell 1")
            await bob.autocomplete(channel, "demo pick", "move", "pass")
            await bob.command(channel, "demo say", what=f"<@{ann.id}>"[:20])
            await bob.command(await bob.open_dm(), "demo say", what="hi")
    return ann, bob


async def test_two_runs_look_byte_for_byte_alike_to_who_may_not_see_the_difference(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann_1, bob_1 = await _play(monkeypatch, "assign topaz")
    await asyncio.sleep(0.002)
    ann_2, bob_2 = await _play(monkeypatch, "assign ruby")
    assert bob_1.seen == bob_2.seen
    assert len(bob_1.seen) > 10
    assert ann_1.seen != ann_2.seen
    assert {"#general", "#DM"} <= set(bob_1.seen_by_place)
    raw = json.dumps(bob_1.raw)
    assert str(ann_1.id) in raw
    assert str(ann_1.id) not in "".join(bob_1.seen)


async def test_everything_a_person_could_see_is_listed(bot: Bot, pg: Playground, ann: Person, channel: Channel) -> None:
    shown = (await ann.command(channel, "demo buttons")).message
    await ann.click(shown, "form 1")
    await ann.autocomplete(channel, "demo pick", "move", "pass")
    await ann.click(shown, "update 1")
    kinds = [event["kind"] for event in ann.raw]
    assert {"channel", "message", "interaction", "edit"} <= set(kinds)
    everything = "\n".join(ann.seen)
    for words in ("A form", "Your name", "pass (ann)", "updated 1"):
        assert words in everything


async def test_a_person_in_another_process_sees_and_does_the_same(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    await ann.command(channel, "demo buttons")
    twin = await Person.remote(pg.url, ann.id)
    assert twin.seen == ann.seen
    answer = await twin.click(twin.last("general"), "tell 1")
    assert answer.message.text == "told 1"
    with pytest.raises(CannotDo, match="no 'nothing'"):
        await twin.click(twin.messages("general")[0], "nothing")
    with pytest.raises(CannotDo, match="what is required"):
        await twin.command("general", "demo say")
    assert twin.seen == ann.seen
    await twin.close()


async def test_waiting_gives_up_in_time(ann: Person) -> None:
    with pytest.raises(TimeoutError):
        await ann.wait_for(lambda: False, 0.01)
    with pytest.raises(LookupError, match="no channel"):
        ann.messages("nowhere")


async def test_a_message_prints_as_a_reader_sees_it(bot: Bot, ann: Person, channel: Channel) -> None:
    shown = (await ann.command(channel, "demo board")).message
    assert str(shown).splitlines()[-2:] == ["<board.png: a picture>", "[tell 2] [tell 1] (Fruit ▾)"]


# --- the control API


async def test_the_control_api_moves_the_clock_changes_the_world_and_switches_faults(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    async with aiohttp.ClientSession(pg.url + "/playground/") as control:

        async def post(path: str, **body: object) -> aiohttp.ClientResponse:
            return await control.post(path, json=body)

        state = await (await control.get("state")).json()
        assert state["connected"] is True
        assert [g["name"] for g in state["guilds"]] == ["Guild"]

        before = pg.clock.time()
        assert (await (await post("world/clock", advance=60)).json())["time"] >= before + 60

        fault = await (await post("faults", kind="withhold", pattern="POST /interactions/*")).json()
        waiting = asyncio.create_task(control.get(f"faults/{fault['id']}/hit"))
        await ann.command(channel, "demo say", what="x")
        assert (await (await waiting).json())["hits"] == 1
        assert (await post(f"faults/{fault['id']}/release")).status == 200

        assert (await post("world/dms", user_id=str(ann.id), open=False)).status == 200
        assert pg.world.users[ann.id].dms_open is False
        message = ann.last(channel)
        await post("world/delete_message", channel_id=str(channel.id), message_id=str(message.id))
        assert ann.messages(channel) == []

        for path, body in [
            ("world/nothing", {}),
            ("world/clock", {"advance": "x"}),
            ("world/channel", {"guild_id": "1", "name": "x"}),
            ("faults", {"kind": "explode", "pattern": "*"}),
        ]:
            assert (await control.post(path, json=body)).status == 400

        log = await (await control.get("log?after=0")).json()
        assert {"request", "answer", "dispatch", "received", "fault", "action"} <= {e["kind"] for e in log}
        assert pg.token not in json.dumps(log)
