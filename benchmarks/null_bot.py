"""A discord.py bot that answers `/play` and nothing else: what the library itself costs. Configured as the real one."""

from __future__ import annotations

import asyncio
import os
import threading

import aiohttp
import discord
import yarl
from discord import app_commands

from bot.config import Settings, load
from cli.configuration import run_async


class NullBot(discord.Client):
    """Set up as ours is, with the one command that is measured."""

    def __init__(self, connector: aiohttp.TCPConnector) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None, connector=connector)
        self.tree = app_commands.CommandTree(self)

        @self.tree.command(description="Answer")
        async def play(interaction: discord.Interaction[NullBot], move: str) -> None:
            await interaction.response.send_message(move, ephemeral=True)

    async def setup_hook(self) -> None:
        await self.tree.sync()


async def serve(settings: Settings) -> None:
    discord.http.Route.BASE = settings.discord.api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord.gateway_url)
    async with NullBot(aiohttp.TCPConnector(limit=settings.discord.max_connections)) as bot:
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
