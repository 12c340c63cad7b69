"""Passing ahead: the pass comes later, like a person's. Undoing what cancelled it restores it, and its player is
told."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

from bot.automatic.passes import Passes
from bot.clock import Alarm, MovedClock
from bot.panels.passing import choice, told
from bot.tables import Table, Tables, transitions
from bot.tables.context import Context
from bot.tables.errors import WrongMoment
from bot.tables.history.news import of_table
from bot.tables.moments import Earlier
from bot.tables.planning.ahead import OWN_ANSWERS, Ahead
from bot.tables.planning.passing import like_a_person
from bot.tables.planning.planned import Wish
from bot.tables.side import from_side, to_side
from bot.tables.waiting.deadlines import Deadline
from bot.tables.waiting.timing import PASSES
from game.adepts.kit import KIT
from game.core.decisions import Decision
from game.core.layout import Button, Place, Style
from game.core.words import ATTACK, NOTHING, PHASE, TURN
from storage import Storage
from tests.bot.acting import events_since

from .tables import ANN, BOB, adepts, begun, mover, play_first, play_until

DELAY = timedelta(seconds=7)


@pytest.fixture
def tables(store: Storage, clock: MovedClock) -> Tables:
    return Tables(store, clock=clock, seed="tables", delay=lambda *_: DELAY)


async def casting(tables: Tables, *, ahead: bool = True, **options: Any) -> Table:
    """Return a casting step, in which the player asked second passes ahead unless `ahead` is False."""
    table = await play_until(tables, await begun(tables, **options), "cast")
    return await tables.moves.pass_ahead(table.id, other(table), ATTACK) if ahead else table


def other(table: Table) -> int:
    """Return the user who is not asked."""
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


def test_what_is_passed_ahead_is_marked_and_said_with_how_long_a_pass_takes_where_that_would_tell() -> None:
    words = KIT.words
    for kind in words.passes:
        wished, fresh = (
            [each for each in choice(words, Place("abcdefgh"), *given).controls if isinstance(each, Button)]
            for given in ((Ahead(kind), ()), (None, (kind,)))
        )
        marked = [each.label for each in wished if each.style is Style.PRIMARY]
        assert marked == [words.passes[kind].label], "though there is nothing left to pass"
        assert (wished[-1].label, fresh[-1].label) == ("Stop passing ahead", "Back")
        assert ("such a pass takes as long as you do" in told(words, Ahead(kind))) == (kind == NOTHING)


async def test_until_the_moment_has_come_it_is_as_if_a_person_were_asked(tables: Tables, clock: MovedClock) -> None:
    """Until then the table waits for the same seat, and whoever passed before can take that back; afterwards neither
    holds."""
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
    before = (secret.public, secret.waiting, events_since(secret.context, None))
    plain = await tables.moves.pass_ahead(secret.id, other(secret), None)
    assert (plain.public, plain.waiting, events_since(plain.context, None)) == before


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
    """It survives a restart, and whatever others do meanwhile that does not ask anew."""
    table = await played(tables, await casting(tables), "pass")
    due = dict(table.context.due)
    assert [datetime.fromisoformat(moment) for moment in due.values()] == [clock.now() + DELAY]
    clock.advance(timedelta(seconds=2))
    assert (await tables.moves.pass_ahead(table.id, other(table), ATTACK)).context.due == due
    assert (await Tables(store, clock=clock).look(table.id)).context.due == due


async def test_one_who_is_asked_may_choose_to_pass_ahead_and_not_to(tables: Tables, clock: MovedClock) -> None:
    table = await casting(tables, ahead=False)
    _, user, _ = mover(table)
    table = await tables.moves.pass_ahead(table.id, user, ATTACK)
    assert table.context.due
    table = await tables.moves.pass_ahead(table.id, user, None)
    assert not table.context.due
    clock.advance(DELAY)
    assert (await passed(tables, table)).sequence == table.sequence


async def test_pass_ahead_passes_until_something_is_cast(tables: Tables, clock: MovedClock) -> None:
    table = await casting(tables, ahead=False, spells="battlefield")
    seat, user, _ = mover(table)
    table = await tables.moves.pass_ahead(table.id, user, ATTACK)
    passes = 0
    for _ in range(300):
        if table.context.due:
            clock.advance(DELAY)
            table, passes = await passed(tables, table), passes + 1
            continue
        now, _, _ = mover(table)
        legal = table.playing.legal(now)
        assert (now, table.playing.kind(now)) != (seat, "cast")
        attack = table.kit.against(table.playing.pending[now], legal[0], (), seat)
        keeps = table.playing.kind(now) in ("assign", "research")
        pick = 0 if keeps or "pass" not in legal or (passes > 2 and attack) else legal.index("pass")
        table = await play_first(tables, table, pick=pick)
        if not table.context.ahead:
            break
    assert passes > 2
    caster, spell = table.context.ended[seat]
    assert caster != seat
    assert spell in adepts(table).spells


async def castable(tables: Tables) -> Table:
    """Play until somebody can attack all others; the other player passes ahead."""
    table = await casting(tables, ahead=False, spells="battlefield")
    for _ in range(300):
        seat, _, _ = mover(table)
        if table.kit.against(table.playing.pending[seat], table.playing.legal(seat)[0], (), ""):
            return await tables.moves.pass_ahead(table.id, other(table), ATTACK)
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


async def test_what_a_choice_has_brought_to_its_end_goes_on_when_it_is_taken_back(tables: Tables) -> None:
    """Whoever passes for the turn still does if the choice that ended the turn is undone."""
    table = await begun(tables, game="harrowing")
    turn = table.turn
    while not table.context.undo_seat or table.turn == turn:
        turn, waiting, legal = table.turn, other(table), table.playing.legal(mover(table)[0])
        async with tables.cache.hold(table.id) as held:  # as if Vigil were in force
            wish = Ahead(TURN, held.playing.place)
            table = await transitions.keep(tables.cache, held, held.context.passing(held.seat_of(waiting).seat, wish))
        wanted = table.context.ahead
        table = await played(tables, table, "pass" if "pass" in legal else legal[0])
    assert not table.context.ahead
    tables.cache.clear()
    table = (await tables.moves.undo(table.id, BOB if waiting == ANN else ANN)).table
    assert (table.turn, table.context.ahead) == (turn, wanted)


async def test_what_somebody_chose_after_the_cast_stays_so_when_it_is_taken_back(tables: Tables) -> None:
    table = await castable(tables)
    seat, user, _ = mover(table)
    waiting = other(table)
    table = await played(tables, table, table.playing.legal(seat)[0])
    await tables.moves.pass_ahead(table.id, waiting, ATTACK)
    await tables.moves.pass_ahead(table.id, waiting, None)
    table = (await tables.moves.undo(table.id, user)).table
    assert not table.context.ahead


async def test_who_wants_to_pass_nothing_after_the_cast_does_not_when_it_is_taken_back(tables: Tables) -> None:
    """Although the wish had been cancelled by the cast, the player has withdrawn it since."""
    table = await castable(tables)
    seat, user, _ = mover(table)
    waiting = other(table)
    table = await played(tables, table, table.playing.legal(seat)[0])
    assert not table.context.ahead
    await tables.moves.pass_ahead(table.id, waiting, None)
    table = (await tables.moves.undo(table.id, user)).table
    assert not table.context.ahead


async def test_whoever_takes_another_choice_back_still_passes_ahead(tables: Tables) -> None:
    table = await begun(tables)
    seat, user, _ = mover(table)
    table = await played(tables, table, table.playing.legal(seat)[0])
    table = await tables.moves.pass_ahead(table.id, user, ATTACK)
    wish = table.context.ahead[seat]
    outcome = await tables.moves.undo(table.id, user)
    assert outcome.table.playing.kind(seat) == "assign"
    assert (outcome.table.context.ahead, outcome.said) == ({seat: wish}, "")


async def test_whoever_takes_back_a_pass_passes_ahead_no_longer_and_is_told(tables: Tables) -> None:
    table = await casting(tables, ahead=False)
    _, user, _ = mover(table)
    table = await played(tables, table, "pass")
    table = await tables.moves.pass_ahead(table.id, user, ATTACK)
    outcome = await tables.moves.undo(table.id, user)
    assert (outcome.table.context.ahead, outcome.table.context.due) == ({}, {})
    assert outcome.said == "-# You no longer pass ahead, since you have taken a choice back."


async def test_whoever_takes_back_a_pass_where_something_can_be_cast_still_passes_where_nothing_can(
    tables: Tables,
) -> None:
    """The question that is asked again is not one that this wish passes."""
    table = await castable(tables)
    seat, user, _ = mover(table)
    table = await tables.moves.pass_ahead((await played(tables, table, "pass")).id, user, NOTHING)
    wish = table.context.ahead[seat]
    outcome = await tables.moves.undo(table.id, user)
    assert len(outcome.table.playing.legal(seat)) > 1
    assert (outcome.table.context.ahead.get(seat), outcome.said) == (wish, "")


async def test_whoever_takes_a_seat_over_does_not_pass_ahead(tables: Tables) -> None:
    table = await casting(tables)
    left = other(table)
    await tables.moves.pass_ahead(table.id, left, ATTACK)
    table = await tables.handovers.leave(table.id, left)
    assert not table.context.ahead
    table = await played(tables, table, "pass")
    assert not table.context.due


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
    with closing(sqlite3.connect(str(store.place))) as raw, raw:
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


def drawn(pace: str, answers: Sequence[float], times: int = 600) -> list[float]:
    rng = Random(f"{pace} {len(answers)}")
    return [like_a_person(pace, answers, rng=rng).total_seconds() for _ in range(times)]


MOST = {"live": 90, "none": 600, "day": 1800, "three-days": 3600}


@pytest.mark.parametrize("pace", MOST)
@pytest.mark.parametrize("answers", [(), (0.5,) * 40, (3.001,) * 40, (12.0,) * 5, (9 * 3600.0,) * 40])
def test_no_delay_is_likelier_than_those_near_it(pace: str, answers: Sequence[float]) -> None:
    """No delay is at a bound, none comes twice, none is shorter than a computer player's, and none takes hours."""
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
    """Only answers after another player's move count, not automatic passes; they are kept across a restart."""
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
    asked = list[tuple[str, Sequence[float], bool]]()

    def delay(pace: str, answers: Sequence[float], depends: bool) -> timedelta:
        asked.append((pace, answers, depends))
        return DELAY

    tables = Tables(store, clock=clock, seed="tables", delay=delay)
    table = await play_until(tables, await begun(tables, pace="day"), "cast")
    table = await tables.moves.pass_ahead(table.id, other(table), ATTACK)
    table = await played(tables, table, "pass")
    [passing] = table.context.due
    assert asked == [("day", table.context.answers.get(passing, ()), False)]


