"""What the rest of the program needs of a game, whichever game it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, Self

from game.core.decisions import Decision, Event

View = Mapping[str, Any]
"""What `view` gives: JSON-ready, and nothing in it that its reader may not know.

The keys that every game has: `turn` (a number from 1), `phase` (a text), `over`, `ply`, `players` by seat, each with
what is to be known of it, and `pending`, the kind of question by seat that is being waited for. The rest is the game's
own (each game's notation, "Position"). While a round of secret choices runs, a seat's own view has its choice already,
and everybody else's is that of the moment before. What somebody holds is best called `hand` there: it is shown without
further ado.
"""


SETUP = "0"


def turn_of(place: str) -> str:
    """The turn of a `Game.place`, as it stands there; SETUP before the first."""
    return place.partition(".")[0]


class Game(Protocol):
    """A game in progress or over, at a question until it is over. Seats are the texts "P1", "P2", …

    What leaves nobody a choice is played by the rules themselves: whoever is asked can answer in more than one way, or
    may want to know that it is so.
    """

    @property
    def seats(self) -> Sequence[str]:
        """All seats, clockwise."""

    @property
    def setup(self) -> Mapping[str, Any]:
        """The options that give this game again, with the same seed: what was drawn when it was set up is settled."""

    @property
    def seed(self) -> str:
        """What all chance comes from: a secret while the game runs."""

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
        """What happened with the last move, or in setting up before there was one."""

    @property
    def scores(self) -> Mapping[str, Mapping[str, Any]] | None:
        """The score sheet by seat, each line with a `rank`; None until the game is over.

        The rank alone decides, 1 being the best, shared or not: it may be fewest points that win.
        """

    def standing(self) -> Mapping[str, Mapping[str, Any]]:
        """The score sheet so far."""

    def kind(self, seat: str) -> str | None:
        """What kind of question a seat is asked; None if none."""

    def legal(self, seat: str) -> Sequence[str]:
        """The seat's legal tokens in the notation's order; none if it is asked nothing."""

    def play(self, seat: str, token: str) -> Sequence[Event]:
        """Answer a question. Raises MoveError, and then nothing has changed."""

    def view(self, seat: str | None) -> dict[str, Any]:
        """The position without what this seat (None: an onlooker) may not know."""

    def to_dict(self) -> dict[str, Any]:
        """The whole state as JSON-ready data."""

    def copy(self) -> Self:
        """A copy that shares nothing that moves."""
