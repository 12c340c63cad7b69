"""Narrowing: a choice among many tokens as a walk through a few short lists.

Each legal token is a leaf of a tree; a path is the steps walked so far. The tree is computed from the decision's tokens
and the game's way of taking a token apart, so a button that carries the path is all the state a panel has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from typing import NamedTuple

from game.core.decisions import PASS, Decision
from game.core.layout import CHOICES
from game.core.protocol import View

WAYS = CHOICES
"""Ways at a step at most, as many as a select can show."""

Path = tuple[str, ...]
Tree = dict[Path, str]
Steps = Callable[[str, str, str], Path]
"""How a game takes a token apart: from kind, source and token to the steps that lead there, at most 25 ways at each."""


def write_path(path: Path) -> str:
    """A path as a button carries it."""
    return "/".join(path)


def read_path(text: str) -> Path:
    """Read what `write_path` wrote."""
    return tuple(text.split("/")) if text else ()


class Beyond(NamedTuple):
    """A token of a later question that can be chosen now. `decision` and `view` are those of that later question;
    `answers` are all answers that choosing it gives, its own token last."""

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
        """All legal tokens by the path that ends there."""

    def below(self, path: Path) -> list[str]:
        """Return the tokens that can still be reached from a path, in order."""
        return [token for leaf, token in self.leaves.items() if leaf[: len(path)] == path]

    @cached_property
    def _onward(self) -> Mapping[Path, tuple[str, ...]]:
        """The next steps by path, cached because a panel asks for them time and again."""
        found: dict[Path, dict[str, None]] = {}
        for leaf in self.leaves:
            for at, step in enumerate(leaf if leaf != (PASS,) else ()):
                found.setdefault(leaf[:at], {})[step] = None
        return {path: tuple(steps) for path, steps in found.items()}

    def options(self, path: Path = ()) -> tuple[str, ...]:
        """Return the next steps from a path, in order; passing is not one of them."""
        return self._onward.get(path, ())

    def next_path(self, path: Path, value: str) -> Path:
        """Return the path after a further step; steps that leave only one way are taken at once. If there is no such
        step, the path stays as it is."""
        if value == PASS and (PASS,) in self.leaves:
            return (PASS,)
        return self.settled((*path, value)) if value in self.options(path) else path

    def settled(self, path: Path) -> Path:
        """Return the path, continued as long as there is only one way; from the start if the path leads nowhere."""
        if path and path not in self.leaves and not self.options(path):
            path = ()
        while path not in self.leaves and len(ways := self.options(path)) == 1:
            path = (*path, ways[0])
        return path

    def token_of(self, path: Path) -> str | None:
        """Return the token at the end of a path; None while there is more to choose."""
        return self.leaves.get(path)

    def path_to(self, token: str) -> Path:
        """Return the path that ends at this legal token."""
        return next(path for path, each in self.leaves.items() if each == token)

    def path_to_all(self, answers: Sequence[str]) -> Path:
        """Return the path that gives these answers, be it one at a step or all in one step; else the path to the first
        of them."""
        start: Path = ()
        paths = reduce(self.next_path, answers, start), self.next_path(start, answers[-1])
        whole = (path for path in paths if self.answers(path) == tuple(answers))
        return next(whole, None) or self.path_to(answers[0])

    def answers(self, path: Path) -> tuple[str, ...]:
        """Return what confirming a path answers: the token at its end; () while there is more to choose.

        A game may let a path go on into what the same seat is asked next, so that one press answers several questions.
        """
        token = self.token_of(path)
        return () if token is None else (token,)

    def is_aside(self, path: Path) -> bool:
        """Return whether the last step of a path answers nothing by itself, as a look at a card does not."""
        return False

    def beyond(self) -> list[Beyond]:
        """Return what else can be chosen already, though the rules ask something else first; in most games nothing."""
        return []

    def asked_later(self) -> Mapping[Path, str]:
        """Return the steps by which something is chosen that the rules ask only later, each with the kind and answer of
        that later question: "spot 0,1"."""
        return {}

    def numbered(self, path: Path = ()) -> Sequence[str]:
        """Return what the panel's picture numbers at a path, from 1 on, as kind and token of the notation: "spot 0,1";
        mostly nothing."""
        return ()


@lru_cache(maxsize=256)
def by_steps(steps: Steps, kind: str, source: str, tokens: tuple[str, ...]) -> Narrowing:
    """Return the tree for a game that takes its tokens apart."""
    return Narrowing({(token,) if token == PASS else steps(kind, source, token): token for token in tokens})


@lru_cache(maxsize=256)
def paged(tokens: tuple[str, ...]) -> Narrowing:
    """Return a tree for any tokens: pages of up to 25, nested as deep as needed, all by number."""
    active = [token for token in tokens if token != PASS]
    deep = 1
    while WAYS**deep < len(active):
        deep += 1
    leaves: Tree = {tuple(_digits(number, deep)): token for number, token in enumerate(active)}
    return Narrowing(leaves | ({(PASS,): PASS} if PASS in tokens else {}))


def _digits(number: int, deep: int) -> list[str]:
    """Return a number in base 25, one step for each digit. Digits are enough, as a path also holds the steps before."""
    found: list[str] = []
    for _ in range(deep):
        number, digit = divmod(number, WAYS)
        found.insert(0, str(digit))
    return found
