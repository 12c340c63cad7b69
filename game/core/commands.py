"""Slash commands as texts name them, here alone: so what is said at a table works there, whichever game it plays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.core.aid import Aid
from game.core.discover import kits
from game.core.english import listed
from game.core.kit import Kit
from game.core.program import TABLE, TALE


def at_table(command: str) -> str:
    """What concerns any table, as one types it: "`/table undo`"."""
    return f"`/{TABLE} {command}`"


def of_game(kit: Kit, command: str) -> str:
    """A command of one game: "`/adepts new`"."""
    return f"`/{kit.name} {command}`"


def to_open(game: str = "") -> str:
    """What opens a table for this game; for any that there is, where none is meant or it is there no more."""
    return any_of([kits()[game]] if game in kits() else kits().values(), "new")


def any_of(games: Iterable[Kit], command: str) -> str:
    """The command of each: "`/adepts new` or `/mana-surge new`"; "" for none."""
    return listed((of_game(kit, command) for kit in games), nothing="", last="or")


def tale_command(aids: Sequence[Aid], aid: Aid, command: str) -> str:
    """What a command that opens a tale of one of these aids is called in its group: that alone where there is one."""
    return command if len(aids) == 1 else f"{command}-{aid.name}"


def of_tales(aids: Sequence[Aid], command: str) -> str:
    """These commands as one types them: "`/tale new`"; "" for none."""
    return listed((f"`/{TALE} {tale_command(aids, each, command)}`" for each in aids), nothing="", last="or")
