"""What has pictures, sent with them, or in words alone where Discord does not take them."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from enum import Enum, auto
from typing import TypeVar

import discord

from bot.delivery.rest import TOKEN_IS_DEAD, Asleep, Later, Out, Refused

log = logging.getLogger(__name__)
Drawn = TypeVar("Drawn")


class InWords(Enum):
    """Why something is sent without a picture."""

    MEANT = auto()
    """It has none."""
    FOR_NOW = auto()
    """It could not be drawn, or sent, and may be soon."""
    REFUSED = auto()
    """Discord does not take it: it is too large, or no files may be attached there."""


async def illustrated(
    send: Callable[[Sequence[Drawn], InWords | None], Awaitable[object]],
    pictures: Sequence[Drawn],
    without: InWords = InWords.MEANT,
) -> InWords | None:
    """Send something with its pictures; without, should Discord not take them, or if there are none for that reason.

    Why it is there in words; None: it has its pictures. `send` is told so. It is an answer to an interaction, or goes
    by `Rest`, and what that raises for words is raised; so is at once what says that there is nothing to show them in.
    """
    if pictures:
        try:
            await send(pictures, None)
            return None
        except (Later, Refused, discord.HTTPException) as error:
            if isinstance(error, (Out, Asleep)):
                raise
            if isinstance(error, discord.HTTPException) and error.code in TOKEN_IS_DEAD:
                raise
            log.warning("a picture is not taken", extra={"problem": f"{type(error).__name__} {error}"})
            without = InWords.FOR_NOW if isinstance(error, Later) else InWords.REFUSED
    await send((), without)
    return without


def require_pictures(without: InWords | None) -> None:
    """Raises Later where something is in words for now."""
    if without is InWords.FOR_NOW:
        raise Later("the picture")
