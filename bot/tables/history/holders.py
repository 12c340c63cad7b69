"""Who has had the seats of a table over time."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from game.core.text.names import called, told_apart
from game.core.words import Names
from storage import Seat, Tenure


class Holders(NamedTuple):
    """Who had the seats during one period, which ends when a seat changes hands or lasts until now.

    names: display names by seat, as given, made distinct. users: user ids by seat. computers: seats of computer
    players.
    """

    names: Names
    users: Mapping[str, int | None]
    computers: Collection[str]


class Succession(NamedTuple):
    """All periods in order; `until` has, for each but the last, the number of moves that stood when it ended.

    late: the moves that a computer player made because somebody's time was up, by their numbers.
    """

    holders: Sequence[Holders]
    until: Sequence[int]
    late: Collection[int] = frozenset()

    def at(self, ply: int) -> Holders:
        """Return who had the seats when the move was made after which `ply` moves stood."""
        return self.holders[bisect_left(self.until, ply)]


def holders(seats: Sequence[Seat], tenures: Sequence[Tenure]) -> list[Holders]:
    """Return the periods in order: one more than the number of times that seats have changed hands."""
    found = list[Holders]()
    for at in range(len(tenures) + 1):
        former = {each.seat: each for each in reversed(tenures[at:])}  # for each seat, who had it until its next change
        held = {seat.seat: former.get(seat.seat, seat) for seat in seats}
        names = told_apart({seat: called(each.name, seat) for seat, each in held.items()})
        users = {seat: each.user_id for seat, each in held.items()}
        found.append(Holders(names, users, [seat for seat, each in held.items() if each.policy is not None]))
    return found
