"""A discord.py bot that only answers with a line, to measure the cost of the library itself; configured like the real
bot.

`/play` is answered with what was typed, `/panel` with a button, which shows the same message again when pressed.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
import yarl
from discord import app_commands

from bot.components import ids
from bot.components.ids import Verb
from bot.config import Settings, load
from cli.configuration import run_async


class Panel(discord.ui.LayoutView):
    """A line and a button with a fixed id."""

    row = discord.ui.ActionRow[Any]()

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.TextDisplay("Your move"))

    @row.button(label="Next", custom_id=ids.encode(Verb.STEP, ""))
    async def press(self, interaction: discord.Interaction[NullBot], _: discord.ui.Button[Panel]) -> None:
        await interaction.response.edit_message(view=Panel())


class NullBot(discord.Client):
    """A client set up like ours, with the two commands that are measured."""

    def __init__(self, connector: aiohttp.TCPConnector) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None, connector=connector)
        self.tree = app_commands.CommandTree(self)

        @self.tree.command(description="Answer")
        async def play(interaction: discord.Interaction[NullBot], move: str) -> None:
            await self.answer(interaction, move)

        @self.tree.command(description="Show a button")
        async def panel(interaction: discord.Interaction[NullBot]) -> None:
            await interaction.response.send_message(view=Panel(), ephemeral=True)

    async def answer(self, interaction: discord.Interaction[NullBot], move: str) -> None:
        """Answer a typed move."""
        await interaction.response.send_message(move, ephemeral=True)

    async def setup_hook(self) -> None:
        self.add_view(Panel())
        await self.tree.sync()


async def serve(settings: Settings, make: Callable[[aiohttp.TCPConnector], NullBot] = NullBot) -> None:
    discord.http.Route.BASE = settings.discord.api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord.gateway_url)
    async with make(aiohttp.TCPConnector(limit=settings.discord.max_connections)) as bot:
        loop, ended = asyncio.get_running_loop(), asyncio.Event()

        def watch() -> None:
            while os.read(0, 4096):
                pass
            loop.call_soon_threadsafe(ended.set)

        threading.Thread(target=watch, daemon=True).start()
        running = asyncio.create_task(bot.start(settings.discord.token.get_secret_value()))
        await asyncio.wait({running, asyncio.create_task(ended.wait())}, return_when=asyncio.FIRST_COMPLETED)
        await bot.close()
        await running


if __name__ == "__main__":
    run_async(serve(load()))
