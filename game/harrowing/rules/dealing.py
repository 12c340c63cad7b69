"""The set-up: who is first, the core, the sets, the stack (rulings r1 to r3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from game.core.chance import order
from game.core.decisions import Question
from game.core.errors import SetupError, quoted
from game.core.options import checked_seed
from game.harrowing.rules import field
from game.harrowing.rules.content import CORES, IDS, OF_SET, POWER, POWER_SECOND, SETS, TILE_OF
from game.harrowing.rules.hexes import CORE
from game.harrowing.rules.seats import FEWEST, MOST, Seat, clockwise
from game.harrowing.rules.state import State
from game.harrowing.rules.task import do, doing, task
from game.harrowing.rules.turn import begin_turn

FIRST_USE, STACK_USE, NEXT_USE = 0, 1, 2
"""The numbers of uses of chance: the first player, the stack, and the first of whatever follows (notation,
"Chance")."""


def check(players: object, seed: object = None) -> State:
    """Return the empty state of a checked game. If `seed` is None, a new one is drawn. Raises SetupError, which says
    what is allowed."""
    if type(players) is not int or not FEWEST <= players <= MOST:
        raise SetupError(f"The Harrowing is for {FEWEST} to {MOST} players, not {quoted(players)}")
    return State(players, checked_seed(seed))


def deal(g: State) -> None:
    """Set up a new game, before its first question."""
    seats = [Seat(number) for number in range(g.players)]
    g.first = order(g.seed, FIRST_USE, seats)[0]
    g.uses = NEXT_USE
    g.pool = [POWER] * g.players
    if g.players == FEWEST:
        g.pool[clockwise(g.players, g.first)[1]] = POWER_SECOND
    g.supply -= sum(g.pool)
    backwards = clockwise(g.players, g.first)[::-1]
    if g.players == len(SETS):
        g.sets = tuple(SETS)
        g.todo = [do(begin)]
    else:
        g.todo = [do(begin), *(NameSet(seat) for seat in reversed(backwards))]
    g.todo.append(NameCore(backwards[0]))


def stacked(seed: str, sets: Iterable[int]) -> tuple[int, ...]:
    """Return the tiles of these sets in random order, the top of the stack first; the bottom one is drawn first."""
    return tuple(order(seed, STACK_USE, [tile for number in sorted(sets) for tile in OF_SET[number]]))


@task
class NameCore(NamedTuple):
    """The last player names the core, which is placed at 0,0."""

    seat: Seat

    def run(self, g: State) -> Question:
        return Question(self.seat, "core", tuple([IDS[core] for core in CORES]))

    def answer(self, g: State, token: str) -> None:
        g.core = TILE_OF[token]
        field.put(g, g.core, CORE)
        g.tell("chose_core", self.seat, {"tile": token})


@task
class NameSet(NamedTuple):
    """Each player, the last one first, names a set."""

    seat: Seat

    def run(self, g: State) -> Question:
        return Question(self.seat, "set", tuple([str(number) for number in SETS if number not in g.sets]))

    def answer(self, g: State, token: str) -> None:
        g.sets = tuple(sorted((*g.sets, int(token))))
        g.tell("chose_set", self.seat, {"set": int(token)})


@doing
def begin(g: State) -> None:
    """Make the stack and begin the first turn."""
    g.stack = stacked(g.seed, g.sets)
    g.turn = 1
    begin_turn(g, g.first)
