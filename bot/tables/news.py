"""What happened in words: what the game tells, and what its table does, such as moving for who has no time left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from bot.tables import pace
from game.core.decisions import Event
from game.core.text.names import shown_names
from game.core.text.parts import parts
from game.core.words import Names, Words

TIME_UP, PACED = "table.time_up", "table.paced"
"""Events of the table: a seat's time is up and a computer player has moved for it; answers may take another time."""


def time_up(seat: str) -> Event:
    """The clock has moved for this seat. It happened to the table: to the seat itself the game tells what it was."""
    return Event(TIME_UP, None, {"seat": seat})


def paced(kept: str, idle: bool = False) -> Event:
    """Answers may take another time from now on; `idle`: because nobody has answered."""
    return Event(PACED, None, {"pace": kept, "idle": idle})


def of_table(event: Event) -> bool:
    """Whether a game knows nothing of it."""
    return event.kind in (TIME_UP, PACED)


def sentence(event: Event, names: Names, seat: str | None = None) -> str:
    """An event of the table, told to the player of a seat (None: to everybody)."""
    if event.kind == PACED:
        why = "Nobody has answered, so the pace" if event.data["idle"] else "The pace"
        return f"⏱ {why} is now {pace.said(event.data['pace'])}."
    late = event.data["seat"]
    whose = "Your time was" if late == seat else f"{shown_names(names)[late]}'s time was"
    return f"⏰ {whose} up: a computer player has made this one move."


def told(words: Words, events: Sequence[Event], names: Names, seat: str) -> list[str]:
    """A line for each thing, to the player of that seat."""
    return _lines(events, lambda run: words.told(run, names, seat), lambda event: sentence(event, names, seat))


def lines(words: Words, events: Sequence[Event], names: Names, seat: str = "") -> list[str]:
    """The same as lines of a list, under its headings; told to the player of a seat, where one is named."""
    found = _lines(
        events,
        lambda run: words.told(run, names, seat) if seat else words.sentences(run, names),
        lambda event: sentence(event, names, seat or None),
    )
    return [line if line.startswith("**") else f"- {line}" for line in found]


def log(words: Words, events: Sequence[Event], names: Names, seat: str = "") -> list[str]:
    """The same as texts of which each fits a message."""
    return parts(lines(words, events, names, seat))


def _lines(
    events: Iterable[Event], by_game: Callable[[list[Event]], list[str]], by_table: Callable[[Event], str]
) -> list[str]:
    lines = list[str]()
    for ours, some in groupby(events, key=of_table):
        run = list(some)
        lines += map(by_table, run) if ours else by_game(run)
    return lines
