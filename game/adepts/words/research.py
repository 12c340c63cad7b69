"""What came of one's own research."""

from __future__ import annotations

from collections.abc import Iterable

from game.adepts.words.gems import listed, spell_name
from game.core.decisions import Event


def kept(events: Iterable[Event]) -> str:
    """ "you kept **Barrier** (3B), and discarded **Purge** (11A)"; "" as long as nothing has been answered."""
    told = list(events)
    chosen = next((event.data["spells"] for event in reversed(told) if event.kind == "kept"), None)
    if chosen is None:
        return ""
    given = [event.data["spell"] for event in told if event.kind == "gave_up"]
    discarded = f", and discarded {listed(map(_bold, given))}" if given else ""
    return f"you kept {listed(map(_bold, chosen), 'no spell')}{discarded}"


def _bold(card: str) -> str:
    name, _, number = spell_name(card).rpartition(" ")
    return f"**{name}** {number}"
