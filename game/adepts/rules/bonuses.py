"""The eight adepts: what their holders may do, text and effect side by side (rulebook, Adept Bonuses).

The phases call the few functions at the end of this module, and never ask which adept it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from game.adepts.rules import actions
from game.adepts.rules.cards import SpellId
from game.adepts.rules.effects import Effect, HasEffects, Rule, gems_under
from game.adepts.rules.gems import (
    AMETHYST,
    CITRINE,
    DIAMOND,
    EMERALD,
    GEM_NAMES,
    GEM_OF,
    GEMS,
    ONYX,
    RUBY,
    SAPPHIRE,
    TOPAZ,
    Gem,
    Seat,
    site_at,
)
from game.adepts.rules.placement import LARGEST, SMALLEST
from game.adepts.rules.spells.base import SPELLS
from game.adepts.rules.tasks import DONE, Questions, Task, ask, do, step, task
from game.adepts.rules.tokens import PASS, group_tokens, read_group

if TYPE_CHECKING:
    from game.adepts.rules.state import State
    from game.core.decisions import Question


class Adept:
    """An adept card: its gem, the phase of its bonus, its text."""

    gem: ClassVar[Gem]
    name: ClassVar[str]
    phase: ClassVar[str]
    text: ClassVar[str]


ADEPTS: dict[Gem, type[Adept]] = {}


def adept(cls: type[Adept]) -> type[Adept]:
    """Register one of the eight."""
    ADEPTS[cls.gem] = cls
    return cls


@adept
class Topaz(Adept):
    gem, name, phase = TOPAZ, "Topaz Adept", "I"
    text = (
        "After casting, you may put two to four of your unassigned miners inside one mine. They take up no "
        "work site, spells cannot touch them, and they dig before those on the sites."
    )


@task
class Enter(NamedTuple):
    """The topaz adept's group inside a mine, before the first assignment (ruling 11)."""

    seat: Seat

    def run(self, g: State) -> Questions:
        """Ask for a mine and two to four miners."""
        high = min(LARGEST, g.miners[self.seat])
        free = [site for mine in GEMS if g.sites[site := site_at(mine, 0)] is None]
        tokens = [token for site in free for token in group_tokens(site, SMALLEST, high)]
        return ask(self.seat, "enter", [*tokens, PASS], "topaz")

    def answer(self, g: State, question: Question, token: str) -> None:
        """Put them inside."""
        if token == PASS:
            g.tell("passed", self.seat, asked="enter")
            return
        site, count, _ = read_group(token)
        actions.place(g, self.seat, site, count)


@adept
class Ruby(Adept):
    gem, name, phase = RUBY, "Ruby Adept", "I"
    text = "You have two extra miners, twelve in all, in phases I and II. They work like your others."

    extra_miners = 2


@adept
class Citrine(Adept):
    gem, name, phase = CITRINE, "Citrine Adept", "II"
    text = (
        "At each of your work sites where at least one gem is dug, one more is dug, if its mine still has one."
        " Miners inside a mine do not profit."
    )

    extra_gems = 1


@adept
class Emerald(Adept):
    gem, name, phase = EMERALD, "Emerald Adept", "II"
    text = (
        "After casting, name a mine. Every occupied work site there digs two more gems for its owner, "
        "whoever that is, while stock lasts. Miners inside do not profit."
    )

    rule = Rule.ENRICHES_MINE
    extra_gems = 2


@task
class EnrichMine(NamedTuple):
    """The emerald adept's mine (ruling 24)."""

    seat: Seat

    def run(self, g: State) -> Questions:
        """Ask for any mine."""
        return ask(self.seat, "mine", GEM_NAMES, "emerald")

    def answer(self, g: State, question: Question, token: str) -> None:
        """Let its sites produce more in this phase."""
        g.effects.append(Effect(Emerald.rule, "emerald", self.seat, GEM_OF[token]))
        g.tell("enriched", self.seat, mine=token)


@adept
class Amethyst(Adept):
    gem, name, phase = AMETHYST, "Amethyst Adept", "III"
    text = (
        "For each spell dealt to you in research that you do not keep, your batteries rise by its cost: one "
        "level for every gem in it."
    )


