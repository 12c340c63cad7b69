"""What is in force: rows that a spell or an adept lays down and the end of the phase takes away.

A row bends one of a few rules. The phases never ask which spell laid it down, only the questions below.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, Protocol

from game.adepts.rules.gems import FIRST_SITES, Gem, Seat, Site


class Rule(Enum):
    """The rules that a row can bend. A row's `seat` is whom it works for or, where the text says "victim", against."""

    CLOSES_MINE = "closes a mine to all but its seat"
    LIMITS_FIRST_SITES = "all but its seat put that amount of miners at most on a first site"
    SKIPS_ASSIGNMENT = "the victim's next assignment is skipped"
    MAY_PUSH = "its seat may push a mine's groups back once"
    MAY_DOUBLE = "its seat may assign twice at once, once"
    TUNNELS = "its seat takes a gem of each mine it assigns to"
    MINERS_AWAY = "the victim has that amount of miners less until the phase ends"
    DIVERTS_PRODUCTION = "what its seat produces of the gem goes to the stage"
    ENRICHES_MINE = "two more gems at each occupied work site of the mine"
    NO_RESEARCH = "its seat does not research"
    PAYS_VARIETY = "its seat gets one mana for each type processed"
    HOLDS_BACK = "the gem stays where it is in its seat's queue"
    HALVES_MANA = "processing the gem pays half"
    WORTH_THREE = "the gem is worth three mana"
    STOPS_BATTERY = "gems of the type make no levels, and that battery does not rise"
    REALIGNS = "its seat names the tracks of its levels"
    SIPHONS = "its seat takes a level of every other player's processing"
    DOUBLES_LEVELS = "the gem makes two levels each for its seat"
    VOIDS_BEST = "the best type of every other player pays nothing"


class Effect(NamedTuple):
    """A row: its rule, the spell or adept that laid it down, and the seat, gem, stage and amount that it concerns, as
    far as these apply."""

    rule: Rule
    source: str
    seat: Seat
    gem: Gem | None = None
    stage: int = 0
    amount: int = 0


class HasEffects(Protocol):
    """What the questions below are asked of: a game's state."""

    effects: list[Effect]


def holds(g: HasEffects, rule: Rule, seat: Seat) -> bool:
    """Whether there is a row of this rule for (or against) the seat."""
    return bool(g.effects) and any(e.rule is rule and e.seat == seat for e in g.effects)


def source(g: HasEffects, rule: Rule, seat: Seat) -> str:
    """Return what laid down the seat's row of this rule; "" if there is none."""
    return next((e.source for e in g.effects if e.rule is rule and e.seat == seat), "")


def gems_under(g: HasEffects, rule: Rule, seat: Seat | None = None) -> list[Gem]:
    """Return the gems that rows of this rule name, with repeats: those of one seat's rows or, if it is None, of all."""
    return [e.gem for e in g.effects if e.rule is rule and e.gem is not None and seat in (None, e.seat)]


def seats_with(g: HasEffects, rule: Rule) -> list[Seat]:
    """Return the seats of the rows of this rule, in the order in which these were laid down."""
    return [e.seat for e in g.effects if e.rule is rule]


def drop(g: HasEffects, rule: Rule, seat: Seat) -> None:
    """Use up one of the seat's rows of this rule."""
    g.effects.remove(next(e for e in g.effects if e.rule is rule and e.seat == seat))


def barriers(g: HasEffects, mine: Gem) -> list[Seat]:
    """Return who has closed this mine, in the order of casting."""
    return [e.seat for e in g.effects if e.rule is Rule.CLOSES_MINE and e.gem == mine]


def closed_mines(g: HasEffects, seat: Seat) -> set[Gem]:
    """Return the mines whose work sites this seat may not use; a seat's own rows do not bind it (ruling 17)."""
    return {e.gem for e in g.effects if e.rule is Rule.CLOSES_MINE and e.seat != seat and e.gem is not None}


def group_limit(g: HasEffects, seat: Seat, site: Site) -> int | None:
    """Return the most miners that the seat may put on a site; None if nothing limits it (ruling 17)."""
    if site not in FIRST_SITES:
        return None
    return min((e.amount for e in g.effects if e.rule is Rule.LIMITS_FIRST_SITES and e.seat != seat), default=None)


def production_stage(g: HasEffects, seat: Seat, gem: Gem) -> int:
    """Return the stage into which a seat's production of a gem goes (ruling 23)."""
    for e in g.effects:
        if e.rule is Rule.DIVERTS_PRODUCTION and e.seat == seat and e.gem == gem:
            return e.stage
    return 1


def stopped(g: HasEffects, gem: Gem) -> bool:
    """Whether this battery cannot rise (ruling 31)."""
    return bool(g.effects) and any(e.rule is Rule.STOPS_BATTERY and e.gem == gem for e in g.effects)
