"""What people use of what the bot has for games over days, and how: all of it, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.tables import Table, Tables

if TYPE_CHECKING:
    from benchmarks.weeks.visitor import Visitor


@dataclass(frozen=True)
class Features:
    """`pace` is the table's; `helps`: people pass ahead and plan ahead."""

    name: str
    pace: str
    helps: bool

    async def prepare(self, tables: Tables, user_id: int) -> None:
        """What somebody sets before the first game: to see words only, and to have passes made for them."""
        await tables.people.set(user_id, "pictures", "words")
        if self.helps:
            await tables.people.set(user_id, "ahead", "on")

    async def pass_ahead(self, visitor: Visitor, table: Table, seat: str) -> bool:
        """Pass ahead in place of passing once, if that is better; whether it was done."""
        return False


OFF = Features("off", "none", False)
DAY = Features("on", "day", True)
THREE_DAYS = Features("on, three days a move", "three-days", True)
ALL = {"off": OFF, "on": DAY, "three-days": THREE_DAYS}
