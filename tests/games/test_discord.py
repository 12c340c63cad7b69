"""A game without faces is played in Discord by people who click and type, from its lobby to its record."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from bot.components.ids import Verb
from cli.demo.player import controls
from cli.demo.stage import CHANNEL, is_over, press
from game.core.decisions import Event
from playground import CannotDo, Person
from tests.bot.acting import every_move_counted_once, patient, play_whole_game, shown_board, the_record_replays
from tests.bot.core.acting import end
from tests.bot.core.conftest import stage_on
from tests.games.tables import lobby

_SEED = "a-seed-that-nobody-may-see"


@pytest.mark.parametrize("typing", [0.0, 1.0], ids=["clicked", "typed"])
async def test_played_to_its_end(typing: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with stage_on(tmp_path, monkeypatch, _SEED) as stage:
        people = await lobby(stage, "toy", ("ann", "bob", "cleo"), length="long")
        onlooker = await stage.pg.person("onlooker")
        opened = onlooker.messages(CHANNEL)[-1]
        assert "Paper Race" in opened.text
        assert "Adepts" not in json.dumps(opened.raw)
        await press(people["ann"], Verb.COMPUTER)
        await press(people["ann"], Verb.START)
        players = patient(people, random.Random(1), typing)
        await play_whole_game(players)
        await stage.quiet()
        assert is_over(onlooker)
        assert any("ann" in text for text in shown_board(onlooker))
        assert "ran · steps" in shown_board(onlooker)[-1]  # the last events, below the score
        await every_move_counted_once(players, tmp_path / "adepts.sqlite3")
        game = await the_record_replays(people["ann"], tmp_path / "adepts.sqlite3")
        assert (len(game.seats), game.setup, game.seed) == (4, {"length": "long"}, _SEED)
        await _replayed_in_words(people["bob"])


async def _replayed_in_words(person: Person) -> None:
    """Replay step by step from the first move to the score: there is no picture, and no film to share."""
    shown = (await person.command(CHANNEL, "adepts replay")).message
    for number in range(1, 100):
        assert f"step {number} of" in shown.text
        assert not shown.attachments
        assert not any(control.label == "Share as film" for control in shown.controls)
        following = next(control for control in shown.controls if control.label == "Step ›")
        if following.disabled:
            break
        shown = (await person.click(shown, following.custom_id or "")).message
    assert "The end" in shown.text
    assert "points" in shown.text
    with pytest.raises(CannotDo):
        await person.command(CHANNEL, "toy tutorial")


async def test_board_text_log_and_score_while_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every button of the board and every command is answered in words, and tells nobody another's card or bid."""
    async with stage_on(tmp_path, monkeypatch, _SEED) as stage:
        people = await lobby(stage, "toy", ("ann", "bob"), length="long")
        await press(people["ann"], Verb.START)
        await stage.quiet()
        ann, bob = people.values()
        await ann.command(CHANNEL, "play", move="bid:30")
        await stage.quiet()
        [row] = await stage.bot.tables.store.games.active()
        table = await stage.bot.tables.look(row.id)
        assert list(table.waiting) == ["P2"]
        [board] = [m for m in bob.messages(CHANNEL) if controls(m, Verb.TURN)]
        assert "bob chooses" in board.text
        for control in board.controls:
            answer = await bob.click(board, control.custom_id or "")
            assert not answer.failed, control.label
            assert "Sorry" not in answer.message.text, control.label
            assert "bid:30" not in answer.message.text
            assert "coins" not in answer.message.text
        for command in ("adepts board", "adepts log", "adepts score"):
            answer = await bob.command(CHANNEL, command)
            assert not answer.failed, command
        await bob.command(CHANNEL, "play", move="bid:0")
        await stage.quiet()
        shown = "\n".join(shown_board(bob))
        assert "ann bid · coins 30" in shown
        assert "bob bid · coins 0" in shown
        assert "ann chooses" in shown


async def test_what_each_sees_and_what_is_left_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A secret answer that no event reports is confirmed in words; texts show one's own hand, and are removed at the
    end."""
    race = import_module("game.toy.rules").Race
    monkeypatch.setattr(race, "_bid", _untold(race._bid))
    async with stage_on(tmp_path, monkeypatch, _SEED) as stage:
        people = await lobby(stage, "toy", ("ann", "bob"), length="long")
        await press(people["ann"], Verb.START)
        await stage.quiet()
        ann, bob = people.values()
        onlooker = await stage.pg.person("onlooker")
        [row] = await stage.bot.tables.store.games.active()
        [card] = (await stage.bot.tables.look(row.id)).playing.view("P1")["players"]["P1"]["hand"]
        [board] = [message for message in ann.messages(CHANNEL) if controls(message, Verb.TURN)]
        text = (await ann.click(board, "Text")).message
        assert f"hand {card}" in text.text
        assert "hand" not in (await onlooker.click(board, "Text")).message.text
        hand = (await ann.click(board, "Hand")).message
        assert f"**Hand**: {card}" in hand.text
        log = (await ann.click(board, "Log")).message
        asked = (await ann.click(board, "Your move")).message
        assert f"**Hand**: {card}" in asked.text
        done = (await ann.command(CHANNEL, "play", move="bid:30")).message
        assert "You have chosen: **bid:30**." in done.text
        await bob.command(CHANNEL, "play", move="bid:2")
        for turn in range(4):
            await ann.command(CHANNEL, "play", move="walk")
            for person in people.values() if turn < 3 else ():
                await person.command(CHANNEL, "play", move="bid:9")
        await stage.quiet()
        [end] = [message for message in ann.messages(CHANNEL) if controls(message, Verb.EXPORT)]
        assert "ann wins" in end.text
        assert f"**ann**: points 8; hand {card}" in end.text.replace(",", ";")
        assert "ann ran · steps 2" in end.text
        left = {message.id for message in ann.messages(CHANNEL)}
        assert not left & {text.id, hand.id, log.id}


def _untold(bid: Callable[[Any, str, int], list[Event]]) -> Callable[[Any, str, int], list[Event]]:
    """Return the same function without the event for the bidder alone."""
    return lambda race, seat, coins: [event for event in bid(race, seat, coins) if event.to is None]


async def test_rules_list_what_there_is_to_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a game whose desk says nothing about the position; and its secret round is asked by direct message."""
    async with stage_on(tmp_path, monkeypatch, _SEED) as stage:
        stage.pg.channel(CHANNEL)
        await stage.start()
        ann, bob = await stage.pg.person("ann"), await stage.pg.person("bob")
        await ann.command(CHANNEL, "dressed new")
        await press(bob, Verb.JOIN)
        assert any("Bidding reaches you by direct message" in message.text for message in bob.messages(CHANNEL))
        await press(ann, Verb.START)
        await stage.away()
        assert any("What do you write on your slip?" in message.text for message in bob.messages(await bob.open_dm()))
        [board] = [message for message in ann.messages(CHANNEL) if controls(message, Verb.TEXT)]
        rules = (await ann.click(board, "Rules")).message
        assert "You are asked:** What do you write on your slip?" in rules.text
        [select] = rules.selects
        assert [option[0] for option in select.options] == ["Aim", "Bids"]
        page = (await ann.select(rules, select.custom_id or "", [select.options[1][1]])).message
        assert "the highest runs" in page.text
        aside = (await ann.click(board, "Rules")).message
        await end(ann, CHANNEL)
        await stage.quiet()
        left = {message.id for message in ann.messages(CHANNEL)}
        assert page.id in left  # a page of the rules stays true; what was said about the position does not
        assert aside.id not in left
