"""Passing ahead: the pass comes later, like a person's; what ends it is undone with what ended it, and is told."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from bot.passes import Passes
from bot.tables import Live, Tables
from bot.tables.errors import WrongMoment
from bot.tables.passing import like_a_person
from storage import Storage

from .test_tables import ANN, BOB, Clock, begun, clock, mover, play_first, play_until, store

__all__ = ["clock", "store"]
DELAY = timedelta(seconds=7)


@pytest.fixture
def tables(store: Storage, clock: Clock) -> Tables:
    return Tables(store, now=clock, seed="tables", delay=lambda: DELAY)


async def casting(tables: Tables, *, ahead: bool = True) -> Live:
    """A casting step in which the second one to be asked passes ahead."""
    live = await play_until(tables, await begun(tables), "cast")
    return await tables.moves.pass_ahead(live.id, other(live), True) if ahead else live


def other(live: Live) -> int:
    """The user who is not asked."""
    return BOB if mover(live)[1] == ANN else ANN


async def passed(tables: Tables, live: Live) -> Live:
    await tables.moves.pass_due(live.id)
    return await tables.look(live.id)


async def played(tables: Tables, live: Live, token: str) -> Live:
    _, user, number = mover(live)
    return (await tables.moves.play(live.id, user, token, question=number)).live


async def test_until_the_moment_has_come_it_is_as_if_a_person_were_asked(tables: Tables, clock: Clock) -> None:
    """The same is waited for, and whoever passed before can still take that back; then neither is so."""
    live = await casting(tables)
    seat, user, _ = mover(live)
    live = await played(tables, live, "pass")
    asked, _, _ = mover(live)
    assert (live.playing.kind(asked), list(live.waiting)) == ("cast", [asked])
    assert live.can_undo(seat)
    clock.now += DELAY - timedelta(seconds=1)
    assert (await passed(tables, live)).sequence == live.sequence
    clock.now += timedelta(seconds=1)
    sequence = live.sequence
    live = await passed(tables, live)
    assert live.sequence == sequence + 1
    with pytest.raises(WrongMoment):
        await tables.moves.undo(live.id, user)


async def test_nothing_that_others_see_tells_that_a_seat_passes_ahead(tables: Tables) -> None:
    secret = await casting(tables)
    before = (secret.public, secret.waiting, secret.side.events_since(None))
    plain = await tables.moves.pass_ahead(secret.id, other(secret), False)
    assert (plain.public, plain.waiting, plain.side.events_since(None)) == before


async def test_whoever_undoes_before_it_draws_the_delay_anew(store: Storage, clock: Clock) -> None:
    delays = iter([timedelta(seconds=9), timedelta(seconds=3)])
    tables = Tables(store, now=clock, seed="tables", delay=lambda: next(delays))
    live = await casting(tables)
    _, user, _ = mover(live)
    live = await played(tables, live, "pass")
    live = (await tables.moves.undo(live.id, user)).live
    assert not live.side.due
    live = await played(tables, live, "pass")
    clock.now += timedelta(seconds=3)
    assert (await passed(tables, live)).sequence == live.sequence + 1


async def test_the_moment_is_stored_and_kept(tables: Tables, store: Storage, clock: Clock) -> None:
    """By another start of the bot, and by what others do meanwhile that asks nothing new."""
    live = await played(tables, await casting(tables), "pass")
    due = dict(live.side.due)
    assert [datetime.fromisoformat(moment) for moment in due.values()] == [clock.now + DELAY]
    clock.now += timedelta(seconds=2)
    assert (await tables.moves.pass_ahead(live.id, other(live), True)).side.due == due
    assert (await Tables(store, now=clock).look(live.id)).side.due == due


async def test_one_who_is_asked_may_choose_to_pass_ahead_and_not_to(tables: Tables, clock: Clock) -> None:
    live = await casting(tables, ahead=False)
    _, user, _ = mover(live)
    live = await tables.moves.pass_ahead(live.id, user, True)
    assert live.side.due
    live = await tables.moves.pass_ahead(live.id, user, False)
    assert not live.side.due
    clock.now += DELAY
    assert (await passed(tables, live)).sequence == live.sequence


async def test_pass_ahead_passes_until_something_is_cast(tables: Tables, clock: Clock) -> None:
    live = await casting(tables, ahead=False)
    seat, user, _ = mover(live)
    live = await tables.moves.pass_ahead(live.id, user, True)
    passes = 0
    for _ in range(300):
        if live.side.due:
            clock.now += DELAY
            live, passes = await passed(tables, live), passes + 1
            continue
        now, _, _ = mover(live)
        legal = live.playing.legal(now)
        assert (now, live.playing.kind(now)) != (seat, "cast")
        live = await play_first(tables, live, pick=0 if passes > 2 or "pass" not in legal else legal.index("pass"))
        if not live.side.ahead:
            break
    assert passes > 2
    caster, spell = live.side.ended[seat]
    assert caster != seat
    assert spell in live.playing.spells


async def castable(tables: Tables) -> Live:
    """Somebody can cast a spell, and the other one passes ahead."""
    live = await casting(tables, ahead=False)
    for _ in range(300):
        seat, _, _ = mover(live)
        if live.playing.kind(seat) == "cast" and live.playing.legal(seat) != ("pass",):
            return await tables.moves.pass_ahead(live.id, other(live), True)
        legal = live.playing.legal(seat)
        keep = live.playing.kind(seat) in ("assign", "research")
        live = await play_first(tables, live, pick=0 if keep or "pass" not in legal else legal.index("pass"))
    raise AssertionError("nobody could ever cast")


async def test_what_a_cast_ends_comes_back_when_the_cast_is_taken_back(tables: Tables) -> None:
    live = await castable(tables)
    seat, user, _ = mover(live)
    ahead = live.side.ahead
    (passing,) = ahead
    spell = live.playing.legal(seat)[0]
    live = await played(tables, live, spell)
    assert not live.side.ahead
    assert live.side.ended == {passing: (seat, spell)}
    tables.shelf.clear()
    live = (await tables.moves.undo(live.id, user)).live
    assert live.side.ahead == ahead
    assert not live.side.ended


async def test_what_somebody_chose_after_the_cast_stays_so_when_it_is_taken_back(tables: Tables) -> None:
    live = await castable(tables)
    seat, user, _ = mover(live)
    waiting = other(live)
    live = await played(tables, live, live.playing.legal(seat)[0])
    await tables.moves.pass_ahead(live.id, waiting, True)
    await tables.moves.pass_ahead(live.id, waiting, False)
    live = (await tables.moves.undo(live.id, user)).live
    assert not live.side.ahead


async def test_the_game_waits_at_the_seat_of_one_who_left(tables: Tables) -> None:
    """Passes of somebody who is never called would be known as automatic."""
    live = await casting(tables)
    left = other(live)
    await tables.lobby.leave(live.id, left)
    live = await played(tables, await tables.look(live.id), "pass")
    assert not live.side.due


async def test_who_left_and_then_passes_ahead_is_back_with_that_pass_as_with_any(tables: Tables, clock: Clock) -> None:
    live = await casting(tables)
    user = other(live)
    await tables.lobby.leave(live.id, user)
    live = await tables.moves.pass_ahead(live.id, user, True)
    assert live.seat_of(user).left_at is not None
    live = await played(tables, live, "pass")
    clock.now += DELAY
    live = await passed(tables, live)
    assert live.seat_of(user).left_at is None


async def test_each_pass_is_made_when_the_clock_has_come_so_far(tables: Tables, clock: Clock) -> None:
    passes = Passes(tables)
    live = await played(tables, await casting(tables), "pass")
    await passes.idle()
    assert (await tables.look(live.id)).sequence == live.sequence
    clock.now += DELAY
    passes.poke(live.id)
    await passes.idle()
    assert (await tables.look(live.id)).sequence == live.sequence + 1
    await passes.stop()


async def test_a_pass_whose_moment_went_by_does_not_come_the_moment_the_bot_is_back(
    tables: Tables, store: Storage, clock: Clock
) -> None:
    live = await played(tables, await casting(tables), "pass")
    clock.now += timedelta(hours=1)
    again = Tables(store, now=clock, delay=lambda: DELAY)
    passes = Passes(again)
    await passes.start()
    await passes.idle()
    assert (await again.look(live.id)).sequence == live.sequence
    clock.now += DELAY
    passes.poke(live.id)
    await passes.idle()
    assert (await again.look(live.id)).sequence == live.sequence + 1
    await passes.stop()


def test_a_pass_takes_as_long_as_people_do_and_longer_than_a_computer_player() -> None:
    drawn = sorted(like_a_person().total_seconds() for _ in range(2000))
    assert drawn[0] >= 3
    assert drawn[-1] <= 60
    assert 6 < drawn[1000] < 10.5
    assert len(set(drawn)) > 1500
