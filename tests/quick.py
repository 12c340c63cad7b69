"""Run the tests that a change concerns, nearest first, within a time limit: `python -m tests.quick [BASE]`.

A change is whatever differs from where the branch left BASE (`main`), committed or not. Which tests it concerns, and
how near they are, follows from the import graph. As a plugin of pytest, this module skips tests that have not begun in
time.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.imports import PACKAGES, ROOT, Graph, files, graph

WITHIN = 30
"""Seconds after which no further test begins; the rest of a minute is for collecting tests and ending."""

MOST = 24
"""At most so many test files, since collecting them takes time too."""

LONG = (
    "benchmarks",
    "bot/core/test_whole_games.py",
    "bot/crashes",
    "bot/games",
    "bot/processes",
    "bot/run/test_demo.py",
    "bot/secrets",
    "browser/test_games.py",
    "compare",
    "games/test_discord.py",
    "mana_surge/test_discord.py",
    "spirit_ground/test_discord.py",
)
"""Tests of whole games, below `tests`: left to `make test`, which begins with them."""

OF = {"game": "engine"}
"""Packages whose tests are in a folder of another name."""

ALSO = {Path("playground/page"): Path("tests/browser/page")}
"""Folders whose files are not named in their tests, and where those tests are."""


def changed(base: str) -> set[Path]:
    """Return the files that differ from where this branch left `base`, new ones included."""
    bases = [base, f"origin/{base}"]
    if _git("branch", "--show-current") == [base]:  # on `base` itself: since the last fetch or push
        bases.reverse()
    left = next(found for name in (*bases, "HEAD") if (found := _git("merge-base", name, "HEAD")))[0]
    names = [*_git("diff", "--name-only", left), *_git("ls-files", "--others", "--exclude-standard")]
    return {Path(name) for name in names}


def concerned(changes: Iterable[Path], arrows: Graph) -> dict[Path, int]:
    """Return each module that a change reaches, and by how many imports."""
    users: dict[Path, set[Path]] = {file: set() for file in arrows}
    for file, others in arrows.items():
        for other in {*others, *_surroundings(file, arrows)}:
            users[other].add(file)
    near = dict.fromkeys(sorted({start for file in changes for start in _starts(file, arrows)}), 0)
    queue = list(near)
    for file in queue:
        for user in sorted(users[file] - near.keys()):
            near[user] = near[file] + 1
            queue.append(user)
    return near


def nearest(near: dict[Path, int]) -> list[Path]:
    """Return the test files, nearest first: tests of the changed packages before others, then by the number of
    imports."""
    packages = {OF.get(file.parts[0], file.parts[0]) for file, imports in near.items() if imports == 0}

    def far(test: Path) -> tuple[bool, int, Path]:
        return test.parts[1] not in packages, near[test], test

    return sorted((file for file in near if file.name.startswith("test_")), key=far)


def _surroundings(file: Path, arrows: Graph) -> Iterator[Path]:
    """Yield what Python and pytest run before a module without an import: its packages, and for tests each
    conftest.py."""
    for folder in file.parents:
        yield from ({folder / "__init__.py", folder / "conftest.py"} & arrows.keys()) - {file}


def _starts(file: Path, arrows: Graph) -> Iterator[Path]:
    """Yield the modules to start from: a changed module itself; for any other file, and for one that was deleted, the
    modules in its folder and those that name the file or its nearest folder that is named anywhere."""
    if file in arrows:
        yield file
        return
    for other in arrows:
        if other.parent == file.parent:
            yield other
    for folder, tests in ALSO.items():
        if file.is_relative_to(folder):
            yield from (other for other in arrows if other.is_relative_to(tests))
    yield from _naming(file.name, arrows)
    for folder in file.parents:
        if named := _naming(folder.name, arrows):
            yield from named
            return


def _naming(name: str, arrows: Graph) -> list[Path]:
    """Return the modules that contain this name as a string."""
    return [other for other in arrows if name and f'"{name}"' in (ROOT / other).read_text(encoding="utf-8")]


def _git(*arguments: str) -> list[str]:
    """Return the lines of git's output; none if the command fails."""
    return subprocess.run(
        ("git", *arguments), cwd=ROOT, check=False, capture_output=True, text=True
    ).stdout.splitlines()


class Limit:
    """Skips tests that have not begun within so many seconds after collection."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until = 0.0

    def pytest_collection_finish(self) -> None:
        self._until = time.monotonic() + self._seconds

    def pytest_runtest_setup(self) -> None:
        if time.monotonic() > self._until:
            pytest.skip("the time is up: make test runs it")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--within", type=float, help="skip tests that have not begun after so many seconds")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--within") is not None:
        config.pluginmanager.register(Limit(config.getoption("--within")))


def main(base: str = "main") -> int:
    """Run the tests, and return pytest's exit status."""
    near = nearest(concerned(changed(base), graph(files(*PACKAGES, "tests"))))
    chosen = [file for file in near if not file.as_posix().startswith(tuple(f"tests/{name}" for name in LONG))]
    chosen = chosen[:MOST]
    print(f"What differs from {base} concerns {len(near)} files of tests; the nearest {len(chosen)}:", flush=True)
    if not chosen:
        return 0
    options = ("-p", "tests.quick", f"--within={WITHIN}", "-n", "auto", "--maxschedchunk=2")  # keep the order
    command = ("-m", "pytest", *options, *map(str, chosen))
    return subprocess.run((sys.executable, *command), cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
