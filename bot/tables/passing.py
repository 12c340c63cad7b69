"""Passing by itself: who passes ahead is asked like everybody, and after a while the answer comes.

Nobody else can tell such a pass from a person's: whoever moved before can undo as long, the person is called, and the
answer takes as long as an answer may take. How long that is nobody can know: it is drawn when the question is asked,
and stored with the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from random import SystemRandom

from bot.tables.context import Context
from game.core.protocol import Game

WHOLE_GAME = 0
"""Pass ahead without an end of its own."""

_USUAL, _SPREAD = 8.0, 0.6
_LEAST, _MOST = 3.0, 60.0
"""Seconds; a computer player has answered before the least of them."""

Delay = Callable[[], timedelta]


def like_a_person() -> timedelta:
    """How long somebody takes who is looking and does not want to cast: mostly 4 to 16 seconds."""
    drawn = _USUAL * SystemRandom().lognormvariate(0, _SPREAD)
    return timedelta(seconds=min(max(drawn, _LEAST), _MOST))


def schedule(
    context: Context, game: Game, asked_before: Mapping[str, int | None], now: datetime, delay: Delay
) -> dict[str, str]:
    """When each seat passes that passes ahead and is asked what can be passed so, ISO 8601.

    `asked_before` are the seats that are asked, each with the number of its question if it was open before: those keep
    their moment.
    """
    if not context.ahead:
        return {}
    asked, turn = game.pending, game.view(None)["turn"]
    return {
        seat: (context.due.get(seat) if number is not None else None) or (now + delay()).isoformat()
        for seat, number in asked_before.items()
        if context.ahead.get(seat) in (WHOLE_GAME, turn) and asked[seat].ahead
    }
