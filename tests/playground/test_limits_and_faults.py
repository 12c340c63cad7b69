"""Rate limits with their headers, and requests that fail, wait or lose their answers when told to."""

from __future__ import annotations

import asyncio
import math
import time
from typing import Any

import aiohttp
import discord
import pytest

from playground import Person, Playground
from playground.world.models import Channel

from .bots import Bot, running


async def post(pg: Playground, session: aiohttp.ClientSession, path: str, **body: Any) -> aiohttp.ClientResponse:
    headers = {"Authorization": f"Bot {pg.token}"}
    return await session.post(pg.api_url + path, json=body, headers=headers)


async def test_a_bucket_counts_down_and_then_answers_429_until_its_reset(channel: Channel, pg: Playground) -> None:
    pg.limits.speed = 1.0
    async with aiohttp.ClientSession() as session:
        path = f"/channels/{channel.id}/messages"
        answers = [await post(pg, session, path, content="x") for _ in range(6)]
        assert [a.status for a in answers] == [200] * 5 + [429]
        assert [a.headers["X-RateLimit-Remaining"] for a in answers] == ["4", "3", "2", "1", "0", "0"]
        assert answers[0].headers["X-RateLimit-Limit"] == "5"
        refused = answers[-1]
        assert (await refused.json())["global"] is False
        assert 0 < (await refused.json())["retry_after"] <= 5
        assert {"Via", "Retry-After", "X-RateLimit-Scope", "X-RateLimit-Bucket"} <= set(refused.headers)
        other = pg.channel("other")
        assert (await post(pg, session, f"/channels/{other.id}/messages", content="x")).status == 200
        pg.clock.advance(5)
        assert (await post(pg, session, path, content="x")).status == 200


async def test_fifty_requests_a_second_are_the_global_limit(channel: Channel, pg: Playground) -> None:
    pg.limits.speed = 0.1  # a slow machine too sends them in time
    others = [pg.channel(f"c{n}") for n in range(51)]
    async with aiohttp.ClientSession() as session:
        answers = [await post(pg, session, f"/channels/{c.id}/messages", content="x") for c in others]
    refused = [a for a in answers if a.status == 429]
    assert refused
    assert refused[0].headers["X-RateLimit-Global"] == "true"
    assert (await refused[0].json())["global"] is True


