"""A table whose game is not installed any more, as after a start without its `GAMES_PATH`, can be named and ended."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bot.tables.seating import DAMAGED
from playground import Person
from playground.world.models import Channel

from .conftest import Opened, Stage

_IN_VAIN: tuple[tuple[str, dict[str, Any]], ...] = (
    *((f"table {name}", {}) for name in ("log", "score", "export", "start", "leave")),
    ("table pace", {"pace": "day"}),
    ("play", {"move": "pass"}),
    ("hand", {}),
)
"""Commands at the table that are refused because it cannot be read."""
_SUGGESTED = (("play", "move"), ("play", "game"), ("table log", "game"), ("table replace", "level"))


async def uninstalled(stage: Stage, status: str | None = None) -> None:
    """Start the bot again where all stored games are of a kind that is not known, and have this status."""
    await stage.quiet()
    await stage.stop()
    with closing(sqlite3.connect(stage.settings.storage.path)) as raw, raw:
        raw.execute("UPDATE games SET game = 'gone', status = coalesce(?, status)", [status])
    await stage.start()


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    known = ("a game cannot be read",)
    return [each.message for each in caplog.records if each.levelname == "ERROR" and each.message not in known]


@pytest.mark.parametrize("begun", [True, False], ids=["running", "lobby"])
async def test_a_table_whose_game_is_not_installed_can_be_named_and_ended(
    begun: bool,
    ann: Person,
    bob: Person,
    channel: Channel,
    stage: Stage,
    opened: Opened,
    caplog: pytest.LogCaptureFixture,
) -> None:
    if begun:
        await opened(ann, bob)
    else:
        await ann.command(channel, "adepts new")
        await ann.wait_message(channel, "table")
    await uninstalled(stage)

    for line, options in _IN_VAIN:
        said = (await ann.command(channel, line, **options)).message.text
        assert said == DAMAGED, line
    assert "a game that is not installed here" in (await ann.command(channel, "adepts new")).message.text
    assert "Found in Adepts" in (await ann.command(channel, "rules search", what="mana")).message.text
    other = stage.pg.channel("elsewhere")
    for place in (channel, other):
        for line, option in _SUGGESTED:
            await ann.autocomplete(place, line, option)
    elsewhere = (await ann.command(other, "table board")).message.text
    assert "You sit at **ann's table** (a game that is not installed here)" in elsewhere
    assert not faults(caplog)

    ended = (await ann.command(channel, "table end")).message.text
    assert ended == "The table is closed."


async def test_nobody_is_asked_whether_to_end_or_leave_a_game_once_it_cannot_be_read(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """What it is about then, such as the turn, is unknown; and it keeps no other message from being up to date."""
    game = await opened(ann, bob)
    end, leave = (await ann.command(channel, "table end")).message, (await bob.command(channel, "table leave")).message
    await stage.quiet()
    with closing(sqlite3.connect(stage.settings.storage.path)) as raw, raw:
        raw.execute("UPDATE games SET game = 'gone'")
    assert (await stage.bot.tables.cache.reload(game)).damaged
    await stage.bot.screens.bring(game)
    await stage.quiet()
    assert (ann.message(end.id), bob.message(leave.id)) == (None, None)


@pytest.mark.parametrize("status", ["over", "closed"])
async def test_of_a_game_that_is_over_and_not_installed_nothing_is_shown_anew(
    status: str,
    ann: Person,
    bob: Person,
    channel: Channel,
    stage: Stage,
    opened: Opened,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The board that is there is the last that is known of it."""
    await opened(ann, bob)
    await uninstalled(stage, status)

    for command in ("log", "score", "export", "replay", "board"):
        said = (await ann.command(channel, f"table {command}")).message.text
        assert said.endswith(
            "is over, and what is stored of it cannot be read any more: there is nothing to see of it."
        )
    await stage.quiet()
    assert not faults(caplog)
