"""What a table chooses before the game: players, twenty spells, the deck, the seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.adepts.rules.cards import DECKS, SpellId, custom, selection
from game.core.errors import SetupError, quoted
from game.core.options import checked_seed

MIN_PLAYERS, MAX_PLAYERS = 2, 5


class Options(NamedTuple):
    """The checked options of one game."""

    players: int
    spells: tuple[SpellId, ...]
    deck: str
    seed: str


def check(players: object, spells: object, deck: object, seed: object) -> Options:
    """Return the checked options of a game; without a seed, a new one is drawn. Raises SetupError, which says what is
    possible."""
    if not isinstance(players, int) or not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise SetupError(f"Adepts is for {MIN_PLAYERS} to {MAX_PLAYERS} players, not {quoted(players)}")
    if not isinstance(deck, str) or deck not in DECKS:
        raise SetupError(f"no deck is called {quoted(deck)}; there is: {', '.join(DECKS)}")
    seed = checked_seed(seed)
    if not isinstance(spells, str | Sequence):
        raise SetupError(f"spells are a named selection or a list of 20 ids, not {quoted(spells)}")
    chosen = selection(spells, seed) if isinstance(spells, str) else custom(spells)
    return Options(players, chosen, deck, seed)
