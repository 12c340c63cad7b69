"""The line about each turn that stays in the channel: posted once, silently, and only when the turn is over."""

from __future__ import annotations

import random

import pytest

from bot.delivery.budget import Urgency
from bot.tables import Table, Tables
from game.core.decisions import Event
from game.core.discover import kits
from playground import Person, Shown
from playground.messaging import messages
from playground.world.models import Channel
from storage import Storage
from tests.bot.acting import past

from .acting import forward, public
from .conftest import Opened, Stage

SILENT = 1 << 12
RESEARCH = "research"


def lines(person: Person, channel: Channel, word: str = "Turn") -> list[Shown]:
    """Return the lines in the channel, from the top."""
    return [message for message in person.messages(channel) if message.text.startswith(f"-# **{word} ")]


async def to_turn(stage: Stage, game: str, turn: int) -> Table:
    """Play without clients to the first question of a turn."""
    while (table := await stage.bot.tables.look(game)).turn < turn:
        seat = next(iter(table.questions))
        user, legal = table.seat(seat).user_id, table.playing.legal(seat)
        assert user is not None
        await stage.bot.tables.moves.play(game, user, "pass" if "pass" in legal else legal[0])
    await stage.quiet()
    return await stage.bot.tables.look(game)


async def test_a_line_stays_of_each_turn_above_the_board_of_the_next(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, posted: list[Urgency]
) -> None:
    """It mentions and notifies nobody; neither a restart nor the rest of the game posts it again."""
    game = await opened(ann, bob)
    await forward(stage, game, RESEARCH)
    assert lines(bob, channel) == []
    await to_turn(stage, game, 2)
    [line] = lines(bob, channel)
    assert line.text.startswith("-# **Turn 1** · nobody has mana or batteries yet")
    assert line.raw["flags"] & SILENT
    assert line.raw["mentions"] == []
    board = await public(bob, channel, "Your move")
    assert line.id < board.id
    assert set(posted) == {Urgency.CALLS}  # the board may call, and waits for the line
    await stage.restart()
    await stage.quiet()
    assert [each.id for each in lines(bob, channel)] == [line.id]
    await to_turn(stage, game, 4)
    assert [each.text.split(" ·")[0] for each in lines(bob, channel)] == [f"-# **Turn {n}**" for n in (1, 2, 3)]
    table = await stage.bot.tables.look(game)
    points = [table.kit.points(sheet) for sheet in table.playing.standing().values()]
    assert all(f" {count} (" in lines(bob, channel)[-1].text for count in points)
    assert "mana with batteries: ann" in lines(bob, channel)[-1].text


def test_a_line_says_in_words_what_its_numbers_and_crowns_are() -> None:
    """A value that has not risen is shown without a difference; names are escaped."""
    names = {"P1": "ann", "P2": "*bob*"}
    titles = [Event("won_title", "P2", {"gem": gem}) for gem in ("topaz", "ruby")]
    words = kits()["adepts"].words
    line = words.turned(3, {"P1": (7, 12), "P2": (8, 8)}, titles, names)
    assert line.startswith("**Turn 3** · mana with batteries: ann 12 (+5) · \\*bob\\* 8 · new adepts: \\*bob\\* ")
    assert [gem in line.rpartition("new adepts")[2] for gem in ("topaz", "ruby")] == [True, True]
    assert words.turned(1, {"P1": (0, 0)}, [], names) == "**Turn 1** · nobody has mana or batteries yet"
    assert words.turned(3, {"P1": (2, 0)}, [], names) == "**Turn 3** · mana with batteries: ann 0 (-2)"


