"""Spells of phase I: miners are assigned (cards 1 to 5; rulings 13 to 19)."""

from __future__ import annotations

from game.adepts.rules import actions
from game.adepts.rules.cards import SpellId
from game.adepts.rules.effects import Effect, Rule
from game.adepts.rules.gems import GEM_NAMES, GEM_OF, RUBY, SEAT_NAMES, SEAT_OF, TOPAZ, Seat
from game.adepts.rules.placement import assign_group, groups
from game.adepts.rules.spells.base import Asked, Choice, LastingSpell, Spell, spell
from game.adepts.rules.spells.targets import names, others
from game.adepts.rules.state import State
from game.adepts.rules.tokens import read_group


@spell
class Ambition(Spell):
    id, name = SpellId("1A"), "Ambition"
    phase, cost = "I", ((TOPAZ, 1),)
    text = (
        "At once, place one unassigned miner on each of two different free work sites; just one if only one "
        "can be placed."
    )

    def has_target(self, g: State, me: Seat) -> bool:
        return bool(groups(g, me, 1, 1))

    def ask(self, g: State, choice: Choice) -> Asked:
        return ("place", groups(g, choice.caster, 1, 1)) if len(choice.chosen) < 2 else None

    def act(self, g: State, choice: Choice, token: str) -> None:
        site, count, _ = read_group(token)
        actions.place(g, choice.caster, site, count)


@spell
class Suspension(Spell):
    id, name = SpellId("1B"), "Suspension"
    phase, cost = "I", ((TOPAZ, 1),)
    text = (
        "Choose an opponent. They skip their next turn in the assignment rounds and assign the miners they "
        "held back later."
    )
    lasting = True
    rule = Rule.SKIPS_ASSIGNMENT

    def ask(self, g: State, choice: Choice) -> Asked:
        return None if choice.chosen else ("opponent", names(others(g, choice.caster)))

    def act(self, g: State, choice: Choice, token: str) -> None:
        g.effects.append(Effect(self.rule, self.id, SEAT_OF[token], amount=1))
        victim = SEAT_OF[token]
        g.tell("suspended", victim, by=SEAT_NAMES[choice.caster], miners=g.miners[victim])


@spell
class Initiative(Spell):
    id, name = SpellId("2A"), "Initiative"
    phase, cost = "I", ((RUBY, 1),)
    text = "At once, assign one group of two to four of your miners to a free work site."

    def has_target(self, g: State, me: Seat) -> bool:
        return bool(groups(g, me))

    def ask(self, g: State, choice: Choice) -> Asked:
        return None if choice.chosen else ("assign", groups(g, choice.caster))

    def act(self, g: State, choice: Choice, token: str) -> None:
        assign_group(g, choice.caster, token)


@spell
class Backlash(LastingSpell):
    id, name = SpellId("2B"), "Backlash"
    phase, cost = "I", ((RUBY, 1),)
    text = (
        "Once this phase, when you assign to a mine with groups on it and site III free, you may first push "
        "all its groups back one site. Then take any free site there."
    )
    rule = Rule.MAY_PUSH
    widens = frozenset({"assign"})


@spell
class Gateways(LastingSpell):
    id, name = SpellId("3A"), "Gateways"
    phase, cost = "I", ((TOPAZ, 2),)
    text = (
        "Once this phase, you may follow one of your assignments at once with a second group of two to four "
        "miners on another free work site."
    )
    rule = Rule.MAY_DOUBLE


@spell
class Barrier(Spell):
    id, name = SpellId("3B"), "Barrier"
    phase, cost = "I", ((TOPAZ, 2),)
    text = "Choose a mine. For the rest of this phase opponents cannot assign miners to its work sites; you still can."
    lasting = True
    rule = Rule.CLOSES_MINE

    def ask(self, g: State, choice: Choice) -> Asked:
        return None if choice.chosen else ("mine", GEM_NAMES)

    def act(self, g: State, choice: Choice, token: str) -> None:
        g.effects.append(Effect(self.rule, self.id, choice.caster, GEM_OF[token]))
        g.tell("closed", choice.caster, mine=token)


@spell
class Tunneling(LastingSpell):
    id, name = SpellId("4A"), "Tunneling"
    phase, cost = "I", ((TOPAZ, 1), (RUBY, 1))
    text = (
        "For the rest of this phase, each work site you assign to also gives you one gem of its mine, if "
        "there is one left, in stage 1 of your queue."
    )
    rule = Rule.TUNNELS


@spell
class Subsidence(LastingSpell):
    id, name = SpellId("4B"), "Subsidence"
    phase, cost = "I", ((TOPAZ, 1), (RUBY, 1))
    text = "For the rest of this phase, opponents may assign at most two miners to site I of each mine."
    rule = Rule.LIMITS_FIRST_SITES
    amount = 2


@spell
class Precedence(Spell):
    id, name = SpellId("5A"), "Precedence"
    phase, cost = "I", ((RUBY, 2),)
    text = (
        "At once, assign group after group of two to four of your miners until you have fewer than two left "
        "or no work site is open to you."
    )

    def has_target(self, g: State, me: Seat) -> bool:
        return bool(groups(g, me))

    def ask(self, g: State, choice: Choice) -> Asked:
        return "assign", groups(g, choice.caster)

    def act(self, g: State, choice: Choice, token: str) -> None:
        assign_group(g, choice.caster, token)


@spell
class Lassitude(Spell):
    id, name = SpellId("5B"), "Lassitude"
    phase, cost = "I", ((RUBY, 2),)
    text = "Each opponent loses two unassigned miners, or as many as they have, until the end of phase I."
    lasting = True
    rule = Rule.MINERS_AWAY
    miners = 2

    def begin(self, g: State, me: Seat) -> None:
        for seat in g.opponents(me):
            away = min(self.miners, g.miners[seat])
            if away:
                g.miners[seat] -= away
                g.effects.append(Effect(self.rule, self.id, seat, amount=away))
                g.tell("lost_miners", seat, count=away)
