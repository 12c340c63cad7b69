"""A bot whose metrics and health can be requested."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from tests.bot.core.conftest import Stage, stage_on


class Asked:
    """What the bot answers at its own HTTP listener."""

    def __init__(self, stage: Stage, session: aiohttp.ClientSession) -> None:
        self._stage = stage
        self._session = session

    @property
    def url(self) -> str:
        listener = self._stage.bot.watch.listener
        assert listener is not None
        return f"http://{listener.url}"

    async def get(self, path: str) -> tuple[int, str]:
        async with self._session.get(f"{self.url}/{path}") as answer:
            return answer.status, await answer.text()

    async def figures(self) -> dict[str, float]:
        """Return each figure by its name and labels, such as `adepts_moves_total{by="person",game="adepts"}`."""
        status, text = await self.get("metrics")
        assert status == 200
        lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
        return {name: float(value) for name, _, value in lines}


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """A stage for a bot of two shards, which has not been started."""
    monkeypatch.setenv("ADEPTS_METRICS__LISTEN", "127.0.0.1:0")
    async with stage_on(tmp_path, monkeypatch, "watch", shards=2) as made:
        made.identify = 0.01
        made.pg.channel("general")
        yield made


@pytest.fixture
async def asked(stage: Stage) -> AsyncIterator[Asked]:
    await stage.start()
    async with aiohttp.ClientSession() as session:
        yield Asked(stage, session)
