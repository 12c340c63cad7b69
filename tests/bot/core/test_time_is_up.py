"""Deadlines as people see them: the pace, whom a table waits for and until when, and what is said afterwards."""

from __future__ import annotations

import random
import re
from datetime import timedelta

import pytest

from playground import Person
from playground.world.models import Channel

from .acting import board, by_clicks, mover, open_panel, public, to_confirm
from .conftest import Opened, Stage

DAY = timedelta(days=1)


def until(text: str) -> int:
    """Return the deadline in the text as a Unix timestamp; asserts that it is shown relative to now too."""
    [(moment, again)] = re.findall(r"time until <t:(\d+):f> \(<t:(\d+):R>\)", text)
    assert moment == again
    return int(moment)


async def both(stage: Stage, game: str, ann: Person, bob: Person) -> tuple[Person, Person]:
    """Return the person who is asked, and the one who is not."""
    asked, _ = await mover(stage, game, ann, bob)
    return asked, bob if asked is ann else ann


async def test_board_and_panels_say_who_is_waited_for_since_when_and_until_when(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob, pace="day")
    asked, other = await both(stage, game, ann, bob)
    table = await stage.bot.tables.look(game)
    [(seat, left)] = table.deadlines.items()
    due = int(left.until.timestamp())
    shown = (await board(other, channel)).text
    assert until(shown) == due
    assert re.search(rf"⏳ {table.names[seat]}: asked <t:\d+:R>, time until", shown)
    assert shown.count("asked <t:") == 1
    panel = await open_panel(asked, channel)
    assert until(panel.text) == due
    assert "then a computer player makes this one move" in panel.text
    waits = await open_panel(other, channel)
    assert until(waits.text) == due
    assert "It is not your move" in waits.text
    for person in (asked, other):
        assert until((await person.command(channel, "adepts games")).message.text) == due


async def test_without_a_pace_nothing_of_that_is_said(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    asked, other = await both(stage, game, ann, bob)
    texts = [(await board(other, channel)).text, (await open_panel(asked, channel)).text]
    texts += [(await open_panel(other, channel)).text, (await other.command(channel, "adepts games")).message.text]
    assert not [text for text in texts if "time until" in text or "⏳" in text]


async def test_when_the_time_is_over_all_are_told_and_the_person_goes_on_by_simply_playing(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob, pace="day")
    late, other = await both(stage, game, ann, bob)
    name = "ann" if late is ann else "bob"
    panel, _ = await to_confirm(late, channel)
    stage.clock.advance(DAY)
    await stage.quiet()
    assert f"{name}'s time was up" in (await board(other, channel)).text
    assert f"{name}'s time was up" in (await other.command(channel, "adepts log")).message.text
    makers = await stage.bot.tables.logbook.makers(await stage.bot.tables.look(game))
    assert makers.late == {1}  # a review does not blame them for it
    now = late.message(panel.id)
    assert now is not None
    assert "It is not your move" in now.text
    assert "Your time was up" in (await late.command(channel, "adepts log")).message.text
    await by_clicks(other, channel, random.Random(3))
    await stage.quiet()
    assert (await mover(stage, game, late, other))[0] is late
    await by_clicks(late, channel, random.Random(3))
    table = await stage.bot.tables.look(game)
    assert table.seat_of(late.id).seat not in table.context.missed


async def test_the_host_sets_the_pace_with_suggestions_and_others_may_not(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob, pace="live")
    offered = await ann.autocomplete(channel, "table pace", "pace", "")
    assert offered == [
        ("Live: five minutes a move", "live"),
        ("A day a move", "day"),
        ("Three days a move", "three-days"),
        ("No pace: as slow as anybody likes", "none"),
    ]
    half = [("12 hours a move", "12h"), ("12 minutes a move", "12m"), ("12 days a move", "12d")]
    for typed, meant in (("12", half), ("12h", half[:1])):
        assert await ann.autocomplete(channel, "table pace", "pace", typed) == meant
    offered = await ann.autocomplete(channel, "table pace", "pace", "90 min")
    assert [value for _, value in offered] == ["1h 30m"]
    assert "for the host" in (await bob.command(channel, "table pace", pace="none")).message.text
    refused = await ann.command(channel, "table pace", pace="90 years")
    assert "such as 90m, 12h, 2 days" in refused.message.text
    told = await ann.command(channel, "table pace", pace="36h")
    assert "The pace is now 1 day and 12 hours a move. Who is asked now has all of that" in told.message.text
    await stage.quiet()
    shown = (await board(bob, channel)).text
    assert "ann changed the pace: it is now 1 day and 12 hours a move" in shown
    table = await stage.bot.tables.look(game)
    [before] = table.deadlines.values()
    assert until(shown) == int(before.until.timestamp())
    told = await ann.command(channel, "table pace", pace="1m")
    assert "The pace is now 1 minute a move. Who is asked now loses no time by it." in told.message.text
    await stage.quiet()
    shown = (await board(bob, channel)).text
    assert "ann changed the pace: it is now 1 minute a move; who is asked now loses no time by it." in shown
    assert until(shown) == int(before.until.timestamp())


@pytest.mark.parametrize(("pace", "kept"), [("12h", "12h"), ("day", "day")])
async def test_a_table_is_opened_with_a_pace_of_its_own(
    ann: Person, bob: Person, channel: Channel, stage: Stage, pace: str, kept: str
) -> None:
    offered = await ann.autocomplete(channel, "adepts new", "pace", pace)
    assert kept in [value for _, value in offered]
    await ann.command(channel, "adepts new", pace=pace)
    lobby = await public(ann, channel, "Join")
    assert {"12h": "**the table's own**, 12 hours a move", "day": "**A day a move**"}[kept] in lobby.text
    options = (await ann.click(lobby, "Options")).message
    assert "`/adepts new pace:12h`" in options.text
    assert ("now the table's own: 12 hours a move" in options.text) == (kept == "12h")
    [row] = await stage.bot.tables.store.games.active()
    assert row.pace == kept


async def test_a_table_says_so_after_a_week_of_downtime_once(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob, pace="day")
    asked, _ = await both(stage, game, ann, bob)
    await stage.stop()
    stage.clock.advance(timedelta(weeks=1))
    await stage.start()
    await stage.quiet()
    table = await stage.bot.tables.look(game)
    assert table.sequence == 0
    left = next(iter(table.deadlines.values())).until - stage.clock.now()
    assert timedelta(hours=2.3) < left <= timedelta(hours=2.4)
    assert until((await board(asked, channel)).text) == int(next(iter(table.deadlines.values())).until.timestamp())
    calls = [m for m in asked.messages(channel) if f"<@{asked.id}>" in m.text]
    assert len(calls) == 1
