"""TOML: tables that belong to the program, and texts that anybody may have written.

In the latter what is too deep or too big is refused with one line, before it costs time or memory.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

DEEPEST = 32
"""Maximum levels of tables and lists, and maximum parts of a dotted key."""
_LONG_KEY = re.compile(
    rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{DEEPEST},}}"""  # each part is a level
)
_INTEGERS = range(-(2**63), 2**63)
"""The integers that TOML allows."""


@cache
def load(package: str, name: str) -> dict[str, Any]:
    """Return the tables of a file in a package of ours: "rules" is `rules.toml`."""
    return tomllib.loads(files(package).joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def parse(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text. Raises ValueError with a message of one line."""
    long = _LONG_KEY.search(text)
    if long:
        raise ValueError(f"line {text.count(chr(10), 0, long.start()) + 1}: a key has more than {DEEPEST} parts")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise ValueError(f"this is nested more than {DEEPEST} deep") from None
    except ValueError:  # more digits than Python converts
        raise ValueError("a number is too large") from None
    check(data)
    return data


def check(data: dict[str, Any]) -> None:
    """Check that plain data from any source is as TOML allows. Raises ValueError with a message of one line."""
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        below: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                below += value.values()
            elif isinstance(value, list):
                below += value
            elif type(value) is int and value not in _INTEGERS:
                raise ValueError("a number is too large")
        level = below
    if level:
        raise ValueError(f"this is nested more than {DEEPEST} deep")
