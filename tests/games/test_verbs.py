"""What somebody who is asked does, and is doing, made of what they are to do."""

from __future__ import annotations

import pytest

from game.core.english import does, doing


@pytest.mark.parametrize(
    ("what", "says", "says_now"),
    [
        ("choose a pair", "chooses a pair", "choosing a pair"),
        ("say who goes first", "says who goes first", "saying who goes first"),
        ("pay for a shrine", "pays for a shrine", "paying for a shrine"),
        ("banish a pillar", "banishes a pillar", "banishing a pillar"),
        ("free a spell", "frees a spell", "freeing a spell"),
        ("swap tiles", "swaps tiles", "swapping tiles"),
        ("flip a tile", "flips a tile", "flipping a tile"),
        ("seal a tile", "seals a tile", "sealing a tile"),
        ("roll dice again", "rolls dice again", "rolling dice again"),
        ("attack", "attacks", "attacking"),
    ],
)
def test_a_verb_is_told_of_somebody_as_english_has_it(what: str, says: str, says_now: str) -> None:
    assert (does(what), doing(what)) == (says, says_now)
