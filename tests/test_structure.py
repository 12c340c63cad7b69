"""The folders as the architecture has them: imports go one way, no file of rules is long."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.imports import ROOT, circles, files, graph, names, room, rooms

MAY_IMPORT = {
    "drawing": set[str](),
    "game": {"drawing"},
    "agents": {"game"},
    "desk": {"game"},
    "storage": set[str](),
    "playground": set[str](),
    "bot": {"game", "drawing", "agents", "desk", "storage"},
    "cli": {"game", "drawing", "agents", "desk", "storage", "bot", "playground"},
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

CIRCLES_LEFT = {
    frozenset({"bot/client.py", "bot/cogs"}): "the cogs ask the client for what they should be handed",
}
"""Rooms that still stand in a circle, and why. The list becomes shorter only: what is mended is struck off here."""

MODULES = files(*MAY_IMPORT)
ARROWS = graph(MODULES)

PAGE = sorted(
    file.relative_to(ROOT)
    for kind in ("js", "css", "html")
    for file in (ROOT / "playground" / "page").rglob(f"*.{kind}")
)


@pytest.mark.parametrize("file", MODULES, ids=str)
def test_imports_go_one_way(file: Path) -> None:
    package, *inside = file.parts
    allowed = MAY_IMPORT[package] | {package}
    for name in names(file):
        top, *rest = name.split(".")
        if top in MAY_IMPORT:
            assert top in allowed, name
        if package == "game" and top == "game" and rest and inside[0] in INSIDE_GAME:
            assert rest[0] in INSIDE_GAME[inside[0]], name


def test_no_circle_of_files() -> None:
    """No file leads back to itself by imports, wherever in the file they stand."""
    found = [circle for circle in circles(ARROWS) if frozenset(map(room, circle)) not in CIRCLES_LEFT]
    assert not found, "\n".join(
        f"{file} -> {other}" for circle in found for file in circle for other in ARROWS[file] & circle
    )


def test_no_circle_of_rooms() -> None:
    """Nor does a folder right under a package."""
    assert set(circles(rooms(ARROWS))) == CIRCLES_LEFT.keys()


def test_circles_are_found_wherever_the_imports_stand(tmp_path: Path) -> None:
    sources = {
        "a/__init__.py": "from a.one import x",
        "a/one.py": "def f():\n    from .room import two",
        "a/room/__init__.py": "",
        "a/room/two.py": "if TYPE_CHECKING:\n    from a.room.three import y as z",
        "a/room/three.py": "import json, a.one",
        "a/alone.py": "from . import one",
    }
    for name, text in sources.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    arrows = graph(map(Path, sources), tmp_path)
    assert circles(arrows) == [{Path("a/one.py"), Path("a/room/two.py"), Path("a/room/three.py")}]
    assert circles(rooms(arrows)) == [{"a/one.py", "a/room"}]


@pytest.mark.parametrize("file", files("playground"), ids=str)
def test_rooms_of_the_playground_are_stacked(file: Path) -> None:
    mine, *_ = file.parts[1:]
    if mine in ("server.py", "__init__.py"):
        return
    theirs = {room(other).partition("/")[2] for other in ARROWS[file]}
    assert theirs <= INSIDE_PLAYGROUND[mine] | {mine}


@pytest.mark.parametrize("file", [*MODULES, *PAGE], ids=str)
def test_a_file_does_one_thing(file: Path) -> None:
    """At most 400 lines."""
    assert len((ROOT / file).read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("file", files("game/adepts/rules", "game/adepts/texts"), ids=str)
def test_rules_are_pure(file: Path) -> None:
    """No I/O, no clock, no Discord, no asyncio, no logging, no global random numbers."""
    forbidden = {"asyncio", "logging", "random", "time", "datetime", "os", "socket", "discord", "aiosqlite", "pathlib"}
    assert not {name.split(".")[0] for name in names(file)} & forbidden
