"""Spells of phase III: spells are researched (cards 11 to 15; ruling 27)."""

from __future__ import annotations

from game.adepts.rules import actions
from game.adepts.rules.cards import SpellId
from game.adepts.rules.effects import Effect, Rule
from game.adepts.rules.gems import AMETHYST, GEM_NAMES, GEM_OF, GEMS, SAPPHIRE, SEAT_NAMES, SEAT_OF, VALUE, Seat
from game.adepts.rules.spells.base import SPELLS, Asked, Choice, Spell, spell
from game.adepts.rules.spells.targets import names, others, stages_of
from game.adepts.rules.state import State
from game.adepts.rules.tokens import PASS, read_gems


@spell
class Purge(Spell):
    id, name = SpellId("11A"), "Purge"
    phase, cost = "III", ((AMETHYST, 1),)
    text = "Discard none, one or two of the other spells in your hand. Gain five mana for each of them."
    cards, mana = 2, 5

    def has_target(self, g: State, me: Seat) -> bool:
        return bool(g.hands[me])

    def ask(self, g: State, choice: Choice) -> Asked:
        if len(choice.chosen) == self.cards or PASS in choice.chosen:
            return None
        return "purge", (*dict.fromkeys(g.hands[choice.caster]), PASS)

    def act(self, g: State, choice: Choice, token: str) -> None:
        if token != PASS:
            purged = SpellId(token)
            actions.remove_from_hand(g, choice.caster, purged)
            actions.discard(g, [purged])
            g.tell("discarded", choice.caster, spell=purged)
            actions.gain_mana(g, choice.caster, self.mana)


@spell
class Dissipate(Spell):
    id, name = SpellId("11B"), "Dissipate"
    phase, cost = "III", ((AMETHYST, 1),)
    text = "Each opponent loses three mana, or all they have if it is less."
    mana = 3

    def begin(self, g: State, me: Seat) -> None:
        for seat in g.opponents(me):
            actions.lose_mana(g, seat, self.mana, self.id)


@spell
class Transmission(Spell):
    id, name = SpellId("12A"), "Transmission"
    phase, cost = "III", ((SAPPHIRE, 1),)
    text = "Give one gem of your queue back to its mine. The battery of that gem rises three levels, to 10 at most."
    levels = 3
    payment_matters = True

    def has_target(self, g: State, me: Seat) -> bool:
        return any(g.queues[me])

    def ask(self, g: State, choice: Choice) -> Asked:
        return None if choice.chosen else ("gem", stages_of(g, choice.caster))

    def act(self, g: State, choice: Choice, token: str) -> None:
        at = read_gems(token)
        actions.return_gems(g, choice.caster, at.gem, at.stage, 1, self.id)
        actions.raise_battery(g, choice.caster, at.gem, self.levels, self.id)


@spell
class Pilfer(Spell):
    id, name = SpellId("12B"), "Pilfer"
    phase, cost = "III", ((SAPPHIRE, 1),)
    text = "Choose an opponent with mana and take five of it, or all they have if it is less."
    mana = 5
    lacks = "no_mana"

    def has_target(self, g: State, me: Seat) -> bool:
        return any(g.mana[seat] for seat in g.opponents(me))

    def ask(self, g: State, choice: Choice) -> Asked:
        if choice.chosen:
            return None
        return "opponent", names([seat for seat in others(g, choice.caster) if g.mana[seat]])

    def act(self, g: State, choice: Choice, token: str) -> None:
        actions.gain_mana(g, choice.caster, actions.lose_mana(g, SEAT_OF[token], self.mana, self.id))


@spell
class Concentration(Spell):
    id, name = SpellId("13A"), "Concentration"
    phase, cost = "III", ((AMETHYST, 2),)
    text = "Gain ten mana now. You take no part in research this phase: no spells are dealt to you."
    lasting = True
    rule = Rule.NO_RESEARCH
    mana = 10

    def begin(self, g: State, me: Seat) -> None:
        actions.gain_mana(g, me, self.mana)
        g.effects.append(Effect(self.rule, self.id, me))


@spell
class Depletion(Spell):
    id, name = SpellId("13B"), "Depletion"
    phase, cost = "III", ((AMETHYST, 2),)
    text = (
        "In turn order, each opponent chooses one of their batteries to drop two levels. With none at 2 or "
        "more, one at level 1 drops to 0."
    )
    levels = 2
    lacks = "low_battery"

    def has_target(self, g: State, me: Seat) -> bool:
        return any(any(g.batteries[seat]) for seat in g.opponents(me))

    def begin(self, g: State, me: Seat) -> None:
        self.ask_each_opponent(g, me)

    def ask(self, g: State, choice: Choice) -> Asked:
        if choice.chosen:
            return None
        battery = g.batteries[choice.seat]
        least = min(self.levels, max(battery)) or 1
        return "type", [GEM_NAMES[gem] for gem in GEMS if battery[gem] >= least]

    def act(self, g: State, choice: Choice, token: str) -> None:
        actions.lower_battery(g, choice.seat, GEM_OF[token], self.levels)


