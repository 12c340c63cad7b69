"""What players decide without the host, who may sit down again, and a game that cannot be read any more."""

from __future__ import annotations

import asyncio
import sqlite3
from datetime import timedelta

import pytest

from bot import remembered
from bot.components.ids import Verb, decode
from bot.panels.voting import AGAINST
from bot.tables import Tables
from bot.tables.checks import Actor
from bot.tables.decisions import Decider
from bot.tables.errors import WrongMoment
from playground import Permission, Person, Shown
from playground.world.models import Channel
from storage import Ballot, Status
from storage.topics import END, PAUSE, move_to

from .acting import CONFIRM, board, end, mover, public
from .conftest import Opened, Stage
from .tables import ANN, BOB, begun
from .test_rights import forged


async def vote(person: Person, channel: Channel, stage: Stage) -> Shown:
    await stage.quiet()
    return votes(person, channel)[-1]


def votes(person: Person, channel: Channel) -> list[Shown]:
    return [message for message in person.messages(channel) if not message.ephemeral and "For it: " in message.text]


async def test_a_vote_can_be_withdrawn_and_says_how_many_and_until_when(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob, cy)
    told = (await bob.command(channel, "adepts end")).message
    assert "The message where all vote says" in told.text
    shown = await vote(cy, channel, stage)
    assert "For it: bob (1 of 3); it takes 2" in shown.text
    assert "Each vote counts for a day; the first lapses <t:" in shown.text
    assert "lapses <t:" in shown.text
    assert shown.find("Withdraw my vote") is None
    assert "Your vote is withdrawn" in (await bob.click(told, "Withdraw my vote")).message.text
    await stage.quiet()
    assert not any("ending the game" in message.text for message in cy.messages(channel) if not message.ephemeral)
    assert votes(cy, channel) == []
    await cy.command(channel, "adepts end")
    assert (await stage.bot.tables.look(game)).status is Status.RUNNING
    await bob.click(await vote(bob, channel, stage), "End it")
    assert (await stage.bot.tables.look(game)).status is Status.CLOSED


