"""What gems, battery levels and chances at titles are worth, in mana at the end of the game."""

from __future__ import annotations

from functools import cache, lru_cache

from game.adepts.rules.gems import (
    AMETHYST,
    BATTERY_MANA,
    CITRINE,
    DIAMOND,
    EMERALD,
    LAST_TURN,
    ONYX,
    RUBY,
    SAPPHIRE,
    TOP_LEVEL,
    TOPAZ,
    Gem,
)

STEADY = (0.0, 2.3, 4.6, 6.9, 9.1, 11.4, 13.7, 16.0, 18.0, 19.0, 20.0)
"""The battery track without its slow start: what a level is worth while there is time to go on to level 7."""

_PATIENCE = 6
"""The turn from which a level is worth no more than what it adds by itself."""

_TITLES = {TOPAZ: 1.0, RUBY: 6.0, CITRINE: 8.0, EMERALD: 6.0, AMETHYST: 5.0, SAPPHIRE: 3.0, ONYX: 6.0, DIAMOND: 4.0}
"""What an adept's bonus brings in one turn."""

_CHANCES = (0.0, 0.1, 0.25, 0.45, 0.75, 0.9, 1.0)
"""The chance of winning a title with three or more gems behind, two behind, one behind, level, one ahead, two, and
three or more."""


@lru_cache(1 << 16)  # there are millions of combinations
def holding(face: int, turn: int, first: int, second: int, third: int, battery: int) -> float:
    """Return what a seat's gems of one type and their battery will be worth (rulebook, Phase V and Game End).

    A gem in stage 3 is processed this turn, in stage 2 in the next, in stage 1 in the one after. Gems for which the
    game ends too soon bring half their mana and no level.
    """
    processed = third + (second if turn < LAST_TURN else 0) + (first if turn < LAST_TURN - 1 else 0)
    left_over = first + second + third - processed
    level = max(0, min(TOP_LEVEL, battery + processed))
    patience = max(0, _PATIENCE - turn) / _PATIENCE
    track = patience * STEADY[level] + (1 - patience) * BATTERY_MANA[level]
    return face * (processed + left_over / 2) + track


@cache
def title(turn: int, phase: str, gem: Gem) -> float:
    """Return what the title that is decided next will bring its holder (rulebook, Phase IV)."""
    if phase == "V":
        turn += 1
    if gem in (ONYX, DIAMOND):
        return _TITLES[gem] if 2 <= turn <= LAST_TURN else 0.0
    if turn >= LAST_TURN:
        return 0.0
    late = gem not in (AMETHYST, SAPPHIRE) and turn > LAST_TURN - 3
    return _TITLES[gem] * (0.3 if late else 1.0)


@cache
def chance(mine: int, best: int) -> float:
    """Return the chance at a title for a seat with `mine` gems, if the most that another seat has is `best`."""
    return 0.0 if mine <= 0 else _CHANCES[max(-3, min(3, mine - best)) + 3]
