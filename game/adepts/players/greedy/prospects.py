"""A type of gem as it stands: what its mine will give, who leads for its title, and what changes are worth to a seat.

All of it follows from a few facts. Most of them stay the same from one question to the next, and between games played
on from the same position. So there is one prospect for the same facts, and it caches what it has been asked.
"""

from __future__ import annotations

from functools import lru_cache

from game.adepts.players.greedy.holdings import chance, holding, title
from game.adepts.players.greedy.mines import Parties, output
from game.adepts.rules.gems import VALUE, Gem, Seat

MOST = 4096
"""Prospects that are cached at most, of a kilobyte or two each."""


class Prospect:
    """One type of gem for one seat.

    ``coming[seat]`` is what the miners that are out now will bring home, in phases I and II; ``held[seat]`` are the
    gems that will count when titles are next decided; `lead` is how many of these this seat has, and the most that an
    opponent has.
    """

    __slots__ = ("_batteries", "_changes", "_me", "_mine", "_queues", "_swings", "_when", "coming", "held", "lead")

    def __init__(
        self,
        me: Seat,
        when: tuple[int, str],
        mine: tuple[Gem, int, Seat | None, bool],
        parties: Parties,
        queues: tuple[tuple[int, ...], ...],
        batteries: tuple[int, ...],
    ) -> None:
        _, stock, citrine, enriched = mine
        self._me, self._when, self._mine, self._queues, self._batteries = me, when, mine, queues, batteries
        self.coming = tuple(output(len(queues), parties, stock, citrine, enriched))
        # From phase V on these are the next turn's titles, and stage 3 is gone by then.
        kept = 2 if when[1] == "V" else 3
        self.held = tuple([sum(queue[:kept]) + come for queue, come in zip(queues, self.coming, strict=True)])
        self.lead = self.held[me], max(held for seat, held in enumerate(self.held) if seat != me)
        self._swings: dict[tuple[int, ...], float] = {}
        self._changes: dict[tuple[Parties, int, bool], float] = {}

    def swing(self, seat: int, first: int = 0, second: int = 0, third: int = 0, levels: int = 0) -> float:
        """Return what it is worth to this seat if `seat` gets so many more gems in stages 1, 2, 3, and battery
        levels."""
        asked = seat, first, second, third, levels
        found = self._swings.get(asked)
        if found is None:
            found = self._swings[asked] = self._swing(*asked)
        return found

    def change(self, parties: Parties, taken: int, enriched: bool) -> float:
        """Return what it is worth if `parties` are at the mine, after this seat has taken `taken` gems of its stock at
        once."""
        asked = parties, taken, enriched
        found = self._changes.get(asked)
        if found is None:
            found = self._changes[asked] = self._change(*asked)
        return found

    def _swing(self, seat: int, first: int, second: int, third: int, levels: int) -> float:
        one, two, three = self._queues[seat]
        one += self.coming[seat]
        (turn, phase), face, battery = self._when, VALUE[self._mine[0]], self._batteries[seat]
        gain = holding(face, turn, one + first, two + second, three + third, battery + levels) - holding(
            face, turn, one, two, three, battery
        )
        gems = first + second + third
        if phase == "V":
            gems -= third
        own = gain if seat == self._me else -(1 / (len(self._queues) - 1)) * gain
        return own + (self._title(seat, gems) if gems else 0)

    def _title(self, seat: int, gems: int) -> float:
        """Return what it does for this seat's chance at the title if `seat` gets so many more gems."""
        worth = title(*self._when, self._mine[0])
        if not worth:
            return 0.0
        mine, best = self.lead
        if seat == self._me:
            return worth * (chance(mine + gems, best) - chance(mine, best))
        best_then = max(
            held + (gems if other == seat else 0) for other, held in enumerate(self.held) if other != self._me
        )
        return worth * (chance(mine, best_then) - chance(mine, best))

    def _change(self, parties: Parties, taken: int, enriched: bool) -> float:
        _, stock, citrine, rich = self._mine
        taken = min(taken, stock)
        gems = output(len(self._queues), parties, stock - taken, citrine, enriched or rich)
        gems[self._me] += taken
        before = self.coming
        return sum(self.swing(seat, now - before[seat]) for seat, now in enumerate(gems) if now != before[seat])


prospect = lru_cache(maxsize=MOST)(Prospect)
"""Return the prospect of these facts, which is cached."""
