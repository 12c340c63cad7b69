"""What has happened, for the log of a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from game.core.decisions import Event


def merged(events: Iterable[Event]) -> Iterator[Event]:
    """Events, what a player gets of one gem from several sites taken together."""
    for (kind, seat, gem), group in groupby(events, lambda event: (event.kind, event.seat, event.data.get("gem"))):
        several = list(group)
        if kind == "gained" and len({event.data["stage"] for event in several}) == 1:
            count = sum(event.data["count"] for event in several)
            yield Event(kind, seat, {**several[0].data, "gem": gem, "count": count})
        else:
            yield from several
