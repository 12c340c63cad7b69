"""The state of a game: plain data, cheap to copy.

What is still to be done is data too: `agenda` is a stack of tasks (see `tasks`), of which the last is done next. A game
waits when its last task asks something.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from game.adepts.rules.cards import SpellId, full_deck
from game.adepts.rules.effects import Effect
from game.adepts.rules.gems import GEMS, MAJOR, MINERS, SEAT_NAMES, SEATS, Seat
from game.adepts.rules.new_game import Options
from game.adepts.rules.tasks import Task
from game.core.chance import order
from game.core.decisions import Event, Taken

T = TypeVar("T")


class Party(NamedTuple):
    """Miners of one player on one site."""

    seat: Seat
    miners: int


class Sealed(NamedTuple):
    """What the others still see while `seats` research: the moment before (notation, "Research")."""

    ply: int
    hand_sizes: tuple[int, ...]
    seats: tuple[Seat, ...]


class State:
    """Everything about one game.

    ``sites[4 * mine + number]`` holds a Party or None; ``queues[seat][3 * gem + stage - 1]`` and
    ``batteries[seat][gem]`` are counts; ``library[0]`` is the top; hands and the discard pile are in number order.
    `drawn` are cards dealt for research and not kept, `aside` those discarded for the hand limit, both until all are
    done. `uses` counts the uses of chance. `events` and `taken` belong to the last move, not to the game.
    """

    __slots__ = (
        "adepts",
        "agenda",
        "aside",
        "batteries",
        "deck",
        "discard",
        "drawn",
        "effects",
        "events",
        "first",
        "hands",
        "in_play",
        "library",
        "mana",
        "miners",
        "over",
        "phase",
        "players",
        "ply",
        "processing",
        "queues",
        "sealed",
        "seed",
        "sites",
        "spells",
        "step",
        "stocks",
        "taken",
        "turn",
        "uses",
    )

    def __init__(self, options: Options) -> None:
        players = options.players
        self.players, self.spells, self.deck, self.seed = options
        self.turn = 1
        self.phase = "I"
        self.step = "cast"
        self.first = SEATS[0]
        self.over = False
        self.ply = 0
        self.uses = 0
        self.stocks = [players * (4 if gem in MAJOR else 5) for gem in GEMS]
        self.sites: list[Party | None] = [None] * 32
        self.miners = [MINERS] * players
        self.queues = [[0] * 24 for _ in range(players)]
        self.batteries = [[0] * 8 for _ in range(players)]
        self.mana = [0] * players
        self.hands: list[tuple[SpellId, ...]] = [()] * players
        self.drawn: list[tuple[SpellId, ...]] = [()] * players
        self.aside: list[tuple[SpellId, ...]] = [()] * players
        self.in_play: list[tuple[SpellId, ...]] = [()] * players
        self.adepts: list[Seat | None] = [None] * 8
        self.library: list[SpellId] = full_deck(self.spells, self.deck)
        self.discard: tuple[SpellId, ...] = ()
        self.processing: Seat | None = None
        self.sealed: Sealed | None = None
        self.effects: list[Effect] = []
        self.agenda: list[Task[State]] = []
        self.events: list[Event] = []
        self.taken: list[Taken] = []

    def copy(self, quiet: bool = False) -> State:
        """Return a copy that shares nothing mutable: rows, tasks and hands are tuples. A `quiet` copy, and all copies
        of it, note no events."""
        kind = Quiet if quiet else type(self)
        new = kind.__new__(kind)
        new.players, new.spells, new.deck, new.seed = self.players, self.spells, self.deck, self.seed
        new.turn, new.phase, new.step, new.first = self.turn, self.phase, self.step, self.first
        new.over, new.ply, new.uses = self.over, self.ply, self.uses
        new.processing, new.sealed, new.discard = self.processing, self.sealed, self.discard
        new.stocks = self.stocks[:]
        new.sites = self.sites[:]
        new.miners = self.miners[:]
        new.queues = [queue[:] for queue in self.queues]
        new.batteries = [battery[:] for battery in self.batteries]
        new.mana = self.mana[:]
        new.hands = self.hands[:]
        new.drawn = self.drawn[:]
        new.aside = self.aside[:]
        new.in_play = self.in_play[:]
        new.adepts = self.adepts[:]
        new.library = self.library[:]
        new.effects = self.effects[:]
        new.agenda = self.agenda[:]
        new.events = []
        new.taken = []
        return new

    def turn_order(self) -> list[Seat]:
        """Return all seats, clockwise from the holder of the first player pawn (ruling 1)."""
        return [*SEATS[self.first : self.players], *SEATS[: self.first]]

    def opponents(self, me: Seat) -> list[Seat]:
        """Return the other seats in turn order, the order in which something befalls them (ruling 9)."""
        return [seat for seat in self.turn_order() if seat != me]

    def next_seat(self, seat: Seat) -> Seat:
        """Return the next seat clockwise."""
        return SEATS[(seat + 1) % self.players]

    def push(self, *tasks: Task[State]) -> None:
        """Put tasks on the agenda, to be done in the order given, before all that is there."""
        self.agenda.extend(reversed(tasks))

    def order(self, items: list[T]) -> list[T]:
        """Return the items in an order drawn from the seed; each call is a further use of chance (ruling 2)."""
        self.uses += 1
        return order(self.seed, self.uses - 1, items)

    def tell(
        self, kind: str, seat: Seat | None, to: Seat | None = None, /, *, reveals: bool = False, **data: object
    ) -> None:
        """Note an event; `to` is the one seat that may know of it, None for everybody. `reveals`: as in Event."""
        self.events.append(
            Event(
                kind,
                None if seat is None else SEAT_NAMES[seat],
                data,
                None if to is None else (SEAT_NAMES[to],),
                reveals,
            )
        )


class Quiet(State):
    """A state that notes no events, for whoever plays ahead."""

    __slots__ = ()

    def tell(
        self, kind: str, seat: Seat | None, to: Seat | None = None, /, *, reveals: bool = False, **data: object
    ) -> None:
        """Note nothing."""
