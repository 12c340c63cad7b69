"""Passing ahead: the pass comes later, like a person's; what ends it is undone with what ended it, and is told."""

from __future__ import annotations

import sqlite3
from bisect import bisect
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime, timedelta
from random import Random

import pytest

from bot.automatic.passes import Passes
from bot.clock import Alarm, MovedClock
from bot.tables import Table, Tables
from bot.tables.errors import WrongMoment
from bot.tables.passing import like_a_person
from bot.tables.timing import PASSES
from storage import Storage

from .tables import ANN, BOB, begun, mover, play_first, play_until

DELAY = timedelta(seconds=7)


@pytest.fixture
def tables(store: Storage, clock: MovedClock) -> Tables:
    return Tables(store, clock=clock, seed="tables", delay=lambda *_: DELAY)


async def casting(tables: Tables, *, ahead: bool = True) -> Table:
    """A casting step in which the second one to be asked passes ahead."""
    table = await play_until(tables, await begun(tables), "cast")
    return await tables.moves.pass_ahead(table.id, other(table), True) if ahead else table


def other(table: Table) -> int:
    """The user who is not asked."""
    return BOB if mover(table)[1] == ANN else ANN


async def passed(tables: Tables, table: Table) -> Table:
    for seat in table.context.due:
        await tables.moves.pass_due(table.id, seat)
    return await tables.look(table.id)


def alarm_of(tables: Tables, store: Storage, clock: MovedClock) -> Alarm:
    alarm = Alarm(store, clock)
    alarm.on(PASSES, Passes(tables))
    tables.listen(alarm.poke)
    return alarm


async def played(tables: Tables, table: Table, token: str) -> Table:
    _, user, number = mover(table)
    return (await tables.moves.play(table.id, user, token, question=number)).table


async def test_until_the_moment_has_come_it_is_as_if_a_person_were_asked(tables: Tables, clock: MovedClock) -> None:
    """The same is waited for, and whoever passed before can still take that back; then neither is so."""
    table = await casting(tables)
    seat, user, _ = mover(table)
    table = await played(tables, table, "pass")
    asked, _, _ = mover(table)
    assert (table.playing.kind(asked), list(table.waiting)) == ("cast", [asked])
    assert table.can_undo(seat)
    clock.advance(DELAY - timedelta(seconds=1))
    assert (await passed(tables, table)).sequence == table.sequence
    clock.advance(timedelta(seconds=1))
    sequence = table.sequence
    table = await passed(tables, table)
    assert table.sequence == sequence + 1
    with pytest.raises(WrongMoment):
        await tables.moves.undo(table.id, user)


async def test_nothing_that_others_see_tells_that_a_seat_passes_ahead(tables: Tables) -> None:
    secret = await casting(tables)
    before = (secret.public, secret.waiting, secret.context.events_since(None))
    plain = await tables.moves.pass_ahead(secret.id, other(secret), False)
    assert (plain.public, plain.waiting, plain.context.events_since(None)) == before


async def test_whoever_undoes_before_it_draws_the_delay_anew(store: Storage, clock: MovedClock) -> None:
    delays = iter([timedelta(seconds=9), timedelta(seconds=3)])
    tables = Tables(store, clock=clock, seed="tables", delay=lambda *_: next(delays))
    table = await casting(tables)
    _, user, _ = mover(table)
    table = await played(tables, table, "pass")
    table = (await tables.moves.undo(table.id, user)).table
    assert not table.context.due
    table = await played(tables, table, "pass")
    clock.advance(timedelta(seconds=3))
    assert (await passed(tables, table)).sequence == table.sequence + 1


async def test_the_moment_is_stored_and_kept(tables: Tables, store: Storage, clock: MovedClock) -> None:
    """By another start of the bot, and by what others do meanwhile that asks nothing new."""
    table = await played(tables, await casting(tables), "pass")
    due = dict(table.context.due)
    assert [datetime.fromisoformat(moment) for moment in due.values()] == [clock.now() + DELAY]
    clock.advance(timedelta(seconds=2))
    assert (await tables.moves.pass_ahead(table.id, other(table), True)).context.due == due
    assert (await Tables(store, clock=clock).look(table.id)).context.due == due


async def test_one_who_is_asked_may_choose_to_pass_ahead_and_not_to(tables: Tables, clock: MovedClock) -> None:
    table = await casting(tables, ahead=False)
    _, user, _ = mover(table)
    table = await tables.moves.pass_ahead(table.id, user, True)
    assert table.context.due
    table = await tables.moves.pass_ahead(table.id, user, False)
    assert not table.context.due
    clock.advance(DELAY)
    assert (await passed(tables, table)).sequence == table.sequence


