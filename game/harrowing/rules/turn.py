"""A turn: triggers, invocations or meditation, triggers again, auto-return (rulings r6, r11 to r13)."""

from __future__ import annotations

from typing import NamedTuple

from game.core.decisions import PASS, Question, Taken
from game.harrowing.rules import steps
from game.harrowing.rules.casting import invocations, invoke, offered
from game.harrowing.rules.claiming import finish
from game.harrowing.rules.content import (
    AFTER,
    BEFORE,
    END,
    INVOCATIONS,
    OTHERS_END,
    OTHERS_START,
    ROUNDS,
    START,
)
from game.harrowing.rules.meditation import Keep, unseal
from game.harrowing.rules.returning import return_power
from game.harrowing.rules.seats import SEAT_NAMES, Seat, clockwise
from game.harrowing.rules.spells import auto_returning, face_of, name_of, spell_named, triggered
from game.harrowing.rules.state import ACT, State
from game.harrowing.rules.state import END as ENDING
from game.harrowing.rules.state import START as STARTING
from game.harrowing.rules.task import do, doing, task
from game.harrowing.rules.verbs import Resolve, possible

MEDITATE = "meditate"
_OTHERS = {START: OTHERS_START, END: OTHERS_END}
"""The trigger for which other players' spells wait at a moment of somebody's turn."""

assert steps.__all__, "importing the steps registers them"


def advance(g: State) -> Question | None:
    """Carry out everything that asks nobody, up to the next question; return None at the end of the game."""
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
    """Carry out a legal answer."""
    g.todo.pop().answer(g, token)


# --- the turn


def begin_turn(g: State, seat: Seat) -> None:
    """Begin a turn: first the active player's triggers, then those of the others in player order, then the turn
    itself."""
    g.active, g.used, g.phase = seat, 0, STARTING
    g.tell("began_turn", seat, {"turn": g.turn})
    g.todo.append(Act(seat))
    g.todo.append(Triggers(START, clockwise(g.players, seat)))


@task
class Triggers(NamedTuple):
    """At a moment of a turn, the spells that wait for it resolve, each once for each owner: the first seat's, then
    those of the others in order. If several are ready, their owner names the next (ruling r12)."""

    when: str
    seats: tuple[Seat, ...]
    done: tuple[int, ...] = ()

    def run(self, g: State) -> Question | None:
        when, seats, done = self
        for place, seat in enumerate(seats):
            found = triggered(g, seat, when)
            if found:
                ready = [spell for spell in found if spell not in done and possible(g, seat, face_of(g, spell))]
                if ready:
                    g.todo[-1] = Triggers(when, seats[place:], done)
                    return Question(seat, "order", tuple(map(name_of, ready)))
            when, done = _OTHERS.get(when, when), ()
        g.todo.pop()
        return None

    def answer(self, g: State, token: str) -> None:
        seat = self.seats[0]
        spell = spell_named(seat, token)
        face = face_of(g, spell)
        g.todo.append(Triggers(self.when, self.seats, (*self.done, spell)))
        g.tell("triggered", seat, {"spell": token, "face": face.id})
        g.todo.append(Resolve(seat, spell, face.number))


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
            g.todo += [do(end_turn, seat), Triggers(AFTER, (seat,)), Keep(seat), do(unseal, seat)]
            g.todo.append(Triggers(BEFORE, (seat,)))
        else:
            g.used += 1
            g.todo.append(self)
            invoke(g, seat, token)


@doing
def end_turn(g: State, seat: Seat) -> None:
    """End a turn, after the last invocation or meditation."""
    g.phase = ENDING
    g.todo += [do(next_turn, seat), AutoReturn(seat), Triggers(END, clockwise(g.players, seat))]


@task
class AutoReturn(NamedTuple):
    """The power in the auto-return slots of a player's spells goes back, spell by spell (ruling r11)."""

    seat: Seat

    def run(self, g: State) -> None:
        g.todo.pop()
        waiting = len(g.todo)
        for spell in auto_returning(g, self.seat):
            return_power(g, self.seat, spell, face_of(g, spell).auto)
            if len(g.todo) > waiting:  # if there are several owners, first ask who gets it
                g.todo.insert(waiting, self)
                return

    def answer(self, g: State, token: str) -> None:
        raise AssertionError("it asks nothing")


@doing
def next_turn(g: State, seat: Seat) -> None:
    """Begin the next player's turn, or end the game after the last round (ruling r25)."""
    following = clockwise(g.players, seat)[1]
    if following == g.first:
        if g.turn == ROUNDS:
            finish(g, "rounds")
            return
        g.turn += 1
    begin_turn(g, following)
