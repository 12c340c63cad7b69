"""What is new since an earlier picture."""

from __future__ import annotations

from typing import NamedTuple

from game.adepts.pictures.words import View


class Changes(NamedTuple):
    """Sites with another group on them, and by how much gems, batteries and mana of each player went up or down."""

    sites: frozenset[tuple[str, int]] = frozenset()
    gems: dict[tuple[str, str], int] = {}  # noqa: RUF012 - never written to
    batteries: dict[tuple[str, str], int] = {}  # noqa: RUF012
    mana: dict[str, int] = {}  # noqa: RUF012


def changes(view: View, previous: View | None) -> Changes:
    """Compare two views of one game; without an earlier one nothing is new."""
    if previous is None:
        return Changes()
    sites = frozenset(
        (mine, number)
        for mine in view["mines"]
        for number in range(4)
        if group(view, mine, number) and group(view, mine, number) != group(previous, mine, number)
    )
    gems, batteries, mana = {}, {}, {}
    for seat, player in view["players"].items():
        before = previous["players"][seat]
        for gem, stages in player["queue"].items():
            gems[seat, gem] = sum(stages) - sum(before["queue"][gem])
            batteries[seat, gem] = player["battery"][gem] - before["battery"][gem]
        mana[seat] = player["mana"] - before["mana"]
    return Changes(sites, gems, batteries, mana)


def group(view: View, mine: str, number: int) -> tuple[str, int] | None:
    """Whose miners are on a site (0: inside), and how many."""
    place = view["mines"][mine]
    found = place["sites"][number - 1] if number else place["inside"]
    return (found[0], found[1]) if found else None
