"""A game replayed step by step: what an onlooker saw, and what had happened."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache, cached

from game.core.decisions import Event
from game.core.discover import kit
from game.core.history import History
from game.core.protocol import Game, View

_KEPT = 4
"""Replayed games that are cached: whoever goes through one asks for its next step soon."""


class Step(NamedTuple):
    """A moment worth a picture: the number of moves made so far, the board as everybody sees it, and what led to it.

    `told` are the public events since the previous step, each with the number of moves made by then. Hands stay hidden
    even when the game is over.
    """

    ply: int
    view: View
    told: tuple[tuple[int, Event], ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened."""
        return tuple(event for _, event in self.told)

    @property
    def place(self) -> str:
        """Turn and phase as a record names them: "3.II"."""
        return f"{self.view['turn']}.{self.view['phase']}"


class Frame(NamedTuple):
    """A step, the view before it, and the plies to which one can go from there; None where there is no way.

    `number` counts from 1 to `last`. `back` is where this phase begins or, if the step is there already, the phase
    before; `onward` is where the next phase begins. `turns` are the plies at which the turns begin.
    """

    step: Step
    before: View | None
    number: int
    last: int
    back: int | None
    previous: int | None
    following: int | None
    onward: int | None
    turns: tuple[int, ...]
    first: int = 1
    """The number of the first of these turns."""
    phased: bool = True
    """Whether turns have phases; if not, `back` and `onward` lead from turn to turn."""


def _key(history: History) -> Hashable:
    return history.game, history.players, repr(history.options), history.seed, history.moves


@cached(LRUCache(_KEPT), key=_key, lock=Lock())
def steps(history: History) -> Sequence[Step]:
    """Replay the game and return a step wherever the board shows something new.

    The first step is the game before any move, the last the game after all moves. What counts as one thing by the
    game's kit (`Kit.is_mid_step`) is one step. The result is cached and shared, so callers must not modify it. Raises
    MoveError.
    """
    return tuple(_steps(history))


def frame(history: History, ply: int) -> Frame:
    """Return the step that stands after `ply` moves: the last one that is no later. Raises MoveError."""
    found = steps(history)
    plies = [step.ply for step in found]
    at = max(0, bisect_right(plies, ply) - 1)
    phases = [now.ply for before, now in pairwise(found) if before.place != now.place]
    turns = [now.ply for before, now in pairwise(found) if before.view["turn"] != now.view["turn"]]
    return Frame(
        step=found[at],
        before=found[at - 1].view if at else None,
        number=at + 1,
        last=len(found),
        back=max((each for each in (0, *phases) if each < plies[at]), default=None),
        previous=plies[at - 1] if at else None,
        following=plies[at + 1] if at + 1 < len(plies) else None,
        onward=min((each for each in (*phases, plies[-1]) if each > plies[at]), default=None),
        turns=(0, *turns),
        first=int(found[0].view["turn"]),
        phased=len({step.view["phase"] for step in found if not step.view["over"]}) > 1,
    )


def _steps(history: History) -> Iterator[Step]:
    game, of = history.start(), kit(history.game)
    shown, told = game.view(None), _public(game)
    yield Step(0, shown, tuple(told))
    told = []
    for seat, token in history.moves:
        game.play(seat, token)
        view, told = game.view(None), told + _public(game)
        if not of.is_mid_step(game) and of.seen(view) != of.seen(shown):
            yield Step(game.ply, view, tuple(told))
            shown, told = view, []
    if told:
        yield Step(game.ply, game.view(None), tuple(told))


def _public(game: Game) -> list[tuple[int, Event]]:
    """Return what everybody may know of the last move, each event with the number of moves made by then."""
    return [(game.ply, event) for event in game.events if event.visible_to(None)]
