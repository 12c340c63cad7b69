"""Makes all cogs, once. Each adds its commands to the tree and registers with the router for its buttons."""

from __future__ import annotations

from bot.cogs.games import Games
from bot.cogs.inviting import Inviting
from bot.cogs.lobby import Lobby
from bot.cogs.log import Log
from bot.cogs.look import Look
from bot.cogs.play import Play
from bot.cogs.replay import Replay
from bot.cogs.review import Review
from bot.cogs.rules import Rules
from bot.cogs.seats import Seats
from bot.cogs.settings import Settings
from bot.cogs.tale import Tale
from bot.cogs.votes import Votes
from bot.commands.groups import Groups
from bot.services import Services


def add_all(services: Services) -> None:
    """Make all cogs. The order is that of the commands within a group."""
    groups = Groups(services)
    Lobby(services, groups, Seats(services, groups))
    Inviting(services, groups)
    Votes(services, groups)
    Look(services, groups)
    Play(services, groups)
    Log(services, groups)
    Games(services, groups)
    Replay(services, groups)
    Review(services, groups)
    Settings(services)
    Rules(services)
    Tale(services)
