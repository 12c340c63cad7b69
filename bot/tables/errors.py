"""What a table refuses, as one tree. The text is what the person is told: why, by which rule, and what would work.

Refusal
├── NoGame          the channel has no game, or the game is gone
├── NotSeated       this person does not play at this table
│   └── Replaced    a computer player has their seat, and they can take it back
├── NotAllowed      only others may do this (host, channel managers)
├── TooSoon         it was done just now, or too often; the text says when it is possible again
├── WrongMoment     the table is not in the right state (lobby, running, over)
├── Stale           the question has been answered since
├── NotYourMove     somebody else has to choose; the text says who
├── BadMove         a move that cannot be read or is against the rules; for this person's eyes only
│   └── LeadsOn     what was typed is no complete answer: it is a step to further choices
└── BadWish         an option, seat or person that does not exist
"""

from __future__ import annotations

from datetime import datetime

from game.core.commands import at_table, to_open
from game.core.layout import since
from game.core.narrowing import Path


class Refusal(Exception):
    """Anything a table refuses. Nothing has changed."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Elsewhere(Exception):
    """Another process is responsible for this game and must answer; only it may change the game. No Refusal."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"game {game_id} is held by another process")
        self.game_id = game_id


class NoGame(Refusal):
    """There is no such game, or not any more."""

    def __init__(self, text: str = "") -> None:
        super().__init__(
            text
            or f"There is no such game, or not any more. {at_table('games')} lists yours, {to_open()} opens another."
        )


class NotSeated(Refusal):
    """The person has no seat at the table."""


class Replaced(NotSeated):
    """A computer player plays for this person, who can take `seat` of this game back."""

    def __init__(self, text: str, game_id: str, seat: str) -> None:
        super().__init__(text)
        self.game_id, self.seat = game_id, seat


class NotAllowed(Refusal):
    """Somebody else has to decide this."""


class TooSoon(Refusal):
    """It is possible again later; the text says when."""


def again(when: datetime) -> str:
    """Return a sentence on when to try again, in the reader's own time zone; it stays true once that has passed."""
    return f"You can try again at <t:{int(when.timestamp())}:T> ({since(when)})."


class WrongMoment(Refusal):
    """Not possible in the table's present state."""


class Stale(Refusal):
    """The question is no longer open."""


class NotYourMove(Refusal):
    """The person is not asked anything now."""


class BadMove(Refusal):
    """A move that was refused. The text may name hidden cards, so it is for this person only.

    `path`: where the panel has the only move that contains all that was typed, to be confirmed there; else ().
    """

    def __init__(self, text: str, path: Path = ()) -> None:
        super().__init__(text)
        self.path = path


class LeadsOn(BadMove):
    """What was typed is a step of the panel, which has to be shown at `path`."""

    def __init__(self, path: Path) -> None:
        super().__init__("This leads on to further choices.", path)


class BadWish(Refusal):
    """Something that does not exist or does not fit."""
