"""The folders as the architecture has them: imports go one way, no file of rules is long."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

MAY_IMPORT = {
    "game": set[str](),
    "agents": {"game"},
    "storage": set[str](),
    "playground": set[str](),
    "bot": {"game", "agents", "storage"},
    "cli": {"game", "agents", "storage", "bot", "playground"},
}
"""What a package may import of ours, besides itself."""

INSIDE_GAME = {"core": {"core"}, "adepts": {"core", "adepts"}}

INSIDE_PLAYGROUND = {
    "world": set[str](),
    "checks": {"world"},
    "traffic": {"world"},
    "messaging": {"world", "checks"},
    "gateway": {"world", "traffic"},
    "people": {"world", "checks", "messaging"},
    "rest": {"world", "checks", "traffic", "messaging", "gateway"},
    "supervisor": {"world", "traffic"},
    "control": {"world", "traffic", "messaging", "gateway", "people", "rest", "supervisor"},
    "client": {"world", "checks", "messaging", "people"},
    "page": set[str](),
    "guard.py": set[str](),
}
"""The rooms of the playground; `server.py` and the package's face, which stand above them, may use all."""

MODULES = [file for package in MAY_IMPORT for file in sorted((ROOT / package).rglob("*.py"))]

PAGE = sorted(file for kind in ("js", "css", "html") for file in (ROOT / "playground" / "page").rglob(f"*.{kind}"))


def imported(file: Path) -> set[str]:
    """The full names of all modules that a file imports from outside its own folder."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(ROOT)))
def test_imports_go_one_way(file: Path) -> None:
    package, *inside = file.relative_to(ROOT).parts
    allowed = MAY_IMPORT[package] | {package}
    for name in imported(file):
        top, *rest = name.split(".")
        if top in MAY_IMPORT:
            assert top in allowed, name
        if package == "game" and top == "game" and rest and inside[0] in INSIDE_GAME:
            assert rest[0] in INSIDE_GAME[inside[0]], name


@pytest.mark.parametrize(
    "file", [file for file in MODULES if file.is_relative_to(ROOT / "playground")], ids=lambda file: file.stem
)
def test_rooms_of_the_playground_are_stacked(file: Path) -> None:
    room, *_ = file.relative_to(ROOT / "playground").parts
    if room in ("server.py", "__init__.py"):
        return
    for name in imported(file):
        top, *rest = name.split(".")
        if top == "playground":
            assert rest, "from playground import ...: name the room"
            assert rest[0] in INSIDE_PLAYGROUND[room] | {room}, name


@pytest.mark.parametrize("file", [*MODULES, *PAGE], ids=lambda file: str(file.relative_to(ROOT)))
def test_a_file_does_one_thing(file: Path) -> None:
    """At most 400 lines."""
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("file", sorted((ROOT / "game").rglob("*.py")), ids=lambda file: str(file.relative_to(ROOT)))
def test_rules_are_pure(file: Path) -> None:
    """No I/O, no clock, no Discord, no asyncio, no logging, no global random numbers."""
    forbidden = {"asyncio", "logging", "random", "time", "datetime", "os", "socket", "discord", "aiosqlite", "pathlib"}
    assert not {name.split(".")[0] for name in imported(file)} & forbidden
