"""Measure how people are answered while computer players think at many tables, and how long the bot's event loop
stalls.

    python -m benchmarks.thinking [--tables 20] [--beside 5] [--seconds 30] [--levels greedy,strong,master]

At each of the tables one person plays against one computer player; at those beside them two people play each other. All
of them answer half a second after being asked. Levels run one after the other; the figures of the first are the
baseline for the others. An answer shows what is asked next, so against a computer player it waits for its moves. The
bot is a process of its own, and so is the one in which its computer players think; the playground is in this one. Two
times are measured for the callbacks of the loop: wall time, which grows with other load on the machine, and processor
time, which is the loop's own.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.bot import STAGE
from benchmarks.watched_bot import FILE
from bot.components.ids import Verb
from cli.child import BotProcess
from cli.configuration import run_async
from cli.demo.stage import Stage, press
from playground import Person
from playground.messaging.interactions import State
from playground.world.models import Channel

PAUSE = 0.5
"""Seconds that a person takes to answer, or waits before looking again."""
LONG = 0.005
"""Seconds that one callback may take; longer ones are counted."""
WARM = 3.0
"""Seconds until the bot has finished everything that its start brings."""


class Watched(BotProcess):
    """The bot, recording how long its loop stalls."""

    program = ("benchmarks.watched_bot", "run", "--attended")


@dataclass
class Answers:
    """Seconds until moves were answered, and how many were not."""

    times: list[float] = field(default_factory=list)
    failed: int = 0

    def told(self, first: Answers) -> str:
        """Return percentiles, with their ratios to those of the first level."""
        found = [(share, self._within(share), first._within(share)) for share in (0.5, 0.99)]
        shares = "  ".join(f"p{100 * share:.0f} {now * 1e3:6.1f} ms ({now / then:.2f})" for share, now, then in found)
        return f"{len(self.times):5} moves  {shares}  {self.failed} not answered"

    def _within(self, share: float) -> float:
        return sorted(self.times)[min(int(share * len(self.times)), len(self.times) - 1)]


@dataclass
class Measured:
    """The figures of a level: answers at its tables and beside them; how long the loop's callbacks took, in wall time
    and in processor time."""

    at_tables: Answers = field(default_factory=Answers)
    beside: Answers = field(default_factory=Answers)
    passed: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)

    def told(self, level: str, first: Measured) -> str:
        """Return the figures in a few lines."""
        longest, own = max(self.passed, default=0.0), max(self.own, default=0.0)
        return (
            f"{level}\n  at its tables {self.at_tables.told(first.at_tables)}\n"
            f"  beside them   {self.beside.told(first.beside)}\n"
            f"  the loop stood {own * 1e3:.1f} ms of its own at most, {longest * 1e3:.1f} ms by the clock;"
            f" above {LONG * 1e3:.0f} ms of its own {sum(each > LONG for each in self.own)} times"
        )


async def sit(person: Person, place: Channel, until: float, found: Answers) -> None:
    """Answer what is asked at one table until that moment."""
    rng = random.Random(place.id)
    while time.monotonic() < until:
        choices = await person.autocomplete(place, "play", "move")
        await asyncio.sleep(PAUSE)
        if choices:
            begun = time.perf_counter()
            answer = await person.command(place, "play", move=rng.choice(choices)[1])
            found.times.append(time.perf_counter() - begun)
            found.failed += answer.state is not State.ANSWERED


async def measured(level: str, tables: int, beside: int, seconds: float) -> Measured:
    """Open the tables, let people play at all of them at once, and read what the bot recorded meanwhile."""
    found, sitting = Measured(), list[tuple[Person, Channel, Answers]]()
    with tempfile.TemporaryDirectory() as directory:
        stands = Path(directory) / "stands"
        os.environ[FILE] = str(stands)
        async with Stage(Path(directory), process=Watched, **STAGE) as stage:
            for number in range(tables + beside):
                place, host = stage.pg.channel(f"table-{number}"), await stage.pg.person(f"host-{number}")
                sitting.append((host, place, found.at_tables if number < tables else found.beside))
                if number < tables:
                    await host.command(place, "adepts new", computers=1, level=level, moves="at-once", look="words")
                else:
                    guest = await stage.pg.person(f"guest-{number}")
                    sitting.append((guest, place, found.beside))
                    await host.command(place, "adepts new", look="words")
                    await press(guest, Verb.JOIN, place)
                await press(host, Verb.START, place)
            await asyncio.sleep(WARM)
            begun = time.monotonic()
            await asyncio.gather(*(sit(who, place, begun + seconds, answers) for who, place, answers in sitting))
            ended = time.monotonic()
        for line in stands.read_text().splitlines():
            moment, passed, own = map(float, line.split())
            if begun <= moment <= ended:
                found.passed.append(passed)
                found.own.append(own)
    return found


def main(words: Sequence[str] | None = None) -> None:
    """Play, and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--beside", type=int, default=5, help="tables of two people")
    parser.add_argument("--seconds", type=float, default=30.0, help="for each level")
    parser.add_argument("--levels", default="greedy,strong,master", help="one after the other")
    options = parser.parse_args(words)
    first = None
    for level in options.levels.split(","):
        found = run_async(measured(level, options.tables, options.beside, options.seconds))
        first = first or found
        print(found.told(level, first), flush=True)


if __name__ == "__main__":
    main()
