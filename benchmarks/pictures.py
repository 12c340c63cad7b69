"""Measure what a picture costs, beside an empty canvas of the same size and encoder in the same run.

Run it with ``python -m benchmarks.pictures``. It also measures the longest stall of the event loop, and the slowest hop
to another thread and back, as to the database, while ten boards are drawn in a thread and in the bot's studio.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

from PIL import Image

from bot.pictures.studio import Studio
from drawing.colours import NIGHT
from drawing.picture import Picture, encode
from game.adepts import Game
from game.adepts.pictures import board, hand, palette, queues, score_sheet, spell_card

NAMES = {f"P{i}": f"Player {i}" for i in range(1, 6)}
BEAT = 0.001
"""Seconds between two looks at the event loop's clock."""


def busy(players: int, moves: int) -> tuple[dict[str, Any], dict[str, Any], Game]:
    """Return a position well under way, the one before it, and its game."""
    game = Game.new(players, "first-game", seed="pictures")
    before = game.view(None)
    for n in range(moves):
        seat = game.asked[0]
        tokens = game.legal(seat)
        before = game.view(None)
        game.play(seat, tokens[n * 7 % len(tokens)])
    return game.view(None), before, game


def milliseconds(functions: Sequence[Callable[[], object]], repeat: int) -> list[float]:
    """Return the median of `repeat` calls of each function, in ms. They are called in turn, so that other load on the
    machine affects all alike."""
    times: list[list[float]] = [[] for _ in functions]
    for _ in range(repeat):
        for function, found in zip(functions, times, strict=True):
            start = time.perf_counter()
            function()
            found.append(time.perf_counter() - start)
    return [statistics.median(found) * 1000 for found in times]


def empty(picture: Picture) -> Callable[[], bytes]:
    """Return a function that makes an empty canvas of the picture's size, and encodes it as pictures are."""
    with Image.open(BytesIO(picture.data)) as image:
        size = image.size
    return lambda: encode(Image.new("RGB", size, NIGHT), palette.table())


async def meanwhile(draw: Callable[[], Awaitable[object]], pictures: int) -> tuple[float, float]:
    """Return the event loop's longest stall and the slowest hop to another thread and back, in ms, while pictures are
    drawn."""
    await draw()  # sprites are made once
    stall = hop = 0.0
    work = asyncio.gather(*(draw() for _ in range(pictures)))
    while not work.done():
        start = time.perf_counter()
        await asyncio.sleep(BEAT)
        paused = time.perf_counter()
        await asyncio.to_thread(int)
        stall, hop = max(stall, paused - start - BEAT), max(hop, time.perf_counter() - paused)
    await work
    return stall * 1000, hop * 1000


async def compare(view: dict[str, Any], pictures: int) -> None:
    """Print these figures for a thread, and for the studio's process."""
    studio, loop = Studio(), asyncio.get_running_loop()
    with ThreadPoolExecutor(1) as thread:
        ways: dict[str, Callable[[], Awaitable[object]]] = {
            "a thread": lambda: loop.run_in_executor(thread, board, view, NAMES),
            "the studio": lambda: studio.draw(board, view, NAMES),
        }
        for name, draw in ways.items():
            stall, hop = await meanwhile(draw, pictures)
            print(
                f"{pictures} boards in {name}: loop stands still for {stall:.1f} ms, a hop takes {hop:.1f} ms at most"
            )
    await studio.close()


def main() -> None:
    """Print a line for each picture, then the stalls."""
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
    asyncio.run(compare(five, options.pictures))


if __name__ == "__main__":
    main()
