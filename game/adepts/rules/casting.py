"""Casting a spell: who is asked, what can be paid, and what becomes of the card (rulebook, Step 1; rulings 5 to 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.adepts.rules import actions
from game.adepts.rules.cards import SpellId
from game.adepts.rules.effects import Rule
from game.adepts.rules.gems import AMETHYST, CITRINE, DIAMOND, EMERALD, ONYX, RUBY, SAPPHIRE, TOPAZ, Seat
from game.adepts.rules.spells.base import SPELLS, Spell
from game.adepts.rules.tasks import DONE, Questions, ask, do, step, task
from game.adepts.rules.tokens import PASS, Payment, payments

if TYPE_CHECKING:
    from game.adepts.rules.state import State
    from game.core.decisions import Question

PHASE_GEMS = {
    "I": (TOPAZ, RUBY),
    "II": (CITRINE, EMERALD),
    "III": (AMETHYST, SAPPHIRE),
    "V": (ONYX, DIAMOND),
}
"""The gems that the spells of a phase cost. One of either pays for the cheapest spell (rulings, "Spell costs")."""


def casts(turn: int, phase: str) -> bool:
    """Whether there is casting in this phase: never in IV, nor in I and II of turn 1 (ruling 5)."""
    return phase in PHASE_GEMS and (turn > 1 or phase not in ("I", "II"))


@step
def cast_step(g: State) -> None:
    """Ask everybody in turn order."""
    g.step = "cast"
    g.push(*(Cast(seat) for seat in g.turn_order()))


@step
def end_phase(g: State) -> None:
    """End a phase: spells that lasted go to the discard pile, and all rows in force end (rulings 8, 19)."""
    for row in g.effects:
        if row.rule is Rule.MINERS_AWAY:
            g.miners[row.seat] += row.amount
    for seat, cards in enumerate(g.in_play):
        if cards:
            actions.discard(g, cards)
            g.in_play[seat] = ()
    g.effects.clear()


@task
class Cast(NamedTuple):
    """A player's one opportunity to cast in this phase."""

    seat: Seat

    def run(self, g: State) -> Questions:
        """Ask, unless everybody can see that nothing can be cast (ruling 6); then tell everybody why."""
        if not g.hands[self.seat]:
            g.tell("unable", self.seat, lacks="spells")
            return DONE
        if not could_pay_something(g, self.seat):
            g.tell("unable", self.seat, lacks="means")
            return DONE
        castable = [spell for spell in dict.fromkeys(g.hands[self.seat]) if can_cast(g, self.seat, SPELLS[spell])]
        return ask(self.seat, "cast", (*castable, PASS))

    def answer(self, g: State, question: Question, token: str) -> None:
        """Take the card out of the hand; then it is paid for, takes effect and is put away."""
        me = self.seat
        if token == PASS:
            g.tell("passed", me, asked="cast")
            return
        spell = SpellId(token)
        actions.remove_from_hand(g, me, spell)
        g.in_play[me] = (*g.in_play[me], spell)
        g.tell("cast", me, spell=spell)
        g.push(Pay(spell, me), do(begin_spell, spell, me), do(put_away, spell, me))


@task
class Pay(NamedTuple):
    """The choice of what pays for a spell (ruling 5)."""

    spell: SpellId
    seat: Seat

    def run(self, g: State) -> Questions:
        """Ask in which way it is paid."""
        return ask(
            self.seat,
            "pay",
            [way.token for way in ways_to_cast(g, self.seat, SPELLS[self.spell])],
            self.spell,
        )

    def answer(self, g: State, question: Question, token: str) -> None:
        """Take the payment: gems go back to their mines, levels are lost."""
        way = next(way for way in ways_to_pay(g, self.seat, SPELLS[self.spell]) if way.token == token)
        pay(g, self.seat, way)
        g.tell("paid", self.seat, spell=self.spell, price=token)


@step
def begin_spell(g: State, spell: SpellId, me: Seat) -> None:
    """Let a spell that has been paid for take effect."""
    SPELLS[spell].begin(g, me)


@step
def put_away(g: State, spell: SpellId, me: Seat) -> None:
    """Put a spell on the discard pile after its last choice, unless it lasts (ruling 8)."""
    if not SPELLS[spell].lasting:
        g.in_play[me] = actions.without(g.in_play[me], spell)
        actions.discard(g, [spell])


def could_pay_something(g: State, seat: Seat) -> bool:
    """Whether the gems and battery levels of a seat can pay for any spell of this phase."""
    queue, battery = g.queues[seat], g.batteries[seat]
    return any(battery[gem] or any(queue[3 * gem : 3 * gem + 3]) for gem in PHASE_GEMS[g.phase])


def ways_to_pay(g: State, seat: Seat, spell: Spell) -> tuple[Payment, ...]:
    """Return every way to pay a spell's cost, in order."""
    queue, battery = g.queues[seat], g.batteries[seat]
    have = []
    for gem, need in spell.cost:
        at = 3 * gem
        have.append(
            (
                min(need, queue[at]),
                min(need, queue[at + 1]),
                min(need, queue[at + 2]),
                min(need, battery[gem]),
            )
        )
    return payments(spell.cost, tuple(have))


def ways_to_cast(g: State, seat: Seat, spell: Spell) -> list[Payment]:
    """Return the ways to pay that leave the spell a target (ruling 7)."""
    ways = ways_to_pay(g, seat, spell)
    if not spell.payment_matters:
        return list(ways) if ways and spell.has_target(g, seat) else []
    return [way for way in ways if _leaves_target(g, seat, spell, way)]


def can_cast(g: State, seat: Seat, spell: Spell) -> bool:
    """Whether the seat may cast this spell of its hand now."""
    if spell.phase != g.phase:
        return False
    hand = g.hands[seat]
    g.hands[seat] = actions.without(hand, spell.id)  # a spell is no target of its own
    castable = bool(ways_to_cast(g, seat, spell))
    g.hands[seat] = hand
    return castable


def pay(g: State, seat: Seat, way: Payment, sign: int = 1) -> None:
    """Take what a payment names; with `sign` -1, give it back."""
    queue, battery = g.queues[seat], g.batteries[seat]
    for gem, stages, levels in way.uses:
        for stage, count in enumerate(stages):
            queue[3 * gem + stage] -= sign * count
            g.stocks[gem] += sign * count
        battery[gem] -= sign * levels


def _leaves_target(g: State, seat: Seat, spell: Spell, way: Payment) -> bool:
    pay(g, seat, way)
    found = spell.has_target(g, seat)
    pay(g, seat, way, -1)
    return found
