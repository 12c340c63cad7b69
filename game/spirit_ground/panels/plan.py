"""A placement as a plan: square, direction and crystals, carried out on a copy of the game.

A path is the plan: a token for each question of the same turn, in the order in which the rules ask them. A step that
begins with `PUT` names what goes onto the tile before the direction is chosen, which then answers both. A plan ends
where something is drawn that nobody knows yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from game.core.decisions import PASS, Decision, Event
from game.core.narrowing import Narrowing, Path
from game.core.protocol import View
from game.spirit_ground.rules import crystals
from game.spirit_ground.rules.game import Game
from game.spirit_ground.rules.state import ENHANCE, ROTATE

PUT = "="
"""Begins a step that says what is put onto the tile once its direction is chosen."""


class Stand(NamedTuple):
    """Where a plan has led: the game then, what happened, whether the turn is over, or something hidden was drawn."""

    game: Game
    events: tuple[Event, ...] = ()
    done: bool = False


class Plan(Narrowing):
    """The walk through what one seat is asked in a turn."""

    def __init__(self, decision: Decision, view: View) -> None:
        super().__init__({(token,): token for token in decision.tokens})
        self.decision, self.seat, self.view = decision, decision.seat, view
        self._known: dict[Path, Stand | None] = {}

    @cached_property
    def start(self) -> Stand:
        """Before the first step."""
        return Stand(Game.from_view(self.view))

    def stand(self, path: Path) -> Stand | None:
        """Where a path leads; None if nowhere."""
        path = real(path)
        if path not in self._known:
            before = self.stand(path[:-1]) if path else None
            self._known[path] = self.start if not path else before and self._after(before, path[-1])
        return self._known[path]

    def kind(self, path: Path) -> str | None:
        """What is asked at the end of a path; None once the plan is whole."""
        at = self.stand(path)
        return None if at is None or at.done else at.game.kind(self.seat)

    def options(self, path: Path = ()) -> tuple[str, ...]:
        at = self.stand(path)
        if at is None or at.done:
            return ()
        return tuple(token for token in at.game.legal(self.seat) if path or token != PASS)

    def next_path(self, path: Path, value: str) -> Path:
        after = (*real(path), value)
        if value.startswith(PUT):
            return after if value.removeprefix(PUT) in self.puts(path) else path
        return path if self.stand(after) is None else after

    def settled(self, path: Path) -> Path:
        """The plan, or none if it leads nowhere."""
        return () if self.stand(path) is None else path

    def answers(self, path: Path) -> tuple[str, ...]:
        path = real(path)
        return () if self.stand(path) is None else path

    # --- direction and crystals at once

    def tops(self, path: Path) -> Sequence[str]:
        """The directions to choose from; none where no direction is asked."""
        return self.options(path) if self.kind(path) == ROTATE else ()

    def puts(self, path: Path) -> Sequence[str]:
        """What may go onto the tile after the direction; none where that is not asked."""
        tops = self.tops(path)
        after = (*real(path), tops[0]) if tops else real(path)
        at = self.stand(after)
        if at is None or at.done or at.game.kind(self.seat) != ENHANCE:
            return ()
        return at.game.legal(self.seat)

    def put(self, path: Path) -> str:
        """What goes onto the tile unless something else is chosen: as few crystals as may be, energy first."""
        chosen = next((step.removeprefix(PUT) for step in path if step.startswith(PUT)), "")
        puts = self.puts(path)
        if chosen in puts or not puts:
            return chosen if puts else ""
        return min(puts, key=lambda token: (_read(token).total, _read(token).spirit))

    def whole(self, path: Path, top: str = "") -> Path:
        """The path with this direction, and with what is put onto the tile then."""
        put = self.put(path)
        return (*real(path), *([top] if top else []), *([put] if put else []))

    # --- carrying it out

    def _after(self, at: Stand, token: str) -> Stand | None:
        if at.done or token not in at.game.legal(self.seat):
            return None
        game = at.game.copy()
        events = game.play(self.seat, token)
        drawn = any(event.reveals or event.kind == "began_round" for event in events)
        return Stand(game, events, drawn or game.asked != [self.seat] or game.kind(self.seat) == "place")


def real(path: Path) -> Path:
    """The answers of a path alone."""
    return tuple(step for step in path if not step.startswith(PUT))


def _read(token: str) -> crystals.Crystals:
    return crystals.read(token) or crystals.NONE
