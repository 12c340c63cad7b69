"""What happened at a table, told by the names of those who had the seats then."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from bot.tables import news
from bot.tables.holders import Holders
from bot.tables.moments import Happened
from bot.tables.table import Table
from game.core.words import Run


def reader(table: Table, then: Holders, seat: str | None) -> str:
    """The seat, if whoever has it now had it then: only they are "you" in what happened."""
    return seat if seat is not None and then.users[seat] == table.seat(seat).user_id else ""


def runs(table: Table, happened: Iterable[Happened]) -> list[Run]:
    """The events, with the names of those who had the seats then."""
    return [
        Run([each.event for each in run], table.holders_after(hands).names)
        for hands, run in groupby(happened, key=lambda each: each.hands)
    ]


def told(table: Table, happened: Iterable[Happened], seat: str) -> list[str]:
    """A line for each thing, to whoever has the seat now."""
    lines = list[str]()
    for hands, run in groupby(happened, key=lambda each: each.hands):
        held = table.holders_after(hands)
        lines += news.told(table.kit.words, [each.event for each in run], held.names, reader(table, held, seat))
    return lines


def sentence(table: Table, happened: Happened, seat: str | None = None) -> str:
    """Something that the table has done, told to whoever has the seat now (None: to everybody)."""
    held = table.holders_after(happened.hands)
    return news.sentence(happened.event, held.names, reader(table, held, seat) or None)
