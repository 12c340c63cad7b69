"""Research at the tables: who has finished is public, what they chose is not, and it can be undone until the last has
finished."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.clock import MovedClock
from bot.tables import Table, Tables, transitions
from bot.tables.checks import Actor
from bot.tables.decisions import Decider
from bot.tables.errors import NotYourMove, WrongMoment
from bot.tables.side import from_side
from game.adepts import Game
from game.adepts.rules.cards import in_order
from game.adepts.rules.gems import HAND_LIMIT
from game.core.history import replay
from storage import Storage, standing
from storage.topics import Change, replacing
from tests.bot.acting import events_since

from . import tables as offline
from .tables import ANN, BOB, CHANNEL, EVE, USERS, adepts, play_first, play_until


async def three(tables: Tables) -> Table:
    """Return a table of three at its first research, where P1's hand is full."""
    table = await offline.three(tables)
    state = table.playing.to_dict()
    hand, library = state["players"]["P1"]["hand"], state["library"]
    while len(hand) < HAND_LIMIT:
        hand.append(library.pop())
    state["players"]["P1"]["hand"] = list(in_order(hand))
    state["more"]["sealed"][1][0] = HAND_LIMIT
    return await transitions.keep(tables.cache, replace(table, game=Game.from_dict(state)), table.context)


async def answer(tables: Tables, table: Table, seat: str, keep: bool) -> Table:
    token = table.playing.legal(seat)[0] if keep else "pass"
    return (await tables.moves.play(table.id, USERS[seat], token)).table


async def test_everybody_knows_who_is_done_and_nobody_what_was_done(tables: Tables) -> None:
    before = await three(tables)
    table = await answer(tables, before, "P2", keep=True)
    assert list(table.waiting) == ["P1", "P3"]
    assert {**table.public, "pending": None} == {**before.public, "pending": None}
    assert events_since(table.context, None) == events_since(before.context, None)
    assert table.waited_for == "Ann and Eve"
    with pytest.raises(NotYourMove, match="waits for Ann and Eve"):
        await tables.moves.play(table.id, BOB, "pass")


async def test_a_discard_that_is_still_to_come_is_research_to_the_others(tables: Tables, clock: MovedClock) -> None:
    """The table waits for the same people, since the same moment, as if P1 had not answered at all."""
    before = await three(tables)
    clock.advance(timedelta(hours=5))
    table = await answer(tables, before, "P1", keep=True)
    assert table.playing.kind("P1") == "discard"
    assert table.waiting == before.waiting
    assert table.public == before.public
    assert events_since(table.context, "P2") == events_since(before.context, "P2")
    table = await answer(tables, table, "P1", keep=True)
    assert list(table.waiting) == ["P2", "P3"]


async def test_nobody_learns_from_what_is_done_in_secret_that_who_was_missing_is_back(
    tables: Tables, clock: MovedClock
) -> None:
    """Neither from an answer after which a discard is still to come, nor from one that is taken back before that."""
    table = await three(tables)
    before = (await transitions.keep(tables.cache, table, table.context.late("P1"))).context
    clock.advance(timedelta(hours=5))
    table = await answer(tables, table, "P1", keep=True)
    assert (table.context.missed, table.context.seen) == (before.missed, before.seen)
    table = (await tables.moves.undo(table.id, ANN)).table
    assert (table.context.missed, table.context.seen) == (before.missed, before.seen)
    table = await answer(tables, table, "P1", keep=False)
    assert (table.context.missed, table.context.seen["P1"]) == ({}, clock.now().isoformat())
    await transitions.keep(tables.cache, table, table.context.late("P1"))
    clock.advance(timedelta(hours=1))
    table = (await tables.moves.undo(table.id, ANN)).table  # all know of the answer
    assert (table.context.missed, table.context.seen["P1"]) == ({}, clock.now().isoformat())


@pytest.mark.parametrize("stored", [False, True], ids=["as it is kept", "as it is stored"])
async def test_research_is_taken_back_with_its_discard_and_what_others_answered_stands(
    tables: Tables, store: Storage, stored: bool
) -> None:
    before = await three(tables)
    table = await answer(tables, before, "P1", keep=True)
    table = await answer(tables, table, "P3", keep=True)
    table = await answer(tables, table, "P1", keep=True)
    number = table.questions["P2"].number
    if stored:
        tables.cache.clear()
    table = (await tables.moves.undo(table.id, ANN)).table
    assert list(table.waiting) == ["P1", "P2"]
    assert table.questions["P2"].number == number
    assert table.playing.view("P1")["players"]["P1"] == before.playing.view("P1")["players"]["P1"]
    assert len(table.playing.view("P3")["players"]["P3"]["hand"]) == 3
    assert events_since(table.context, None) == events_since(before.context, None)
    assert not [event for event in events_since(table.context, "P1") if event.kind in ("kept", "gave_up")]
    assert [event.kind for event in events_since(table.context, "P3")][-1] == "kept"
    table = await answer(tables, table, "P2", keep=False)
    table = await answer(tables, table, "P1", keep=False)
    assert adepts(table).step != "research"
    entries = await store.moves.entries(table.id)
    assert [(each.seat, each.kind) for each in standing(entries)][-3:] == [
        ("P3", "research"), ("P2", "research"), ("P1", "research"),
    ]  # fmt: skip


async def test_answers_that_were_given_at_once_all_stand_when_somebody_else_takes_theirs_back(tables: Tables) -> None:
    """They are also undone together."""
    before = await three(tables)
    research = before.playing.legal("P1")[0]
    game = before.playing.copy()
    game.play("P1", research)
    discard = game.legal("P1")[0]
    table = (await tables.moves.play(before.id, ANN, research, then=(discard,))).table
    hand = table.playing.view("P1")["players"]["P1"]["hand"]
    table = await answer(tables, table, "P2", keep=True)
    table = (await tables.moves.undo(table.id, BOB)).table
    assert list(table.waiting) == ["P2", "P3"]
    assert table.playing.view("P1")["players"]["P1"]["hand"] == hand
    table = (await tables.moves.undo(table.id, ANN)).table
    assert table.playing.to_dict() == before.playing.to_dict()