@adept
class Sapphire(Adept):
    gem, name, phase = SAPPHIRE, "Sapphire Adept", "III"
    text = "In research you may keep none, one or two of the spells dealt to you. The hand limit of five still holds."

    keeps = 2


@adept
class Onyx(Adept):
    gem, name, phase = ONYX, "Onyx Adept", "V"
    text = (
        "After casting, for each gem type you have in stage 3, your battery of that gem rises exactly one "
        "level, apart from what processing brings."
    )


@step
def charge_last_stage(g: State, me: Seat) -> None:
    """Give the onyx adept one level for each type in its stage 3 (ruling 29)."""
    for gem in actions.last_stage(g, me):
        actions.raise_battery(g, me, gem, 1, "onyx")


@adept
class Diamond(Adept):
    gem, name, phase = DIAMOND, "Diamond Adept", "V"
    text = (
        "After casting, with a gem in your stage 3, you may name a gem type. Each gem of it pays three mana "
        "to whoever processes it this phase. Batteries rise as usual."
    )

    rule = Rule.WORTH_THREE
    worth = 3


@task
class NameType(NamedTuple):
    """The diamond adept's choice of a type, if it has a gem in stage 3 (ruling 29)."""

    seat: Seat

    def run(self, g: State) -> Questions:
        """Ask for a type."""
        return ask(self.seat, "type", [*GEM_NAMES, PASS], "diamond") if actions.last_stage(g, self.seat) else DONE

    def answer(self, g: State, question: Question, token: str) -> None:
        """Make the type worth more, for everybody."""
        if token == PASS:
            g.tell("passed", self.seat, asked="type")
            return
        g.effects.append(Effect(Diamond.rule, "diamond", self.seat, GEM_OF[token]))
        g.tell("named", self.seat, gem=token, source="diamond")


def holder(g: State, cls: type[Adept]) -> Seat | None:
    """Return who holds an adept card; None if nobody does."""
    return g.adepts[cls.gem]


def before(g: State, step_name: str) -> list[Task[State]]:
    """Return what adepts do before the actions of a phase, in the order of the rules (rulings 11, 24, 29)."""
    tasks: list[Task[State]] = []
    if step_name == "assign" and (seat := holder(g, Topaz)) is not None:
        tasks.append(Enter(seat))
    if step_name == "produce" and (seat := holder(g, Emerald)) is not None:
        tasks.append(EnrichMine(seat))
    if step_name == "process":
        if (seat := holder(g, Onyx)) is not None:
            tasks.append(do(charge_last_stage, seat))
        if (seat := holder(g, Diamond)) is not None:
            tasks.append(NameType(seat))
    return tasks


def extra_miners(g: State, seat: Seat) -> int:
    """Return the bonus miners of a seat in phases I and II (ruling 12)."""
    return Ruby.extra_miners if holder(g, Ruby) == seat else 0


def extra_for_mine(g: State, mine: Gem) -> int:
    """Return how many more gems each occupied work site of a mine gives, whoever is there (ruling 24)."""
    return Emerald.extra_gems if mine in gems_under(g, Rule.ENRICHES_MINE) else 0


def extra_for_owner(g: State, seat: Seat) -> int:
    """Return how many more gems each work site of a seat gives, if it has given any (ruling 24)."""
    return Citrine.extra_gems if holder(g, Citrine) == seat else 0


def keeps(g: State, seat: Seat) -> int:
    """Return how many researched spells a seat may keep (ruling 26)."""
    return Sapphire.keeps if holder(g, Sapphire) == seat else 1


def after_research(g: State, seat: Seat, unkept: tuple[SpellId, ...]) -> None:
    """Give the amethyst adept its levels for the dealt spells that it did not keep (ruling 26)."""
    if holder(g, Amethyst) == seat:
        for spell in unkept:
            for gem, count in SPELLS[spell].cost:
                actions.raise_battery(g, seat, gem, count, "amethyst")


def value(g: HasEffects, gem: Gem, face: int) -> int:
    """Return the mana for one processed gem in this phase (ruling 30)."""
    return Diamond.worth if gem in gems_under(g, Rule.WORTH_THREE) else face
