"""Who decides that a seat changes hands: the host, a vote, whoever gives it up or keeps it."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from bot.tables.checks import Actor
from bot.tables.handovers import OFFERED
from playground import Permission, Person
from playground.world.models import Channel
from storage import Timer, Timing

from .acting import looked, next_move, private, public, replace
from .conftest import Opened, Stage


async def test_nobody_is_replaced_before_whoever_decides_it_was_told_what_follows(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """And is asked again if the seat has changed hands meanwhile."""
    game = await opened(ann, bob)
    asked = (await ann.command(channel, "adepts replace", player="ann")).message
    assert "Give your seat" in asked.text
    assert "all that you have there" in asked.text
    assert "You can take the seat back at once" in asked.text
    theirs = (await ann.command(channel, "adepts replace", player="ann", by=cy.id)).message.text
    assert f"Ask <@{cy.id}> to take your seat" in theirs
    assert "Then they have all that you have there, what is hidden too." in theirs
    assert "You see nothing more of it then, with no way back. You are no longer its host then." in theirs
    assert "ann " not in theirs.partition("?")[2]
    assert not (await looked(stage, game)).tenures
    await stage.bot.tables.handovers.leave(game, bob.id)
    name = (await looked(stage, game)).names["P2"]
    asked = (await ann.command(channel, "adepts replace", player="P2", by=cy.id)).message
    assert not (await looked(stage, game)).offers
    assert not [message for message in private(ann, channel) if message.find("Give it to a computer player")]
    assert f"Ask <@{cy.id}> to take {name}'s seat" in asked.text
    assert "Nothing changes until they accept" in asked.text
    await ann.click(asked, "Ask them to take the seat")
    await stage.quiet()
    asked = (await ann.command(channel, "adepts replace", player="P2", by=bob.id)).message
    assert f"<@{cy.id}> is asked no longer." in asked.text
    asked = (await ann.command(channel, "adepts replace", player="P2", by=cy.id)).message
    assert "is asked no longer" not in asked.text
    await cy.click(await public(cy, channel, "Take the seat"), "Take the seat")
    table = await looked(stage, game)
    assert (table.find(cy.id), table.offers) == (table.seat("P2"), {})
    own = (await ann.command(channel, "adepts replace", player="ann")).message
    assert "Until then cy is host." in own.text
    while (table := await looked(stage, game)).turn == 1:
        await stage.bot.tables.moves.play(game, *next_move(table))
    anew = (await ann.click(own, "Give it to a computer player")).message
    assert "in turn 2?" in anew.text
    assert len((await looked(stage, game)).tenures) == 2


async def test_nobody_alone_gives_the_seat_of_who_plays_to_somebody_else(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Neither the host nor a manager: all vote, or the holder of the seat agrees with the host. Giving it to a computer
    player is no way round that. Whoever was replaced by a vote is told so at once."""
    dan, mod = [await stage.pg.person(name) for name in ("dan", "mod")]
    guild = next(iter(stage.pg.world.guilds.values()))
    stage.pg.world.add_role(guild, "mod", Permission.MANAGE_CHANNELS, [stage.pg.world.users[mod.id]])
    game = await opened(ann, bob, cy, dan)
    eve = await stage.pg.person("eve")
    refused = (await mod.command(channel, "table replace", player="bob", by=eve.id)).message.text
    assert "bob plays on: who else has the seat is for the players to decide" in refused
    for options in ({}, {"by": eve.id}):
        told = (await ann.command(channel, "table replace", player="bob", **options)).message.text
        assert "bob plays on, so the players decide it by a vote. You are for replacing bob. The message" in told
        await stage.quiet()
        shown = await public(bob, channel, "Replace")
        assert shown.pinged
        assert "If bob and ann, the host, are for it, it is done at once." in shown.text
        await ann.click(shown, "Replace")
    own = (await bob.click(shown, "No")).message.text
    assert "You play on, so the players decide it by a vote. You are against being replaced. The message" in own
    assert (await looked(stage, game)).offers == {}
    for person in (cy, dan):
        await person.click(shown, "Replace")
    await stage.quiet()
    offer = await public(eve, channel, "Take the seat")
    assert offer.find("I am here") is None  # the vote has decided it
    await eve.click(offer, "Take the seat")
    news = await bob.wait_message(channel, "was replaced at")
    assert news.pinged
    assert "**eve** plays on. The players decided it by a vote." in news.text
    log = (await ann.command(channel, "table log")).message.text
    assert "eve has taken bob's seat. The players decided it by a vote." in log
    await stage.quiet()
    assert "is asked to take" in await replace(ann, channel, cy, bob)


