"""What mines will give and processing will pay as things stand, for players and programs that look ahead (rulings 24,
30)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from game.adepts.rules.bonuses import Citrine, Diamond, Emerald, Ruby
from game.adepts.rules.effects import Effect, Rule, stopped
from game.adepts.rules.gems import GEM_NAMES, GEMS, LAST_TURN, MINERS, SEAT_OF, VALUE
from game.adepts.rules.phases.processing import levels_made, mana_made, processed_gems
from game.adepts.rules.reader import ViewReader
from game.adepts.rules.spells import SPELLS

S = TypeVar("S")
"""A seat, by index or by name."""

RULES: dict[str, Rule] = {"diamond": Diamond.rule, "emerald": Emerald.rule}
RULES.update({id: rule for id, spell in SPELLS.items() if (rule := getattr(spell, "rule", None))})
"""The rule of the rows that a spell or adept lays down, by the name that a view has for their source."""


def dug(parties: Sequence[tuple[S, int] | None], stock: int, citrine: S | None, enriched: bool) -> list[int]:
    """Return the gems that a mine gives inside and on its sites I, II, III, in this order (ruling 24).

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
    """What processing depends on, as far as everybody can see it."""

    effects: list[Effect]
    queues: list[list[int]]


def processed(view: ViewReader, seat: str) -> dict[str, int]:
    """Return the gems that a seat processes next: stage 3 without what is held back (ruling 31)."""
    gems = processed_gems(_outlook(view, seat), SEAT_OF[seat])
    return {GEM_NAMES[gem]: count for gem, count in gems.items()}


def paid(view: ViewReader, seat: str) -> int:
    """Return the mana that these gems pay with what is in force (ruling 30).

    They are processed in phase V of this turn or, if the seat has already processed, of the next; 0 if there is no such
    phase.
    """
    if is_done(view, seat):
        return 0
    return mana_made(_outlook(view, seat), SEAT_OF[seat])[0]


def is_done(view: ViewReader, seat: str) -> bool:
    """Whether a seat has processed for the last time, so that all of its gems are left over (ruling 33)."""
    return view.over or processed_in(view, seat, 3) > LAST_TURN


def left_over(view: ViewReader, seat: str) -> int:
    """Return the mana that a seat's gems pay at the end if they are left over: half of what they are worth (ruling
    33)."""
    queue = view.players[seat].queue
    return sum(VALUE[gem] * sum(queue[name]) for gem, name in zip(GEMS, GEM_NAMES, strict=True)) // 2


def processed_in(view: ViewReader, seat: str, stage: int) -> int:
    """Return the turn in which a seat processes what is in a stage; what comes after the last turn is left over (ruling
    33)."""
    return view.turn + 3 - stage + _has_processed(view, seat)


def levels(view: ViewReader, seat: str) -> dict[str, int]:
    """Return, by type, the battery levels that these gems make with what is in force, before Realignment or Siphon
    moves any, with those of the onyx adept while they are still to come (rulings 29, 31 and 32)."""
    outlook = _outlook(view, seat)
    made = list(levels_made(outlook, SEAT_OF[seat]))
    if view.adepts["onyx"] == seat and view.step == "cast":
        for gem, name in zip(GEMS, GEM_NAMES, strict=True):
            made[gem] += view.players[seat].queue[name][2] > 0 and not stopped(outlook, gem)
    return {name: count for name, count in zip(GEM_NAMES, made, strict=True) if count}


def next_miners(view: ViewReader, seat: str) -> int:
    """Return the miners with which a seat begins the next turn; the ruby adept is known once phase IV has decided
    (ruling 12)."""
    return MINERS + Ruby.extra_miners * (view.phase in ("IV", "V") and view.adepts["ruby"] == seat)


def _outlook(view: ViewReader, seat: str) -> _Outlook:
    """Return what processing depends on; for a seat that has processed, without the rows in force, which end with the
    phase."""
    effects = [] if _has_processed(view, seat) else [row.effect(RULES[row.source]) for row in view.effects]
    queues = [[count for gem in GEM_NAMES for count in player.queue[gem]] for player in view.players.values()]
    return _Outlook(effects, queues)


def _has_processed(view: ViewReader, seat: str) -> bool:
    """Whether a seat has already processed in this turn, while others have not."""
    if view.processing is None:
        return False
    order = view.turn_order
    return order.index(seat) < order.index(view.processing)
