"""Private messages whose game ends, or which are gone: what they say last, and what is kept of them."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.answers import ephemeral
from bot.answers.ephemeral import PrivateMessage
from bot.answers.replies import Reply
from bot.clock.clock import elapsed
from bot.tables import Table
from bot.tables.checks import Actor
from game.core.decisions import PASS
from game.core.protocol import Game
from playground import Person
from playground.world.models import Channel

from .acting import begin, board, chosen, end, forward, mover, open_panel, private, public, replace
from .conftest import Opened, Stage


async def test_what_was_said_of_a_lobby_goes_when_the_game_begins(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    """No private message still says to press Start, or that Leave gives up the seat."""
    await ann.command(channel, "adepts new", seats=3)
    lobby = await public(ann, channel, "Join")
    await bob.click(lobby, "Join")
    await ann.click(lobby, "Options")
    await ann.select(lobby, "Add computer player", ["greedy"])
    await stage.quiet()
    [said] = private(ann, channel)
    assert "has sat down" in said.text
    await ann.click(lobby, "Start")
    await stage.quiet()
    [begun] = private(ann, channel)
    assert "The game has begun" in begun.text
    assert not private(bob, channel)
    await ann.click(await board(ann, channel), "Your move")
    await stage.quiet()
    assert len(private(ann, channel)) == 1


async def test_nothing_to_press_stays_open_when_the_game_is_ended(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    await opened(ann, bob)
    for person in (ann, bob):
        await person.click(await board(person, channel), "Your move")
    await end(ann, channel)
    await stage.quiet()
    assert not [m for person in (ann, bob) for m in private(person, channel) if m.controls]


@pytest.mark.parametrize("deferred", [False, True])
async def test_a_press_on_a_panel_that_closes_meanwhile_is_answered_in_a_new_one(
    ann: Person, bob: Person, channel: Channel, stage: Stage, monkeypatch: pytest.MonkeyPatch, deferred: bool, game: str
) -> None:
    """The panel that replaced it goes too: the last press is answered there, once, and kept up to date."""
    mine, _ = await mover(stage, game, ann, bob)
    person = bob if mine is ann else ann
    closing = await open_panel(person, channel)
    pressed, delete, show = asyncio.Event(), PrivateMessage.delete, Reply.show

    async def late_delete(self: PrivateMessage) -> bool:
        await pressed.wait()
        return await delete(self)

    async def late_show(self: Reply, *args: Any) -> None:
        message = self.interaction.message
        if message is not None and message.id == closing.id:
            if deferred:
                await self.defer()
            pressed.set()
            await person.wait_for(lambda: person.message(closing.id) is None)
        await show(self, *args)

    monkeypatch.setattr(PrivateMessage, "delete", late_delete)
    monkeypatch.setattr(Reply, "show", late_show)
    await open_panel(person, channel)
    answer = await person.click(closing, "Plan ahead")
    assert not answer.failed
    await stage.quiet()
    [now] = private(person, channel)
    assert "Plan your next groups" in now.text
    await stage.bot.tables.plans.add(game, person.id, "diamond.3x3")
    await stage.quiet()
    [now] = private(person, channel)
    assert "3 miners to Diamond III" in now.text


async def test_a_press_on_a_panel_that_closes_for_a_later_press_leaves_what_that_shows(
    ann: Person, bob: Person, channel: Channel, stage: Stage, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    mine, _ = await mover(stage, game, ann, bob)
    person = bob if mine is ann else ann
    closing = await open_panel(person, channel)
    show = Reply.show

    async def late_show(self: Reply, *args: Any) -> None:
        message = self.interaction.message
        if message is not None and message.id == closing.id:
            await person.wait_for(lambda: person.message(closing.id) is None)
        await show(self, *args)

    monkeypatch.setattr(Reply, "show", late_show)
    answer = await person.begin_click(closing, "Plan ahead")
    later = await open_panel(person, channel)
    assert not (await answer.settled()).failed
    await stage.quiet()
    assert [(m.id, m.text) for m in private(person, channel)] == [(later.id, later.text)]


@pytest.mark.parametrize("refused", [1, 2])
async def test_a_press_whose_message_is_gone_counts_where_the_panel_is(
    ann: Person, bob: Person, channel: Channel, stage: Stage, refused: int, game: str
) -> None:
    """Also if Discord accepts no other answer."""
    person, _ = await mover(stage, game, ann, bob)
    panel = await open_panel(person, channel)
    fault = stage.pg.faults.add("status", "POST /interactions/*", times=refused, status=404, code=10008)
    await begin(person, panel)
    await fault.wait_hit()
    await stage.quiet()
    assert fault.hits == refused
    [now] = private(person, channel)
    assert (now.id == panel.id) is (refused > 1)
    assert now.text != panel.text


async def test_a_panel_that_is_gone_is_no_picture_refused(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    """The edit is not retried in words, and no error is logged."""
    game = await opened(ann, bob)
    person, _ = await mover(stage, game, ann, bob)
    panel = await open_panel(person, channel)
    assert panel.raw["attachments"]
    fault = stage.pg.faults.add("status", "PATCH /webhooks/*", times=None, status=404, code=10008)
    await stage.bot.tables.lobby.set_pace(game, Actor(ann.id), "day")
    await stage.quiet()
    assert fault.hits == 1
    assert not [each for each in caplog.records if each.levelno >= logging.ERROR]
    stage.pg.faults.clear()


async def test_a_panel_whose_token_has_died_is_left_as_it_is(
    ann: Person, bob: Person, channel: Channel, stage: Stage, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Nothing is tried with the token; a press gives the panel a new one for fifteen minutes."""
    person, table = await mover(stage, game, ann, bob)
    panel = await open_panel(person, channel)
    mark = len(stage.pg.log.after(0))
    with monkeypatch.context() as later:
        later.setattr(ephemeral, "elapsed", lambda: elapsed() + 15 * 60)
        await stage.bot.tables.moves.play(game, person.id, table.playing.legal(table.seat_of(person.id).seat)[0])
        await stage.quiet()
    assert not [e for e in stage.pg.log.after(0)[mark:] if "/webhooks/" in str(e)]
    assert "decided already" in (await chosen(person, panel)).text


