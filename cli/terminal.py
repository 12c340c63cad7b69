"""Where output goes: consoles, and progress on whatever takes long."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from threading import Timer
from typing import TypeVar

from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.segment import Segment

from cli.text import lines

T = TypeVar("T")

PATIENCE = 2.0
"""Seconds before progress is shown."""


class _Console(Console):
    """Whatever is printed on it, only the console itself steers the terminal."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=lines(segment.text))


def stdout() -> Console:
    """Standard output; coloured only in a terminal. Text is no markup, names of players included."""
    return _Console(markup=False, highlight=False, emoji=False)


def track(items: Iterable[T], total: int, label: str) -> Iterator[T]:
    """The items; after two seconds with a bar on stderr, if that is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=Console(stderr=True), transient=True)
    task = progress.add_task(label, total=total)
    timer = Timer(PATIENCE, progress.start)
    timer.daemon = True
    timer.start()
    try:
        for item in items:
            yield item
            progress.advance(task)
    finally:
        timer.cancel()
        timer.join()
        if progress.live.is_started:
            progress.stop()
