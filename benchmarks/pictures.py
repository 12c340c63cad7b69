"""What a picture costs, beside an empty canvas of the same size and encoder, in one run.

Run it with ``python -m benchmarks.pictures``. Also: the longest time that an event loop stood still while ten boards
were drawn in a thread, and in a process.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from io import BytesIO
from typing import Any

from PIL import Image

from bot.boards.adepts.pictures import Picture, board, hand, palette, queues, score_sheet, spell_card
from bot.boards.adepts.pictures.colours import NIGHT
from bot.boards.adepts.pictures.picture import encode
from game.adepts import Game

NAMES = {f"P{i}": f"Player {i}" for i in range(1, 6)}
BEAT = 0.001
"""Seconds between two looks at the clock of the event loop."""


def busy(players: int, moves: int) -> tuple[dict[str, Any], dict[str, Any], Game]:
    """A position well under way, the one before it, and its game."""
    game = Game.new(players, "first-game", seed="pictures")
    before = game.view(None)
    for n in range(moves):
        seat = game.asked[0]
        tokens = game.legal(seat)
        before = game.view(None)
        game.play(seat, tokens[n * 7 % len(tokens)])
    return game.view(None), before, game


def milliseconds(functions: Sequence[Callable[[], object]], repeat: int) -> list[float]:
    """The medians of so many calls each, by turns, so that whatever else the machine does befalls all alike."""
    times: list[list[float]] = [[] for _ in functions]
    for _ in range(repeat):
        for function, found in zip(functions, times, strict=True):
            start = time.perf_counter()
            function()
            found.append(time.perf_counter() - start)
    return [statistics.median(found) * 1000 for found in times]


def empty(picture: Picture) -> Callable[[], bytes]:
    """Makes a canvas of the picture's size with nothing on it, and encodes it as the pictures are."""
    with Image.open(BytesIO(picture.data)) as image:
        size = image.size
    return lambda: encode(Image.new("RGB", size, NIGHT), palette.table())


async def stall(pool: Executor, view: dict[str, Any], pictures: int) -> float:
    """The longest time in milliseconds that the loop could do nothing else while pictures were drawn in a pool."""
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(pool, board, view, NAMES)  # sprites are made once
    worst = 0.0
    work = asyncio.gather(*(loop.run_in_executor(pool, board, view, NAMES) for _ in range(pictures)))
    while not work.done():
        start = time.perf_counter()
        await asyncio.sleep(BEAT)
        worst = max(worst, time.perf_counter() - start - BEAT)
    await work
    return worst * 1000


def main() -> None:
    """Print a line a picture, then the stalls."""
    parser = argparse.ArgumentParser(description="What a picture costs.")
    parser.add_argument("--repeat", type=int, default=20)
    parser.add_argument("--pictures", type=int, default=10, help="drawn at once while the event loop is watched")
    options = parser.parse_args()

    five, before, game = busy(5, 60)
    two, _, _ = busy(2, 30)
    seat = max(game.seats, key=lambda seat: len(game.view(seat)["players"][seat]["hand"]))
    shots: dict[str, Callable[[], Picture]] = {
        "board of 5": lambda: board(five, NAMES, before),
        "board of 2": lambda: board(two, NAMES),
        "queues of 5": lambda: queues(five, NAMES),
        "hand": lambda: hand(game.view(seat), seat),
        "score of 5": lambda: score_sheet(five, NAMES),
        "spell card": lambda: spell_card("2B"),
    }
    print(f"medians of {options.repeat}; draw and encode")
    print(f"{'':14}{'ms':>8}{'empty ms':>10}{'ratio':>8}{'kB':>8}{'first ms':>10}")
    for name, shot in shots.items():
        start = time.perf_counter()
        picture = shot()
        first = (time.perf_counter() - start) * 1000
        mine, none = milliseconds((shot, empty(picture)), options.repeat)
        print(f"{name:14}{mine:8.1f}{none:10.1f}{mine / none:8.2f}{len(picture.data) / 1000:8.1f}{first:10.1f}")
    for where, pool in (("thread", ThreadPoolExecutor(1)), ("process", ProcessPoolExecutor(1))):
        with pool:
            worst = asyncio.run(stall(pool, five, options.pictures))
        print(f"longest stall of the event loop, {options.pictures} boards in a {where}: {worst:.1f} ms")


if __name__ == "__main__":
    main()
