"""Converts arguments of tale commands to what a stage takes: people to their ids in the tale, files to their text."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import discord

from bot.delivery.rest import PROBLEMS
from bot.tables.errors import Refusal
from bot.tales import Live
from game.core.text.names import shown

_LONGEST_FILE = 64 * 1024
_SECONDS = 10.0
"""Time limit for downloading a file."""


async def read(live: Live, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the converted arguments by option name. Raises Refusal."""
    values = dict[str, Any]()
    for name, value in given.items():
        if isinstance(value, discord.Attachment):
            values[name] = await _text(value)
        elif isinstance(value, discord.User | discord.Member):
            values[name] = person(live, value.id)
        else:
            values[name] = value
    return values


def person(live: Live, user_id: int) -> str:
    """Return the person's id in the tale, such as "u1"; "" if they are not known there."""
    return live.who(user_id) if live.knows(user_id) else ""


async def _text(file: discord.Attachment) -> str:
    """Download a file and return its text. Raises Refusal if it is too large, is not UTF-8, or does not come."""
    if file.size > _LONGEST_FILE:
        raise Refusal(f"{shown(file.filename, 60)} has {file.size:,} bytes; a file may have {_LONGEST_FILE:,} at most.")
    try:
        async with asyncio.timeout(_SECONDS):
            return (await file.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal(f"{shown(file.filename, 60)} is not text in UTF-8.") from None
    except PROBLEMS:
        raise Refusal("Discord did not hand out the file. Try again.") from None
