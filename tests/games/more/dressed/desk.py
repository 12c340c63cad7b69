"""What can be looked up about the race."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.desk import Desk, Entry


class RaceDesk(Desk):
    """A desk of two sections. Key, title and text are required; `asked` lists other words in which people ask for a
    section."""

    hint = "a word such as bids"
    ended = "section:aim"

    def entries(self) -> Iterable[Entry]:
        return (
            Entry("section:aim", "Aim", "Most points at the end win; the card counts too.", asked=("who wins",)),
            Entry("section:bids", "Bids", "All bid in secret; the highest runs.", asked=("how do bids work",)),
        )
