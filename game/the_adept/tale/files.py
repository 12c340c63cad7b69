"""Sheets as TOML or JSON files: read from anybody, and written so that the same sheet is read back."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NoReturn

import tomli_w

from game.core import toml
from game.core.errors import Refused
from game.the_adept.tale.state import Character
from game.the_adept.tale.texts import shown

Format = Literal["toml", "json"]
LARGEST = 64 * 1024
"""The most bytes of a file that is read."""
_DIGITS = 20
_LIKE = "a sheet is a TOML or JSON text, as an export gives it"
_LINE = re.compile(r"(?:at|:) line (\d+),? column \d+")
_AT_THE_END = "(at end of document)"
_AGAIN = re.compile("overwrite|twice")


def read(text: str) -> dict[str, Any]:
    """Read a sheet from a file's text, without checking it by the rules. Raises Refused: `large`, `empty`, `syntax`."""
    size = len(text.encode(errors="surrogatepass"))
    if size > LARGEST:
        raise Refused("large", f"this has {size:,} bytes: a sheet has at most {LARGEST:,}")
    text = text.strip().removeprefix("\ufeff").strip()
    if not text:
        raise Refused("empty", f"there is nothing in it: {_LIKE}")
    try:
        return _json(text) if text.startswith("{") else toml.parse(text)
    except RecursionError:
        raise Refused("syntax", f"this is nested more than {toml.DEEPEST} deep") from None
    except ValueError as error:
        raise Refused("syntax", _wrong(text, str(error))) from None


def _wrong(text: str, problem: str) -> str:
    """Return what is wrong with a file. It quotes the line where the parser failed, which says more than what it
    expected."""
    found = _LINE.search(problem)
    if found is None and not problem.endswith(_AT_THE_END):
        return f"this cannot be read: {shown(problem, 200)}"
    lines = text.split("\n")
    number = int(found[1]) if found else len(lines)
    line = shown(lines[number - 1].strip(), 80)
    if _AGAIN.search(problem):
        return f"line {number} says something a second time: {line}"
    where = (
        f"line {number} cannot be read" if found else "the last line cannot be read, or something above is left open"
    )
    return f"{where}: {line} ({_LIKE})"


def written(sheet: Mapping[str, Any], form: Format = "toml") -> str:
    """Write a sheet as a file's text."""
    if form == "json":
        return json.dumps(sheet, ensure_ascii=False, indent=2) + "\n"
    return tomli_w.dumps(sheet)


def kept(character: Character) -> dict[str, Any]:
    """Return a character's sheet for a file, with the stress that puts it out of action added."""
    return {**character.sheet, **({"out": list(character.out)} if character.out else {})}


def _json(text: str) -> dict[str, Any]:
    data = json.loads(text, object_pairs_hook=_table, parse_constant=_constant, parse_int=_whole)
    if not isinstance(data, dict):
        raise ValueError("a sheet is a table")
    toml.check(data)
    return data


def _table(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        twice, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise ValueError(f"{twice} stands there twice")
    return table


def _whole(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise ValueError("a number is too large")
    return int(digits)


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number of a sheet")
