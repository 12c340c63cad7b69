"""A game seen again, step by step: what an onlooker saw, and what had happened."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from game.adepts.rules.spells import SPELLS
from game.core.decisions import Event
from game.core.history import History
from game.core.protocol import Game

View = Mapping[str, Any]

_UNSEEN = frozenset({"ply", "step", "pending", "processing", "discard", "library_size"})
"""What may change in a view without a step: what is not on the board, who is asked, and that cards were dealt."""


class Step(NamedTuple):
    """A moment worth a picture: the moves made so far, the board as everybody sees it, and what led to it.

    `events` are those since the step before that everybody may know of. Hands stay hidden even when the game is over.
    """

    ply: int
    view: View
    events: tuple[Event, ...]

    @property
    def place(self) -> str:
        """Turn and phase as a record names them: "3.II"."""
        return f"{self.view['turn']}.{self.view['phase']}"


class Still(NamedTuple):
    """A step, the view before it, and the plies where one can go from there; None where there is no way.

    `number` counts from 1 to `last`. `back` is where this phase begins, or if that is here, the one before; `onward`
    is where the next one does. `turns` are the plies with which the turns begin.
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


def steps(history: History) -> list[Step]:
    """The game played again, with a step wherever the board shows something new.

    The first step is the game before any move, the last the game after all. A spell is one step with all that its
    caster chooses. Raises MoveError.
    """
    return list(_steps(history))


def still(history: History, ply: int) -> Still:
    """The step that stands after so many moves, or the nearest there is. Raises MoveError."""
    found = steps(history)
    plies = [step.ply for step in found]
    at = max(0, bisect_right(plies, ply) - 1)
    phases = [now.ply for before, now in pairwise(found) if before.place != now.place]
    turns = [now.ply for before, now in pairwise(found) if before.view["turn"] != now.view["turn"]]
    return Still(
        step=found[at],
        before=found[at - 1].view if at else None,
        number=at + 1,
        last=len(found),
        back=max((each for each in (0, *phases) if each < plies[at]), default=None),
        previous=plies[at - 1] if at else None,
        following=plies[at + 1] if at + 1 < len(plies) else None,
        onward=min((each for each in (*phases, plies[-1]) if each > plies[at]), default=None),
        turns=(0, *turns),
    )


def _steps(history: History) -> Iterator[Step]:
    game = history.start()
    shown, events = game.view(None), _public(game)
    yield Step(0, shown, tuple(events))
    events = []
    for seat, token in history.moves:
        game.play(seat, token)
        view, events = game.view(None), events + _public(game)
        if not _casting(game) and _seen(view) != _seen(shown):
            yield Step(game.ply, view, tuple(events))
            shown, events = view, []
    if events:
        yield Step(game.ply, game.view(None), tuple(events))


def _public(game: Game) -> list[Event]:
    """What everybody may know of the last move."""
    return [event for event in game.events if event.visible_to(None)]


def _casting(game: Game) -> bool:
    """Whether somebody has still to pay for a spell or to say what it does."""
    return any(decision.source in SPELLS for decision in game.pending.values())


def _seen(view: View) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key not in _UNSEEN}
