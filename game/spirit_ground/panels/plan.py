"""A placement as a plan: square, direction and crystals, played on a copy of the game.

A path is the plan: a token for each question of the turn, in the order in which the rules ask them. A step that begins
with `PUT` says what goes onto the tile before the direction is chosen; choosing the direction then answers both. A plan
ends where something hidden is drawn.
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
"""The prefix of a path step that says what is put onto the tile once its direction is chosen."""


class Stand(NamedTuple):
    """The result of a plan: the game then, what happened, and whether the turn is over or something hidden was
    drawn."""

    game: Game
    events: tuple[Event, ...] = ()
    done: bool = False


class Plan(Narrowing):
    """The plan of what one seat is asked in a turn."""

    def __init__(self, decision: Decision, view: View) -> None:
        super().__init__({(token,): token for token in decision.tokens})
        self.decision, self.seat, self.view = decision, decision.seat, view
        self._known: dict[Path, Stand | None] = {}

    @cached_property
    def start(self) -> Stand:
        """The stand before the first step."""
        return Stand(Game.from_view(self.view))

    def stand(self, path: Path) -> Stand | None:
        """Return where a path leads; None if it is not possible."""
        path = real(path)
        if path not in self._known:
            before = self.stand(path[:-1]) if path else None
            self._known[path] = self.start if not path else before and self._after(before, path[-1])
        return self._known[path]

    def kind(self, path: Path) -> str | None:
        """Return the kind of question at the end of a path; None once the plan is complete."""
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
        """Return the path, or () if it is not possible."""
        return () if self.stand(path) is None else path

    def answers(self, path: Path) -> tuple[str, ...]:
        path = real(path)
        return () if self.stand(path) is None else path

    # --- direction and crystals together

    def tops(self, path: Path) -> Sequence[str]:
        """Return the directions to choose from; empty if no direction is asked for."""
        return self.options(path) if self.kind(path) == ROTATE else ()

    def puts(self, path: Path) -> Sequence[str]:
        """Return what may be put onto the tile after the direction; empty if that is not asked."""
        tops = self.tops(path)
        after = (*real(path), tops[0]) if tops else real(path)
        at = self.stand(after)
        if at is None or at.done or at.game.kind(self.seat) != ENHANCE:
            return ()
        return at.game.legal(self.seat)

    def put(self, path: Path) -> str:
        """Return what is put onto the tile: what the path chose, else as few crystals as allowed, energy first; "" if
        it is not asked."""
        chosen = next((step.removeprefix(PUT) for step in path if step.startswith(PUT)), "")
        puts = self.puts(path)
        if chosen in puts or not puts:
            return chosen if puts else ""
        return min(puts, key=lambda token: (_read(token).total, _read(token).spirit))

    def whole(self, path: Path, top: str = "") -> Path:
        """Return the path with this direction and with what is put onto the tile after it."""
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
    """Return the path with answers only, without PUT steps."""
    return tuple(step for step in path if not step.startswith(PUT))


def _read(token: str) -> crystals.Crystals:
    return crystals.read(token) or crystals.NONE
