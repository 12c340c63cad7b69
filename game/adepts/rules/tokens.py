"""Tokens of the notation: written, read and listed in their order.

Everything here depends on the notation alone, never on a position, so it is computed once and cached.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from itertools import product
from typing import NamedTuple

from game.adepts.rules.gems import ALL_SITES, GEM_NAMES, GEM_OF, GEMS, SEAT_NAMES, SEAT_OF, Gem, Seat, Site

PASS = "pass"
WORDS = ("mana", "battery", "major", "minor", "draw", PASS)

_GEM = "(?:" + "|".join(GEM_NAMES) + ")"
_SPELL = r"(?:[1-9]|1[0-9]|20)[AB]"
_COUNT = r"(?:[1-9][0-9]?)"
_MANY = r"(?:[2-9]|[1-9][0-9])"
_SOURCE = rf"{_GEM}@[123b](?:x{_MANY})?"
TOKEN = re.compile(
    rf"(?:{'|'.join(WORDS)}|P[1-5]|{_GEM}|{_GEM}\.[0-3](?:x{_COUNT}!?)?|P[1-5]:{_GEM}@[123](?:x{_MANY})?"
    rf"|{_SOURCE}(?:\+{_SOURCE})*|{_SPELL}(?:\+{_SPELL})*)"
)


def readable(text: str) -> bool:
    """Whether the text is some token of the notation, legal or not."""
    return TOKEN.fullmatch(text) is not None


class Group(NamedTuple):
    """Miners on a site; `push` says that a Backlash pushes the groups there first."""

    site: Site
    miners: int
    push: bool = False


class Gems(NamedTuple):
    """Gems of one type in one stage (1 to 3) of a queue: that of `seat`, or (None) one's own."""

    seat: Seat | None
    gem: Gem
    stage: int
    number: int


class Use(NamedTuple):
    """What a payment takes of one gem: from stages 1, 2, 3 and the battery."""

    gem: Gem
    stages: tuple[int, ...]
    levels: int


class Payment(NamedTuple):
    """One way to pay a cost."""

    token: str
    uses: tuple[Use, ...]


SITE_TOKENS = tuple(f"{GEM_NAMES[site >> 2]}.{site & 3}" for site in ALL_SITES)
SITE_OF = dict(zip(SITE_TOKENS, ALL_SITES, strict=True))
STAGE_TOKENS = tuple(f"{GEM_NAMES[gem]}@{stage}" for gem in GEMS for stage in (1, 2, 3))
"""One gem of each type in each stage, in the order of a queue's 24 counts."""


@cache
def group_token(site: Site, count: int, push: bool = False) -> str:
    """``topaz.2x3``, or ``topaz.2x3!`` after a push."""
    return f"{SITE_TOKENS[site]}x{count}{'!' if push else ''}"


@cache
def group_tokens(site: Site, low: int, high: int) -> tuple[str, ...]:
    """Return the groups of `low` to `high` miners on one site."""
    return tuple(group_token(site, count) for count in range(low, high + 1))


@cache
def read_group(token: str) -> Group:
    """Return the group that a token names."""
    site, _, rest = token.rpartition("x")
    return Group(SITE_OF[site], int(rest.rstrip("!")), rest.endswith("!"))


@cache
def gems_token(gem: Gem, stage: int, count: int = 1, seat: Seat | None = None) -> str:
    """``ruby@2``, ``ruby@2x2``, ``P2:ruby@2``."""
    owner = "" if seat is None else f"{SEAT_NAMES[seat]}:"
    return f"{owner}{GEM_NAMES[gem]}@{stage}{f'x{count}' if count > 1 else ''}"


@cache
def read_gems(token: str) -> Gems:
    """Return the gems that a token names."""
    owner, _, rest = token.rpartition(":")
    name, _, place = rest.partition("@")
    stage, _, count = place.partition("x")
    return Gems(SEAT_OF[owner] if owner else None, GEM_OF[name], int(stage), int(count or 1))


@cache
def _uses(gem: Gem, need: int, have: tuple[int, int, int, int]) -> tuple[Payment, ...]:
    """Return every way to pay `need` of one gem from three stages and the battery, in order."""
    ways = []
    for taken in product(*(range(min(need, n) + 1) for n in have)):
        if sum(taken) == need:
            parts = [(place, n) for place, n in enumerate(taken) if n]
            token = "+".join(f"{GEM_NAMES[gem]}@{'123b'[place]}{f'x{n}' if n > 1 else ''}" for place, n in parts)
            ways.append((parts, Payment(token, (Use(gem, taken[:3], taken[3]),))))
    return tuple(payment for _, payment in sorted(ways, key=lambda way: way[0]))


@cache
def payments(cost: tuple[tuple[Gem, int], ...], have: tuple[tuple[int, int, int, int], ...]) -> tuple[Payment, ...]:
    """Return every way to pay a cost, in order; `have` says for each of its gems what is in stages 1, 2, 3 and the
    battery."""
    each = [_uses(gem, need, at) for (gem, need), at in zip(cost, have, strict=True)]
    return tuple(
        Payment("+".join(p.token for p in combo), tuple(use for p in combo for use in p.uses))
        for combo in product(*each)
    )


def lacking(cost: Iterable[tuple[Gem, int]], held: Callable[[Gem], int]) -> dict[str, int]:
    """Return what is missing of a cost, by the gem's name; `held` counts gems of all stages and battery levels (ruling
    5)."""
    return {GEM_NAMES[gem]: need - held(gem) for gem, need in cost if need > held(gem)}
