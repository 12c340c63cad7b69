"""Two tales that differ only in what the game master does in secret are the same to a player, in all they are shown.

In one the game master opens a hidden crisis, a hidden challenge, a hidden boss and a hidden character, rolls in secret
and writes a note; in the other she looks at her own panel as often. The player, who looks everywhere and asks for these
things by their names, sees the same messages with the same edits, answers and suggestions.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from game.the_adept.tale import Tale, honest
from playground import Answer, CannotDo, Person
from playground.world.models import Channel
from tests.bot.core.conftest import Stage, stage_on

_SECRETS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("gm crisis", {"name": "Veiled Fire", "take": "d8", "hidden": True}),
    ("gm challenge", {"name": "Veiled Climb", "die": "d8", "hidden": True}),
    ("gm boss", {"name": "Veiled Ogre", "dice": "3d10", "hidden": True}),
    ("gm gmc", {"name": "Veiled Guest", "traits": "Blade d10", "hidden": True}),
    ("roll", {"dice": "2d12", "secret": True}),
    ("gm note", {"text": "Veiled plan"}),
)
_LOOKS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("tale log", {}),
    ("tale proofs", {}),
    ("tale undo", {}),
    ("tale export", {}),
    ("gm panel", {}),
    ("gm reveal", {"name": "Veiled Fire"}),
    ("gm crisis", {"name": "Veiled Fire"}),
    ("gm boss", {"name": "Veiled Ogre", "harm": "cut", "hit": "d8"}),
    ("gm hand", {"challenge": "Veiled Climb"}),
    ("roll", {}),
    ("roll", {"dice": "2d6", "against": "Veiled Fire"}),
    ("roll", {"dice": "2d6", "against": "s1"}),
    ("sheet show", {}),
    ("sheet show", {"character": "Veiled Guest"}),
)
_TYPED = (
    ("gm reveal", "name"),
    ("gm boss", "name"),
    ("roll", "against"),
    ("gm stress", "who"),
    ("gm hand", "challenge"),
)
_IDS = re.compile(r"\b\d{17,20}\b|ad1:\w+:\w{8}")


async def _shown(path: Path, monkeypatch: pytest.MonkeyPatch, secretly: bool) -> list[str]:
    """Return all that the player was shown, with suggestions."""
    seeds = (f"{n:064x}" for n in itertools.count())
    monkeypatch.setattr(honest, "new_seed", lambda: next(seeds))
    path.mkdir()
    async with stage_on(path, monkeypatch, "hidden") as stage:
        channel = stage.pg.channel("general")
        await stage.start()
        ann, bob = await stage.pg.person("ann"), await stage.pg.person("bob")
        await _quietly(stage, lambda: ann.command(channel, "tale new", title="The Tower", doom="2d6 d8"))
        await _quietly(stage, lambda: bob.command(channel, "tale join"))
        await _quietly(stage, lambda: ann.command(channel, "gm session", do="start"))
        for line, given in _SECRETS:
            await _quietly(stage, lambda: ann.command(channel, line, **given) if secretly else _look(ann, channel))  # noqa: B023
        tale = (await stage.bot.tales.active_in(channel.id)).tale
        assert isinstance(tale, Tale)
        done = [entry.action for entry in tale.log]
        assert len(done) == 2 + secretly * len(_SECRETS), done
        told = list[str]()
        for line, given in _LOOKS:
            await _quietly(stage, lambda: bob.command(channel, line, **given))  # noqa: B023
        for line, option in _TYPED:
            for typed in ("", "Veil"):
                told.append(str(await bob.autocomplete(channel, line, option, typed)))
        assert not [each for each in told if "Veil" in each]
        return [*(_IDS.sub("ID", each) for each in bob.seen), *told]


async def _look(ann: Person, channel: Channel) -> Answer:
    return await ann.command(channel, "gm panel")


async def _quietly(stage: Stage, act: Callable[[], Awaitable[Answer]]) -> None:
    """Do this, and wait until the bot has nothing left to do."""
    try:
        answer = await act()
    except CannotDo as error:  # a command that is not offered
        raise AssertionError(error) from error
    assert not answer.failed
    await stage.quiet()


async def test_what_is_hidden_is_hidden_from_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secretly = await _shown(tmp_path / "secretly", monkeypatch, secretly=True)
    plainly = await _shown(tmp_path / "plainly", monkeypatch, secretly=False)
    assert secretly == plainly
    assert len(plainly) > len(_LOOKS)