async def test_whoever_keeps_others_waiting_can_keep_a_seat_that_one_of_them_gives_away(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """They are called when it is offered. Whoever still has time by the table's pace has a vote, however long they
    take."""
    game = await opened(ann, bob, pace="three-days")
    while "P2" not in (table := await looked(stage, game)).questions:
        await stage.bot.tables.moves.play(game, *next_move(table))
    stage.clock.advance(timedelta(days=2))
    assert (
        "The message where all vote says"
        in (await ann.command(channel, "table replace", player="bob", by=cy.id)).message.text
    )
    await stage.bot.tables.lobby.set_pace(game, Actor(ann.id), "none")
    await replace(ann, channel, "bob", cy)
    await stage.quiet()
    offer = await public(bob, channel, "Take the seat")
    assert offer.pinged
    assert (
        f"<@{bob.id}> this is your seat: ann decided it. **I am here** keeps it, and so does any move of yours."
        in offer.text
    )
    assert "Only you and bob can decline." in offer.text
    assert "for bob to say" in (await ann.click(offer, "I am here")).message.text
    assert "The seat stays yours" in (await bob.click(offer, "I am here")).message.text
    await stage.quiet()
    assert (await looked(stage, game)).offers == {}
    left = next(m for m in ann.messages(channel) if m.id == offer.id)
    assert left.text.startswith("**bob** keeps the seat at ")
    assert left.text.endswith(f": <@{cy.id}> is not asked any more.")
    await replace(ann, channel, "bob", cy)
    await stage.restart()
    await stage.quiet()
    offer = await public(cy, channel, "Take the seat")
    assert offer.find("I am here")
    await cy.click(offer, "Take the seat")
    assert "**cy** plays on. ann decided it." in (await bob.wait_message(channel, "was replaced at")).text
    assert "cy has taken bob's seat. You decided it." in (await ann.command(channel, "table log")).message.text


async def test_whoever_plays_on_keeps_a_seat_that_the_host_alone_has_offered(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """By a move, or by an undo; but a decision by vote stands."""
    game = await opened(ann, bob)
    while "P2" not in (table := await looked(stage, game)).questions:
        await stage.bot.tables.moves.play(game, *next_move(table))
    stage.clock.advance(timedelta(days=2))
    asked = (await ann.command(channel, "table replace", player="bob", by=cy.id)).message
    assert "bob is told too: who plays on, or presses **I am here**, keeps the seat." in asked.text
    await ann.click(asked, "Ask them to take the seat")
    await stage.quiet()
    offer = await public(cy, channel, "Take the seat")
    while not (table := await looked(stage, game)).can_undo("P2"):
        await stage.bot.tables.moves.play(game, *next_move(table))
    assert table.offers == {}
    await stage.quiet()
    assert "**bob** keeps the seat at " in next(m for m in cy.messages(channel) if m.id == offer.id).text
    for by, kept in (("P1", True), (None, False)):
        payload = {"by": by} if by is not None else {}
        lapses = Timer("offer", "P2", stage.clock.now() + OFFERED, payload)
        await stage.bot.tables.store.handovers.offer(game, "P2", cy.id, Timing(put=[lapses]))
        await stage.bot.tables.cache.reload(game)
        while not (table := await looked(stage, game)).can_undo("P2"):
            await stage.bot.tables.moves.play(game, *next_move(table))
        after = (await stage.bot.tables.moves.undo(game, bob.id)).table
        assert (after.offers == {}) is kept


async def test_the_host_alone_replaces_who_has_left_the_server(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    guild = next(iter(stage.pg.world.guilds.values()))
    stage.pg.world.leave(guild, stage.pg.world.users[bob.id])
    assert "A computer player has the seat" in await replace(ann, channel, "bob")
    assert (await looked(stage, game)).seat("P2").is_computer


async def test_players_replace_by_a_vote_and_two_votes_at_once_are_one_change(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    dan = await stage.pg.person("dan")
    game = await opened(ann, bob, cy, dan)
    assert (
        "The message where all vote says" in (await bob.command(channel, "adepts replace", player="ann")).message.text
    )
    await stage.quiet()
    vote = await public(cy, channel, "Replace")
    assert "Shall a computer player take ann's seat" in vote.text
    answers = await asyncio.gather(cy.click(vote, "Replace"), dan.click(vote, "Replace"))
    assert not any(answer.failed for answer in answers)
    table = await looked(stage, game)
    assert table.seat("P1").is_computer
    assert len(table.tenures) == 1
    assert table.row.host_id == bob.id
    assert await stage.bot.tables.store.votes.topics(game) == ()
    outsider = await stage.pg.person("outsider")
    assert "do not play" in (await outsider.command(channel, "adepts replace", player="bob")).message.text


async def test_whoever_keeps_all_waiting_for_a_day_has_no_voice_in_it(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """With two players the other one could decide nothing otherwise; before that it takes both."""
    game = await opened(ann, bob)
    table = await looked(stage, game)
    for _ in range(9):
        table = await looked(stage, game)
        if "P1" in table.questions:
            break
        await stage.bot.tables.moves.play(game, bob.id, table.playing.legal("P2")[0])
    for person, name in ((bob, "ann"), (ann, "bob")):  # even the host has only one of two votes
        asked = (await person.command(channel, "adepts replace", player=name)).message.text
        assert f"{name} plays on, so the players decide it by a vote" in asked
        assert "The message where all vote says" in asked
    stage.clock.advance(timedelta(days=1, minutes=1))
    await stage.quiet()
    assert "has the seat now" in await replace(bob, channel, "ann")
    assert (await looked(stage, game)).seat("P1").is_computer
