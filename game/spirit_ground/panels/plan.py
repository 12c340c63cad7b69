"""A placement as a plan: square, direction and crystals, played on a copy of the game.

A path is the plan: a token for each question of the turn, in the order in which the rules ask them. A step that begins
with `PUT` says what goes onto the tile before the direction is chosen; choosing the direction then answers both. A plan
ends where something hidden is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from game.core import plans
from game.core.decisions import Event
from game.core.narrowing import Path
from game.spirit_ground.rules import crystals
from game.spirit_ground.rules.game import Game
from game.spirit_ground.rules.state import ENHANCE, ROTATE

PAGE, PUT = "#", "="
"""The prefixes of path steps that turn to a page, and that say what is put onto the tile once its direction is
chosen."""


class Stand(NamedTuple):
    """The result of a plan: the game then, what happened, and whether the turn is over or something hidden was
    drawn."""

    game: Game
    events: tuple[Event, ...] = ()
    done: bool = False


class Plan(plans.Plan[Stand]):
    """The plan of what one seat is asked in a turn."""

    page, marks = PAGE, (PUT, PAGE)

    @cached_property
    def start(self) -> Stand:
        """The stand before the first step."""
        return Stand(Game.from_view(self.seen))

    def next_path(self, path: Path, value: str) -> Path:
        if value.startswith(PUT):
            return (*self.real(path), value) if value.removeprefix(PUT) in self.puts(path) else path
        return super().next_path(path, value)

    # --- direction and crystals together

    def tops(self, path: Path) -> Sequence[str]:
        """Return the directions to choose from; empty if no direction is asked for."""
        return self.options(path) if self.kind(path) == ROTATE else ()

    def puts(self, path: Path) -> Sequence[str]:
        """Return what may be put onto the tile after the direction; empty if that is not asked."""
        tops = self.tops(path)
        after = (*self.real(path), tops[0]) if tops else self.real(path)
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
        return (*self.real(path), *([top] if top else []), *([put] if put else []))

    # --- carrying it out

    def _after(self, at: Stand, path: Path) -> Stand | None:
        token = path[-1]
        if at.done or token not in at.game.legal(self.seat):
            return None
        game = at.game.copy()
        events = game.play(self.seat, token)
        drawn = any(event.reveals or event.kind == "began_round" for event in events)
        return Stand(game, events, drawn or game.asked != [self.seat] or game.kind(self.seat) == "place")


def _read(token: str) -> crystals.Crystals:
    return crystals.read(token) or crystals.NONE
