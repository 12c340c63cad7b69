"""Somebody has missed three deadlines in a row: the table votes whether a computer player takes the seat."""

from __future__ import annotations

import random
from datetime import timedelta

from bot.components.ids import Verb
from playground import Person, Shown
from playground.world.models import Channel

from .acting import by_command, looked, mover
from .conftest import Opened, Stage
from .test_rights import forged

DAY = timedelta(days=1)


def votes(person: Person, channel: Channel) -> list[Shown]:
    return [message for message in person.messages(channel) if message.find("Replace")]


async def miss(stage: Stage, channel: Channel, game: str, late: Person, *others: Person, times: int) -> None:
    """Let this person miss so many deadlines, while the others answer."""
    rng, missed = random.Random(5), 0
    while missed < times:
        asked, table = await mover(stage, game, late, *others)
        seat = table.seat_of(late.id).seat
        if asked is late and len(table.waiting) == 1:
            stage.clock.advance(DAY)
        else:
            await by_command(
                next(each for each in others if table.seat_of(each.id).seat in table.questions), channel, rng
            )
        await stage.quiet()
        missed = (await stage.bot.tables.look(game)).context.missed.get(seat, 0)


async def test_the_others_decide_and_the_person_takes_the_seat_back(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob, cy, pace="day")
    await miss(stage, channel, game, cy, ann, bob, times=2)
    assert votes(bob, channel) == []
    await miss(stage, channel, game, cy, ann, bob, times=3)
    [vote] = votes(bob, channel)
    assert "cy's time was up three times in a row. Shall a computer player take cy's seat" in vote.text
    assert "For it: nobody yet (0 of 2); it takes 2" in vote.text
    assert not (await bob.click(vote, "Replace")).failed
    await stage.quiet()
    [vote] = votes(bob, channel)
    assert "For it: bob (1 of 2)" in vote.text
    await ann.click(vote, "Replace")
    await stage.quiet()
    table = await stage.bot.tables.look(game)
    assert table.find(cy.id) is None
    assert votes(bob, channel) == []
    assert not (await cy.command(channel, "adepts join")).failed
    await stage.quiet()
    table = await stage.bot.tables.look(game)
    assert table.seat_of(cy.id).policy is None
    assert not table.missing
    assert votes(bob, channel) == []


