"""A seat is offered to a person: who may be asked, how long the offer stands, and what ends it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.components.ids import Verb
from bot.tables.checks import Actor
from bot.tables.errors import NotAllowed, WrongMoment
from bot.tables.handovers import OFFERED, hand_over
from playground import Person
from playground.world.models import Channel
from playground.world.permissions import Permission
from storage import Holder, Timer, Timing

from .acting import board, looked, public, replace
from .conftest import Opened, Stage
from .test_rights import forged


async def test_a_seat_without_a_hand_promises_nothing_hidden(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """In Mana Surge nothing is hidden, and boards have no button *Hand* that somebody could be told to press."""
    await opened(ann, bob, kind="mana-surge", computers=1)
    await replace(ann, channel, bob, cy)
    await stage.quiet()
    offer = await public(cy, channel, "Take the seat")
    answer = (await cy.click(offer, "Take the seat")).message
    assert "The seat is yours." in answer.text
    assert "Hand" not in answer.text
    assert "hidden" not in offer.text
    await stage.quiet()
    assert offer.id not in {m.id for m in cy.messages(channel)}  # another message says who has the seat now


async def test_whoever_takes_the_hosts_seat_is_host_and_all_read_it(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The board no longer says that somebody was made host who is not host any more."""
    await opened(ann, bob)
    await ann.command(channel, "table host", player="bob")
    await stage.quiet()
    assert "♔ ann made bob the host." in (await board(ann, channel)).text
    await bob.click(
        (await bob.command(channel, "table replace", player="bob", by=cy.id)).message, "Ask them to take the seat"
    )
    await stage.quiet()
    answer = (await cy.click(await public(cy, channel, "Take the seat"), "Take the seat")).message
    assert "You are host now." in answer.text
    await stage.quiet()
    assert "**cy** plays on. cy is host now." in (await ann.wait_message(channel, "has left")).text
    assert "the host" not in (await board(ann, channel)).text


