"""The state of a game: plain data, cheap to copy. What is still to be done is a stack of tasks, `todo`."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from game.core.decisions import Event, Question, Taken
from game.harrowing.rules.content import CUBES, PILLARS, TILES, board_spell
from game.harrowing.rules.seats import SEAT_NAMES, Seat

SETUP, START, ACT, END, OVER = PHASES = ("setup", "start", "act", "end", "over")

NOWHERE = -1
"""Where a tile lies that is not on the field."""


class Task(Protocol):
    """What is still to be done: the last of the stack comes next."""

    def __iter__(self) -> Any:
        """Its values, plain ones."""

    def run(self, g: State, /) -> Question | None:
        """What is to be asked, with nothing changed; or None: the task has left the stack, carried out."""

    def answer(self, g: State, token: str, /) -> None:
        """Carry out a legal answer; the task has left the stack."""


class Battle(NamedTuple):
    """A battle whose dice lie: how many show each face, and the rerolls that are left."""

    tile: int
    attacker: Seat
    defender: Seat
    hit: int
    clash: int
    blank: int
    rerolls: int


class Fought(NamedTuple):
    """A battle as its events have told it, for who sees the position alone: the ply of the last roll, or with
    which no die was rolled again; all that was rolled; and how it went, empty until that is settled."""

    ply: int
    attacker: str
    attacked: dict[str, Any]
    rolls: tuple[tuple[str, ...], ...]
    fought: dict[str, Any]


class State:
    """Everything about one game. Sets of tiles are whole numbers, a bit a tile.

    By tile: `hex` where it lies, `near` the tiles beside it, `pillars` (by seat, then tile); `at` says which tile lies
    on a hex. `field` are the tiles on the field, the core among them, `turned` those with side 2 up, wherever they lie,
    `own` by seat the tiles on the field that bear its pillars. `power` has the filled slots of each spell as bits.
    `claims` are the claimed tiles by seat in their order, `holds` the same as sets, `sealed` those that are sealed.
    `claiming` is the tile whose claim goes on, `stack` ends with the tile that is drawn next, `uses` counts the uses of
    chance, `fought` is the last battle. `loose` and `locked` are what is known of locks until the field changes.
    Without `telling` no events are noted.
    """

    __slots__ = (
        "active",
        "at",
        "battle",
        "claiming",
        "claims",
        "core",
        "drawn",
        "ether",
        "events",
        "field",
        "first",
        "fort",
        "fought",
        "hex",
        "holds",
        "left",
        "locked",
        "loose",
        "near",
        "own",
        "phase",
        "pillars",
        "players",
        "ply",
        "pool",
        "power",
        "sealed",
        "seed",
        "sets",
        "stack",
        "supply",
        "taken",
        "telling",
        "todo",
        "turn",
        "turned",
        "used",
        "uses",
        "winner",
    )

    def __init__(self, players: int, seed: str) -> None:
        self.players, self.seed = players, seed
        self.turn = self.ply = self.used = self.uses = 0
        self.phase = SETUP
        self.first: Seat = Seat(0)
        self.active: Seat | None = None
        self.winner: Seat | None = None
        self.core = NOWHERE
        self.sets: tuple[int, ...] = ()
        self.stack: tuple[int, ...] = ()
        self.supply = CUBES
        self.drawn: int | None = None
        self.claiming: int | None = None
        self.battle: Battle | None = None
        self.fought: Fought | None = None
        self.hex = [NOWHERE] * len(TILES)
        self.near = [0] * len(TILES)
        self.at: dict[int, int] = {}
        self.field = self.turned = self.sealed = 0
        self.own = [0] * players
        self.pillars = [[0] * len(TILES) for _ in range(players)]
        self.left = [PILLARS] * players
        self.pool = [0] * players
        self.fort = [0] * players
        self.ether = [0] * players
        self.power = [0] * board_spell(players, 0)
        self.claims: list[tuple[int, ...]] = [()] * players
        self.holds = [0] * players
        self.loose = self.locked = 0
        self.todo: list[Task] = []
        self.telling = True
        self.events: list[Event] = []
        self.taken: list[Taken] = []

    def copy(self) -> State:
        """A copy that shares nothing that moves: tuples, tasks and events are never changed."""
        new = State.__new__(State)
        new.players, new.seed, new.turn, new.ply = self.players, self.seed, self.turn, self.ply
        new.used, new.uses, new.phase = self.used, self.uses, self.phase
        new.first, new.active, new.winner = self.first, self.active, self.winner
        new.core, new.sets, new.stack, new.supply = self.core, self.sets, self.stack, self.supply
        new.drawn, new.claiming, new.battle = self.drawn, self.claiming, self.battle
        new.fought = self.fought
        new.hex, new.near, new.at = self.hex[:], self.near[:], self.at.copy()
        new.field, new.turned, new.sealed = self.field, self.turned, self.sealed
        new.own, new.pillars, new.left = self.own[:], [each[:] for each in self.pillars], self.left[:]
        new.pool, new.fort, new.ether = self.pool[:], self.fort[:], self.ether[:]
        new.power, new.claims, new.holds = self.power[:], self.claims[:], self.holds[:]
        new.loose, new.locked = self.loose, self.locked
        new.todo, new.telling, new.events, new.taken = self.todo[:], self.telling, [], []
        return new

    def side(self, tile: int) -> int:
        """1 or 2: the side of a tile that is up."""
        return 1 + (self.turned >> tile & 1)

    @property
    def tiles(self) -> int:
        """The tiles that a list of choices may name: those on the field, but neither the core nor one that is being
        claimed (rulings r14, r17)."""
        found = self.field & ~(1 << self.core)
        return found if self.claiming is None else found & ~(1 << self.claiming)

    def tell(self, kind: str, seat: int | None, data: dict[str, Any], reveals: bool = False) -> None:
        """Note an event."""
        if self.telling:
            self.events.append(Event(kind, None if seat is None else SEAT_NAMES[seat], data, None, reveals))
