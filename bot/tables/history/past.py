"""What happened at a table, told with the names of those who had the seats then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from bot.tables.history import news
from bot.tables.history.holders import Holders
from bot.tables.moments import Happened
from bot.tables.table import Table
from game.core.decisions import Event
from game.core.words import Run


def reader(table: Table, then: Holders, seat: str | None) -> str:
    """Return the seat if its present player already had it then, else "": only then does "you" fit what happened."""
    return seat if seat and then.users[seat] == table.seat(seat).user_id else ""


def runs(table: Table, happened: Iterable[Happened]) -> list[Run]:
    """Return the events, grouped with the names of those who had the seats then."""
    return [Run(events, held.names) for held, events in _by_holders(table, happened)]


def sentences(table: Table, happened: Iterable[Happened], seat: str) -> list[str]:
    """Return a line for each event, addressed to the present player of the seat."""
    words = table.kit.words
    return [
        line
        for held, events in _by_holders(table, happened)
        for line in news.sentences(words, events, held.names, reader(table, held, seat))
    ]


def sentence(table: Table, happened: Happened, seat: str = "") -> str:
    """Return the sentence for an event of the table itself, told to the present player of the seat ("": to
    everybody)."""
    held = table.holders_after(happened.hands)
    return news.sentence(happened.event, held.names, reader(table, held, seat))


def _by_holders(table: Table, happened: Iterable[Happened]) -> Iterator[tuple[Holders, list[Event]]]:
    """Yield runs of consecutive events during which the same people had the seats."""
    for hands, run in groupby(happened, key=lambda each: each.hands):
        yield table.holders_after(hands), [each.event for each in run]
