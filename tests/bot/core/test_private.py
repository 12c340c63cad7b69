"""Direct messages: research for each at the same moment, one a turn, and what happens if they are closed."""

from __future__ import annotations

from playground import Person, Shown
from playground.models import Channel

from .acting import board, forward, verb
from .conftest import Opened, Stage

DM = "DM"


def cards(person: Person) -> list[Shown]:
    if DM not in person.channels():
        return []
    return [m for m in person.messages(DM) if any(verb(c.custom_id) == "move" for c in m.buttons)]


async def test_research_reaches_each_by_direct_message(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """And is answered there, in place."""
    game = await opened(ann, bob)
    live = await forward(stage, game, "research")
    for person in (ann, bob):
        [message] = cards(person)
        answer = await person.click(message, "Keep none")
        assert not answer.failed
        assert answer.message.id == message.id
    await stage.quiet()
    assert (await stage.bot.tables.look(game)).sequence == live.sequence + 2
    assert not cards(ann)
    assert not cards(bob)


async def test_a_direct_message_names_its_table_whatever_is_selected(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Nothing else tells there which of several games it is about."""
    await forward(stage, await opened(ann, bob), "research")
    [message] = cards(ann)
    assert "ann's table · " in message.text
    kept = (await ann.click(message, next(c.custom_id or "" for c in message.buttons if c.label == "Keep"))).message
    assert kept.id == message.id
    assert kept.find("Put back")
    assert "ann's table · " in kept.text


async def test_a_direct_message_is_over_when_the_choice_was_made_elsewhere(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    [message] = cards(ann)
    await ann.command(channel, "play", move="research pass")
    await stage.quiet()
    now = ann.message(message.id)
    assert now is not None
    assert not now.controls
    assert cards(bob)


async def test_one_message_a_turn(ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened) -> None:
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    [message] = cards(ann)
    await ann.click(message, "Keep none")
    await stage.quiet()
    assert [m.id for m in ann.messages(DM)] == [message.id]
    assert not cards(ann)


async def test_closed_direct_messages_open_the_panel_from_the_channel_and_the_player_is_told(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    stage.pg.world.users[bob.id].dms_open = False
    game = await opened(ann, bob)
    live = await forward(stage, game, "research")
    assert cards(ann)
    told = await bob.wait_message(channel, "your direct messages are closed")
    assert f"<@{bob.id}>" in told.text
    panel = (await bob.click(await board(bob, channel), "Your move")).message
    assert not (await bob.click(panel, "Keep none")).failed
    assert (await stage.bot.tables.look(game)).sequence == live.sequence + 1
    assert await stage.bot.tables.people.refused(bob.id)


async def test_a_refusal_is_remembered(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The second research tries no direct message again, until the person asks for them."""
    stage.pg.world.users[bob.id].dms_open = False
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    await forward_past_research(stage, game)
    mark = len(stage.pg.log.after(0))
    await forward(stage, game, "research")
    tried = [e for e in stage.pg.log.after(0)[mark:] if "50007" in str(e)]
    assert not tried
    stage.pg.world.users[bob.id].dms_open = True
    panel = (await bob.command(channel, "settings")).message
    button = next(c for c in panel.buttons if c.custom_id and c.custom_id.endswith(":research=dm"))
    await bob.click(panel, button.custom_id or "")
    await stage.quiet()
    assert cards(bob)


async def test_research_in_the_channel_for_who_wants_that(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    panel = (await ann.command(channel, "settings")).message
    button = next(c for c in panel.buttons if c.custom_id and c.custom_id.endswith(":research=channel"))
    await ann.click(panel, button.custom_id or "")
    game = await opened(ann, bob)
    await forward(stage, game, "research")
    assert not cards(ann)
    assert cards(bob)


async def test_your_move_by_direct_message_for_who_wants_that(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """It goes when the player has moved, and the channel mentions nobody meanwhile."""
    for person in (ann, bob):
        await stage.bot.tables.people.set(person.id, "turn", "dm")
    game = await opened(ann, bob)
    live = await stage.bot.tables.look(game)
    seat = next(iter(live.questions))
    person = ann if live.seat(seat).user_id == ann.id else bob
    [call] = person.messages(DM)
    assert "your move" in call.text
    assert not [m for m in person.messages(channel) if m.pinged]
    await person.command(channel, "play", move=(await person.autocomplete(channel, "play", "move"))[0][1])
    await stage.quiet()
    assert not person.messages(DM)


async def test_direct_messages_survive_a_restart(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    stage.pg.faults.add("status", "POST /channels/*/messages", times=None, status=503)
    live = await forward(stage, game, "research")
    await stage.stop()
    stage.pg.faults.clear()
    await stage.start()
    await stage.quiet()
    [message] = cards(ann)
    await ann.click(message, "Keep none")
    assert (await stage.bot.tables.look(game)).sequence == live.sequence + 1


async def forward_past_research(stage: Stage, game: str) -> None:
    live = await stage.bot.tables.look(game)
    for seat in list(live.questions):
        await stage.bot.tables.moves.play(game, live.seat(seat).user_id or 0, "pass")
    await stage.quiet()
