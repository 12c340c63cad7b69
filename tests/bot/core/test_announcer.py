"""Public messages come up to date by themselves, whatever happens at Discord meanwhile."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from bot.announcer import faces
from bot.announcer.channels import Channels
from bot.announcer.posts import BOARD, TURN, Posts
from bot.answers.limits import Heavy
from bot.delivery.rest import Later, Rest
from playground import Permission, Person, Shown
from playground.messaging import messages
from playground.world.models import PRIVATE_THREAD, Channel

from .acting import board, by_command, forward, mover, of_no_server, public
from .conftest import Opened, Stage


async def step(stage: Stage, game: str, channel: Channel, *people: Person) -> None:
    """Make one move for whoever is asked."""
    import random

    person, _ = await mover(stage, game, *people)
    await by_command(person, channel, random.Random(3))
    await stage.quiet()


def boards(person: Person, channel: Channel) -> list[Shown]:
    return [m for m in person.messages(channel) if not m.ephemeral and m.find("Text")]


async def test_the_board_is_edited_in_place_within_a_phase_and_posted_anew_in_the_next(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The former one is deleted."""
    game = await opened(ann, bob)
    first = await board(ann, channel)
    await step(stage, game, channel, ann, bob)
    [now] = boards(ann, channel)
    assert now.id == first.id
    assert now.edited
    await forward(stage, game, "research")
    [later] = boards(ann, channel)
    assert later.id > first.id


