"""The command tree, and its synchronisation with Discord."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from bot import remembered
from bot.delivery.rest import PROBLEMS, Rest, is_ours
from bot.incoming.router import Router
from storage.meta import Meta

log = logging.getLogger(__name__)

_CHANGED = "The bot's commands have just changed, and Discord still shows the old ones. Try again in a minute."


class Tree(app_commands.CommandTree):
    """Answers the errors that discord.py raises outside a command, such as for one that is outdated. Errors inside a
    command are the router's."""

    def __init__(self, client: discord.Client, router: Router, **options: Any) -> None:
        super().__init__(client, **options)
        self._router = router
        logging.getLogger("discord.app_commands.tree").addFilter(_is_an_error)

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError, /) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            return
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            await self._router.serve(interaction, "outdated", lambda reply: reply.tell(_CHANGED))
            return

        async def fail(_: object) -> None:
            raise error

        await self._router.serve(interaction, "command", fail)


def _is_an_error(record: logging.LogRecord) -> bool:
    """Filter out what the library logs as an error when suggestions arrive too late, as they do whenever the person
    types on."""
    problem = record.exc_info[1] if record.exc_info is not None else None
    return not isinstance(problem, PROBLEMS) or is_ours(problem)


async def synchronise(tree: app_commands.CommandTree, meta: Meta, rest: Rest) -> None:
    """Send the commands to Discord if they differ from those sent last. Raises Gone, Refused, Later, StorageError."""
    known = digest(tree.client.application_id, described(tree))
    if await meta.get(remembered.COMMANDS) == known:
        return
    await rest.ask(tree.sync)
    await meta.set(remembered.COMMANDS, known)
    log.info("commands synchronised")


def described(tree: app_commands.CommandTree) -> list[dict[str, Any]]:
    """Return the commands as they are sent to Discord."""
    return [command.to_dict(tree) for command in tree.get_commands()]


def digest(application_id: int | None, commands: list[dict[str, Any]]) -> str:
    """Return the SHA-256, in hex, by which storage remembers which commands this application has sent."""
    text = json.dumps([application_id, commands], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()
