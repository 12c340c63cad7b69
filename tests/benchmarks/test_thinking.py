"""How long the event loop was blocked: the log of its slow callbacks."""

from __future__ import annotations

import asyncio
import time
from asyncio.events import Handle
from pathlib import Path

import pytest

from benchmarks.thinking import Answers, Measured
from benchmarks.watched_bot import LEAST, watch


def test_a_callback_that_takes_long_is_written_down_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Handle, "_run", Handle._run)
    begun = time.monotonic()

    async def stand() -> None:
        await asyncio.sleep(0)
        time.sleep(20 * LEAST)
        await asyncio.sleep(0)

    with (
        (tmp_path / "stands").open("w") as out,
        asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner,
    ):
        watch(out)
        runner.run(stand())
    rows = [list(map(float, line.split())) for line in (tmp_path / "stands").read_text().splitlines()]
    moment, passed, own = max(rows, key=lambda row: row[1])
    assert begun <= moment <= time.monotonic()
    assert passed >= 20 * LEAST
    assert own < passed
    assert all(passed >= LEAST for _, passed, _ in rows)


def test_answers_are_told_beside_those_of_the_first_level() -> None:
    first, later = Measured(Answers([0.010, 0.010])), Measured(Answers([0.020, 0.030], failed=1), Answers([0.5]))
    first.beside, later.own, later.passed = Answers([0.25]), [0.004, 0.006], [0.009]
    told = later.told("strong", first).splitlines()
    assert told[0] == "strong"
    assert " ".join(told[1].split()).endswith("2 moves p50 30.0 ms (3.00) p99 30.0 ms (3.00) 1 not answered")
    assert "(2.00)" in told[2]
    assert "stood 6.0 ms of its own at most, 9.0 ms by the clock; above 5 ms of its own 1 times" in told[3]
