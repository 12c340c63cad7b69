"""An hour of a tale by scripted people through the real client: every roll is shown once, and all of it is stored."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.demo.tale import Hands, played
from game.core.discover import aid
from playground import Person
from tests.bot.core.conftest import stage_on

_ROLL = re.compile(r"· roll (\d+)$", re.MULTILINE)


async def test_an_hour_of_a_tale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = aid("adept").stage
    assert found is not None
    demo = found.demo()
    assert demo is not None
    async with stage_on(tmp_path, monkeypatch, "an-hour") as stage:
        channel = stage.pg.channel("tower")
        await stage.start()
        people = {name: await stage.pg.person(name.lower()) for name in demo.people}
        onlooker = await stage.pg.person("onlooker")
        await played(demo, {name: Hands(person, channel) for name, person in people.items()})
        await stage.quiet()
        tale = (await stage.bot.tales.active_in(channel.id)).tale.to_dict()
        casts = [cast["id"] for cast in tale["dice"]["casts"]]
        assert len(casts) >= 60
        assert _shown(onlooker, channel.id) == casts
        before = tale
        await stage.restart()
        await stage.quiet()
        assert (await stage.bot.tales.active_in(channel.id)).tale.to_dict() == before
        assert _shown(onlooker, channel.id) == casts, "no roll is shown anew"
        assert not [each for each in onlooker.seen if "Iltu" in each and '"creation"' in each], (
            "sheets are nobody else's"
        )


def _shown(onlooker: Person, channel: int) -> list[str]:
    """Return the numbers of the rolls that the channel shows, in their order."""
    public = [each for each in onlooker.messages(channel) if not each.ephemeral]
    return [found[-1] for each in public if (found := _ROLL.findall(each.text))]
