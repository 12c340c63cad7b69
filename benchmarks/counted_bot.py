"""A bot's process that counts the calls of its event loop's thread from one SIGUSR1 to the next.

    python -m benchmarks.counted_bot MODULE [...]

runs the module with what follows. Then each way in which functions called one another is a line of the file that the
environment names: those functions, outermost first, between semicolons, and how often the last of them was called, with
what it called of Python's own. A function that goes on after an await is called once more. Such counts say what work
there is, whatever else the machine does.
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
    """How often functions were called, by the way to them. It is what `sys.setprofile` takes."""

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
        elif event == "return" and len(self._way) > 1:  # else that of what was running when counting began
            self._way.pop()

    def lines(self) -> Iterator[str]:
        """One for each way."""
        return self._all.lines(())


class _Calls:
    """Of one function, called on one way."""

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
    """A function, and the file that it is in as it would be imported."""
    file = code.co_filename.removeprefix(_OWN)
    for folder in ("site-packages", f"python3.{sys.version_info.minor}"):
        file = file.rpartition(f"{os.sep}{folder}{os.sep}")[2]
    return f"{code.co_qualname} ({file})"


def _counting(out: Path) -> Callable[..., None]:
    """What begins to count, and next time ends."""
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
