"""Timing reveals nothing: automatic answers take as long as the same person's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import NamedTuple

import pytest

from bot.clock import MovedClock
from bot.tables import Tables
from bot.tables.context import Context
from bot.tables.planning import passing
from bot.tables.planning.ahead import OWN_ANSWERS
from bot.tables.planning.passing import FEW, like_a_person
from game.adepts.kit import KIT
from game.core.decisions import PASS
from game.core.words import ATTACK
from storage import Storage

from .kolmogorov import likelihood
from .tables import begun, mover, play_until

WANTED = 2000
"""Number of answers of each kind."""
QUESTIONS = 60
"""About how many questions in a game of Adepts follow somebody else's move."""
SIGNIFICANT = 0.01
Hand = Callable[[Random], float]
"""Draws how many seconds a person takes."""


class Person(NamedTuple):
    """A person at a table with this pace: how long they take, which share of the questions is answered for them, and
    the bound `most` in seconds, if the pace has one."""

    pace: str
    hand: Hand
    ahead: float = 0.5
    most: float = float("inf")


def around(median: float, spread: float) -> Hand:
    return lambda rng: median * rng.lognormvariate(0, spread)


def either(first: Hand, second: Hand, share: float) -> Hand:
    """Return somebody who is present at times, and away at others."""
    return lambda rng: (first if rng.random() < share else second)(rng)


def visiting(times: int) -> Hand:
    """Return somebody who looks in so often a day, and answers then."""
    return lambda rng: rng.uniform(0, 86400 / times)


BOUNDED = {
    "quick, live": Person("live", around(6, 0.5), most=90),
    "thoughtful, live": Person("live", around(25, 0.5), most=90),
    "no pace": Person("none", around(60, 0.7), most=600),
    "at the screen, a day": Person("day", around(40, 0.8), most=1800),
    "slow within the bound, a day": Person("day", around(700, 0.5), most=1800),
    "here and away within the bound, a day": Person("day", either(around(30, 0.6), around(1200, 0.3), 0.6), most=1800),
    "very slow, three days": Person("three-days", around(1800, 0.5), most=3600),
    "most is passed ahead": Person("day", around(120, 1.0), ahead=0.8, most=1800),
}
"""For passes that are the same whatever the hand: within the bound of the pace."""
WHOLE = {
    "at the screen, live": Person("live", around(12, 0.6)),
    "hours, a day": Person("day", around(3 * 3600, 0.7)),
    "three visits a day": Person("three-days", visiting(3)),
    "in an evening, or tomorrow": Person("day", either(around(60, 0.8), around(10 * 3600, 0.3), 0.5)),
    "without a pace": Person("none", either(around(120, 1.0), around(86400, 0.6), 0.5)),
    "a pace of one's own": Person("12h", visiting(3)),
}
"""For passes that depend on the hand."""


def times(person: Person, depends: bool, rng: Random) -> tuple[list[float], list[float]]:
    """Return how many seconds answers by hand took, and automatic ones, in as many games as needed.

    Before a person has given a FEW answers, nobody at the table knows how long they take, so nothing is automatic.
    """
    by_hand, by_itself = list[float](), list[float]()
    while min(len(by_hand), len(by_itself)) < WANTED:
        context = Context()
        for _ in range(QUESTIONS):
            known = context.answers.get("P1", ())
            if rng.random() < person.ahead and len(known) >= (OWN_ANSWERS if depends else FEW):
                by_itself.append(like_a_person(person.pace, known, depends, rng).total_seconds())
                continue
            took = person.hand(rng)
            by_hand.append(took)
            context = context.answered_after("P1", took)
    return by_hand, by_itself


def within(seconds: list[float], person: Person) -> list[float]:
    """Keep the times that an automatic answer may take too: more than a computer player's, less than the bound."""
    return [each for each in seconds if 3 < each < person.most]


@pytest.mark.parametrize("name", BOUNDED)
def test_what_is_set_down_ahead_takes_as_long_as_the_same_person_s_hand(name: str) -> None:
    person = BOUNDED[name]
    by_hand, by_itself = times(person, False, Random(name))
    assert len(within(by_itself, person)) == len(by_itself) >= WANTED
    assert likelihood(within(by_hand, person), by_itself) > SIGNIFICANT


@pytest.mark.parametrize("name", WHOLE)
def test_what_depends_on_a_hand_takes_as_long_without_any_bound(name: str) -> None:
    """Whoever passes only when nothing can be cast then takes as long as with spells to choose from."""
    person = WHOLE[name]
    by_hand, by_itself = times(person, True, Random(name))
    assert len(by_itself) >= WANTED
    assert likelihood(within(by_hand, person), by_itself) > SIGNIFICANT


