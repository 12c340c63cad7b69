"""/table games: the games that a person plays and has played, with the way to each, in direct messages too."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.components.ids import Verb
from bot.components.render import rendered
from bot.panels.games import PLAYED, Ended, Entry, TakenOver, games_panel
from bot.tables.checks import Actor
from bot.tables.decisions import Decider
from game.core.commands import to_open
from playground import Permission, Person
from playground.messaging import messages
from playground.world.models import Channel
from storage import Status
from storage.topics import Change, replacing

from .acting import board, forward, public, replace
from .conftest import Opened, Stage
from .test_rights import forged

DM = "DM"
LINK = "https://discord.com/channels/"


@pytest.fixture
async def game(stage: Stage, ann: Person, bob: Person, opened: Opened) -> str:
    """The id of a game that was played to its end."""
    made = await opened(ann, bob)
    await forward(stage, made)
    return made


async def test_what_is_played_and_what_is_over(
    game: str, ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    second = await opened(bob, ann)
    await stage.bot.tables.lobby.end(second, Actor(bob.id))
    third = await opened(ann, bob, pace="day")
    table = await stage.bot.tables.look(third)
    [asked] = [person for person in (ann, bob) if table.seat_of(person.id).seat in table.questions]
    told = (await asked.command(channel, "table games")).message
    assert "▶ **your move**, asked <t:" in told.text
    assert "time until <t:" in told.text
    ended, over = (at for at in (told.text.index("before its time"), told.text.index("🏆")))
    assert told.text.index("your move") < ended < over
    result = (await stage.bot.tables.look(game)).playing.standing()
    best = min(result.values(), key=lambda line: line["rank"])
    assert f" {best['total']}" in told.text[over:].split("·")[0]
    assert [button.label for button in told.buttons] == [
        *("Take it up again", "Rematch", "Log"),
        *("Replay", "Rematch", "Log"),
    ]


async def test_who_plays_elsewhere_is_led_there_from_a_channel_in_which_they_do_not(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """For example in the channel that a thread belongs to: each answer says where the person's games are."""
    elsewhere = stage.pg.channel("elsewhere", stage.pg.world.guilds[channel.guild_id or 0])
    game = await opened(ann, bob)
    there = f"There is no table here. You sit at **ann's table** (Adepts) in <#{channel.id}>."
    for line in ("hand", "table score", "table log", "table undo", "table replay"):
        told = (await ann.command(elsewhere, line)).message.text
        assert told == f"{there} With the option `game` this works here too."
    assert "no game in another channel" in (await ann.command(channel, "table move")).message.text
    for line in ("join", "leave", "start", "board", "nudge", "pause", "end"):
        assert (await ann.command(elsewhere, f"table {line}")).message.text == there
    assert "new` in a channel" not in (await ann.command(elsewhere, "play", move="pass")).message.text
    assert "opens one" in (await cy.command(elsewhere, "play", move="pass")).message.text
    assert (await cy.command(elsewhere, "table export", game=game)).message.attachments, "they see its channel"
    await cy.command(elsewhere, "mana-surge new", computers=2)
    await cy.command(elsewhere, "table start")
    there = f"You sit at **ann's table** (Adepts) in <#{channel.id}>. With the option `game` this works here too."
    for line, options in (("play", {"move": "red"}), ("hand", {}), ("table undo", {})):  # where others play
        told = (await ann.command(elsewhere, line, **options)).message.text
        assert told == f"You do not play at cy's table, you are looking on. {there}"


