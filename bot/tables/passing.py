"""Passing by itself: who passes ahead is asked like everybody, and after a while the answer comes.

Nobody else can tell such a pass from a person's: whoever moved before can undo as long, the person is called, and the
answer takes as long as this person's answers take. How long that is nobody can know: it is drawn when the question is
asked, and stored with the game.

That somebody who often takes hours passes within minutes is no sign either, as everybody answers soon when they happen
to look. So the delay is drawn from the own answers of that sort, and a table never waits for hours where nobody has to
choose; how long it waits at most depends on its pace.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random, SystemRandom
from typing import NamedTuple

from bot.tables import planned
from bot.tables.context import Context
from game.core.decisions import PASS
from game.core.kit import Kit
from game.core.protocol import Game

WHOLE_GAME = 0
"""Pass ahead without an end of its own."""


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
_PRIOR = 3
"""As many answers the pace counts for, beside those that are known of the person."""
_BLUR = 0.2
"""The spread around an answer that is known, so that none comes back as it was."""

Delay = Callable[[str, Sequence[float]], timedelta]
"""How long an automatic pass takes at a table of this pace, for whom these are the last answers, in seconds."""


def like_a_person(pace: str, answers: Sequence[float], rng: Random | None = None) -> timedelta:
    """How long this person may take who does not want to cast.

    What lies outside of what is allowed is drawn again, never moved to a bound: no time is likelier than those near it.
    """
    rng = rng or SystemRandom()
    usual, spread, most = _PACES.get(pace, _PACES["none"])
    known = [seconds for seconds in answers if _LEAST < seconds < most]
    while True:
        at = rng.randrange(len(known) + _PRIOR)
        median, sigma = (known[at], _BLUR) if at < len(known) else (usual, spread)
        drawn = median * rng.lognormvariate(0, sigma)
        if _LEAST < drawn < most:
            return timedelta(seconds=drawn)


def automatic(kit: Kit, context: Context, game: Game, seat: str) -> str | None:
    """What the seat, which is asked something, wants to be answered for it: what it has planned, or a pass."""
    decision = game.pending[seat]
    if plan := context.plans.get(seat):
        planned_answer = planned.answer(kit, plan, decision, game.view(seat))
        if planned_answer is not None:
            return planned_answer
    passes = decision.ahead and context.ahead.get(seat) in (WHOLE_GAME, game.view(None)["turn"])
    return PASS if passes else None


def schedule(
    kit: Kit,
    context: Context,
    game: Game,
    asked_before: Mapping[str, int | None],
    now: datetime,
    delay: Callable[[Sequence[float]], timedelta],
) -> dict[str, str]:
    """When each seat is answered for that passes ahead or has a plan, and is asked what that is about, ISO 8601.

    `asked_before` are the seats that are asked, each with the number of its question if it was open before: those keep
    their moment. `delay` is that of the table's pace.
    """
    return {
        seat: (context.due.get(seat) if number is not None else None)
        or (now + delay(context.answers.get(seat, ()))).isoformat()
        for seat, number in asked_before.items()
        if seat in context.ahead.keys() | context.plans.keys() and automatic(kit, context, game, seat) is not None
    }