@spell
class Transfusion(Spell):
    id, name = SpellId("14A"), "Transfusion"
    phase, cost = "III", ((AMETHYST, 1), (SAPPHIRE, 1))
    text = (
        "Name a gem type and a stage of your queue. Process all those gems now, either for their mana or for "
        "one battery level each."
    )
    payment_matters = True

    def has_target(self, g: State, me: Seat) -> bool:
        return any(g.queues[me])

    def ask(self, g: State, choice: Choice) -> Asked:
        if not choice.chosen:
            return "stage", stages_of(g, choice.caster)
        return ("yield", ("mana", "battery")) if len(choice.chosen) == 1 else None

    def act(self, g: State, choice: Choice, token: str) -> None:
        if not choice.chosen:
            return
        me, at = choice.caster, read_gems(choice.chosen[0])
        count = g.queues[me][3 * at.gem + at.stage - 1]
        actions.return_gems(g, me, at.gem, at.stage, count, self.id)
        if token == "mana":
            actions.gain_mana(g, me, count * VALUE[at.gem])
        else:
            actions.raise_battery(g, me, at.gem, count, self.id)


@spell
class Nullify(Spell):
    id, name = SpellId("14B"), "Nullify"
    phase, cost = "III", ((AMETHYST, 1), (SAPPHIRE, 1))
    text = "Each opponent who holds a spell discards one at random. You gain two mana for each spell lost this way."
    mana = 2

    def has_target(self, g: State, me: Seat) -> bool:
        return any(g.hands[seat] for seat in g.opponents(me))

    def begin(self, g: State, me: Seat) -> None:
        for seat in g.opponents(me):
            if g.hands[seat]:
                lost = g.order(list(g.hands[seat]))[0]
                actions.remove_from_hand(g, seat, lost)
                actions.discard(g, [lost])
                g.tell("discarded", seat, reveals=True, spell=lost, source=self.id)
                actions.gain_mana(g, me, self.mana)


@spell
class Munificence(Spell):
    id, name = SpellId("15A"), "Munificence"
    phase, cost = "III", ((SAPPHIRE, 2),)
    text = (
        "Take any spell from the discard pile into your hand. For each gem in its cost, the battery of that "
        "gem rises two levels."
    )
    levels = 2
    lacks = "not_in_pile"

    def has_target(self, g: State, me: Seat) -> bool:
        return bool(g.discard)

    def ask(self, g: State, choice: Choice) -> Asked:
        return None if choice.chosen else ("take-spell", tuple(dict.fromkeys(g.discard)))

    def act(self, g: State, choice: Choice, token: str) -> None:
        me, taken = choice.caster, SpellId(token)
        g.discard = actions.without(g.discard, taken)
        actions.add_to_hand(g, me, [taken])
        g.tell("took_back", me, spell=taken)
        for gem, count in SPELLS[taken].cost:
            actions.raise_battery(g, me, gem, self.levels * count, self.id)


@spell
class Spellsteal(Spell):
    id, name = SpellId("15B"), "Spellsteal"
    phase, cost = "III", ((SAPPHIRE, 2),)
    text = "Choose an opponent. You alone look at their hand, and take one spell of it into yours."
    private_kinds = frozenset({"take-spell"})
    lacks = "no_spells"

    def has_target(self, g: State, me: Seat) -> bool:
        return any(g.hands[seat] for seat in g.opponents(me))

    def ask(self, g: State, choice: Choice) -> Asked:
        if not choice.chosen:
            return "opponent", names([seat for seat in others(g, choice.caster) if g.hands[seat]])
        victim = SEAT_OF[choice.chosen[0]]
        return ("take-spell", tuple(dict.fromkeys(g.hands[victim]))) if len(choice.chosen) == 1 else None

    def act(self, g: State, choice: Choice, token: str) -> None:
        me = choice.caster
        if not choice.chosen:
            g.tell("saw_hand", me, me, reveals=True, victim=token, spells=g.hands[SEAT_OF[token]])
            return
        victim, stolen = SEAT_OF[choice.chosen[0]], SpellId(token)
        actions.remove_from_hand(g, victim, stolen)
        actions.add_to_hand(g, me, [stolen])
        g.tell("stole_spell", me, reveals=True, victim=SEAT_NAMES[victim])
        for seat in (me, victim):
            g.tell("lost_spell", victim, seat, reveals=True, spell=stolen, by=SEAT_NAMES[me])
