"""What a table chooses before it starts, checked as soon as it is chosen: its game's options and its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.tables.errors import BadWish
from bot.tables.waiting.pace import LIVE, PACE
from game.core import options
from game.core.english import listed, sentence
from game.core.errors import SetupError
from game.core.kit import Kit
from game.core.options import Option, Value
from game.core.text.names import shown
from game.core.text.numbers import whole
from game.core.words import Words

PICTURES, LETTERS, WORDS = LOOKS = ("pictures", "letters", "words")
"""How a game is shown: in pictures, in pictures with letters on their signs, or in words only."""
LOOK = "look"
"""The option of how the board is shown, for games that have pictures."""
_FORMER = {"board": LOOK}
"""Former names of options: selects that use them may still be on somebody's screen."""
TRACE, LINE, NOTHING = "trace", "line", "nothing"
"""The option of what stays in the channel after each turn, and its values."""
MOVES, BY_PACE, SLOWLY, AT_ONCE = "moves", "by-pace", "slowly", "at-once"
"""The option of how fast computer players' moves follow one another, and its values."""
AT_ANY_TIME = (LOOK, TRACE, MOVES)
"""The options that may also be changed during a game."""
HOLIDAYS, ON, OFF = "holidays", "on", "off"
"""The option of whether a player's holiday stops their clock, and its values."""
HINTS, ALONE = "hints", "alone"
"""The option of who may ask for hints, if the game can give any, and its value besides `ON` and `OFF`."""
SEATS = "seats"
"""The option of how many seats the table has at most, a number."""
ASKED_FOR = "seats asked for"
"""Stored among the options of a table for which a number of seats was chosen: all must be taken, or the host starts
it."""
GUIDED = "guided"
"""Stored there if the table is to guide its host."""
HOME = "home"
"""Stored there while the game is elsewhere because its channel was gone: the id of that channel."""
AGAIN = "again"
"""Stored there for a rematch: the id of the game that is played again."""
GAVE_WAY = "gave way"
"""Stored there for a rematch that was closed in the lobby because that game was reopened."""
COMPUTERS, LEVEL = "computers", "level"
INVITES = ("invite", "invite2", "invite3", "invite4")
"""Further options of the command that opens a table: which computer players sit down at once, and people to invite."""
OWN = frozenset(
    {PACE.name, HOLIDAYS, LOOK, TRACE, HINTS, MOVES, SEATS, COMPUTERS, LEVEL, *INVITES}
    | {ASKED_FOR, GUIDED, HOME, AGAIN, GAVE_WAY}
)
"""Names that tables use themselves; no option of a game may have one of them."""
_LONGEST = 400


TRACED = Option(
    TRACE,
    "At the end of a turn",
    "What stays in the channel at the end of each turn",
    (Value(LINE, "A line", "who gained what; it stays in the channel"), Value(NOTHING, "Nothing")),
)


_HOLIDAYS = Option(
    HOLIDAYS,
    "Holidays",
    "Whether the clock of a player on holiday stands",
    (
        Value(ON, "The clock stands", "for 30 days at most, and never at a fast table"),
        Value(OFF, "The clock goes on", "a holiday changes nothing here"),
    ),
)


_HINTS = Option(
    HINTS,
    "Hints",
    "Who may ask for a hint",
    (
        Value(ALONE, "Against computers", "in the tutorial, and for one person among computer players"),
        Value(ON, "For everybody", "each for their own eyes"),
        Value(OFF, "For nobody"),
    ),
)


MOVED = Option(
    MOVES,
    "Computer players' moves",
    "How fast the moves of computer players follow one another",
    (
        Value(BY_PACE, "As the pace is", "one by one at a live table, else at once"),
        Value(SLOWLY, "One by one", "a second apart, so that the board can be followed"),
        Value(AT_ONCE, "At once", "nobody waits for them"),
    ),
)


def slowly(kept: Mapping[str, Any], pace: str) -> bool:
    """Return whether moves of computer players are shown one by one, given a table's stored options and its pace."""
    wish = kept.get(MOVES, BY_PACE)
    return wish == SLOWLY or (wish == BY_PACE and pace == LIVE)


def of_table(kit: Kit) -> Sequence[Option]:
    """Return all options chosen from lists, in the order shown: the game's before the table's."""
    hints = [_HINTS] if kit.has("judge") else []
    look = [look_option(kit.words.sign)] if kit.has("pictures") else []
    return (*kit.options, PACE, MOVED, _HOLIDAYS, TRACED, *hints, *look)


def look_option(sign: str = Words.sign) -> Option:
    """Return the option of how the board is shown. `sign`: what the game's pictures show, in a word."""
    return Option(
        LOOK,
        "Look",
        "How the board is shown",
        (
            Value(PICTURES, "Pictures", f"each {sign} in its own shape and colour"),
            Value(LETTERS, "Pictures with letters", f"each {sign} also with its first letter, for the colour-blind"),
            Value(WORDS, "Words only", "no pictures in the channel"),
        ),
    )


def defaults(kit: Kit) -> dict[str, Any]:
    """Return the defaults of all options."""
    return {**options.defaults(of_table(kit)), SEATS: kit.seats[-1]}


def most_seats(kit: Kit, kept: Mapping[str, Any]) -> int:
    """Return how many seats a table has at most."""
    return min(int(kept.get(SEATS, kit.seats[-1])), kit.seats[-1])


def seats_stay_free(options: Mapping[str, Any], people: int) -> bool:
    """Return whether so many people leave some of the seats asked for free: then the game waits for its host."""
    return bool(options.get(ASKED_FOR)) and people < int(options[SEATS])


def current(kit: Kit, name: str) -> str:
    """Return the present name of an option that may be given by a former one."""
    return name if any(name == option.name for option in kit.options) else _FORMER.get(name, name)


def checked(kit: Kit, name: str, value: Any) -> Any:
    """Return the value of an option as it is stored; it is given as text by selects and commands. Raises BadWish."""
    if name == SEATS:
        if (seats := whole(str(value))) not in kit.seats:
            raise BadWish(f"A table has {spanned(kit.seats)} seats.")
        return seats
    option = next((each for each in of_table(kit) if each.name == name), None)
    if option is None and name == LOOK:
        raise BadWish(f"{kit.title} has no pictures: its board is always in words.")
    if option is None:
        raise BadWish(f"There is no such option; there are: {listed([*defaults(kit)])}.")
    named = (known.value for known in option.values if known.label.lower() == str(value).strip().lower())
    try:
        return option.checked(next(named, value))
    except SetupError as error:
        raise BadWish(f"{sentence(shown(str(error), _LONGEST))}.") from None


def chosen(kit: Kit, kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of the game out of all that is stored of a table."""
    return {option.name: kept.get(option.name, option.usual) for option in kit.options}


def spanned(seats: range) -> str:
    """Return the numbers of seats as text: "2 to 5", or "2"."""
    return f"{seats[0]} to {seats[-1]}" if len(seats) > 1 else str(seats[0])
