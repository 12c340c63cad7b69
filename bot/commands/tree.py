"""The commands as Discord knows them."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from bot import remembered
from bot.answers.ephemeral import PROBLEMS, is_ours
from bot.delivery.rest import Rest
from bot.incoming.router import Router
from storage.meta import Meta

log = logging.getLogger(__name__)

_CHANGED = "The bot's commands have just changed, and Discord still shows the old ones. Try again in a minute."


class Tree(app_commands.CommandTree):
    """Commands whose own errors are answered; what happens inside a command is the router's."""

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
    """Not that suggestions came to nobody, which the library logs as one: whoever types on overtakes them."""
    problem = record.exc_info[1] if record.exc_info is not None else None
    return not isinstance(problem, PROBLEMS) or is_ours(problem)


async def synchronise(tree: app_commands.CommandTree, meta: Meta, rest: Rest) -> None:
    """Tell Discord the commands, if they are others than last time. Raises Gone, Refused, Later, StorageError."""
    known = digest(tree.client.application_id, described(tree))
    if await meta.get(remembered.COMMANDS) == known:
        return
    await rest.ask(tree.sync)
    await meta.set(remembered.COMMANDS, known)
    log.info("commands synchronised")


def described(tree: app_commands.CommandTree) -> list[dict[str, Any]]:
    """The commands as Discord is told them."""
    return [command.to_dict(tree) for command in tree.get_commands()]


def digest(application_id: int | None, commands: list[dict[str, Any]]) -> str:
    """What is remembered of an application that was told these commands: a SHA-256."""
    text = json.dumps([application_id, commands], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()
