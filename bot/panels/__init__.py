"""What is not a game's own: lobby, options, settings, notices, replays. All pure: data in, a layout out."""

from bot.panels import guide, waiting
from bot.panels.about import about
from bot.panels.games import games
from bot.panels.inviting import inviting
from bot.panels.lobby import lobby, options_panel, options_to_read
from bot.panels.notice import notice
from bot.panels.settings import settings

__all__ = [
    "about",
    "games",
    "guide",
    "inviting",
    "lobby",
    "notice",
    "options_panel",
    "options_to_read",
    "settings",
    "waiting",
]
