"""Summarise the differences of two recordings as patterns: what became what, how often, and one place as an example."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.spells import SPELLS

Row = list[Any]
"""A request: its route, its body, and the hashes of its pictures."""
Lines = Iterable[tuple[str, str]]
"""Lines with their side: "-" before, "+" after."""
Action = tuple[int, str, int]
"""The game, what somebody did, and how often they had done it before."""

BUTTON, TEXT = 2, 10
"""Discord's numbers of component types."""


@dataclass
class Pattern:
    """Lines that only one side has, and that differ only in numbers and names."""

    sign: str
    shape: str
    place: str
    example: str
    count: int = 0


@dataclass(frozen=True)
class Rule:
    """An intended change: matches in lines of one side or both are replaced before lines are compared."""

    why: str
    find: re.Pattern[str]
    put: str
    sign: str = "-+"

    def on(self, sign: str, line: str) -> str:
        """Return the line with its matches replaced, or "" if nothing of it is left."""
        return self.find.sub(self.put, line) if sign in self.sign else line


def read_rules(file: Path) -> list[Rule]:
    """Read tables `[[rule]]` with `why`, `find`, and optionally `put` and `side` ("before" or "after")."""
    sides = {"before": "-", "after": "+", "": "-+"}
    rows = tomllib.loads(file.read_text(encoding="utf-8"))["rule"]
    return [Rule(r["why"], re.compile(r["find"]), r.get("put", ""), sides[r.get("side", "")]) for r in rows]


def read(file: Path) -> Iterator[tuple[Action, dict[str, Any]]]:
    """Yield the actions of a recording in their order, each with its row."""
    seen: Counter[tuple[int, str]] = Counter()
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            which = row["game"], row["did"]
            yield (*which, seen[which]), row
            seen[which] += 1


def patterns(before: Path, after: Path, rules: Sequence[Rule] = ()) -> list[Pattern]:
    """Return all differences that the rules do not explain, the most frequent first.

    An action that only one side has counts as one difference, whatever was sent after it.
    """
    old, new = dict(read(before)), dict(read(after))
    found: dict[tuple[str, str], Pattern] = {}
    for action in [*old, *(action for action in new if action not in old)]:
        for lines in _differences(old.get(action), new.get(action)):
            for sign, line in _ruled(lines, rules):
                shape = shaped(line)
                pattern = found.setdefault((sign, shape), Pattern(sign, shape, f"game {action[0]}, {action[1]}", line))
                pattern.count += 1
    return sorted(found.values(), key=lambda pattern: -pattern.count)


def _ruled(lines: Lines, rules: Sequence[Rule]) -> Lines:
    """Yield the lines that still differ after the rules have been applied."""
    sides: dict[str, Counter[str]] = {"-": Counter(), "+": Counter()}
    for sign, line in lines:
        for rule in rules:
            line = rule.on(sign, line)
        sides[sign][line] += bool(line)
    for sign, other in (("-", "+"), ("+", "-")):
        yield from ((sign, line) for line in (sides[sign] - sides[other]).elements())


def _differences(old: dict[str, Any] | None, new: dict[str, Any] | None) -> Iterator[Lines]:
    """Yield, for each request after an action, the lines that only one side has."""
    if old is None or new is None:
        did = str((old or new or {})["did"])
        yield [("-" if new is None else "+", f"did {did.partition(': ')[2] or did}")]
        return
    for one, other in _pairs(old, new):
        if one is None or other is None:
            only = one or other or []
            yield [("-" if other is None else "+", f"whole {only[0]}: {next(iter(_told(only[1])), '')}")]
        else:
            yield _apart(_facts(one), _facts(other))
    yield _apart(*([f"suggested {name} = {value}" for name, value in row.get("choices", [])] for row in (old, new)))


def _apart(one: Iterable[str], other: Iterable[str]) -> Lines:
    lines, others = Counter(one), Counter(other)
    return [
        *(("-", line) for line in (lines - others).elements()),
        *(("+", line) for line in (others - lines).elements()),
    ]


def _pairs(old: dict[str, Any], new: dict[str, Any]) -> Iterator[tuple[Row | None, Row | None]]:
    """Yield the requests that differ, each paired with the most similar one of the same route; None if there is
    none."""
    left = [row for row in old["sent"] if row not in new["sent"]]
    right = [row for row in new["sent"] if row not in old["sent"]]
    for row in left:
        alike = [each for each in right if each[0] == row[0]]
        nearest = max(alike, key=lambda each: (Counter(_facts(row)) & Counter(_facts(each))).total(), default=None)
        if nearest is not None:
            right.remove(nearest)
        yield row, nearest
    yield from ((None, row) for row in right)


def _facts(row: Row) -> Iterable[str]:
    yield from _told(row[1])
    yield from (f"picture {name}" for name in row[2])


def _told(value: Any, key: str = "") -> Iterator[str]:
    """Yield a body as lines: one for each line of text, button, select, option, picture, and other property."""
    if isinstance(value, list):
        for inner in value:
            yield from _told(inner, key)
    elif isinstance(value, dict):
        inside = {name: inner for name, inner in value.items() if isinstance(inner, list | dict) and name != "emoji"}
        own = {name: inner for name, inner in value.items() if name not in inside}
        if own.get("type") == TEXT:
            yield from (f"text {line}" for line in own["content"].split("\n"))
        elif own.get("type") == BUTTON or "label" in own or "placeholder" in own:
            yield f"{key} " + " | ".join(f"{name}={inner}" for name, inner in own.items() if inner not in (None, False))
        else:
            yield from (line for name, inner in own.items() for line in _told(inner, name))
        for name, inner in inside.items():
            yield from _told(inner, name)
    elif isinstance(value, str):
        yield from (f"{key} {line}" for line in value.split("\n"))
    else:
        yield f"{key} {value}"


_NAMES = {
    "SPELL": [spell.name for spell in SPELLS.values()],
    "GEM": [form for gem in GEM_NAMES for form in (f"{gem.removesuffix('y')}ies", f"{gem}es", f"{gem}s", gem)],
}


@cache
def shaped(line: str) -> str:
    """Return the line without its numbers, names, spells and gems; repetitions are written once."""
    line = re.sub(r"picture [0-9a-f]+", "picture", line)
    line = re.sub(r"base64,\S+", "base64", line)
    line = re.sub(r"person\d", "NAME", line)
    for word, names in _NAMES.items():
        line = re.sub(rf"\b({'|'.join(map(re.escape, names))})\b", word, line, flags=re.IGNORECASE)
    line = re.sub(r"\b\d+[AB]\b", "ID", line)
    line = re.sub(r"\b[IV]+\b", "N", line)
    line = re.sub(r"\d+", "#", line)
    line = re.sub(r"<:\w+:\*>", "<:*>", line)
    for _ in range(3):
        line = re.sub(r"([^,;·|+]{2,60}?)(?:(?:, | and |; | · |\+|,)\1)+", r"\1…", line)
    return line
