"""Tokens of the notation, and for each board all that can be played on it, computed once."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from game.core.decisions import PASS
from game.mana_surge.rules.boards.board import Board, Kind
from game.mana_surge.rules.hexes import Hex, hexes
from game.mana_surge.rules.seats import COLOURS

STEP, STRIKE = "-", "x"
"""The sign between the two hexes of a move, and of an attack."""

_HEX = r"[a-y](?:[1-9]|1[0-9]|2[0-5])"
_TOKEN = re.compile(rf"{PASS}|{'|'.join(COLOURS)}|{_HEX}(?:[{STEP}{STRIKE}]{_HEX})?")
_ENDS = re.compile(rf"({_HEX})[{STEP}{STRIKE}]({_HEX})")


def readable(text: str) -> bool:
    """Return whether the text is a token of the notation, legal or not."""
    return _TOKEN.fullmatch(text) is not None


def ends(token: str) -> tuple[str, str] | None:
    """Return source and target of a move or an attack; None for other tokens."""
    found = _ENDS.fullmatch(token)
    return (found[1], found[2]) if found else None


class Outcome(NamedTuple):
    """The outcome of an attack: whether the target and the attacker die, both at the same moment (ruling r11)."""

    target: bool
    attacker: bool


class Ends(NamedTuple):
    """A move or an attack. `source` and `target` are sets of one hex, `names` their names, `kind` is the target's;
    `outcome` is that of an attack between the two hexes, for a move too."""

    source: int
    target: int
    names: tuple[str, str]
    kind: Kind
    outcome: Outcome


class Ways(dict[int, tuple[str, ...]]):
    """The tokens from one hex to each set of targets, keyed by that set; each is computed once."""

    def __init__(self, tokens: dict[Hex, str]) -> None:
        super().__init__()
        self._tokens = tokens

    def __missing__(self, targets: int) -> tuple[str, ...]:
        found = self[targets] = tuple(self._tokens[target] for target in hexes(targets))
        return found


class Play:
    """What can be played on a board, with or without the option *fierce*.

    `moves` and `attacks` map each hex (as a set of one) to the neighbours it can act on and the tokens for them. An
    attack is only possible if somebody dies, which depends on the two hexes alone (rulings r10, r11). `names` has the
    tokens that are single hexes, by set; `ends` has all moves and attacks taken apart.
    """

    def __init__(self, board: Board, fierce: bool) -> None:
        self.board = board
        self.fierce = fierce
        self.ends: dict[str, Ends] = {}
        self.names = Ways(dict(zip(hexes(board.open), board.named(board.open), strict=True)))
        self.moves = {1 << source: self._ways(source, STEP) for source in hexes(board.open)}
        self.attacks = {1 << source: self._ways(source, STRIKE) for source in hexes(board.open & ~board.locks)}

    def outcome(self, source: Hex, target: Hex) -> Outcome:
        """Return who would die if a token on `source` attacked one on `target`."""
        attack, defence, more = self.board.attack, self.board.defence, 0 if self.fierce else 1
        return Outcome(attack[source] >= defence[target] + more, attack[target] >= defence[source] + more)

    def _ways(self, source: Hex, sign: str) -> tuple[int, Ways]:
        names, tokens, near = self.board.names, dict[Hex, str](), 0
        for target in hexes(self.board.around[source] & self.board.open):
            outcome = self.outcome(source, target)
            if sign == STRIKE and not any(outcome):
                continue
            token = f"{names[source]}{sign}{names[target]}"
            tokens[target] = token
            near |= 1 << target
            self.ends[token] = Ends(
                1 << source, 1 << target, (names[source], names[target]), self.board.kinds[target], outcome
            )
        return near, Ways(tokens)


@cache
def play(board: Board, fierce: bool) -> Play:
    """Return what can be played on a board; computed once for each, with and without *fierce*."""
    return Play(board, fierce)


def between(ways: dict[int, tuple[int, Ways]], sources: int, targets: int) -> list[str]:
    """Return all tokens from a hex in `sources` to one in `targets`, by source, then target, in hex order."""
    found: list[str] = []
    while sources:
        source = sources & -sources
        near, tokens = ways[source]
        found += tokens[near & targets]
        sources ^= source
    return found
