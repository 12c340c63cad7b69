"""What commands and buttons work with. Each cog is passed these, so that none knows the client that created them."""

from __future__ import annotations

from dataclasses import dataclass

import discord
from discord import app_commands

from bot.announcer import Announcer
from bot.announcer.access import Access
from bot.announcer.tales import TaleAnnouncer
from bot.answers.players import PlayerPanels
from bot.answers.screens import Screens
from bot.answers.showing import Showing
from bot.automatic.computers import Computers
from bot.automatic.helping import Helper
from bot.delivery.rest import Rest
from bot.incoming.router import Router
from bot.lookups import Lookups
from bot.pictures.studio import Studio
from bot.reviews import Reviews
from bot.tables import Tables
from bot.tales import Tales


@dataclass(frozen=True)
class Services:
    """The parts of the bot. `client` is used only for Discord: who the bot is there, and requests to it."""

    client: discord.Client
    tree: app_commands.CommandTree
    router: Router
    rest: Rest
    access: Access
    lookups: Lookups
    studio: Studio
    tables: Tables
    screens: Screens
    showing: Showing
    panels: PlayerPanels
    announcer: Announcer
    computers: Computers
    helper: Helper
    reviews: Reviews
    tales: Tales
    tale_screens: Screens
    tale_announcer: TaleAnnouncer
