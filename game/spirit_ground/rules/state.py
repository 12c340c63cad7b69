"""The state of a game: plain data, cheap to copy. What comes next follows from `step` and the board."""

from __future__ import annotations

from game.core.decisions import Event, Taken
from game.spirit_ground.rules.content import Content
from game.spirit_ground.rules.crystals import Crystals
from game.spirit_ground.rules.ground import COUNT
from game.spirit_ground.rules.seats import SEAT_NAMES, SEATS, Seat

CHOOSE, FIRST, SECOND, OVER = PHASES = ("choose", "first", "second", "over")
PAIR, ORDER, PLACE, PAY, ROTATE, ENHANCE, TARGET = KINDS = (
    "pair",
    "order",
    "place",
    "pay",
    "rotate",
    "enhance",
    "target",
)
"""The kinds of questions, in the order in which a round asks them. `State.step` is one of them, or "over" at the
end."""

EMPTY = -1
"""Stands for no tile on a square, and for a direction not chosen yet."""


class State:
    """Everything about one game. Tiles, squares and tops are numbers; sets of squares are integers with their bits.

    `tile`, `top`, `energy`, `spirit` and `ground` are by square: the tile there, its direction, the crystals on it, and
    those on the bare ground. `living` and `fallen` are sets of squares by seat, `relics` is the set of shrines that
    still have theirs, `taken_relics` the number taken by each seat. `others` are the targets still to be settled
    besides the new tile, `tries` says whether the new tile is one too. `seat` is who is asked; within a turn, whose
    turn it is. Without `telling`, no events are recorded.
    """

    __slots__ = (
        "active",
        "bag",
        "content",
        "decks",
        "energy",
        "events",
        "fallen",
        "first",
        "ground",
        "last_relic",
        "living",
        "newest",
        "others",
        "pair",
        "phase",
        "ply",
        "relics",
        "seat",
        "seed",
        "spirit",
        "step",
        "storage",
        "stream",
        "supply",
        "taken",
        "taken_relics",
        "telling",
        "tile",
        "top",
        "tries",
        "turn",
    )

    def __init__(self, content: Content, seed: str) -> None:
        self.content, self.seed = content, seed
        self.turn, self.ply = 1, 0
        self.phase, self.step = CHOOSE, PAIR
        self.active: Seat = SEATS[0]
        self.seat: Seat = SEATS[0]
        self.first: Seat | None = None
        self.pair: tuple[int, int] | None = None
        self.newest: int | None = None
        self.last_relic: Seat | None = None
        self.stream: tuple[tuple[int, int], ...] = ()
        self.decks: list[tuple[int, ...]] = [(), ()]
        self.bag: tuple[str, ...] = ()
        self.supply: Crystals = content.supply
        self.storage = [Crystals(), Crystals()]
        self.tile = [EMPTY] * COUNT
        self.top = [EMPTY] * COUNT
        self.energy = [0] * COUNT
        self.spirit = [0] * COUNT
        self.ground: list[Crystals | None] = [None] * COUNT
        self.living = [0, 0]
        self.fallen = [0, 0]
        self.relics = content.shrines
        self.taken_relics = [0, 0]
        self.others = 0
        self.tries = False
        self.telling = True
        self.events: list[Event] = []
        self.taken: list[Taken] = []

    def copy(self) -> State:
        """Return a copy that shares nothing mutable: tuples and events never change."""
        new = State.__new__(State)
        new.content, new.seed, new.turn, new.ply = self.content, self.seed, self.turn, self.ply
        new.phase, new.step, new.active, new.seat, new.first = (
            self.phase,
            self.step,
            self.active,
            self.seat,
            self.first,
        )
        new.pair, new.newest, new.last_relic = self.pair, self.newest, self.last_relic
        new.stream, new.decks, new.bag = self.stream, self.decks[:], self.bag
        new.supply, new.storage = self.supply, self.storage[:]
        new.tile, new.top, new.energy, new.spirit = self.tile[:], self.top[:], self.energy[:], self.spirit[:]
        new.ground, new.living, new.fallen = self.ground[:], self.living[:], self.fallen[:]
        new.relics, new.taken_relics = self.relics, self.taken_relics[:]
        new.others, new.tries, new.telling = self.others, self.tries, self.telling
        new.events, new.taken = [], []
        return new

    @property
    def occupied(self) -> int:
        """The set of squares where tiles lie, living or fallen."""
        return self.living[0] | self.living[1] | self.fallen[0] | self.fallen[1]

    def owner(self, square: int) -> Seat:
        """Return the seat whose tile lies on a square; there must be one."""
        return SEATS[0] if (self.living[0] | self.fallen[0]) >> square & 1 else SEATS[1]

    @property
    def deaths(self) -> int:
        """The deaths of both players: the spirit track (ruling r18)."""
        return self.fallen[0].bit_count() + self.fallen[1].bit_count()

    def tell(self, kind: str, seat: int | None, data: dict[str, object], reveals: bool = False) -> None:
        """Append an event to those of the last move, if `telling`."""
        if self.telling:
            self.events.append(Event(kind, None if seat is None else SEAT_NAMES[seat], data, None, reveals))
