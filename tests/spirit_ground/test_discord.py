"""Spirit Ground in Discord, from lobby to record: by clicks, by typing, and alone against a computer player."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from bot.components.ids import Verb
from cli.demo.stage import CHANNEL, is_over, press
from game.core.judging.hint import Hint, Tip
from game.spirit_ground.words.terms import FACING, TURNS
from tests.bot.acting import every_move_counted_once, patient, play_whole_game, shown_board, the_record_replays
from tests.bot.core.conftest import stage_on
from tests.games.tables import lobby, panel_of

PATIENCE = 60.0
"""Seconds that a process may take to start on a busy machine."""
_SEED = "a-seed-that-nobody-may-see"


async def test_two_people_play_to_the_end_by_clicks_and_by_typing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board is a picture; what only Bob sees is in words."""
    async with stage_on(tmp_path, monkeypatch, _SEED) as stage:
        people = await lobby(stage, "spirit-ground", ("ann", "bob"), look="pictures")
        await stage.bot.tables.people.set(people["bob"].id, "pictures", "words")
        onlooker = await stage.pg.person("onlooker")
        assert "A table for Spirit Ground" in onlooker.messages(CHANNEL)[-1].text
        await press(people["ann"], Verb.START)
        players = patient(people, random.Random(1), 0.5)
        await play_whole_game(players)
        await stage.quiet()
        assert is_over(onlooker)
        assert any("wins" in text or "share the victory" in text for text in shown_board(onlooker))
        await every_move_counted_once(players, tmp_path / "adepts.sqlite3")
        game = await the_record_replays(people["ann"], tmp_path / "adepts.sqlite3")
        assert (game.seed, game.over, game.setup) == (_SEED, True, {})


async def test_a_whole_turn_typed_in_one_text_is_confirmed_by_one_press(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stage_on(tmp_path, monkeypatch, "9f2c") as stage:
        people = await lobby(stage, "spirit-ground", ("ann", "bob"))
        ann, bob = people.values()
        await press(ann, Verb.START)
        await stage.quiet()
        for move in ("pair F8+C11", "order P2"):
            await ann.command(CHANNEL, "play", move=move)
        await stage.quiet()
        panel = (await bob.command(CHANNEL, "play", move="b3, facing east, 2 energy")).message
        assert "Old Ram on b3: strength 4" in panel.text
        [row] = await stage.bot.tables.store.games.active()
        assert (await stage.bot.tables.look(row.id)).playing.kind("P2") == "place"  # nothing is played yet
        assert not (await bob.click(panel, "Confirm")).failed
        await stage.quiet()
        tile = (await stage.bot.tables.look(row.id)).playing.to_dict()["tiles"]["b3"]
        assert (tile["top"], tile["energy"]) == ("e", 2)


async def test_a_placement_is_two_presses_and_several_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pair in a hint is chosen by one press, like each pair on the panel itself."""
    async with stage_on(tmp_path, monkeypatch, "9f2c") as stage:
        people = await lobby(stage, "spirit-ground", ("ann", "bob"), hints="on")
        ann, bob = people.values()
        await press(ann, Verb.START)
        await stage.quiet()
        asked = (await ann.click(await panel_of(ann), "Hint")).message
        told = await ann.wait_for(
            lambda: now if (now := ann.message(asked.id)) is not None and "**Hint**" in now.text else None, PATIENCE
        )
        assert "In %: how much likelier you are to win" in told.text
        taking = told.find("Choose 1")
        assert taking is not None
        assert (taking.custom_id or "").split(":")[1] == Verb.TAKE
        offered = ("Your Water Vole (1), their Old Ram (2); you say who is first", "pair F8+C11")
        for typed in ("water vole", "f8"):
            assert offered in await ann.autocomplete(CHANNEL, "play", "move", typed)
        await ann.command(CHANNEL, "play", move="pair F8+C11")
        assert await ann.autocomplete(CHANNEL, "play", "move", "bob") == [("bob goes first", "order P2")]
        await ann.command(CHANNEL, "play", move="order P2")
        await stage.quiet()
        panel = await panel_of(bob)
        assert "Where do you place Old Ram?" in panel.text
        assert "**b3** +2 energy" in panel.text
        panel = (await bob.click(panel, "b3")).message
        assert "Old Ram on b3: strength 2" in panel.text
        east = next(control for control in panel.controls if (control.label or "").startswith("▶ Top east"))
        assert not (await bob.click(panel, east.custom_id or "")).failed
        await stage.quiet()
        [row] = await stage.bot.tables.store.games.active()
        table = await stage.bot.tables.look(row.id)
        assert table.playing.place == "1.second"
        assert table.playing.view(None)["tiles"]["b3"]["top"] == "e"
        assert "bob placed Old Ram on b3 (+2 energy)" in "\n".join(shown_board(ann))
        refused = await ann.command(CHANNEL, "play", move="b2")
        assert "The shrine on b2 costs 3 crystals" in refused.message.text
        looked = await ann.command(CHANNEL, "rules search", what="who dies")
        assert "stronger" in looked.message.text or "strength" in looked.message.text
        undone = await bob.command(CHANNEL, "adepts undo")
        assert not undone.failed
        assert (await stage.bot.tables.look(row.id)).playing.place == "1.first"


async def test_one_is_guided_against_a_computer_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with stage_on(tmp_path, monkeypatch, "lessons") as stage:
        place = stage.pg.channel(CHANNEL)
        await stage.start()
        ann = await stage.pg.person("ann")
        welcome = (await ann.command(CHANNEL, "spirit-ground tutorial")).message
        assert "Whoever has more points" in welcome.text
        [first] = [control for control in welcome.controls if control.label == "Show me my first move"]
        await ann.click(welcome, first.custom_id or "")
        await stage.quiet()
        [row] = await stage.bot.tables.store.games.active()
        table = await stage.bot.tables.look(row.id)
        assert [seat.is_computer for seat in table.seats] == [False, True]
        lessons = ("**A pair is for both of you", "**Choose a square")
        shown = partial(ann.messages, place)
        # the advice is computed first
        assert await ann.wait_for(lambda: any(each in message.text for message in shown() for each in lessons))


async def test_the_guide_proposes_all_that_a_hint_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The direction too, whatever a computer player would choose."""
    async with stage_on(tmp_path, monkeypatch, "lessons") as stage:
        stage.pg.channel(CHANNEL)
        await stage.start()
        ann = await stage.pg.person("ann")
        await ann.command(CHANNEL, "spirit-ground tutorial")
        await stage.quiet()
        [row] = await stage.bot.tables.store.games.active()
        asked = (await stage.bot.tables.look(row.id)).pending["P1"]
        while asked.kind != "place":
            await ann.command(CHANNEL, "play", move=asked.tokens[0])
            await stage.quiet()
            asked = (await stage.bot.tables.look(row.id)).pending["P1"]
        square, after = asked.tokens[0], (await stage.bot.tables.look(row.id)).playing.copy()
        after.play("P1", square)
        for top in after.pending["P1"].tokens:
            hint = Hint([Tip(square, 0.0, (), (top,))], 50.0, alike=False)
            monkeypatch.setattr(stage.bot.helper, "hinted", lambda *_, hint=hint: hint)
            way = f"**{square}** › **{TURNS[top]} Top {FACING[top]}"
            assert f"▶ A computer player would choose {way}" in (await panel_of(ann)).text
