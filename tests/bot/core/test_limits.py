"""Expensive things are limited in number, and whoever floods the bot delays only themselves."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.answers.limits import Heavy, Limits
from bot.clock import MovedClock
from bot.tables.errors import TooSoon
from bot.tables.transitions import Outcome
from playground import Person, Shown
from playground.world.models import Channel

from .acting import end, forward
from .conftest import Opened, Stage
from .test_tale_rolls import playing

FLOOD = 12


def test_a_person_and_a_channel_have_so_much_of_each() -> None:
    """Each has a limit of its own; a refusal costs nothing, and says when to try again."""
    clock = MovedClock(datetime(2026, 1, 1, tzinfo=UTC))
    limits = Limits(clock.now)
    often, per = Heavy.EXPORT.person
    for _ in range(often):
        limits.spend(Heavy.EXPORT, 1, 10)
    clock.advance(timedelta(seconds=per - 5))
    for _ in range(30):
        with pytest.raises(TooSoon) as refused:
            limits.spend(Heavy.EXPORT, 1, 10)
    due = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp() + per)
    assert f"<t:{due}:R>" in refused.value.text
    limits.spend(Heavy.SHARE, 1, 10)
    everybody = Heavy.EXPORT.channel[0]
    for user in range(2, 2 + everybody - often):
        limits.spend(Heavy.EXPORT, user, 10)
    with pytest.raises(TooSoon, match="This channel"):
        limits.spend(Heavy.EXPORT, 99, 10)
    limits.spend(Heavy.EXPORT, 99, 11)
    clock.advance(timedelta(seconds=per + 5))
    limits.spend(Heavy.EXPORT, 1, 10)


def test_who_wants_several_at_once_and_more_than_there_are_has_had_none() -> None:
    limits = Limits(MovedClock(datetime(2026, 1, 1, tzinfo=UTC)).now)
    most, _ = Heavy.INVITE.person
    limits.spend(Heavy.INVITE, 1, 10, most - 2)
    with pytest.raises(TooSoon, match="You have had many invitations"):
        limits.spend(Heavy.INVITE, 1, 10, 3)
    limits.spend(Heavy.INVITE, 1, 10, 0)
    limits.spend(Heavy.INVITE, 1, 10, 2)
    with pytest.raises(TooSoon):
        limits.spend(Heavy.INVITE, 1, 10)


async def test_a_flood_of_one_person_comes_before_nobody_else(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A single request of somebody else comes right after the few of the flood that are already being worked on."""
    game = await opened(ann, bob)
    tables, order = stage.bot.tables, list[int]()
    three, other = asyncio.Event(), asyncio.Event()
    arrived: list[int] = []
    undo = tables.moves.undo

    async def noted(game_id: str, user_id: int, *more: Any) -> Outcome:
        arrived.append(user_id)
        (other if user_id == bob.id else three if len(arrived) == 3 else asyncio.Event()).set()
        try:
            return await undo(game_id, user_id, *more)
        finally:
            order.append(user_id)

    monkeypatch.setattr(tables.moves, "undo", noted)
    async with tables.cache.hold(game):
        flood = [await ann.begin_command(channel, "adepts undo") for _ in range(FLOOD)]
        await asyncio.wait_for(three.wait(), 60)
        one = await bob.begin_command(channel, "adepts undo")
        await asyncio.wait_for(other.wait(), 60)
    for answer in (one, *flood):
        await answer.settled()
    assert order.index(bob.id) == 3
    assert len(order) == FLOOD + 1