async def test_who_takes_a_seat_by_a_double_press_is_told_twice_that_it_is_theirs(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """But not whoever presses that about their own seat, which somebody else was asked to take."""
    game = await opened(ann, bob)
    await replace(ann, channel, bob, cy)
    await stage.quiet()
    offer = await public(cy, channel, "Take the seat")
    told = (await bob.click(await public(bob, channel, "Take the seat"), "Take the seat")).message.text
    assert "not offered to you" in told
    answers = [await cy.begin_click(offer, "Take the seat") for _ in range(2)]
    for answer in answers:
        await answer.settled()
        assert "The seat is yours." in answer.told
    await stage.quiet()
    assert len((await stage.bot.tables.look(game)).tenures) == 1
    assert [m for m in cy.messages(channel) if "not offered to you" in m.text] == []
    assert "not offered to you" in (await forged(stage.bot, channel.id, Verb.ACCEPT, game, bob, "P2")).text


async def test_an_offer_is_refused_withdrawn_or_goes_with_the_game(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Its message and the log say which."""
    game = await opened(ann, bob)
    for person, why in ((cy, f"<@{cy.id}> has declined."), (ann, "ann withdrew the offer.")):
        await replace(ann, channel, bob, cy)
        await stage.quiet()
        offer = await public(cy, channel, "No, thanks")
        assert "Only you can decline. ann, the host, or whoever manages the channel can withdraw" in offer.text
        refused = (await bob.click(offer, "No, thanks")).message.text
        assert f"not offered to you: <@{cy.id}> can decline. ann, the host," in refused
        assert "**bob** keeps the seat" in (await person.click(offer, "No, thanks")).message.text
        await stage.quiet()
        left = next(m for m in bob.messages(channel) if m.id == offer.id)
        assert left.text.startswith("**bob** keeps the seat at ")
        assert left.text.endswith(f": {why}")
        assert not left.buttons
        with pytest.raises(WrongMoment, match="Nobody is asked to take this seat any more"):
            await stage.bot.tables.handovers.refuse(game, "P2", Actor(person.id))
        assert not [m for m in cy.messages(channel) if m.find("No, thanks")]
    log = (await ann.command(channel, "table log")).message.text
    assert "bob keeps the seat: who was asked to take it has declined." in log
    assert "bob keeps the seat: You withdrew the offer." in log
    assert "You keep your seat: ann withdrew the offer." in (await bob.command(channel, "table log")).message.text
    stage.pg.faults.add("stumble", "POST /channels/*/messages", times=None, status=503)  # its post is in doubt
    await replace(ann, channel, bob, cy)
    await stage.quiet()
    await stage.bot.tables.handovers.refuse(game, "P2", Actor(ann.id))
    await stage.quiet()
    stage.pg.faults.clear()
    await cy.wait_for(lambda: not [m for m in cy.messages(channel) if m.find("No, thanks")])
    await replace(ann, channel, bob, cy)
    await stage.restart()
    await stage.quiet()
    offer = await public(cy, channel, "No, thanks")
    await stage.bot.tables.lobby.end(game, Actor(ann.id))
    await stage.quiet()
    assert offer.id not in {m.id for m in cy.messages(channel)}
    assert (await looked(stage, game)).offers == {}


async def test_an_offer_goes_when_somebody_else_gets_the_seat(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Whoever was asked reads that they are not asked any more, and who has the seat."""
    game = await opened(ann, bob)
    await replace(ann, channel, bob, cy)
    await stage.quiet()
    offer = await public(cy, channel, "Take the seat")
    await replace(ann, channel, bob)
    await stage.quiet()
    computer = (await looked(stage, game)).named("P2")
    left = next(m for m in cy.messages(channel) if m.id == offer.id)
    assert left.text.startswith(f"**{computer}** has the seat at ")
    assert left.text.endswith(f"<@{cy.id}> is not asked to take it any more.")
    await replace(ann, channel, "P2", cy)
    await stage.quiet()
    offer = await public(cy, channel, "Take the seat")
    await bob.click(await public(bob, channel, "Take the seat back"), "Take the seat back")
    await stage.quiet()
    assert next(m for m in cy.messages(channel) if m.id == offer.id).text.startswith("**bob** has the seat at ")
    assert "⇄ bob is back, in place of" in (await board(ann, channel)).text
    await stage.bot.tables.handovers.leave(game, bob.id)
    await stage.quiet()
    table = await looked(stage, game)
    assert len({*(each.name for each in table.tenures), table.seat("P2").name} - {"bob"}) == 2


@pytest.mark.parametrize("to_computer", [True, False])
async def test_nobody_who_got_the_seat_of_whoever_decided_an_offer_is_said_to_have_decided_it(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened, to_computer: bool
) -> None:
    """The host alone offers the seat of somebody who keeps all waiting, and leaves."""
    game = await opened(ann, bob, pace="none")
    while "P2" not in (table := await looked(stage, game)).questions:
        await stage.bot.tables.moves.play(game, ann.id, table.playing.legal("P1")[-1])
    stage.clock.advance(timedelta(days=2))
    await replace(ann, channel, "bob", cy)
    handovers, table = stage.bot.tables.handovers, await looked(stage, game)
    if to_computer:
        await handovers.leave(game, ann.id)
    else:
        async with stage.bot.tables.cache.hold(game) as table:
            await hand_over(stage.bot.tables.cache, table, table.seat("P1"), Holder(99, None, "Dan"), own=True)
    await stage.quiet()
    offer = await public(cy, channel, "Take the seat")
    assert f"<@{bob.id}> this is your seat: Somebody decided it." in offer.text
    assert offer.find("I am here")
    await cy.click(offer, "Take the seat")
    await stage.quiet()
    assert "**cy** plays on. Somebody decided it." in (await bob.wait_message(channel, "was replaced at")).text
    assert "cy has taken bob's seat. Somebody decided it." in (await bob.command(channel, "table log")).message.text


async def test_an_offer_lapses_after_three_days_and_one_that_was_made_anew_later(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Its message goes, and its button says so to whoever had it; pausing the game does not prolong it."""
    game = await opened(ann, bob)
    await replace(ann, channel, bob, cy)
    await stage.quiet()
    offer = await public(cy, channel, "Take the seat")
    until = (await looked(stage, game)).offers["P2"].until
    assert until is not None
    assert f"stands until <t:{int(until.timestamp())}:f>" in offer.text
    await ann.command(channel, "adepts pause")
    stage.clock.advance(OFFERED - timedelta(hours=1))
    await stage.quiet()
    await replace(ann, channel, bob, cy)
    stage.clock.advance(timedelta(hours=2))
    await stage.quiet()
    assert (await looked(stage, game)).offers["P2"].user_id == cy.id
    stage.clock.advance(OFFERED)
    await stage.restart()
    assert (await looked(stage, game)).offers == {}
    await stage.quiet()
    assert not [m for m in cy.messages(channel) if m.find("Take the seat")]
    assert [m for m in cy.messages(channel) if m.text.endswith(f": <@{cy.id}> has not answered in time.")]
    with pytest.raises(NotAllowed, match="not any more"):
        await stage.bot.tables.handovers.accept(game, "P2", cy.id, "cy")


async def test_who_cannot_be_asked_and_what_cannot_be_replaced(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    await ann.command(channel, "adepts new")
    assert "has not begun" in (await ann.command(channel, "adepts replace", player="ann")).message.text
    await ann.command(channel, "adepts end")
    game = await opened(ann, computers=1)
    world = stage.pg.world
    for by, said in (
        (world.app.bot.id, "is a bot. Leave out `by`"),
        (ann.id, "goes to somebody who has none"),
    ):
        assert said in (await ann.command(channel, "adepts replace", player="P2", by=by)).message.text
    assert "Nobody would be left" in (await ann.command(channel, "adepts replace", player="P1")).message.text
    world.set_permissions(channel, world.users[cy.id], deny=Permission.VIEW_CHANNEL)
    assert "does not see" in (await ann.command(channel, "adepts replace", player="P2", by=cy.id)).message.text
    assert (await looked(stage, game)).tenures == ()
    await replace(ann, channel, "P2", bob)
    await stage.quiet()
    await bob.click(await public(bob, channel, "Take the seat"), "Take the seat")
    assert (await looked(stage, game)).seat_of(bob.id).seat == "P2"


async def test_an_offer_of_a_former_version_is_not_made_anew(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """A former version stored it by the seat alone; posting it again would call the person a second time."""
    game = await opened(ann, bob)
    store = stage.bot.tables.store
    await store.handovers.offer(game, "P2", cy.id, Timing(put=[Timer("offer", "P2", stage.clock.now() + OFFERED)]))
    await stage.bot.tables.cache.reload(game)
    stage.bot.announcer.poke(game)
    await stage.quiet()
    offer = await public(cy, channel, "Take the seat")
    assert "offer:P2" in {row.kind for row in await store.messages.of_game(game)}
    await replace(ann, channel, bob, cy)
    await stage.quiet()
    assert (await public(cy, channel, "Take the seat")).id == offer.id
    await cy.click(offer, "No, thanks")
    await stage.quiet()
    assert next(m for m in bob.messages(channel) if m.id == offer.id).text.endswith(f": <@{cy.id}> has declined.")


async def test_a_seat_that_is_offered_to_somebody_else_says_in_each_message_what_came_of_it(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Even if the second person declined before the first one's message could be changed; that message had named the
    first."""
    game, dee = await opened(ann, bob), await stage.pg.person("dee")
    await replace(ann, channel, bob, cy)
    await stage.quiet()
    offer = await public(cy, channel, "Take the seat")
    stage.pg.faults.add("stumble", f"PATCH /channels/*/messages/{offer.id}", times=None, status=503)
    await replace(ann, channel, bob, dee)
    await stage.quiet()
    second = await public(dee, channel, "Take the seat")
    await dee.click(second, "No, thanks")
    stage.pg.faults.clear()
    await stage.quiet()

    def left(of: int) -> str:
        return next(m.text for m in bob.messages(channel) if m.id == of)

    await bob.wait_for(lambda: "any more" in left(offer.id))
    assert left(offer.id).endswith(
        f"**bob** keeps the seat at {(await looked(stage, game)).title}. <@{cy.id}> is not asked to take it any more."
    )
    assert left(second.id).endswith(f": <@{dee.id}> has declined.")
    await replace(ann, channel, bob, cy)
    await stage.quiet()
    offer = await public(cy, channel, "Take the seat")
    await replace(ann, channel, bob, dee)
    await stage.quiet()
    assert left(offer.id).startswith("**bob** has the seat at ")  # dee can still change that