async def test_a_panel_stays_true_whatever_the_machine_s_clock_says(
    ann: Person, bob: Person, channel: Channel, stage: Stage, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """It may have been set a day ahead: the token is as old as it is."""
    person, table = await mover(stage, game, ann, bob)
    panel, now = await open_panel(person, channel), discord.utils.utcnow
    monkeypatch.setattr(discord.utils, "utcnow", lambda: now() + timedelta(days=1))
    await stage.bot.tables.moves.play(game, person.id, table.playing.legal(table.seat_of(person.id).seat)[0])
    await stage.quiet()
    assert "It is not your move" in person.message(panel.id).text  # type: ignore[union-attr]


async def played(stage: Stage, game: str, until: Callable[[Table, str, str], bool]) -> tuple[Table, str, str]:
    """Play on without clients until the table, the seat asked and its answer satisfy `until`; return all three."""
    rng = random.Random(4)
    while True:
        table = await stage.bot.tables.look(game)
        seat = next(iter(table.questions))
        token, user = rng.choice(list(table.playing.legal(seat))), table.seat(seat).user_id
        if until(table, seat, token):
            await stage.quiet()
            return table, seat, token
        assert user is not None
        await stage.bot.tables.moves.play(game, user, token)


def ends(table: Table, seat: str, token: str) -> bool:
    """Return whether the answer ends the game."""
    return _ends(table.playing, seat, token)


def _ends(game: Game, seat: str, token: str) -> bool:
    after = game.copy()
    after.play(seat, token)
    return after.over


async def test_an_open_panel_says_how_the_game_came_out(
    ann: Person, bob: Person, channel: Channel, stage: Stage, game: str
) -> None:
    """To whoever made the last move and to the other player, whatever it showed; it also leads to the replay. An open
    score becomes the final one."""
    table, seat, token = await played(stage, game, ends)
    shown = {person: await open_panel(person, channel) for person in (ann, bob)}
    last = ann if table.seat_of(ann.id).seat == seat else bob
    score = (await last.command(channel, "table score")).message
    assert "Score so far" in score.text
    await last.command(channel, "play", move=f"{table.playing.kind(seat)} {token}")
    await stage.quiet()
    over = (await stage.bot.tables.look(game)).playing
    assert over.over
    [last_score] = [message for message in private(last, channel) if message.id == score.id]
    assert "Score so far" not in last_score.text
    assert f"`{over.seed}`" in last_score.text
    assert last_score.attachments
    for person in (ann, bob):
        [panel] = [message for message in private(person, channel) if "The game is over." in message.text]
        assert "🏆" in panel.text
        assert panel.text.count("The game is over") == 1
        assert panel.find("Replay")
        assert person is last or panel.id == shown[person].id


async def test_whose_move_was_not_the_last_is_told_how_the_game_went_to_its_end(
    ann: Person, bob: Person, channel: Channel, stage: Stage, game: str
) -> None:
    """Where a computer player ends the game at once, before anything is said of the own move."""
    mine = (await stage.bot.tables.look(game)).seat_of(ann.id).seat
    table, seat, token = await played(stage, game, lambda *at: at[1] == mine and _leaves_the_end(*at))
    await replace(ann, channel, bob)
    await ann.command(channel, "play", move=f"{table.playing.kind(seat)} {token}")
    assert (await stage.bot.tables.look(game)).playing.over
    [text] = [message.text for message in private(ann, channel) if "🏆" in message.text]
    own, since, _ = text.partition("⌘ cast no spell")
    assert own.startswith("You ")
    assert since
    assert "🏆" not in own


def _leaves_the_end(table: Table, seat: str, token: str) -> bool:
    """Return whether the next one ends the game by passing."""
    after = table.playing.copy()
    after.play(seat, token)
    return seat not in after.pending and any(
        PASS in after.legal(other) and _ends(after, other, PASS) for other in after.pending
    )


async def test_your_move_that_is_opened_later_offers_to_take_the_last_choice_back(
    ann: Person, bob: Person, channel: Channel, stage: Stage, game: str
) -> None:
    table, seat, _ = await played(stage, game, lambda table, seat, _: table.can_undo(seat))
    person = ann if table.seat_of(ann.id).seat == seat else bob
    panel = await open_panel(person, channel)
    await person.click(panel, "Undo")
    await stage.quiet()
    assert (await stage.bot.tables.look(game)).playing.ply < table.playing.ply


async def test_nothing_is_kept_of_a_table_that_has_no_messages_any_more(
    ann: Person, channel: Channel, stage: Stage
) -> None:
    await ann.command(channel, "adepts new")
    await stage.quiet()
    assert stage.bot.screens._open
    await ann.command(channel, "adepts end")
    await stage.quiet()
    assert not stage.bot.screens._open


async def test_nothing_is_kept_of_what_shows_a_finished_game(
    stage: Stage, channel: Channel, ann: Person, game: str
) -> None:
    await forward(stage, game)
    await stage.quiet()
    await stage.bot.screens.bring(game)
    await ann.command(channel, "adepts log")
    await stage.quiet()
    assert game not in stage.bot.screens._open
