"""Tokens: one spelling each, in the notation's order."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from game.adepts.rules import tokens
from game.adepts.rules.cards import SPELL_IDS
from game.adepts.rules.gems import GEM_NAMES
from tests.playouts import choose, settings

WORDS = ("mana", "battery", "major", "minor", "draw")
"""In the order of the table of choices."""


def part_key(part: str) -> tuple[Any, ...]:
    """Return the sort key of one part of a token, computed from its text alone."""
    if part == "pass":
        return (9,)
    if part in WORDS:
        return (8, WORDS.index(part))
    if part in SPELL_IDS:
        return (0, int(part[:-1]), part[-1])
    read = re.fullmatch(r"(?:P(\d)(?::|$))?(?:(\w+?)(?:[.@](\d|b))?(?:x(\d+))?(!)?)?", part)
    assert read, part
    seat, gem, place, count, push = read.groups()
    return (
        1,
        int(seat or 0),
        GEM_NAMES.index(gem) if gem else -1,
        {"b": 4, None: -1}.get(place) or int(place),
        int(count or 1),
        bool(push),
    )


def key(token: str) -> list[tuple[Any, ...]]:
    return [part_key(part) for part in token.split("+")]


@pytest.mark.parametrize("setting", list(settings(48, "tokens")), ids=str)
def test_tokens_are_listed_in_order_and_read_back(setting: Any) -> None:
    """Seat, gem or spell, site or stage, count, ``!``; shorter before longer; words by the table; pass last."""
    rng = random.Random(setting.seed)
    game = setting.start()
    while not game.over:
        for seat in game.asked:
            listed = list(game.legal(seat))
            assert listed == sorted(listed, key=key)
        game.play(*choose(game, rng))


EXAMPLES = """
    pass topaz topaz.2 topaz.2x3 ruby.1x4! ruby.1x12 topaz@1 topaz@1x2 ruby@b ruby@bx2 P2 P2:onyx@3 P2:onyx@3x2 10B
    3A+7B 10A+10A topaz@1+ruby@b topaz@1+topaz@b mana battery major minor draw
"""
MISSPELT = """
    Topaz topaz.4 topaz.2x0 topaz.x3 topaz.2x3!! topaz@4 topaz@1x1 P6 P2:onyx@b P2onyx@1 21A 3C 03A 3A+ 10A,10A gem
"""


@pytest.mark.parametrize("token", EXAMPLES.split())
def test_the_notations_examples_are_readable(token: str) -> None:
    assert tokens.readable(token)


@pytest.mark.parametrize("token", [*MISSPELT.split(), "", "pass ", "topaz.2 x3"])
def test_no_other_spelling_is_readable(token: str) -> None:
    assert not tokens.readable(token)


@pytest.mark.parametrize("token", ["topaz.2x3", "onyx.1x4!", "diamond.0x12", "onyx.3x1"])
def test_groups_read_and_write_the_same(token: str) -> None:
    assert tokens.group_token(*tokens.read_group(token)) == token


@pytest.mark.parametrize("token", ["ruby@2", "onyx@3x2", "P2:topaz@1", "P5:onyx@3x2"])
def test_gems_read_and_write_the_same(token: str) -> None:
    seat, gem, stage, number = tokens.read_gems(token)
    assert tokens.gems_token(gem, stage, number, seat) == token
