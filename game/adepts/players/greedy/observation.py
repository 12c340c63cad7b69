"""The facts of a view as the greedy player needs them: by the small indices of `game.adepts.rules.gems`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import TypeVar

from game.adepts.players.greedy.mines import Parties
from game.adepts.players.greedy.prospects import Prospect, prospect
from game.adepts.rules.gems import (
    CITRINE,
    GEM_NAMES,
    GEM_OF,
    GEMS,
    SEAT_NAMES,
    SEAT_OF,
    SEATS,
    Gem,
    Seat,
    Site,
    site_at,
)
from game.adepts.rules.reader import ViewReader
from game.adepts.rules.tokens import STAGE_TOKENS
from game.core.decisions import Decision
from game.core.protocol import View

T = TypeVar("T")

_IN_ORDER = itemgetter(*GEM_NAMES)


def _by_gem(values: Mapping[str, T]) -> Sequence[T]:
    """The values of all gems in board order."""
    found: tuple[T, ...] = _IN_ORDER(values)
    return found


class Observation:
    """What a seat sees at a question.

    ``queues[seat][gem]`` are the counts of stages 1, 2, 3; ``parties[mine]`` has (seat, miners) or None for inside and
    for sites I, II, III. `harm` is what it is worth that one opponent loses one mana: all opponents together count as
    much as the seat itself.
    """

    def __init__(self, view: View, decision: Decision) -> None:
        seen = ViewReader(view)
        players = [seen.players[name] for name in SEAT_NAMES[: len(seen.players)]]
        own = seen.players[decision.seat]
        self.source = decision.source
        self.about = decision.data
        self.me: Seat = SEAT_OF[decision.seat]
        self.seats = SEATS[: len(players)]
        self.opponents = tuple(seat for seat in self.seats if seat != self.me)
        self.harm = 1 / len(self.opponents)
        self.turn, self.phase = seen.turn, seen.phase
        self.queues: list[Sequence[tuple[int, ...]]] = [
            [tuple(stages) for stages in _by_gem(player.queue)] for player in players
        ]
        self.batteries: list[Sequence[int]] = [_by_gem(player.battery) for player in players]
        self.mana = [player.mana for player in players]
        self.miners = [player.miners for player in players]
        self.hand_sizes = [player.hand_size for player in players]
        self.hand, self.drawn = own.hand, own.drawn
        self.discard = seen.discard
        self.processing: Seat | None = None if seen.processing is None else SEAT_OF[seen.processing]
        self._seen = seen

    @cached_property
    def stocks(self) -> list[int]:
        """Gems left in each mine."""
        return [mine.stock for mine in _by_gem(self._seen.mines)]

    @cached_property
    def parties(self) -> list[Parties]:
        """Who is inside and on the sites of each mine."""
        return [
            tuple([party and (SEAT_OF[party[0]], party[1]) for party in mine.parties])
            for mine in _by_gem(self._seen.mines)
        ]

    @cached_property
    def adepts(self) -> list[Seat | None]:
        """Who holds each adept card."""
        return [None if name is None else SEAT_OF[name] for name in _by_gem(self._seen.adepts)]

    @cached_property
    def effects(self) -> frozenset[tuple[str, str, str]]:
        """What is in force, as (source, seat, gem or "")."""
        return frozenset((row.source, row.seat, row.gem) for row in self._seen.effects)

    @cached_property
    def prospects(self) -> list[Prospect]:
        """By type of gem, what its mine will give and what changes are worth."""
        me, when, citrine = self.me, (self.turn, self.phase), self.adepts[CITRINE]
        rows = zip(
            GEMS,
            self.stocks,
            self.parties,
            zip(*self.queues, strict=True),
            zip(*self.batteries, strict=True),
            strict=True,
        )
        return [
            prospect(me, when, (gem, stock, citrine, gem in self.enriched), parties, queues, batteries)
            for gem, stock, parties, queues, batteries in rows
        ]

    @cached_property
    def own_stages(self) -> list[str]:
        """The tokens of the stages in which this seat has a gem, each for one gem."""
        queue = self.queues[self.me]
        return [token for i, token in enumerate(STAGE_TOKENS) if queue[i // 3][i % 3]]

    @cached_property
    def tunnels(self) -> bool:
        """Whether this seat gets a gem from every mine that it assigns to (Tunneling)."""
        return ("4A", SEAT_NAMES[self.me], "") in self.effects

    @cached_property
    def limited(self) -> bool:
        """Whether an opponent has limited the groups on first sites (Subsidence)."""
        return any(source == "4B" and seat != SEAT_NAMES[self.me] for source, seat, _ in self.effects)

    @cached_property
    def enriched(self) -> set[Gem]:
        """The mine that the emerald adept has named."""
        return {GEM_OF[gem] for source, _, gem in self.effects if source == "emerald"}

    @cached_property
    def stopped(self) -> set[Gem]:
        """The batteries that cannot rise (Stasis)."""
        return {GEM_OF[gem] for source, _, gem in self.effects if source == "18B" and gem}

    def sites_of(self, seat: Seat) -> list[Site]:
        """The work sites where a seat has miners."""
        return [
            site_at(mine, number)
            for mine in GEMS
            for number in (1, 2, 3)
            if (party := self.parties[mine][number]) and party[0] == seat
        ]

    def last_stage(self, seat: Seat) -> dict[Gem, int]:
        """The types in stage 3 of a queue, and how many of each."""
        return {gem: stages[2] for gem, stages in zip(GEMS, self.queues[seat], strict=True) if stages[2]}
