"""Lists and counts in words."""

from __future__ import annotations

from collections.abc import Iterable


def many(count: int, thing: str) -> str:
    """ "1 miner", "3 miners"."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def listed(things: Iterable[str], nothing: str = "nothing", last: str = "and") -> str:
    """ "a, b and c"."""
    items = list(things)
    if len(items) < 2:
        return items[0] if items else nothing
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
