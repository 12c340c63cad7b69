"""With how much mana everybody can expect to end: the expected score of reviews.

`value` says who is ahead by what lies on the table, with the same weights for every selection of spells. But what going
first is worth differs much between selections. So its margins were compared with those that equal players ended with:
`expected.toml` has the line fitted to that, after each of the turns 1 to 7. `python -m tools.expected` makes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from statistics import fmean
from typing import NamedTuple

from game.adepts.players.strong.playing import play_on
from game.adepts.players.strong.value import final, margin
from game.adepts.rules.cards import SELECTIONS, SpellId, selection
from game.adepts.rules.gems import SEATS, Seat
from game.adepts.rules.state import State
from game.core import toml

ANY = "any"
"""The name for spells that are none of the rules' selections."""


class Line(NamedTuple):
    """The line after a turn: `slope` is what one mana of the value's margin came to in the end, `places` by how much a
    seat was ahead besides, by its place in the order of the next turn."""

    slope: float
    places: Sequence[float]

    def at(self, value: float, place: int) -> float:
        """Return the margin that can be expected."""
        return self.slope * value + self.places[place]


def place(g: State, seat: Seat) -> int:
    """Return a seat's place in the order of the next turn, from 0."""
    return (seat - g.next_seat(g.first)) % g.players


def expected(g: State) -> list[float]:
    """Return, by seat, the mana with which it can expect to end; `g` is at the end of a turn. If the game is over, what
    it has.

    The mean of all seats is what greedy players reach who play on from there.
    """
    seats = SEATS[: g.players]
    if g.over:
        return [final(g, seat) for seat in seats]
    end = g.copy(quiet=True)
    while not end.over:
        end.agenda.pop().run(end)  # the turn's last task, at which `play_on` stops
        play_on(end)
    mean, line = fmean(final(end, seat) for seat in seats), lines(g.players, called(g.spells))[g.turn - 1]
    share = (g.players - 1) / g.players  # makes a margin over the others' mean one over everybody's mean
    return [mean + share * line.at(margin(g, seat), place(g, seat)) for seat in seats]


@cache
def lines(players: int, spells: str) -> tuple[Line, ...]:
    """Return the lines after turns 1 to 7, with these spells (a selection or `ANY`)."""
    table: Mapping[str, Sequence[Sequence[float]]] = toml.load(__package__, "expected")[f"players-{players}"]
    return tuple(Line(slope, places) for slope, *places in table[spells])


@cache
def called(spells: tuple[SpellId, ...]) -> str:
    """Return the name of the selection that these spells are, else `ANY`."""
    named = {selection(name): name for name in SELECTIONS if name != "random"}
    return named.get(spells, ANY)
