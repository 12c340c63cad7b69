"""Who has had the seats of a table, one after the other."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from game.core.text.names import called, told_apart
from game.core.words import Names
from storage import Seat, Tenure


class Holders(NamedTuple):
    """Who had the seats until one changed hands, or has them now: names by seat as they came, told apart; users by
    seat; and which of them were computer players."""

    names: Names
    users: Mapping[str, int | None]
    computers: Collection[str]


class Succession(NamedTuple):
    """All of them, each but the last with the moves that stood when a seat changed hands."""

    holders: Sequence[Holders]
    until: Sequence[int]

    def at(self, ply: int) -> Holders:
        """Who had the seats when the move was made with which so many stood."""
        return self.holders[bisect_left(self.until, ply)]


def holders(seats: Sequence[Seat], tenures: Sequence[Tenure]) -> list[Holders]:
    """One after the other, one more than seats have changed hands."""
    found = list[Holders]()
    for at in range(len(tenures) + 1):
        former = {each.seat: each for each in reversed(tenures[at:])}  # of each seat the first to come
        held = {seat.seat: former.get(seat.seat, seat) for seat in seats}
        names = told_apart({seat: called(each.name, seat) for seat, each in held.items()})
        users = {seat: each.user_id for seat, each in held.items()}
        found.append(Holders(names, users, [seat for seat, each in held.items() if each.policy is not None]))
    return found
