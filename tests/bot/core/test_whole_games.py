"""Whole games by people at their clients, to the score sheet; the exported record can be replayed."""

from __future__ import annotations

from game.core.history import replay
from playground import Person
from playground.world.models import Channel

from .acting import forward, play_out, public
from .conftest import Opened, Stage


async def test_a_game_of_two_to_the_score_sheet(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Two people play from the lobby to the end, clicking and typing in turn; the exported record gives the same
    result."""
    game = await opened(ann, bob, look="words")
    table = await play_out([ann, bob], channel, stage, game)
    final = ann.last(channel)
    assert table.playing.over
    assert [m.id for m in ann.messages(channel) if table.playing.seed in m.text] == [final.id]
    answer = await bob.click(final, "Record")
    assert answer.message.attachments[0]["filename"] == f"{game}.adepts"
    assert table.commitment in answer.message.text
    assert replay(await stage.bot.tables.record(game)).scores == table.playing.scores


async def test_a_person_among_computer_players(ann: Person, channel: Channel, stage: Stage, opened: Opened) -> None:
    """Somebody adds computer players, restarts the bot in between, and plays to the end; being present, they are hardly
    ever called, and get no direct messages."""
    await ann.command(channel, "adepts new", seats=4, spells="battlefield", look="words")
    lobby = await public(ann, channel, "Join")
    for level in ("Novice", "Casual"):
        assert not (await ann.select(lobby, "Add computer player", [level])).failed
        await stage.quiet()
    await ann.command(channel, "adepts start")
    await stage.quiet()
    [row] = await stage.bot.tables.store.games.active()
    assert len((await stage.bot.tables.look(row.id)).seats) == 3
    await forward(stage, row.id, "research")
    await stage.restart()
    table = await play_out([ann], channel, stage, row.id)
    assert table.playing.over
    called = {event["message"]["id"] for event in ann.raw if (event.get("message") or {}).get("pinged")}
    assert len(called) <= 3
    assert "DM" not in ann.channels()
    assert (await stage.bot.tables.store.games.load(row.id)).game.settled
