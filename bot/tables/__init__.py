"""Tables: the only way to read or change a game. Knows storage and the rules, and nothing of Discord."""

from bot.tables.errors import Refusal
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.transitions import Outcome

__all__ = ["Outcome", "Refusal", "Table", "Tables"]