async def test_who_is_asked_to_join_or_to_play_on_finds_that_again(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The mention may be days old by then. What was answered, withdrawn or cannot be answered is not listed."""

    async def listed(person: Person) -> list[str]:
        await person.open_dm()
        return (await person.command(DM, "table games")).message.text.splitlines()[1:]

    nothing = [f"You play in no game now. {to_open()} in a channel opens a table."]
    await ann.command(channel, "adepts new", invite=bob.id, invite2=cy.id)
    await stage.quiet()
    [title, stands] = await listed(bob)
    assert f"ann's table]({LINK}" in title
    assert title.endswith(f"<#{channel.id}> · Adepts · not begun · with ann")
    assert stands == "  - ▶ **you are asked** to join"
    await bob.command(channel, "table join")
    await cy.click(await public(cy, channel, "Decline"), "Decline")
    await stage.quiet()
    assert "  - ▶ **you are asked** to join" not in await listed(bob)
    assert await listed(cy) == nothing
    await ann.command(channel, "table start")
    await stage.quiet()
    assert await listed(cy) == nothing
    await replace(ann, channel, bob, cy)
    [title, stands] = await listed(cy)
    assert title.endswith("with ann and bob")
    assert stands == "  - ▶ **you are asked** to play on for bob"
    stage.pg.world.delete_channel(channel)
    await stage.quiet()
    assert (await listed(cy))[1:] == [stands, "  - I do not see its channel any more"]


async def test_who_cannot_see_a_table_does_not_read_there_that_they_are_asked_to_join(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Neither who lost the right to see its channel since nor who left the server learns who sits there by now."""
    await opened(ann, bob)
    await replace(ann, channel, bob, cy)
    world = stage.pg.world
    guild = world.guilds[channel.guild_id or 0]
    other = stage.pg.channel("other", guild)
    await ann.command(other, "adepts new", invite=cy.id)
    await stage.quiet()
    await cy.open_dm()

    async def asked() -> int:
        return (await cy.command(DM, "table games")).message.text.count("**you are asked**")

    assert await asked() == 2
    world.set_permissions(channel, world.users[cy.id], deny=Permission.VIEW_CHANNEL)
    assert await asked() == 1
    world.leave(guild, world.users[cy.id])
    assert await asked() == 0


async def test_whose_channel_is_gone_is_led_to_where_the_game_can_go_on(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """A mention of a deleted channel leads nowhere."""
    guild = stage.pg.world.guilds[channel.guild_id or 0]
    elsewhere, third = stage.pg.channel("elsewhere", guild), stage.pg.channel("third", guild)
    await opened(ann, bob)
    stage.pg.world.delete_channel(channel)
    await stage.quiet()
    gone = "You sit at **ann's table** (Adepts), whose channel I do not see any more."
    onward = "`/table move` in another carries a game on there."
    assert (await bob.command(elsewhere, "table nudge")).message.text == f"There is no table here. {gone} {onward}"
    told = (await bob.command(elsewhere, "hand")).message.text
    assert told == f"There is no table here. {gone} {onward} With the option `game` this works here too."
    since = len(stage.pg.log)
    assert not await bob.autocomplete(elsewhere, "play", "move", "r")
    requests = [each.what for each in stage.pg.log.after(since) if each.kind == "request"]
    assert not [each for each in requests if str(channel.id) in each], "suggestions tell nothing, with each letter"
    assert "goes on here" in (await ann.command(third, "table move")).message.text
    told = (await bob.command(elsewhere, "table nudge")).message.text
    assert told == f"There is no table here. You sit at **ann's table** (Adepts) in <#{third.id}>."


async def test_a_game_is_taken_back_counted_and_exported_in_a_direct_message(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """All of this works there too."""
    table = await stage.bot.tables.look(await opened(ann, bob))
    asked = next(person for person in (ann, bob) if table.seat_of(person.id).seat in table.questions)
    await asked.open_dm()
    await asked.command(DM, "play", move=table.playing.legal(table.seat_of(asked.id).seat)[0])
    await stage.quiet()
    stage.read()
    assert "Assign miners" in (await asked.command(DM, "table undo")).message.text
    score = (await asked.command(DM, "table score")).message.text
    assert score.startswith("-# ann's table")
    assert "The table waits for" in score
    assert f"`{table.playing.seed}`" not in score
    assert (await asked.command(DM, "table export")).message.attachments


async def test_of_several_games_the_one_is_named_whose_choice_is_taken_back(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    elsewhere = stage.pg.channel("elsewhere", stage.pg.world.guilds[channel.guild_id or 0])
    game = await opened(ann, bob)
    await ann.command(elsewhere, "mana-surge new", computers=2)
    await ann.command(elsewhere, "table start")
    await stage.quiet()
    await ann.command(elsewhere, "play", move="red")
    await stage.quiet()
    stage.read()
    await ann.open_dm()
    several = "You play in several games: name one with the option `game`."
    assert (await ann.command(DM, "table undo")).message.text == several
    named = {
        label.split(" (")[1].split(")")[0]: game for label, game in await ann.autocomplete(DM, "table undo", "game")
    }
    assert named["Adepts"] == game
    back = await ann.command(DM, "table undo", game=named["Mana Surge"])
    assert "Which colour do you play?" in back.message.text


@pytest.mark.parametrize(
    "line", ["table board", "table pause", "table join", "table rematch", "tale status", "sheet show"]
)
async def test_in_a_direct_message_nothing_is_proposed_that_is_refused_there(
    line: str, ann: Person, stage: Stage
) -> None:
    await ann.open_dm()
    told = (await ann.command(DM, line)).message.text
    assert " here" in told
    assert " in this channel" not in told
    assert "server's channel" in told


@pytest.mark.parametrize("line", ["table review", "table reopen", "table rematch"])
async def test_where_no_game_was_played_it_is_said_where_ones_own_are(line: str, ann: Person, channel: Channel) -> None:
    await ann.open_dm()
    for place in (channel, DM):
        told = (await ann.command(place, line)).message.text
        assert "`/table games` lists yours" in told
        assert " in this channel" not in told


async def test_of_a_lobby_nobody_is_told_that_there_is_no_table_or_that_one_could_be_opened(
    ann: Person, bob: Person, channel: Channel
) -> None:
    for opens in ("adepts new", "table end", "adepts new"):  # one that was closed before it began was no game
        await ann.command(channel, opens)
    assert (await bob.command(channel, "table replay")).message.text == "A replay is there once the game has begun."
    assert "opens" not in (await bob.command(channel, "table rematch")).message.text


async def test_games_of_one_name_are_told_apart_where_they_are_suggested(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    await opened(ann, bob)
    [(label, game)] = await ann.autocomplete(channel, "play", "game", "")
    turn = (await stage.bot.tables.look(game)).turn
    assert label == f"ann's table (Adepts) · #{channel.name} · turn {turn} · with bob"
    assert f"<#{channel.id}> · " in (await ann.command(channel, "table games")).message.text


async def test_a_game_is_listed_by_what_its_board_calls_a_turn(ann: Person, channel: Channel, stage: Stage) -> None:
    await ann.command(channel, "mana-surge new", computers=2)
    await ann.command(channel, "table start")
    await stage.quiet()
    assert "Mana Surge · set-up · with Ada" in (await ann.command(channel, "table games")).message.text
    assert " · set-up · " in (await ann.autocomplete(channel, "play", "game", ""))[0][0]


async def test_no_move_is_suggested_while_a_game_is_paused(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    table = await stage.bot.tables.look(game)
    asked = next(person for person in (ann, bob) if table.seat_of(person.id).seat in table.questions)
    assert await asked.autocomplete(channel, "play", "move")
    await ann.command(channel, "table pause")
    assert await asked.autocomplete(channel, "play", "move") == []


async def test_a_paused_game_waits_for_nobody_and_is_not_the_one_that_is_meant(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Neither where the games are listed, nor in a direct message, where the one that waits for the person is meant."""
    tables, first = stage.bot.tables, await opened(ann, bob)
    table = await tables.look(first)
    asked = next(person for person in (ann, bob) if table.seat_of(person.id).seat in table.questions)
    await ann.command(channel, "table pause")
    told = (await asked.command(channel, "table games")).message.text
    assert "turn 1, paused" in told
    assert "your move" not in told
    assert "waiting for nobody" in told
    await stage.quiet()
    second = await tables.lobby.new(ann.id, "ann", guild_id=1, channel_id=9, options={})
    await tables.lobby.join(second.id, bob.id, "bob")
    second = await tables.lobby.start(second.id, Actor(ann.id))
    while second.seat_of(asked.id).seat not in second.questions:
        seat = next(iter(second.questions))
        user = second.seat(seat).user_id
        assert user is not None
        second = (await tables.moves.play(second.id, user, second.playing.legal(seat)[0])).table
    moves = await asked.autocomplete(await asked.open_dm(), "play", "move")
    answer = await asked.command(await asked.open_dm(), "play", move=moves[0][1] if moves else "pass")
    assert "You play in several games" not in answer.message.text
    assert (await tables.look(second.id)).sequence == second.sequence + 1


async def test_a_game_that_was_ended_offers_its_log_below_the_list_and_no_replay(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await stage.bot.tables.lobby.end(game, Actor(ann.id))
    told = (await ann.command(channel, "table games")).message
    log = (await ann.click(told, "Log")).message
    assert log.id != told.id
    assert "Log of" in log.text
    assert "Replay" not in [button.label for button in log.buttons]


@pytest.mark.parametrize("label", ["Replay", "Rematch", "Log"])
async def test_the_list_stays_also_where_what_is_pressed_there_takes_long(
    game: str, ann: Person, channel: Channel, stage: Stage, busy: None, label: str
) -> None:
    told = (await ann.command(channel, "table games")).message
    answer = (await ann.click(told, label)).message
    assert answer.id != told.id
    assert answer.ephemeral
    await stage.quiet()
    now = ann.message(told.id)
    assert now is not None
    assert "🏆" in now.text


async def test_a_vote_from_the_list_leaves_it_also_where_that_takes_long(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, busy: None
) -> None:
    game = await opened(ann, bob)
    await stage.bot.tables.lobby.end(game, Actor(ann.id))
    told = (await bob.command(channel, "table games")).message
    answer = (await bob.click(told, "Take it up again")).message
    assert answer.id != told.id
    assert "The message where all vote says" in answer.text


async def test_a_game_is_seen_again_and_played_again_from_a_direct_message(
    game: str, ann: Person, channel: Channel, stage: Stage
) -> None:
    """The rematch opens where the game was played."""
    dm = await ann.open_dm()
    told = (await ann.command(dm, "adepts games")).message
    replay = (await ann.click(told, "Replay")).message
    assert "step 1 of" in replay.text
    told = (await ann.command(dm, "adepts games")).message
    answer = await ann.click(told, "Rematch")
    assert "The others are asked" in answer.message.text
    await stage.quiet()
    assert (
        "A table for" in (await public(ann, channel, "Join")).text
        or "you are invited" in (await public(ann, channel, "Join")).text
    )
    [row] = await stage.bot.tables.store.games.active()
    assert row.channel_id == channel.id


async def test_who_left_the_server_can_ask_nobody_there(game: str, ann: Person, channel: Channel, stage: Stage) -> None:
    """They keep the games that they played and what they knew of them, and see nothing else of that server."""
    dm = await ann.open_dm()
    stage.pg.world.leave(stage.pg.world.guilds[channel.guild_id or 0], stage.pg.world.users[ann.id])
    told = (await ann.command(dm, "adepts games")).message
    assert "🏆" in told.text
    assert "may not write" in (await ann.click(told, "Rematch")).message.text
    assert not await stage.bot.tables.store.games.active()


async def test_nobody_is_asked_for_a_rematch_where_the_bot_may_not_write(
    game: str, ann: Person, channel: Channel, stage: Stage
) -> None:
    world = stage.pg.world
    world.set_permissions(channel, world.app.bot, deny=Permission.SEND_MESSAGES)
    told = (await ann.command(await ann.open_dm(), "adepts games")).message
    refused = (await ann.click(told, "Rematch")).message.text
    assert refused.startswith(f"I cannot show the board in <#{channel.id}>: I lack Send Messages. Somebody who manages")
    assert not await stage.bot.tables.store.games.active()


async def test_a_game_that_was_ended_is_taken_up_again_from_the_list(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """By whoever may, from anywhere, for seven days; the list stays open."""
    game = await opened(ann, bob)
    await stage.bot.tables.lobby.end(game, Actor(ann.id))
    dm = await bob.open_dm()
    told = (await bob.command(dm, "table games")).message
    answer = (await bob.click(told, "Take it up again")).message
    assert answer.id != told.id
    assert "The message where all vote says" in answer.text
    told = (await ann.command(channel, "table games")).message
    assert "goes on where it was ended" in (await ann.click(told, "Take it up again")).message.text
    await stage.quiet()
    [now] = [m for m in ann.messages(channel) if m.id == told.id]
    assert "Take it up again" not in [button.label for button in now.buttons]
    assert "waiting for" in now.text or "your move" in now.text
    assert (await stage.bot.tables.look(game)).status is Status.RUNNING
    await stage.bot.tables.lobby.end(game, Actor(ann.id))
    stage.clock.advance(timedelta(days=7, minutes=1))
    await stage.quiet()
    told = (await ann.command(channel, "table games")).message
    assert [button.label for button in told.buttons] == ["Rematch", "Log"]


async def test_games_whose_channel_is_gone_lead_nowhere_and_say_how_they_are_carried_on(
    game: str, ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """There is no link and no rematch, which would open there; an ended game can be reopened, and then moved."""
    ended = await opened(ann, bob)
    await stage.bot.tables.lobby.end(ended, Actor(ann.id))
    elsewhere = stage.pg.channel("elsewhere", stage.pg.world.guilds[channel.guild_id or 0])
    stage.pg.world.delete_channel(channel)
    told = (await ann.command(elsewhere, "table games")).message
    assert str(channel.id) not in told.text
    assert (
        "I do not see its channel any more: taken up again, `/table move` in another carries it on there." in told.text
    )
    assert told.text.count("I do not see its channel any more.") == 1
    assert [button.label for button in told.buttons] == ["Take it up again", "Log", "Replay", "Log"]
    rematch = await forged(stage.bot, elsewhere.id, Verb.REMATCH, game, ann)
    assert "is not there any more" in rematch.text, "a list from before still has the button"
    await ann.click(told, "Take it up again")
    assert "The game goes on here" in (await ann.command(elsewhere, "table move", game=ended)).message.text


async def test_whoever_has_thrown_the_bot_out_reads_that_it_does_not_see_the_channel_and_lets_it_in_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """For them the channel still exists, so nobody tells them that it does not."""
    await opened(ann, bob)
    world, dm = stage.pg.world, await ann.open_dm()
    guild = world.guilds[channel.guild_id or 0]
    world.leave(guild, world.app.bot)
    told = (await ann.command(dm, "table games")).message.text
    assert "I do not see its channel any more: `/table move` in another carries it on there" in told
    world.join(guild, world.app.bot)
    await stage.quiet()
    told = (await ann.command(dm, "table games")).message.text
    assert f"<#{channel.id}>" in told
    assert "do not see" not in told
    assert not (await ann.click(await board(ann, channel), "Your move")).failed


async def test_of_many_games_discord_is_asked_about_the_channels_of_those_that_are_shown(
    ann: Person, channel: Channel, stage: Stage
) -> None:
    """discord.py's cache does not know deleted channels or archived threads."""
    guild = stage.pg.world.guilds[channel.guild_id or 0]
    for number in range(6):
        place = stage.pg.channel(f"place-{number}", guild)
        await ann.command(place, "adepts new")
        await stage.quiet()
        stage.pg.world.delete_channel(place)
    before = len(stage.pg.log.find("request", "GET /channels/"))
    told = (await ann.command(channel, "table games")).message
    assert told.text.count("I do not see its channel any more") == PLAYED
    assert len(stage.pg.log.find("request", "GET /channels/")) - before == PLAYED
    more = (await ann.click(told, "More ›")).message
    assert more.text.count("I do not see its channel any more") == 2
    for rest in ("b-1", "b²", "bx", f"b{'9' * 40}"):  # a forged id leads to the first page
        assert (await forged(stage.bot, channel.id, Verb.GAMES, "", ann, rest)).text == told.text


async def test_a_seat_that_a_computer_player_holds_is_in_the_list_with_the_way_back(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Also from a direct message; not once a person has it."""
    game = await opened(ann, bob, cy)
    for person in (bob, cy):
        await stage.bot.tables.handovers.leave(game, person.id)
    told = (await bob.command(await bob.open_dm(), "table games")).message
    assert "a computer player has your seat" in told.text
    answer = (await bob.click(told, "Take the seat back")).message
    assert answer.id != told.id
    assert "You have your seat back" in answer.text
    assert (await stage.bot.tables.look(game)).seat_of(bob.id).policy is None
    await stage.quiet()
    [now] = [m for m in bob.messages(DM) if m.id == told.id]
    assert "has your seat" not in now.text
    assert "Take the seat back" not in [button.label for button in now.buttons]
    told = (await bob.command(channel, "table games")).message
    assert "has your seat" not in told.text
    eve = await stage.pg.person("eve")
    seat = (await stage.bot.tables.look(game)).taken_over(cy.id)
    assert seat is not None
    await stage.bot.tables.decisions.decide(game, replacing(Change(seat.seat, eve.id)), Decider(ann.id))
    await stage.bot.tables.handovers.accept(game, seat.seat, eve.id, "eve")
    assert "You play in no game now" in (await cy.command(channel, "table games")).message.text


def test_the_longest_page_of_games_keeps_within_what_discord_takes() -> None:
    """Four games with a seat to take back, and four that are over, with all their buttons."""
    now = datetime(2026, 11, 22, tzinfo=UTC)
    played = [Entry(f"Table {n}", "https://discord.com/", n, "turn 1", TakenOver("abcdefgh")) for n in range(4)]
    ended = [
        Ended("abcdefgh", "A table", "https://discord.com/", "ended", "result", now, whole=n < 2, reopens=n >= 2)
        for n in range(4)
    ]
    panel = rendered(games_panel(played, ended, 0, more=True))
    assert sum(1 for _ in panel.walk_children()) <= 40


async def test_others_do_not_find_it_nor_who_was_replaced(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    eve = await stage.pg.person("eve")
    game = await opened(ann, bob)
    await stage.bot.tables.handovers.leave(game, bob.id)
    await forward(stage, game)
    assert (await stage.bot.tables.look(game)).playing.over
    for person in (bob, eve):
        told = (await person.command(await person.open_dm(), "adepts games")).message
        assert "You play in no game now" in told.text
        assert not told.buttons
    assert "🏆" in (await ann.command(channel, "adepts games")).message.text


async def test_a_rematch_is_asked_for_from_elsewhere_in_a_thread_that_is_archived(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    """Unless it is locked: nobody may write there, so nobody is asked."""
    thread = stage.pg.thread(channel, "a thread")
    await ann.command(thread, "adepts new")
    await public(ann, thread, "Join")
    await bob.command(thread, "adepts join")
    await ann.command(thread, "adepts start")
    await stage.quiet()
    [row] = await stage.bot.tables.store.games.active()
    await forward(stage, row.id)
    messages.set_archived(stage.pg.world, thread, True, True)
    listed = (await bob.command(channel, "table games")).message
    refused = await bob.click(listed, "Rematch")
    assert "is not there any more, or you may not write in it" in refused.message.text
    messages.set_archived(stage.pg.world, thread, True, False)
    stage.read()
    asked = await bob.click(listed, "Rematch")
    assert "The others are asked" in asked.message.text
    assert "you are invited to a rematch" in (await ann.wait_message(thread, "rematch")).text