async def test_research_is_taken_back_with_computer_players_at_the_table_and_after_a_restart(
    tables: Tables, store: Storage, clock: MovedClock
) -> None:
    """Their answers stand, and are the same again once all have answered; the last answer ends the round."""
    table = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=CHANNEL, options={}, computers=1)
    await tables.lobby.join(table.id, BOB, "Bob")
    table = await tables.lobby.start(table.id, Actor(ANN))
    while adepts(table).step != "research":
        seat = next(iter(table.questions))
        legal = table.playing.legal(seat)
        table = await answered(tables, table, seat, "pass" if "pass" in legal else legal[0])
    people, [computer] = [each.seat for each in table.people], [each.seat for each in table.seats if each.is_computer]
    first, last = people
    user = table.seat(first).user_id
    assert user is not None
    table = await answered(tables, table, first, table.playing.legal(first)[0])
    table = await answered(tables, table, computer, kept := table.playing.legal(computer)[1])
    again = Tables(store, clock=clock)
    table = (await again.moves.undo(table.id, user)).table
    assert list(table.waiting) == [first, last]
    assert kept in table.playing.view(computer)["players"][computer]["hand"]
    table = await answered(again, table, first, "pass")
    assert table.can_undo(first)
    table = await answered(again, table, last, "pass")
    assert not table.can_undo(first)


async def answered(tables: Tables, table: Table, seat: str, token: str) -> Table:
    if (user := table.seat(seat).user_id) is not None:
        return (await tables.moves.play(table.id, user, token)).table
    await tables.moves.play_computer(table.id, seat, table.questions[seat].number, token)
    return await tables.look(table.id)


async def test_a_game_in_which_research_was_taken_back_replays_from_its_record(tables: Tables) -> None:
    table = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=CHANNEL, options={})
    await tables.lobby.join(table.id, BOB, "Bob")
    table = await tables.lobby.start(table.id, Actor(ANN))
    for _ in range(3):
        table = await play_until(tables, table, "research")
        first, second = table.questions
        table = await answer(tables, table, first, keep=True)
        if table.playing.kind(first) == "discard":
            table = await answer(tables, table, first, keep=True)
        table = (await tables.moves.undo(table.id, USERS[first])).table
        table = await answer(tables, table, second, keep=True)
        while table.questions and adepts(table).step == "research":
            table = await play_first(tables, table)
    while table.questions:
        table = await play_first(tables, table)
    assert replay(await tables.record(table.id)).to_dict() == table.playing.to_dict()


async def test_nobody_can_take_back_what_was_not_answered_or_what_all_have_seen(tables: Tables) -> None:
    """Whether others have finished does not affect one's own answer, until the last has."""
    table = await three(tables)
    table = await answer(tables, table, "P2", keep=True)
    for user in (ANN, EVE):
        with pytest.raises(WrongMoment, match="nothing you can take back"):
            await tables.moves.undo(table.id, user)
    table = await answer(tables, table, "P3", keep=True)
    assert table.can_undo("P2")
    assert table.can_undo("P3")
    table = await answer(tables, table, "P1", keep=False)
    assert not any(map(table.can_undo, USERS))
    for user in USERS.values():
        with pytest.raises(WrongMoment, match="until everybody is done"):
            await tables.moves.undo(table.id, user)


@pytest.mark.parametrize("stored", [False, True], ids=["as it is kept", "as it is stored"])
async def test_whoever_gets_a_seat_takes_back_nothing_that_was_chosen_there_in_secret(
    tables: Tables, stored: bool
) -> None:
    """Neither the former player's choice nor a computer player's, only their own."""
    table = await three(tables)
    table = await answer(tables, table, "P2", keep=True)
    await given(tables, table, "P2", EVE + 1)
    await given(tables, table, "P3", None)
    if stored:
        tables.cache.clear()
    table = await tables.look(table.id)
    table = await answered(tables, table, "P3", table.playing.legal("P3")[0])
    table = await tables.handovers.take_back(table.id, EVE, "Eve")
    assert list(table.waiting) == ["P1"]
    for seat, user in (("P2", EVE + 1), ("P3", EVE)):
        assert not table.can_undo(seat)
        with pytest.raises(WrongMoment, match="nothing you can take back"):
            await tables.moves.undo(table.id, user)
    await given(tables, table, "P1", EVE + 2)
    table = (await tables.moves.play(table.id, EVE + 2, table.playing.legal("P1")[0])).table
    assert table.can_undo("P1")


async def given(tables: Tables, table: Table, seat: str, user: int | None) -> None:
    """Give the seat to this person, who accepts it, or to a computer player; return the table."""
    await tables.decisions.decide(table.id, replacing(Change(seat, user)), Decider(ANN, manager=True, gone=USERS[seat]))
    if user is not None:
        await tables.handovers.accept(table.id, seat, user, "Cy")


def test_a_round_that_a_former_version_stored_can_be_read() -> None:
    """Older ones did not store seats whose answers stand, the former deadlines, or who was late."""
    for known in ([], [["P3"]], [["P3"], {"P2": ["2026-01-01T00:00:00+00:00", None, ""]}]):
        round = from_side({"round": [1, {"ply": 1}, [["P2", "3B"]], *known]}).round
        assert round is not None
        assert round.answers == (("P2", "3B"),)
        assert round.late == (("P3",) if known else ())
        assert round.final == ()
