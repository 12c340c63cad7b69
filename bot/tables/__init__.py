"""Tables: the one way in to games. Knows storage and the rules, and nothing of Discord."""

from bot.tables.errors import Refusal
from bot.tables.steps import Outcome
from bot.tables.table import Table
from bot.tables.tables import Tables

__all__ = ["Outcome", "Refusal", "Table", "Tables"]
