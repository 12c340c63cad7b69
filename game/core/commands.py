"""The only place that writes slash commands into texts, so that what is said at a table works there, whichever game it
plays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.core.aids.aid import Aid
from game.core.discover import kits
from game.core.english import listed
from game.core.kit import Kit
from game.core.program import TABLE, TALE


def at_table(command: str) -> str:
    """A command that works at any table, as one types it: "`/table undo`"."""
    return f"`/{TABLE} {command}`"


def of_game(kit: Kit, command: str) -> str:
    """A command of one game: "`/adepts new`"."""
    return f"`/{kit.name} {command}`"


def to_open(game: str = "") -> str:
    """The command that opens a table for this game; those of all games, if none is named or it is no longer
    installed."""
    return any_of([kits()[game]] if game in kits() else kits().values(), "new")


def any_of(games: Iterable[Kit], command: str) -> str:
    """The command of each game: "`/adepts new` or `/mana-surge new`"; "" if there are no games."""
    return listed((of_game(kit, command) for kit in games), nothing="", last="or")


def tale_command(aids: Sequence[Aid], aid: Aid, command: str) -> str:
    """The name, within its group, of a command that opens a tale of `aid`: just `command` if there is only one aid."""
    return command if len(aids) == 1 else f"{command}-{aid.name}"


def of_tales(aids: Sequence[Aid], command: str) -> str:
    """The command of each aid as one types it: "`/tale new`"; "" if there are no aids."""
    return listed((f"`/{TALE} {tale_command(aids, each, command)}`" for each in aids), nothing="", last="or")
