"""Checks whom a person may invite to play."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.answers.replies import Reply
from bot.tables.errors import BadWish
from game.core.text.names import called, shown

_SEATING = "*Add computer player* in the lobby seats one of mine."


def guests(
    reply: Reply, people: Iterable[discord.abc.User], oneself: bool = False, instead: str = _SEATING
) -> dict[int, str]:
    """Return the people named, by user id and each once, if all of them may be invited to play in this channel. Raises
    BadWish.

    oneself: whether the person may name themselves too. instead: what whoever names a bot is told to do.
    """
    found: dict[int, str] = {}
    for user in people:
        name = called(user.display_name, user.name)
        if user.id == reply.user_id and not oneself:
            raise BadWish("You sit at the table already: name the others.")
        if user.bot:
            raise BadWish(f"{shown(name)} is a bot. {instead}")
        allowed = user.resolved_permissions if isinstance(user, discord.Member) else None
        if allowed is None or not allowed.view_channel:
            raise BadWish(f"{shown(name)} does not see this channel, so no invitation would arrive.")
        found[user.id] = name
    return found
