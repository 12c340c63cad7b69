"""The bare state as the greedy player sees it. Without a view in between, playing on is fast."""

from __future__ import annotations

from functools import cached_property

from game.adepts.players.greedy.mines import Parties
from game.adepts.players.greedy.observation import Observation
from game.adepts.rules.gems import GEM_NAMES, GEMS, SEAT_NAMES, SEATS, Seat
from game.adepts.rules.phases.processing import Realigning
from game.adepts.rules.spells.base import Choice
from game.adepts.rules.state import State
from game.adepts.rules.tasks import Task
from game.core.decisions import Question


class Sight(Observation):
    """The same facts taken from a state, for the seat that is asked; whoever made the state is responsible for what it
    reveals."""

    def __init__(self, g: State, asking: Task[State], question: Question) -> None:
        me = Seat(question.seat)
        self.source, self.me = question.source, me
        self.about = {}
        if isinstance(asking, Choice):
            self.about = {"chosen": asking.chosen}
        elif isinstance(asking, Realigning):
            self.about = {"gem": GEM_NAMES[asking.left[0][0]]}
        self.seats = SEATS[: g.players]
        self.opponents = tuple(seat for seat in self.seats if seat != me)
        self.harm = 1 / len(self.opponents)
        self.turn, self.phase = g.turn, g.phase
        queues = map(tuple, g.queues)
        self.queues = [[queue[at : at + 3] for at in range(0, 24, 3)] for queue in queues]
        self.batteries = list(g.batteries)
        self.mana, self.miners = g.mana, g.miners
        self.hand_sizes = list(map(len, g.hands))
        self.hand, self.drawn, self.discard = g.hands[me], g.drawn[me], g.discard
        self.processing = g.processing
        self._state = g

    @cached_property
    def stocks(self) -> list[int]:
        return self._state.stocks

    @cached_property
    def parties(self) -> list[Parties]:
        sites = self._state.sites
        return [tuple(sites[4 * mine : 4 * mine + 4]) for mine in GEMS]

    @cached_property
    def adepts(self) -> list[Seat | None]:
        return self._state.adepts

    @cached_property
    def effects(self) -> frozenset[tuple[str, str, str]]:
        return frozenset(
            (row.source, SEAT_NAMES[row.seat], "" if row.gem is None else GEM_NAMES[row.gem])
            for row in self._state.effects
        )
