"""Whole games by scripted people through the real client, to the score sheet, with nothing secret revealed."""

from __future__ import annotations

import json
import logging
import random
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.logs import LineFormatter
from bot.tables.waiting.calling import PATIENCE
from cli.demo.stage import CHANNEL, is_over, open_table
from tests.bot.acting import (
    CLOSED,
    every_move_counted_once,
    patient,
    pictures_are_sound,
    play_whole_game,
    shown_board,
    the_record_replays,
    was_shown,
)
from tests.bot.core.conftest import Stage, stage_on

_NAMES = ("ann", "bob", "cleo", "dan", "eve")
_SEED = "a-seed-that-nobody-may-see"


@dataclass(frozen=True)
class Setting:
    """`typing`: the share of moves that are typed; `closed`: whose direct messages are closed; `look`: how the table is
    shown."""

    spells: str
    people: int
    computers: int = 0
    typing: float = 0.5
    closed: str = ""
    deck: str = "rulebook"
    look: str = "pictures"


GAMES = [
    Setting("first-game", 2, typing=0.0),
    Setting("random", 2, computers=1, typing=1.0, deck="digital", look="letters"),
    Setting("five-players", 5, typing=0.2, closed="bob", look="words"),
]


@pytest.mark.parametrize("setting", GAMES, ids=lambda setting: f"{setting.spells}-{setting.people + setting.computers}")
async def test_a_whole_game(
    setting: Setting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Every move counts once, the channel shows the end, the record can be replayed; the seed is not sent before the
    end, the token never."""
    caplog.set_level(logging.INFO)
    async with stage_on(tmp_path, monkeypatch, _SEED) as stage:
        stage.pg.channel(CHANNEL)
        await stage.start()
        people = {name: await stage.pg.person(name) for name in _NAMES[: setting.people]}
        onlooker = await stage.pg.person("onlooker")
        if setting.closed:
            stage.pg.world.users[people[setting.closed].id].dms_open = False
        await open_table(
            list(people.values()), setting.computers, spells=setting.spells, deck=setting.deck, look=setting.look
        )
        players = patient(
            people,
            random.Random(setting.spells),
            setting.typing,
            unreachable=setting.closed,
            away=partial(stage.clock.advance, PATIENCE),
        )
        await play_whole_game(players)
        await stage.quiet()
        assert is_over(onlooker)
        assert any("Bob" in text or "bob" in text for text in shown_board(onlooker))
        await every_move_counted_once(players, tmp_path / "adepts.sqlite3")
        game = await the_record_replays(players[0].person, tmp_path / "adepts.sqlite3")
        assert len(game.seats) == setting.people + setting.computers
        assert game.seed == _SEED
        if setting.closed:
            assert "DM" not in people[setting.closed].channels() or not people[setting.closed].messages("DM")
            assert was_shown(people[setting.closed], CLOSED)
        _nothing_secret(stage, caplog)
        shown = {person.id: pictures_are_sound(person) for person in (*people.values(), onlooker)}
        assert (shown[onlooker.id] > 50) == (setting.look != "words")
        assert shown[onlooker.id] > 50 or shown[onlooker.id] == 0
        assert all(shown[person.id] > shown[onlooker.id] for person in people.values())


def _nothing_secret(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    """Assert that the seed is sent nowhere before the final board, and that neither it nor the token is logged."""
    said: list[Any] = [json.dumps(entry.data, default=str) for entry in stage.pg.log.find("request")]
    first = next(n for n, text in enumerate(said) if _SEED in text)
    assert '"flags"' in said[first]
    assert all(_SEED not in text for text in said[:first])
    assert "is over" in said[first] or "wins" in said[first] or "win" in said[first]
    lines = [LineFormatter().format(record) for record in caplog.records]
    assert lines
    for secret in (_SEED, stage.pg.token):
        assert not any(secret in line for line in lines)
    assert not any(stage.pg.token in text for text in said)
