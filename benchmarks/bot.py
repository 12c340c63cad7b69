"""Measure the bot's answer times and the highest rate that it holds in many channels, beside a null discord.py bot.

    python -m benchmarks.bot [--channels 100] [--seconds 5] [--rates 20,50,...] [--waiting 1000] [--boards words]
                             [--limits] [--presses]

The bots run as processes of their own on the same machine, in one run, against the playground in this process. Two
people play at five tables of a server of their own. Moves are typed at a steady rate, whether or not those of other
channels have been answered; each is a legal one of its game. Where boards are in words, people see their private
messages in words too. The null bot answers the same commands with a line of text; the bare bot stores and sends as much
as a move takes. A rate is held if it was reached and all moves are answered, 99 of 100 within a second. With
`--presses` people press what their panels show instead, at each table once a second at most; most presses only lead on
in their panel, the last one moves. The null bot's panel shows the same again. With `--limits` the playground limits
requests as Discord does. The last part opens many tables, restarts the bot, and prints when it is ready and how much
memory it then uses.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import math
import os
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from benchmarks.acting import Act, Pressing, Site, Typing
from bot.client import AdeptsBot
from bot.components.ids import Verb
from bot.tables import Tables
from bot.tables.checks import Actor
from bot.tables.lobby_options import PICTURES
from cli.child import BotProcess
from cli.configuration import run_async
from cli.demo.player import controls
from cli.demo.stage import Stage, press
from playground.messaging.interactions import State
from storage import Place, Storage

SEED = "benchmark"
HELD = 1.0
"""Seconds within which 99 of 100 moves must be answered."""
_TABLES_AT_ONCE = 8
_TABLES_OF_TWO = 5
"""The number of tables at which the same two people play."""
_PATIENCE = 30.0
"""Seconds within which somebody must be able to act at one table at least."""
_AGAIN = 0.01
"""Seconds between two looks for such a table."""
_LOOKS = 2 * AdeptsBot.settles
"""Seconds between two looks at whether the bot has anything left to do; it rests for `settles` in between."""
RATES = (20, 50, 100, 150, 200, 300, 400, 600, 800, 1200)
STAGE: dict[str, Any] = {"seed": SEED, "level": "error", "speed": math.inf, "validate": False, "prepares": True}


class NullProcess(BotProcess):
    """The null bot, started as ours is."""

    program: ClassVar[Sequence[str]] = ("benchmarks.null_bot",)


class BareProcess(NullProcess):
    """The bare bot, started likewise."""

    program: ClassVar[Sequence[str]] = ("benchmarks.bare_bot",)


@dataclass
class Measured:
    """The results of one rate (moves a second, or presses).

    `reached` is the rate that was really reached; `ours` and `bots` are processor seconds per move in this process
    (Discord and the people) and in the bot's.
    """

    rate: float
    reached: float
    times: list[float]
    unanswered: int
    ours: float
    bots: float

    def at(self, share: float) -> float:
        """Return the seconds within which this share was answered."""
        ranked = sorted(self.times) or [math.inf]
        return ranked[min(int(share * len(ranked)), len(ranked) - 1)]

    @property
    def held(self) -> bool:
        return not self.unanswered and self.at(0.99) <= HELD and self.reached > 0.9 * self.rate

    def beside(self, null: Measured) -> str:
        """Return the results in terms of the null bot's at the same rate."""
        return (
            f"p50 {self.at(0.5) / null.at(0.5):.1f} times, processor {self.bots / null.bots:.1f} times the null bot's"
        )

    def __str__(self) -> str:
        verdict = "" if self.held else f"  {self.unanswered} unanswered: not held"
        return (
            f"{self.reached:5.0f}/s  p50 {self.at(0.5) * 1e3:6.1f} ms  p99 {self.at(0.99) * 1e3:6.1f} ms"
            f"  processor: bot {self.bots * 1e3:4.1f} ms, playground {self.ours * 1e3:4.1f} ms{verdict}"
        )