async def test_the_question_goes_when_the_person_plays(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Of two players the other one decides alone."""
    game = await opened(ann, bob, pace="day")
    await miss(stage, channel, game, bob, ann, times=3)
    [vote] = votes(ann, channel)
    assert "bob's seat at ann's table?** ann decides." in vote.text
    assert "It plays on with all that bob has there; bob can take the seat back by one press." in vote.text
    assert "of 1" not in vote.text
    assert vote.find("Withdraw my vote") is None
    while (await mover(stage, game, ann, bob))[0] is not bob:
        await by_command(ann, channel, random.Random(2))
        await stage.quiet()
    await by_command(bob, channel, random.Random(2))
    await stage.quiet()
    assert votes(ann, channel) == []


async def test_who_is_missing_ends_the_vote_by_one_press(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Its votes are dropped, and nobody else can end it so."""
    game = await opened(ann, bob, cy, pace="day")
    await miss(stage, channel, game, cy, ann, bob, times=3)
    [vote] = votes(bob, channel)
    assert "If ann, the host, presses *Replace*, it is done at once." in vote.text
    said = (await bob.click(vote, "Replace")).message.text
    assert said.startswith("You are for replacing cy. The message where all vote says")  # nothing says that cy plays on
    await stage.quiet()
    for button in ("Replace", "No"):
        own = (await cy.click(votes(cy, channel)[0], button)).message.text
        assert "This is about your own seat, so the others vote on it: any move of yours keeps it" in own
    [vote] = votes(bob, channel)
    assert "for cy to say" in (await bob.click(vote, "I am here")).message.text
    assert "do not play" in (await (await stage.pg.person("eve")).click(vote, "I am here")).message.text
    assert votes(bob, channel)
    assert "stays yours" in (await cy.click(vote, "I am here")).message.text
    table = await looked(stage, game)
    assert (table.missing, table.context.missed) == ([], {})
    assert votes(bob, channel) == []
    assert await stage.bot.tables.store.votes.topics(game) == ()


async def test_a_press_during_a_pause_counts_once_the_game_goes_on(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Its button may still be seen on somebody's screen. What was voted before the pause does not come back either."""
    game = await opened(ann, bob, cy, pace="day")
    await miss(stage, channel, game, cy, ann, bob, times=3)
    await bob.click(votes(bob, channel)[0], "Replace")
    await ann.command(channel, "table pause")
    await stage.quiet()
    said = (await forged(stage.bot, channel.id, Verb.HERE, game, cy, "P3")).text
    assert said.startswith("The seat stays yours: nobody is asked about it any more.\nThis game is paused")
    await ann.command(channel, "table resume")
    table = await looked(stage, game)
    assert (table.missing, table.context.missed) == ([], {})
    assert votes(bob, channel) == []
    assert await stage.bot.tables.store.votes.topics(game) == ()


async def test_an_old_button_says_that_the_seat_is_asked_about_again(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """A vote of the others and what came of it are not for one person to end."""
    dan, eve = [await stage.pg.person(name) for name in ("dan", "eve")]
    game = await opened(ann, bob, cy, dan)

    async def pressed() -> str:
        return (await forged(stage.bot, channel.id, Verb.HERE, game, bob, "P2")).text

    assert "The seat stays yours: nobody is asked about it any more." in await pressed()
    await cy.command(channel, "table replace", player="bob", by=eve.id)
    await stage.quiet()
    assert "The seat is yours, but there is a vote on it: the message where all vote says how" in await pressed()
    for person in (ann, dan):
        await person.click(votes(bob, channel)[0], "Replace")
    await stage.quiet()
    assert f"The seat is yours until <@{eve.id}> takes it. The players decided it by a vote." in await pressed()


async def test_who_is_waited_for_long_without_a_pace_votes_on_their_own_seat_once_they_have_moved(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """They do not count as missing, so no move of theirs ends the vote; nor is there a button that would."""
    game = await opened(ann, bob, cy)
    while (await mover(stage, game, ann, bob, cy))[0] is not bob:
        await by_command((await mover(stage, game, ann, cy))[0], channel, random.Random(2))
        await stage.quiet()
    stage.clock.advance(2 * DAY)
    await cy.command(channel, "table replace", player="bob")
    await stage.quiet()
    [vote] = votes(bob, channel)
    assert vote.find("I am here") is None
    assert (await bob.click(vote, "No")).message.text == (
        "This is about your own seat, so the others vote on it: you have a vote too as soon as the table does not wait"
        " for you any more; `/table leave` gives it up."
    )
    await by_command(bob, channel, random.Random(2))
    await stage.quiet()
    assert "You are against being replaced." in (await bob.click(votes(bob, channel)[0], "No")).message.text


async def test_votes_on_who_plays_again_go_with_the_question(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """A vote that was cast neither stays open nor counts the next time."""
    game = await opened(ann, bob, cy, pace="day")
    await miss(stage, channel, game, cy, ann, bob, times=3)
    await bob.click(votes(bob, channel)[0], "Replace")
    while (await mover(stage, game, ann, bob, cy))[0] is not cy:
        person, _ = await mover(stage, game, ann, bob)
        await by_command(person, channel, random.Random(2))
        await stage.quiet()
    await by_command(cy, channel, random.Random(2))
    await stage.quiet()
    assert votes(ann, channel) == []
    assert await stage.bot.tables.store.votes.topics(game) == ()


async def test_who_plays_against_computer_players_alone_is_not_asked_about(
    ann: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """There is nobody to ask."""
    game = await opened(ann, pace="day", computers=1)
    for _ in range(3):
        stage.clock.advance(DAY)
        await stage.quiet()
    assert (await stage.bot.tables.look(game)).missing == ["P1"]
    assert votes(ann, channel) == []
