"""What is in force until the phase ends, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.words.facts import Facts
from bot.words.gems import MAJORS, gem, listed, many, mine
from bot.words.signs import ADEPTS
from game.adepts.spells import SPELLS

Row = Mapping[str, Any]

_WHO = "\0"
"""Where the players' names come."""

_WORDS: Mapping[str, Callable[[str, Row], str]] = {
    "1B": lambda who, _: f"one turn to assign is missed by {who}",
    "2B": lambda who, _: f"a mine's groups may be pushed back once by {who}",
    "3A": lambda who, _: f"two groups in a row, once, for {who}",
    "3B": lambda who, row: f"{mine(row['gem'])} takes miners of {who} only",
    "4A": lambda who, _: f"a gem for each site assigned, to {who}",
    "4B": lambda who, _: f"two miners at most on a site I, but for {who}",
    "5B": lambda who, row: f"{many(row['count'], 'miner')} less for {who}",
    "9A": lambda who, row: f"{gem(row['gem'])} that {who} digs goes to stage {row['stage']}",
    "13A": lambda who, _: f"no research for {who}",
    "16A": lambda who, _: f"1 mana for each type processed, to {who}",
    "17A": lambda who, row: f"{gem(row['gem'])} of {who} stays where it is",
    "17B": lambda who, row: f"the mana of {gem(row['gem'])} is halved by {who}",
    "18B": lambda _, row: f"{gem(row['gem'])} batteries do not rise",
    "19A": lambda who, _: f"batteries to rise are chosen by {who}",
    "19B": lambda who, _: f"a level of everybody's processing goes to {who}",
    "20A": lambda who, row: f"{'major' if row['gem'] in MAJORS else 'minor'} gems of {who} make two levels each",
    "20B": lambda who, _: f"everybody's best type pays nothing, but for {who}",
    "emerald": lambda _, row: f"{mine(row['gem'])} gives 2 more gems a site",
    "diamond": lambda _, row: f"{gem(row['gem'])} pays 3 mana a gem",
}


_BUT_FOR = ("3B", "4B", "20B")
"""Spells that spare their caster alone: each stands for itself."""


def in_force(facts: Facts) -> list[str]:
    """A line for each thing in force; players whom the same holds for stand in one line."""
    who: dict[tuple[str, str], list[str]] = {}
    for row in facts.view["effects"]:
        source, seat = row["source"], facts.name(row["seat"])
        name = SPELLS[source].name if source in SPELLS else f"{ADEPTS[source]} {source.capitalize()} adept"
        words = f"**{name}**: {_WORDS[source](_WHO, row)}"
        seats = who.setdefault((words, seat if source in _BUT_FOR else ""), [])
        if seat not in seats:
            seats.append(seat)
    return [words.replace(_WHO, listed(seats)) for (words, _), seats in who.items()]
