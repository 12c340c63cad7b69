"""What is in force until the phase ends, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from game.adepts.rules.bonuses import Diamond, Emerald
from game.adepts.rules.placement import SMALLEST
from game.adepts.rules.reader import Row
from game.adepts.rules.spells import SPELLS
from game.adepts.rules.spells.phase1 import Subsidence
from game.adepts.words.facts import Facts
from game.adepts.words.gems import MAJORS, gem, gems, listed, many, mine
from game.adepts.words.signs import ADEPTS
from game.core.english import number

_WHO = "\0"
"""Stands where the players' names are inserted."""

_WORDS: Mapping[str, Callable[[str, Row], str]] = {
    "1B": lambda who, row: f"{who} will skip {_turns(row.amount)}" if row.amount else f"nothing left to skip for {who}",
    "2B": lambda who, _: f"{who} may push a mine's groups back, once",
    "3A": lambda who, _: f"{who} may assign two groups in a row, once",
    "4A": lambda who, _: f"each site that {who} assigns to gives {who} a gem at once",
    "5B": lambda who, row: f"{who} must do without {many(row.amount, 'miner')}",
    "9A": lambda who, row: f"the {gems(row.gem)} that {who} digs go straight into stage {row.stage}",
    "13A": lambda who, _: f"no research for {who}",
    "16A": lambda who, _: f"1 mana more for each type that {who} processes",
    "17A": lambda who, row: f"the {gems(row.gem)} of {who} stay where they are",
    "17B": lambda _, row: f"{gems(row.gem)} pay half",
    "18B": lambda _, row: f"no {gem(row.gem)} battery rises",
    "19A": lambda who, _: f"{who} may send battery levels to other batteries",
    "19B": lambda who, _: f"each opponent who processes loses a battery level to {who}",
    "20A": lambda who, row: f"{'major' if row.gem in MAJORS else 'minor'} gems make two levels each for {who}",
    "20B": lambda who, _: f"each opponent of {who} gets no mana for their best type",
    "emerald": lambda _, row: f"each occupied site of {mine(row.gem)} digs {Emerald.extra_gems} more gems",
    "diamond": lambda _, row: f"{gems(row.gem)} pay {Diamond.worth} mana each",
}

_TOGETHER = ("1B", "2B", "3A", "5B", "13A", "19A")
"""Spells for which one line may name several players."""

_SPARING = ("3B", "4B")
"""Spells that bind everybody but their caster: if several players cast one, each is bound by the others'."""

ON_VICTIMS = ("1B", "5B")
"""Spells whose rows have the victim as their seat, not the caster; several on one victim add up (rulings 14 and 19)."""


def in_force(facts: Facts) -> list[str]:
    """Return a line for each thing in force; players for whom the same holds share a line."""
    who: dict[tuple[str, str], list[str]] = {}
    for row in added(facts.effects):
        if row.source in _SPARING:
            continue
        if row.source == "1B" and facts.players[row.seat].miners < SMALLEST:
            row = row._replace(amount=0)  # no turn is left that could be skipped (ruling 40)
        source, seat = row.source, facts.name(row.seat)
        name = SPELLS[source].name if source in SPELLS else f"{ADEPTS[source]} {source.capitalize()} adept"
        words = f"**{name}**: {_WORDS[source](_WHO, row)}"
        alone = source == "17B" or (_WHO in words and source not in _TOGETHER)  # two Imperfections halve twice
        seats = who.setdefault((words, seat if alone else ""), [])
        if seat not in seats:
            seats.append(seat)
    return [
        *_barriers(facts),
        *_subsidence(facts),
        *(words.replace(_WHO, listed(seats)) for (words, _), seats in who.items()),
    ]


def added(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield the rows; those of one spell that hit the same victim become one, with their amounts added, in place of the
    first."""
    sums = Counter[tuple[str, str]]()
    for row in rows:
        sums[row.source, row.seat] += row.amount
    for row in rows:
        if row.source not in ON_VICTIMS:
            yield row
        elif amount := sums.pop((row.source, row.seat), 0):
            yield row._replace(amount=amount)


def _turns(count: int) -> str:
    return f"{number(count)} assignment turns" if count > 1 else "an assignment turn"


def _barriers(facts: Facts) -> Iterator[str]:
    """Yield a line for each closed mine: it is closed to all but the one who closed it, or to everybody if several
    did."""
    closed: dict[str, list[str]] = {}
    for row in facts.effects:
        if row.source == "3B":
            closed.setdefault(row.gem, []).append(facts.name(row.seat))
    for name, casters in closed.items():
        if len(casters) == 1:
            yield f"**Barrier**: only {casters[0]} may assign to the sites of {mine(name)}"
        else:
            yield f"**Barrier**: nobody may assign to the sites of {mine(name)}, closed by {listed(casters)}"


def _subsidence(facts: Facts) -> Iterator[str]:
    """Yield a line if groups on first sites are limited: for all but the one who limited them, or for everybody if
    several did."""
    casters = list(dict.fromkeys(facts.name(row.seat) for row in facts.effects if row.source == "4B"))
    if casters:
        whom = f"except for {casters[0]}" if len(casters) == 1 else f"for everybody: {listed(casters)} cast it"
        yield f"**Subsidence**: {number(Subsidence.amount)} miners at most on a site I, {whom}"
