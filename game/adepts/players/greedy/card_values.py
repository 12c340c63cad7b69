"""What spells in hand are worth, and the choices between them: research, discards, draws."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from game.adepts.players.greedy.observation import Observation
from game.adepts.players.greedy.worth import swing
from game.adepts.rules.gems import AMETHYST, HAND_LIMIT, LAST_TURN, TOP_LEVEL
from game.adepts.rules.spells import SPELLS
from game.adepts.rules.tokens import PASS

WORTH = {
    "1A": 6.0, "1B": 0.3, "2A": 0.2, "2B": 0.2, "3A": 0.3, "3B": 0.3, "4A": 8.0, "4B": 0.1, "5A": 0.3, "5B": 0.7,
    "6A": 2.0, "6B": 6.5, "7A": 2.0, "7B": 11.0, "8A": 9.0, "8B": 1.5, "9A": 3.0, "9B": 4.5, "10A": 9.0, "10B": 3.0,
    "11A": 4.0, "11B": 1.5, "12A": 1.3, "12B": 8.0, "13A": 4.0, "13B": 1.0, "14A": 1.5, "14B": 1.5, "15A": 5.0,
    "15B": 1.0, "16A": 2.0, "16B": 1.0, "17A": 0.1, "17B": 1.5, "18A": 1.5, "18B": 8.0, "19A": 2.5, "19B": 1.2,
    "20A": 3.5, "20B": 3.0,
}  # fmt: skip
"""What holding a spell brought beyond its cost, in games of this player against itself."""

_UNSEEN = 3.0
"""What a card is worth that is still unknown."""

_CROWDED = 0.6
"""Only one spell can be cast in a phase: each better card of the same phase leaves this part of a card's worth."""

_ENOUGH = 3
"""The number of chances to cast it with which a card has its full worth."""


def card_worth(s: Observation, spell: str, hand: Sequence[str]) -> float:
    """Return what a card is worth beside (or in) a hand: less if few chances are left, or if there are better ones of
    its phase."""
    return _card_worth(s.turn, s.phase, spell, tuple(hand))


@lru_cache(maxsize=4096)
def _card_worth(turn: int, now: str, spell: str, hand: tuple[str, ...]) -> float:
    phase = SPELLS[spell].phase
    better = sum(1 for card in hand if card != spell and SPELLS[card].phase == phase and WORTH[card] >= WORTH[spell])
    better += max(0, hand.count(spell) - 1)
    # chances still to cast it, without a casting step that has begun; "I" to "V" happen to be in order as texts
    left = LAST_TURN - turn + (phase > now) - better
    return WORTH[spell] * min(1.0, max(0, left) / _ENOUGH) * _CROWDED**better


def any_card(s: Observation) -> float:
    """Return what a card is worth that this seat does not know."""
    return _UNSEEN * min(1.0, (LAST_TURN - s.turn) / _ENOUGH)


def hand_worth(s: Observation, hand: Sequence[str]) -> float:
    """Return what a hand is worth; cards above the hand limit, the worst, do not count."""
    return _hand_worth(s.turn, s.phase, tuple(hand))


@lru_cache(maxsize=4096)
def _hand_worth(turn: int, now: str, hand: tuple[str, ...]) -> float:
    worths = sorted((_card_worth(turn, now, card, hand) for card in hand), reverse=True)
    return sum(islice(worths, HAND_LIMIT))


def levels_worth(s: Observation, spell: str, times: int) -> float:
    """Return what `times` the battery levels of a spell's cost are worth."""
    return sum(
        swing(s, s.me, gem, levels=min(times * count, TOP_LEVEL - s.batteries[s.me][gem]))
        for gem, count in SPELLS[spell].cost
    )


def research(s: Observation, token: str) -> float:
    """Score by the worth of the hand with what is kept, and the amethyst adept's levels for the rest."""
    kept = [] if token == PASS else token.split("+")
    value = hand_worth(s, (*s.hand, *kept))
    if s.adepts[AMETHYST] == s.me:
        rest = list(s.drawn)
        for card in kept:
            rest.remove(card)
        value += sum(levels_worth(s, card, 1) for card in rest)
    return value


def discard(s: Observation, token: str) -> float:
    """Prefer the card that is missed least."""
    return -card_worth(s, token, s.hand)


def take(s: Observation, token: str) -> float:
    """Prefer the card that is worth most."""
    return card_worth(s, token, s.hand)


def draw(_: Observation, token: str) -> float:
    """Prefer to draw: a card costs nothing."""
    return 1.0 if token == "draw" else 0.0