async def measure(tables: Sequence[Typing | Pressing], rate: float, seconds: float, bot: int) -> Measured:
    """Act at a rate, table after table, and wait for all answers; at each table people wait for the answer before.

    Garbage collection is off in this process meanwhile: it would stop Discord and the people for up to a third of a
    second.
    """
    times: list[float] = []
    unanswered = 0
    waiting = dict[Typing | Pressing, asyncio.Task[None]]()

    async def send(act: Act) -> None:
        nonlocal unanswered
        begun = time.perf_counter()
        answer = await act()
        times.append(time.perf_counter() - begun)
        unanswered += answer.state is not State.ANSWERED

    async def next_act() -> tuple[Typing | Pressing, Act]:
        async with asyncio.timeout(_PATIENCE):
            while True:
                for table in itertools.islice(ahead, len(tables)):
                    if table in waiting:
                        await waiting.pop(table)
                    if (act := table.next_act()) is not None:
                        return table, act
                await asyncio.sleep(_AGAIN)

    gc.collect()
    gc.disable()
    acts, used = int(rate * seconds), (processor(os.getpid()), processor(bot))
    begun, ahead = time.perf_counter(), itertools.cycle(tables)
    for n in range(acts):
        await asyncio.sleep(max(0.0, begun + n / rate - time.perf_counter()))
        table, act = await next_act()
        waiting[table] = asyncio.create_task(send(act))
    await asyncio.gather(*waiting.values())
    took = time.perf_counter() - begun
    gc.enable()
    ours, bots = ((processor(pid) - before) / acts for pid, before in zip((os.getpid(), bot), used, strict=True))
    return Measured(rate, acts / took, times, unanswered, ours, bots)


async def set_scene(stage: Stage, channels: int, of_two: int = _TABLES_OF_TWO) -> list[Site]:
    """Return channels in servers with two people each, who have `of_two` tables."""
    sites = list[Site]()
    for first in range(0, channels, of_two):
        guild = stage.pg.guild(f"guild-{first}")
        people = [await stage.pg.person(name, guild) for name in (f"ann-{first}", f"bob-{first}")]
        for person in people:
            person.timeout = 60.0
        names = (f"table-{n}" for n in range(first, min(first + of_two, channels)))
        sites += (Site(stage.pg.channel(name, guild), people) for name in names)
    return sites


async def open_tables(sites: list[Site], board: str = PICTURES) -> None:
    """Open a table in each channel, with its board and everything private shown as `board` says, and start it."""
    gate = asyncio.Semaphore(_TABLES_AT_ONCE)

    async def one(site: Site) -> None:
        place, (host, guest) = site
        async with gate:
            await host.command(place, "adepts new", look=board)
            await press(guest, Verb.JOIN, place)
            await press(host, Verb.START, place)
            await host.wait_for(lambda: any(controls(m, Verb.TURN) for m in host.messages(place)))

    await asyncio.gather(*map(one, sites))
    for person, place in {person: site.channel for site in sites for person in site.people}.items():
        settings = (await person.command(place, "settings")).message
        button = next(each for each in settings.buttons if (each.custom_id or "").endswith(f":pictures={board}"))
        await person.click(settings, button.custom_id or "")


async def open_panels(sites: list[Site], process: type[BotProcess]) -> None:
    """Open a panel for everybody at each table."""
    for place, people in sites:
        for person in people:
            if issubclass(process, NullProcess):
                await person.command(place, "panel")
            else:
                await press(person, Verb.TURN, place)


@dataclass(frozen=True)
class Load:
    """What is done: typing or presses in `channels` channels, at each of the rates for `seconds`; `limits`: with
    Discord's request limits."""

    channels: int
    rates: Sequence[float]
    seconds: float
    limits: bool = False
    presses: bool = False


@asynccontextmanager
async def at_tables(
    process: type[BotProcess], board: str, load: Load
) -> AsyncIterator[tuple[Stage, list[Typing | Pressing]]]:
    """Yield a bot that has finished starting, and the tables at which people sit."""
    speed = 1.0 if load.limits else math.inf
    with tempfile.TemporaryDirectory() as directory:
        async with Stage(Path(directory), process=process, **STAGE | {"speed": speed}) as stage:
            sites = await set_scene(stage, load.channels)
            if not issubclass(process, NullProcess):
                await open_tables(sites, board)
            if load.presses:
                await open_panels(sites, process)
            if not issubclass(process, NullProcess):
                await _nothing_is_left(stage)  # such as loading the desks
            yield stage, [Pressing(site) if load.presses else Typing(site, SEED) for site in sites]


