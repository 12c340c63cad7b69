"""What gems, battery levels and titles are worth, in mana at the end of the game."""

from __future__ import annotations

from functools import cache, lru_cache

from game.adepts.players.greedy.observation import Observation
from game.adepts.rules.gems import (
    AMETHYST,
    BATTERY_MANA,
    CITRINE,
    DIAMOND,
    EMERALD,
    GEMS,
    LAST_TURN,
    ONYX,
    RUBY,
    SAPPHIRE,
    TOP_LEVEL,
    TOPAZ,
    VALUE,
    Gem,
    Seat,
)

STEADY = (0.0, 2.3, 4.6, 6.9, 9.1, 11.4, 13.7, 16.0, 18.0, 19.0, 20.0)
"""The battery track without its slow start: what a level is worth while there is time to go on to level 7."""

_PATIENCE = 6
"""The turn from which on a level is worth no more than what it adds by itself."""

_TITLES = {TOPAZ: 1.0, RUBY: 6.0, CITRINE: 8.0, EMERALD: 6.0, AMETHYST: 5.0, SAPPHIRE: 3.0, ONYX: 6.0, DIAMOND: 4.0}
"""What an adept's bonus brings in one turn."""

_CHANCES = (0.0, 0.1, 0.25, 0.45, 0.75, 0.9, 1.0)
"""The chance to win a title when three or more gems behind, two, one, level, one ahead, two, three or more."""


_LATER = 0.5
"""Sites and gems run out: the part of an average gem that a miner kept for later rounds brings. Found by play."""


@cache
def holding(face: int, turn: int, first: int, second: int, third: int, battery: int) -> float:
    """What a seat's gems of one type and their battery will be worth (rulebook, Phase V and Game End).

    A gem of stage 3 is processed this turn, of stage 2 the next, of stage 1 the one after; what the game does not
    last for brings half its mana, and no level.
    """
    processed = third + (second if turn < LAST_TURN else 0) + (first if turn < LAST_TURN - 1 else 0)
    left_over = first + second + third - processed
    level = max(0, min(TOP_LEVEL, battery + processed))
    patience = max(0, _PATIENCE - turn) / _PATIENCE
    track = patience * STEADY[level] + (1 - patience) * BATTERY_MANA[level]
    return face * (processed + left_over / 2) + track


def swing(
    s: Observation, seat: Seat, gem: Gem, first: int = 0, second: int = 0, third: int = 0, levels: int = 0
) -> float:
    """What it is worth to this seat that `seat` gets so many more gems of a type in stages 1, 2, 3, and levels."""
    one, two, three = s.queues[seat][gem]
    one += s.coming[gem][seat]
    face, battery = VALUE[gem], s.batteries[seat][gem]
    gain = holding(face, s.turn, one + first, two + second, three + third, battery + levels) - holding(
        face, s.turn, one, two, three, battery
    )
    gems = first + second + third
    if s.phase == "V":
        gems -= third
    return (gain if seat == s.me else -s.harm * gain) + (title_swing(s, seat, gem, gems) if gems else 0)


def at_stage(s: Observation, seat: Seat, gem: Gem, stage: int, count: int, levels: int = 0) -> float:
    """The same for gems of a single stage."""
    stages = (count, 0, 0) if stage == 1 else (0, count, 0) if stage == 2 else (0, 0, count)
    return swing(s, seat, gem, *stages, levels=levels)


@lru_cache(maxsize=1)  # every token of a question asks for it
def miner_price(s: Observation) -> float:
    """What a miner not yet assigned may bring: part of an average gem, and of what each group gives on top."""
    gem = sum(swing(s, s.me, gem, 1) for gem in GEMS) / len(GEMS)
    return _LATER * gem * (1 + ((s.adepts[CITRINE] == s.me) + s.tunnels) / 3)


def title_swing(s: Observation, seat: Seat, gem: Gem, gems: int) -> float:
    """What it does for this seat's chance at a title that `seat` gets some more gems of the type."""
    worth = title(s.turn, s.phase, gem)
    if not worth:
        return 0.0
    mine, best = s.lead[gem]
    if seat == s.me:
        return worth * (_chance(mine + gems, best) - _chance(mine, best))
    held = s.held[gem]
    best_then = max(held[other] + (gems if other == seat else 0) for other in s.opponents)
    return worth * (_chance(mine, best_then) - _chance(mine, best))


@cache
def title(turn: int, phase: str, gem: Gem) -> float:
    """What the title that is decided next will bring its holder (rulebook, Phase IV)."""
    if phase == "V":
        turn += 1
    if gem in (ONYX, DIAMOND):
        return _TITLES[gem] if 2 <= turn <= LAST_TURN else 0.0
    if turn >= LAST_TURN:
        return 0.0
    late = gem not in (AMETHYST, SAPPHIRE) and turn > LAST_TURN - 3
    return _TITLES[gem] * (0.3 if late else 1.0)


@cache
def _chance(mine: int, best: int) -> float:
    return 0.0 if mine <= 0 else _CHANCES[max(-3, min(3, mine - best)) + 3]


def standing(s: Observation, seat: Seat) -> float:
    """What a seat would be worth if things went on quietly: whom to fear."""
    queue, battery = s.queues[seat], s.batteries[seat]
    return s.mana[seat] + sum(holding(VALUE[gem], s.turn, *queue[gem], battery[gem]) for gem in range(len(VALUE)))