async def test_who_presses_without_end_is_told_so_and_nothing_is_done_for_it(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Three are worked on, twenty wait, and the others are refused without being kept."""
    game, router = await opened(ann, bob), stage.bot.router

    def told() -> list[Shown]:
        return [each for each in ann.messages(channel) if "faster than I can answer" in each.text]

    async with stage.bot.tables.cache.hold(game):
        flood = [await ann.begin_command(channel, "adepts undo") for _ in range(30)]
        await ann.wait_for(lambda: len(told()) == 30 - 23)
        assert all(each.ephemeral for each in told())
        assert router.queues["interactions waiting"] == 20
    for answer in flood:
        await answer.settled()
    assert len(told()) == 30 - 23
    assert not router._queued
    refused = [message for message in ann.messages(channel) if "faster" in message.text]
    assert len(refused) == 30 - 3 - 20


async def test_one_film_stands_in_a_channel_however_often_it_is_asked_for(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Whoever asks again gets a link to it; if it was deleted, it can be posted again."""
    game = await opened(ann, bob)
    await forward(stage, game)
    panel = (await ann.command(channel, "adepts replay")).message
    presses = [await ann.begin_click(panel, "Share as film") for _ in range(4)]
    for press in presses:
        await press.settled()
    await stage.quiet()
    [film] = [message for message in bob.messages(channel) if "Shared by" in message.text]
    panel = (await bob.command(channel, "adepts replay")).message
    await bob.click(panel, "Share as film")
    assert f"/{channel.id}/{film.id}" in (await bob.wait_message(channel, "already")).text
    stage.pg.world.messages.pop(film.id)
    panel = (await bob.command(channel, "adepts replay")).message
    await bob.click(panel, "Share as film")
    await stage.quiet()
    assert [message.id for message in bob.messages(channel) if "Shared by bob" in message.text] != []


async def test_a_button_that_comes_too_often_leaves_the_panel_as_it_is(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    await forward(stage, game)
    panel = (await ann.command(channel, "adepts replay")).message
    for _ in range(Heavy.REPLAY.person[0]):
        with suppress(TooSoon):
            stage.bot.limits.spend(Heavy.REPLAY, ann.id, channel.id)
    answer = await ann.click(panel, "Step ›")
    assert not answer.failed
    await ann.wait_message(channel, "try again")
    now = ann.message(panel.id)
    assert now is not None
    assert now.text == panel.text


async def test_boards_and_records_are_had_now_and_then(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob)
    for line, heavy in (("adepts board", Heavy.BOARD), ("adepts export", Heavy.EXPORT)):
        for _ in range(heavy.person[0]):
            assert "try again" not in (await ann.command(channel, line)).message.text
        assert "try again" in (await ann.command(channel, line)).message.text
        assert "try again" not in (await bob.command(channel, line)).message.text
    await forward(stage, game, "research")
    await ann.command(channel, "adepts nudge")
    await stage.quiet()
    assert (
        "They were asked or called just now. You can try again at <t:"
        in (await ann.command(channel, "adepts nudge")).message.text
    )


async def test_nobody_calls_the_others_without_end_by_votes(
    ann: Person, bob: Person, cy: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    """Neither by withdrawing and restarting a vote nor by ever new ones. Supporting an open vote is always possible,
    and so is the host's decision."""
    await opened(ann, bob, cy)
    await stage.away()

    def calls() -> int:
        return sum(bool((event.get("message") or {}).get("pinged")) for event in cy.raw)

    before, often = calls(), Heavy.DECISION.person[0]
    for number in range(often):
        line, options = (("table pause", {}), ("table replace", {"player": "P1"}))[number % 2]
        told = (await bob.command(channel, line, **options)).message
        await stage.quiet()
        await bob.click(told, "Withdraw my vote")
        await stage.quiet()
    assert calls() == before + often
    assert "You have had many votes and decisions" in (await bob.command(channel, "table pause")).message.text
    await cy.command(channel, "table pause")
    assert "More than half are for it" in (await bob.command(channel, "table pause")).message.text
    assert "goes on" in (await ann.command(channel, "table resume")).message.text


async def test_nobody_fills_a_channel_with_rolls(ann: Person, bob: Person, channel: Channel, stage: Stage) -> None:
    """Other people's rolls would have to wait. Whoever has reached the limit can still do everything else."""
    await ann.command(channel, "tale new", title="The Tower")
    await bob.command(channel, "tale join")
    often, per = Heavy.ROLL.person
    for _ in range(often):
        await bob.command(channel, "roll", dice="d6")
    assert "You have had many rolls" in (await bob.command(channel, "roll", dice="d6")).message.text
    live = await stage.bot.tales.active_in(channel.id)
    assert len(live.tale.log) == often + 1
    assert "**Roll 31**" in (await ann.command(channel, "roll", dice="d6")).message.text
    assert "rolled" in (await bob.command(channel, "tale log")).message.text
    stage.clock.advance(timedelta(seconds=per))
    assert "**Roll 32**" in (await bob.command(channel, "roll", dice="d6")).message.text


async def test_a_game_master_calls_nobody_and_posts_nothing_without_end(
    ann: Person, bob: Person, channel: Channel, stage: Stage
) -> None:
    """This concerns whose turn it is, and links from other channels to the tale."""
    await playing(stage, channel, ann, bob)
    await ann.command(channel, "gm scene", name="The Gate")
    often, per = Heavy.ROLL.person
    for _ in range(often):
        assert "acts" in (await ann.command(channel, "gm hand", to="Iltani")).message.text
    refused = (await ann.command(channel, "gm hand", to="Iltani")).message.text
    assert "You have had many rolls and announcements" in refused
    await stage.quiet()
    assert len([m for m in bob.messages(channel) if "Iltani acts." in m.text and not m.ephemeral]) == often
    stage.clock.advance(timedelta(seconds=per))
    assert "acts" in (await ann.command(channel, "gm hand", to="Iltani")).message.text
    other, live = stage.pg.channel("other"), await stage.bot.tales.active_in(channel.id)
    often, _ = Heavy.BOARD.person
    for _ in range(often):
        await ann.command(other, "tale connect", tale=live.id)
        await ann.command(other, "tale disconnect")
    for line in ("tale connect", "tale move"):
        assert "You have had many boards" in (await ann.command(other, line, tale=live.id)).message.text


async def test_nobody_opens_tables_without_end(ann: Person, channel: Channel, stage: Stage) -> None:
    often, per = Heavy.TABLE.person
    for _ in range(often):
        await ann.command(channel, "adepts new")
        await ann.command(channel, "table end")
    for line in ("harrowing new", "adepts tutorial", "tale new", "tale tutorial"):
        assert "You have had many new tables" in (await ann.command(channel, line)).message.text, line
    stage.clock.advance(timedelta(seconds=per))
    assert "Your table is open" in (await ann.command(channel, "harrowing new")).message.text


async def test_a_rematch_is_a_new_table_with_invitations(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    await opened(ann, bob)
    await end(ann, channel)
    stage.bot.limits.spend(Heavy.INVITE, bob.id, channel.id, Heavy.INVITE.person[0])
    assert "You have had many invitations" in (await bob.command(channel, "table rematch")).message.text
    stage.bot.limits.spend(Heavy.TABLE, ann.id, channel.id, Heavy.TABLE.person[0] - 1)
    assert "You have had many new tables" in (await ann.command(channel, "table rematch")).message.text
