"""A game on a terminal: the default, for games that have none of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from game.core.decisions import Decision, Event
from game.core.faces import Command, Names, Tally
from game.core.protocol import Game, View
from game.core.text.names import label, marked, shown_names, unmarked
from game.core.words import Words


class Terminal:
    """Texts and rich renderables made from the game's words. A game overrides what it can show better."""

    example = ""
    """How answers look: "topaz.2x3, 3B, pass"."""
    by_seat = False
    """Whether its board calls computer players by their seats, as its tokens do; then what is told does so too."""
    commands: Mapping[str, Command] = MappingProxyType({})
    """Further commands that one may type."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def position(self, game: Game, view: View, names: Names, width: int) -> RenderableType:
        """Return a view of a game, `width` columns wide; once the game is over, with the result."""
        shown = self.board(view, names, width)
        result = self.result(game.standing(), names) if game.over else None
        return shown if result is None else Group(shown, Text(), result)

    def board(self, view: View, names: Names, width: int) -> RenderableType:
        """What is on the table."""
        return _read(self.words.lines(view, names))

    def result(self, standing: Mapping[str, Mapping[str, Any]], names: Names) -> RenderableType | None:
        """Return who has won, and everybody's place; None if the board shows it."""
        return _read(self.words.result(standing, names))

    def question(self, decision: Decision, view: View, names: Names) -> RenderableType:
        """A question with its answers in their order, each with what picks it (`Decision.by_number`)."""
        answers = []
        for number, token in decision.by_number.items():
            said = label(self.said(decision, view, names, token))
            further = f"  {said}" if said and said.lower() != token.lower() else ""
            answers.append(Text.assemble(f"{number:>3}  {token}", (further, "dim")))
        heading = Text(label(self.words.question(decision, shown_names(names))), style="bold")
        return Group(heading, Columns(answers, padding=(0, 3), column_first=True))

    def said(self, decision: Decision, view: View, names: Names, token: str) -> str:
        """Return what stands behind a token: the answer in words."""
        return self.words.move(decision, view, names, token)

    def told(self, events: Iterable[Event], names: Names) -> list[str]:
        """A sentence for each thing that has happened."""
        return [unmarked(line) for line in self.words.sentences(events, names)]

    def tally(self, game: Game, options: Mapping[str, Any]) -> Tally | None:
        """Return what `simulate` counts in such games besides points and wins; None for nothing."""
        return None


def _read(lines: Iterable[str]) -> RenderableType:
    """Render lines of the game's words, each on its own line, small print as large as the rest."""
    from rich.markdown import Markdown  # slow to import, and few commands need it

    return Markdown(marked("  \n".join(line.removeprefix("-# ") for line in lines)), hyperlinks=False)
