"""The metrics over HTTP: they follow what is played, and reveal nothing about games or people."""

from __future__ import annotations

import asyncio
import operator
import random
import re
import subprocess
import sys
import time

import pytest

from bot.cogs import play as play_cog
from bot.watch.figures import REGISTRY
from playground.world.models import Channel
from tests.bot.core.acting import by_clicks, by_command, public
from tests.bot.core.conftest import STUDIO, Stage
from tests.bot.hurry import LONG
from tests.bot.watch.conftest import Asked

LABELS = {"by", "game", "kind", "le", "method", "outcome", "queue", "scope", "shard", "state", "status"}
"""All labels there are: each has few values, which the program itself makes."""


@pytest.fixture
def channel(stage: Stage) -> Channel:
    return next(c for c in stage.pg.world.channels.values() if c.name == "general")


def grown(before: dict[str, float], after: dict[str, float], name: str) -> float:
    """Return how much the figures of this name have grown, over all labels or those that are given."""
    name, _, labels = name.rstrip("}").partition("{")
    wanted = set(filter(None, labels.split(",")))
    found = [each for each in after if each.partition("{")[0] == name and wanted <= set(_labels(each))]
    return sum(after[each] - before.get(each, 0.0) for each in found)


def _labels(sample: str) -> list[str]:
    return re.findall(r'\w+="[^"]*"', sample)


async def test_they_follow_what_is_played_and_tell_nothing_of_it(stage: Stage, asked: Asked, channel: Channel) -> None:
    STUDIO.clear()
    before = await asked.figures()
    ann = await stage.pg.person("ann")
    await ann.command(channel, "adepts new", computers=1)
    await ann.click(await public(ann, channel, "Start"), "Start")
    await stage.quiet()
    lobby = await asked.figures()
    assert lobby['adepts_games{game="adepts",state="running"}'] == 1
    for play in (by_clicks, by_command):
        await play(ann, channel, random.Random(3))
        await stage.quiet()
    assert not (await ann.command(channel, "adepts pause")).failed
    nobody = await stage.pg.person("nobody")
    await nobody.command(channel, "play", move="pass")
    _, text = await asked.get("metrics")
    after = await asked.figures()

    made = await stage.bot.tables.store.moves.entries((await stage.bot.tables.store.games.active())[0].id)
    assert grown(before, after, 'adepts_moves_total{by="person"}') == 2
    assert grown(before, after, "adepts_moves_total") == len(made)
    answers = grown(before, after, "adepts_answer_seconds_count")
    assert answers == grown(before, after, "adepts_interactions_total") > 6
    assert grown(before, after, 'adepts_interactions_total{outcome="refused"}') == 1
    typed = grown(before, after, 'adepts_answer_seconds_count{kind="autocomplete"}')
    assert typed == grown(before, after, 'adepts_interactions_total{kind="autocomplete"}') > 0
    assert grown(before, after, "adepts_drawing_seconds_count") > 1
    assert grown(before, after, 'adepts_storage_transaction_seconds_count{kind="write",outcome="done"}') > len(made)
    assert grown(before, after, 'adepts_discord_requests_total{status="200"}') > answers
    assert after['adepts_games{game="adepts",state="paused"}'] == 1
    assert 'adepts_games{game="adepts",state="running"}' not in after
    assert [after[f'adepts_shard_connected{{shard="{n}"}}'] for n in (0, 1)] == [1, 1]
    assert after["adepts_ready"] == after["adepts_storage_up"] == 1
    assert after["process_resident_memory_bytes"] > 0
    # What nobody may read there: people, places, games, seeds, the token.
    assert {label.partition("=")[0] for sample in after for label in _labels(sample)} <= LABELS
    world = stage.pg.world
    for hidden in (*world.users, *world.guilds, *world.channels, *made, "ann", "general", stage.pg.token, "watch"):
        assert f'"{hidden}"' not in text
    assert not re.search(r"\d{15,}", re.sub(r" \S+$", "", text, flags=re.MULTILINE))


