"""Finds the tale that a command is about: the one played in its channel, or one that is named.

Only a tale of this server at which the person sits can be named. Any id can be typed, so every other tale is treated as
if it did not exist, and is not even loaded.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.answers.replies import Reply
from bot.commands.declared import MOST
from bot.commands.finding import channel_name
from bot.incoming import rights
from bot.services import Services
from bot.tables.errors import BadWish, NoGame, Refusal
from bot.tales import Live, Tales
from game.core.aids.stage import Option
from game.core.text.names import label, matches, shown

OPTION = "tale"
_NONE = "You sit at no running tale of this server that is called so. Choose from the list."
_SEVERAL = "Several of your tales are called so. Choose from the list."
_AFTER = "`/tale log` tells what happened in it, `/tale new` opens another one."
_NOT_HERE = "There is no tale in this channel."
_WAYS_HERE = (
    "For game masters: `/tale move` takes it here, `/tale connect` lets this channel lead to it too."
    " `/tale new` opens another one."
)
_TOLD = 3
"""At most how many of the person's tales elsewhere are mentioned."""


def option(about: str, *, required: bool = False) -> Option:
    """Return the command option that names a tale."""
    return Option(OPTION, about, required=required, completes=True)


async def played_here(services: Services, reply: Reply, *, ended: bool = False) -> Live:
    """Return the tale that is played in the channel of the command; if there is none and `ended` is set, the last one
    that ended there.

    Raises NoGame, whose text links to the tale that ended there and to the running ones at which the person sits;
    WrongMoment.
    """
    tales = services.tales
    try:
        return await tales.active_in(reply.channel_id)
    except NoGame:
        last = await tales.ended_in(reply.channel_id)
        if last is not None and ended:
            return last
        latest = (await _own(tales, reply.interaction))[:_TOLD]  # Discord may be asked about each
        known = await rights.seen(services.client, services.rest, reply.interaction.user, latest, reply.channel_id)
        own = [
            f"You sit at **{_title(live)}**, "
            + ("whose channel I do not see any more." if is_gone else f"which is played in <#{live.row.channel_id}>.")
            for live, is_gone in known
        ]
        if last is not None:
            status = await services.tale_announcer.link(last)
            head = f"**{_title(last)}**.{f' Its last status: {status}' if status else ''}"
            raise NoGame("\n".join([head, *own, _AFTER])) from None
        if not own:
            raise
        raise NoGame("\n".join([_NOT_HERE, *own, _WAYS_HERE])) from None


def _title(live: Live) -> str:
    return shown(live.tale.status()[0], 100)


async def named_tale(tales: Tales, interaction: discord.Interaction, typed: str) -> Live:
    """Return the tale with this id, which is what suggestions fill in, else the person's only tale that goes by this
    text.

    Raises NoGame, in the same words whether there is no such tale or the person does not sit at it; BadWish if several
    match; WrongMoment.
    """
    ids, wanted = await _ids(tales, interaction), typed.strip().casefold()
    if wanted in ids:
        found = [live for live in [await tales.look(wanted)] if live.sits(interaction.user.id)]
    else:
        found = [live for live in await _own(tales, interaction) if wanted in _known_by(live, interaction)]
    if not found:
        raise NoGame(_NONE)
    if len(found) > 1:
        raise BadWish(_SEVERAL)
    return found[0]


async def suggested(tales: Tales, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Return the person's tales on this server as autocompletion choices: the first line of each one's status, and its
    channel."""
    return [
        app_commands.Choice(name=_suggestion(live, interaction), value=live.id)
        for live in await _own(tales, interaction)
        if matches(typed, _known_by(live, interaction))
    ]


async def seen(services: Services, person: discord.abc.Snowflake, here: int | None) -> list[tuple[Live, bool]]:
    """Return the running tales at which the person sits and whose channels they can see, on any server, the one played
    last first. Each comes with whether its channel no longer exists.

    here: a channel that they are in, whose tale needs no check.
    """
    own = await _sitting(services.tales, person.id, await services.tales.store.tales.of_user(person.id))
    return await rights.seen(services.client, services.rest, person, own, here)


async def _ids(tales: Tales, interaction: discord.Interaction) -> tuple[str, ...]:
    if interaction.guild_id is None:
        return ()
    return await tales.store.tales.of_user(interaction.user.id, interaction.guild_id)


async def _own(tales: Tales, interaction: discord.Interaction) -> list[Live]:
    """Return the person's running tales on this server, the one played last first."""
    return await _sitting(tales, interaction.user.id, await _ids(tales, interaction))


async def _sitting(tales: Tales, user_id: int, ids: Sequence[str]) -> list[Live]:
    """Load the first 25 of these tales, and return those at which the person sits."""
    found = list[Live]()
    for tale_id in ids[:MOST]:
        try:
            live = await tales.look(tale_id)
        except Refusal:  # it cannot be read, or has just been deleted
            continue
        if live.sits(user_id):
            found.append(live)
    return found


def _suggestion(live: Live, interaction: discord.Interaction) -> str:
    """Return how a tale is suggested, in at most 100 characters."""
    where = channel_name(interaction, live.row.channel_id)
    return label(" · ".join(filter(None, (shown(live.tale.status()[0], 70), where))))


def _known_by(live: Live, interaction: discord.Interaction) -> str:
    """Return what a typed text may be part of: the suggestion, and mentions of the channels that lead to the tale."""
    return " ".join((_suggestion(live, interaction), *(f"<#{each}>" for each in live.channels))).casefold()
