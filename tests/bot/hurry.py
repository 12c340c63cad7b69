"""How long is waited in tests: briefly where nobody has to recover, and long where an order is to be the same."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest
from discord.webhook import async_ as webhooks

from bot.announcer import Announcer
from bot.answers.showing import Showing
from bot.incoming import router

_LEAST = 1.0
"""Seconds of the shortest pause after a failure. What Discord asks to wait for is shorter in tests, and is kept."""
_FASTER = 50.0


LONG = 60.0
"""Seconds that everything waits, so that nothing comes otherwise because the machine is busy."""


class _Hurried:
    """The module that discord.py sleeps by, which tries again what failed: hundredths in place of seconds."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    @staticmethod
    async def sleep(seconds: float) -> None:
        await asyncio.sleep(seconds / _FASTER if seconds >= _LEAST else seconds)


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bots of this process pause briefly before they send again what Discord could not take."""
    for module in (discord.http, webhooks):
        monkeypatch.setattr(module, "asyncio", _Hurried())


def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, what is shown comes in the same order: answers at once and with their pictures."""
    for patient in (Announcer, Showing):
        monkeypatch.setattr(patient, "patience", LONG)
    monkeypatch.setattr(router, "ANSWER_AFTER", LONG)
