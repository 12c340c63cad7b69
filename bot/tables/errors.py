"""What a table refuses, as one tree. The text is what the person is told: why, by which rule, and what would do.

Refusal
├── NoGame          the channel has no game, or the game is gone
├── NotSeated       this person does not play at this table
├── NotAllowed      only others may do this (host, channel managers)
├── TooSoon         it was had just now, or too often; says from when on again
├── WrongMoment     the table is not in the right state (lobby, running, over)
├── Stale           the question has been answered since
├── NotYourMove     it is for others to choose; says who
├── BadMove         a move that cannot be read, or against the rules; for its owner's eyes
│   └── LeadsOn     what was typed answers nothing yet: it is a step to further choices
└── BadWish         an option, seat or person that is not there
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
    """Another process holds this game: only there it may be changed. No refusal: it is for that process to answer."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"game {game_id} is held by another process")
        self.game_id = game_id


class NoGame(Refusal):
    """There is no such game (any more)."""

    def __init__(self, text: str = "") -> None:
        super().__init__(
            text
            or f"There is no such game, or not any more. {at_table('games')} lists yours, {to_open()} opens another."
        )


class NotSeated(Refusal):
    """The person has no seat at the table."""


class Replaced(NotSeated):
    """A computer player plays for the person, who can take this seat of the game back."""

    def __init__(self, text: str, game_id: str, seat: str) -> None:
        super().__init__(text)
        self.game_id, self.seat = game_id, seat


class NotAllowed(Refusal):
    """It is for somebody else to decide."""


class TooSoon(Refusal):
    """It may be had again later; the text says when."""


def again(when: datetime) -> str:
    """From when on it can be tried again, in the reader's own time: true also once that has passed."""
    return f"You can try again at <t:{int(when.timestamp())}:T> ({since(when)})."


class WrongMoment(Refusal):
    """Not in this state of the table."""


class Stale(Refusal):
    """The question is no longer open. The text says what has happened since."""


class NotYourMove(Refusal):
    """The person is not asked anything now."""


class BadMove(Refusal):
    """A move that was refused; the text may name hidden cards, so it is for this person only.

    `path`: where the panel has the one move that has all of what was typed, to be confirmed there; else none.
    """

    def __init__(self, text: str, path: Path = ()) -> None:
        super().__init__(text)
        self.path = path


class LeadsOn(BadMove):
    """A step of the panel, typed: the panel has to be shown there."""

    def __init__(self, path: Path) -> None:
        super().__init__("This leads on to further choices.", path)


class BadWish(Refusal):
    """Something that does not exist or does not fit."""
