"""Spirit Ground on a terminal: the ground in colours, and answers by number."""

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
from game.spirit_ground.boards.screen import plain, screen
from game.spirit_ground.rules.reader import ViewReader
from game.spirit_ground.words import log, moves


class SpiritGroundTerminal:
    """A warrior is the letter of its tribe with its strength; arrows and gems stand beside it."""

    example = "b3, e, energyx2, pass"
    by_seat = False

    def board(self, view: View, names: Names, width: int) -> RenderableType:
        now = ViewReader(view)
        return Group(screen(view, names), *([Text(), _result(now, plain(now, names))] if now.over else []))

    def question(self, decision: Decision, view: View, names: Names) -> RenderableType:
        now, answers = ViewReader(view), []
        for number, token in decision.by_number.items():
            what = label(moves.label(decision, now, names, token))
            answers.append(Text.assemble(f"{number:>3}  {token}", (f"  {what}" if what != token else "", "dim")))
        return Group(Text(decision.text, style="bold"), Columns(answers, padding=(0, 3), column_first=True))

    def told(self, events: Iterable[Event], names: Names) -> list[str]:
        return [unmarked(line) for line in log.sentences(events, shown_names(names))]

    @property
    def commands(self) -> Mapping[str, Command]:
        return MappingProxyType({})

    def tally(self, game: Game, options: Mapping[str, Any]) -> None:
        return None


def _result(now: ViewReader, who: Names) -> Text:
    """Who has won, and the points of both."""
    ranked = sorted((now.scores or {}).items(), key=lambda row: (row[1]["rank"], row[0]))
    best = [who[seat] for seat, line in ranked if line["rank"] == 1]
    won = f"{listed(best)} {'wins' if len(best) == 1 else 'share the victory'}"
    rest = [
        f"{line['rank']}. {who[seat]}: {many(line['total'], 'point')} (gems {line['gems']}, spirits {line['spirits']},"
        f" relics {line['relics']}), {line['living']} living"
        for seat, line in ranked
    ]
    return Text("\n".join((won, *rest)))
