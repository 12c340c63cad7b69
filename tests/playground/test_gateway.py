"""The gateway, used by discord.py and by a bare client: compression, resuming, refusals, faults."""

from __future__ import annotations

import asyncio
import json
import time
import zlib
from typing import Any

import aiohttp
import discord
import pytest
from discord import utils

from playground import Permission, Person, Playground
from playground.world.models import PRIVATE_THREAD, Channel, Guild

from .bots import Bot, running


class Raw:
    """A client of our own, to send what discord.py never sends."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws
        self._inflate = zlib.decompressobj()

    async def get(self) -> Any:
        frame = await self.ws.receive(timeout=30)
        if frame.type is aiohttp.WSMsgType.BINARY:
            return json.loads(self._inflate.decompress(frame.data))
        return json.loads(frame.data) if frame.type is aiohttp.WSMsgType.TEXT else frame.data

    async def identify(self, pg: Playground, **changes: Any) -> Any:
        assert (await self.get())["op"] == 10
        await self.ws.send_json({"op": 2, "d": {"token": pg.token, "intents": 1, **changes}})
        return await self.get()

    async def close_code(self) -> int:
        while True:
            frame = await self.ws.receive(timeout=30)
            if frame.type is aiohttp.WSMsgType.CLOSE:
                return int(frame.data)


@pytest.mark.parametrize("compress", ["", "zlib-stream", "zstd-stream"])
async def test_hello_identify_ready_and_the_guilds(pg: Playground, guild: Guild, compress: str) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{pg.gateway_url}?compress={compress}") as ws,
    ):
        client = Raw(ws)
        ready = await client.identify(pg)
        assert (ready["t"], ready["s"], ready["d"]["guilds"][0]["id"]) == ("READY", 1, str(guild.id))
        assert (await client.get())["d"]["name"] == "Guild"
        await ws.send_json({"op": 1, "d": 2})
        assert (await client.get())["op"] == 11


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"intents": 1 << 30}, 4013),
        ({"intents": 1 << 15}, 4014),
        ({"shard": [1, 1]}, 4010),
        ({"shard": [-1, 2]}, 4010),
        ({"shard": "0/2"}, 4010),
        ({"shard": [0, 2, 4]}, 4010),
    ],
)
async def test_a_bad_identify_is_closed_with_discords_code(pg: Playground, changes: dict[str, Any], code: int) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(pg.gateway_url) as ws:
        assert (await Raw(ws).get())["op"] == 10
        await ws.send_json({"op": 2, "d": {"token": pg.token, "intents": 1, **changes}})
        assert await Raw(ws).close_code() == code


@pytest.mark.parametrize(("text", "code"), [("{", 4002), ('{"op": 3, "d": {}}', 4003), ('{"op": 1, "d": 0}', 4008)])
async def test_bad_early_or_too_many_frames_are_closed(pg: Playground, text: str, code: int) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(pg.gateway_url) as ws:
        for _ in range(121 if code == 4008 else 1):
            await ws.send_str(text)
        assert await Raw(ws).close_code() == code


async def test_a_wrong_token_fails_the_login(pg: Playground, monkeypatch: pytest.MonkeyPatch) -> None:
    right, pg.world.app.token = pg.token, "another"
    bot = Bot()
    monkeypatch.setattr(discord.http.Route, "BASE", pg.api_url)
    with pytest.raises(discord.LoginFailure):
        await bot.login(right)
    await bot.close()


def _contexts() -> list[Any]:
    """Return discord.py's decompression contexts: zlib, and zstd if it is installed."""
    return [
        c for c in (getattr(utils, n, None) for n in ("_ZlibDecompressionContext", "_ZstdDecompressionContext")) if c
    ]


@pytest.mark.parametrize("context", _contexts())
async def test_discord_py_connects_whatever_compression_it_has(
    pg: Playground, ann: Person, bob: Person, channel: Channel, monkeypatch: pytest.MonkeyPatch, context: Any
) -> None:
    monkeypatch.setattr(utils, "_ActiveDecompressionContext", context)
    async with running(pg, Bot(), monkeypatch):
        assert (await ann.command(channel, "demo say", what="x")).message.text == "x (none)"