async def rates_of(process: type[BotProcess], board: str, load: Load, null: Sequence[Measured] = ()) -> list[Measured]:
    """Return the results of the rates up to the first that is not held.

    `null`: the results of the null bot at the same rates, for comparison.
    """
    found: list[Measured] = []
    async with at_tables(process, board, load) as (stage, tables):
        for rate, beside in itertools.zip_longest(load.rates, null[: len(load.rates)]):
            assert stage.bot is not None
            found.append(await measure(tables, rate, load.seconds, stage.bot.pid))
            print(f"  {rate:5.0f}/s sent: {found[-1]}", flush=True)
            if beside is not None:
                print(f"               {found[-1].beside(beside)}", flush=True)
            if not found[-1].held:
                break
    for line in stage.log if process is not NullProcess else ():
        print(f"  the bot logged: {line}")
    return found


async def waiting_games(games: int, board: str = "pictures") -> None:
    """Create many tables, let the bot show them, then restart it."""
    with tempfile.TemporaryDirectory() as directory:
        async with Stage(Path(directory), **STAGE) as stage:
            sites = await set_scene(stage, games, games)
            (host, _), places = sites[0].people, [site.channel for site in sites]
            await _nothing_is_left(stage)  # until its icons are uploaded
            await stage.stop()
            await lay_out(stage.database, sites, board)
            await stage.start()
            await _nothing_is_left(stage)
            assert {place.id for place in places} <= {
                message.channel_id for message in stage.pg.world.messages.values()
            }
            await stage.stop()
            before, begun = len(stage.pg.log), time.perf_counter()
            await stage.start()
            ready = time.perf_counter() - begun
            answer = await host.command(places[-1], "adepts score")
            answered = time.perf_counter() - begun
            assert answer.state is State.ANSWERED
            print(
                f"\n{games} waiting games: connected {ready:.2f} s after the start, answering after {answered:.2f} s;"
            )
            used = await _nothing_is_left(stage)
            assert stage.bot is not None
            sent = sum(entry.kind == "request" for entry in stage.pg.log.after(before))
            print(
                f"  {resident(stage.bot.pid):.0f} MiB resident, {sent} requests to Discord,"
                f" {used:.1f} s of the processor until nothing was left to do"
            )


async def lay_out(database: Place, sites: list[Site], board: str) -> None:
    """Start a table in each channel, through storage alone, while no bot runs."""
    async with await Storage.open(database) as store:
        tables = Tables(store, seed=SEED)
        for place, (host, guest) in sites:
            options = {"seats": 2, "pace": "day", "look": board}
            table = await tables.lobby.new(
                host.id, "Ann", guild_id=place.guild_id, channel_id=place.id, options=options
            )
            await tables.lobby.join(table.id, guest.id, "Bob")
            await tables.lobby.start(table.id, Actor(host.id))


async def _nothing_is_left(stage: Stage) -> float:
    """Wait until the bot has nothing left to do; return the processor seconds that it has used since its start."""
    assert stage.bot is not None
    before, used = -math.inf, processor(stage.bot.pid)
    while used - before > 0.1 * _LOOKS:
        await asyncio.sleep(_LOOKS)
        before, used = used, processor(stage.bot.pid)
    return used


def processor(pid: int) -> float:
    """Return the processor seconds that a process has used; nan if the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return math.nan
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> float:
    """Return the memory that a process uses, in MiB."""
    said = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, check=True, text=True).stdout
    return int(said) / 1024


def main() -> None:
    """Run the bots and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--channels", type=int, default=100, help="tables at the same time")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each rate")
    parser.add_argument("--rates", default=",".join(map(str, RATES)), help="moves a second; none: only what follows")
    parser.add_argument("--waiting", type=int, default=1000, help="games that wait when the bot is started")
    parser.add_argument("--limits", action="store_true", help="take no more requests than Discord does")
    parser.add_argument("--presses", action="store_true", help="press panels in place of typing moves")
    parser.add_argument("--boards", default="words,pictures", help="how boards are shown, one after the other")
    options = parser.parse_args()
    rates = [float(rate) for rate in options.rates.split(",") if rate]
    load, null = Load(options.channels, rates, options.seconds, options.limits, options.presses), list[Measured]()
    if rates:
        print(f"null bot, {options.channels} channels", flush=True)
        null = run_async(rates_of(NullProcess, "", load))
        if not options.presses:
            print(f"bare bot, {options.channels} channels", flush=True)
            run_async(rates_of(BareProcess, "", load, null))
    for board in options.boards.split(",") if rates else ():
        print(f"adepts, boards in {board}, {options.channels} channels", flush=True)
        run_async(rates_of(BotProcess, board, load, null))
    if options.waiting:
        run_async(waiting_games(options.waiting, options.boards.split(",")[-1]))


if __name__ == "__main__":
    main()
