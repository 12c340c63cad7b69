"""Any game on a terminal: for those that have no face of their own there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from game.core.decisions import Decision, Event
from game.core.faces import Command, Names, Terminal
from game.core.kit import Kit
from game.core.protocol import Game, View
from game.core.text.names import label, marked, shown_names, unmarked


def terminal(kit: Kit) -> Terminal:
    """The terminal of a game, its own or a plain one."""
    return kit.terminal or Plain(kit)


def board(kit: Kit, game: Game, view: View, names: Names, width: int) -> RenderableType:
    """A position of a game; at the end with the score, which a plain view need not have."""
    shown: RenderableType = terminal(kit).board(view, names, width)
    if kit.terminal is not None or not game.over:
        return shown
    return Group(shown, Text(), _marked(kit.words.result(game.standing(), names)))


class Plain:
    """The game's words, and its tokens as they are."""

    example = ""
    by_seat = False

    def __init__(self, kit: Kit) -> None:
        self._words = kit.words

    def board(self, view: View, names: Names, width: int) -> RenderableType:
        return _marked(self._words.lines(view, names))

    def question(self, decision: Decision, view: View, names: Names) -> RenderableType:
        listed = []
        for number, token in decision.by_number.items():
            words = label(self._words.move(decision, view, names, token))
            listed.append(Text(f"{number:>3}  {token}" + (f"  {words}" if words.lower() != token.lower() else "")))
        return Group(
            Text(label(self._words.question(decision, shown_names(names))), style="bold"),
            Columns(listed, padding=(0, 3), column_first=True),
        )

    def told(self, events: Iterable[Event], names: Names) -> list[str]:
        return [unmarked(line) for line in self._words.sentences(events, names)]

    @property
    def commands(self) -> Mapping[str, Command]:
        return MappingProxyType({})

    def tally(self, game: Game, options: Mapping[str, Any]) -> None:
        return None


def _marked(lines: Iterable[str]) -> RenderableType:
    """Lines as the game's words have them, for a terminal: each on its own, small print as large as the rest."""
    from rich.markdown import Markdown  # slow to import, and few commands need it

    return Markdown(marked("  \n".join(line.removeprefix("-# ") for line in lines)), hyperlinks=False)
