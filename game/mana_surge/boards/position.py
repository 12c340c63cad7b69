"""The whole position: as plain lines, as Markdown, and in the colours of a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from rich.console import Group, RenderableType
from rich.text import Text

from game.core.english import many
from game.core.protocol import View
from game.core.text.names import label, shown_names
from game.core.text.parts import parts
from game.core.words import Names
from game.mana_surge.boards.changes import Changes, changes
from game.mana_surge.boards.chart import LEGEND, Piece, chart, letter, pieces
from game.mana_surge.boards.news import stands, tokens, told
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.seats import ENOUGH

WIDTH = 60
"""Columns of lines of text."""
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


def position(view: View, names: Names, before: View | None = None) -> list[str]:
    """Everything on the table, as Markdown: texts that each fit a message. What is new since `before` is marked."""
    now, new = _read(view, before)
    who = _named(now, names)
    return parts(
        [
            f"## {stands(now, who)}",
            "\n".join(("```", *chart(now, new), "```")),
            *_players(now, who),
            *([f"-# {' '.join(told(now, who, new))}"] if new.steps or new.fresh or new.gone or new.mana else []),
            "\n".join(("```", *LEGEND, "```")),
        ]
    )


def _players(now: ViewReader, who: Names) -> Iterator[str]:
    """Each player in the order of a round, and where the tokens stand, as Markdown; `who` as they may stand there."""
    for seat in now.clockwise:
        player = now.players[seat]
        mark = "▶ " if seat in now.pending else ""
        colour = f" ({letter(now, seat)}, {player.colour})" if player.colour else ""
        yield f"- {mark}**{who[seat]}**{colour} · {player.mana} of {ENOUGH} mana · {many(player.tokens, 'token')}"
        if hexes := tokens(now, seat):
            yield f"-# on {', '.join(hexes)}"


def lines(view: View, names: Names, before: View | None = None) -> list[str]:
    """The same without Markdown, for wherever letters are equally wide: 60 columns on boards of side 3 to 5."""
    now, new = _read(view, before)
    who = _plain(now, names)
    news = [line for text in told(now, who, new) for line in wrap(text, WIDTH)]
    return [
        *wrap(stands(now, who), WIDTH),
        *("", *chart(now, new), "", *_table(now, who), ""),
        *(*news, *([""] if news else []), *LEGEND),
    ]


def screen(view: View, names: Names, before: View | None = None) -> RenderableType:
    """The same in colours, for a terminal."""
    now, new = _read(view, before)
    who = _plain(now, names)
    rows = [Text.assemble(*((piece.text, _style(piece)) for piece in line)) for line in pieces(now, new)]
    players = [
        Text(line, style=STYLES.get(now.players[seat].colour or "", ""))
        for seat, line in zip(now.clockwise, _table(now, who), strict=True)
    ]
    news = [Text(line) for line in told(now, who, new)]
    legend = [Text(line, style="dim") for line in LEGEND]
    return Group(Text(stands(now, who), style="bold"), Text(), *rows, Text(), *players, Text(), *news, *legend)


def _read(view: View, before: View | None) -> tuple[ViewReader, Changes]:
    """A view, and what is new in it."""
    now = ViewReader(view)
    return now, changes(now, ViewReader(before) if before is not None else None)


def _table(now: ViewReader, who: Names) -> list[str]:
    """ "> R  Ada                   3/10 mana   6 tokens"."""
    return [
        f"{'>' if seat in now.pending else ' '} {letter(now, seat)}  {who[seat]:<{NAME}}"
        f"  {player.mana:>2}/{ENOUGH} mana  {many(player.tokens, 'token'):>9}"
        for seat, player in ((seat, now.players[seat]) for seat in now.clockwise)
    ]


def _style(piece: Piece) -> str:
    return STYLES.get(piece.colour or "", "") or KINDS.get(piece.kind, "dim")


def _named(now: ViewReader, names: Names) -> dict[str, str]:
    return shown_names({seat: names.get(seat, seat) for seat in now.players})


def _plain(now: ViewReader, names: Names) -> dict[str, str]:
    """Names where nothing is marked up."""
    return {seat: label(name) for seat, name in _named(now, names).items()}
