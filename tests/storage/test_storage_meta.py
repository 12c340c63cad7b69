"""Single values by key, and the turns that processes take through them."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

from storage import Storage

EVERY = timedelta(seconds=5)
KEY = "session 0"


async def test_turns_come_one_after_another_for_all_who_share_the_database(storage: Storage) -> None:
    waits = [await storage.meta.turn(KEY, EVERY) for _ in range(3)]
    assert waits[0] == timedelta()
    for before, after in pairwise(waits):
        assert before < after <= before + EVERY
    assert await storage.meta.turn("session 1", EVERY) == timedelta()


async def test_what_a_wrong_clock_has_left_there_holds_nobody_up(storage: Storage) -> None:
    for nonsense in ("2999-01-01T00:00:00+00:00", "2999-01-01", "soon", ""):
        await storage.meta.set(KEY, nonsense)
        assert await storage.meta.turn(KEY, EVERY) == timedelta()
