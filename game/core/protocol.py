"""What the rest of the program needs of a game, whichever game it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, Self

from game.core.decisions import Decision, Event

View = Mapping[str, Any]
"""What `Game.view` returns: JSON-ready, and nothing in it that its reader may not know.

Every game has these keys: `turn` (a number from 1; 0 in a set-up before the first turn), `phase` (a text), `over`,
`ply`, `players` by seat, each with what may be known of it, and `pending`, by seat the kind of question that waits for
an answer. The rest is the game's own (each game's notation, "Position"). While a round of secret choices runs, a seat's
own view already has its choice, and everybody else's is that of the moment before. What somebody holds is best called
`hand` there: then it is shown without further work.
"""


SETUP = "0"


def turn_of(place: str) -> str:
    """Return the turn in a `Game.place`, as text; SETUP before the first turn."""
    return place.partition(".")[0]


class Game(Protocol):
    """A game in progress or over; until it is over, it waits at a question. Seats are the texts "P1", "P2", …

    Forced choices are made by the rules themselves: whoever is asked can answer in more than one way, or may want to
    know that they cannot.
    """

    @property
    def seats(self) -> Sequence[str]:
        """All seats, clockwise."""

    @property
    def setup(self) -> Mapping[str, Any]:
        """The options that reproduce this game with the same seed; what was left to chance at set-up is settled in
        them."""

    @property
    def seed(self) -> str:
        """The source of all chance; secret while the game runs."""

    @property
    def place(self) -> str:
        """Turn and phase of the view as a record names them: "3.II" (`turn_of`)."""

    @property
    def ply(self) -> int:
        """Moves made so far."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def pending(self) -> Mapping[str, Decision]:
        """What each seat that must choose is being asked; empty only when the game is over."""

    @property
    def asked(self) -> Sequence[str]:
        """The seats that must choose."""

    @property
    def events(self) -> Sequence[Event]:
        """What happened with the last move, or during set-up if there was none yet."""

    @property
    def scores(self) -> Mapping[str, Mapping[str, Any]] | None:
        """The score sheet by seat, each line with a `rank`; None until the game is over.

        Only the rank decides who has won, 1 being best; it may be shared. In some games the fewest points win.
        """

    def standing(self) -> Mapping[str, Mapping[str, Any]]:
        """The score sheet so far."""

    def kind(self, seat: str) -> str | None:
        """Return the kind of question that a seat is being asked; None if none."""

    def legal(self, seat: str) -> Sequence[str]:
        """Return the seat's legal tokens in the notation's order; none if it is not being asked anything."""

    def play(self, seat: str, token: str) -> Sequence[Event]:
        """Answer a question. Raises MoveError, and then nothing has changed."""

    def view(self, seat: str | None) -> dict[str, Any]:
        """Return the position without what this seat (None: an onlooker) may not know."""

    def to_dict(self) -> dict[str, Any]:
        """Return the whole state as JSON-ready data."""

    def copy(self) -> Self:
        """Return a copy that shares nothing mutable."""
