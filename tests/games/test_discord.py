"""A game of rules alone in Discord, by people who click and type, from its lobby to its record."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from bot.ids import Verb
from cli.demo.player import controls
from cli.demo.stage import CHANNEL, is_over, press
from playground import CannotDo, Person
from tests.bot.acting import every_move_counted_once, patient, play_whole_game, shown_board, the_record_replays
from tests.bot.core.conftest import Stage, stage_on

_SEED = "a-seed-that-nobody-may-see"


async def _lobby(stage: Stage, names: tuple[str, ...]) -> dict[str, Person]:
    """A long race is opened by command, the others join; it has not begun."""
    stage.pg.channel(CHANNEL)
    await stage.start()
    people = {name: await stage.pg.person(name) for name in names}
    host, *others = people.values()
    await host.command(CHANNEL, "toy new", length="long")
    for person in others:
        await press(person, Verb.JOIN)
    return people


@pytest.mark.parametrize("typing", [0.0, 1.0], ids=["clicked", "typed"])
async def test_played_to_its_end(typing: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with stage_on(tmp_path, monkeypatch, _SEED) as stage:
        people = await _lobby(stage, ("ann", "bob", "cleo"))
        onlooker = await stage.pg.person("onlooker")
        lobby = json.dumps(onlooker.messages(CHANNEL)[-1].raw)
        assert "Paper Race" in lobby
        assert "Adepts" not in lobby
        await press(people["ann"], Verb.COMPUTER)
        await press(people["ann"], Verb.START)
        players = patient(people, random.Random(1), typing)
        await play_whole_game(players)
        await stage.quiet()
        assert is_over(onlooker)
        assert any("ann" in text for text in shown_board(onlooker))
        await every_move_counted_once(players, tmp_path / "adepts.sqlite3")
        game = await the_record_replays(people["ann"], tmp_path / "adepts.sqlite3")
        assert (len(game.seats), game.setup, game.seed) == (4, {"length": "long"}, _SEED)
        await _replayed_in_words(people["bob"])


async def _replayed_in_words(person: Person) -> None:
    """Step by step from the first move to the score, without a picture, and without a film to share."""
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
    """Everything that is on the board or has a command works in words, and tells nobody another's card or bid."""
    async with stage_on(tmp_path, monkeypatch, _SEED) as stage:
        people = await _lobby(stage, ("ann", "bob"))
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
        assert "ann bid coins 30" in shown
        assert "bob bid coins 0" in shown
        assert "ann chooses" in shown
