"""Quiet hours and holidays: nobody is called during them in any way. Whoever was mentioned is called afterwards."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.announcer.posts import Posts
from bot.tables.waiting.hours import HOLIDAY, QUIET, ZONE
from playground import Person
from playground.world.models import Channel
from storage import Message

from .acting import end
from .conftest import NOON, Opened, Stage
from .test_tale_rolls import playing

NIGHT = "11-14"
"""It is noon when tests begin."""


async def quiet(stage: Stage, person: Person, setting: str = QUIET, value: str = NIGHT) -> None:
    await stage.bot.tables.people.set(person.id, ZONE, "UTC")
    await stage.bot.tables.people.set(person.id, setting, value)


def calls(person: Person) -> set[str]:
    """Return the ids of the messages that pinged the person."""
    found = [event.get("message") or {} for event in person.raw]
    return {each["id"] for each in found if each.get("pinged")}


async def wake(stage: Stage, game: str) -> None:
    """Let the quiet hours end, and something change at the table."""
    stage.clock.advance(timedelta(hours=3))
    stage.bot.announcer.poke(game)
    await stage.quiet()


async def test_a_vote_calls_whoever_sleeps_when_they_wake(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The vote names them at once, and nobody else is called again."""
    game = await opened(ann, bob, cy)
    await stage.away()
    await quiet(stage, cy)
    before = calls(ann), calls(cy)
    await bob.command(channel, "table pause")
    asked = await cy.wait_message(channel, "it takes 2")
    assert f"<@{cy.id}>" in asked.text
    await stage.quiet()
    assert (len(calls(ann) - before[0]), calls(cy)) == (1, before[1])
    await wake(stage, game)
    assert (len(calls(ann) - before[0]), len(calls(cy) - before[1])) == (1, 1)
    await quiet(stage, ann, value="14-18")
    await wake(stage, game)
    await quiet(stage, ann, value="off")
    await wake(stage, game)
    assert (len(calls(ann) - before[0]), len(calls(cy) - before[1])) == (1, 1)


async def test_nothing_needs_to_happen_for_that(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    await opened(ann, bob, cy)
    await stage.away()
    await quiet(stage, cy)
    over = NOON + timedelta(hours=2)
    stage.clock.set(over - timedelta(seconds=1))
    before = calls(cy)
    await bob.command(channel, "table pause")
    await stage.quiet()
    assert calls(cy) == before or stage.clock.now() >= over  # unless a slow machine took too long
    await cy.wait_for(lambda: calls(cy) - before)


async def test_whoever_sleeps_is_called_though_the_bot_was_started_anew_meanwhile(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Even if the bot was not running when their hours ended."""
    await opened(ann, bob, cy)
    await stage.away()
    await quiet(stage, cy)
    await bob.command(channel, "table pause")
    await stage.quiet()
    before = calls(ann), calls(cy)
    await stage.restart()
    await stage.quiet()
    assert calls(cy) == before[1]
    await stage.stop()
    stage.clock.advance(timedelta(hours=3))
    await stage.start()
    await stage.quiet()
    await cy.wait_for(lambda: calls(cy) - before[1])
    assert (calls(ann), len(calls(cy) - before[1])) == (before[0], 1)
    await stage.restart()
    await stage.quiet()
    assert (calls(ann), len(calls(cy) - before[1])) == (before[0], 1)


async def test_a_guest_who_sleeps_is_called_though_the_bot_was_started_anew_meanwhile(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    await quiet(stage, bob)
    await ann.command(channel, "adepts new", invite=bob.id)
    await stage.quiet()
    assert not calls(bob)
    await stage.stop()
    stage.clock.advance(timedelta(hours=3))
    await stage.start()
    await bob.wait_for(lambda: calls(bob))


async def test_who_is_awake_when_a_message_is_begun_is_called_by_it_or_when_they_wake(
    ann: Person, bob: Person, channel: Channel, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their quiet hours begin while the message waits for its turn."""
    plan, night = Posts.plan, NOON + timedelta(hours=1, minutes=1)

    async def later(posts: Posts, game: str, kind: str, channel_id: int, **former: Any) -> Message:
        if kind == "invite" and stage.clock.now() < night:
            stage.clock.set(night)
        return await plan(posts, game, kind, channel_id, **former)

    monkeypatch.setattr(Posts, "plan", later)
    await quiet(stage, bob, value="13-16")
    await ann.command(channel, "adepts new", invite=bob.id)
    await stage.quiet()
    assert stage.clock.now() >= night
    [row] = await stage.bot.tables.store.games.active()
    await wake(stage, row.id)
    assert len(calls(bob)) == 1


async def test_an_invitation_waits_for_the_end_of_a_holiday(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    day = stage.clock.now().date()
    await quiet(stage, bob, HOLIDAY, day.isoformat())
    await ann.command(channel, "adepts new", seats=3, invite=bob.id, invite2=cy.id)
    await stage.quiet()
    assert (len(calls(bob)), len(calls(cy))) == (0, 1)
    stage.clock.advance(timedelta(hours=13))
    [row] = await stage.bot.tables.store.games.active()
    await wake(stage, row.id)
    assert (len(calls(bob)), len(calls(cy))) == (1, 1)


async def test_the_end_of_a_game_calls_nobody_who_sleeps_but_at_a_fast_table(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    for pace, often in (("day", 0), ("live", 1)):
        await opened(ann, bob, pace=pace)
        await stage.away()
        await quiet(stage, bob)
        before = calls(bob)
        await end(ann, channel)
        await stage.quiet()
        assert len(calls(bob) - before) == often, pace


async def test_a_tale_calls_nobody_who_sleeps(ann: Person, bob: Person, channel: Channel, stage: Stage) -> None:
    await playing(stage, channel, ann, bob)
    await quiet(stage, bob)
    await ann.command(channel, "gm scene", name="The Gate")
    await ann.command(channel, "gm hand", to="Iltani")
    posted = await bob.wait_message(channel, "Round 1: Iltani acts.")
    assert posted.text.startswith(f"<@{bob.id}> Round 1")
    assert not calls(bob)
