"""Whom the board says the table waits for, from public knowledge: with a pace, without one, and while paused."""

from __future__ import annotations

import pytest

from bot.announcer import faces
from bot.tables import Table, Tables
from bot.tables.checks import Actor
from bot.tables.decisions import Decider
from storage.topics import PAUSE

from .tables import ANN, begun, play_until


def told(table: Table) -> str:
    return "\n".join(faces.face(table).words)


@pytest.mark.parametrize("pace", ["none", "day"])
async def test_of_a_round_in_secret_who_is_done_is_no_longer_waited_for(tables: Tables, pace: str) -> None:
    """It says once since when, and with a pace until when, but never what was chosen."""
    table = await play_until(tables, await begun(tables, pace=pace), "research")
    assert "Ann and Bob research" in told(table)
    table = (await tables.moves.play(table.id, ANN, table.playing.legal("P1")[0])).table
    shown = told(table)
    assert "## ▶ Bob researches" in shown
    assert shown.count("asked <t:") == 1
    assert ("⏳ Bob: asked <t:" in shown) == ("time until <t:" in shown) == (pace == "day")


async def test_a_computer_player_is_waited_for_without_a_deadline_and_a_game_at_rest_for_nobody(tables: Tables) -> None:
    lobby = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=5, options={"pace": "day"}, computers=1)
    table = await tables.lobby.start(lobby.id, Actor(ANN))
    while "P2" not in table.questions:
        table = (await tables.moves.play(table.id, ANN, table.playing.legal("P1")[-1])).table
    shown = told(table)
    assert f"▶ {table.named('P2')}" in shown
    assert shown.count("asked <t:") == 1
    assert "time until" not in shown
    await tables.decisions.decide(table.id, PAUSE, Decider(ANN))
    shown = told(await tables.look(table.id))
    assert "is paused" in shown
    assert "asked <t:" not in shown
    assert "⏳" not in shown
