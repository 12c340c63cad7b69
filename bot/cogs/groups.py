"""The groups of slash commands: one for tables, whichever game they play, and one for each game.

Discord allows 25 commands in a group, and 100 groups and commands in all. What concerns any table is in `/table`, all
the other games have beside it is how a table of theirs is opened. People knew such commands under the program's own
name before there was a second game, and find them there still.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from copy import copy
from typing import Any, TypeVar

from discord import app_commands

from bot.cogs.declared import LONGEST
from game.core.discover import kits
from game.core.english import number, within
from game.core.kit import Kit
from game.core.program import NAME, TABLE

KNOWN = {
    "join", "leave", "start", "kick", "host", "board", "log", "score", "games", "nudge", "export", "undo", "replay",
    "review", "replace", "end", "reopen", "pause", "resume", "move", "rematch", "about",
}  # fmt: skip
"""What stands under the program's own name as well: what people knew before there was a second game, and the review,
which belongs beside the replay. Further commands of tables are in their group alone: that one has room."""

_ABOUT = "The table in this channel, whichever game it plays; your games, and who made them"

_T = TypeVar("_T")
_Callback = Callable[..., Coroutine[Any, Any, None]]


class Groups:
    """All groups, in a tree of commands; who serves a command adds it here."""

    def __init__(self, tree: app_commands.CommandTree[Any]) -> None:
        self._games = {
            kit.name: app_commands.Group(name=kit.name, description=_described(kit)) for kit in kits().values()
        }
        self._table = app_commands.Group(name=TABLE, description=_ABOUT)
        for group in (*self._games.values(), self._table):
            tree.add_command(group)

    def of(self, kit: Kit) -> app_commands.Group:
        """The group of one game."""
        return self._games[kit.name]

    def command(self, *, name: str, description: str) -> Callable[[_Callback], app_commands.Command[Any, ..., None]]:
        """Make a command that works at any table. It is one command, with its suggestions, wherever it stands."""

        def made(callback: _Callback) -> app_commands.Command[Any, ..., None]:
            command = app_commands.Command[Any, ..., None](name=name, description=description, callback=callback)
            self._table.add_command(command)
            if name in KNOWN:
                known = copy(command)
                known.description = f"Like /{TABLE} {name}: {within(description)}"[:LONGEST]
                self._games[NAME].add_command(known)
            return command

        return made


def _described(kit: Kit) -> str:
    least, most = number(kit.seats[0]), number(kit.seats[-1])
    room = least if least == most else f"{least} to {most}"
    return f"Tables of {kit.title}, a game for {room}"[:LONGEST]
