"""The whole position in the colours of a terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from game.core.english import many
from game.core.protocol import View
from game.core.text.names import plain_names
from game.core.words import Names
from game.mana_surge.boards.changes import changes
from game.mana_surge.boards.chart import LEGEND, Piece, letter, pieces
from game.mana_surge.boards.news import stands, told
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.seats import ENOUGH

NAME = 20
STYLES = {"red": "bold red", "green": "bold green", "blue": "bold cyan"}
KINDS = {
    "strong": "yellow",
    "guard": "blue",
    "weak": "dim",
    "action": "bright_yellow",
    "spawn": "green",
    "pool": "magenta",
}


def screen(view: View, names: Names, before: View | None = None) -> RenderableType:
    """Draw the whole position.

    What is new since `before` is marked; without it, this turn and the one before count as new. It takes at most 60
    columns on boards of side 3 to 5, except for sentences, which wrap at any width.
    """
    now = ViewReader(view)
    new = changes(now, ViewReader(before) if before is not None else None)
    who = plain_names(names, now.players)
    rows = [Text.assemble(*((piece.text, _style(piece)) for piece in line)) for line in pieces(now, new)]
    players = [
        Text(line, style=STYLES.get(now.players[seat].colour or "", ""))
        for seat, line in zip(now.clockwise, _table(now, who), strict=True)
    ]
    news = [Text(line) for line in told(now, who, new)]
    legend = [Text(line, style="dim") for line in LEGEND]
    return Group(Text(stands(now, who), style="bold"), Text(), *rows, Text(), *players, Text(), *news, *legend)


def _table(now: ViewReader, who: Names) -> list[str]:
    """Return a line for each player: "> R  Ada                   3/10 mana   6 tokens"."""
    return [
        f"{'>' if seat in now.pending else ' '} {letter(now, seat)}  {who[seat]:<{NAME}}"
        f"  {player.mana:>2}/{ENOUGH} mana  {many(player.tokens, 'token'):>9}"
        for seat, player in ((seat, now.players[seat]) for seat in now.clockwise)
    ]


def _style(piece: Piece) -> str:
    return STYLES.get(piece.colour or "", "") or KINDS.get(piece.kind, "dim")
