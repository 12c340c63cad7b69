"""The tutorial of each game that has one: every question is guided until the guide says that it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.discover import kits
from playground import Person, Shown
from tests.bot.core.conftest import Stage, stage_on
from tests.bot.core.test_tutorial import advised, press

_CHANNEL = "table"
_CLOSING = "From here on I only speak up"
_MOST = 80
"""The guide must end within so many questions."""


async def _onward(stage: Stage, person: Person, panel: Shown) -> Shown:
    """Do what the guide says, which stays visible on the way; return the panel of the next question."""
    for label, beside in advised(panel):
        assert advised(panel), panel.text
        panel = await press(person, panel, label, beside)
    await stage.quiet()
    stage.read()
    return [message for message in person.messages(_CHANNEL) if message.ephemeral and message.controls][-1]


@pytest.mark.parametrize("name", [name for name, each in kits().items() if each.has("guide")])
@pytest.mark.parametrize("seed", ["first", "lessons"])
async def test_every_question_is_guided_until_the_guide_says_that_it_ends(
    name: str, seed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each question shows what a computer player would choose, which the test follows, and a way to skip the guide."""
    async with stage_on(tmp_path, monkeypatch, seed) as stage:
        stage.pg.channel(_CHANNEL)
        await stage.start()
        ann = await stage.pg.person("ann")
        welcome = (await ann.command(_CHANNEL, f"{name} tutorial")).message
        guide = kits()[name].guide
        assert guide is not None
        assert f"I guide you until {guide.until}" in welcome.text
        panel = await press(ann, welcome, "Show me my first move")
        for _ in range(_MOST):
            assert advised(panel), panel.text
            assert panel.find("Skip the guide"), panel.text
            if _CLOSING in panel.text:
                return
            panel = await _onward(stage, ann, panel)
        raise AssertionError(f"never closed: {panel.text}")
