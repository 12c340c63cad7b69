"""The text that goes with a record file."""

from __future__ import annotations

from datetime import datetime

from game.core import layout
from storage import Status

_ENDED = "up to where the game was ended: what was hidden then"


def checking(commitment: str, status: Status, sealed_at: datetime | None = None) -> str:
    """Return what the record contains, and how anybody can check the chance in it.

    `commitment`: the SHA-256 of the seed. `sealed_at`: when a game that was ended can no longer be taken up again.
    """
    if status is Status.OVER:
        return (
            "The record of this game, with its seed and every choice.\n"
            "### To check what chance decided\n"
            f"- The SHA-256 of the seed is `{commitment}`. It must be the one that was shown when the game began, so"
            " the seed was not chosen later.\n"
            "- Save the file and run `adepts replay FILE`: it draws all chance anew from the seed, plays every choice"
            " again, and says whether the game ends as it did here."
        )
    if status is not Status.CLOSED:
        far, seed = "so far: what is hidden while a game runs", "is shown when the game ends"
    elif sealed_at is None:
        far, seed = _ENDED, "was shown where the game was ended"
    else:
        far, seed = _ENDED, f"is shown {layout.since(sealed_at)}, when the game can no longer be taken up again"
    return (
        f"The record {far} is left out, for everybody.\n"
        f"-# The SHA-256 of the seed is `{commitment}`, as it was shown when the game began. The seed itself {seed}."
    )