async def test_a_board_that_discord_untruly_says_is_deleted_does_not_stand_beside_the_next(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    first = await board(ann, channel)
    stage.pg.faults.add("status", "PATCH /channels/*/messages/*", status=404, code=10008)
    await step(stage, game, channel, ann, bob)
    [now] = boards(ann, channel)
    assert now.id > first.id


async def test_a_board_older_than_fifty_minutes_is_posted_anew(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    first = await board(ann, channel)
    stage.clock.advance(timedelta(minutes=51))
    await step(stage, game, channel, ann, bob)
    [now] = boards(ann, channel)
    assert now.id > first.id


async def test_the_board_is_posted_anew_on_request(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    await opened(ann, bob)
    first = await board(ann, channel)
    await bob.command(channel, "adepts board")
    await stage.quiet()
    [now] = boards(ann, channel)
    assert now.id > first.id
    assert now.id == [m for m in ann.messages(channel) if not m.ephemeral][-1].id


async def test_the_lobby_s_message_stays_with_the_proof_of_the_seed(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    table = await stage.bot.tables.look(game)
    [shown] = [m for m in ann.messages(channel) if table.commitment in m.text]  # in this one alone
    assert not shown.ephemeral
    assert not shown.controls
    assert table.playing.seed not in shown.text
    score = (await ann.command(channel, "adepts score")).message
    assert table.commitment not in score.text
    record = (await bob.command(channel, "adepts export")).message  # to verify it later
    assert table.commitment in record.text
    assert table.playing.seed not in record.text


async def test_the_next_player_is_mentioned_until_it_has_moved(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    person, _ = await mover(stage, game, ann, bob)
    other = bob if person is ann else ann

    def calls(who: Person) -> list[Shown]:
        return [m for m in ann.messages(channel) if f"<@{who.id}>" in m.text and "your move" in m.text]

    await stage.away()
    assert len(calls(person)) == 1
    pinged = [m for m in person.messages(channel) if m.pinged]
    assert len(pinged) == 1
    await step(stage, game, channel, ann, bob)
    assert not calls(person)
    await stage.away()
    assert not calls(person)
    assert len(calls(other)) == 1


async def test_a_deletion_that_a_crash_cut_short_is_not_taken_for_a_mention_that_still_stands(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Discord has deleted the mention, and the process dies before that is stored: the person is called again."""
    game = await opened(ann, bob)
    person, _ = await mover(stage, game, ann, bob)
    await stage.away()
    [row] = [row for row in await stage.bot.tables.store.messages.of_game(game) if row.kind == TURN]
    stage.bot.tables.cache.mark(game, shown=False)  # a change for which the mention is to be deleted
    fault = stage.pg.faults.add("withhold", "DELETE *")
    stage.bot.announcer._posts.delete_later(row)
    await fault.wait_hit()
    await stage.stop()
    stage.pg.faults.clear()
    assert not any(f"<@{person.id}>" in m.text for m in person.messages(channel))
    await stage.start()
    await stage.quiet()
    assert any(f"<@{person.id}>" in m.text for m in person.messages(channel))


async def test_a_call_that_looks_for_the_board_takes_no_message_from_who_deletes_it(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """While a former board is being deleted, others that want the newest neither link to it nor delete its row, which
    the deletion still needs."""
    game = await opened(ann, bob)
    table, posts = await stage.bot.tables.look(game), stage.bot.announcer._posts
    shown = await posts.board(table)
    former = await posts.post(await posts.plan(game, BOARD, channel.id), faces.texts("A former board"), "former")
    fault = stage.pg.faults.add("withhold", "DELETE *")
    posts.delete_later(former)
    await fault.wait_hit()
    assert await posts.board(table) == shown
    assert former.id in {row.id for row in await stage.bot.tables.store.messages.of_game(game)}
    fault.release()
    await stage.quiet()
    assert [m.id for m in boards(ann, channel)] == [shown]


async def test_a_message_that_is_dropped_before_it_is_posted_leaves_nothing_behind(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Neither in the memory of a process that runs for months, nor for a row that a standby gives the same id."""
    game, posts = await opened(ann, bob), stage.bot.announcer._posts
    posts.delete_later(await posts.plan(game, BOARD, channel.id))
    assert not posts._fresh
    assert len(await posts.boards(game)) == 1


async def test_nothing_is_shown_while_another_process_may_have_the_game(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """The other process shows the current state; what this one knows may be outdated."""
    game = await opened(ann, bob)
    before = str(await board(ann, channel))
    stage.bot.router.lease_has_run_out = lambda: True
    await by_the_first(stage, game)
    assert [str(each) for each in boards(ann, channel)] == [before]
    stage.bot.router.lease_has_run_out = lambda: False
    await ann.wait_for(lambda: str(boards(ann, channel)[-1]) != before)


async def test_what_is_to_go_keeps_nothing_else_from_being_shown(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """While Discord does not say whether a former board was deleted, the new one still comes up to date."""
    game = await opened(ann, bob)
    fault = stage.pg.faults.add("withhold", "DELETE *", times=None)
    stage.bot.announcer.anew(game)
    await fault.wait_hit()
    before = str(boards(ann, channel)[-1])
    person, table = await mover(stage, game, ann, bob)
    seat = next(iter(table.questions))
    await stage.bot.tables.moves.play(game, person.id, table.playing.legal(seat)[0])
    await ann.wait_for(lambda: str(boards(ann, channel)[-1]) != before, within=3)
    assert stage.bot.tables.cache._shown[game] is False  # so a start would finish it
    stage.pg.faults.clear()
    await stage.quiet()
    assert stage.bot.tables.cache._shown[game] is True


FAULTS: list[tuple[str, str, dict[str, Any]]] = [
    ("status", "PATCH *", {"status": 503, "times": 2}),
    ("status", "PATCH *", {"status": 503, "times": 8}),
    ("rate_limit", "PATCH *", {"seconds": 0.02}),
    ("rate_limit", "POST /channels/*/messages", {"seconds": 0.02, "scope": "global"}),
    ("drop", "PATCH *", {"times": 2}),
    ("lose_answer", "PATCH *", {}),
    ("lose_answer", "POST /channels/*/messages", {}),
    ("drop", "DELETE *", {}),
]


@pytest.mark.parametrize(("kind", "pattern", "settings"), FAULTS)
async def test_the_board_comes_up_to_date_through_faults(
    kind: Any,
    pattern: str,
    settings: dict[str, Any],
    ann: Person,
    bob: Person,
    channel: Channel,
    stage: Stage,
    opened: Opened,
) -> None:
    game = await opened(ann, bob)
    stage.pg.faults.add(kind, pattern, **settings)
    before = str(await board(ann, channel))
    await step(stage, game, channel, ann, bob)
    await ann.wait_for(lambda: boards(ann, channel) and str(boards(ann, channel)[-1]) != before)
    await ann.wait_for(lambda: len(boards(ann, channel)) == 1)


async def test_a_post_whose_answer_is_lost_is_not_posted_twice(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    await opened(ann, bob)
    stage.pg.faults.add("lose_answer", "POST /channels/*/messages")
    await ann.command(channel, "adepts board")
    await stage.quiet()
    await ann.wait_for(lambda: len(boards(ann, channel)) == 1)
    assert len(stage.pg.log.after(0)) > 0


async def test_a_post_whose_answer_is_lost_shows_what_is_true_when_it_is_tried_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Discord returns the message of the first attempt, with its old text, which is then corrected."""
    game, bot, elsewhere = await opened(ann, bob), stage.bot, stage.pg.channel("elsewhere")
    posts = Posts(Channels(bot, Rest(attempts=1), bot.icons), bot.tables.store.messages, of_no_server)
    row = await posts.plan(game, "test", elsewhere.id)
    stage.pg.faults.add("lose_answer", "POST /channels/*/messages")
    with pytest.raises(Later):
        await posts.post(row, faces.texts("It was so."), "before")
    after = await posts.post(row, faces.texts("It is so."), "after")
    [message] = await ann.wait_for(lambda: ann.messages(elsewhere))
    await ann.wait_for(lambda: "It is so." in ann.messages(elsewhere)[-1].text)
    assert (after.message_id, after.shown) == (message.id, "after")


async def test_a_board_that_was_deleted_comes_again(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """It is posted again with the next call, which links to it, and with the next change."""
    game = await opened(ann, bob)
    for comes in (stage.away, partial(step, stage, game, channel, ann, bob)):
        shown = await board(ann, channel)
        messages.delete(stage.pg.world, stage.pg.world.message(channel.id, shown.id))
        assert not boards(ann, channel)
        await comes()
        assert len(boards(ann, channel)) == 1


async def test_a_lost_permission_keeps_nobody_from_playing_and_the_player_is_told(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    world = stage.pg.world
    world.set_permissions(channel, world.app.bot, deny=Permission.SEND_MESSAGES)
    table = await forward(stage, game, "research")
    answer = await ann.command(channel, "play", move="research pass")
    assert not answer.failed
    assert (await stage.bot.tables.look(game)).sequence == table.sequence + 1
    assert await ann.wait_message(channel, "I lack Send Messages")
    told = (await ann.command(channel, "table board")).message.text
    assert "I cannot show the board here: I lack Send Messages." in told
    assert "`/table move`" in told
    world.set_permissions(channel, world.app.bot, deny=Permission.SEND_MESSAGES | Permission.VIEW_CHANNEL)
    told = (await ann.command(channel, "table board")).message.text
    assert "I lack View Channel and Send Messages. Somebody who manages the channel can give me these;" in told
    for _ in range(Heavy.BOARD.person[0]):  # no board was shown, so none counts against the limit
        assert "I lack" in (await ann.command(channel, "table board")).message.text
    world.set_permissions(channel, world.app.bot, deny=Permission.ATTACH_FILES)
    assert "in words: for pictures I lack Attach Files." in (await ann.command(channel, "table board")).message.text


async def test_in_a_private_thread_that_the_bot_is_not_in_it_says_how_it_can_be_added(
    ann: Person, channel: Channel, stage: Stage
) -> None:
    """People can use its commands there, and Discord counts the permissions that it would have."""
    world = stage.pg.world
    thread = world.add_thread(channel, "secret", PRIVATE_THREAD, ann.id)
    await ann.wait_for(lambda: "secret" in " ".join(ann.channels()))
    for command in ("adepts new", "tale new", "mana-surge tutorial"):
        told = (await ann.command(thread, command)).message.text
        assert "I am not in this private thread. Mention me here, and I am added; then try again." in told
    assert not await stage.bot.tables.store.games.active()
    world.join_thread(thread, world.app.bot.id)
    await stage.quiet()
    assert "Your table is open" in (await ann.command(thread, "adepts new")).message.text
    await public(ann, thread, "Join")


async def test_opening_a_table_says_which_permission_is_missing(ann: Person, channel: Channel, stage: Stage) -> None:
    world = stage.pg.world
    world.set_permissions(channel, world.app.bot, deny=Permission.ATTACH_FILES)
    answer = await ann.command(channel, "adepts new")
    assert "Attach Files" in answer.message.text
    world.set_permissions(channel, world.app.bot, deny=Permission.SEND_MESSAGES_IN_THREADS)
    answer = await ann.command(stage.pg.thread(channel, "a thread"), "adepts new")
    assert "In this channel I lack Send Messages in Threads. Somebody" in answer.message.text
    assert not await stage.bot.tables.store.games.active()


async def test_a_game_whose_channel_is_gone_is_carried_on_elsewhere_by_its_host(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    other = stage.pg.channel("elsewhere")
    assert "The message where all vote says" in (await bob.command(other, "adepts move", game=game)).message.text
    stage.pg.world.delete_channel(channel)
    await forward(stage, game, "research")
    listed = (await ann.command(other, "table games")).message.text
    assert "I do not see its channel any more: `/table move` in another" in listed
    assert "goes on here" in (await ann.command(other, "adepts move", game=game)).message.text
    await stage.quiet()
    assert (await board(ann, other)).id
    assert not (await ann.command(other, "play", move="research pass")).failed


async def test_a_channel_that_a_game_has_left_says_where_it_goes_on(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """In a running game, and in a lobby, whose buttons are removed."""
    await opened(ann, bob)
    other, third = stage.pg.channel("elsewhere"), stage.pg.channel("a third")
    await ann.command(other, "table move")
    await stage.quiet()
    assert boards(ann, other)
    [left] = [m for m in bob.messages(channel) if "goes on in" in m.text]
    assert left.text == f"**ann's table** goes on in <#{other.id}>."
    assert not left.buttons
    assert not boards(ann, channel)
    await bob.command(channel, "mana-surge new")
    await public(bob, channel, "Join")
    moved = await bob.command(third, "table move", game=(await stage.bot.tables.store.games.active())[-1].id)
    assert moved.message.text == "The table is in this channel now."
    await stage.quiet()
    assert not [m for m in bob.messages(channel) if m.find("Join")]
    assert f"**bob's table** goes on in <#{third.id}>." in [m.text for m in bob.messages(channel)]


async def test_every_board_comes_up_to_date_after_a_restart(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Even if the bot could send nothing at all before it."""
    game = await opened(ann, bob)
    stage.pg.faults.add("status", "* /channels/*", times=None, status=500 + 3)
    await forward(stage, game, "research")
    await stage.stop()
    stage.pg.faults.clear()
    await stage.start()
    await stage.quiet()
    [now] = boards(ann, channel)
    table = await stage.bot.tables.look(game)
    [row] = [row for row in await stage.bot.tables.store.messages.of_game(game) if row.kind == BOARD]
    assert row.message_id == now.id
    assert (row.shown or "").startswith(table.playing.place)


async def test_a_start_with_nothing_new_changes_no_message(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    await opened(ann, bob)
    await stage.stop()
    mark = len(stage.pg.log.after(0))
    await stage.start()
    await stage.quiet()
    written = [entry for entry in stage.pg.log.after(0)[mark:] if "/messages" in str(entry)]
    assert not written


async def begun_in_a_thread(stage: Stage, channel: Channel, ann: Person, bob: Person) -> tuple[Channel, str]:
    """Begin a game in a thread, and call its first player; return the thread and the game's id."""
    thread = stage.pg.thread(channel, "a thread")
    await ann.command(thread, "adepts new")
    await public(ann, thread, "Join")
    await bob.command(thread, "adepts join")
    await ann.command(thread, "adepts start")
    await stage.away()
    [row] = await stage.bot.tables.store.games.active()
    return thread, row.id


async def by_the_first(stage: Stage, game: str) -> None:
    """Let whoever is asked first answer, from anywhere."""
    table = await stage.bot.tables.look(game)
    seat = next(iter(table.questions))
    await stage.bot.tables.moves.play(game, table.seat(seat).user_id or 0, table.playing.legal(seat)[0])
    await stage.quiet()


async def test_an_archived_thread_is_woken_for_what_changes(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    """No outdated board or call stays there: the board is edited, and the call of whoever has answered is deleted."""
    thread, game = await begun_in_a_thread(stage, channel, ann, bob)
    [called] = [m.id for person in (ann, bob) for m in person.messages(thread) if m.pinged]
    [before] = boards(ann, thread)
    messages.set_archived(stage.pg.world, thread, True, False)
    await by_the_first(stage, game)
    assert not thread.archived
    [after] = boards(ann, thread)
    assert after.id == before.id
    assert after.text != before.text
    assert called not in [m.id for m in ann.messages(thread)]


async def test_who_plays_from_elsewhere_is_told_that_the_board_cannot_be_shown(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    """If the thread is locked or deleted; not if it is archived, since the bot can wake it."""
    thread, game = await begun_in_a_thread(stage, channel, ann, bob)
    for why in ("", "I lack Manage Threads (the thread is locked)", "that channel is not there any more"):
        asked, _ = await mover(stage, game, ann, bob)
        dm = await asked.open_dm()
        if why.startswith("that"):
            stage.pg.world.delete_channel(thread)
        else:
            messages.set_archived(stage.pg.world, thread, True, bool(why))
        [(_, move), *_] = await asked.autocomplete(dm, "play", "move")
        assert not (await asked.command(dm, "play", move=move, game=game)).failed
        await stage.quiet()
        told = [each.text for each in asked.messages(dm) if "cannot show the board" in each.text]
        assert len(told) == bool(why)
        if why:
            assert f"I cannot show the board in <#{thread.id}>: {why}" in told[0]
        for text in told:
            assert "`/table move` in another channel" in text
        messages.set_archived(stage.pg.world, thread, False, False)


async def test_a_move_counts_though_discord_does_not_say_whether_its_channel_is_there(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    thread, game = await begun_in_a_thread(stage, channel, ann, bob)
    asked, _ = await mover(stage, game, ann, bob)
    dm = await asked.open_dm()
    messages.set_archived(stage.pg.world, thread, True, False)
    silent = stage.pg.faults.add("drop", f"GET /channels/{thread.id}", times=None)
    [(_, move), *_] = await asked.autocomplete(dm, "play", "move")
    await asked.command(dm, "play", move=move, game=game)
    await stage.bot.router.idle()
    assert silent.hits
    stage.pg.faults.remove(silent)
    await stage.quiet()
    assert not [each.text for each in asked.messages(dm) if "Sorry" in each.text]
    assert (await stage.bot.tables.look(game)).playing.ply == 1


async def test_a_locked_thread_is_left_alone(ann: Person, bob: Person, channel: Channel, stage: Stage) -> None:
    """The bot may not wake it. Once somebody has unlocked it, the same board comes up to date with the next move."""
    thread, game = await begun_in_a_thread(stage, channel, ann, bob)
    [board] = boards(ann, thread)
    messages.set_archived(stage.pg.world, thread, True, True)
    before = len(stage.pg.log)
    await by_the_first(stage, game)
    assert thread.archived
    asked = [each.what for each in [*stage.pg.log][before:] if each.kind == "request"]
    assert f"GET /channels/{thread.id}" not in asked
    messages.set_archived(stage.pg.world, thread, False, False)
    await by_the_first(stage, game)
    table = await stage.bot.tables.look(game)
    waiting = table.named(next(iter(table.questions)))
    [now] = boards(ann, thread)
    assert now.id == board.id
    assert f"{waiting} assigns miners" in now.text
