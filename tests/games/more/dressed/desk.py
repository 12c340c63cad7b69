"""What can be looked up of the race."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.desk import Desk, Entry


class RaceDesk(Desk):
    """Two sections. The key, the title and the text are needed; `asked` is how people ask for it in other words."""

    hint = "a word such as bids"
    ended = "section:aim"

    def entries(self) -> Iterable[Entry]:
        return (
            Entry("section:aim", "Aim", "Most points at the end win; the card counts too.", asked=("who wins",)),
            Entry("section:bids", "Bids", "All bid in secret; the highest runs.", asked=("how do bids work",)),
        )
