"""What becomes of all that a seat has when somebody else gets it, at tables on storage alone."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.clock import MovedClock
from bot.tables import Table, Tables, transitions
from bot.tables.checks import Actor
from bot.tables.context import Context
from bot.tables.decisions import Decider
from bot.tables.errors import NotAllowed, NotSeated
from bot.tables.handovers import OFFERED, a_computer, hand_over
from bot.tables.planning.ahead import Ahead
from bot.tables.planning.planned import Wish
from storage.topics import REOPEN, Change, replacing

from .tables import ANN, BOB, EVE, begun, lobby, mover, play_first, three

DAN = 14


async def kept(tables: Tables, game_id: str, context: Context) -> Table:
    async with tables.cache.hold(game_id) as table:
        return await transitions.keep(tables.cache, table, context)


def known_of(table: Table, seat: str) -> set[str]:
    """Return the names of what the game keeps about the player of this seat."""
    own = "ahead", "plans", "guided", "missed", "answers", "seen"
    return {name for name in own if seat in getattr(table.context, name)}


async def set_down(tables: Tables, table: Table, seat: str) -> Table:
    """Return the table with all that can be kept about the player of a seat."""
    context = table.context.passing(seat, Ahead("attack")).planning(seat, ((Wish("diamond.1x2", 0),),)).guiding(seat)
    context = context.late(seat).answered_after(seat, 3.0).seen_at(seat, tables.cache.clock.now().isoformat())
    table = await kept(tables, table.id, context)
    assert len(known_of(table, seat)) == 6
    return table


async def replaced(tables: Tables, game_id: str, seat: str) -> Table:
    """Let a computer player take the seat, as the players have decided."""
    async with tables.cache.hold(game_id) as table:
        return await hand_over(tables.cache, table, table.seat(seat), a_computer(table), by=None)


async def test_whoever_gets_a_seat_starts_without_what_its_player_had_set_down(tables: Tables) -> None:
    table = await set_down(tables, await begun(tables), "P2")
    table = await tables.handovers.leave(table.id, BOB)
    assert known_of(table, "P2") == set()
    table = await set_down(tables, table, "P2")
    assert known_of(await tables.handovers.take_back(table.id, BOB, "Bob"), "P2") == {"seen"}  # by taking it


@pytest.mark.parametrize(("user_id", "seat", "hosts"), [(ANN, "P1", {"P1": "P2"}), (BOB, "P2", {})])
async def test_who_is_forgotten_leaves_nothing_behind_in_a_game_that_is_taken_up_again(
    tables: Tables, user_id: int, seat: str, hosts: dict[str, str]
) -> None:
    """If it was the host, another person is."""
    table = await set_down(tables, await begun(tables), seat)
    await tables.lobby.end(table.id, Actor(ANN))
    await tables.people.forget(user_id)
    [other] = {ANN, BOB} - {user_id}
    table = (await tables.decisions.decide(table.id, REOPEN, Decider(other))).table
    assert (known_of(table, seat), table.seat(seat).is_computer) == (set(), True)
    assert (table.row.host_id, table.context.hosts) == (other, hosts)


async def test_who_has_not_lost_a_seat_takes_none_back(tables: Tables) -> None:
    """A second press of who has just taken it back changes nothing."""
    game_id = (await three(tables)).id
    await tables.handovers.leave(game_id, BOB)
    with pytest.raises(
        NotAllowed, match=r"^This is Bob's seat: only they can take it back\. You have your own seat at"
    ):
        await tables.handovers.take_back(game_id, EVE, "Eve", "P2")
    with pytest.raises(NotAllowed, match=r"^You have your own seat at"):
        await tables.handovers.take_back(game_id, EVE, "Eve", "P3")
    for _ in range(2):
        table = await tables.handovers.take_back(game_id, BOB, "Bob", "P2")
    assert (table.find(BOB), len(table.tenures)) == (table.seat("P2"), 2)
    async with tables.cache.hold(game_id) as table:
        await tables.store.handovers.offer(game_id, "P2", DAN)
        await tables.cache.reload(game_id)
    await tables.handovers.accept(game_id, "P2", DAN, "Dan")
    with pytest.raises(NotAllowed, match=r"^You have your own seat at"):
        await tables.handovers.take_back(game_id, DAN, "Dan", "P2")


async def test_since_when_somebody_else_has_a_seat_is_since_it_last_changed_hands(tables: Tables) -> None:
    """That may be an earlier turn than that of the change before, if a choice that ended a turn was taken back."""
    table = await tables.lobby.join((await lobby(tables, game="mana-surge")).id, EVE, "Eve")
    table = await tables.lobby.start(table.id, Actor(ANN))
    while table.turn < 2:
        _, user, _ = mover(table)
        table = await play_first(tables, table)
    other = BOB if user != BOB else EVE
    await tables.handovers.leave(table.id, other)
    await tables.moves.undo(table.id, user)
    await tables.handovers.take_back(table.id, other, "Bob")
    table = await tables.handovers.leave(table.id, other)
    with pytest.raises(NotSeated, match=r"has had your seat since round 1\."):
        table.refuse_former(other)


async def test_the_host_is_host_again_whoever_was_it_meanwhile(tables: Tables) -> None:
    """If one after the other loses the seat to a computer player without having left."""
    game_id = (await three(tables)).id

    assert [(await replaced(tables, game_id, seat)).host for seat in ("P1", "P2")] == ["P2", "P3"]
    table = await tables.handovers.take_back(game_id, ANN, "Ann")
    assert (table.host, table.context.hosts) == ("P1", {"P2": "P3"})
    table = await tables.handovers.take_back(game_id, BOB, "Bob")
    assert (table.host, table.context.hosts) == ("P1", {})


async def test_the_host_is_not_host_again_after_leaving_nor_is_somebody_else_who_gets_the_seat(tables: Tables) -> None:
    game_id = (await three(tables)).id
    assert (await tables.handovers.leave(game_id, ANN)).host == "P2"
    await replaced(tables, game_id, "P1")  # by another computer player
    assert (await tables.handovers.take_back(game_id, ANN, "Ann")).host == "P2"
    assert (await replaced(tables, game_id, "P2")).host == "P1"
    await tables.decisions.decide(game_id, replacing(Change("P2", DAN)), Decider(ANN))
    assert (await tables.handovers.accept(game_id, "P2", DAN, "Dan")).host == "P1"


async def test_an_offer_ends_by_its_time_or_by_whoever_may_withdraw_it_and_one_that_all_decided_stays(
    tables: Tables, clock: MovedClock
) -> None:
    game_id = (await three(tables)).id
    offer = replacing(Change("P2", DAN))

    async def offered() -> Table:
        for user_id in (ANN, EVE):
            table = (await tables.decisions.decide(game_id, offer, Decider(user_id, votes=True))).table
        assert table.offers["P2"].by is None
        return table

    await offered()
    assert "P2" in (await tables.handovers.stay(game_id, BOB)).offers
    with pytest.raises(NotAllowed):
        await tables.handovers.refuse(game_id, "P2", Actor(EVE))
    for actor in (Actor(ANN), Actor(99, manager=True), Actor(DAN)):
        assert not (await tables.handovers.refuse(game_id, "P2", actor)).offers
        await offered()
    clock.advance(OFFERED - timedelta(seconds=1))
    assert await tables.handovers.lapse(game_id, "P2") == clock.now() + timedelta(seconds=1)
    clock.advance(timedelta(seconds=1))
    assert await tables.handovers.lapse(game_id, "P2") is None
    assert not (await tables.look(game_id)).offers
