"""The rules desk: finds and shows what people look up in the rules. Knows no Discord."""

from __future__ import annotations

from bot.desk.index import Hit, search

__all__ = ["Hit", "search"]
