"""The import graph, read from the source; imports inside functions and for type checking count too."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[1]
PACKAGES = ("agents", "bot", "cli", "desk", "drawing", "game", "playground", "storage")

Graph = dict[Path, frozenset[Path]]
"""For each file, by its path from the root, the files that it imports."""

T = TypeVar("T", bound=Hashable)


def files(*tops: str) -> list[Path]:
    """Return all modules of these packages, by their paths from the root."""
    return sorted(file.relative_to(ROOT) for top in tops for file in (ROOT / top).rglob("*.py"))


def names(file: Path, root: Path = ROOT) -> frozenset[str]:
    """Return the full names of all that a module imports: `from a import b` is a.b, which may be a module or a name in
    one.

    Calls of `import_module` count only with a constant name; commands and games are found by computed names, which do
    not.
    """
    return _names(file, root)


@cache
def _names(file: Path, root: Path) -> frozenset[str]:
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
    """Return the import graph of these modules. Importing a module does not count as importing the packages it is
    in."""
    known = {".".join(_dotted(file)): file for file in modules}
    return {
        file: frozenset(found for name in names(file, root) if (found := _file(name, known))) for file in known.values()
    }


def circles(arrows: Mapping[T, Iterable[T]]) -> list[frozenset[T]]:
    """Return the strongly connected components of two or more nodes (Tarjan's algorithm)."""
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
    """Return the same graph between folders or files directly under a package, such as `bot/panels` or
    `bot/client.py`."""
    between: dict[str, set[str]] = {room(file): set() for file in arrows}
    for file, others in arrows.items():
        between[room(file)] |= {room(other) for other in others} - {room(file)}
    return between


def room(file: Path) -> str:
    return "/".join(file.parts[:2])


def _imports(called: ast.expr) -> bool:
    """Return whether the function called is `import_module`."""
    name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
    return name == "import_module"


def _dotted(file: Path) -> tuple[str, ...]:
    """Return the parts of the module's name; a package is named after its folder."""
    parts = file.with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def _file(name: str, known: Mapping[str, Path]) -> Path | None:
    """Return the module that has this name, or that the name is in; None if it is not one of ours."""
    return known.get(name) or known.get(name.rpartition(".")[0])
