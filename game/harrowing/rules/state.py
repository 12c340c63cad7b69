"""The state of a game: plain data, cheap to copy. What is still to be done is a stack of tasks, `todo`."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from game.core.decisions import Event, Question, Taken
from game.harrowing.rules.content import CUBES, PILLARS, TILES, board_spell
from game.harrowing.rules.seats import SEAT_NAMES, Seat

SETUP, START, ACT, END, OVER = PHASES = ("setup", "start", "act", "end", "over")

NOWHERE = -1
"""The hex of a tile that is not on the field."""


class Task(Protocol):
    """Something still to be done. The last task of the stack is next."""

    def __iter__(self) -> Any:
        """Iterate over its values, which are plain data."""

    def run(self, g: State, /) -> Question | None:
        """Return what must be asked, having changed nothing; or carry the task out, take it off the stack and return
        None."""

    def answer(self, g: State, token: str, /) -> None:
        """Carry out a legal answer. The task has been taken off the stack before."""


class Battle(NamedTuple):
    """A battle after a roll: how many dice show each face, and the rerolls left."""

    tile: int
    attacker: Seat
    defender: Seat
    hit: int
    clash: int
    blank: int
    rerolls: int


class Fought(NamedTuple):
    """A battle as its events told it, for readers who see only the position.

    `ply` is that of the last roll, or of the answer that left the dice as they were; `attacked` and `fought` are the
    data of those events, `fought` empty until the battle is settled; `rolls` is everything that was rolled.
    """

    ply: int
    attacker: str
    attacked: dict[str, Any]
    rolls: tuple[tuple[str, ...], ...]
    fought: dict[str, Any]


class State:
    """Everything about one game. Sets of tiles are integers with a bit for each tile.

    By tile: `hex` where it lies, `near` the tiles beside it, `pillars` (by seat, then tile); `at` maps hexes to tiles.
    `field` are the tiles on the field, including the core, `turned` those with side 2 up, wherever they lie, `own` by
    seat the tiles on the field with its pillars. `power` has the filled slots of each spell as bits. `claims` are the
    claimed tiles by seat, in order, `holds` the same as sets, `sealed` those that are sealed. `claiming` is the tile
    that is being claimed, `stack` ends with the tile drawn next, `uses` counts the uses of chance, `fought` is the last
    battle. `loose` and `locked` cache what is known of locks until the field changes. Without `telling`, no events are
    recorded.
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
        """Return a copy that shares nothing mutable: tuples, tasks and events never change."""
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
        """Return the side of a tile that is up: 1 or 2."""
        return 1 + (self.turned >> tile & 1)

    @property
    def tiles(self) -> int:
        """The tiles that choices may name: those on the field, except the core and one that is being claimed (rulings
        r14, r17)."""
        found = self.field & ~(1 << self.core)
        return found if self.claiming is None else found & ~(1 << self.claiming)

    def tell(self, kind: str, seat: int | None, data: dict[str, Any], reveals: bool = False) -> None:
        """Append an event to those of the last move, if `telling`."""
        if self.telling:
            self.events.append(Event(kind, None if seat is None else SEAT_NAMES[seat], data, None, reveals))
