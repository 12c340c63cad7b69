"""Where a test hangs is told."""

from __future__ import annotations

import asyncio
import os

import pytest

from tests import stuck


def test_a_loop_tells_where_its_tasks_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each in one line, from the outermost coroutine to the innermost."""

    async def hangs() -> None:
        async with asyncio.timeout(0.1):
            await never.wait()

    never, (told, telling) = asyncio.Event(), os.pipe()
    monkeypatch.setattr(stuck, "_AFTER", 0.01)
    monkeypatch.setattr(stuck, "_stderr", telling)
    with asyncio.Runner(loop_factory=stuck.telling_loop) as runner, pytest.raises(TimeoutError):
        runner.run(hangs())
    os.close(telling)
    with os.fdopen(told, encoding="utf-8") as lines:
        [line] = lines
    here, inside = line.split(" waits at ")[1].split(" > ")
    assert here.startswith(f"{__file__}:")
    assert "asyncio/locks.py:" in inside
