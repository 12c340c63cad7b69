"""Checks that a stored tale is what its entries lead to, and that its dice are honest; for `adepts doctor`."""

from __future__ import annotations

from collections.abc import Iterator

from bot.tales.live import Damaged, revived
from storage import StoredTale, TaleStatus


def problems(stored: StoredTale) -> Iterator[str]:
    """Yield what is wrong with a tale, a line each. No line holds anything hidden."""
    try:
        live = revived(stored)
    except Damaged as error:
        yield str(error)
        return
    yield from live.tale.faults()
    if live.tale.over != (stored.tale.status is TaleStatus.OVER):
        yield "its end is not what its entries say"
    unknown = {entry.who for entry in live.tale.log} - set(stored.people)
    if unknown:
        yield "somebody did something in it who has no name there"
