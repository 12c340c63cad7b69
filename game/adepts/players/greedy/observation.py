"""A view made handy: the same facts, by the small indices of `game.adepts.gems`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from game.adepts.players.greedy.mines import Parties, output
from game.adepts.rules.gems import CITRINE, GEM_NAMES, GEM_OF, GEMS, SEAT_NAMES, SEAT_OF, Gem, Seat, Site, site_at
from game.adepts.rules.tokens import STAGE_TOKENS
from game.core.decisions import Decision
from game.core.protocol import View


class Observation:
    """What a seat sees at a question.

    ``queues[seat][gem]`` are the counts of stages 1, 2, 3; ``parties[mine]`` the (seat, miners) or None inside and on
    sites I, II, III. `harm` is what a loss of one mana of one opponent is worth: all of them together count like
    the seat itself.
    """

    def __init__(self, view: View, decision: Decision) -> None:
        players = view["players"]
        names = SEAT_NAMES[: len(players)]
        self.source = decision.source
        self.about = decision.data
        self.me: Seat = SEAT_OF[decision.seat]
        self.seats: tuple[Seat, ...] = tuple(SEAT_OF[name] for name in names)
        self.opponents = tuple(seat for seat in self.seats if seat != self.me)
        self.harm = 1 / len(self.opponents)
        self.turn: int = view["turn"]
        self.phase: str = view["phase"]
        self.step: str = view["step"]
        self.queues: list[list[Sequence[int]]] = [[players[p]["queue"][gem] for gem in GEM_NAMES] for p in names]
        self.batteries: list[list[int]] = [[players[p]["battery"][gem] for gem in GEM_NAMES] for p in names]
        self.mana: list[int] = [players[p]["mana"] for p in names]
        self.miners: list[int] = [players[p]["miners"] for p in names]
        self.hand_sizes: list[int] = [players[p]["hand_size"] for p in names]
        self.hand: Sequence[str] = players[decision.seat]["hand"]
        self.drawn: Sequence[str] = players[decision.seat]["drawn"]
        self._view = view

    @cached_property
    def stocks(self) -> list[int]:
        """Gems left in each mine."""
        mines = self._view["mines"]
        return [mines[gem]["stock"] for gem in GEM_NAMES]

    @cached_property
    def parties(self) -> list[Parties]:
        """Who is inside and on the sites of each mine."""
        mines = self._view["mines"]
        return [
            tuple(
                None if party is None else (SEAT_OF[party[0]], party[1])
                for party in (mines[gem]["inside"], *mines[gem]["sites"])
            )
            for gem in GEM_NAMES
        ]

    @cached_property
    def adepts(self) -> list[Seat | None]:
        """Who holds each adept card."""
        adepts = self._view["adepts"]
        return [None if adepts[gem] is None else SEAT_OF[adepts[gem]] for gem in GEM_NAMES]

    @cached_property
    def effects(self) -> frozenset[tuple[str, str, str]]:
        """What is in force, as (source, seat, gem or "")."""
        return frozenset((row["source"], row["seat"], row.get("gem", "")) for row in self._view["effects"])

    @cached_property
    def discard(self) -> Sequence[str]:
        """The discard pile."""
        pile: Sequence[str] = self._view["discard"]
        return pile

    @cached_property
    def processing(self) -> Seat | None:
        """Whose gems are being processed."""
        name = self._view["processing"]
        return None if name is None else SEAT_OF[name]

    @cached_property
    def coming(self) -> list[list[int]]:
        """``coming[mine][seat]``: what the miners that are out now will bring home, in phases I and II."""
        return [
            output(len(self.seats), self.parties[mine], self.stocks[mine], self.adepts[CITRINE], mine in self.enriched)
            for mine in GEMS
        ]

    @cached_property
    def held(self) -> list[list[int]]:
        """``held[gem][seat]``: the gems that count when titles are next decided.

        From phase V on these are the next turn's titles, and stage 3 is gone by then.
        """
        kept = 2 if self.phase == "V" else 3
        return [[sum(self.queues[seat][gem][:kept]) + self.coming[gem][seat] for seat in self.seats] for gem in GEMS]

    @cached_property
    def lead(self) -> list[tuple[int, int]]:
        """Of each title: what this seat holds that counts, and the most that an opponent does."""
        return [(held[self.me], max(held[seat] for seat in self.opponents)) for held in self.held]

    @cached_property
    def own_stages(self) -> list[str]:
        """This seat's gems, each as one gem of a stage."""
        queue = self.queues[self.me]
        return [token for i, token in enumerate(STAGE_TOKENS) if queue[i // 3][i % 3]]

    @cached_property
    def tunnels(self) -> bool:
        """Whether this seat gets a gem of every mine it assigns to."""
        return ("4A", SEAT_NAMES[self.me], "") in self.effects

    @cached_property
    def limited(self) -> bool:
        """Whether an opponent has limited the groups on first sites."""
        return any(source == "4B" and seat != SEAT_NAMES[self.me] for source, seat, _ in self.effects)

    @cached_property
    def enriched(self) -> set[Gem]:
        """The mine that the emerald adept has named."""
        return {GEM_OF[gem] for source, _, gem in self.effects if source == "emerald"}

    @cached_property
    def stopped(self) -> set[Gem]:
        """The batteries that cannot rise."""
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
