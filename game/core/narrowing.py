"""Narrowing: a choice among many tokens as a walk through a few short lists.

Each legal token is a leaf of a tree; a path is the steps walked so far. All of it is worked out from the decision's
tokens and the game's way to take a token apart, so a button that carries the path is all the state a panel has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from typing import NamedTuple

from game.core.decisions import PASS, Decision
from game.core.protocol import View

WAYS = 25
"""Ways at a step, as many as a select can show."""

Path = tuple[str, ...]
Tree = dict[Path, str]
Steps = Callable[[str, str, str], Path]
"""How a game takes a token apart: kind, source and token to the steps that lead there, at most 25 ways at each."""


def write_path(path: Path) -> str:
    """A path as a button carries it."""
    return "/".join(path)


def read_path(text: str) -> Path:
    """The path back."""
    return tuple(text.split("/")) if text else ()


class Beyond(NamedTuple):
    """A token of a later question that can be chosen now: `decision` and `view` are those of that question, `answers`
    all that choosing it answers, the token last."""

    decision: Decision
    view: View
    answers: tuple[str, ...]

    @property
    def token(self) -> str:
        return self.answers[-1]


class Narrowing:
    """The walk through a tree."""

    def __init__(self, leaves: Tree) -> None:
        self.leaves = leaves
        """All legal tokens by the path that leads to them."""

    def below(self, path: Path) -> list[str]:
        """The tokens that can still be reached from a path, in order."""
        return [token for leaf, token in self.leaves.items() if leaf[: len(path)] == path]

    @cached_property
    def _onward(self) -> Mapping[Path, tuple[str, ...]]:
        """The next steps by path: a panel asks for them time and again."""
        found: dict[Path, dict[str, None]] = {}
        for leaf in self.leaves:
            for at, step in enumerate(leaf if leaf != (PASS,) else ()):
                found.setdefault(leaf[:at], {})[step] = None
        return {path: tuple(steps) for path, steps in found.items()}

    def options(self, path: Path = ()) -> tuple[str, ...]:
        """The next steps from a path, in order; passing is none of them."""
        return self._onward.get(path, ())

    def next_path(self, path: Path, value: str) -> Path:
        """The path after a further step; steps with one way only are walked at once. Stays put where there is none."""
        if value == PASS and (PASS,) in self.leaves:
            return (PASS,)
        return self.settled((*path, value)) if value in self.options(path) else path

    def settled(self, path: Path) -> Path:
        """The path, walked on as long as there is one way only; back to the start if it leads nowhere."""
        if path and path not in self.leaves and not self.options(path):
            path = ()
        while path not in self.leaves and len(ways := self.options(path)) == 1:
            path = (*path, ways[0])
        return path

    def token_of(self, path: Path) -> str | None:
        """The token at the end of a path; None while there is more to choose."""
        return self.leaves.get(path)

    def path_to(self, token: str) -> Path:
        """The path at whose end this legal token is."""
        return next(path for path, each in self.leaves.items() if each == token)

    def path_to_all(self, answers: Sequence[str]) -> Path:
        """The path to these answers, where steps give them one by one, or one step all; else to the first of them."""
        start: Path = ()
        paths = reduce(self.next_path, answers, start), self.next_path(start, answers[-1])
        whole = (path for path in paths if self.answers(path) == tuple(answers))
        return next(whole, None) or self.path_to(answers[0])

    def answers(self, path: Path) -> tuple[str, ...]:
        """What confirming a path answers, none while there is more to choose: the token at its end.

        A game may let a path go on into what the same seat is asked next, so that one press answers several questions.
        """
        token = self.token_of(path)
        return () if token is None else (token,)

    def beyond(self) -> list[Beyond]:
        """What else can be chosen at once, though the rules ask something else first; in most games nothing."""
        return []

    def sooner(self) -> Mapping[Path, str]:
        """Steps that choose first what the rules ask only later, with that answer and its kind: "spot 0,1"."""
        return {}

    def numbered(self, path: Path = ()) -> Sequence[str]:
        """What the panel's picture numbers at a path, from 1 on, in the notation with its kind: "spot 0,1"; mostly
        nothing."""
        return ()


@lru_cache(maxsize=256)
def by_steps(steps: Steps, kind: str, source: str, tokens: tuple[str, ...]) -> Narrowing:
    """The walk of a game that takes its tokens apart."""
    return Narrowing({(token,) if token == PASS else steps(kind, source, token): token for token in tokens})


@lru_cache(maxsize=256)
def paged(tokens: tuple[str, ...]) -> Narrowing:
    """The walk to any tokens: pages of up to 25, and pages of pages, all by number."""
    active = [token for token in tokens if token != PASS]
    deep = 1
    while WAYS**deep < len(active):
        deep += 1
    leaves: Tree = {tuple(_digits(number, deep)): token for number, token in enumerate(active)}
    return Narrowing(leaves | ({(PASS,): PASS} if PASS in tokens else {}))


def _digits(number: int, deep: int) -> list[str]:
    """A number to the base of 25, a step for each digit; further steps know what was before, so digits will do."""
    found: list[str] = []
    for _ in range(deep):
        number, digit = divmod(number, WAYS)
        found.insert(0, str(digit))
    return found
