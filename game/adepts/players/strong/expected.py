"""With how much mana all can expect to end: the expected score of reviews.

The value knows who is ahead by what lies on the table, with the same weights for every selection. What going first is
worth differs much between selections, so the margins that the value tells were held against what equal players came
to: `expected.toml` has the line through that, after each of the turns 1 to 7. `python -m tools.expected` makes it.
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
from game.core import rulebook

ANY = "any"
"""What spells are called that are no selection of the rules'."""


class Line(NamedTuple):
    """After a turn: what a mana of the value's margin has come to, and by how much a seat was ahead besides, by its
    place in the order of the next turn."""

    slope: float
    places: Sequence[float]

    def at(self, value: float, place: int) -> float:
        """The margin that can be expected."""
        return self.slope * value + self.places[place]


def place(g: State, seat: Seat) -> int:
    """In the order of the next turn, from 0."""
    return (seat - g.next_seat(g.first)) % g.players


def expected(g: State) -> list[float]:
    """The mana by seat that can be expected at the end of a turn, or that there is at the end of the game.

    What all have on the mean is what greedy players come to, who play on from there.
    """
    seats = SEATS[: g.players]
    if g.over:
        return [final(g, seat) for seat in seats]
    end = g.copy(quiet=True)
    while not end.over:
        end.agenda.pop().run(end)  # the turn's last task, at which `play_on` stops
        play_on(end)
    mean, line = fmean(final(end, seat) for seat in seats), lines(g.players, called(g.spells))[g.turn - 1]
    share = (g.players - 1) / g.players  # of a margin over the others: the margin over all
    return [mean + share * line.at(margin(g, seat), place(g, seat)) for seat in seats]


@cache
def lines(players: int, spells: str) -> tuple[Line, ...]:
    """After turns 1 to 7, with these spells."""
    table: Mapping[str, Sequence[Sequence[float]]] = rulebook.load(__package__, "expected")[f"players-{players}"]
    return tuple(Line(slope, places) for slope, *places in table[spells])


@cache
def called(spells: tuple[SpellId, ...]) -> str:
    """The selection of the rules' that they are, else `ANY`."""
    named = {selection(name): name for name in SELECTIONS if name != "random"}
    return named.get(spells, ANY)
