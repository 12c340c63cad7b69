"""A turn as a plan: a walk whose steps are answers to one question after the other, played on a copy of the game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Generic, Protocol, TypeVar

from game.core.decisions import PASS, Decision
from game.core.narrowing import WAYS, Narrowing, Path, Tree
from game.core.protocol import Game, View


class Stand(Protocol):
    """Where a path leads: the game then, and whether the plan ends there."""

    @property
    def game(self) -> Game: ...

    @property
    def done(self) -> bool: ...


S = TypeVar("S", bound=Stand)


class Plan(Narrowing, Generic[S]):
    """The plan of what one seat is asked in a turn. A path has a token for each question, in the order in which the
    rules ask them. Steps with one of the `marks` answer nothing; those with the mark `page` turn to a page of the ways,
    where there are more than a select can show."""

    page: str
    marks: tuple[str, ...]

    def __init__(self, decision: Decision, view: View) -> None:
        tokens = [token for token in decision.tokens if token != PASS]
        pages = self._pages(tokens)
        leaves: Tree = {(*filter(None, (page,)), token): token for page, token in zip(pages, tokens, strict=True)}
        super().__init__(leaves | ({(PASS,): PASS} if PASS in decision.tokens else {}))
        self.decision, self.seat, self.seen = decision, decision.seat, view
        self._known: dict[Path, S | None] = {}

    @cached_property
    @abstractmethod
    def start(self) -> S:
        """The stand before the first step."""

    @abstractmethod
    def _after(self, at: S, path: Path) -> S | None:
        """Return where the last step of a path leads; None if it is not possible."""

    def real(self, path: Path) -> Path:
        """Return the path with answers only."""
        return tuple(step for step in path if not step.startswith(self.marks))

    def stand(self, path: Path) -> S | None:
        """Return where a path leads; None if it is not possible."""
        path = self.real(path)
        if path not in self._known:
            before = self.stand(path[:-1]) if path else None
            self._known[path] = self.start if not path else before and self._after(before, path)
        return self._known[path]

    def kind(self, path: Path) -> str:
        """Return the kind of question at the end of a path; "" once the plan is complete."""
        at = self.stand(path)
        return "" if at is None or at.done else at.game.kind(self.seat) or ""

    def tokens(self, path: Path = ()) -> Sequence[str]:
        """Return all legal answers at the end of a path; empty once the plan is complete."""
        at = self.stand(path)
        return () if at is None or at.done else at.game.legal(self.seat)

    def options(self, path: Path = ()) -> tuple[str, ...]:
        tokens = [token for token in self.tokens(path) if self.real(path) or token != PASS]
        if len(tokens) <= WAYS:
            return tuple(tokens)
        pages = self._pages(tokens)
        if path and path[-1] in pages:
            return tuple(token for page, token in zip(pages, tokens, strict=True) if page == path[-1])
        return tuple(dict.fromkeys(pages))

    def next_path(self, path: Path, value: str) -> Path:
        after = (*self.real(path), value)
        return path if self.stand(after) is None else after

    def settled(self, path: Path) -> Path:
        """Return the path, or () if it is not possible."""
        return () if self.stand(path) is None else path

    def answers(self, path: Path) -> tuple[str, ...]:
        return () if self.stand(path) is None else self.real(path)

    def is_aside(self, path: Path) -> bool:
        return bool(path) and path[-1].startswith(self.marks)

    def _pages(self, tokens: Sequence[str]) -> list[str]:
        """Return the step to the page of each token; "" where one page holds all."""
        return [f"{self.page}{at // WAYS + 1}" if len(tokens) > WAYS else "" for at in range(len(tokens))]
