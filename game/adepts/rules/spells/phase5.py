"""Spells of phase V: gems are processed (cards 16 to 20; rulings 30 to 32)."""

from __future__ import annotations

from game.adepts.rules import actions
from game.adepts.rules.cards import SpellId
from game.adepts.rules.effects import Effect, Rule
from game.adepts.rules.gems import DIAMOND, GEM_NAMES, GEM_OF, MAJOR, MINOR, ONYX, Seat
from game.adepts.rules.spells.base import Asked, Choice, LastingSpell, Spell, spell
from game.adepts.rules.state import State


class NamesType(Spell):
    """A spell that names one type, any of eight, and lays down a row for it."""

    lasting = True
    rule: Rule

    def ask(self, g: State, choice: Choice) -> Asked:
        """Ask which type."""
        return None if choice.chosen else ("type", GEM_NAMES)

    def act(self, g: State, choice: Choice, token: str) -> None:
        """Put the rule in force for this type."""
        g.effects.append(Effect(self.rule, self.id, choice.caster, GEM_OF[token]))
        g.tell("named", choice.caster, gem=token, source=self.id)


@spell
class Mutability(LastingSpell):
    id, name = SpellId("16A"), "Mutability"
    phase, cost = "V", ((ONYX, 1),)
    text = "Gain one mana for every different gem type that you process this phase, whatever that type itself pays."
    rule = Rule.PAYS_VARIETY


@spell
class Overload(Spell):
    id, name = SpellId("16B"), "Overload"
    phase, cost = "V", ((ONYX, 1),)
    text = "In turn order, each opponent with gems in stage 3 chooses one there to go back to its mine."
    lacks = "none_in_last_stage"

    def has_target(self, g: State, me: Seat) -> bool:
        return any(actions.last_stage(g, seat) for seat in g.opponents(me))

    def begin(self, g: State, me: Seat) -> None:
        self.ask_each_opponent(g, me)

    def ask(self, g: State, choice: Choice) -> Asked:
        return None if choice.chosen else ("type", [GEM_NAMES[gem] for gem in actions.last_stage(g, choice.seat)])

    def act(self, g: State, choice: Choice, token: str) -> None:
        actions.return_gems(g, choice.seat, GEM_OF[token], 3, 1, self.id)


@spell
class Moratorium(NamesType):
    id, name = SpellId("17A"), "Moratorium"
    phase, cost = "V", ((DIAMOND, 1),)
    text = (
        "Name a gem type. This phase, your gems of that type stay where they are in every stage and are not processed."
    )
    rule = Rule.HOLDS_BACK


@spell
class Imperfections(NamesType):
    id, name = SpellId("17B"), "Imperfections"
    phase, cost = "V", ((DIAMOND, 1),)
    text = (
        "Name a gem type. This phase, the mana each player gets for processing it is halved and rounded down,"
        " yours too."
    )
    rule = Rule.HALVES_MANA


@spell
class Inflation(Spell):
    id, name = SpellId("18A"), "Inflation"
    phase, cost = "V", ((ONYX, 2),)
    text = "Pay five mana. One battery of your choice rises five levels at once, to 10 at most."
    mana, levels = 5, 5
    needs = "too_little_mana"

    def has_target(self, g: State, me: Seat) -> bool:
        return g.mana[me] >= self.mana

    def ask(self, g: State, choice: Choice) -> Asked:
        return None if choice.chosen else ("type", GEM_NAMES)

    def act(self, g: State, choice: Choice, token: str) -> None:
        actions.lose_mana(g, choice.caster, self.mana, self.id)
        actions.raise_battery(g, choice.caster, GEM_OF[token], self.levels, self.id)


@spell
class Stasis(NamesType):
    id, name = SpellId("18B"), "Stasis"
    phase, cost = "V", ((ONYX, 2),)
    text = (
        "Name a gem type. Until the phase ends, gems of that type make no battery levels for anybody, and no "
        "battery of that type rises."
    )
    rule = Rule.STOPS_BATTERY


@spell
class Realignment(LastingSpell):
    id, name = SpellId("19A"), "Realignment"
    phase, cost = "V", ((ONYX, 1), (DIAMOND, 1))
    text = (
        "For each gem type you process this phase that makes battery levels, you choose the battery that rises by them."
    )
    rule = Rule.REALIGNS


@spell
class Siphon(LastingSpell):
    id, name = SpellId("19B"), "Siphon"
    phase, cost = "V", ((ONYX, 1), (DIAMOND, 1))
    text = (
        "Whenever an opponent processes this phase, choose one battery of theirs that is about to rise: one "
        "of its levels goes to your battery of that gem instead."
    )
    rule = Rule.SIPHONS


@spell
class Intensify(Spell):
    id, name = SpellId("20A"), "Intensify"
    phase, cost = "V", ((DIAMOND, 2),)
    text = (
        "Choose major or minor gems. This phase, each gem of that class you process makes two battery levels "
        "in place of one."
    )
    lasting = True
    rule = Rule.DOUBLES_LEVELS

    def ask(self, g: State, choice: Choice) -> Asked:
        return None if choice.chosen else ("class", ("major", "minor"))

    def act(self, g: State, choice: Choice, token: str) -> None:
        for gem in MAJOR if token == "major" else MINOR:
            g.effects.append(Effect(self.rule, self.id, choice.caster, gem))
        g.tell("intensified", choice.caster, gems=token)


@spell
class Negation(LastingSpell):
    id, name = SpellId("20B"), "Negation"
    phase, cost = "V", ((DIAMOND, 2),)
    text = (
        "This phase, for each opponent, the gem type that would bring the most mana in processing brings "
        "none. It makes its battery levels all the same."
    )
    rule = Rule.VOIDS_BEST
