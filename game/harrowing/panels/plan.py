"""A spell as a plan: what has been chosen so far, carried out on a copy of the game.

A path is the plan: a token for each question of the same spell, in the order in which the rules ask them. A plan ends
with the spell, or where a tile is drawn or dice are rolled: what comes of that nobody knows before. Steps that begin
with AT, LOOK or PAGE answer nothing: the spot that is chosen before the side, a tile that is looked at closely, and the
number of a select, so that each has a rest of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from game.core.decisions import PASS, Decision, Event
from game.core.narrowing import WAYS, Beyond, Narrowing, Path
from game.core.protocol import View
from game.harrowing.panels.spots import ranked
from game.harrowing.rules.game import Game
from game.harrowing.rules.reader import ViewReader
from game.harrowing.words.moves import MEDITATE

AT, LOOK, PAGE = "@", "?", "#"
FOLLOW = "~"
"""Joins answers to two questions that are chosen at once."""
LONGEST = 44
"""Characters of a path, with two further steps to come: a plan that is longer is carried out so far."""
_ANEW = frozenset({"invoke", "order", "reroll"})
"""Questions that begin something of their own."""


class Stand(NamedTuple):
    """Where a plan has led: the game then, what happened, whether it ends there, whether with what nobody knows yet."""

    game: Game
    events: tuple[Event, ...] = ()
    done: bool = False
    hidden: bool = False


class Plan(Narrowing):
    """The walk through what one spell asks one seat."""

    def __init__(self, decision: Decision, view: View) -> None:
        paged = [token for token in decision.tokens if token != PASS]
        pages = len(paged) > WAYS
        leaves = {(*([_page(at)] if pages else []), token): token for at, token in enumerate(paged)}
        super().__init__(leaves | ({(PASS,): PASS} if PASS in decision.tokens else {}))
        self.decision, self.seat, self._view = decision, decision.seat, view
        self._known: dict[Path, Stand | None] = {}
        self._spots: dict[Path, Mapping[str, str]] = {}
        self._views: dict[Path, View] = {}
        self._readers: dict[Path, ViewReader] = {}

    @cached_property
    def start(self) -> Stand:
        """Before the first step."""
        return Stand(Game.from_view(self._view))

    def stand(self, path: Path) -> Stand | None:
        """Where a path leads; None if nowhere."""
        path = real(path)
        if path not in self._known:
            before = self.stand(path[:-1]) if path else None
            self._known[path] = self.start if not path else before and self._after(before, path)
        return self._known[path]

    def kind(self, path: Path) -> str:
        """What is asked at the end of a path; empty once the plan is whole."""
        at = self.stand(path)
        return "" if at is None or at.done else at.game.kind(self.seat) or ""

    def asked(self, path: Path) -> Decision:
        """The question at the end of a path that is not whole."""
        at = self.stand(path)
        assert at is not None
        return at.game.pending[self.seat] if real(path) else self.decision

    def view(self, path: Path) -> View:
        """The position at the end of a path; before what nobody knows, where it ends so."""
        path = real(path)
        if not path:
            return self._view
        if path not in self._views:
            at = self.stand(path)
            assert at is not None
            self._views[path] = self.view(path[:-1]) if at.hidden else at.game.view(None)
        return self._views[path]

    def now(self, path: Path) -> ViewReader:
        """The same to be read."""
        path = real(path)
        if path not in self._readers:
            self._readers[path] = ViewReader(self.view(path))
        return self._readers[path]

    def events(self, path: Path) -> list[Event]:
        """All that happens on the way, but for what nobody knows."""
        steps = real(path)
        stands = [self.stand(steps[:at]) for at in range(1, len(steps) + 1)]
        return [event for stand in stands if stand is not None for event in stand.events]

    def brought(self, path: Path) -> int:
        """The set of tiles that is chosen with the last step of a path; 0 if none is."""
        steps = real(path)
        return int(steps[-1]) if steps and self.kind(steps[:-1]) == "set" else 0

    # --- as any walk

    def tokens(self, path: Path = ()) -> tuple[str, ...]:
        """All legal answers at the end of a path; none once the plan is whole."""
        at = self.stand(path)
        return () if at is None or at.done else at.game.legal(self.seat)

    def options(self, path: Path = ()) -> tuple[str, ...]:
        tokens = [token for token in self.tokens(path) if real(path) or token != PASS]
        if len(tokens) <= WAYS:
            return tuple(tokens)
        if path and path[-1].startswith(PAGE):
            return tuple(token for at, token in enumerate(tokens) if _page(at) == path[-1])
        return tuple(dict.fromkeys(map(_page, range(len(tokens)))))

    def next_path(self, path: Path, value: str) -> Path:
        kept = real(path)
        if value.startswith(PAGE):
            return (*kept, value) if value in self.options(kept) else path
        if value.startswith(AT):
            return (*kept, value) if value.removeprefix(AT) in self._sooner(kept) else path
        if value.startswith(LOOK):
            kept = without(path, LOOK, PAGE)  # a spot that is chosen stays so
            return (*kept, value) if value.removeprefix(LOOK) in self.now(kept).field else path
        after = (*kept, *value.split(FOLLOW))
        return path if self.stand(after) is None else after

    def settled(self, path: Path) -> Path:
        """The plan, or none if it leads nowhere."""
        return () if self.stand(path) is None else path

    def token_of(self, path: Path) -> str | None:
        steps = real(path)
        return steps[0] if len(steps) == 1 and steps[0] in self.decision.tokens else None

    def answers(self, path: Path) -> tuple[str, ...]:
        path = real(path)
        return () if self.stand(path) is None else path

    # --- spots, also before the side

    def spots(self, path: Path) -> Mapping[str, str]:
        """Where the tile can go, as menu and picture number it, and what pattern it makes there; a drawn tile can go
        there whichever side is up. None where no tile is placed or moved."""
        if (kind := self.kind(path)) not in ("side", "spot"):
            return {}
        path = real(path)
        if path not in self._spots:
            hexes = self.tokens((*path, self.tokens(path)[0]) if kind == "side" else path)
            self._spots[path] = ranked(self.asked(path), self.now(path), hexes)
        return self._spots[path]

    def _sooner(self, path: Path) -> Collection[str]:
        """The spots that can be chosen before the side."""
        return self.spots(path) if self.kind(path) == "side" else ()

    def beyond(self) -> list[Beyond]:
        """A side of the drawn tile with its spot."""
        sides = self.tokens() if self.kind(()) == "side" else ()
        return [
            Beyond(self.asked((side,)), self.view((side,)), (side, hex)) for hex in self._sooner(()) for side in sides
        ]

    def sooner(self) -> Mapping[Path, str]:
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
        if asked == "keep":  # what stays is part of meditating, but of nothing before that
            over = over or (token != MEDITATE and at.game.kind(self.seat) != asked)
        return Stand(game, events, over or sum(map(len, path)) + len(path) > LONGEST)


def _page(at: int) -> str:
    return f"{PAGE}{at // WAYS + 1}"


def real(path: Path) -> Path:
    """The answers of a path alone."""
    return without(path, AT, LOOK, PAGE)


def without(path: Path, *kinds: str) -> Path:
    """The path without steps that begin so."""
    return tuple(step for step in path if not step.startswith(kinds))
