"""Load at a given rate: whatever people do at their tables is answered, and counted once."""

from __future__ import annotations

import pytest

from benchmarks.bot import BareProcess, Load, NullProcess, rates_of
from cli.child import BotProcess


@pytest.mark.parametrize(
    ("process", "presses"),
    [(NullProcess, False), (NullProcess, True), (BareProcess, False), (BotProcess, True)],
    ids=["typed", "pressed", "bare", "played"],
)
async def test_all_that_is_done_is_answered(process: type[BotProcess], presses: bool) -> None:
    """One press at one table after another; the bot that only answers is pressed and asked in the same way as ours."""
    load = Load(channels=2, rates=[4.0], seconds=0.5, presses=presses)
    [measured] = await rates_of(process, "words", load)
    assert (measured.unanswered, len(measured.times)) == (0, 2)
