"""Checks that a stored game is what its moves lead to; for `adepts doctor`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bot.tables.cache import revived
from bot.tables.history import news
from bot.tables.history.records import history
from bot.tables.lobby_options import of_table
from bot.tables.waiting.pace import PACE
from game.core.decisions import Event
from game.core.discover import kit
from game.core.errors import GameError, SetupError
from storage import Entry, Status, StoredTable

_UNREADABLE = (GameError, ValueError, TypeError, LookupError, AttributeError, RecursionError)


def problems(stored: StoredTable, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield what is wrong with a game, a line each. No line holds anything hidden.

    Its options must have permitted values. Once it has begun, its position and those kept for undo must be readable.
    Its moves must be legal when replayed from the seed, lead to that position, and produce the events of its log.
    """
    try:
        rules = kit(stored.game.game)
    except SetupError:
        yield f"its game {stored.game.game!r} is not installed"
        return
    for name, value in {**stored.game.options, PACE.name: stored.game.pace}.items():
        if (option := next((each for each in of_table(rules) if each.name == name), None)) is not None:
            try:
                option.checked(value)
            except (SetupError, TypeError):
                yield f"its {name} is nothing that can be chosen"
    if stored.snapshot is not None:
        yield from _replayed(stored, entries)


def _replayed(stored: StoredTable, entries: Sequence[Entry]) -> Iterator[str]:
    try:
        table = revived(stored)
        if table.damaged:
            yield "its position cannot be read, or does not fit what is stored beside it"
            return
        for earlier in table.context.undo:
            table.kit.restore(earlier.state)
        played = history(stored, entries)
    except _UNREADABLE as error:
        yield f"its position cannot be read: {type(error).__name__}"
        return
    try:
        game = played.start()
        happened = _kinds(game.events)
    except _UNREADABLE as error:
        yield f"it cannot be set up again: {type(error).__name__}"
        return
    for number, (seat, token) in enumerate(played.moves, 1):
        try:
            happened |= _kinds(game.play(seat, token))
        except _UNREADABLE as error:
            yield f"its move {number} cannot be played again: {type(error).__name__}"
            return
    told = (each.event for each in table.context.log)
    if not _kinds(event for event in told if not news.of_table(event)) <= happened:
        yield "its log tells what never happened"
    if _plain(game.to_dict()) != _plain(table.playing.to_dict()):
        yield "its position is not what its moves lead to"
    elif stored.game.status is Status.RUNNING and set(stored.questions) != set(game.asked):
        yield "its open questions are not what the rules ask"
    elif game.over != (stored.game.status is Status.OVER) and stored.game.status is not Status.CLOSED:
        yield "its end is not what the rules say"


def _kinds(events: Iterable[Event]) -> set[tuple[str, str | None]]:
    """Return the kind and the seat of each event."""
    return {(event.kind, event.seat) for event in events}


def _plain(position: Any) -> Any:
    """Return the position as it is after being stored as JSON and read back."""
    return json.loads(json.dumps(position))
