"""Which tale a command is about: the one that is played in its channel, or one that it names.

What is named is one of this server at which the person sits. An id can be typed that is of any other tale. It is as if
there were none: nothing of such a tale is even looked at.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import TypeVar

import discord
from discord import app_commands

from bot.answers.replies import Reply
from bot.commands.declared import MOST
from bot.commands.finding import channel_name
from bot.delivery.rest import Gone
from bot.incoming.rights import NotSeen, member_of, seen_by
from bot.services import Services
from bot.tables.errors import BadWish, NoGame, Refusal
from bot.tales import Live, Tales
from game.core.stage import Option
from game.core.text.names import label, shown

T = TypeVar("T")

OPTION = "tale"
_NONE = "You sit at no running tale of this server that is called so. Choose from the list."
_SEVERAL = "Several of your tales are called so. Choose from the list."
_AFTER = "`/tale log` tells what happened in it, `/tale new` opens another one."
_NOT_HERE = "There is no tale in this channel (any more)."
_WAYS_HERE = (
    "For game masters: `/tale move` takes it here, `/tale connect` lets this channel lead to it too."
    " `/tale new` opens another one."
)
_TOLD = 3
"""One's tales elsewhere that are told of."""


def option(about: str, *, required: bool = False) -> Option:
    """The option that names a tale."""
    return Option(OPTION, about, required=required, completes=True)


async def played_here(services: Services, reply: Reply, *, ended: bool = False) -> Live:
    """The tale that is played in the channel of a command, or also the last one that `ended` there.

    Raises NoGame, which says the way to that one, and to those at which the person sits; WrongMoment.
    """
    tales = services.tales
    try:
        return await tales.active_in(reply.channel_id)
    except NoGame:
        last = await tales.ended_in(reply.channel_id)
        if last is not None and ended:
            return last
        own = [
            f"You sit at **{_title(live)}**, which is played in <#{live.row.channel_id}>."
            for live in (await _own(tales, reply.interaction))[:_TOLD]
        ]
        if last is not None:
            status = await services.teller.link(last)
            head = f"**{_title(last)}**.{f' Its last status: {status}' if status else ''}"
            raise NoGame("\n".join([head, *own, _AFTER])) from None
        if not own:
            raise
        raise NoGame("\n".join([_NOT_HERE, *own, _WAYS_HERE])) from None


def _title(live: Live) -> str:
    return shown(live.tale.status()[0], 100)


async def named_tale(tales: Tales, interaction: discord.Interaction, typed: str) -> Live:
    """The tale of this id, as suggestions give it; else the only one in whose suggestion that stands.

    Raises NoGame, in the same words whether there is no such tale or it is not the person's; BadWish, WrongMoment.
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
    """One's own tales, for autocompletion: how each stands, and where it is played."""
    wanted = typed.strip().casefold()
    return [
        app_commands.Choice(name=_suggestion(live, interaction), value=live.id)
        for live in await _own(tales, interaction)
        if wanted in _known_by(live, interaction)
    ]


async def seen(services: Services, person: discord.abc.Snowflake, here: int | None) -> list[tuple[Live, bool]]:
    """The running tales at which somebody sits and whose channels they see, whatever server that is; those that were
    played last come first. With each, whether its channel is not there any more. `here`: a channel in which they are.
    """
    tales, rest = services.tales, services.rest
    own = await _sitting(tales, person.id, await tales.store.tales.of_user(person.id))
    away = [live for live in own if live.row.channel_id != here]
    servers = [*{live.row.guild_id for live in away}]
    asked = await asyncio.gather(*(_or_none(member_of(services.client, rest, person, each)) for each in servers))
    members = dict(zip(servers, asked, strict=True))

    async def look(live: Live) -> tuple[Live, bool] | None:
        member = members.get(live.row.guild_id)
        if live.row.channel_id == here:
            return live, False
        if member is None:
            return None
        try:
            return (live, False) if await _or_none(seen_by(rest, member, live)) else None
        except Gone:
            return live, True

    return [each for each in await asyncio.gather(*map(look, own)) if each is not None]


async def _or_none(asked: Awaitable[T]) -> T | None:
    try:
        return await asked
    except NotSeen:
        return None


async def _ids(tales: Tales, interaction: discord.Interaction) -> tuple[str, ...]:
    if interaction.guild_id is None:
        return ()
    return await tales.store.tales.of_user(interaction.user.id, interaction.guild_id)


async def _own(tales: Tales, interaction: discord.Interaction) -> list[Live]:
    """Those that were played last."""
    return await _sitting(tales, interaction.user.id, await _ids(tales, interaction))


async def _sitting(tales: Tales, user_id: int, ids: Sequence[str]) -> list[Live]:
    """The first of these at which somebody sits."""
    found = list[Live]()
    for tale_id in ids[:MOST]:
        try:
            live = await tales.look(tale_id)
        except Refusal:  # it cannot be read, or has just gone
            continue
        if live.sits(user_id):
            found.append(live)
    return found


def _suggestion(live: Live, interaction: discord.Interaction) -> str:
    """At most 100 characters."""
    where = channel_name(interaction, live.row.channel_id)
    return label(" · ".join(filter(None, (shown(live.tale.status()[0], 70), where))))


def _known_by(live: Live, interaction: discord.Interaction) -> str:
    """What can be typed for it: anything of its suggestion, or the mention of a channel that leads to it."""
    return " ".join((_suggestion(live, interaction), *(f"<#{each}>" for each in live.channels))).casefold()
