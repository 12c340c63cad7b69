"""A turn: triggers, invocations or meditation, triggers again, auto-return (rulings r6, r11 to r13)."""

from __future__ import annotations

from typing import NamedTuple

from game.core.decisions import PASS, Question
from game.harrowing.rules import steps
from game.harrowing.rules.casting import invocations, invoke, offered
from game.harrowing.rules.claiming import finish
from game.harrowing.rules.content import (
    AFTER,
    BEFORE,
    BOARD,
    END,
    INVOCATIONS,
    OTHERS_END,
    OTHERS_START,
    ROUNDS,
    START,
    board_spell,
)
from game.harrowing.rules.hexes import bits
from game.harrowing.rules.meditation import Keep, unseal
from game.harrowing.rules.returning import return_power
from game.harrowing.rules.seats import SEAT_NAMES, Seat, clockwise
from game.harrowing.rules.spells import face_of, name_of, spell_named, tiles_of, triggered
from game.harrowing.rules.state import ACT, State, Taken
from game.harrowing.rules.state import END as ENDING
from game.harrowing.rules.state import START as STARTING
from game.harrowing.rules.task import do, doing, task
from game.harrowing.rules.verbs import Resolve, possible

MEDITATE = "meditate"

assert steps.__all__, "importing the steps registers them"


def advance(g: State) -> Question | None:
    """Carry out all that asks nobody, up to the next question; None at the end of the game."""
    todo = g.todo
    while todo:
        asked = todo[-1].run(g)
        if asked is None:
            continue
        if len(asked.tokens) > 1:
            return asked
        token = asked.tokens[0]
        g.taken.append(Taken(SEAT_NAMES[asked.seat], asked.kind, token))
        todo.pop().answer(g, token)
    return None


def answer(g: State, token: str) -> None:
    """A legal answer is carried out."""
    g.todo.pop().answer(g, token)


# --- the turn


def begin_turn(g: State, seat: Seat) -> None:
    """First the triggers of whoever is active, then those of the others in player order, then the turn itself."""
    g.active, g.used, g.phase = seat, 0, STARTING
    g.tell("began_turn", seat, {"turn": g.turn})
    g.todo.append(Act(seat))
    _push_triggers(g, seat, START, OTHERS_START)


def _push_triggers(g: State, seat: Seat, mine: str, theirs: str) -> None:
    order = clockwise(g.players, seat)
    g.todo += [Triggers(other, theirs) for other in reversed(order[1:])]
    g.todo.append(Triggers(seat, mine))


@task
class Triggers(NamedTuple):
    """A player's spells with such a trigger resolve, each once; of several that are ready the player names the next
    (ruling r12)."""

    seat: Seat
    when: str
    done: tuple[int, ...] = ()

    def run(self, g: State) -> Question | None:
        found = triggered(g, self.seat, self.when)
        if found:
            found = [
                spell for spell in found if spell not in self.done and possible(g, self.seat, spell, face_of(g, spell))
            ]
        if not found:
            g.todo.pop()
            return None
        return Question(self.seat, "order", tuple(map(name_of, found)))

    def answer(self, g: State, token: str) -> None:
        spell = spell_named(self.seat, token)
        face = face_of(g, spell)
        g.todo.append(Triggers(self.seat, self.when, (*self.done, spell)))
        g.tell("triggered", self.seat, {"spell": token, "face": face.id})
        g.todo.append(Resolve(self.seat, spell, face.number))


@task
class Act(NamedTuple):
    """Up to three invocations, or meditation (ruling r6)."""

    seat: Seat

    def run(self, g: State) -> Question | None:
        seat, used = self.seat, g.used
        g.phase = ACT
        if not used:
            return Question(self.seat, "invoke", (*offered(g, seat), MEDITATE))
        if used < INVOCATIONS or used < invocations(g, seat):
            found = offered(g, seat)
            if found:
                return Question(self.seat, "invoke", (*found, PASS))
        g.todo.pop()
        end_turn(g, seat)
        return None

    def answer(self, g: State, token: str) -> None:
        seat = self.seat
        if token == PASS:
            end_turn(g, seat)
        elif token == MEDITATE:
            g.tell("meditated", seat, {})
            g.todo += [do(end_turn, seat), Triggers(seat, AFTER), Keep(seat), do(unseal, seat), Triggers(seat, BEFORE)]
        else:
            g.used += 1
            g.todo.append(self)
            invoke(g, seat, token)


@doing
def end_turn(g: State, seat: Seat) -> None:
    """After the last invocation, or meditation."""
    g.phase = ENDING
    g.todo += [do(next_turn, seat), AutoReturn(seat)]
    _push_triggers(g, seat, END, OTHERS_END)


@task
class AutoReturn(NamedTuple):
    """Power in the auto-return slots of a player's spells goes back, spell by spell (ruling r11)."""

    seat: Seat
    from_spell: int = -1

    def run(self, g: State) -> None:
        g.todo.pop()
        first = board_spell(self.seat, 0)
        spells = [*range(first, first + len(BOARD)), *bits(tiles_of(g, self.seat))]
        after = spells.index(self.from_spell) + 1 if self.from_spell in spells else 0
        waiting = len(g.todo)
        for spell in spells[after:]:
            if g.power[spell] and g.power[spell] & face_of(g, spell).auto:
                return_power(g, self.seat, spell, face_of(g, spell).auto)
                if len(g.todo) > waiting:  # of several owners one is asked for first
                    g.todo.insert(waiting, AutoReturn(self.seat, spell))
                    return

    def answer(self, g: State, token: str) -> None:
        raise AssertionError("it asks nothing")


@doing
def next_turn(g: State, seat: Seat) -> None:
    """The next player's turn, or the end after the last round (ruling r25)."""
    following = clockwise(g.players, seat)[1]
    if following == g.first:
        if g.turn == ROUNDS:
            finish(g, "rounds")
            return
        g.turn += 1
    begin_turn(g, following)
