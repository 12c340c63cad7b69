"""The Harrowing on a terminal: the field in colours, and answers by number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from game.core.decisions import Decision, Event
from game.core.faces import Command, Names
from game.core.protocol import Game, View
from game.core.text.names import label, shown_names, unmarked
from game.core.text.signs import bare
from game.harrowing.boards.screen import plain, screen
from game.harrowing.rules.content import tile
from game.harrowing.rules.reader import ViewReader
from game.harrowing.words import log, moves, spells


class HarrowingTerminal:
    """A tile is its id with its runes; below it stand the pillars, by the numbers of their players."""

    example = "weave, 2c1, 1,-1, meditate, pass"
    by_seat = False

    def board(self, view: View, names: Names, width: int) -> RenderableType:
        now = ViewReader(view)
        return Group(screen(view, names), *([Text(), _result(now, plain(now, names))] if now.over else []))

    def question(self, decision: Decision, view: View, names: Names) -> RenderableType:
        now, answers = ViewReader(view), []
        for number, token in decision.by_number.items():
            what = label(bare(moves.label(decision, now, names, token)))
            answers.append(Text.assemble(f"{number:>3}  {token}", (f"  {what}" if what != token else "", "dim")))
        return Group(Text(decision.text, style="bold"), Columns(answers, padding=(0, 3), column_first=True))

    def told(self, events: Iterable[Event], names: Names) -> list[str]:
        return [unmarked(line) for line in log.sentences(events, shown_names(names))]

    @property
    def commands(self) -> Mapping[str, Command]:
        return MappingProxyType({"tile": Command("tile 2c", "both sides of a tile", _look)})

    def tally(self, game: Game, options: Mapping[str, Any]) -> None:
        return None


def _look(_view: View, _seat: str, typed: str) -> str:
    """Both sides of a tile with all that their spells do."""
    try:
        faces = tile(typed.strip()).faces
    except KeyError:
        return "There is no such tile; one is called 2c."
    return "\n".join(f"{face.id} {face.name} {face.runes} ({face.kind}): {spells.told(face)}" for face in faces)


def _result(now: ViewReader, who: Names) -> Text:
    """Who has won, and how the others did."""
    ranked = sorted((now.scores or {}).items(), key=lambda row: (row[1]["rank"], row[0]))
    return Text(
        "\n".join(
            f"{line['rank']}. {who[seat]}: {line['set']} with one rune, {line['claimed']} claimed,"
            f" {line['tiles']} on the field"
            for seat, line in ranked
        )
    )
