"""Sending something with its picture, or in words alone where Discord does not take it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from enum import Enum, auto
from typing import TypeVar

import discord

from bot.delivery.rest import TOKEN_IS_DEAD, Apart, Asleep, Later, Out, Refused, Shut

log = logging.getLogger(__name__)
Drawn = TypeVar("Drawn")


class InWords(Enum):
    """Why something is sent without a picture."""

    MEANT = auto()
    """It has no picture."""
    FOR_NOW = auto()
    """Its picture could not be drawn or sent, but may be soon."""
    REFUSED = auto()
    """Discord refuses the picture: it is too large, or files may not be attached there."""


async def illustrated(
    send: Callable[[Drawn | None, InWords | None], Awaitable[object]],
    drawn: Drawn | None,
    without: InWords = InWords.MEANT,
) -> InWords | None:
    """Send something with what was drawn for it (a picture or several), or in words if Discord does not take that or
    there is nothing (None).

    without: why nothing was drawn, if so. Return why it was sent in words; None if it has its picture. `send` gets the
    picture and that reason; it answers an interaction or goes through `Rest`. What it raises for words is raised, and
    so is, at once, an error saying that nothing at all can be shown there.
    """
    if drawn is not None:
        try:
            await send(drawn, None)
            return None
        except (Later, Refused, discord.HTTPException) as error:
            if isinstance(error, (Out, Asleep, Shut, Apart)):
                raise
            if isinstance(error, discord.HTTPException) and error.code in TOKEN_IS_DEAD:
                raise
            log.warning("a picture is not taken", extra={"problem": f"{type(error).__name__} {error}"})
            without = InWords.FOR_NOW if isinstance(error, Later) else InWords.REFUSED
    await send(None, without)
    return without


def require_pictures(without: InWords | None) -> None:
    """Raise Later if something was sent in words only for now."""
    if without is InWords.FOR_NOW:
        raise Later("the picture")
