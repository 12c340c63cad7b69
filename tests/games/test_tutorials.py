"""The guided first game of each game that has one: until the guide says that it is silent from there on, it is not."""

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
"""Questions that are answered at most before the guide ends."""


async def _onward(stage: Stage, person: Person, panel: Shown) -> Shown:
    """Do what the guide says, which stays in sight on the way; the panel of the next question."""
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
    """By pressing what it says: each question has what a computer player would choose there, and a way out."""
    async with stage_on(tmp_path, monkeypatch, seed) as stage:
        stage.pg.channel(_CHANNEL)
        await stage.start()
        ann = await stage.pg.person("ann")
        welcome = (await ann.command(_CHANNEL, f"{name} tutorial")).message
        assert f"I guide you until {kits()[name].guide.until}" in welcome.text
        panel = await press(ann, welcome, "Show me my first move")
        for _ in range(_MOST):
            assert advised(panel), panel.text
            assert panel.find("Skip the guide"), panel.text
            if _CLOSING in panel.text:
                return
            panel = await _onward(stage, ann, panel)
        raise AssertionError(f"never closed: {panel.text}")
