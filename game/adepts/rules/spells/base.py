"""What a spell is made of, and the task that asks for its choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from game.adepts.rules.cards import SpellId, number
from game.adepts.rules.effects import Effect, Rule
from game.adepts.rules.gems import GEM_NAMES, Gem, Seat
from game.adepts.rules.tasks import Questions, ask, task

if TYPE_CHECKING:
    from game.adepts.rules.state import State
    from game.core.decisions import Question

Asked = tuple[str, Sequence[str]] | None
"""The kind and the legal tokens of a spell's next choice, or None if it has no more."""


@task
class Choice(NamedTuple):
    """A choice that a spell asks for while it takes effect.

    `seat` is who is asked; `victim` is the opponent it is about, for spells that go from one to the next; `chosen` are
    the answers given so far.
    """

    spell: SpellId
    caster: Seat
    seat: Seat
    victim: Seat | None = None
    chosen: tuple[str, ...] = ()

    def run(self, g: State) -> Questions:
        """Ask what the spell wants to know next."""
        asked = SPELLS[self.spell].ask(g, self)
        return ask(self.seat, asked[0], tuple(asked[1]), self.spell) if asked else ()

    def answer(self, g: State, question: Question, token: str) -> None:
        """Let the spell act on it, then ask for more."""
        g.push(self._replace(chosen=(*self.chosen, token)))
        SPELLS[self.spell].act(g, self, token)


class Spell:
    """A spell as on its card, with its effect. Subclasses are the forty spells; none has any state.

    `cost` is (gem, count) pairs in board order; `lasting` spells stay in play until the phase ends (ruling 8);
    `payment_matters` says that paying can take away or bring about a target (ruling 7); `private_kinds` are the kinds
    of choices that only the caster may know; `lacks` is the kind of `Reason` why something cannot be chosen for it,
    `needs` the kind why it cannot be cast though it could be paid for; `widens` are the kinds of the phase's own
    questions to whose answers it adds some, and which then have it as their source.

    The figures in a card's text that others count with are attributes of its class: how much `mana`, how many
    `levels`, `gems`, `miners` or `cards`.
    """

    id: ClassVar[SpellId]
    name: ClassVar[str]
    phase: ClassVar[str]
    cost: ClassVar[tuple[tuple[Gem, int], ...]]
    text: ClassVar[str]
    lasting: ClassVar[bool] = False
    payment_matters: ClassVar[bool] = False
    private_kinds: ClassVar[frozenset[str]] = frozenset()
    lacks: ClassVar[str] = "other"
    needs: ClassVar[str] = "no_target"
    widens: ClassVar[frozenset[str]] = frozenset()

    @property
    def number(self) -> int:
        """1 to 20."""
        return number(self.id)

    @property
    def price(self) -> dict[str, int]:
        """The cost by the gems' names."""
        return {GEM_NAMES[gem]: count for gem, count in self.cost}

    def has_target(self, g: State, me: Seat) -> bool:
        """Whether there is what the spell needs (ruling 7)."""
        return True

    def begin(self, g: State, me: Seat) -> None:
        """Begin the effect; by default, ask the caster for the first choice."""
        g.push(Choice(self.id, me, me))

    def ask(self, g: State, choice: Choice) -> Asked:
        """Return the next choice, worked out from those made so far; None if there is none."""
        return None

    def act(self, g: State, choice: Choice, token: str) -> None:
        """Carry out one choice."""

    def ask_each_opponent(self, g: State, me: Seat) -> None:
        """Ask the opponents what they lose, in turn order (ruling 9)."""
        g.push(*(Choice(self.id, me, seat, seat) for seat in g.opponents(me)))


class LastingSpell(Spell):
    """A spell that asks nothing and lays down a row for its caster, in force until the phase ends."""

    lasting = True
    rule: ClassVar[Rule]
    amount: ClassVar[int] = 0

    def begin(self, g: State, me: Seat) -> None:
        """Put the rule in force."""
        g.effects.append(Effect(self.rule, self.id, me, amount=self.amount))


SPELLS: dict[str, Spell] = {}


def spell(cls: type[Spell]) -> type[Spell]:
    """Register one of the forty."""
    SPELLS[cls.id] = cls()
    return cls


def asks(kind: str, source: str) -> bool:
    """Whether it is a spell that asks such a question, and not the phase, whose question it widens."""
    return source in SPELLS and kind not in SPELLS[source].widens
