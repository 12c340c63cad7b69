"""Consoles for output, and progress bars for what takes long."""

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
"""Seconds before a progress bar appears."""


class _Console(Console):
    """A console that neutralises control characters in what is printed: only the console itself steers the terminal."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=lines(segment.text))


def stdout() -> Console:
    """Return a console for standard output, coloured only in a terminal. It reads no markup, so names are printed as
    they are."""
    return _Console(markup=False, highlight=False, emoji=False)


def track(items: Iterable[T], total: int, label: str) -> Iterator[T]:
    """Yield the items; after two seconds, show a progress bar on stderr, if that is a terminal."""
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
