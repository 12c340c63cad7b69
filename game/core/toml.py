"""TOML by anybody's hand: what is too deep or too big is refused in one line, before it costs time or memory."""

from __future__ import annotations

import re
import tomllib
from typing import Any

DEEPEST = 32
"""Levels of tables and lists, and parts of a dotted key."""
_LONG_KEY = re.compile(
    rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{DEEPEST},}}"""  # a reader nests as deep
)
_INTEGERS = range(-(2**63), 2**63)
"""As TOML has them."""


def parse(text: str) -> dict[str, Any]:
    """The tables of a TOML text. Raises ValueError, whose text is one line."""
    long = _LONG_KEY.search(text)
    if long:
        raise ValueError(f"line {text.count(chr(10), 0, long.start()) + 1}: a key has more than {DEEPEST} parts")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise ValueError(f"this is nested more than {DEEPEST} deep") from None
    except ValueError:  # so many digits that Python does not read them
        raise ValueError("a number is too large") from None
    check(data)
    return data


def check(data: dict[str, Any]) -> None:
    """Look whether plain data, from wherever, is as TOML has it. Raises ValueError, whose text is one line."""
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
