"""Whatever is damaged in one tale, the other continues, and nothing worse than a refusal happens."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import storage
from bot.tables.errors import Refusal
from bot.tales import Tales, doctor
from game.core.aids.stage import Act, Step
from game.core.discover import aid
from storage import Storage

from .test_damage import VALUES, columns, loosened, put

_GM, _PLAYER = 11, 12
_HERE, _THERE, _BEFORE = 101, 102, 100


async def _told(path: Path) -> tuple[str, str]:
    """Make two tales with rows in all tables, and return their ids."""
    async with await Storage.open(path) as store:
        tales, made = Tales(store), list[str]()
        for channel in (_HERE, _THERE):
            live = await tales.open(aid("adept"), _GM, {"title": "T", "doom": "2d6"}, guild_id=1, channel_id=channel)
            await tales.press(live.id, _PLAYER, lambda _: Step((Act("join", {"name": "Bob"}),), notes={"pool": {}}))
            await tales.press(live.id, _PLAYER, lambda _: Step((Act("roll", {"pool": "2d6"}),)), interaction_id=5)
            await store.tale_messages.plan(live.id, "status", channel)
            made.append(live.id)
    with loosened(path) as raw:  # rows of ended tales, to be damaged; neither tale has ended
        raw.executemany("INSERT INTO tale_endings VALUES (?, ?)", [(_BEFORE, made[1]), (_BEFORE + 100, made[0])])
    return made[0], made[1]


@pytest.mark.parametrize("value", VALUES.values(), ids=list(VALUES))
async def test_whatever_is_damaged_of_a_tale_others_go_on(value: object, tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.sqlite3", tmp_path / "damaged.sqlite3"
    sound, broken = await _told(whole)
    with loosened(whole) as raw:
        every = [(table, name) for table, names in columns(raw).items() if table.startswith("tale") for name in names]
    damaged = 0
    for table, column in every:
        shutil.copy(whole, path)
        with loosened(path) as raw:
            key = "id" if table == "tales" else "tale_id"
            damaged += put(raw, table, f"{key} = '{broken}'", column, value)
        async with await Storage.open(path) as store:
            tales = Tales(store)
            before = len((await tales.look(sound)).tale.log)
            await tales.press(sound, _PLAYER, lambda _: Step((Act("roll", {"pool": "2d6"}),)))
            assert len((await tales.look(sound)).tale.log) == before + 1
            assert (await tales.active_in(_HERE)).id == sound
            try:
                await tales.ended_in(_BEFORE)
                await tales.look(broken)
                await store.tales.not_shown()
                await store.tale_messages.of_game(broken)
                await tales.press(broken, _PLAYER, lambda _: Step((Act("roll", {"pool": "2d6"}),)))
            except (Refusal, storage.StorageError):
                pass
        assert all(sound not in line for line in storage.check(path, tales=doctor.problems)), (table, column)
    assert damaged > 20
