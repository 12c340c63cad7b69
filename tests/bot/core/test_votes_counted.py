"""Whose votes count, how long, and what they decide, at tables on storage alone."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.clock import MovedClock
from bot.tables import Table, Tables
from bot.tables.checks import Actor
from bot.tables.decisions import Decider
from bot.tables.errors import WrongMoment
from bot.tables.votes import LAPSES
from storage.topics import PAUSE, Change, replacing

from .tables import ANN, BOB, CHANNEL, EVE, mover, play_until, three

DAN, CY = 14, 15


async def four(tables: Tables) -> Table:
    table = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=CHANNEL, options={})
    for user_id in (BOB, EVE, DAN):
        await tables.lobby.join(table.id, user_id, f"Player {user_id}")
    return await tables.lobby.start(table.id, Actor(ANN))


async def test_the_host_and_whose_seat_it_is_decide_together_and_no_other_two_of_four(tables: Tables) -> None:
    """It counts as a vote, so nobody is said to have decided it alone."""
    table, offer = await four(tables), replacing(Change("P2", CY))
    await tables.decisions.decide(table.id, offer, Decider(EVE))
    assert not await tables.decisions.suffices(table, offer, Decider(ANN))
    assert not await tables.decisions.suffices(table, offer, Decider(BOB))
    await tables.decisions.decide(table.id, offer, Decider(BOB))
    await tables.votes.withdraw(table.id, EVE, offer)
    assert await tables.decisions.suffices(table, offer, Decider(ANN))
    decided = await tables.decisions.decide(table.id, offer, Decider(ANN))
    assert (decided.vote, decided.table.offers["P2"].by) == (None, None)


async def test_a_vote_counts_for_less_than_a_day_and_the_last_that_is_for_it_keeps_it_open(
    tables: Tables, clock: MovedClock
) -> None:
    table = await four(tables)
    for user_id, favours in ((BOB, True), (EVE, True), (DAN, False)):
        await tables.votes.cast(table, user_id, PAUSE, favours=favours)
        clock.advance(timedelta(hours=1))
    began = clock.now() - timedelta(hours=3)
    vote = await tables.votes.counted(table, PAUSE)
    assert (vote.yes, vote.no, vote.people) == ((BOB, EVE), (DAN,), 4)
    assert (vote.until, vote.lapses) == (began + LAPSES, began + LAPSES + timedelta(hours=1))
    clock.advance(LAPSES - timedelta(hours=3, seconds=1))
    assert (await tables.votes.counted(table, PAUSE)).yes == (BOB, EVE)
    clock.advance(timedelta(seconds=1))
    assert (await tables.votes.counted(table, PAUSE)).yes == (EVE,)


async def test_who_keeps_all_waiting_for_a_day_has_no_vote_on_their_own_seat_and_one_on_any_other(
    tables: Tables, clock: MovedClock
) -> None:
    table = await play_until(tables, await three(tables), "assign")
    seat, user_id, _ = mover(table)
    other = next(each for each in ("P1", "P2", "P3") if each != seat)
    own, theirs = replacing(Change(seat, None)), replacing(Change(other, None))
    clock.advance(timedelta(hours=12))
    for about in (own, theirs):
        await tables.votes.cast(table, user_id, about)
        vote = await tables.votes.counted(table, about)
        assert (vote.yes, vote.people) == ((user_id,), 3)
    clock.advance(timedelta(hours=12))
    votes = [await tables.votes.counted(table, about) for about in (own, theirs)]
    assert [(vote.yes, vote.people) for vote in votes] == [((), 2), ((user_id,), 3)]
    with pytest.raises(WrongMoment, match="about your own seat"):
        await tables.decisions.decide(table.id, own, Decider(user_id, votes=True))
