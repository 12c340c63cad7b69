"""Reading and checking board files (rulings, "Board"); every fault is named with its place in the file.

    name, title, about   a word, as used in records; texts for people
    rows                 the number of hexes in each row, from the top: 4 5 6 7 6 5 4
    pool                 the hex of the Mana Pool
    corners              the hexes of the spawners, clockwise
    hexes.KIND           the hexes of each kind: strong, guard, weak, action, spawn

Only `title`, `about` and kinds without hexes may be left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from game.core import faults, toml
from game.core.english import listed
from game.core.errors import SetupError, quoted
from game.core.fields import written
from game.mana_surge.rules.boards.board import ABILITIES, KINDS, Board, Kind
from game.mana_surge.rules.hexes import LARGEST, SMALLEST, Grid, grid, lengths

_MOST = 3 * LARGEST * (LARGEST - 1) + 1
"""The number of hexes of the largest board."""

Name = Annotated[str, Field(max_length=4)]
Names = Annotated[list[Name], Field(max_length=_MOST)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Lists(_Table):
    strong: Names = []
    guard: Names = []
    weak: Names = []
    action: Names = []
    spawn: Names = []

    def named(self) -> Iterator[tuple[Kind, list[str]]]:
        yield from zip(KINDS, (self.strong, self.guard, self.weak, self.action, self.spawn), strict=True)


class _File(_Table):
    name: Annotated[str, written("[a-z][a-z0-9-]{0,30}", "a board is called by small letters, digits and hyphens")]
    title: Annotated[str, Field(max_length=40)] = ""
    about: Annotated[str, Field(max_length=100)] = ""
    rows: Annotated[list[int], Field(max_length=2 * LARGEST)]
    pool: Name
    corners: Annotated[list[Name], Field(max_length=6)]
    hexes: _Lists = _Lists()


def read(text: str) -> Board:
    """Return the board in a file's text. Raises SetupError, which names everything that is wrong."""
    try:
        table = _File.model_validate(toml.parse(text))
    except ValidationError as error:
        raise SetupError("; ".join(map(faults.placed, error.errors()))) from None
    except ValueError as error:
        raise SetupError(str(error)) from None
    if wrong := list(_faults(table)):
        raise SetupError("; ".join(wrong))
    side = table.rows[0]
    index = grid(side).index
    found = {kind: tuple(sorted(index[name] for name in names)) for kind, names in table.hexes.named()}
    return Board(table.name, table.title or table.name.capitalize(), table.about, side, found)


def _faults(table: _File) -> Iterator[str]:
    side = table.rows[0] if table.rows else 0
    if side not in range(SMALLEST, LARGEST + 1) or table.rows != lengths(side):
        yield (
            f"rows: {quoted(table.rows)} is not a hexagon of side {SMALLEST} to {LARGEST}, such as"
            f" {' '.join(map(str, lengths(4)))}"
        )
        return
    on = grid(side)
    if strange := list(_strange(table, on)):
        yield from strange
        return
    corners = [on.names[corner] for corner in on.corners]
    if table.pool != (centre := on.names[on.centre]):
        yield f"pool: the Mana Pool is the centre, {centre}, not {table.pool}"
    if table.corners != corners:
        yield f"corners: three alternate ones, clockwise from a1, are {listed(corners)}, not {listed(table.corners)}"
    yield from _twice(table, on)
    for kind, names in table.hexes.named():
        yield from _lopsided(kind, names, on)
        if kind in ABILITIES:
            yield from _beside_corners(kind, names, on)
    if not any(on.around[on.centre] >> on.index[name] & 1 for name in table.hexes.strong):
        yield "hexes.strong: none is beside the Mana Pool, so nobody could strike a token from it"


def _strange(table: _File, on: Grid) -> Iterator[str]:
    """Yield the names that are no hexes of this grid."""
    for where, names in _places(table):
        for name in dict.fromkeys(names):
            if name not in on.index:
                yield f"{where}: {quoted(name)} is not a hex of a board of side {on.side} (a1 to {on.names[-1]})"


def _twice(table: _File, on: Grid) -> Iterator[str]:
    """Yield the hexes that are listed twice."""
    seen = {on.names[on.centre]: "pool"} | {on.names[corner]: "corners" for corner in on.corners}
    for where, names in _places(table):
        for name in names:
            if where.startswith("hexes.") and name in seen:
                yield f"{where}: {name} has something already, from {seen[name]}"
            seen.setdefault(name, where)


def _places(table: _File) -> Iterator[tuple[str, list[str]]]:
    yield "pool", [table.pool]
    yield "corners", table.corners
    for kind, names in table.hexes.named():
        yield f"hexes.{kind}", names


def _lopsided(kind: Kind, names: list[str], on: Grid) -> Iterator[str]:
    """Yield the hexes whose counterpart, where a rotation by 120° takes them, is not of the same kind."""
    for name in dict.fromkeys(names):
        if (there := on.names[on.turned[on.index[name]]]) not in names:
            yield f"hexes.{kind}: a turn by 120° takes {name} to {there}, which is not among them"


def _beside_corners(kind: Kind, names: list[str], on: Grid) -> Iterator[str]:
    """Yield the abilities next to a corner: new tokens there would be locked from the start."""
    for name in dict.fromkeys(names):
        for corner in on.corners:
            if on.around[corner] >> on.index[name] & 1:
                yield f"hexes.{kind}: {name} is beside the corner {on.names[corner]}"
