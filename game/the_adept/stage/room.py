"""A room: some screens and what can be pressed there, under the first word of their paths."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar

from game.core.layout import Choice, Panel
from game.core.signature import Values
from game.core.stage import Command, Form, Reader, Step
from game.the_adept.tale.face import Shown
from game.the_adept.tale.state import Roll
from game.the_adept.tale.tale import Tale

Seen = Reader[Shown]
"""Who looks at a tale of The Adept, or presses something there."""


class Room(ABC):
    """`name` is the first word of its paths; what follows is the room's own."""

    name: ClassVar[str]
    seated: ClassVar[bool] = False
    """Whether all of it is for those who sit at the table."""
    commands: ClassVar[Sequence[Command]] = ()

    @abstractmethod
    def screen(self, seen: Seen, rest: str) -> Panel:
        """What somebody sees there now; `rest` is the path without the room. Raises Refused."""

    @abstractmethod
    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        """What becomes of a press. Raises Refused, BadArguments."""

    def needs_seat(self, rest: str) -> bool:
        """Whether that is for those who sit at the table: nobody else begins there what is refused in the end."""
        return self.seated

    def around(self, rest: str) -> Iterator[str]:
        """Paths of screens on which a button of this room may stand, if its own path does not begin with theirs."""
        yield from ()

    def form(self, seen: Seen, rest: str, values: Values) -> Form | None:
        """The form in which what a refused command of this room was given can be mended. Raises Refused."""
        return None

    def complete(self, seen: Seen, rest: str, option: str, typed: str) -> Sequence[Choice]:
        """Suggestions for an option of a command of this room."""
        return ()


def is_master(seen: Seen) -> bool:
    """Whether who looks is a game master of this tale."""
    member = seen.tale.state.members.get(seen.who)
    return member is not None and member.gm


def lying(seen: Seen) -> dict[str, Roll]:
    """The rolls that somebody may see."""
    gm = is_master(seen)
    return {id: roll for id, roll in seen.tale.state.rolls.items() if gm or not roll.secret}


def own_characters(seen: Seen) -> list[str]:
    """The names of whom one plays; for a master of all, the own ones first."""
    everybody = seen.tale.state.characters
    own = [name for name, each in everybody.items() if each.owner == seen.who]
    return own + [name for name in everybody if name not in own] if is_master(seen) else own


def coming(tale: Tale, secret: bool) -> str:
    """The number that the next roll will have."""
    secrets = len(tale.dice.casts) - len(tale.dice.public)
    return f"s{secrets + 1}" if secret else str(len(tale.dice.public) + 1)


def plays(seen: Seen, name: str) -> bool:
    """Whether whoever looks acts for somebody of that name."""
    found = seen.tale.state.characters.get(name)
    return is_master(seen) or (found is not None and found.owner == seen.who)
