"""Automatic answers: a seat that set one down in advance is asked like any other, and the answer comes after a delay.

Nobody else can tell such an answer from a person's own: whoever moved before can undo just as long, the person is
called, and the delay is like this person's own answer times. Nobody can predict the delay: it is drawn when the
question is asked, and stored with the game.

An answer that was set down whatever the person holds says nothing about their hand, even if somebody who often takes
hours answers within minutes. So those delays are bounded by the table's pace, and a table never waits for hours where
nobody has to choose. But a pass made only because nothing else is possible would reveal just that if it came sooner
than the person does. So its delay is drawn from all of the person's own times, bounded only by the time allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from random import Random, SystemRandom
from typing import NamedTuple

from bot.tables.context import Context
from bot.tables.planning import planned
from bot.tables.waiting import pace as paces
from game.core.decisions import PASS
from game.core.kit import Kit
from game.core.protocol import Game


class _Pace(NamedTuple):
    """How long people take who are looking: the median in seconds, the standard deviation of its logarithm, the
    maximum."""

    usual: float
    spread: float
    most: float


_PACES = {
    paces.LIVE: _Pace(8, 0.6, 90),
    paces.NONE: _Pace(15, 0.9, 600),
    paces.DAY: _Pace(180, 1.1, 1800),
    paces.THREE_DAYS: _Pace(360, 1.1, 3600),
}
_LEAST = 3.0
"""Seconds; by then a computer player has answered."""
FEW = 3
"""If fewer of the person's answer times are known than this, the pace's typical time stands in for the missing ones."""
_BLUR = 0.1
"""The spread around a known answer time, so that none is repeated exactly. It is wider where few times are known,
because each of those is drawn more often."""
_TRIES = 50
"""How often to draw again for a delay longer than the time already gone."""
_FOR_EVER = timedelta(days=7)
"""The bound on a delay at a table without a pace."""

Delay = Callable[[str, Sequence[float], bool], timedelta]
"""Returns how long an automatic answer takes, given the table's pace, the person's last answer times in seconds, and
whether the answer depends on what they hold."""


def like_a_person(pace: str, answers: Sequence[float], depends: bool = False, rng: Random | None = None) -> timedelta:
    """Return a delay such as this person might take to answer by hand.

    A draw outside of the allowed range is repeated, never clamped, which would make the bounds likelier than other
    times.
    """
    rng = rng or SystemRandom()
    usual, spread, most = _PACES[paces.like(pace)]
    if depends:
        most = (paces.length(pace) or _FOR_EVER).total_seconds()
    known = [seconds for seconds in answers if _LEAST < seconds < most]
    at = rng.randrange(max(len(known), FEW))
    median, sigma = (known[at], max(_BLUR, 1 / len(known))) if at < len(known) else (usual, spread)
    while not _LEAST < (drawn := median * rng.lognormvariate(0, sigma)) < most:
        pass
    return timedelta(seconds=drawn)


class Wish(NamedTuple):
    """An answer that somebody wants to have given for them, and whether it depends on what they hold."""

    token: str
    depends: bool = False


def automatic(kit: Kit, context: Context, game: Game, seat: str) -> Wish | None:
    """Return what the seat, which is asked something, has set down for that: a planned answer or a pass; else None."""
    decision = game.pending[seat]
    if plan := context.plans.get(seat):
        token = planned.answer(kit, plan, decision, game.view(seat))
        if token is not None:
            return Wish(token)
    ahead, known = context.ahead.get(seat), len(context.answers.get(seat, ()))
    if ahead is None or ahead.is_over(game) or not ahead.passes(decision, known, not context.missed.get(seat)):
        return None
    return Wish(PASS, ahead.depends)


def schedule(
    kit: Kit,
    context: Context,
    game: Game,
    asked_before: Mapping[str, int | None],
    now: datetime,
    delay: Callable[[Sequence[float], bool], timedelta],
) -> dict[str, str]:
    """Return when seats that pass ahead or have a plan are answered for, by seat, ISO 8601. Left out are seats that are
    asked nothing which that would answer.

    `asked_before` has the seats that are asked, each with the number of its question if that was already open: those
    keep their moment. `delay` draws a delay for the table's pace.
    """
    due = {}
    for seat, number in asked_before.items():
        if seat not in context.ahead.keys() | context.plans.keys():
            continue
        if (wish := automatic(kit, context, game, seat)) is None:
            continue
        asked_at = now
        if number is not None:
            if seat in context.due:
                due[seat] = context.due[seat]
                continue
            asked_at = datetime.fromisoformat(context.since.get(seat, now.isoformat()))
        draw = partial(delay, context.answers.get(seat, ()), wish.depends)
        due[seat] = (now + _left(now - asked_at, draw)).isoformat()
    return due


def _left(gone: timedelta, draw: Callable[[], timedelta]) -> timedelta:
    """Return how long the answer still takes if the seat was asked `gone` ago: what is left of a delay that is longer,
    so that whoever sets something down late is not slower for it. If no such delay is drawn, return a whole one."""
    for _ in range(_TRIES):
        if (whole := draw()) > gone:
            return whole - gone
    return draw()