OLD = {"P1": 0, "P2": 3}


def test_what_former_versions_stored_goes_on() -> None:
    """They stored the turn after which it ends, or 0 for never."""
    context = from_side({"ahead": OLD, "undo_seat": "P1", "undo": [[4, {}, OLD]]})
    kept = {"P1": Ahead(ATTACK), "P2": Ahead(TURN, "3")}
    assert context.ahead == context.undo[0].ended == kept
    assert from_side(to_side(context)).ahead == kept
    assert from_side(to_side(context)).undo_seat == context.undo_seat == "P1"


def test_what_a_computer_player_ended_comes_back_with_the_choice_before_it() -> None:
    """Undoing a choice also undoes a computer player's attack after it: others pass ahead, and plan, as before."""
    ahead, plan = {"P2": Ahead(ATTACK)}, {"P3": ((Wish("ruby.1x2", 0),),)}
    context = Context().undoable(Earlier(1, {}, seat="P1"))
    context = context.undone_together(Earlier(2, {}, ended=ahead)).undone_together(Earlier(3, {}, plans=plan)).back(1)
    assert (context.ahead, context.plans) == (ahead, plan)


def test_what_a_computer_player_ended_of_the_one_who_goes_back_comes_back_too() -> None:
    """The attack is undone together with their own choice before it."""
    ahead, plan = {"P1": Ahead(ATTACK)}, {"P1": ((Wish("ruby.1x2", 0),),)}
    context = Context(unplanned={"P1": ("P2", "3B")}).undoable(Earlier(1, {}, seat="P1"))
    context = context.undone_together(Earlier(2, {}, ended=ahead, plans=plan)).back(1)
    assert (context.ahead, context.plans, context.unplanned) == (ahead, plan, {})


