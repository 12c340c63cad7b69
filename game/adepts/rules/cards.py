"""Spell cards as cards: their ids, their order, the selections and the decks. What they do is in `spells`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NewType

from game.core.chance import digest
from game.core.errors import SetupError, quoted

SpellId = NewType("SpellId", str)
"""A number and a side: "10B"."""

NUMBERS = range(1, 21)
SPELL_IDS = tuple(SpellId(f"{n}{side}") for n in NUMBERS for side in "AB")
_RANK = {spell: rank for rank, spell in enumerate(SPELL_IDS)}

_A_SIDES = {
    "first-game": {1, 2, 5, 7, 8, 11, 12, 13, 16, 20},
    "ivory-tower": set(NUMBERS),
    "battlefield": set[int](),
    "two-players": {2, 3, 4, 8, 10, 11, 13, 14, 19, 20},
    "five-players": {1, 2, 6, 7, 8, 9, 12, 15, 17, 18},
}
RANDOM = "random"
SELECTIONS = (*_A_SIDES, RANDOM)

DECKS = {"rulebook": (4, 3, 3, 3, 2), "digital": (4, 4, 3, 3, 2)}
"""Copies of the five spells of a phase, cheapest number first (rulings, "Copies")."""


def number(spell: SpellId) -> int:
    """1 to 20."""
    return int(spell[:-1])


def in_order(spells: Iterable[SpellId]) -> tuple[SpellId, ...]:
    """Return the cards in number order, A before B: the order of hands, of the discard pile and of tokens."""
    return tuple(sorted(spells, key=_RANK.__getitem__))


def selection(name: str, seed: str = "") -> tuple[SpellId, ...]:
    """Return the twenty spells of a named selection; `random` needs the game's seed.

    Raises SetupError for an unknown name.
    """
    if name == RANDOM:
        a_side = {n for n in NUMBERS if digest(f"{seed}/spells/{n}")[0] in "01234567"}
    elif name in _A_SIDES:
        a_side = _A_SIDES[name]
    else:
        there_is = ", ".join(SELECTIONS)
        raise SetupError(f"no selection is called {quoted(name)}; there is: {there_is}, or a list of 20 spells")
    return tuple(SpellId(f"{n}{'A' if n in a_side else 'B'}") for n in NUMBERS)


def custom(spells: Iterable[str]) -> tuple[SpellId, ...]:
    """Return a table's own twenty spells, one side of each number, in number order. Raises SetupError."""
    chosen = [known(spell) for spell in spells]
    numbers = sorted(number(spell) for spell in chosen)
    if numbers != list(NUMBERS):
        twice = next((n for n in numbers if numbers.count(n) > 1), None)
        missing = [str(n) for n in NUMBERS if n not in numbers]
        lacking = f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        problem = f"{twice} is there twice" if twice else lacking
        raise SetupError(f"a game needs one side of each number from 1 to 20, and {problem}")
    return in_order(chosen)


def known(spell: object) -> SpellId:
    """Return the text as a spell's id. Raises SetupError if it is none."""
    if not isinstance(spell, str) or spell not in _RANK:
        raise SetupError(f"no spell has the id {quoted(spell)}; ids are 1A, 1B, 2A to 20B")
    return SpellId(spell)


def copies(spell: SpellId, deck: str) -> int:
    """Return how many cards of this spell a deck holds."""
    return DECKS[deck][(number(spell) - 1) % 5]


def full_deck(spells: Sequence[SpellId], deck: str) -> list[SpellId]:
    """Return all cards of a game in number order, copies side by side."""
    return [spell for spell in spells for _ in range(copies(spell, deck))]
