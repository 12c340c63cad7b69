"""Mana Surge on a terminal: the map in colours, and answers by number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from game.core.decisions import Decision, Event
from game.core.english import listed, many
from game.core.faces import Command, Names
from game.core.protocol import Game, View
from game.core.text.names import label
from game.mana_surge.rules.hexes import lengths
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.seats import ENOUGH
from game.mana_surge.words import board, log, moves

_STYLES = {"red": "bold red", "green": "bold green", "blue": "bold blue"}
_KINDS = {"strong": "yellow", "action": "magenta", "spawn": "cyan", "pool": "bold", "guard": "", "weak": "dim"}
_LEGEND = "+ +1 Attack   # +1 Defence   - -1 Attack   ! Extra Action   * Extra Spawn   o Mana Pool   @ spawner"


class ManaSurgeTerminal:
    """A token is the first letter of its colour behind the name and the sign of its hex."""

    example = "b2-c3, c3xd4, pass"

    def board(self, view: View, names: Names, width: int) -> RenderableType:
        now = ViewReader(view)
        parts = [Text(board.place(view), style="bold"), Text(), *_map(now), Text(_LEGEND, style="dim"), Text()]
        parts += [_player(now, seat, names) for seat in now.players]
        parts += [Text(f"  {line}", style="dim") for line in self.told([*now.last, *now.trail], names)]
        if now.scores:
            parts += [Text(), _result(now.scores, names)]
        return Group(*parts)

    def question(self, decision: Decision, view: View, names: Names) -> RenderableType:
        now, answers = ViewReader(view), []
        for number, token in enumerate(decision.tokens, 1):
            what = label(moves.brings(decision, now, names, token))
            answers.append(Text.assemble(f"{number:>3}  {token}", (f"  {what}" if what else "", "dim")))
        heading = Text(decision.text, style="bold")
        return Group(heading, Columns(answers, padding=(0, 3), column_first=True))

    def told(self, events: Iterable[Event], names: Names) -> list[str]:
        return [line.strip("*") for line in log.sentences(events, names)]

    @property
    def commands(self) -> Mapping[str, Command]:
        return MappingProxyType({})

    def tally(self, game: Game, options: Mapping[str, Any]) -> None:
        return None


def _map(now: ViewReader) -> Iterator[Text]:
    longest, at = 2 * now.board.side - 1, 0
    for length in lengths(now.board.side):
        row = Text(" " * (5 * (longest - length) // 2))
        for name in now.board.names[at : at + length]:
            kind = now.kind(name)
            row.append(f"{name}{board.SIGNS[kind]}", style=_KINDS.get(kind, "dim"))
            colour = board.colour(now, name)
            row.append(f"{colour[0].upper() if colour else ' '} ", style=_STYLES.get(colour, ""))
        yield row
        at += length


def _player(now: ViewReader, seat: str, names: Names) -> Text:
    player = now.players[seat]
    sign = player.colour[0].upper() if player.colour else "?"
    called = "" if names.get(seat, seat) == seat else f" {names[seat]}"
    about = f"{player.mana} of {ENOUGH} mana, {many(player.tokens, 'token')}{board.bonus(now, seat, ', ')}"
    pool = ", on the Mana Pool" if now.on_pool == seat else ""
    mark = " <" if now.active == seat else ""
    return Text.assemble((f"{sign} ", _STYLES.get(player.colour or "", "")), f"{seat}{called}: {about}{pool}{mark}")


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