async def test_shards_get_the_guilds_and_dms_that_are_theirs(
    pg: Playground, channel: Channel, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert channel.guild_id is not None
    mine = (channel.guild_id >> 22) % 2
    first, second = (Bot(shard_id=n, shard_count=2) for n in (0, 1))
    pg.gateway.queues.concurrency = 2
    async with running(pg, first, monkeypatch), running(pg, second, monkeypatch):
        await ann.command(channel, "demo say", what="x")
        await ann.command(await ann.open_dm(), "demo say", what="x")
        assert len(first.arrived) == (2 if mine == 0 else 1)
        assert len(second.arrived) == (0 if mine == 0 else 1)


class Shard(Raw):
    """One of several clients, which starts a session."""

    @classmethod
    async def begun(cls, pg: Playground, session: aiohttp.ClientSession, number: int, count: int) -> Shard:
        made = cls(await session.ws_connect(pg.gateway_url))
        made.told = await made.identify(pg, shard=[number, count])
        return made

    told: Any
    """The gateway's answer, or the code with which it closed."""


async def test_in_each_queue_one_session_begins_in_five_seconds() -> None:
    async with Playground(shards=4, concurrency=2) as pg, aiohttp.ClientSession() as session:
        headers = {"Authorization": f"Bot {pg.token}"}
        async with session.get(f"{pg.api_url}/gateway/bot", headers=headers) as answer:
            told = await answer.json()
        assert (told["shards"], told["session_start_limit"]["max_concurrency"]) == (4, 2)
        shards = [await Shard.begun(pg, session, n, 4) for n in (0, 1)]
        assert [shard.told["t"] for shard in shards] == ["READY", "READY"]
        early = await Shard.begun(pg, session, 2, 4)
        assert (early.told["op"], early.told["d"]) == (9, False)
        pg.clock.advance(5)
        late = await Shard.begun(pg, session, 2, 4)
        assert late.told["d"]["shard"] == [2, 4]
        assert pg.gateway.connected_shards == {0, 1, 2}
        assert pg.gateway.starts == 3


async def test_a_bot_in_too_many_guilds_must_have_more_shards(pg: Playground) -> None:
    pg.gateway.guilds_a_shard = 1
    guilds = [pg.guild(name) for name in ("one", "two")]
    async with aiohttp.ClientSession() as session:
        assert (await Shard.begun(pg, session, 0, 1)).told == 4011
        pg.world.delete_guild(guilds[0])
        assert (await Shard.begun(pg, session, 0, 1)).told["t"] == "READY"


async def test_one_shard_is_lost_and_resumed_by_itself(pg: Playground) -> None:
    async with aiohttp.ClientSession() as session:
        pg.gateway.queues.concurrency = 2
        shards = [await Shard.begun(pg, session, n, 2) for n in (0, 1)]
        pg.gateway.drop(shard=1)
        await pg.gateway.wait_shards({0})
        again = Raw(await session.ws_connect(pg.gateway_url))
        assert (await again.get())["op"] == 10
        resume = {"token": pg.token, "session_id": shards[1].told["d"]["session_id"], "seq": 1}
        await again.ws.send_json({"op": 6, "d": resume})
        assert (await again.get())["t"] == "RESUMED"
        assert pg.gateway.connected_shards == {0, 1}


# --- faults of the socket


async def resumed(bot: Bot) -> None:
    await bot.wait_for("resumed", timeout=30)


@pytest.mark.parametrize("fault", ["drop", "close", "reconnect"])
async def test_a_lost_socket_is_resumed_and_what_was_missed_replayed(
    bot: Bot, pg: Playground, ann: Person, channel: Channel, fault: str
) -> None:
    shown = (await ann.command(channel, "demo buttons")).message
    waiting = asyncio.create_task(resumed(bot))
    await asyncio.sleep(0)
    {"drop": pg.gateway.drop, "close": lambda: pg.gateway.close(4000), "reconnect": pg.gateway.reconnect}[fault]()
    if fault == "drop":
        await pg.gateway.wait_connected(False)
    answer = await ann.begin_click(shown, "tell 1")
    await waiting
    await answer.settled()
    assert answer.message.text == "told 1"
    assert bot.pressed == ["press:tell:1"]
    assert pg.gateway.starts == 1


async def test_a_resume_replays_only_what_came_after_the_last_seen(pg: Playground, guild: Guild) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(pg.gateway_url) as ws:
            ready = await Raw(ws).identify(pg)
            assert (await Raw(ws).get())["t"] == "GUILD_CREATE"
            pg.gateway.drop()
        for name in ("one", "two"):
            pg.channel(name, guild)
        async with session.ws_connect(pg.gateway_url) as ws:
            client = Raw(ws)
            assert (await client.get())["op"] == 10
            resume = {"token": pg.token, "session_id": ready["d"]["session_id"], "seq": 3}
            await ws.send_json({"op": 6, "d": resume})
            got = [await client.get() for _ in range(2)]
    assert [(frame["s"], frame["t"]) for frame in got] == [(4, "CHANNEL_CREATE"), (5, "RESUMED")]
    assert got[0]["d"]["name"] == "two"


async def test_an_event_that_was_on_its_way_when_the_socket_died_comes_once_after_the_resume(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    shown = (await ann.command(channel, "demo buttons")).message
    pg.gateway.half_open()
    answer = await ann.begin_click(shown, "tell 1")
    pg.gateway.drop()
    await answer.settled()
    assert answer.message.text == "told 1"
    assert bot.pressed == ["press:tell:1"]


async def test_an_invalid_session_makes_the_bot_identify_anew(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    ready = asyncio.create_task(bot.wait_for("ready", timeout=30))
    await asyncio.sleep(0)
    pg.gateway.invalidate()
    await ready
    assert pg.gateway.starts == 2
    assert (await ann.command(channel, "demo say", what="x")).message.text == "x (none)"


async def test_a_session_that_is_too_old_cannot_be_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Playground(speed=50, resumable=0.0) as pg, running(pg, Bot(), monkeypatch) as bot:
        ready = asyncio.create_task(bot.wait_for("ready", timeout=30))
        await asyncio.sleep(0)
        pg.gateway.drop()
        await ready
        assert pg.gateway.starts == 2
        assert "resumed" not in bot.events


async def test_a_half_open_socket_is_noticed_by_missing_heartbeats(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Playground(speed=50, heartbeat=0.2) as pg:
        pg.guild()
        channel = pg.channel()
        ann = await pg.person("ann")
        async with running(pg, Bot(heartbeat_timeout=0.5), monkeypatch) as bot:
            waiting = asyncio.create_task(resumed(bot))
            await asyncio.sleep(0)
            pg.gateway.half_open()
            await waiting
            assert (await ann.command(channel, "demo say", what="x")).message.text == "x (none)"


async def test_the_answer_to_a_heartbeat_is_on_its_way_for_a_moment(pg: Playground, guild: Guild) -> None:
    """The acknowledgement takes a moment: if it arrived before discord.py has noted when it sent the heartbeat,
    discord.py would take it for late and log that the bot cannot keep up."""
    async with aiohttp.ClientSession() as session, session.ws_connect(pg.gateway_url) as ws:
        client = Raw(ws)
        await client.identify(pg)
        await client.get()
        sent = time.perf_counter()
        await ws.send_json({"op": 1, "d": 2})
        assert (await client.get())["op"] == 11
        assert time.perf_counter() - sent > 0.04


async def test_an_event_can_be_lost_or_delivered_twice(bot: Bot, pg: Playground, ann: Person, channel: Channel) -> None:
    shown = (await ann.command(channel, "demo buttons")).message
    pg.faults.add("lose", "INTERACTION_CREATE")
    lost = await ann.begin_click(shown, "tell 1")
    pg.clock.advance(3.1)
    assert lost.failed
    pg.faults.add("double", "INTERACTION_CREATE")
    twice = await ann.click(shown, "tell 1")
    assert twice.message.text == "told 1"
    refusal = await pg.log.wait_for(lambda e: e.kind == "answer" and e.data["status"] == 400)
    assert refusal.data["body"]["code"] == 40060
    assert bot.pressed == ["press:tell:1"] * 2


async def test_a_click_while_no_bot_is_there_fails(
    pg: Playground, ann: Person, bob: Person, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(pg, Bot(), monkeypatch):
        shown = (await ann.command(channel, "demo buttons")).message
    await pg.gateway.wait_connected(False)
    answer = await ann.begin_click(shown, "tell 1")
    pg.clock.advance(3.1)
    assert answer.failed
    async with running(pg, Bot(), monkeypatch):
        assert (await ann.click(shown, "tell 1")).message.text == "told 1"


async def test_without_the_message_intent_the_bot_hears_no_messages(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    await ann.say(channel, "secret plans")
    assert pg.log.find("dispatch", "MESSAGE_CREATE") == []


async def test_a_bot_hears_nothing_of_a_new_dm(
    pg: Playground, ann: Person, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(pg, Bot(intents=discord.Intents(guilds=True, dm_messages=True)), monkeypatch):
        await ann.say(await ann.open_dm(), "hello")
        heard = {entry.what for entry in pg.log.find("dispatch")}
    assert "MESSAGE_CREATE" in heard
    assert "CHANNEL_CREATE" not in heard


async def test_a_bot_hears_nothing_of_what_is_written_where_it_cannot_view(
    pg: Playground, ann: Person, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(pg, Bot(intents=discord.Intents(guilds=True, messages=True)), monkeypatch) as bot:
        thread = pg.world.add_thread(channel, "secret", PRIVATE_THREAD, ann.id)
        hidden = pg.channel("hidden")
        pg.world.set_permissions(hidden, pg.world.app.bot, deny=Permission.VIEW_CHANNEL)
        heard = len(pg.log.find("dispatch"))
        for place in (thread, hidden):
            await ann.say(place, "psst")
        assert [entry.what for entry in pg.log.find("dispatch")[heard:]] == []
        pg.world.join_thread(thread, pg.world.app.bot.id)
        await bot.wait_for("thread_join", timeout=30)
        assert bot.get_channel(thread.id) is not None


async def test_ephemeral_messages_are_never_sent_to_a_bot(
    pg: Playground, ann: Person, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(pg, Bot(intents=discord.Intents(guilds=True, messages=True)), monkeypatch):
        await ann.command(channel, "demo buttons", private=True)
        await ann.command(channel, "demo say", what="public")
        told = [e.data["d"]["content"] for e in pg.log.find("dispatch", "MESSAGE_CREATE")]
    assert told == ["public (none)"]


async def test_without_the_content_intent_messages_come_without_their_words(
    pg: Playground, ann: Person, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(pg, Bot(intents=discord.Intents(guilds=True, messages=True)), monkeypatch) as bot:
        heard = asyncio.create_task(bot.wait_for("message", timeout=30))
        await asyncio.sleep(0)
        await ann.say(channel, "secret plans")
        assert (await heard).content == ""