async def test_a_line_whose_post_was_lost_or_that_a_crash_cut_short_comes_once(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await forward(stage, game, RESEARCH)
    stage.pg.faults.add("status", "POST /channels/*/messages", status=500, times=6)
    await to_turn(stage, game, 2)
    rows = await stage.bot.tables.store.messages.of_game(game)
    await stage.restart()
    await stage.quiet()
    assert len(lines(bob, channel)) == 1
    [row] = [each for each in await stage.bot.tables.store.messages.of_game(game) if each.kind == "trace:1"]
    assert row.message_id == lines(bob, channel)[0].id
    assert {each.id for each in rows if each.kind == "trace:1"} <= {row.id}


@pytest.mark.parametrize("known", ["the turn is over", "it is planned", "it is posted"])
async def test_a_line_comes_once_wherever_between_its_turn_and_its_message_the_bot_was_killed(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, known: str
) -> None:
    """Killed at each stage: the last move is stored, then a row is planned, then the message is there but the row does
    not say so."""
    game = await opened(ann, bob)
    await forward(stage, game, RESEARCH)
    await stage.stop()
    await past(stage, 1, lambda decision, _: decision.tokens[0])
    async with await Storage.open(stage.settings.storage.path, now=stage.clock.now) as store:
        assert (await Tables(store, clock=stage.clock).look(game)).turn == 2
        if known != "the turn is over":
            await store.messages.plan(game, "trace:1", channel.id)
    if known == "it is posted":
        lost = stage.pg.faults.add("lose_answer", "POST /channels/*/messages", times=None)
        await stage.start()
        await bob.wait_for(lambda: lines(bob, channel))
        await stage.stop()
        assert lost.hits
        stage.pg.faults.clear()
        async with await Storage.open(stage.settings.storage.path, now=stage.clock.now) as store:
            assert [row.message_id for row in await store.messages.of_game(game) if row.kind == "trace:1"] == [None]
    for _ in range(2):
        await stage.start()
        await stage.quiet()
        assert [line.text.split(" ·")[0] for line in lines(bob, channel)] == ["-# **Turn 1**"]
        await stage.stop()


async def test_a_line_is_taken_back_with_its_turn_and_says_what_came_in_its_place(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    """The second game has nothing hidden, so an undo can go back across the end of a round."""
    name = [*kits()][1]
    await ann.command(channel, f"{name} new", computers=2)
    await ann.command(channel, "adepts start")
    await stage.quiet()
    assert lines(ann, channel, "Round") == [], "a set-up is not a round"
    [row] = await stage.bot.tables.store.games.active()
    rng, tables = random.Random(1), stage.bot.tables
    for _ in range(400):
        await stage.bot.computers.idle()
        table = await tables.look(row.id)
        turn, legal = table.turn, table.playing.legal("P1")
        outcome = await tables.moves.play(row.id, ann.id, rng.choice(list(legal)))
        await stage.quiet()
        after = await tables.look(row.id)
        if after.turn == turn + 1 and turn and after.can_undo("P1"):
            break
        assert outcome.table.id == row.id
    said = lines(ann, channel, "Round")
    assert f"Round {turn}" in said[-1].text
    await tables.moves.undo(row.id, ann.id)
    await stage.quiet()
    assert [each.id for each in lines(ann, channel, "Round")] == [each.id for each in said[:-1]]
    while (await tables.look(row.id)).turn == turn:
        legal = (await tables.look(row.id)).playing.legal("P1")
        await tables.moves.play(row.id, ann.id, legal[-1])
        await stage.bot.computers.idle()
    await stage.quiet()
    again = lines(ann, channel, "Round")
    assert [each.id for each in again[:-1]] == [each.id for each in said[:-1]]
    assert f"Round {turn}" in again[-1].text


@pytest.mark.parametrize("how", ["opened", "later"])
async def test_a_table_that_wants_no_lines_gets_none_and_can_have_them_from_then_on(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, how: str
) -> None:
    game = await opened(ann, bob, **({"trace": "nothing"} if how == "opened" else {}))
    if how == "later":
        assert "host" in (await bob.command(channel, "adepts board", trace="nothing")).message.text
        await ann.command(channel, "adepts board", trace="nothing")
    await to_turn(stage, game, 3)
    assert lines(bob, channel) == []
    await ann.command(channel, "table board", trace="line")
    await stage.quiet()
    assert [each.text.split(" ·")[0] for each in lines(bob, channel)] == ["-# **Turn 2**"]


async def test_who_deletes_a_line_is_not_given_it_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await to_turn(stage, game, 2)
    [line] = lines(bob, channel)
    messages.delete(stage.pg.world, stage.pg.world.message(channel.id, line.id))
    await to_turn(stage, game, 3)
    await stage.restart()
    await stage.quiet()
    assert [each.text.split(" ·")[0] for each in lines(bob, channel)] == ["-# **Turn 2**"]


async def test_a_line_that_comes_late_names_who_had_the_seats_then(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Not the players who have taken seats over since."""
    game = await opened(ann, bob, trace="nothing")
    await to_turn(stage, game, 4)
    await stage.bot.tables.handovers.leave(game, bob.id)
    await stage.quiet()
    table = await stage.bot.tables.look(game)
    now = next(seat.name for seat in table.seats if seat.is_computer)
    await ann.command(channel, "table board", trace="line")
    await stage.quiet()
    [line] = lines(ann, channel)
    assert "bob" in line.text
    assert now not in line.text
