"""Whose time was up three times in a row: the table is asked whether a computer player takes the seat."""

from __future__ import annotations

import random
from datetime import timedelta

from playground import Person, Shown
from playground.world.models import Channel

from .acting import by_command, mover
from .conftest import Opened, Stage

DAY = timedelta(days=1)


def votes(person: Person, channel: Channel) -> list[Shown]:
    return [message for message in person.messages(channel) if message.find("Replace")]


async def miss(stage: Stage, channel: Channel, game: str, late: Person, *others: Person, times: int) -> None:
    """Let this person's time be up so often; the others answer."""
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
    assert "0 of 2 are for it; it takes 2" in vote.text
    assert not (await bob.click(vote, "Replace")).failed
    await stage.quiet()
    [vote] = votes(bob, channel)
    assert "1 of 2 are for it" in vote.text
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
    assert "0 of 1 are for it; it takes 1" in vote.text
    while (await mover(stage, game, ann, bob))[0] is not bob:
        await by_command(ann, channel, random.Random(2))
        await stage.quiet()
    await by_command(bob, channel, random.Random(2))
    await stage.quiet()
    assert votes(ann, channel) == []


async def test_who_plays_against_computer_players_alone_is_not_asked_about(
    ann: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Nobody is there who could be."""
    game = await opened(ann, pace="day", computers=1)
    for _ in range(3):
        stage.clock.advance(DAY)
        await stage.quiet()
    assert (await stage.bot.tables.look(game)).missing == ["P1"]
    assert votes(ann, channel) == []
