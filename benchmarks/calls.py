"""Count how many calls a move takes in the bot's process, and where: the same on any machine, whatever its load.

    python -m benchmarks.calls [--channels 20] [--moves 400] [--rate 5] [--board words] [--presses] [--least 60]

The setting is that of `benchmarks.bot`, with the null bot in the same run; the rate is so low that each move is shown
by itself. With `--presses` moves are presses. Calls of Python functions and of built-in ones count alike, only on the
event loop's thread. The output has the calls by the part of the project that makes them, including what it calls in
libraries, then the tree of functions down to those with `--least` calls per move.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Self

from benchmarks.bot import Load, NullProcess, at_tables, measure
from benchmarks.counted_bot import FILE
from cli.child import BotProcess
from cli.configuration import run_async

_AFTER = 2.0
"""Seconds after the last answers in which their follow-up work is done."""
_OWN = ("bot", "cli", "desk", "drawing", "game", "storage")
_DISCORD = ("aiohttp", "discord")

Way = tuple[str, ...]
"""Functions that called one another, outermost first."""


class Counted(BotProcess):
    """The bot, counting its calls."""

    program = ("benchmarks.counted_bot", *BotProcess.program)


class CountedNull(NullProcess):
    """The null bot, counting its calls."""

    program = ("benchmarks.counted_bot", *NullProcess.program)


class Calls:
    """Calls per move, by the chain of functions that leads to them."""

    def __init__(self, by_way: dict[Way, float]) -> None:
        self._within = defaultdict[Way, float](float)
        """By chain, including everything called from there."""
        self._parts = defaultdict[str, float](float)
        for way, count in by_way.items():
            self._parts[_part(way)] += count
            for end in range(len(way) + 1):
                self._within[way[:end]] += count

    @classmethod
    def read(cls, text: str, moves: int) -> Self:
        """Return the calls that `counted_bot` has written."""
        pairs = (line.rpartition(" ") for line in text.splitlines())
        return cls({tuple(way.split(";")): int(count) / moves for way, _, count in pairs})

    @property
    def total(self) -> float:
        return self._within[()]

    def parts(self) -> Iterator[str]:
        """Yield a line for each part of the project, those with the most calls first."""
        for part, count in sorted(self._parts.items(), key=lambda each: -each[1]):
            yield f"{count:7.0f}  {part}"

    def tree(self, least: float) -> Iterator[str]:
        """Yield a line for each function with at least `least` calls, below its caller."""
        ways = sorted((way for way, count in self._within.items() if way and count >= least), key=self._place)
        for way in ways:
            yield f"{self._within[way]:7.0f}  {'  ' * (len(way) - 1)}{way[-1]}"

    def _place(self, way: Way) -> list[tuple[float, str]]:
        """Return a sort key: below each caller, functions with the most calls come first."""
        return [(-self._within[way[: end + 1]], way[end]) for end in range(len(way))]


def _part(way: Way) -> str:
    """Return what makes a call: the innermost part of the project in the chain, or Discord's library if that is further
    in."""
    for name in reversed(way):
        folders = name.rpartition("(")[2].rstrip(")").split("/")
        if folders[0] in _OWN:
            return "/".join(folders[:-1][:2])
        if folders[0] in _DISCORD:
            return "discord.py, aiohttp"
    return "the event loop"


async def calls_of(process: type[BotProcess], board: str, load: Load) -> Calls:
    """Return the calls that the moves of a load took, at its only rate."""
    (rate,) = load.rates
    with tempfile.TemporaryDirectory() as directory:
        out = Path(directory) / "calls"
        os.environ[FILE] = str(out)
        async with at_tables(process, board, load) as (stage, tables):
            assert stage.bot is not None
            pid = stage.bot.pid
            await measure(tables, rate, 2.0, pid)  # makes what is made once, on first use
            os.kill(pid, signal.SIGUSR1)
            await measure(tables, rate, load.seconds, pid)
            await asyncio.sleep(_AFTER)
            os.kill(pid, signal.SIGUSR1)
        return Calls.read(out.read_text(), int(rate * load.seconds))  # written before the bot ended


def main(words: Sequence[str] | None = None) -> None:
    """Run both bots and print the counts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--channels", type=int, default=20, help="tables at the same time")
    parser.add_argument("--moves", type=int, default=400, help="moves, or presses, of which calls are counted")
    parser.add_argument("--rate", type=float, default=5.0, help="moves a second")
    parser.add_argument("--board", default="words", help="how boards are shown: words, pictures")
    parser.add_argument("--presses", action="store_true", help="press panels in place of typing moves")
    parser.add_argument("--least", type=float, default=60.0, help="calls a move of a function that the tree shows")
    options = parser.parse_args(words)
    load = Load(options.channels, [options.rate], options.moves / options.rate, presses=options.presses)
    null = run_async(calls_of(CountedNull, options.board, load))
    found = run_async(calls_of(Counted, options.board, load))
    print(f"calls a move: {found.total:.0f}, the null bot's {null.total:.0f}\n")
    print("\n".join(found.parts()))
    print(f"\nfunctions with {options.least:.0f} or more:")
    print("\n".join(found.tree(options.least)))


if __name__ == "__main__":
    main()
