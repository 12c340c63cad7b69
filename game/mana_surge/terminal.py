"""Mana Surge on a terminal: the map in colours, and answers by number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from game.core.decisions import Decision, Event
from game.core.english import listed, many
from game.core.faces import Command, Names
from game.core.protocol import Game, View
from game.core.text.names import label, shown_names, unmarked
from game.mana_surge.boards.screen import screen
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.words import log, moves


class ManaSurgeTerminal:
    """A token is the first letter of its colour below the name and the sign of its hex."""

    example = "b2-c3, c3xd4, pass"
    by_seat = False

    def board(self, view: View, names: Names, width: int) -> RenderableType:
        now = ViewReader(view)
        return Group(screen(view, names), *([Text(), _result(now.scores, names)] if now.scores else []))

    def question(self, decision: Decision, view: View, names: Names) -> RenderableType:
        now, answers = ViewReader(view), []
        for number, token in decision.by_number.items():
            what = label(moves.brings(decision, now, names, token))
            answers.append(Text.assemble(f"{number:>3}  {token}", (f"  {what}" if what else "", "dim")))
        heading = Text(decision.text, style="bold")
        return Group(heading, Columns(answers, padding=(0, 3), column_first=True))

    def told(self, events: Iterable[Event], names: Names) -> list[str]:
        return [unmarked(line) for line in log.sentences(events, shown_names(names))]

    @property
    def commands(self) -> Mapping[str, Command]:
        return MappingProxyType({})

    def tally(self, game: Game, options: Mapping[str, Any]) -> None:
        return None


def _result(scores: Mapping[str, Mapping[str, Any]], names: Names) -> Text:
    """Who has won, and the places of all."""
    ranked = sorted(scores.items(), key=lambda row: (row[1]["rank"], row[0]))
    best = [names.get(seat, seat) for seat, line in ranked if line["rank"] == 1]
    won = f"{listed(best)} {'wins' if len(best) == 1 else 'share the victory'}"
    rest = [
        f"{line['rank']}. {names.get(seat, seat)}: {line['mana']} mana, {many(line['tokens'], 'token')}"
        for seat, line in ranked
    ]
    return Text("\n".join((won, *rest)))
