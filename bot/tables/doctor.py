"""Whether a stored game is what its moves make of it: for `adepts doctor`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from bot.tables.cache import revived
from bot.tables.records import history
from game.core.errors import GameError
from storage import Entry, Status, StoredTable

_UNREADABLE = (GameError, ValueError, TypeError, LookupError, AttributeError, RecursionError)


def problems(stored: StoredTable, entries: Sequence[Entry]) -> Iterator[str]:
    """What is wrong with a game that has begun, a line each; no line holds anything hidden.

    Its position, and those that an undo goes back to, must be readable. Its moves must be legal when they are played
    again from the seed, and lead to that position.
    """
    try:
        table = revived(stored)
        for earlier in table.context.undo:
            table.kit.restore(earlier.state)
        played = history(stored, entries)
    except _UNREADABLE as error:
        yield f"its position cannot be read: {type(error).__name__}"
        return
    try:
        game = played.start()
    except _UNREADABLE as error:
        yield f"it cannot be set up again: {type(error).__name__}"
        return
    for number, (seat, token) in enumerate(played.moves, 1):
        try:
            game.play(seat, token)
        except _UNREADABLE as error:
            yield f"its move {number} cannot be played again: {type(error).__name__}"
            return
    if _plain(game.to_dict()) != _plain(table.playing.to_dict()):
        yield "its position is not what its moves lead to"
    elif stored.game.status is Status.RUNNING and set(stored.questions) != set(game.asked):
        yield "its open questions are not what the rules ask"
    elif game.over != (stored.game.status is Status.OVER) and stored.game.status is not Status.CLOSED:
        yield "its end is not what the rules say"


def _plain(position: Any) -> Any:
    """As it is after having been stored."""
    return json.loads(json.dumps(position))