async def test_at_a_table_it_is_from_question_to_answer_as_if_by_hand(store: Storage, clock: MovedClock) -> None:
    """In a whole game by the clock, from the moment that all see as the question's to the answer."""
    rng, person = Random("table"), BOUNDED["at the screen, a day"]
    tables = Tables(store, clock=clock, seed="timing", delay=partial(like_a_person, rng=rng))
    table, took = await begun(tables, pace="day"), {True: list[float](), False: list[float]()}
    while table.questions:
        seat, user, _ = mover(table)
        decision, since = table.playing.pending[seat], table.waiting[seat]
        acted = table.context.acted
        called = not decision.private and max(acted.values(), default=1) > acted.get(seat, 0)
        by_itself = seat in table.context.due
        if by_itself:
            clock.advance(datetime.fromisoformat(table.context.due[seat]) - clock.now())
            await tables.moves.pass_due(table.id, seat)
        else:
            clock.advance(timedelta(seconds=person.hand(rng)))
            await tables.moves.play(table.id, user, "pass" if PASS in decision.tokens else rng.choice(decision.tokens))
        if called:
            took[by_itself].append((clock.now() - since).total_seconds())
        table = await tables.look(table.id)
        if not by_itself and table.questions and len(table.context.answers.get(seat, ())) >= FEW:
            await tables.moves.pass_ahead(table.id, user, ATTACK)
            asked = KIT.planning.then(table.view(seat), seat)
            if asked is not None and seat not in table.context.plans and rng.random() < 0.5:
                await tables.plans.add(table.id, user, rng.choice(asked[0].tokens))
            table = await tables.look(table.id)
    assert min(map(len, took.values())) > 30
    assert likelihood(within(took[False], person), took[True]) > SIGNIFICANT


async def test_whoever_sets_it_down_after_a_while_takes_no_longer_for_that(store: Storage, clock: MovedClock) -> None:
    """The time since the question counts: the answer comes as late as those by hand that had not come by then."""
    rng, person, gone = Random("later"), WHOLE["at the screen, live"], 10.0
    tables = Tables(store, clock=clock, seed="timing", delay=partial(like_a_person, rng=rng))
    table = await play_until(tables, await begun(tables, pace="day"), "cast")
    seat, user, _ = mover(table)
    known = tuple(person.hand(rng) for _ in range(40))
    tables.cache.put(replace(table, context=replace(table.context, answers={seat: known})))
    clock.advance(timedelta(seconds=gone))
    took = list[float]()
    for _ in range(150):
        table = await tables.moves.pass_ahead(table.id, user, ATTACK)
        due = datetime.fromisoformat(table.context.due[seat])
        assert due > clock.now()
        took.append((due - table.waiting[seat]).total_seconds())
        table = await tables.moves.pass_ahead(table.id, user, None)
    by_hand = [each for each in known if each > gone]
    assert likelihood(by_hand, took) > SIGNIFICANT
    assert likelihood(by_hand, [each + gone for each in took]) < SIGNIFICANT


def test_the_test_would_find_a_difference() -> None:
    """If the answers came at once, or with somebody else's or nobody's delays."""
    person = BOUNDED["slow within the bound, a day"]
    rng = Random("difference")
    by_hand, by_itself = times(person, False, rng)
    by_hand = within(by_hand, person)
    nobody = [like_a_person(person.pace, (), rng=rng).total_seconds() for _ in by_hand]
    somebody, _ = times(BOUNDED["at the screen, a day"], False, rng)
    for other in (nobody, somebody, [4.0] * WANTED, [each * 1.3 for each in by_itself]):
        assert likelihood(by_hand, other) < SIGNIFICANT


def test_the_bound_shows_on_who_takes_hours_where_nothing_depends_on_a_hand() -> None:
    """As documented: such a pass does not keep a table waiting for hours."""
    hours = Person("day", around(3 * 3600, 0.7), most=1800)
    by_hand, by_itself = times(hours, False, Random("hours"))
    assert max(by_itself) < 1800
    assert likelihood(by_hand, by_itself) < SIGNIFICANT


def test_few_answers_do_not_come_back_again_and_again() -> None:
    """With eight answers that are far apart, automatic ones are not close to them more often than by chance."""
    known = [10.0 * 3**k for k in range(OWN_ANSWERS)]
    rng = Random("few")
    drawn = [like_a_person("day", known, True, rng).total_seconds() for _ in range(400)]
    near = sum(min(abs(each / one - 1) for one in known) < 0.01 for each in drawn)
    assert near < len(drawn) / 8
    assert len(set(drawn)) == len(drawn)


def test_a_pass_that_depends_on_a_hand_waits_until_enough_is_known_of_the_person() -> None:
    assert OWN_ANSWERS > passing.FEW