async def test_pass_ahead_passes_until_something_is_cast(tables: Tables, clock: MovedClock) -> None:
    table = await casting(tables, ahead=False)
    seat, user, _ = mover(table)
    table = await tables.moves.pass_ahead(table.id, user, True)
    passes = 0
    for _ in range(300):
        if table.context.due:
            clock.advance(DELAY)
            table, passes = await passed(tables, table), passes + 1
            continue
        now, _, _ = mover(table)
        legal = table.playing.legal(now)
        assert (now, table.playing.kind(now)) != (seat, "cast")
        table = await play_first(tables, table, pick=0 if passes > 2 or "pass" not in legal else legal.index("pass"))
        if not table.context.ahead:
            break
    assert passes > 2
    caster, spell = table.context.ended[seat]
    assert caster != seat
    assert spell in table.playing.spells


async def castable(tables: Tables) -> Table:
    """Somebody can cast a spell, and the other one passes ahead."""
    table = await casting(tables, ahead=False)
    for _ in range(300):
        seat, _, _ = mover(table)
        if table.playing.kind(seat) == "cast" and table.playing.legal(seat) != ("pass",):
            return await tables.moves.pass_ahead(table.id, other(table), True)
        legal = table.playing.legal(seat)
        keep = table.playing.kind(seat) in ("assign", "research")
        table = await play_first(tables, table, pick=0 if keep or "pass" not in legal else legal.index("pass"))
    raise AssertionError("nobody could ever cast")


async def test_what_a_cast_ends_comes_back_when_the_cast_is_taken_back(tables: Tables) -> None:
    table = await castable(tables)
    seat, user, _ = mover(table)
    ahead = table.context.ahead
    (passing,) = ahead
    spell = table.playing.legal(seat)[0]
    table = await played(tables, table, spell)
    assert not table.context.ahead
    assert table.context.ended == {passing: (seat, spell)}
    tables.cache.clear()
    table = (await tables.moves.undo(table.id, user)).table
    assert table.context.ahead == ahead
    assert not table.context.ended


async def test_what_somebody_chose_after_the_cast_stays_so_when_it_is_taken_back(tables: Tables) -> None:
    table = await castable(tables)
    seat, user, _ = mover(table)
    waiting = other(table)
    table = await played(tables, table, table.playing.legal(seat)[0])
    await tables.moves.pass_ahead(table.id, waiting, True)
    await tables.moves.pass_ahead(table.id, waiting, False)
    table = (await tables.moves.undo(table.id, user)).table
    assert not table.context.ahead


async def test_whoever_takes_a_seat_over_does_not_pass_ahead(tables: Tables) -> None:
    table = await casting(tables)
    left = other(table)
    await tables.moves.pass_ahead(table.id, left, True)
    table = await tables.hands.leave(table.id, left)
    assert not table.context.ahead
    table = await played(tables, table, "pass")
    assert not table.context.due


async def test_who_left_and_then_passes_ahead_is_back_with_that_pass_as_with_any(
    tables: Tables, clock: MovedClock
) -> None:
    table = await casting(tables)
    user = other(table)
    await tables.store.seats.set_left(
        table.id, table.seat_of(user).seat, True
    )  # as one could before seats changed hands
    tables.cache.clear()
    table = await tables.moves.pass_ahead(table.id, user, True)
    assert table.seat_of(user).left_at is not None
    table = await played(tables, table, "pass")
    clock.advance(DELAY)
    table = await passed(tables, table)
    assert table.seat_of(user).left_at is None


async def test_each_pass_is_made_when_the_clock_has_come_so_far(
    tables: Tables, store: Storage, clock: MovedClock
) -> None:
    alarm = alarm_of(tables, store, clock)
    await alarm.start()
    table = await played(tables, await casting(tables), "pass")
    await alarm.idle()
    assert (await tables.look(table.id)).sequence == table.sequence
    clock.advance(DELAY)
    await alarm.idle()
    assert (await tables.look(table.id)).sequence == table.sequence + 1
    await alarm.stop()


async def test_a_pass_whose_moment_cannot_be_read_any_more_has_another_drawn(
    tables: Tables, store: Storage, clock: MovedClock
) -> None:
    table = await played(tables, await casting(tables), "pass")
    with closing(sqlite3.connect(store.path)) as raw, raw:
        raw.execute("PRAGMA ignore_check_constraints = ON")
        raw.execute("UPDATE timers SET due_at = 'soon' WHERE kind = 'pass'")
    again = Tables(store, clock=clock, delay=lambda *_: DELAY)
    alarm = alarm_of(again, store, clock)
    await alarm.start()
    await alarm.idle()
    assert (await again.look(table.id)).sequence == table.sequence
    clock.advance(DELAY)
    await alarm.idle()
    assert (await again.look(table.id)).sequence == table.sequence + 1
    await alarm.stop()


