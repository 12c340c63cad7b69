"""What is new since an earlier picture."""

from __future__ import annotations

from typing import NamedTuple

from game.adepts.rules.reader import ViewReader


class Changes(NamedTuple):
    """Sites with another group on them than before, and by how much each player's gems, batteries and mana went up or
    down."""

    sites: frozenset[tuple[str, int]] = frozenset()
    gems: dict[tuple[str, str], int] = {}  # noqa: RUF012 - never written to
    batteries: dict[tuple[str, str], int] = {}  # noqa: RUF012
    mana: dict[str, int] = {}  # noqa: RUF012


def changes(view: ViewReader, previous: ViewReader | None) -> Changes:
    """Compare two views of one game; without an earlier one nothing is new."""
    if previous is None:
        return Changes()
    sites = frozenset(
        (gem, number)
        for gem, mine in view.mines.items()
        for number, (now, then) in enumerate(zip(mine.parties, previous.mines[gem].parties, strict=True))
        if now and now != then
    )
    gems, batteries, mana = {}, {}, {}
    for seat, player in view.players.items():
        before = previous.players[seat]
        for gem, stages in player.queue.items():
            gems[seat, gem] = sum(stages) - sum(before.queue[gem])
            batteries[seat, gem] = player.battery[gem] - before.battery[gem]
        mana[seat] = player.mana - before.mana
    return Changes(sites, gems, batteries, mana)
