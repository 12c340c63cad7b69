"""What lies on the table, and what is done with it everywhere: gems, batteries, cards, turn order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

from tests.engine.reference.notation import GEMS, in_order

MAJOR = ("ruby", "emerald", "sapphire", "diamond")
"""Worth two mana; the minor gems are worth one (rulings, "Gems")."""

T = TypeVar("T")


def value(gem: str) -> int:
    return 2 if gem in MAJOR else 1


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


@dataclass
class Group:
    """Miners of one seat in one place."""

    seat: str
    miners: int


@dataclass
class Mine:
    stock: int
    sites: list[Group | None] = field(default_factory=lambda: [None] * 4)
    """Inside the mine, then the work sites I, II and III."""


@dataclass
class Player:
    miners: int = 10
    """Unassigned ones."""
    queue: dict[str, list[int]] = field(default_factory=lambda: {gem: [0, 0, 0] for gem in GEMS})
    battery: dict[str, int] = field(default_factory=lambda: dict.fromkeys(GEMS, 0))
    mana: int = 0
    hand: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    in_play: list[str] = field(default_factory=list)


@dataclass
class Lasting:
    """What has been cast, or chosen by an adept, and lasts until the end of the phase."""

    suspension: Counter[str] = field(default_factory=Counter)  # turns to skip of a seat
    backlash: set[str] = field(default_factory=set)  # seats that may still push
    gateways: set[str] = field(default_factory=set)  # seats that may still assign a second group
    barrier: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # casters by mine
    tunneling: set[str] = field(default_factory=set)
    subsidence: set[str] = field(default_factory=set)
    lassitude: Counter[str] = field(default_factory=Counter)  # miners that a seat gets back
    emerald: str = ""  # the mine of the emerald adept
    advancement: dict[str, tuple[str, int]] = field(default_factory=dict)  # gem and stage by caster
    concentration: set[str] = field(default_factory=set)
    diamond: str = ""  # the type that the diamond adept has named
    mutability: set[str] = field(default_factory=set)
    moratorium: dict[str, str] = field(default_factory=dict)  # gem by caster
    imperfections: list[str] = field(default_factory=list)  # gems, each as often as it was named
    stasis: set[str] = field(default_factory=set)  # gems
    realignment: set[str] = field(default_factory=set)
    siphon: set[str] = field(default_factory=set)
    intensify: dict[str, str] = field(default_factory=dict)  # "major" or "minor" by caster
    negation: set[str] = field(default_factory=set)


NOTHING = Lasting()


class BeforeResearch(NamedTuple):
    """What others still see of each other while research goes on (notation, "Research")."""

    ply: int
    hand_sizes: dict[str, int]


@dataclass
class Table:
    """A game between two moments."""

    seed: str
    seats: tuple[str, ...]
    spells: tuple[str, ...]
    mines: dict[str, Mine]
    players: dict[str, Player]
    adepts: dict[str, str | None] = field(default_factory=lambda: dict.fromkeys(GEMS))
    first: str = ""
    library: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    turn: int = 1
    phase: str = "I"
    step: str = "assign"
    ply: int = 0
    """Moves made."""
    processing: str | None = None
    before_research: BeforeResearch | None = None
    lasting: Lasting = field(default_factory=Lasting)
    uses_of_chance: int = 0
    scores: dict[str, dict[str, Any]] = field(default_factory=dict)

    def turn_order(self) -> list[str]:
        """All seats, clockwise from the holder of the first player pawn (ruling 1)."""
        start = self.seats.index(self.first)
        return [*self.seats[start:], *self.seats[:start]]

    def opponents(self, me: str) -> list[str]:
        """In turn order (ruling 9)."""
        return [seat for seat in self.turn_order() if seat != me]

    def order(self, items: Sequence[T]) -> list[T]:
        """Return the items in an order by chance (notation, "Chance")."""
        use, self.uses_of_chance = self.uses_of_chance, self.uses_of_chance + 1
        return [items[i] for i in sorted(range(len(items)), key=lambda i: digest(f"{self.seed}/{use}/{i}"))]

    # Cards

    def deal(self, count: int) -> list[str]:
        """Return the top of the library, after the discard pile was put under it if it is short (ruling 25)."""
        if len(self.library) < count and self.discard:
            self.library += self.order(in_order(self.discard))
            self.discard = []
        dealt, self.library = self.library[:count], self.library[count:]
        return dealt

    def take(self, me: str, cards: Iterable[str]) -> None:
        """Take cards into the hand, which is kept in number order."""
        self.players[me].hand = in_order([*self.players[me].hand, *cards])

    def discards(self, cards: Iterable[str]) -> None:
        self.discard = in_order([*self.discard, *cards])

    def end_phase(self) -> None:
        """Spells that lasted go to the discard pile (ruling 8), and whom Lassitude took comes back (ruling 19)."""
        for seat, player in self.players.items():
            self.discards(player.in_play)
            player.in_play = []
            player.miners += self.lasting.lassitude[seat]
        self.lasting = Lasting()

    # Gems and batteries

    def gems(self, seat: str) -> list[tuple[str, int]]:
        """Return where a seat has gems in its queue: types and stages."""
        queue = self.players[seat].queue
        return [(gem, stage) for gem in GEMS for stage in (1, 2, 3) if queue[gem][stage - 1]]

    def dig(self, me: str, gem: str, count: int, stage: int = 1) -> int:
        """Move gems of a mine, or as many as it has, into a queue, and return how many."""
        count = min(count, self.mines[gem].stock)
        self.mines[gem].stock -= count
        self.players[me].queue[gem][stage - 1] += count
        return count

    def give_back(self, seat: str, gem: str, stage: int, count: int) -> None:
        """Move gems of a queue back to their mine."""
        self.players[seat].queue[gem][stage - 1] -= count
        self.mines[gem].stock += count

    def rise(self, seat: str, gem: str, levels: int) -> None:
        """Raise a battery, to 10 at most; under Stasis it does not rise by any means (ruling 31)."""
        if gem not in self.lasting.stasis:
            battery = self.players[seat].battery
            battery[gem] = min(10, battery[gem] + levels)
