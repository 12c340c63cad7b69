"""The words of the notation, their order, and how a seat is asked (notation, "Words" and "Choices")."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable
from functools import cache
from typing import NamedTuple, TypeAlias, TypeVar

GEMS = ("topaz", "ruby", "citrine", "emerald", "amethyst", "sapphire", "onyx", "diamond")
"""In board order."""

BATTERY = 4
"""As the place where gems are, after the stages 1 to 3: written "b"."""

PASS = "pass"
_WORDS = ("mana", "battery", "major", "minor", "draw", PASS)
_NAMED = re.compile(rf"(?:P(\d):)?({'|'.join(GEMS)})(?:[.@]([0-3b]))?(?:x(\d+))?(!?)")


class Question(NamedTuple):
    """What a seat is asked: the kind, and the legal tokens in their order."""

    kind: str
    tokens: list[str]


Pending: TypeAlias = dict[str, Question]
"""What each asked seat is asked."""

T = TypeVar("T")
Play: TypeAlias = Generator[Pending, tuple[str, str], T]
"""A course of play: it waits with what is asked, is sent a seat and its token, and goes on."""


class Named(NamedTuple):
    """What a token names: of whom, a gem or mine, its site or stage (or `BATTERY`), how many, whether groups are
    pushed."""

    seat: str
    gem: str
    place: int
    number: int
    pushes: bool


@cache
def read(token: str) -> Named:
    """Return what stands in a token that names a gem, such as `P2:onyx@3x2`, `topaz.1x4!`, `ruby@b` and `ruby`."""
    found = _NAMED.fullmatch(token)
    assert found, token
    seat, gem, place, count, push = found.groups()
    return Named(f"P{seat}" if seat else "", gem, " 0123b".index(place or " ") - 1, int(count or 1), bool(push))


@cache
def _rank(token: str) -> tuple[tuple[int, ...], ...]:
    """Return where a token stands in a list (notation, "Order")."""
    if token in _WORDS:
        return ((100 + _WORDS.index(token),),)
    return tuple(_rank_of_part(part) for part in token.split("+"))


def _rank_of_part(part: str) -> tuple[int, ...]:
    if re.fullmatch(r"P\d", part):
        return (int(part[1:]),)
    if re.fullmatch(r"\d+[AB]", part):
        return (int(part[:-1]), "AB".index(part[-1]))
    seat, gem, place, number, pushes = read(part)
    return (int(seat[1:] or 0), GEMS.index(gem), place, number, pushes)


def in_order(tokens: Iterable[str]) -> list[str]:
    """Return the tokens, or the cards, in order."""
    return sorted(tokens, key=_rank)


def ask(seat: str, kind: str, tokens: Iterable[str]) -> Play[str]:
    """Ask a seat, and return its token."""
    _, token = yield {seat: Question(kind, in_order({*tokens}))}
    return token
