"""discord.py tries again what failed after pauses of seconds; here of hundredths, since nobody has to recover."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest
from discord.webhook import async_ as webhooks

_LEAST = 1.0
"""Seconds of the shortest pause after a failure. What Discord asks to wait for is shorter in tests, and is kept."""
_FASTER = 50.0


class _Hurried:
    """The module that discord.py sleeps by."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    @staticmethod
    async def sleep(seconds: float) -> None:
        await asyncio.sleep(seconds / _FASTER if seconds >= _LEAST else seconds)


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bots of this process pause briefly before they send again what Discord could not take."""
    for module in (discord.http, webhooks):
        monkeypatch.setattr(module, "asyncio", _Hurried())
