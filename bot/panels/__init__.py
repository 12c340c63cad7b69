"""The private panels: a decision, research, hand, lobby, settings, notices. All pure: data in, a layout out."""

from bot.panels import guide
from bot.panels.about import Entry, about, games
from bot.panels.lobby import lobby, options_panel
from bot.panels.notice import notice
from bot.panels.settings import settings
from game.adepts.panels.decision import decision_panel
from game.adepts.panels.hand import hand_panel
from game.adepts.panels.research import research_panel
from game.adepts.panels.sketches import sketch
from game.adepts.panels.tree import next_path, read_path, token_of, write_path

__all__ = [
    "Entry",
    "about",
    "decision_panel",
    "games",
    "guide",
    "hand_panel",
    "lobby",
    "next_path",
    "notice",
    "options_panel",
    "read_path",
    "research_panel",
    "settings",
    "sketch",
    "token_of",
    "write_path",
]
