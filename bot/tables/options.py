"""What a table chooses before it starts, checked as soon as it is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.tables.errors import BadWish
from game.adepts.rules.cards import DECKS, SELECTIONS, custom
from game.adepts.rules.options import MAX_PLAYERS, MIN_PLAYERS
from game.core.errors import SetupError
from game.core.text.names import shown

PACES = ("live", "day", "three-days", "none")
PICTURES, LETTERS, WORDS = LOOKS = ("pictures", "letters", "words")
"""How a game is shown: in pictures, in pictures with letters on the gems, in words only."""
DEFAULTS: Mapping[str, Any] = {
    "spells": "first-game",
    "deck": "rulebook",
    "seats": MAX_PLAYERS,
    "pace": "none",
    "board": PICTURES,
}
"""`seats` is how many the table has at most; `spells` a named selection or twenty ids; `board` how it is shown."""


def checked(name: str, value: Any) -> Any:
    """The value of an option as it is kept; texts as they come from a select or a command. Raises BadWish."""
    match name:
        case "spells":
            return _spells(value)
        case "deck":
            return _one_of(name, value, tuple(DECKS))
        case "pace":
            return _one_of(name, value, PACES)
        case "board":
            return _one_of(name, value, LOOKS)
        case "seats":
            if not str(value).isdecimal() or not MIN_PLAYERS <= int(value) <= MAX_PLAYERS:
                raise BadWish(f"A table has {MIN_PLAYERS} to {MAX_PLAYERS} seats.")
            return int(value)
    raise BadWish(f"There is no such option; there are: {', '.join(DEFAULTS)}.")


def _one_of(name: str, value: object, known: tuple[str, ...]) -> object:
    if value not in known:
        raise BadWish(f"For {name} there is: {', '.join(known)}.")
    return value


def _spells(value: object) -> str | list[str]:
    """A name of a selection, or twenty ids (a text may hold them between spaces or commas)."""
    if isinstance(value, str) and value in SELECTIONS:
        return value
    ids = value.replace(",", " ").upper().split() if isinstance(value, str) else list(value)  # type: ignore[call-overload]
    try:
        return list(custom(ids))
    except SetupError as error:
        raise BadWish(
            f"For spells there is: {', '.join(SELECTIONS)}; or name twenty, one side of each number (`1A 2B 3A …`)."
            f" Yours will not do: {shown(str(error), 200)}."
        ) from None
