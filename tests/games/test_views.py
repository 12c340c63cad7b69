"""A game with a reader of its views (`rules/reader.py`) looks into them there and nowhere else.

Code that only passes a view on may have it as a mapping. Whoever looks into one uses the reader, which has a type for
everything: no key of a view is in words, panels, pictures or computer players.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.imports import ROOT, files

READER = Path("rules/reader.py")
INSIDE = (READER, Path("rules/view.py"), Path("rules/restore.py"))
"""The modules that know the keys: those that read and write a view, and that restore a stored position."""

READ = sorted(file.parents[1].name for file in (ROOT / "game").glob(f"*/{READER}"))
"""The games that have a reader."""

MODULES = [file for name in READ for file in files(f"game/{name}") if file.relative_to(f"game/{name}") not in INSIDE]

RAW = re.compile(r"\bView\b")
"""The annotation of a view as a mapping."""


@pytest.mark.parametrize("file", MODULES, ids=str)
def test_views_are_read_in_one_place(file: Path) -> None:
    found = list(looks((ROOT / file).read_text(encoding="utf-8")))
    assert not found, "\n".join(f"{file}:{line}: {what}" for line, what in found)


def test_there_are_readers() -> None:
    assert "adepts" in READ
    assert len(MODULES) > 50


@pytest.mark.parametrize(
    "line",
    [
        'view["turn"]',
        'view.get("turn")',
        '"scores" in view',
        "[*view]",
        "{**view}",
        "for key in view: pass",
        "[key for key in view]",
        'before and before["turn"]',
        'step.view["turn"]',
        'game.view(None)["turn"]',
        'game.to_dict()["turn"]',
        'now = view; now["turn"]',
        'lambda: view["turn"]',
        '(lambda view: view["turn"])(view)',
        'def inner() -> int: return view["turn"]',
        "def inner(view: Mapping[str, Any]) -> int: return 1",
        "def inner(seat: str, *, view: dict[str, Any] | None = None) -> int: return 1",
    ],
)
def test_whatever_takes_a_view_apart_is_found(line: str) -> None:
    assert list(looks(f"def outer(view: View, before: View | None, step: Step, game: Game) -> None:\n    {line}"))


@pytest.mark.parametrize(
    "line",
    [
        "ViewReader(view).turn",
        "seen = ViewReader(view); seen.mines['ruby']",
        "board(view, names)",
        "partial(board, view, names, before)",
        'decision.data["turn"]',
        "ViewReader(step.view).turn if before is not None else 0",
        "(lambda view, seat: hand(view, seat))(view, seat)",
        "def inner(view: ViewReader) -> int: return view.turn",
    ],
)
def test_whatever_passes_one_on_is_left_alone(line: str) -> None:
    assert not list(looks(f"def outer(view: View, before: View | None, step: Step) -> None:\n    {line}"))


def looks(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each place where a module looks into a view, or gives a `view` another annotation."""
    yield from _looks(ast.parse(source), frozenset())


def _looks(node: ast.AST, raw: frozenset[str]) -> Iterator[tuple[int, str]]:
    """`raw`: the names of variables that are views as mappings."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
            told = ast.unparse(argument.annotation) if argument.annotation else ""
            is_raw = bool(RAW.search(told)) or (argument.arg == "view" and isinstance(node, ast.Lambda))
            raw = raw | {argument.arg} if is_raw else raw - {argument.arg}
            if argument.arg == "view" and told and not re.search(r"\bView(Reader)?\b", told):
                yield argument.lineno, f"a view is no {told}"
        body = node.body if isinstance(node.body, list) else [node.body]
        for inner in (n for statement in body for n in ast.walk(statement)):
            if isinstance(inner, ast.Assign) and _is_view(inner.value, raw):
                raw |= {target.id for target in inner.targets if isinstance(target, ast.Name)}
    if any(_is_view(part, raw) for part in _parts_taken(node)):
        yield getattr(node, "lineno", 0), ast.unparse(node)
    for child in ast.iter_child_nodes(node):
        yield from _looks(child, raw)


def _parts_taken(node: ast.AST) -> list[ast.expr]:
    """Return the expressions that a node looks into."""
    match node:
        case ast.Subscript(value=value) | ast.Attribute(value=value) | ast.Starred(value=value):
            return [value]
        case ast.Compare(ops=ops, comparators=values):
            return [value for op, value in zip(ops, values, strict=True) if isinstance(op, ast.In | ast.NotIn)]
        case ast.For(iter=value) | ast.comprehension(iter=value):
            return [value]
        case ast.Dict(keys=keys, values=values):
            return [value for key, value in zip(keys, values, strict=True) if key is None]
    return []


def _is_view(node: ast.expr, raw: frozenset[str]) -> bool:
    match node:
        case ast.Name(id=name):
            return name in raw
        case ast.Attribute(attr="view"):
            return True
        case ast.Call(func=ast.Attribute(attr="view" | "to_dict")):
            return True
    return False