async def test_what_fails_and_what_discord_refuses_is_counted(
    stage: Stage, asked: Asked, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await stage.pg.person("ann")
    before = await asked.figures()

    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    stage.pg.faults.add("rate_limit", "POST /channels/*/messages", seconds=0.01, scope="shared")
    await ann.command(channel, "adepts new")
    await stage.quiet()
    monkeypatch.setattr(stage.bot.tables, "latest_in", broken)
    monkeypatch.setattr(stage.bot.tables, "in_channel", broken, raising=False)
    assert "wrong on our side" in (await ann.command(channel, "adepts export")).message.text
    stage.pg.faults.add("status", "POST /interactions/*/callback", status=404, code=10062)
    lost = await ann.begin_command(channel, "settings")
    await stage.pg.log.wait_for(lambda e: e.kind == "answer" and "callback" in e.what and e.data["status"] == 404)
    await stage.quiet()
    stage.pg.clock.advance(LONG)
    assert lost.failed
    after = await asked.figures()
    assert grown(before, after, 'adepts_discord_rate_limits_total{scope="shared"}') == 1
    assert grown(before, after, 'adepts_interactions_total{outcome="failed"}') == 1
    assert grown(before, after, 'adepts_interactions_total{outcome="lost"}') == 1
    # A lost interaction has no answer, and so no duration.
    counted = grown(before, after, "adepts_interactions_total")
    assert grown(before, after, "adepts_answer_seconds_count") == counted - 1


async def test_suggestions_are_counted_whatever_comes_of_them(
    stage: Stage, asked: Asked, channel: Channel, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A suggestion that is late or lost is no error, and discord.py does not log one; a refusal by Discord is."""
    ann = await stage.pg.person("ann")
    before = await asked.figures()
    assert await ann.autocomplete(channel, "rules spell", "what", "barr")
    assert await ann.autocomplete(channel, "play", "move", "") == []  # where there is no game

    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(play_cog, "seen_table", broken)
    assert await ann.autocomplete(channel, "play", "move", "") == []
    typing = []
    gone, wrong = {"status": 404, "code": 10062}, {"status": 400, "code": 50035}
    for kind, known in (("status", gone), ("drop", {}), ("status", wrong)):
        fault = stage.pg.faults.add(kind, "POST /interactions/*/callback", times=None, **known)  # type: ignore[arg-type]
        typing.append(asyncio.create_task(ann.autocomplete(channel, "rules spell", "what", "barr")))
        await fault.wait_hit()
        await stage.quiet()
        stage.pg.faults.clear()
    after = await asked.figures()
    for each in typing:
        each.cancel()
    [_] = [record for record in caplog.records if record.name.startswith("discord") and record.levelname == "ERROR"]
    counted = {
        outcome: grown(before, after, f'adepts_interactions_total{{kind="autocomplete",outcome="{outcome}"}}')
        for outcome in ("answered", "refused", "failed", "lost")
    }
    assert counted == dict.fromkeys(counted, 1) | {"lost": 2, "failed": 2}
    assert grown(before, after, 'adepts_answer_seconds_count{kind="autocomplete"}') == 3
    assert grown(before, after, 'adepts_discord_requests_total{status="none"}') > 0


async def test_drawings_are_counted_by_what_came_of_them(stage: Stage, asked: Asked) -> None:
    await stage.quiet()  # icons are drawn, too
    STUDIO.clear()
    before = await asked.figures()
    assert await stage.bot.studio.draw(operator.truediv, 1, 0) is None
    assert await stage.bot.studio.draw(abs, -1) == 1
    after = await asked.figures()
    for outcome in ("failed", "drawn"):
        assert grown(before, after, f'adepts_drawing_seconds_count{{outcome="{outcome}"}}') == 1


async def test_a_picture_that_is_not_waited_for_is_no_failure(stage: Stage, asked: Asked) -> None:
    await stage.quiet()
    before = await asked.figures()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await stage.bot.studio.draw(time.sleep, 0.5)
    after = await asked.figures()
    for outcome, times in (("left", 1), ("failed", 0)):
        assert grown(before, after, f'adepts_drawing_seconds_count{{outcome="{outcome}"}}') == times


def test_all_are_explained() -> None:
    assert all(family.documentation.endswith(".") for family in REGISTRY.collect() if family.name.startswith("adepts"))


def test_what_an_alert_counts_is_0_from_the_beginning() -> None:
    """A series that begins with the first failure would not show an increase for it."""
    imports = "from bot.watch.figures import REGISTRY; from prometheus_client import generate_latest"
    asked = f"{imports}; print(generate_latest(REGISTRY).decode())"
    text = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True).stdout
    for sample in (
        'adepts_storage_transaction_seconds_count{kind="write",outcome="failed"}',
        'adepts_storage_transaction_seconds_count{kind="read",outcome="failed"}',
        'adepts_interactions_total{kind="command",outcome="failed"}',
        'adepts_interactions_total{kind="click",outcome="lost"}',
        'adepts_drawing_seconds_count{outcome="failed"}',
    ):
        assert f"{sample} 0.0\n" in text
