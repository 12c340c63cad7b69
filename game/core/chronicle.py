"""All that has happened in a game, turn by turn: its moves replayed, with the events that they caused.

What only some players may know is read through `Chronicle.known` and in no other way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from game.core.decisions import Event
from game.core.discover import kit
from game.core.history import History
from game.core.kit import Kit
from game.core.protocol import Game, turn_of
from game.core.words import Words

Points = Mapping[str, int]
"""By seat, what counts most in the score so far (`Kit.points`)."""


class Told(NamedTuple):
    """An event, the turn that it belongs to, and the number of moves made by then."""

    turn: int
    ply: int
    event: Event


@dataclass(frozen=True, slots=True)
class Chronicle:
    """What happened, oldest first (`told`); the points when each turn began, by turn (`points`), and after the last
    move (`last`); and the position reached, as `Game.to_dict` gives it.

    It holds secrets.
    """

    told: tuple[Told, ...]
    points: Mapping[int, Points]
    last: Points
    position: Mapping[str, Any]

    def known(self, seat: str | None) -> list[Told]:
        """Return the events that this seat (None: an onlooker) may know of."""
        return [each for each in self.told if each.event.visible_to(seat)]


def chronicle(history: History) -> Chronicle:
    """Replay the game and note what happens. Raises MoveError if the rules have changed since it was played."""
    of = kit(history.game)
    game = history.start()
    turn = int(turn_of(game.place))
    told, points = list[Told](), {turn: _points(of, game)}
    events: Iterable[Event] = game.events
    for ply in range(len(history.moves) + 1):
        if ply:
            events = game.play(*history.moves[ply - 1])
        before = turn
        for event in events:
            begun = of.words.begins(event)
            turn = turn if begun is None else begun
            told.append(Told(turn, ply, event))
        if not game.over:
            turn = max(turn, int(turn_of(game.place)))
        if turn != before:
            points[turn] = _points(of, game)
    return Chronicle(tuple(told), points, _points(of, game), game.to_dict())


def by_turns(told: Iterable[Told]) -> dict[int, list[Told]]:
    """Group the events by turn; a turn without events is left out."""
    return {turn: list(run) for turn, run in groupby(told, key=lambda each: each.turn)}


def narrowed(told: Iterable[Told], words: Words, wanted: Callable[[Event], bool]) -> list[Told]:
    """Return the wanted events, each below the headings (`Words.headings`) that it belongs to."""
    kept, heads = list[Told](), list[Told]()
    for each in told:
        if each.event.kind in words.headings:
            kinds = [head.event.kind for head in heads]
            heads = [*(heads[: kinds.index(each.event.kind)] if each.event.kind in kinds else heads), each]
        elif wanted(each.event):
            kept += [*heads, each]
            heads = []
    return kept


def concerns(event: Event, seat: str) -> bool:
    """Whether an event that the seat may know of concerns it: the seat did it, is named in its data, or the event is
    not public."""
    return event.seat == seat or event.to is not None or _names(event.data, seat)


def _names(data: object, seat: str) -> bool:
    """Whether the seat is named anywhere in an event's data."""
    if isinstance(data, Mapping):
        return seat in data or any(_names(value, seat) for value in data.values())
    if isinstance(data, list | tuple):
        return any(_names(value, seat) for value in data)
    return data == seat


def _points(of: Kit, game: Game) -> Points:
    return {seat: of.points(line) for seat, line in game.standing().items()}
