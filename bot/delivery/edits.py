"""Answers and edits without the message object that discord.py would make of Discord's response, as nobody needs it.

These functions do what discord.py's own methods do, without that last step, and raise the same errors.
"""

from __future__ import annotations

from typing import Any

import discord
from discord.http import handle_message_parameters
from discord.webhook.async_ import async_context, interaction_message_response_params

from bot.components.render import Rendered

_NOBODY = discord.AllowedMentions.none()


async def edit_posted(client: discord.Client, channel_id: int, message_id: int, view: Rendered) -> None:
    """Let one of the bot's own messages show this view, with its files and no others. It mentions nobody."""
    with handle_message_parameters(view=view, attachments=view.files(), allowed_mentions=_NOBODY) as parameters:
        await client.http.edit_message(channel_id, message_id, params=parameters)


async def edit_answer(interaction: discord.Interaction, view: Rendered) -> int:
    """Edit the original response of an interaction in the same way. Return the message's id."""
    mentions = interaction.client.allowed_mentions
    with handle_message_parameters(
        view=view, attachments=view.files(), previous_allowed_mentions=mentions
    ) as parameters:
        message = await async_context.get().edit_original_interaction_response(
            interaction.application_id,
            interaction.token,
            **_connection(interaction),
            payload=parameters.payload,
            multipart=parameters.multipart,
            files=parameters.files,
        )
    return int(message["id"])


async def answer(interaction: discord.Interaction, view: Rendered, *, in_place: bool) -> int | None:
    """Answer an interaction with this view: in the message that was pressed (`in_place`), or in a new ephemeral
    message. Return the message's id; None if Discord does not tell it."""
    if interaction.response.is_done():
        raise discord.InteractionResponded(interaction)
    kind = (
        discord.InteractionResponseType.message_update if in_place else discord.InteractionResponseType.channel_message
    )
    shown: dict[str, Any] = (
        {"attachments": view.files()}
        if in_place
        else {"files": view.files(), "flags": discord.MessageFlags(ephemeral=True)}
    )
    told = await async_context.get().create_interaction_response(
        interaction.id,
        interaction.token,
        **_connection(interaction),
        params=interaction_message_response_params(
            type=kind.value, view=view, previous_allowed_mentions=interaction.client.allowed_mentions, **shown
        ),
    )
    interaction.response._response_type = kind
    message_id = told["interaction"].get("response_message_id")
    return int(message_id) if message_id else None


def _connection(interaction: discord.Interaction) -> dict[str, Any]:
    """Return the session and proxy arguments for a request about an interaction."""
    http = interaction.client.http
    return {"session": interaction._session, "proxy": http.proxy, "proxy_auth": http.proxy_auth}