async def test_each_kind_passes_what_it_says_and_no_more(tables: Tables, clock: MovedClock) -> None:
    """Whoever passes ahead for a phase is asked in the next phase, and so on."""
    for channel, kind in enumerate((PHASE, TURN), 40):
        table = await play_until(tables, await begun(tables, channel=channel), "cast")
        turn, phase = table.turn, table.public["phase"]
        seat, user, _ = mover(table)
        table = await tables.moves.pass_ahead(table.id, user, kind)
        asked = list[tuple[int, str]]()
        while table.turn <= turn + 1 and len(asked) < 2:
            if table.context.due:
                clock.advance(DELAY)
                table = await passed(tables, table)
                continue
            now, _, _ = mover(table)
            if now == seat and table.playing.kind(now) == "cast":
                asked.append((table.turn - turn, table.public["phase"]))
            legal = table.playing.legal(now)
            keeps = table.playing.kind(now) in ("assign", "research")
            table = await play_first(tables, table, pick=0 if keeps or "pass" not in legal else legal.index("pass"))
        later, where = asked[0]
        assert (later, where != phase) == ((0, True) if kind == PHASE else (1, False))
        assert not table.context.ahead


def test_what_is_not_offered_would_have_passed_nothing() -> None:
    """In whole random games: once passing for a phase or turn was not offered to a seat, it is not asked to cast there
    again; and it is not offered during most of each turn."""
    rng, offered, refused = Random(4), 0, 0
    for players in (2, 3):
        game = KIT.new(players, KIT.checked({}), f"passable {players}")
        closed = set[tuple[str, str, str]]()
        while not game.over:
            for seat in game.seats:
                kinds = KIT.passable(game.view(seat), seat)
                turn = game.place.partition(".")[0]
                for kind, place in ((PHASE, game.place), (TURN, turn)):
                    if kind in kinds:
                        offered += 1
                        assert (kind, seat, place) not in closed
                    else:
                        refused += 1
                        closed.add((kind, seat, place))
                if game.kind(seat) == "cast":
                    assert {PHASE, TURN, ATTACK, NOTHING} == {*kinds}
            seat = rng.choice(list(game.asked))
            game.play(seat, rng.choice(list(game.legal(seat))))
        assert all(not KIT.passable(game.view(seat), seat) for seat in game.seats)
    assert min(offered, refused) > 300


