"""How long tests wait: short pauses where only time is lost, long timeouts where the order must always be the same."""

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
"""Seconds from which a pause is shortened. Those that the playground asks for are shorter, and are kept."""
_FASTER = 50.0


LONG = 60.0
"""Seconds that everything waits, so that a busy machine does not change the outcome."""


class _Hurried:
    """Stands in for `asyncio` in discord.py's modules, where it makes pauses between retries 50 times as short."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    @staticmethod
    async def sleep(seconds: float) -> None:
        await asyncio.sleep(seconds / _FASTER if seconds >= _LEAST else seconds)


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bots of this process pause only briefly before they retry a request."""
    for module in (discord.http, webhooks):
        monkeypatch.setattr(module, "asyncio", _Hurried())


def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the order of messages independent of the machine's load: answers come at once and with their pictures."""
    for patient in (Announcer, Showing):
        monkeypatch.setattr(patient, "patience", LONG)
    monkeypatch.setattr(router, "ANSWER_AFTER", LONG)