async def test_answers_to_interactions_do_not_count_globally(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    shown = (await ann.command(channel, "demo buttons")).message
    pg.limits.speed = 0.1
    answers = await asyncio.gather(*[ann.click(shown, "tell 1") for _ in range(70)])
    assert all(a.message.text == "told 1" for a in answers)
    assert all(e.data["status"] != 429 for e in pg.log.find("answer"))


async def test_discord_py_waits_out_a_bucket_and_loses_nothing(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    there: Any = bot.get_channel(channel.id)
    await asyncio.gather(*[there.send(f"m{n}") for n in range(12)])
    assert len(ann.messages(channel)) == 12


async def test_follow_ups_of_one_token_are_limited(bot: Bot, pg: Playground, ann: Person, channel: Channel) -> None:
    pg.limits.speed = 1.0
    answer = await ann.command(channel, "demo say", what="x")
    token = next(e.data["d"]["token"] for e in pg.log.find("dispatch", "INTERACTION_CREATE"))
    async with aiohttp.ClientSession() as session:
        path = f"/webhooks/{pg.world.app.id}/{token}"
        answers = [await post(pg, session, path, content="more") for _ in range(6)]
    assert [a.status for a in answers] == [200] * 5 + [429]
    assert answer.message.text == "x (none)"


async def test_edits_of_messages_older_than_an_hour_are_limited_harder(
    bot: Bot, pg: Playground, channel: Channel
) -> None:
    there: Any = bot.get_channel(channel.id)
    message = await there.send("old")
    pg.clock.advance(3601)
    pg.limits.speed = 1.0
    async with aiohttp.ClientSession() as session:
        headers = {"Authorization": f"Bot {pg.token}"}
        url = f"{pg.api_url}/channels/{channel.id}/messages/{message.id}"
        answers = [await session.patch(url, json={"content": f"e{n}"}, headers=headers) for n in range(4)]
        assert [a.status for a in answers] == [200, 200, 200, 429]
        assert (await answers[-1].json())["code"] == 30046


async def test_limits_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Playground(speed=math.inf) as pg:
        pg.guild()
        channel = pg.channel()
        async with aiohttp.ClientSession() as session:
            path = f"/channels/{channel.id}/messages"
            answers = [await post(pg, session, path, content="x") for _ in range(60)]
        assert {a.status for a in answers} == {200}


# --- faults


async def test_a_429_on_order_is_retried_by_discord_py(bot: Bot, pg: Playground, ann: Person, channel: Channel) -> None:
    fault = pg.faults.add("rate_limit", "POST /channels/*/messages", times=2, seconds=0.01)
    there: Any = bot.get_channel(channel.id)
    await there.send("through")
    assert fault.hits == 2
    assert [m.text for m in ann.messages(channel)] == ["through"]


@pytest.mark.parametrize(("status", "error"), [(503, discord.DiscordServerError), (403, discord.Forbidden)])
async def test_a_status_on_order_is_answered_and_nothing_done(
    bot: Bot, pg: Playground, ann: Person, channel: Channel, status: int, error: type[Exception]
) -> None:
    pg.faults.add("status", "POST /channels/*/messages", status=status, code=50013)
    there: Any = bot.get_channel(channel.id)
    with pytest.raises(error):
        await there.send("not through")
    assert ann.messages(channel) == []
    await there.send("through")
    assert ann.last(channel).text == "through"


async def test_a_delay_on_order_comes_before_the_work(bot: Bot, pg: Playground, channel: Channel) -> None:
    pg.faults.add("delay", "* /channels/*", seconds=0.1)
    before = time.monotonic()
    there: Any = bot.get_channel(channel.id)
    await there.send("x")
    assert time.monotonic() - before >= 0.1


async def test_a_request_that_discord_stumbles_over_is_done_all_the_same(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    pg.faults.add("stumble", "POST /channels/*/messages", status=503)
    there: Any = bot.get_channel(channel.id)
    with pytest.raises(discord.DiscordServerError):
        await there.send("x")
    assert (await ann.wait_message(channel, "x")).text == "x"


@pytest.mark.parametrize(("kind", "arrives"), [("drop", False), ("lose_answer", True)])
async def test_a_cut_connection_leaves_the_work_undone_or_done(
    bot: Bot, pg: Playground, ann: Person, channel: Channel, kind: Any, arrives: bool
) -> None:
    # Cut twice, since aiohttp itself retries a request once if a kept-alive connection turns out dead.
    pg.faults.add(kind, "PUT /applications/*/commands", times=2)
    with pytest.raises(aiohttp.ClientError):
        await bot.tree.sync()
    pg.world.app.commands.clear()
    pg.faults.add(kind, "POST /channels/*/messages", times=1)
    there: Any = bot.get_channel(channel.id)
    with pytest.raises(aiohttp.ClientError):
        await there.send("x")
    assert bool(ann.messages(channel)) is arrives


async def test_a_withheld_answer_is_done_and_told_when_released(
    bot: Bot, pg: Playground, ann: Person, channel: Channel
) -> None:
    fault = pg.faults.add("withhold", "POST /interactions/*/callback")
    answer = await ann.command(channel, "demo say", what="done")
    assert answer.message.text == "done (none)"
    await fault.wait_hit()
    fault.release()
    assert (await ann.command(channel, "demo say", what="next")).message.text == "next (none)"


async def test_a_bot_killed_while_its_answer_is_withheld_leaves_the_answer_standing(
    pg: Playground, ann: Person, bob: Person, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(pg, Bot(), monkeypatch):
        fault = pg.faults.add("withhold", "POST /interactions/*/callback")
        await ann.command(channel, "demo say", what="done")
        await fault.wait_hit()
    assert bob.last(channel).text == "done (none)"


async def test_an_unknown_fault_is_refused(pg: Playground) -> None:
    with pytest.raises(ValueError, match="unknown kind"):
        pg.faults.add("explode", "*")  # type: ignore[arg-type]