async def test_a_phase_in_which_one_has_been_asked_is_not_offered(tables: Tables) -> None:
    """Nor is it accepted from an older button."""
    table = await casting(tables, ahead=False)
    seat, user, _ = mover(table)
    assert PHASE in table.kit.passable(table.view(seat), seat)
    table = await play_first(tables, table, pick=-1)
    assert table.public["step"] == "cast"
    assert PHASE not in table.kit.passable(table.view(seat), seat)
    assert TURN in table.kit.passable(table.view(seat), seat)
    with pytest.raises(WrongMoment, match="nothing left"):
        await tables.moves.pass_ahead(table.id, user, PHASE)
    assert PHASE in table.kit.passable(table.view(mover(table)[0]), mover(table)[0])
    table = await play_until(tables, table, "assign")
    assert table.public["step"] == "assign"
    for each in table.names:
        assert PHASE not in table.kit.passable(table.view(each), each)


async def only_able_to_pass(tables: Tables, answers: int) -> Table:
    """Make somebody, who can only pass, pass ahead wherever nothing can be cast; so many of their answer times are
    known."""
    table = await casting(tables, ahead=False)
    while table.playing.legal(mover(table)[0]) != ("pass",) or table.playing.kind(mover(table)[0]) != "cast":
        table = await play_first(tables, table, pick=-1 if table.playing.kind(mover(table)[0]) == "cast" else 0)
    seat, user, _ = mover(table)
    table = replace(table, context=replace(table.context, answers={seat: (60.0,) * answers}))
    tables.cache.put(table)
    return await tables.moves.pass_ahead(table.id, user, NOTHING)


