"""Progress is shown on stderr if that is a terminal and it takes long, and never otherwise."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator

import pytest

from cli import terminal


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def slow(shown: io.StringIO, wanted: str) -> Iterator[int]:
    """Yield two items; the second waits until something is shown, at most five seconds."""
    yield 1
    deadline = time.monotonic() + 5
    while wanted not in shown.getvalue() and time.monotonic() < deadline:
        time.sleep(0.01)
    yield 2


def test_what_takes_long_shows_progress_and_tidies_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(terminal, "PATIENCE", 0.05)
    monkeypatch.setattr("sys.stderr", shown := Terminal())
    assert list(terminal.track(slow(shown, "Games"), 2, "Games")) == [1, 2]
    assert "Games" in shown.getvalue()
    assert shown.getvalue().endswith("\x1b[2K")


def test_what_is_quick_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", shown := Terminal())
    assert list(terminal.track([1, 2], 2, "Games")) == [1, 2]
    assert shown.getvalue() == ""


def test_nothing_is_shown_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "PATIENCE", 0.0)
    monkeypatch.setattr("sys.stderr", shown := io.StringIO())
    items = map(time.sleep, [0.02, 0.02])
    assert len(list(terminal.track(items, 2, "Games"))) == 2
    assert shown.getvalue() == ""
