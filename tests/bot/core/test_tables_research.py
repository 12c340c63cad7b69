"""Research at the tables: who is done is public, what it did is not, and it can be taken back until the last is in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables import Live, Tables, steps
from bot.tables.errors import NotYourMove, WrongMoment
from game.adepts import Game
from game.adepts.rules.cards import in_order
from game.adepts.rules.gems import HAND_LIMIT
from game.core.history import replay
from storage import Storage, standing

from .test_tables import ANN, BOB, CHANNEL, EVE, Clock, clock, play_first, play_until, store, tables

__all__ = ["clock", "store", "tables"]
USERS = {"P1": ANN, "P2": BOB, "P3": EVE}


async def three(tables: Tables) -> Live:
    """A table of three at its first research; P1's hand is full."""
    live = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=CHANNEL, options={})
    for user, name in ((BOB, "Bob"), (EVE, "Eve")):
        await tables.lobby.join(live.id, user, name)
    live = await play_until(tables, await tables.lobby.start(live.id, ANN), "research")
    state = live.playing.to_dict()
    hand, library = state["players"]["P1"]["hand"], state["library"]
    while len(hand) < HAND_LIMIT:
        hand.append(library.pop())
    state["players"]["P1"]["hand"] = list(in_order(hand))
    state["more"]["sealed"][1][0] = HAND_LIMIT
    return await steps.keep(tables.shelf, replace(live, game=Game.from_dict(state)), live.side)


async def answer(tables: Tables, live: Live, seat: str, keep: bool) -> Live:
    token = live.playing.legal(seat)[0] if keep else "pass"
    return (await tables.moves.play(live.id, USERS[seat], token)).live


async def test_everybody_knows_who_is_done_and_nobody_what_was_done(tables: Tables) -> None:
    before = await three(tables)
    live = await answer(tables, before, "P2", keep=True)
    assert list(live.waiting) == ["P1", "P3"]
    assert {**live.public, "pending": None} == {**before.public, "pending": None}
    assert live.side.events_since(None) == before.side.events_since(None)
    assert live.waited_for == "Ann and Eve"
    with pytest.raises(NotYourMove, match="waits for Ann and Eve"):
        await tables.moves.play(live.id, BOB, "pass")


async def test_a_discard_that_is_still_to_come_is_research_to_the_others(tables: Tables, clock: Clock) -> None:
    """The same people are waited for, since the same moment, as if P1 had not answered at all."""
    before = await three(tables)
    clock.now = clock.now.replace(hour=5)
    live = await answer(tables, before, "P1", keep=True)
    assert live.playing.kind("P1") == "discard"
    assert live.waiting == before.waiting
    assert live.public == before.public
    assert live.side.events_since("P2") == before.side.events_since("P2")
    live = await answer(tables, live, "P1", keep=True)
    assert list(live.waiting) == ["P2", "P3"]


@pytest.mark.parametrize("stored", [False, True], ids=["as it is kept", "as it is stored"])
async def test_research_is_taken_back_with_its_discard_and_what_others_answered_stands(
    tables: Tables, store: Storage, stored: bool
) -> None:
    before = await three(tables)
    live = await answer(tables, before, "P1", keep=True)
    live = await answer(tables, live, "P3", keep=True)
    live = await answer(tables, live, "P1", keep=True)
    number = live.questions["P2"].number
    if stored:
        tables.shelf.clear()
    live = (await tables.moves.undo(live.id, ANN)).live
    assert list(live.waiting) == ["P1", "P2"]
    assert live.questions["P2"].number == number
    assert live.playing.view("P1")["players"]["P1"] == before.playing.view("P1")["players"]["P1"]
    assert len(live.playing.view("P3")["players"]["P3"]["hand"]) == 3
    assert live.side.events_since(None) == before.side.events_since(None)
    assert not [event for event in live.side.events_since("P1") if event.kind in ("kept", "gave_up")]
    assert [event.kind for event in live.side.events_since("P3")][-1] == "kept"
    live = await answer(tables, live, "P2", keep=False)
    live = await answer(tables, live, "P1", keep=False)
    assert live.playing.step != "research"
    entries = await store.moves.entries(live.id)
    assert [(each.seat, each.kind) for each in standing(entries)][-3:] == [
        ("P3", "research"), ("P2", "research"), ("P1", "research"),
    ]  # fmt: skip


async def test_a_game_in_which_research_was_taken_back_replays_from_its_record(tables: Tables) -> None:
    live = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=CHANNEL, options={})
    await tables.lobby.join(live.id, BOB, "Bob")
    live = await tables.lobby.start(live.id, ANN)
    for _ in range(3):
        live = await play_until(tables, live, "research")
        first, second = live.questions
        live = await answer(tables, live, first, keep=True)
        if live.playing.kind(first) == "discard":
            live = await answer(tables, live, first, keep=True)
        live = (await tables.moves.undo(live.id, USERS[first])).live
        live = await answer(tables, live, second, keep=True)
        while live.questions and live.playing.step == "research":
            live = await play_first(tables, live)
    while live.questions:
        live = await play_first(tables, live)
    assert replay(await tables.record(live.id)).to_dict() == live.playing.to_dict()


async def test_nobody_can_take_back_what_was_not_answered_or_what_all_have_seen(tables: Tables) -> None:
    """Whether the others are done makes no difference to one's own answer, until the last is."""
    live = await three(tables)
    live = await answer(tables, live, "P2", keep=True)
    for user in (ANN, EVE):
        with pytest.raises(WrongMoment, match="nothing you can take back"):
            await tables.moves.undo(live.id, user)
    live = await answer(tables, live, "P3", keep=True)
    assert live.can_undo("P2")
    assert live.can_undo("P3")
    live = await answer(tables, live, "P1", keep=False)
    assert not any(map(live.can_undo, USERS))
    for user in USERS.values():
        with pytest.raises(WrongMoment, match="until everybody is done"):
            await tables.moves.undo(live.id, user)


async def test_who_had_left_is_back_when_all_may_know_of_the_answer(tables: Tables) -> None:
    """Not at the answer that asks for a discard, which others do not see."""
    live = await three(tables)
    await tables.lobby.leave(live.id, ANN)
    live = await answer(tables, await tables.look(live.id), "P1", keep=True)
    assert live.seat("P1").left_at is not None
    live = await answer(tables, live, "P1", keep=True)
    assert live.seat("P1").left_at is None
