"""Which file imports which, read from the source: also inside functions and for type checking alone."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[1]
PACKAGES = ("agents", "bot", "cli", "desk", "drawing", "game", "playground", "storage")

Graph = dict[Path, frozenset[Path]]
"""Of each file, by its path from the root: the files that it names in its imports."""

T = TypeVar("T", bound=Hashable)


def files(*tops: str) -> list[Path]:
    """All modules of some packages, by their paths from the root."""
    return sorted(file.relative_to(ROOT) for top in tops for file in (ROOT / top).rglob("*.py"))


@cache
def names(file: Path, root: Path = ROOT) -> frozenset[str]:
    """All that a module imports, in full: `from a import b` is a.b, which may be a module or a name in one.

    `import_module` with a name that is worked out is left out: so commands and games are found.
    """
    package = _dotted(file) if file.name == "__init__.py" else _dotted(file)[:-1]
    found: set[str] = set()
    for node in ast.walk(ast.parse((root / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            found.update(f"{module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and _imports(node.func):
            found.update(str(given.value) for given in node.args[:1] if isinstance(given, ast.Constant))
    return frozenset(found)


def graph(modules: Iterable[Path], root: Path = ROOT) -> Graph:
    """The arrows among these modules. Importing a module is no arrow to the packages that it lies in."""
    known = {".".join(_dotted(file)): file for file in modules}
    return {
        file: frozenset(found for name in names(file, root) if (found := _file(name, known))) for file in known.values()
    }


def circles(arrows: Mapping[T, Iterable[T]]) -> list[frozenset[T]]:
    """The largest sets of two or more each of which reaches, by arrows, every other of its set (Tarjan)."""
    index: dict[T, int] = {}
    low: dict[T, int] = {}
    stack: list[T] = []
    found: list[frozenset[T]] = []

    def visit(here: T) -> None:
        index[here] = low[here] = len(index)
        stack.append(here)
        for other in arrows[here]:
            if other not in index:
                visit(other)
                low[here] = min(low[here], low[other])
            elif other in stack:
                low[here] = min(low[here], index[other])
        if low[here] == index[here]:
            place = stack.index(here)
            if len(stack) - place > 1:
                found.append(frozenset(stack[place:]))
            del stack[place:]

    for each in arrows:
        if each not in index:
            visit(each)
    return found


def rooms(arrows: Graph) -> dict[str, set[str]]:
    """The same arrows between rooms, `bot/panels` or `bot/client.py`: what stands right under a package."""
    between: dict[str, set[str]] = {room(file): set() for file in arrows}
    for file, others in arrows.items():
        between[room(file)] |= {room(other) for other in others} - {room(file)}
    return between


def room(file: Path) -> str:
    return "/".join(file.parts[:2])


def _imports(called: ast.expr) -> bool:
    """Whether it is `import_module`, whose argument may stand there as it is."""
    name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
    return name == "import_module"


def _dotted(file: Path) -> tuple[str, ...]:
    """The module's name in parts; a package's is that of its folder."""
    parts = file.with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def _file(name: str, known: Mapping[str, Path]) -> Path | None:
    """The module that a name is, or is in; None for what is not ours."""
    return known.get(name) or known.get(name.rpartition(".")[0])
