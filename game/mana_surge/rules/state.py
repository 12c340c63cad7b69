"""The state of a game: plain data, cheap to copy. What comes next follows from the phase and what is left of the
turn."""

from __future__ import annotations

from game.core.decisions import Event, Taken
from game.mana_surge.rules.hexes import Hex
from game.mana_surge.rules.options import Options
from game.mana_surge.rules.seats import PLAYERS, SEAT_NAMES, SEATS, Seat
from game.mana_surge.rules.tokens import play

SETUP, START, MOVE, COMBAT, OVER = PHASES = ("setup", "start", "move", "combat", "over")


class State:
    """Everything about one game.

    ``troops[seat]`` is the set of hexes where the seat's tokens stand (see `hexes`); ``corners[seat]`` is an index into
    the board's corners, which go clockwise. `trail` are the steps of this turn, `last` those of the turn before, for
    people and pictures. `events` and `taken` belong to the last move, not to the game.
    """

    __slots__ = (
        "active",
        "board",
        "choice",
        "colours",
        "corners",
        "events",
        "fierce",
        "first",
        "last",
        "mana",
        "phase",
        "play",
        "ply",
        "points",
        "seed",
        "spawns",
        "taken",
        "trail",
        "troops",
        "turn",
    )

    def __init__(self, options: Options) -> None:
        self.board, self.choice, self.fierce, self.seed = options
        self.play = play(self.board, self.fierce)
        self.turn = 0
        self.phase = SETUP
        self.first: Seat | None = None
        self.active: Seat | None = None
        self.ply = 0
        self.points = 0
        self.spawns = 0
        self.colours: list[str | None] = [None] * PLAYERS
        self.corners: list[int | None] = [None] * PLAYERS
        self.troops = [0] * PLAYERS
        self.mana = [0] * PLAYERS
        self.trail: list[Event] = []
        self.last: list[Event] = []
        self.events: list[Event] = []
        self.taken: list[Taken] = []

    def copy(self) -> State:
        """Return a copy that shares nothing mutable: events never change."""
        new = State.__new__(State)
        new.board, new.choice, new.fierce, new.seed, new.play = (
            self.board,
            self.choice,
            self.fierce,
            self.seed,
            self.play,
        )
        new.turn, new.phase, new.first, new.active, new.ply = self.turn, self.phase, self.first, self.active, self.ply
        new.points, new.spawns = self.points, self.spawns
        new.colours, new.corners = self.colours[:], self.corners[:]
        new.troops, new.mana = self.troops[:], self.mana[:]
        new.trail, new.last = self.trail[:], self.last
        new.events, new.taken = [], []
        return new

    @property
    def occupied(self) -> int:
        """The set of hexes where tokens stand."""
        one, two, three = self.troops
        return one | two | three

    def owner(self, hex: Hex) -> Seat | None:
        """Return the seat whose token stands on a hex; None if it is empty."""
        return next((seat for seat in SEATS if self.troops[seat] >> hex & 1), None)

    def around(self, seat: Seat) -> int:
        """Return the set of hexes around a seat's spawner; empty while it has none."""
        at = self.corners[seat]
        return 0 if at is None else self.board.rooms[at]

    def room(self, seat: Seat) -> int:
        """Return the empty hexes around a seat's spawner (ruling r6)."""
        return self.around(seat) & ~self.occupied

    def tokens(self, seat: Seat) -> int:
        """Return how many tokens a seat has on the board."""
        return self.troops[seat].bit_count()

    def left(self, seat: Seat) -> Seat:
        """Return the next seat clockwise by corner (ruling r4)."""
        at = self.corners[seat]
        assert at is not None
        return SEATS[self.corners.index((at + 1) % PLAYERS)]

    def clockwise(self) -> list[Seat]:
        """Return all seats in the order of a round, from the first player; empty in the set-up."""
        found: list[Seat] = []
        while self.first is not None and len(found) < PLAYERS:
            found.append(self.left(found[-1]) if found else self.first)
        return found

    def tell(self, kind: str, seat: Seat | None, data: dict[str, object], reveals: bool = False) -> Event:
        """Append an event to those of the last move, and return it."""
        event = Event(kind, None if seat is None else SEAT_NAMES[seat], data, None, reveals)
        self.events.append(event)
        return event
