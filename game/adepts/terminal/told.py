"""What has happened, for the log of a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from game.core.decisions import Event


def merged(events: Iterable[Event]) -> Iterator[Event]:
    """Yield the events; gains of one gem by one player, by the same means and into one stage, are merged, as from
    several sites."""
    for (kind, *_), group in groupby(events, _means):
        several = list(group)
        if kind == "gained":
            count = sum(event.data["count"] for event in several)
            yield several[0]._replace(data={**several[0].data, "count": count})
        else:
            yield from several


def _means(event: Event) -> tuple[object, ...]:
    return event.kind, event.seat, *map(event.data.get, ("gem", "source", "stage"))
