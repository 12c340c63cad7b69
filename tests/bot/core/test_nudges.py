"""Nudges: who may ask for a call, how often, and whom it calls."""

from __future__ import annotations

from datetime import datetime

import pytest

from bot.clock import MovedClock
from bot.tables import Tables
from bot.tables.errors import WrongMoment
from bot.tables.waiting.calling import NUDGES, repeated
from bot.tables.waiting.timing import Repeats
from playground import Person
from playground.world.models import Channel
from tests.bot.waiting import HOUR, MINUTE

from .acting import called, forward, mover, pings
from .conftest import Opened, Stage
from .tables import USERS, begun, play_first


async def test_a_nudge_calls_nobody_again_when_a_choice_is_taken_back(tables: Tables, clock: MovedClock) -> None:
    """Whether the answer to it or the choice before is undone; otherwise somebody who wants no calls would be mentioned
    again."""
    table = await begun(tables)
    clock.advance(HOUR)
    await tables.moves.nudge(table.id)
    table = await tables.look(table.id)
    [(seat, user)] = [(name, USERS[name]) for name in table.waiting]
    assert repeated(table, seat) == Repeats(1, 1)
    await play_first(tables, table)
    await tables.moves.undo(table.id, user)
    assert repeated(await tables.look(table.id), seat) == Repeats()
    tables.cache.clear()
    assert repeated(await tables.look(table.id), seat) == Repeats()
    table = await play_first(tables, await tables.look(table.id))
    [other] = table.waiting
    clock.advance(HOUR)
    await tables.moves.nudge(table.id)
    assert repeated(await tables.look(table.id), other) == Repeats(1, 1)
    await tables.moves.undo(table.id, user)
    clock.advance(MINUTE)
    table = await play_first(tables, await tables.look(table.id))
    assert list(table.waiting) == [other]
    assert repeated(table, other) == Repeats()


async def test_whoever_is_waited_for_alone_calls_nobody(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Neither before they were called themselves nor after."""
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    for calls_before in (0, 1):
        said = (await asked.command(channel, "table nudge")).message.text
        assert said == "The table waits for you alone: press **Your move** on the board."
        assert len(pings(asked)) == calls_before
        await stage.away()


async def test_who_nudges_as_the_others_answer_is_told_that_they_are_waited_for_alone(
    tables: Tables,
) -> None:
    """What counts is who is waited for when the call is made, not when the command was sent."""
    table = await begun(tables)
    [seat] = table.waiting
    with pytest.raises(WrongMoment, match="waits for you alone"):
        await tables.moves.nudge(table.id, USERS[seat])


@pytest.mark.parametrize("wish", ["ping", "dm", "none"])
async def test_nobody_is_nudged_again_and_again(
    wish: str, ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """However they want to be called otherwise, and even if the message is deleted."""
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    other = bob if asked is ann else ann
    await stage.bot.tables.people.set(asked.id, "turn", wish)
    await stage.away()
    stage.clock.advance(NUDGES)
    await stage.quiet()
    before = len(pings(asked))
    for minutes, nudges in ((0, 1), (1, 1), (3, 1), (1, 2)):
        stage.clock.advance(minutes * MINUTE)
        await stage.bot.tables.people.look_over(other.id)
        await stage.quiet()
        said = (await other.command(channel, "table nudge")).message.text
        due = minutes == 0 or nudges == 2
        assert said.startswith("I call " if due else "They were asked or called just now. You can try again at <t:")
        await stage.quiet()
        assert len(pings(asked)) == before + nudges


async def test_a_nudge_calls_all_but_who_types_it_and_is_lost_by_nothing(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Whoever typed it is waited for too, and stays named. Here the bot ends before the call is written, and then
    Discord refuses it at first."""
    game = await opened(ann, bob)
    for person in (ann, bob):
        await stage.bot.tables.people.set(person.id, "round", "channel")
    await forward(stage, game, "research")
    await stage.away()
    stage.clock.advance(NUDGES)
    await stage.quiet()
    before = [len(pings(person)) for person in (ann, bob)]
    await stage.bot.announcer.stop()
    assert "I call bob. You are waited for" in (await ann.command(channel, "table nudge")).message.text
    await stage.stop()
    stage.pg.faults.add("status", "POST /channels/*/messages", times=3)
    await stage.start()
    await bob.wait_for(lambda: len(pings(bob)) > before[1])
    await stage.quiet()
    assert [len(pings(person)) for person in (ann, bob)] == [before[0], before[1] + 1]
    assert [f"<@{person.id}>" in called(ann, channel, bob)[-1].text for person in (ann, bob)] == [True, True]


async def test_who_is_nudged_while_their_call_is_being_changed_is_called_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    await stage.away()
    stage.clock.advance(NUDGES)
    await stage.quiet()
    before, [call] = len(pings(asked)), called(ann, channel, asked)
    change = stage.pg.faults.add("withhold", f"PATCH /channels/*/messages/{call.id}")
    await ann.command(channel, "table board")  # the call links to where the board is then
    await change.wait_hit()
    said = (await (bob if asked is ann else ann).command(channel, "table nudge")).message.text
    assert said.startswith("I call ")
    change.release()
    await stage.quiet()
    assert len(pings(asked)) == before + 1


async def test_nobody_is_nudged_who_is_left_in_peace_but_called_when_that_is_over(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Whether they had been called before or not; the others do not learn their hours."""
    stage.clock.set(datetime.fromisoformat("2026-03-02T12:00:00+00:00"))
    game = await opened(ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    await stage.away()
    assert len(pings(asked)) == 1
    people = stage.bot.tables.people
    await people.set(asked.id, "zone", "UTC")
    await people.set(asked.id, "quiet", "20-6")
    stage.clock.advance(9 * HOUR)
    other = bob if asked is ann else ann
    said = (await other.command(channel, "table nudge")).message.text
    assert said == f"{'ann' if asked is ann else 'bob'} is called as soon as they may be called."
    await stage.quiet()
    stage.clock.advance(8 * HOUR)
    await stage.quiet()
    assert len(pings(asked)) == 1
    stage.clock.advance(HOUR)
    await stage.quiet()
    assert len(pings(asked)) == 2
    assert len(called(ann, channel, asked)) == 1
