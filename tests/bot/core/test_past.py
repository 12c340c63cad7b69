"""What was done at a seat keeps the name of the person who held it then, wherever it is told."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.announcer import faces
from bot.clock import MovedClock
from bot.tables import Table, Tables, transitions
from bot.tables.errors import Stale
from bot.tables.handovers import hand_over
from bot.tables.history import past
from bot.tables.side import from_side, to_side
from game.core.text.signs import bare
from storage import Holder

from .tables import ANN, BOB, EVE, begun, mover, play_first

TAKING = Holder(EVE, None, "Eve")


async def taken(tables: Tables, table: Table, seat: str, clock: MovedClock) -> Table:
    """Give the seat to Eve, and return the table."""
    clock.advance(timedelta(minutes=1))
    async with tables.cache.hold(table.id) as held:
        await hand_over(tables.cache, held, held.seat(seat), TAKING)
    clock.advance(timedelta(minutes=1))
    return await tables.look(table.id)


async def bobs(tables: Tables, clock: MovedClock) -> Table:
    """Return a table at which Bob has placed miners, and then Eve has taken his seat."""
    table = await begun(tables)
    while BOB not in (table.seat(seat).user_id for seat in table.context.acted):
        table = await play_first(tables, table)
    return await taken(tables, table, "P2", clock)


def told(table: Table) -> str:
    return bare("\n".join(faces.face(table).words))


@pytest.mark.parametrize("again", [False, True], ids=["as it is kept", "as it is stored"])
async def test_the_board_names_who_did_it_and_who_sits_there_now(
    tables: Tables, clock: MovedClock, again: bool
) -> None:
    table = await bobs(tables, clock)
    assert "- Bob put " in told(table)
    assert "Eve put " not in told(table)
    while "P2" not in table.questions:
        table = await play_first(tables, table)
    table = (await tables.moves.play(table.id, EVE, table.playing.legal("P2")[0])).table
    if again:
        tables.cache.clear()
        table = await tables.look(table.id)
    assert "- Bob put " in told(table)
    assert "- Eve put " in told(table)
    assert "Eve has had Bob's seat since this turn" in told(table)


async def test_the_next_player_is_not_told_to_have_done_it(tables: Tables, clock: MovedClock) -> None:
    """Neither above a question nor in an answer to an old button; Ann is "you" as before."""
    table = await begun(tables)
    while table.context.acted.keys() != {"P1", "P2"}:
        table = await play_first(tables, table)
    table = await taken(tables, table, "P2", clock)
    lines = past.sentences(table, table.context.since_acting("P2"), "P2")
    assert lines[0].startswith("Bob put ")
    with pytest.raises(Stale) as stale:
        transitions.require_question(table, "P2", 10**6)
    assert "You chose last" not in str(stale.value)
    assert "Bob put " in str(stale.value)
    assert any(line.startswith("You put ") for line in past.sentences(table, table.context.since_acting(None), "P1"))


async def test_who_took_a_choice_back_or_was_late_keeps_the_name(tables: Tables, clock: MovedClock) -> None:
    table = await begun(tables, pace="1m")
    if mover(table)[1] != BOB:
        table = await play_first(tables, table)
    clock.advance(timedelta(minutes=5))
    await tables.moves.play_late(table.id, "P2", mover(table)[2], table.playing.legal("P2")[:1])
    table = await taken(tables, await tables.look(table.id), "P2", clock)
    assert "Bob's time was up" in told(table)


async def test_what_ann_takes_back_keeps_what_bob_did_before(tables: Tables, clock: MovedClock) -> None:
    table = await bobs(tables, clock)
    while mover(table)[1] != ANN:
        table = await play_first(tables, table)
    table = await play_first(tables, table)
    table = (await tables.moves.undo(table.id, ANN)).table
    assert "- Bob put " in told(table)
    assert "Ann took a choice back" in told(table)


async def test_what_former_versions_stored_is_told_as_before(tables: Tables, clock: MovedClock) -> None:
    """They did not store who held the seats then, so whoever holds them now is named."""
    table = await bobs(tables, clock)
    stored = to_side(table.context)
    old = from_side({**stored, "log": [each[:7] for each in stored["log"]]})
    assert "- Eve put " in told(replace(table, context=old))
