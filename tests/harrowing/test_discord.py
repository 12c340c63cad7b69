"""The Harrowing in Discord, from lobby to record: by clicks, by typing, and alone against a computer player."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.components.ids import Verb
from cli.demo.stage import CHANNEL, is_over, press
from playground import Person
from tests.bot.acting import every_move_counted_once, patient, play_whole_game, shown_board, the_record_replays
from tests.bot.core.conftest import Stage, stage_on
from tests.games.tables import lobby, panel_of

_SEED = "a-seed-that-nobody-may-see"


async def test_two_people_play_to_the_end_by_clicks_and_by_typing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stage_on(tmp_path, monkeypatch, _SEED) as stage:
        people = await lobby(stage, "harrowing", ("ann", "bob"))
        onlooker = await stage.pg.person("onlooker")
        assert "A table for The Harrowing" in onlooker.messages(CHANNEL)[-1].text
        await press(people["ann"], Verb.START)
        await stage.quiet()
        assert not any("Round -1" in message.text for message in onlooker.messages(CHANNEL))
        players = patient(people, random.Random(1), 0.5)
        await play_whole_game(players)
        await stage.quiet()
        assert is_over(onlooker)
        assert any("wins a name" in text or "No name is won" in text for text in shown_board(onlooker))
        listed, won = (await people["ann"].command(CHANNEL, "table games")).message.text, shown_board(onlooker)
        assert "No name is won · " in listed if any("No name is won" in text for text in won) else "🏆 " in listed
        await every_move_counted_once(players, tmp_path / "adepts.sqlite3")
        game = await the_record_replays(people["ann"], tmp_path / "adepts.sqlite3")
        assert (game.seed, game.over, game.setup) == (_SEED, True, {})


async def _begun(stage: Stage, **options: object) -> tuple[Person, Person]:
    """Start a game of Ann and Bob, up to Ann's first invocation, with core and sets chosen."""
    ann, bob = (await lobby(stage, "harrowing", ("ann", "bob"), **options)).values()
    await press(ann, Verb.START)
    await stage.quiet()
    await bob.command(CHANNEL, "play", move="core 1o")
    await bob.command(CHANNEL, "play", move="set 4")
    await ann.command(CHANNEL, "play", move="set 2")
    return ann, bob


async def test_weaving_a_tile_is_three_presses_and_four_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stage_on(tmp_path, monkeypatch, "9f2c") as stage:
        ann, bob = await _begun(stage)
        await stage.quiet()
        assert ("Weave: draw a tile, pillar on it", "invoke weave") in await ann.autocomplete(
            CHANNEL, "play", "move", "weave"
        )
        panel = await panel_of(ann)
        assert "ould win" not in panel.text  # nobody is near
        await ann.click(panel, "Weave: draw a tile")
        await stage.quiet()
        panel = await panel_of(ann)
        assert "**2a Mother Lode**" in panel.text
        spots = next(control for control in panel.controls if control.options)
        panel = (await ann.select(panel, spots.custom_id or "", ["@1,0"])).message
        side = next(control for control in panel.controls if (control.label or "").startswith("Mother Lode"))
        assert not (await ann.click(panel, side.custom_id or "")).failed
        await stage.quiet()
        [row] = await stage.bot.tables.store.games.active()
        table = await stage.bot.tables.look(row.id)
        assert table.playing.view(None)["field"]["2a"]["pillars"] == {"P1": 1}
        assert "placed 2a Mother Lode" in "\n".join(shown_board(bob))
        refused = await ann.command(CHANNEL, "play", move="spot 5,5")
        assert refused.message.text
        looked = await bob.command(CHANNEL, "rules search", what="locked tile")
        assert "two parts" in looked.message.text or "fall apart" in looked.message.text


async def test_a_number_of_the_picture_is_understood_where_the_panel_stands_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Like everything else that the panel shows; what it does not show keeps its usual meaning."""
    async with stage_on(tmp_path, monkeypatch, "9f2c") as stage:
        ann, _ = await _begun(stage)
        for move in ("weave", "side 2a1 1,0", "weave"):
            await ann.command(CHANNEL, "play", move=move)
        [row] = await stage.bot.tables.store.games.active()
        await ann.command(CHANNEL, "play", move="side 2f1 0,-1")
        await stage.quiet()
        assert (await stage.bot.tables.look(row.id)).playing.kind("P1") == "invoke"
        assert "Possible:" in (await ann.command(CHANNEL, "play", move="3")).message.text
        panel = await panel_of(ann)
        [spells] = [each for each in panel.controls if ("Shift: 2a Mother Lode (A, yours)", "shift~2a") in each.options]
        panel = (await ann.select(panel, spells.custom_id or "", ["shift~2a"])).message
        [spots] = [each for each in panel.controls if each.options and each.options[0][0].startswith("1: ")]
        assert spots.options[2] == ("3: 0,-2 beside 2f", "0,-2")
        offered = await ann.autocomplete(CHANNEL, "play", "move", "3")
        assert offered[0] == ("0,-2 beside 2f · after Shift: move own tile", "0,-2 beside 2f")
        await ann.command(CHANNEL, "play", move="3")
        table = await stage.bot.tables.look(row.id)
        assert table.playing.view(None)["field"]["2a"]["hex"] == "0,-2"


async def test_one_is_guided_against_a_computer_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with stage_on(tmp_path, monkeypatch, "lessons") as stage:
        stage.pg.channel(CHANNEL)
        await stage.start()
        ann = await stage.pg.person("ann")
        welcome = (await ann.command(CHANNEL, "harrowing tutorial")).message
        assert "claims a third tile with one rune" in welcome.text
        [first] = [control for control in welcome.controls if control.label == "Show me my first move"]
        panel = (await ann.click(welcome, first.custom_id or "")).message
        await stage.quiet()
        [row] = await stage.bot.tables.store.games.active()
        table = await stage.bot.tables.look(row.id)
        assert [seat.is_computer for seat in table.seats][:2] == [False, True]
        assert "**Sets say what the game is rich in" in panel.text or "**A cube from your pool" in panel.text


async def test_a_hint_names_the_best_choices_and_leads_to_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are rated by chances of winning, each with its reasons. Choosing one does not confirm it yet."""
    async with stage_on(tmp_path, monkeypatch, "9f2c") as stage:
        ann, _ = await _begun(stage, hints="on")
        for move in ("weave", "2a1", "0,-1", "weave"):
            await ann.command(CHANNEL, "play", move=move)
        await stage.quiet()
        asked = (await ann.click(await panel_of(ann), "Hint")).message
        told = await ann.wait_for(
            lambda: now if (now := ann.message(asked.id)) is not None and "**Hint**" in now.text else None, 60.0
        )
        assert "In %: how much likelier you are to win" in told.text
        first = next(line for line in told.text.splitlines() if line.startswith("1. ")).strip("1. *")
        side, _, spot = first.partition(", then ")
        assert spot.partition(" beside ")[0] in told.text
        step = (await ann.click(told, "Choose 1")).message
        assert side.partition(" (")[0] in step.text
        [row] = await stage.bot.tables.store.games.active()
        assert (await stage.bot.tables.look(row.id)).playing.kind("P1") == "side"