async def test_who_passes_where_nothing_can_be_cast_is_asked_where_something_can(tables: Tables) -> None:
    table = await only_able_to_pass(tables, OWN_ANSWERS)
    assert table.context.due
    seat = mover(table)[0]
    state = table.playing.to_dict()
    spell = next(each for each in state["library"] if each.startswith(("11", "12", "13", "14", "15")))
    state["players"][seat]["hand"].append(spell)
    state["players"][seat]["hand_size"] += 1
    state["library"].remove(spell)
    state["players"][seat]["battery"] = dict.fromkeys(state["players"][seat]["battery"], 4)
    game = table.kit.restore(state)
    decision = game.pending[seat]
    wish = table.context.ahead[seat]
    if len(decision.tokens) > 1:
        assert not wish.passes(decision, OWN_ANSWERS, True)
    assert wish.passes(table.playing.pending[seat], OWN_ANSWERS, True)


async def test_it_does_not_begin_before_enough_is_known_of_how_long_the_person_takes(tables: Tables) -> None:
    assert not (await only_able_to_pass(tables, OWN_ANSWERS - 1)).context.due


async def test_its_delay_is_drawn_from_all_of_the_own_answers(store: Storage, clock: MovedClock) -> None:
    asked = list[bool]()

    def delay(_: str, __: Sequence[float], depends: bool) -> timedelta:
        asked.append(depends)
        return DELAY

    await only_able_to_pass(Tables(store, clock=clock, seed="tables", delay=delay), OWN_ANSWERS)
    assert asked == [True]


async def test_an_attack_does_not_end_what_passes_only_where_nothing_else_can_be_done(tables: Tables) -> None:
    table = await castable(tables)
    seat, _, _ = mover(table)
    table = await tables.moves.pass_ahead(table.id, other(table), NOTHING)
    table = await played(tables, table, table.playing.legal(seat)[0])
    assert len(table.context.ahead) == 1


async def test_who_is_not_there_does_not_tell_by_passes_that_nothing_could_be_cast(
    tables: Tables, clock: MovedClock
) -> None:
    """When somebody absent has choices, their time runs out; so it must run out too when they can only pass."""
    table = await only_able_to_pass(tables, OWN_ANSWERS)
    seat, user, number = mover(table)
    tables.cache.put(replace(table, deadlines={seat: Deadline(clock.now())}))
    await tables.moves.play_late(table.id, seat, number, ("pass",))
    table = await tables.look(table.id)
    assert any(of_table(event) for event in events_since(table.context, None))
    assert table.context.missed == {seat: 1}
    wish = table.context.ahead[seat]
    only = Decision(seat, "cast", ("pass",), "", {}, "", ahead=True)
    assert not wish.passes(only, OWN_ANSWERS, not table.context.missed.get(seat))
    assert wish.passes(only, OWN_ANSWERS, True)
    assert table.seat_of(user).seat == seat
