"""A bot's process that counts the calls of its event loop's thread from one SIGUSR1 to the next.

    python -m benchmarks.counted_bot MODULE [...]

runs the module with the arguments that follow. At the second signal each chain of calls is written as a line to the
file that the environment names: its functions, outermost first, between semicolons, and how often the last one was
called, its calls of built-in functions included. A function that resumes after an await counts as called again. Such
counts measure work independently of the machine's load.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType

FILE = "BENCHMARK_CALLS"
_OWN = f"{Path(__file__).parents[1]}{os.sep}"


class Calls:
    """Counts of calls by chain of functions; callable, as `sys.setprofile` expects."""

    def __init__(self) -> None:
        self._all = _Calls()
        self._way = [self._all]

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            callee = self._way[-1].of(frame.f_code)
            callee.count += 1
            self._way.append(callee)
        elif event == "c_call":
            self._way[-1].count += 1
        elif event == "return" and len(self._way) > 1:  # else a function returns that was running when counting began
            self._way.pop()

    def lines(self) -> Iterator[str]:
        """Yield a line for each chain."""
        return self._all.lines(())


class _Calls:
    """The calls of one function in one chain."""

    def __init__(self) -> None:
        self.count = 0
        self._callees = dict[CodeType, _Calls]()

    def of(self, code: CodeType) -> _Calls:
        return self._callees.get(code) or self._callees.setdefault(code, _Calls())

    def lines(self, way: tuple[str, ...]) -> Iterator[str]:
        if way:
            yield f"{';'.join(way)} {self.count}"
        for code, callee in self._callees.items():
            yield from callee.lines((*way, _name(code)))


def _name(code: CodeType) -> str:
    """Return a function's name, with its file as it would be imported."""
    file = code.co_filename.removeprefix(_OWN)
    for folder in ("site-packages", f"python3.{sys.version_info.minor}"):
        file = file.rpartition(f"{os.sep}{folder}{os.sep}")[2]
    return f"{code.co_qualname} ({file})"


def _counting(out: Path) -> Callable[..., None]:
    """Return a signal handler that begins to count, and writes the counts the next time."""
    calls: Calls | None = None

    def toggle(*_: object) -> None:
        nonlocal calls
        if calls is None:
            calls = Calls()
            sys.setprofile(calls)
            return
        sys.setprofile(None)
        part = out.with_suffix(".part")
        part.write_text("\n".join(calls.lines()))
        part.replace(out)
        calls = None

    return toggle


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, _counting(Path(os.environ[FILE])))
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
