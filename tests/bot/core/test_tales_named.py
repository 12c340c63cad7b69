"""Commands that name a tale: one's own are reached from anywhere on their server, and nothing is revealed of
others'."""

from __future__ import annotations

import pytest

from playground import Answer, Permission, Person
from playground.world.models import Channel
from storage.connection import WRITE

from .acting import end_tale
from .conftest import Stage

NAMED = ("move", "connect", "status", "link", "export", "leave", "end")
"""Commands of `/tale` with the option `tale`."""


def said(answer: Answer) -> str:
    assert answer.message is not None
    return answer.message.text


async def opened(stage: Stage, master: Person, channel: Channel, title: str, *others: Person) -> str:
    """Open a tale, and return its id once it is shown."""
    await master.command(channel, "tale new", title=title)
    for person in others:
        await person.command(channel, "tale join")
    await stage.quiet()
    return (await stage.bot.tales.active_in(channel.id)).id


@pytest.fixture
async def lost(stage: Stage, channel: Channel, ann: Person, bob: Person) -> str:
    """A tale of Ann's, which Bob has joined, and whose channel was deleted."""
    tale = await opened(stage, ann, channel, "The Tower", bob)
    stage.pg.world.delete_channel(channel)
    return tale


@pytest.fixture
def elsewhere(stage: Stage, channel: Channel) -> Channel:
    return stage.pg.channel("elsewhere")


async def test_a_tale_whose_channel_is_gone_goes_on_in_another(
    stage: Stage, lost: str, elsewhere: Channel, ann: Person, bob: Person
) -> None:
    assert "/tale move" in said(await ann.command(elsewhere, "tale status"))
    [(name, value)] = await ann.autocomplete(elsewhere, "tale move", "tale", "tow")
    assert name.startswith("The Tower · ")
    assert "goes on here" in said(await ann.command(elsewhere, "tale move", tale=value))
    await bob.wait_message(elsewhere, "**The Tower**")
    assert (await stage.bot.tales.active_in(elsewhere.id)).id == lost
    assert "is here already" in said(await ann.command(elsewhere, "tale move", tale=value))


async def test_it_is_exported_left_and_ended_from_another_channel(
    stage: Stage, lost: str, elsewhere: Channel, ann: Person, bob: Person
) -> None:
    export = (await bob.command(elsewhere, "tale export", tale=lost)).message
    assert export.attachments
    assert export.ephemeral
    assert "game master" in said(await bob.command(elsewhere, "tale end", tale=lost))
    assert "have left" in said(await bob.command(elsewhere, "tale leave", tale=lost))
    for command in ("link", "status"):
        told = said(await ann.command(elsewhere, f"tale {command}", tale=lost))
        assert "that channel is not there any more, or I do not see it; `/tale move` in another" in told
    assert "has ended" in said(await end_tale(ann, elsewhere, tale=lost))
    await stage.quiet()
    assert (await stage.bot.tales.look(lost)).is_over
    assert not await ann.autocomplete(elsewhere, "tale move", "tale")


async def test_a_tale_is_named_by_what_its_suggestion_says_or_by_its_channel(
    stage: Stage, channel: Channel, elsewhere: Channel, ann: Person
) -> None:
    towers = [
        await opened(stage, ann, place, title)
        for place, title in ((channel, "Tower of Ash"), (stage.pg.channel("ashes"), "Tower of Bone"))
    ]
    suggested = await ann.autocomplete(elsewhere, "tale link", "tale", "tower")
    assert {value for _, value in suggested} == {*towers}
    assert any(name.endswith("#ashes") for name, _ in suggested)
    assert "Several" in said(await ann.command(elsewhere, "tale link", tale="tower"))
    assert f"/{channel.id}/" in said(await ann.command(elsewhere, "tale link", tale="of ASH "))
    assert [value for _, value in await ann.autocomplete(elsewhere, "tale link", "tale", "bone tower")] == towers[1:]
    assert f"/{channel.id}/" in said(await ann.command(elsewhere, "tale link", tale=f"<#{channel.id}>"))


async def test_who_does_not_sit_at_a_tale_has_nothing_to_leave(
    stage: Stage, channel: Channel, ann: Person, bob: Person, cy: Person
) -> None:
    """The answer is not that they should join it first."""
    await opened(stage, ann, channel, "The Tower", bob)
    assert "You do not sit at this tale" in said(await cy.command(channel, "tale leave"))
    assert "You have left" in said(await bob.command(channel, "tale leave"))
    assert "You do not sit at this tale" in said(await bob.command(channel, "tale leave"))


