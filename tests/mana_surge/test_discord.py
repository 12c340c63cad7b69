"""Mana Surge in Discord, from lobby to record: by clicks, by typing, and alone against computer players."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.components.ids import Verb
from cli.demo.player import controls
from cli.demo.stage import CHANNEL, is_over, press
from game.core.discover import kit
from tests.bot.acting import every_move_counted_once, patient, play_whole_game, shown_board, the_record_replays
from tests.bot.core.acting import CONFIRM, forward, looked
from tests.bot.core.conftest import stage_on
from tests.games.tables import lobby

_SEED = "a-seed-that-nobody-may-see"


async def test_three_people_play_to_the_end_by_clicks_and_by_typing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is in words, except for one player's own pictures."""
    async with stage_on(tmp_path, monkeypatch, _SEED) as stage:
        names = ("ann", "bob", "cleo")
        people = await lobby(stage, "mana-surge", names, board="whirlpool", fierce="on", colours="seated", look="words")
        onlooker = await stage.pg.person("onlooker")
        text = onlooker.messages(CHANNEL)[-1].text
        assert "A table for Mana Surge" in text
        assert "Board: **Whirlpool**" in text
        assert "Fierce: **On**" in text
        assert "Colours: **By seat**" in text
        await press(people["ann"], Verb.START)
        players = patient(people, random.Random(1), 0.5)
        await play_whole_game(players)
        await stage.quiet()
        assert is_over(onlooker)
        assert any("wins" in text or "share the victory" in text for text in shown_board(onlooker))
        await every_move_counted_once(players, tmp_path / "adepts.sqlite3")
        game = await the_record_replays(people["ann"], tmp_path / "adepts.sqlite3")
        assert game.setup == {"board": "whirlpool", "colours": "seated", "fierce": "on"}
        assert (game.seed, game.over) == (_SEED, True)


async def test_alone_against_two_computer_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They sit down when the table is opened; the board says what happens, with names."""
    async with stage_on(tmp_path, monkeypatch, _SEED) as stage:
        people = await lobby(stage, "mana-surge", ("ann",), computers=2)
        await press(people["ann"], Verb.START)
        players = patient(people, random.Random(2), 0.5)
        await play_whole_game(players)
        await stage.quiet()
        assert is_over(people["ann"])
        game = await the_record_replays(people["ann"], tmp_path / "adepts.sqlite3")
        assert game.setup == {"board": "surge", "colours": "chosen", "fierce": "off"}


async def test_whoever_ends_a_turn_is_told_so_before_what_befalls_who_comes_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """*Undo* takes the end of the turn back, so that line is never left out, whatever else is said."""
    async with stage_on(tmp_path, monkeypatch, "9f2c") as stage:
        people = await lobby(stage, "mana-surge", ("ann", "bob", "cleo"), colours="seated")
        await press(people["ann"], Verb.START)
        [row] = await stage.bot.tables.store.games.active()
        table = await forward(stage, row.id, "move", "spawn")
        for _ in range(6):
            person = next(each for each in people.values() if table.seat_of(each.id).seat in table.questions)
            while table.playing.kind(table.seat_of(person.id).seat) == "spawn":
                await stage.bot.tables.moves.play(
                    row.id, person.id, table.playing.legal(table.seat_of(person.id).seat)[0]
                )
                table = await looked(stage, row.id)
            told = (await person.command(CHANNEL, "play", move="End the turn")).message
            assert told.text.startswith("You moved nothing.")
            assert told.find("Undo")
            table = await looked(stage, row.id)


async def test_a_move_typed_in_plain_words_a_refusal_undo_and_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stage_on(tmp_path, monkeypatch, "9f2c") as stage:
        people = await lobby(stage, "mana-surge", ("ann", "bob", "cleo"))
        ann, bob, _ = people.values()
        await press(ann, Verb.START)
        await stage.quiet()
        assert [label for label, _ in await ann.autocomplete(CHANNEL, "play", "move", "gre")] == ["Green"]
        await ann.command(CHANNEL, "play", move="colour red")
        refused = await bob.command(CHANNEL, "play", move="colour red")
        assert "Red is taken: ann plays it." in refused.message.text
        assert (
            "what you have stands on the board, which `/table board` brings"
            in (await bob.command(CHANNEL, "hand")).told
        )
        await bob.command(CHANNEL, "play", move="green")
        await ann.command(CHANNEL, "play", move="a1")
        await bob.command(CHANNEL, "play", move="d7")
        await stage.quiet()
        assert ("b2 to c3 (+1 Attack)", "move b2-c3") in await ann.autocomplete(CHANNEL, "play", "move", "b2 c3")
        assert "do not touch" in (await ann.command(CHANNEL, "play", move="b2-d4")).message.text
        await ann.command(CHANNEL, "play", move="b2-c3")
        await stage.quiet()
        shown = "\n".join(shown_board(bob))
        assert "ann moved from b2 to c3 (+1 Attack)." in shown
        assert "bob moves" in shown
        assert not (await ann.command(CHANNEL, "adepts undo")).failed
        await stage.quiet()
        assert "ann moves" in "\n".join(shown_board(bob))
        [board] = [m for m in bob.messages(CHANNEL) if controls(m, Verb.TEXT)]
        for control in board.controls:
            answer = await bob.click(board, control.custom_id or "")
            assert not answer.failed, control.label
            assert "Sorry" not in answer.message.text, control.label
        found = (await bob.command(CHANNEL, "rules search", what="who dies")).message.text
        assert "Who dies" in found
        assert "spell" not in found
        for command in ("adepts board", "adepts log", "adepts score"):
            assert not (await bob.command(CHANNEL, command)).failed


async def test_two_games_after_each_other_in_one_channel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Adepts, Mana Surge, Adepts: each has the channel to itself, and its rules are shown there."""
    async with stage_on(tmp_path, monkeypatch, _SEED) as stage:
        stage.pg.channel(CHANNEL)
        await stage.start()
        ann = await stage.pg.person("ann")
        for name, query, answer in (
            ("adepts", "battery", "gem"),
            ("mana-surge", "who dies", "Who dies (ruling 11)"),
            ("adepts", "battery", "gem"),
        ):
            assert not (await ann.command(CHANNEL, f"{name} new", computers=2)).failed
            other = "mana-surge" if name == "adepts" else "adepts"
            assert "One table a channel" in (await ann.command(CHANNEL, f"{other} new")).message.text
            await press(ann, Verb.START)
            await stage.quiet()
            begun = {"adepts": "turn 1", "mana-surge": "set-up"}[name]
            assert f"· {kit(name).title} · {begun}" in (await ann.command(CHANNEL, "adepts games")).message.text
            assert answer in (await ann.command(CHANNEL, "rules search", what=query)).message.text
            players = patient({"ann": ann}, random.Random(3), 0.5)
            if name == "mana-surge":
                await play_whole_game(players)
            else:
                asked = (await ann.command(CHANNEL, "adepts end")).message
                await ann.click(asked, CONFIRM)
            await stage.quiet()
        assert await stage.bot.tables.store.games.active() == ()
