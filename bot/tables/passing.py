"""Answering by itself: who has set it down ahead is asked like everybody, and after a while the answer comes.

Nobody else can tell such an answer from a person's: whoever moved before can undo as long, the person is called, and it
takes as long as this person's answers take. How long that is nobody can know: it is drawn when the question is asked,
and stored with the game.

That somebody who often takes hours answers within minutes is no sign either of what they hold, where that has been
settled whatever they hold: so those delays have a bound by the table's pace, and a table never waits for hours where
nobody has to choose. A pass that is made only because nothing else is possible would tell just that if it came sooner
than the person. So it is drawn from all of the own answers, with no bound but the time that there is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from random import Random, SystemRandom
from typing import NamedTuple

from bot.tables import pace as paces
from bot.tables import planned
from bot.tables.context import Context
from game.core.decisions import PASS
from game.core.kit import Kit
from game.core.protocol import Game


class _Pace(NamedTuple):
    """How long people take who are looking: the median in seconds, the spread of its logarithm, and the most."""

    usual: float
    spread: float
    most: float


_PACES = {
    "live": _Pace(8, 0.6, 90),
    "none": _Pace(15, 0.9, 600),
    "day": _Pace(180, 1.1, 1800),
    "three-days": _Pace(360, 1.1, 3600),
}
_LEAST = 3.0
"""Seconds; a computer player has answered before."""
FEW = 3
"""As long as fewer answers are known of the person, those of the pace stand for the ones that are missing."""
_BLUR = 0.1
"""The spread around an answer that is known, so that none comes back as it was; more where few are known, which would
come back too often."""
_TRIES = 50
"""Draws of a time that is longer than what is gone already."""
_FOR_EVER = timedelta(days=7)
"""The bound in place of the time that there is, where there is as much as anybody likes."""

Delay = Callable[[str, Sequence[float], bool], timedelta]
"""How long an automatic answer takes at a table of this pace, for whom these are the last answers, in seconds; whether
it depends on what the person holds."""


def like_a_person(pace: str, answers: Sequence[float], depends: bool = False, rng: Random | None = None) -> timedelta:
    """How long this person may take to answer by hand.

    What lies outside of what is allowed is drawn again, never moved to a bound: no time is likelier than those near it.
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
    """What somebody wants to be answered for them, and whether that depends on what they hold."""

    token: str
    depends: bool = False


def automatic(kit: Kit, context: Context, game: Game, seat: str) -> Wish | None:
    """What the seat, which is asked something, has set down for that: what it has planned, or a pass."""
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
    """When each seat is answered for that passes ahead or has a plan, and is asked what that is about, ISO 8601.

    `asked_before` are the seats that are asked, each with the number of its question if it was open before: those keep
    their moment. `delay` is that of the table's pace.
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
    """How long it still takes where that much time is gone since the question, and nobody has answered: whoever then
    sets something down is no slower for it. Anew, if it could hardly take so long."""
    for _ in range(_TRIES):
        if (whole := draw()) > gone:
            return whole - gone
    return draw()
