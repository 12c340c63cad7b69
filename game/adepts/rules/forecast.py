"""What mines will give and processing will pay as things stand, for those who look ahead (rulings 24 and 30)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from game.adepts.rules.bonuses import Citrine, Diamond, Emerald, Ruby
from game.adepts.rules.effects import Effect, Rule, stopped
from game.adepts.rules.gems import GEM_NAMES, GEMS, LAST_TURN, MINERS, SEAT_OF
from game.adepts.rules.phases.processing import levels_made, mana_made, processed_gems
from game.adepts.rules.reader import ViewReader
from game.adepts.rules.spells import SPELLS

S = TypeVar("S")
"""A seat, by index or by name."""

RULES: dict[str, Rule] = {"diamond": Diamond.rule, "emerald": Emerald.rule}
RULES.update({id: rule for id, spell in SPELLS.items() if (rule := getattr(spell, "rule", None))})
"""The rule of the rows that something lays down, by what a view calls it."""


def dug(parties: Sequence[tuple[S, int] | None], stock: int, citrine: S | None, enriched: bool) -> list[int]:
    """The gems that a mine gives to who is inside and on its sites I, II, III, in this order.

    `parties` are seats and miners, as in a view; `citrine` is the seat of the citrine adept; `enriched` is whether the
    emerald adept has named this mine.
    """
    given = [0] * len(parties)
    for number, party in enumerate(parties):
        if party is None:
            continue
        seat, wanted = party
        if number and enriched:
            wanted += Emerald.extra_gems
        if number and seat == citrine:
            wanted += Citrine.extra_gems
        given[number] = wanted if wanted < stock else stock
        stock -= given[number]
    return given


@dataclass(slots=True)
class _Outlook:
    """What bears on processing, as far as everybody sees it."""

    effects: list[Effect]
    queues: list[list[int]]


def processed(view: ViewReader, seat: str) -> dict[str, int]:
    """The gems that a seat of a view processes next: stage 3 without what is held back (ruling 31)."""
    gems = processed_gems(_outlook(view, seat), SEAT_OF[seat])
    return {GEM_NAMES[gem]: count for gem, count in gems.items()}


def paid(view: ViewReader, seat: str) -> int:
    """The mana that these pay with what is in force (ruling 30).

    That is in phase V of this turn, or of the next one for a seat that has processed already: if there is one.
    """
    if view.over or processed_in(view, seat, 3) > LAST_TURN:
        return 0
    return mana_made(_outlook(view, seat), SEAT_OF[seat])[0]


def processed_in(view: ViewReader, seat: str, stage: int) -> int:
    """The turn in which a seat processes what is in a stage; after the last turn it is left over (ruling 33)."""
    return view.turn + 3 - stage + _has_processed(view, seat)


def levels(view: ViewReader, seat: str) -> dict[str, int]:
    """The battery levels by type that these make with what is in force, before anybody sends or takes them elsewhere,
    and those of the onyx adept while they are still to come (rulings 29, 31 and 32)."""
    outlook = _outlook(view, seat)
    made = list(levels_made(outlook, SEAT_OF[seat]))
    if view.adepts["onyx"] == seat and view.step == "cast":
        for gem, name in zip(GEMS, GEM_NAMES, strict=True):
            made[gem] += view.players[seat].queue[name][2] > 0 and not stopped(outlook, gem)
    return {name: count for name, count in zip(GEM_NAMES, made, strict=True) if count}


def next_miners(view: ViewReader, seat: str) -> int:
    """The miners that a seat begins the next turn with; who will be ruby adept is decided in phase IV (ruling 12)."""
    return MINERS + Ruby.extra_miners * (view.phase in ("IV", "V") and view.adepts["ruby"] == seat)


def _outlook(view: ViewReader, seat: str) -> _Outlook:
    """Without the rows in force for a seat that has processed: they end with the phase."""
    effects = [] if _has_processed(view, seat) else [row.effect(RULES[row.source]) for row in view.effects]
    queues = [[count for gem in GEM_NAMES for count in player.queue[gem]] for player in view.players.values()]
    return _Outlook(effects, queues)


def _has_processed(view: ViewReader, seat: str) -> bool:
    """Whether a seat has done so in this turn, while others have not."""
    if view.processing is None:
        return False
    order = view.turn_order
    return order.index(seat) < order.index(view.processing)