async def test_a_pass_whose_moment_went_by_does_not_come_the_moment_the_bot_is_back(
    tables: Tables, store: Storage, clock: MovedClock
) -> None:
    table = await played(tables, await casting(tables), "pass")
    clock.advance(timedelta(hours=1))
    again = Tables(store, clock=clock, delay=lambda *_: DELAY)
    alarm = alarm_of(again, store, clock)
    await alarm.start()
    await alarm.idle()
    assert (await again.look(table.id)).sequence == table.sequence
    clock.advance(DELAY)
    await alarm.idle()
    assert (await again.look(table.id)).sequence == table.sequence + 1
    await alarm.stop()


def distance(these: Sequence[float], those: Sequence[float]) -> float:
    """Of Kolmogorov and Smirnov: how far the shares of two samples below any value differ at most."""
    here, there = sorted(these), sorted(those)
    return max(abs(bisect(here, at) / len(here) - bisect(there, at) / len(there)) for at in (*here, *there))


def drawn(pace: str, answers: Sequence[float], times: int = 600) -> list[float]:
    rng = Random(f"{pace} {len(answers)}")
    return [like_a_person(pace, answers, rng).total_seconds() for _ in range(times)]


@pytest.mark.parametrize(
    ("pace", "median", "spread"),
    [
        ("live", 5, 0.4),
        ("live", 20, 0.5),
        ("none", 60, 0.7),
        ("day", 40, 0.8),
        ("day", 600, 0.5),
        ("three-days", 1500, 0.4),
    ],
)
def test_automatic_passes_take_as_long_as_the_answers_of_that_person(pace: str, median: float, spread: float) -> None:
    """By its own answers at that table: nobody could tell the two apart by some dozens of either."""
    rng = Random(f"{pace} {median}")
    own = [median * rng.lognormvariate(0, spread) for _ in range(200)]
    soon = [seconds for seconds in own if 3 < seconds < MOST[pace]]
    assert distance(drawn(pace, own[:40]), soon) < 0.25
    assert distance(drawn(pace, ()), soon) > 0.25  # so it could fail


MOST = {"live": 90, "none": 600, "day": 1800, "three-days": 3600}


@pytest.mark.parametrize("pace", MOST)
@pytest.mark.parametrize("answers", [(), (0.5,) * 40, (3.001,) * 40, (12.0,) * 5, (9 * 3600.0,) * 40])
def test_no_delay_is_likelier_than_those_near_it(pace: str, answers: Sequence[float]) -> None:
    """None is at a bound, none comes twice, none is shorter than a computer player takes, and none takes hours."""
    delays = drawn(pace, answers)
    assert min(delays) > 3
    assert max(delays) < MOST[pace]
    assert len(set(delays)) == len(delays)
    assert all(sum(abs(each - at) < 0.01 for each in delays) < len(delays) / 20 for at in (3, MOST[pace]))


def test_those_who_play_slowly_are_slow_where_nothing_is_known_of_them() -> None:
    middle = {pace: sorted(drawn(pace, ()))[300] for pace in MOST}
    assert middle["live"] < middle["none"] < middle["day"] < middle["three-days"]
    assert 6 < middle["live"] < 10.5
    assert middle["day"] > 60


async def test_how_long_a_person_takes_is_known_from_what_they_answered_themselves(
    tables: Tables, clock: MovedClock
) -> None:
    """When somebody else had moved before; not from what passed by itself, and still after a restart."""
    table = await casting(tables)
    seat, _, _ = mover(table)
    clock.advance(timedelta(seconds=55))
    before = len(table.context.answers.get(seat, ()))
    follows = max(table.context.acted, key=lambda each: table.context.acted[each]) == seat
    table = await played(tables, table, "pass")
    assert table.context.answers.get(seat, ())[before:] == (() if follows else (55.0,))
    passing, _, _ = mover(table)
    before = len(table.context.answers.get(passing, ()))
    clock.advance(DELAY)
    table = await passed(tables, table)
    assert len(table.context.answers.get(passing, ())) == before
    known = table.context.answers
    assert any(known.values())
    tables.cache.clear()
    assert (await tables.look(table.id)).context.answers == known


async def test_the_delay_is_asked_for_with_the_pace_and_the_answers_of_who_passes(
    store: Storage, clock: MovedClock
) -> None:
    asked = []

    def delay(pace: str, answers: Sequence[float]) -> timedelta:
        asked.append((pace, answers))
        return DELAY

    tables = Tables(store, clock=clock, seed="tables", delay=delay)
    table = await play_until(tables, await begun(tables, pace="day"), "cast")
    table = await tables.moves.pass_ahead(table.id, other(table), True)
    table = await played(tables, table, "pass")
    [passing] = table.context.due
    assert asked == [("day", table.context.answers.get(passing, ()))]