async def test_nothing_is_learnt_of_tales_that_are_not_one_s_own(
    stage: Stage, channel: Channel, elsewhere: Channel, ann: Person, bob: Person, cy: Person
) -> None:
    """For ids of others' tales, of one that Cy only looked at, has left, that is over, on another server, damaged, or
    does not exist, the answer is the same, and nothing happens."""
    tales, world = stage.bot.tales, stage.pg.world
    looked = await opened(stage, ann, channel, "The Tower", bob)
    await tales.store.tales.save_notes(looked, "u3", cy.id, {})
    left = await opened(stage, ann, away := stage.pg.channel("left"), "The Tower", cy)
    await cy.command(away, "tale leave")
    over = await opened(stage, cy, ended := stage.pg.channel("over"), "The Tower")
    await end_tale(cy, ended)
    damaged = await opened(stage, ann, stage.pg.channel("damaged"), "The Tower")
    await tales.store._db.run(WRITE, lambda tx: tx.all("DELETE FROM tale_bases WHERE tale_id = ?", damaged))
    guild = stage.pg.guild("Elsewhere")
    world.join(guild, world.users[cy.id])
    foreign = await opened(stage, cy, there := stage.pg.channel("there", guild), "The Tower")
    tales.clear()
    before = [(await tales.look(tale)).row for tale in (looked, left, foreign)]
    for command in NAMED:
        answers = {
            said(await cy.command(elsewhere, f"tale {command}", tale=typed))
            for typed in (looked, left, over, damaged, foreign, "aaaaaaaa", "The Tower", f"<#{channel.id}>")
        }
        assert len(answers) == 1, command
        assert "You sit at no running tale" in answers.pop()
        assert not await cy.autocomplete(elsewhere, f"tale {command}", "tale")
    await stage.quiet()
    assert [(await tales.look(tale)).row for tale in (looked, left, foreign)] == before
    assert [value for _, value in await cy.autocomplete(there, "tale move", "tale")] == [foreign]


async def test_where_a_tale_is_played_no_longer_who_sits_at_it_reads_where_it_is(
    stage: Stage, channel: Channel, elsewhere: Channel, ann: Person, bob: Person
) -> None:
    """In a channel that was disconnected, or that the tale has left; people who are in no tale learn nothing."""
    tale = await opened(stage, ann, channel, "The Tower")
    await ann.command(elsewhere, "tale connect", tale=tale)
    await ann.command(elsewhere, "tale disconnect")
    for command in ("tale status", "roll", "gm panel", "tale log"):
        told = said(await ann.command(elsewhere, command))
        assert "There is no tale in this channel." in told
        assert "You sit at **The Tower" in told
        assert f"played in <#{channel.id}>" in told
        assert "The Tower" not in said(await bob.command(elsewhere, command))
    await ann.command(elsewhere, "tale move", tale=tale)
    assert f"played in <#{elsewhere.id}>" in said(await ann.command(channel, "tale status"))
    await end_tale(ann, elsewhere)
    assert "You sit" not in said(await ann.command(channel, "tale status"))


async def test_no_channel_is_named_that_is_gone_or_that_the_person_does_not_see(
    stage: Stage, channel: Channel, elsewhere: Channel, ann: Person, bob: Person
) -> None:
    """Of a tale that is hidden from somebody they learn nothing elsewhere, as in `/table games`."""
    await opened(stage, ann, channel, "The Tower", bob)
    world = stage.pg.world
    world.set_permissions(channel, world.users[bob.id], deny=Permission.VIEW_CHANNEL)
    assert "The Tower" not in said(await bob.command(elsewhere, "roll"))
    world.set_permissions(channel, world.users[bob.id])
    assert f"played in <#{channel.id}>" in said(await bob.command(elsewhere, "roll"))
    world.delete_channel(channel)
    told = said(await bob.command(elsewhere, "roll"))
    assert "no scene**, whose channel I do not see any more." in told
    assert "<#" not in told


async def test_a_status_that_is_hidden_from_the_bot_alone_is_led_to(
    stage: Stage, channel: Channel, elsewhere: Channel, ann: Person
) -> None:
    """People see it all the same, and where the tale ends its last address is said once for all."""
    tale = await opened(stage, ann, channel, "The Tower")
    await ann.command(elsewhere, "tale connect", tale=tale)
    stage.pg.world.set_permissions(channel, stage.pg.world.app.bot, deny=Permission.VIEW_CHANNEL)
    address = f"/{channel.guild_id}/{channel.id}/"
    assert address in said(await ann.command(elsewhere, "tale link"))
    await end_tale(ann, elsewhere)
    assert address in (await ann.wait_message(elsewhere, "Its last status, with its log and dice: ")).text
    assert address in said(await ann.command(elsewhere, "tale status"))


async def test_where_a_tale_has_ended_who_sits_at_another_reads_where_that_is(
    stage: Stage, channel: Channel, elsewhere: Channel, ann: Person
) -> None:
    await opened(stage, ann, channel, "The Tower")
    await end_tale(ann, channel)
    await opened(stage, ann, elsewhere, "The Well")
    told = said(await ann.command(channel, "tale status"))
    assert "**The Tower has ended**" in told
    assert f"You sit at **The Well · between sessions · no scene**, which is played in <#{elsewhere.id}>." in told