async def test_the_host_who_presses_what_others_vote_on_has_one_vote(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Nobody has asked the host whether they want to end it alone."""
    game = await opened(ann, bob, cy, await stage.pg.person("dan"))
    await bob.command(channel, "table end")
    told = (await ann.click(await vote(ann, channel, stage), "End it")).message.text
    assert "You are for ending the game. The message where all vote says" in told
    assert (await stage.bot.tables.look(game)).status is Status.RUNNING


async def test_a_vote_that_has_enough_because_somebody_has_left_says_how_it_is_done(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await bob.command(channel, "table pause")
    assert "For it: bob (1 of 2); it takes 2." in (await vote(bob, channel, stage)).text
    await ann.click((await ann.command(channel, "table leave")).message, "Leave the game")
    shown = await vote(bob, channel, stage)
    assert "For it: bob (1 of 1).\n" in shown.text
    assert "the next press of *Pause* does it." in shown.text
    await bob.click(shown, "Pause")
    assert (await stage.bot.tables.look(game)).paused


async def test_where_no_message_can_ask_the_others_the_voter_is_told_so(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The others can still vote, by the same command."""
    game, world = await opened(ann, bob, cy), stage.pg.world
    world.set_permissions(channel, world.app.bot, deny=Permission.SEND_MESSAGES)
    for line, options in (("table pause", {}), ("table replace", {"player": f"<@{cy.id}>"})):
        told = (await bob.command(channel, line, **options)).message.text
        assert "It takes 2 of 3. The others are not asked, but can type the same." in told, line
        assert "I lack Send Messages. Somebody who manages the channel can give me that" in told, line
        assert "The message where all vote" not in told, line
    assert "More than half are for it" in (await cy.command(channel, "table pause")).message.text
    assert (await stage.bot.tables.look(game)).paused


async def test_a_vote_calls_those_who_have_not_voted_once(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    await opened(ann, bob, cy)
    await bob.command(channel, "table pause")
    shown = await vote(cy, channel, stage)
    assert shown.pinged
    assert (f"<@{ann.id}> <@{cy.id}>" in shown.text, f"<@{bob.id}>" in shown.text) == (True, False)


@pytest.mark.parametrize("alone", [False, True])
async def test_who_ends_a_game_reads_for_how_many_people_it_ends(
    alone: bool, ann: Person, bob: Person, channel: Channel, opened: Opened
) -> None:
    """Computer players lose nothing, and do not vote."""
    await opened(ann, *([] if alone else [bob]), computers=1)
    asked = (await ann.command(channel, "adepts end")).message.text
    assert ("for 2 people" in asked, "by you or by a vote" in asked) == (not alone, not alone)
    assert "players" not in asked


async def test_who_is_against_it_is_said_and_counts_for_nothing_else(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """They are not called any more, and can change their mind; a vote that cannot pass any more says so."""
    game = await opened(ann, bob, cy)
    await bob.command(channel, "table pause")
    told = (await cy.click(await vote(cy, channel, stage), "No")).message
    assert told.ephemeral
    assert "You are against a pause" in told.text
    shown = await vote(cy, channel, stage)
    assert "For it: bob (1 of 3); it takes 2. Against it: cy." in shown.text
    assert (f"<@{ann.id}>" in shown.text, f"<@{cy.id}>" in shown.text) == (True, False)
    assert "Too many" not in shown.text
    await ann.click(shown, "No")
    shown = await vote(cy, channel, stage)
    assert "Against it: ann and cy." in shown.text
    assert "Too many are against it, unless somebody thinks again" in shown.text
    await cy.click(told, "Withdraw my vote")
    shown = await vote(cy, channel, stage)
    assert "Against it: ann." in shown.text
    assert not (await stage.bot.tables.look(game)).paused
    assert "More than half are for it" in (await cy.click(shown, "Pause")).message.text
    assert (await stage.bot.tables.look(game)).paused
    await stage.quiet()
    assert votes(cy, channel) == []


async def test_nobody_can_be_against_what_nobody_is_for_any_more(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The message of the vote has gone by then, and no vote against it is kept for the next one."""
    game = await opened(ann, bob, cy)
    mine = (await bob.command(channel, "table pause")).message
    await bob.click(mine, "Withdraw my vote")
    told = await forged(stage.bot, channel.id, Verb.VOTE, game, cy, f"{AGAINST}{PAUSE}")
    assert told.text == "Nobody is for that any more, so there is nothing to be against."
    assert await stage.bot.tables.store.votes.topics(game) == ()
    await bob.command(channel, "table pause")
    assert "Against it" not in (await vote(cy, channel, stage)).text


async def test_who_alone_is_for_it_and_then_against_it_has_withdrawn_their_vote(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The message of the vote goes, as after *Withdraw my vote*, and no vote against it is kept for the next one."""
    game = await opened(ann, bob, cy)
    await bob.command(channel, "table pause")
    told = (await bob.click(await vote(bob, channel, stage), "No")).message
    assert (told.text, told.buttons) == ("Your vote is withdrawn, and nobody else was for it.", [])
    await stage.quiet()
    assert votes(cy, channel) == []
    assert await stage.bot.tables.store.votes.topics(game) == ()


async def test_nobody_but_a_player_can_be_against_it_and_only_while_it_can_be_done(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob, cy)
    await bob.command(channel, "table pause")
    shown = await vote(cy, channel, stage)
    eve = await stage.pg.person("eve")
    assert "You do not play" in (await eve.click(shown, "No")).message.text
    assert "For it: bob (1 of 3); it takes 2.\n" in (await vote(cy, channel, stage)).text
    await ann.command(channel, "table pause")
    late = await cy.click(shown, "No")
    assert late.message.ephemeral
    assert await stage.bot.tables.store.votes.topics(game) == ()


async def test_a_vote_lapses_after_a_day(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """It does not count together with a later vote; and when no vote is left, the message says so and calls nobody.

    A vote cast at the very moment goes on in the message of the one that has lapsed, or opens a message of its own,
    whichever is seen first.
    """
    game = await opened(ann, bob, cy)
    await bob.command(channel, "adepts end")
    await vote(bob, channel, stage)
    stage.clock.advance(timedelta(days=1, seconds=5))
    await cy.command(channel, "adepts end")
    assert "For it: cy (1 of 3)" in (await vote(bob, channel, stage)).text
    assert (await stage.bot.tables.look(game)).status is Status.RUNNING
    stage.clock.advance(timedelta(days=1, seconds=5))
    await stage.quiet()
    assert votes(cy, channel) == []
    left = [message for message in cy.messages(channel) if "The vote on ending the game" in message.text]
    assert {("has lapsed" in said.text, *said.buttons) for said in left} == {(True,)}
    assert await stage.bot.tables.store.votes.topics(game) == ()


async def test_while_a_channel_is_out_of_sight_a_single_player_carries_no_game_off(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """It takes the host or a vote; when the channel is visible again, anybody may bring the game back."""
    game = await opened(ann, bob, cy)
    world, tables = stage.pg.world, stage.bot.tables
    elsewhere = stage.pg.channel("elsewhere")
    world.set_permissions(channel, world.app.bot, deny=Permission.VIEW_CHANNEL)
    assert "The message where all vote says" in (await bob.command(elsewhere, "adepts move", game=game)).message.text
    assert (await tables.look(game)).row.channel_id == channel.id
    shown = await vote(cy, elsewhere, stage)
    assert "go on in this channel" in shown.text
    eve = await stage.pg.person("eve")
    assert not (await eve.click(shown, "Carry on here")).failed
    told = await forged(stage.bot, stage.pg.channel("third").id, Verb.VOTE, game, bob, move_to(elsewhere.id))
    assert "That is decided in the channel it is about" in told.text
    assert (await tables.look(game)).row.channel_id == channel.id
    assert "goes on here" in (await cy.click(shown, "Carry on here")).message.text
    await stage.quiet()
    assert (await tables.look(game)).row.channel_id == elsewhere.id
    assert votes(cy, elsewhere) == []
    world.set_permissions(channel, world.app.bot, allow=Permission.VIEW_CHANNEL)
    assert "goes on here" in (await bob.command(channel, "adepts move", game=game)).message.text
    assert "The message where all vote says" in (await bob.command(elsewhere, "adepts move", game=game)).message.text
    assert (await tables.look(game)).row.channel_id == channel.id


async def test_nobody_is_called_to_vote_on_going_on_where_another_table_is(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Such a vote could not be carried out. Only the table of a game's rematch gives way to the game."""
    game, elsewhere = await opened(ann, bob, cy), stage.pg.channel("elsewhere")
    await bob.command(elsewhere, "mana-surge new")
    other = "bob's table, Mana Surge, waits for players"
    moves = (await bob.command(elsewhere, "table move", game=game)).message.text
    assert moves.startswith(f"In <#{elsewhere.id}> {other}")
    await end(ann, channel)
    await bob.command(channel, "mana-surge new")
    own = (await bob.command(elsewhere, "table games")).message
    for reopens in (await bob.command(channel, "table reopen"), await bob.click(own, "Take it up again")):
        assert reopens.message.text.startswith(f"In <#{channel.id}> {other}")
    await stage.quiet()
    assert await stage.bot.tables.store.votes.topics(game) == ()
    await bob.command(channel, "table end")
    await ann.command(channel, "table rematch")
    assert "The message where all vote says" in (await bob.command(channel, "table reopen")).message.text


async def test_a_vote_on_moving_is_weighed_and_done_at_once(
    ann: Person,
    bob: Person,
    cy: Person,
    channel: Channel,
    stage: Stage,
    opened: Opened,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Somebody who withdraws their vote at that moment has withdrawn it, or the game is moved, but not both."""
    game, elsewhere = await opened(ann, bob, cy), stage.pg.channel("elsewhere")
    await bob.command(elsewhere, "table move", game=game)
    shown = await vote(cy, elsewhere, stage)
    tables, counted, withdrawing = stage.bot.tables, stage.bot.tables.store.votes.of_game, list[asyncio.Task[bool]]()

    async def weighed(game_id: str, about: str) -> tuple[Ballot, ...]:
        if not withdrawing and tables.cache._lock(game_id).locked():
            withdrawing.append(asyncio.create_task(tables.votes.withdraw(game_id, bob.id, about)))
            await asyncio.sleep(0)
        return await counted(game_id, about)

    monkeypatch.setattr(tables.store.votes, "of_game", weighed)
    assert "goes on here" in (await cy.click(shown, "Carry on here")).message.text
    assert not await withdrawing[0]
    assert (await tables.look(game)).row.channel_id == elsewhere.id


async def test_the_host_is_said_to_move_a_game_alone(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The message of the vote says so too; somebody who only manages the channel cannot."""
    game, elsewhere = await opened(ann, bob, cy), stage.pg.channel("elsewhere")
    await bob.command(elsewhere, "table move", game=game)
    shown = await vote(ann, elsewhere, stage)
    assert "If ann, the host, presses *Carry on here*, it is done at once." in shown.text
    assert "goes on here" in (await ann.click(shown, "Carry on here")).message.text
    assert (await stage.bot.tables.look(game)).row.channel_id == elsewhere.id
    assert "in this channel already" in (await bob.command(elsewhere, "table move", game=game)).message.text


async def test_who_was_kicked_sits_down_again_when_the_host_wants_that(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    await ann.command(channel, "adepts new")
    await bob.command(channel, "adepts join")
    await ann.command(channel, "adepts kick", player="bob")
    lobby = await public(bob, channel, "Join")
    for answer in (await bob.click(lobby, "Join"), await bob.command(channel, "adepts join")):
        assert "taken out of this table" in answer.message.text
    [row] = await stage.bot.tables.store.games.active()
    assert len((await stage.bot.tables.look(row.id)).seats) == 1
    for line in ("adepts new", "hand", "table leave", "table nudge", "table undo"):
        told = (await bob.command(channel, line)).message.text
        assert "taken out of this table" in told, line
        assert "**Join**" not in told, line
    assert await bob.autocomplete(channel, "table readmit", "player") == []
    for name in ("bob", "nobody"):  # the answers do not reveal who was removed either
        assert "for the host" in (await bob.command(channel, "table readmit", player=name)).message.text
    assert await ann.autocomplete(channel, "table readmit", "player") == [("bob", f"<@{bob.id}>")]
    assert "bob may sit down again" in (await ann.command(channel, "table readmit", player="bob")).message.text
    assert "**Join** takes one" in (await bob.command(channel, "hand")).message.text
    assert "You have a seat" in (await bob.command(channel, "adepts join")).message.text


async def test_who_sits_at_the_table_of_a_channel_is_not_sent_to_join_it(
    ann: Person, bob: Person, cy: Person, channel: Channel
) -> None:
    await ann.command(channel, "adepts new")
    await bob.command(channel, "adepts join")
    for person in (ann, bob):
        told = (await person.command(channel, "mana-surge new")).message.text
        assert "Adepts, waits for players, and you have a seat. One table a channel:" in told
    assert "or end that one with `/table end`" in (await ann.command(channel, "adepts new")).message.text
    assert "or its host ends that one" in told
    assert "**Join** on its message takes a seat" in (await cy.command(channel, "adepts new")).message.text
    await ann.command(channel, "adepts start")
    assert "is being played, and you play. One" in (await bob.command(channel, "adepts new")).message.text
    assert "is being played. One" in (await cy.command(channel, "adepts new")).message.text


async def test_nobody_who_was_kicked_is_kept_after_the_start_or_when_forgotten(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage
) -> None:
    store = stage.bot.tables.store
    await ann.command(channel, "adepts new", computers=1)
    for person in (bob, cy):
        await person.command(channel, "adepts join")
        await ann.command(channel, "adepts kick", player=f"<@{person.id}>")
    [row] = await store.games.active()
    await stage.bot.tables.people.forget(bob.id)
    assert (await store.games.load(row.id)).kicked == {cy.id: "cy"}
    await ann.command(channel, "adepts start")
    assert (await store.games.load(row.id)).kicked == {}


DAMAGES = {
    "no JSON": "UPDATE snapshots SET state = substr(state, 1, 40)",
    "no position": "UPDATE snapshots SET state = x'5b5d'",
    "other fields": "UPDATE snapshots SET state = CAST('{\"turn\": 3}' AS BLOB)",
    "options": "UPDATE games SET options = '{'",
    "no side": "UPDATE snapshots SET side = CAST('{\"log\": 7}' AS BLOB)",
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=list(DAMAGES))
@pytest.mark.parametrize("by_vote", [False, True], ids=["host", "vote"])
async def test_a_game_that_cannot_be_read_says_so_and_can_be_ended(
    damage: str, by_vote: bool, ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob, cy)
    await stage.stop()
    with sqlite3.connect(stage.settings.storage.path) as raw:
        raw.execute(damage)
        raw.execute("DELETE FROM meta WHERE key = ?", [remembered.LOOKS])  # makes the start go over all games
    raw.close()
    await stage.start()
    await stage.quiet()
    assert await ann.wait_message(channel, "cannot be read any more")
    for line in ("hand", "adepts log", "adepts score", "adepts export", "adepts undo", "adepts games", "adepts nudge"):
        assert "Sorry" not in (await bob.command(channel, line)).message.text, line
    assert "cannot be read" in (await bob.command(channel, "play", move="pass")).message.text
    assert "cannot be read" in (await bob.command(channel, "table games")).message.text
    for person in (bob, cy) if by_vote else (ann,):
        await person.command(channel, "adepts end")
    assert (await stage.bot.tables.look(game)).status is Status.CLOSED
    await stage.quiet()
    assert await ann.wait_message(channel, "was ended")
    assert "table is open" in (await ann.command(channel, "adepts new")).message.text


async def test_a_game_under_way_is_not_ended_before_its_host_or_a_manager_was_asked(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """In private, by a button that says what is lost; whoever may not end the game may not press it either."""
    game = await opened(ann, bob)
    eve = await stage.pg.person("eve")
    guild = next(iter(stage.pg.world.guilds.values()))
    stage.pg.world.add_role(guild, "mod", Permission.MANAGE_CHANNELS, [stage.pg.world.users[eve.id]])
    for person in (ann, eve):
        asked = (await person.command(channel, "adepts end")).message
        assert asked.ephemeral
        assert "End ann's table in turn 1?" in asked.text
        assert "nobody wins" in asked.text
    assert (await stage.bot.tables.look(game)).status is Status.RUNNING
    await stage.bot.tables.lobby.hand_over(game, Actor(ann.id), bob.id)
    await stage.quiet()
    assert not [m for m in ann.messages(channel) if m.find(CONFIRM)], "she is not host any more"
    assert "for the host" in (await forged(stage.bot, channel.id, Verb.END, game, ann, "1.0")).text
    assert (await stage.bot.tables.look(game)).status is Status.RUNNING
    told = await eve.click(asked, CONFIRM)
    assert "can be taken up again: `/table reopen`" in told.message.text
    assert (await stage.bot.tables.look(game)).status is Status.CLOSED
    await stage.quiet()
    assert not [m for m in (*ann.messages(channel), *eve.messages(channel)) if m.find(CONFIRM)]


async def test_a_lobby_is_closed_without_asking(ann: Person, bob: Person, channel: Channel, stage: Stage) -> None:
    """Nor does removing somebody from it ask first, since they can be let in again."""
    await ann.command(channel, "adepts new")
    await bob.command(channel, "adepts join")
    assert "no longer sits" in (await ann.command(channel, "adepts kick", player="P2")).message.text
    assert "closed" in (await ann.command(channel, "adepts end")).message.text


async def test_whoever_was_asked_in_another_turn_is_asked_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Before the game is ended: what would be lost is not the same any more."""
    game = await opened(ann, bob)
    stale = (await ann.command(channel, "adepts end")).message
    stage.pg.faults.add("status", "PATCH /webhooks/*", times=None, status=400)  # it stays as it was
    for _ in range(400):
        table = await stage.bot.tables.look(game)
        if table.turn > 1:
            break
        seat = table.seat(next(iter(table.questions)))
        assert seat.user_id is not None
        await stage.bot.tables.moves.play(game, seat.user_id, table.playing.legal(seat.seat)[-1])
    await stage.quiet()
    stage.pg.faults.clear()
    asked = (await ann.click(stale, CONFIRM)).message
    assert "in turn 2" in asked.text
    assert (await stage.bot.tables.look(game)).status is Status.RUNNING
    await ann.click(asked, CONFIRM)
    assert (await stage.bot.tables.look(game)).status is Status.CLOSED


async def test_who_was_host_when_asked_begins_no_vote_by_an_old_button(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Neither on ending the game, whatever turn it is, nor on a seat: nobody has asked for one."""
    game = await opened(ann, bob, computers=1)
    giving = (await ann.command(channel, "table replace", player="Ada", by=cy.id)).message
    old = giving.controls[0].custom_id or ""
    await ann.command(channel, "table host", player="bob")
    assert "for the host of this table (bob)" in (await forged(stage.bot, channel.id, Verb.END, game, ann, "0")).text
    await stage.quiet()
    assert ann.message(giving.id) is None
    told = (await forged(stage.bot, channel.id, Verb.GIVE, game, ann, decode(old).rest)).text
    assert told == "That is no longer for you alone to decide: `/table replace` begins a vote on it."
    await stage.quiet()
    assert await stage.bot.tables.store.votes.topics(game) == ()
    assert (await stage.bot.tables.look(game)).offers == {}


async def test_only_who_is_for_it_is_offered_to_withdraw_and_sees_it_no_longer_than_it_counts(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The public message asks; a private one says what a person voted for, and goes when that is decided."""
    dan = await stage.pg.person("dan")
    game = await opened(ann, bob, cy, dan)
    mine = (await bob.command(channel, "table pause")).message
    shown = await vote(cy, channel, stage)
    assert [control.label for control in shown.controls] == ["Pause", "No"]
    assert "If ann, the host, presses *Pause*, it is done at once." in shown.text
    again = (await bob.click(shown, "Pause")).message  # pressed again: still one vote, which can be withdrawn
    assert again.find("Withdraw my vote")
    assert "For it: bob (1 of 4)" in (await vote(cy, channel, stage)).text
    assert bob.message(mine.id) is None
    tables = stage.bot.tables
    assert not await tables.votes.withdraw(game, cy.id, "pause")  # cy has not voted for it
    assert "For it: bob (1 of 4)" in (await vote(cy, channel, stage)).text
    await cy.click(shown, "Pause")
    await dan.click(shown, "Pause")
    await stage.quiet()
    assert (await tables.look(game)).paused
    for person in (bob, cy):
        assert not [m for m in person.messages(channel) if m.find("Withdraw my vote")]
    await bob.command(channel, "table resume")
    assert "goes on" in (await ann.click(await vote(ann, channel, stage), "Go on")).message.text
    await stage.quiet()
    assert not [m for m in bob.messages(channel) if m.find("Withdraw my vote")]
    assert votes(bob, channel) == []


async def test_who_was_not_for_it_withdraws_nothing(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """With an older button, for example of a vote that has lapsed meanwhile."""
    await opened(ann, bob, cy)
    mine = (await bob.command(channel, "table pause")).message
    stage.clock.advance(timedelta(days=1, seconds=5))
    await stage.quiet()
    assert "nothing to withdraw" in (await bob.click(mine, "Withdraw my vote")).message.text


async def test_a_panel_in_which_one_votes_asks_again_when_the_game_goes_on(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob, cy)
    person, _ = await mover(stage, game, bob, cy, ann)
    await ann.command(channel, "table pause")
    await stage.quiet()
    voter = bob if person is ann else person
    panel = (await voter.click(await board(voter, channel), "Your move")).message
    panel = (await voter.click(panel, "Go on")).message
    panel = (await voter.click(panel, "Withdraw my vote")).message
    assert "Your vote is withdrawn" in panel.text
    await ann.command(channel, "table resume")
    await stage.quiet()
    [left] = [m for m in voter.messages(channel) if m.ephemeral]
    assert ("Assign" in left.text) == (voter is person)
    assert "vote" not in left.text


async def test_nothing_is_decided_about_a_game_that_was_ended(tables: Tables) -> None:
    """Neither alone nor by a vote, and nobody can be against it."""
    table = await begun(tables)
    await tables.decisions.decide(table.id, END, Decider(ANN))
    for about in (END, PAUSE, move_to(99)):
        for by in (Decider(ANN), Decider(BOB, votes=True)):
            with pytest.raises(WrongMoment, match="was ended in turn 1"):
                await tables.decisions.decide(table.id, about, by)
        with pytest.raises(WrongMoment, match="was ended in turn 1"):
            await tables.decisions.oppose(table.id, about, BOB)
