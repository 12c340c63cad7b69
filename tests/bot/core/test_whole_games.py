"""A whole game by somebody at a client among computer players, to its end."""

from __future__ import annotations

from playground import Person
from playground.world.models import Channel

from .acting import forward, play_out, public
from .conftest import Stage


async def test_a_person_among_computer_players(ann: Person, channel: Channel, stage: Stage) -> None:
    """Somebody adds computer players, restarts the bot in between, and plays to the end; being present, they are hardly
    ever called, and get no direct messages. Only the last message tells the seed, and gives the record."""
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
    [final] = [each for each in ann.messages(channel) if table.playing.seed in each.text]
    assert final.id == [each.id for each in ann.messages(channel) if not each.ephemeral][-1]
    answer = (await ann.click(final, "Record")).message
    assert answer.attachments[0]["filename"] == f"{row.id}.adepts"
    assert table.commitment in answer.text
    called = {event["message"]["id"] for event in ann.raw if (event.get("message") or {}).get("pinged")}
    assert len(called) <= 3
    assert "DM" not in ann.channels()
    assert (await stage.bot.tables.store.games.load(row.id)).game.settled
