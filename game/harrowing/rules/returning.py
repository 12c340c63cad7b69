"""Returning power: to its owner, to one of several, to the supply (rulings r9 and r10)."""

from __future__ import annotations

from typing import NamedTuple

from game.core.decisions import Question
from game.harrowing.rules.seats import SEAT_NAMES, SEAT_OF
from game.harrowing.rules.spells import name_of, owners
from game.harrowing.rules.state import State
from game.harrowing.rules.task import task

ALL = -1
"""Stands for all slots of a spell."""


def return_power(g: State, seat: int, spell: int, slots: int = ALL) -> None:
    """Give back the power on a spell, at the end of the seat's turn only that in some slots (ruling r11). If several
    players own the power, the seat is asked next who gets it."""
    power, auto = g.power[spell] & slots, slots != ALL
    if not power:
        return
    g.power[spell] ^= power
    count, to = power.bit_count(), owners(g, spell)
    if len(to) > 1:
        g.todo.append(Pool(seat, spell, count, tuple(to), auto))
    else:
        _give(g, seat, spell, count, to[0] if to else None, auto)


def _give(g: State, seat: int, spell: int, count: int, to: int | None, auto: bool) -> None:
    if to is None:
        g.supply += count
    else:
        g.pool[to] += count
    if g.telling:
        owner = None if to is None else SEAT_NAMES[to]
        g.tell("returned", seat, {"spell": name_of(spell), "count": count, "to": owner, "auto": auto})


@task
class Pool(NamedTuple):
    """The player who returns power with several owners names one of them, once for all power on that spell (ruling
    r9)."""

    seat: int
    spell: int
    cubes: int
    to: tuple[int, ...]
    auto: bool = False

    def run(self, g: State) -> Question:
        return Question(self.seat, "pool", tuple([SEAT_NAMES[seat] for seat in self.to]))

    def answer(self, g: State, token: str) -> None:
        _give(g, self.seat, self.spell, self.cubes, SEAT_OF[token], self.auto)
