"""A room: screens and presses whose paths begin with the same word."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from game.core.aids.signature import Values
from game.core.aids.stage import Command, Form, Reader, Step
from game.core.layout import Choice, Panel
from game.the_adept.tale.face import Shown
from game.the_adept.tale.state import Roll
from game.the_adept.tale.tale import Tale

Seen = Reader[Shown]
"""Somebody who looks at a tale of The Adept, or presses something there."""


class Room(ABC):
    """A part of the stage. `name` is the first word of its paths; the rest is the room's own."""

    name: ClassVar[str]
    seated: ClassVar[bool] = False
    """Whether the whole room is only for people who sit at the table."""
    commands: ClassVar[Sequence[Command]] = ()

    @abstractmethod
    def screen(self, seen: Seen, rest: str) -> Panel:
        """Return what somebody sees there now; `rest` is the path after the room's name. Raises Refused."""

    @abstractmethod
    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        """Return what a press does. Raises Refused, BadArguments."""

    def at(self, rest: str) -> str:
        """Return the path of a screen of this room. A name at its end may itself end with a slash."""
        return f"{self.name}/{rest}" if rest else self.name

    def needs_seat(self, rest: str) -> bool:
        """Return whether a path is only for people at the table, so that nobody begins there what would be refused in
        the end."""
        return self.seated

    def around(self, rest: str) -> Iterator[str]:
        """Yield the paths of screens that may show a button with this path, if the path does not begin with theirs."""
        yield from ()

    def form(self, seen: Seen, rest: str, values: Values) -> Form | None:
        """Return a form in which the arguments of a refused command can be corrected; None if there is none. Raises
        Refused."""
        return None

    def complete(self, seen: Seen, rest: str, option: str, typed: str) -> Sequence[Choice]:
        """Return suggestions for an option of a command of this room."""
        return ()


def is_master(seen: Seen) -> bool:
    """Return whether whoever looks is a game master of this tale."""
    return seen.tale.state.is_master(seen.who)


def lying(seen: Seen) -> dict[str, Roll]:
    """Return the rolls on the table that somebody may see."""
    gm = is_master(seen)
    return {id: roll for id, roll in seen.tale.state.rolls.items() if gm or not roll.secret}


def own_characters(seen: Seen) -> list[str]:
    """Return the names of the characters that somebody plays; for a master those of all, their own first."""
    own = seen.tale.state.played_by(seen.who)
    return own + [name for name in seen.tale.state.characters if name not in own] if is_master(seen) else own


def coming(tale: Tale, secret: bool) -> str:
    """Return the number that the next roll will have."""
    secrets = len(tale.dice.casts) - len(tale.dice.public)
    return f"s{secrets + 1}" if secret else str(len(tale.dice.public) + 1)


def without_note(seen: Seen, key: str) -> dict[str, Any]:
    """Return somebody's notes without what is kept under this key."""
    return {each: kept for each, kept in seen.notes.items() if each != key}


def plays(seen: Seen, name: str) -> bool:
    """Return whether whoever looks acts for the character of this name."""
    return is_master(seen) or name in seen.tale.state.played_by(seen.who)
