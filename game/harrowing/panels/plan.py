"""A spell as a plan: the answers chosen so far, played on a copy of the game.

A path is the plan: a token for each question of the spell, in the order in which the rules ask them. A plan ends with
the spell, or where a tile is drawn or dice are rolled, since nobody knows the result beforehand. Steps with the
prefixes AT, LOOK and PAGE answer nothing: a spot chosen before the side, a tile to look at closely, and the number of a
select, which keeps the paths of selects apart.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from game.core import plans
from game.core.decisions import Decision, Event
from game.core.narrowing import Beyond, Path
from game.core.protocol import View
from game.harrowing.panels.spots import ranked
from game.harrowing.rules.game import Game
from game.harrowing.rules.reader import ViewReader
from game.harrowing.words.moves import MEDITATE

AT, LOOK, PAGE = "@", "?", "#"
FOLLOW = "~"
"""Joins the answers to two questions that are chosen at once."""
LONGEST = 44
"""The most characters of a path, which leaves room for two more steps. A longer plan ends there and is carried out."""
_ANEW = frozenset({"invoke", "order", "reroll"})
"""The kinds of question that begin something new and so end a plan."""


class Stand(NamedTuple):
    """The result of a plan: the game then, what happened, whether the plan ends there, and whether it ends with
    something hidden."""

    game: Game
    events: tuple[Event, ...] = ()
    done: bool = False
    hidden: bool = False


class Plan(plans.Plan[Stand]):
    """The plan of what one spell asks one seat."""

    page, marks = PAGE, (AT, LOOK, PAGE)

    def __init__(self, decision: Decision, view: View) -> None:
        super().__init__(decision, view)
        self._spots: dict[Path, Mapping[str, str]] = {}
        self._views: dict[Path, View] = {}
        self._readers: dict[Path, ViewReader] = {}

    @cached_property
    def start(self) -> Stand:
        """The stand before the first step."""
        return Stand(Game.from_view(self.seen))

    def asked(self, path: Path) -> Decision:
        """Return the question at the end of a path that is not complete."""
        at = self.stand(path)
        assert at is not None
        return at.game.pending[self.seat] if self.real(path) else self.decision

    def view(self, path: Path) -> View:
        """Return the view at the end of a path; if it ends with something hidden, the view before that."""
        path = self.real(path)
        if not path:
            return self.seen
        if path not in self._views:
            at = self.stand(path)
            assert at is not None
            self._views[path] = self.view(path[:-1]) if at.hidden else at.game.view(None)
        return self._views[path]

    def now(self, path: Path) -> ViewReader:
        """Return a reader of that view."""
        path = self.real(path)
        if path not in self._readers:
            self._readers[path] = ViewReader(self.view(path))
        return self._readers[path]

    def events(self, path: Path) -> list[Event]:
        """Return everything that happens along a path, except what is hidden."""
        steps = self.real(path)
        stands = [self.stand(steps[:at]) for at in range(1, len(steps) + 1)]
        return [event for stand in stands if stand is not None for event in stand.events]

    def brought(self, path: Path) -> int:
        """Return the set of tiles that the last step of a path chooses; 0 if it is no such step."""
        steps = self.real(path)
        return int(steps[-1]) if steps and self.kind(steps[:-1]) == "set" else 0

    # --- as any narrowing

    def next_path(self, path: Path, value: str) -> Path:
        kept = self.real(path)
        if value.startswith(PAGE):
            return (*kept, value) if value in self.options(kept) else path
        if value.startswith(AT):
            return (*kept, value) if value.removeprefix(AT) in self._sooner(kept) else path
        if value.startswith(LOOK):
            kept = without(path, LOOK, PAGE)  # a chosen spot is kept
            return (*kept, value) if value.removeprefix(LOOK) in self.now(kept).field else path
        after = (*kept, *value.split(FOLLOW))
        return path if self.stand(after) is None else after

    def token_of(self, path: Path) -> str | None:
        steps = self.real(path)
        return steps[0] if len(steps) == 1 and steps[0] in self.decision.tokens else None

    # --- spots, also before the side

    def spots(self, path: Path) -> Mapping[str, str]:
        """Return where the tile can go, in the order of menu and picture, each hex with the patterns made there ("" if
        none).

        A drawn tile can go there with either side up. Empty if no tile is placed or moved.
        """
        if (kind := self.kind(path)) not in ("side", "spot"):
            return {}
        path = self.real(path)
        if path not in self._spots:
            hexes = self.tokens((*path, self.tokens(path)[0]) if kind == "side" else path)
            self._spots[path] = ranked(self.asked(path), self.now(path), hexes)
        return self._spots[path]

    def _sooner(self, path: Path) -> Collection[str]:
        """Return the spots that can be chosen before the side."""
        return self.spots(path) if self.kind(path) == "side" else ()

    def beyond(self) -> list[Beyond]:
        """Return every side of the drawn tile with every spot."""
        sides = self.tokens() if self.kind(()) == "side" else ()
        return [
            Beyond(self.asked((side,)), self.view((side,)), (side, hex)) for hex in self._sooner(()) for side in sides
        ]

    def asked_later(self) -> Mapping[Path, str]:
        return {(f"{AT}{hex}",): f"spot {hex}" for hex in self._sooner(())}

    def numbered(self, path: Path = ()) -> Sequence[str]:
        return [f"spot {hex}" for hex in self.spots(path)]

    # --- carrying it out

    def _after(self, at: Stand, path: Path) -> Stand | None:
        token = path[-1]
        if at.done or token not in at.game.legal(self.seat):
            return None
        game = at.game.copy()
        events = game.play(self.seat, token)
        hidden = next((place for place, event in enumerate(events) if event.reveals), None)
        if hidden is not None:
            return Stand(at.game, events[:hidden], True, True)
        asked = game.kind(self.seat) or ""
        over = game.asked != [self.seat] or asked in _ANEW or any(event.kind == "triggered" for event in events)
        if asked == "keep":  # keeping is part of meditating only
            over = over or (token != MEDITATE and at.game.kind(self.seat) != asked)
        return Stand(game, events, over or sum(map(len, path)) + len(path) > LONGEST)


def without(path: Path, *kinds: str) -> Path:
    """Return the path without steps that have these prefixes."""
    return tuple(step for step in path if not step.startswith(kinds))
