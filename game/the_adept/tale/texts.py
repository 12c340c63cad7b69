"""Checks of a sheet's contents, whoever wrote it: known parts, texts that can be shown, and not too much for a screen.

The rules check the values of a sheet (`rules.sheet.validate`); this checks everything else. Its faults are lines of the
same form: `long P`, `count P got/most`, `unknown P`, `range P`, and `signs P` for a text with characters that are
invisible, change the writing direction, or break a path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from unicodedata import category

from game.the_adept.rules.sheet import validate

NAME, LINE, TEXT, NOTES = 40, 60, 400, 2000
"""The most characters of a name in play, of a title, of an SFX's text, of notes."""
MOST = 500
"""The most entries of a list or a table; each session adds a record."""
HIGHEST = 999_999

_JOINERS = "\u200c\u200d"
"""Format characters that are allowed, as some scripts and many emoji need them."""
_SFX = [{"name": LINE, "text": TEXT, "open": bool}]
_SHAPE: dict[str, Any] = {
    "format": int, "name": NAME, "creation": NAME, "pp": int, "xp": int, "hero": [NAME],
    "distinctions": {"": {"name": LINE, "die": NAME, "sfx": _SFX}},
    "approaches": {"": NAME},
    "moves": {"": NAME},
    "magic": {"": {"effects": {"": NAME}, "sfx": _SFX, "limits": _SFX}},
    "specialties": {"": NAME},
    "signature": {"": {"die": NAME, "sfx": _SFX}},
    "assets": {"": {"die": NAME, "lasts": NAME, "open": bool, "once": bool}},
    "complications": {"": {"die": NAME}},
    "stress": {"": NAME},
    "trauma": {"": NAME},
    "magic_off": bool,
    "out": [NAME],
    "aethers": [NAME],
    "elements": [LINE],
    "records": [{"name": LINE, "session": int, "called": bool, "ever": bool, "spent": bool}],
    "notes": NOTES,
}  # fmt: skip
"""A number is the longest that a text may be; the key "" stands for any name. A table with a "die" may also be the die
alone."""
_DOTTED = ("magic", "specialties", "signature")
"""Parts whose names are used in dotted paths."""


def plain(text: str, lines: bool = False) -> bool:
    """Return whether all of a text can be seen as it is: no control characters, none that change the writing direction.
    `lines`: line breaks are allowed."""
    return text.isprintable() or all(
        category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") or sign in _JOINERS or (lines and sign == "\n")
        for sign in text
    )


def shown(text: str, most: int = NAME) -> str:
    """Return anybody's text as an error may quote it: invisible characters escaped, at most `most` characters."""
    if len(text) <= most and plain(text):
        return text
    seen = "".join(sign if plain(sign) else repr(sign)[1:-1] for sign in text[: most + 1])
    return seen if len(text) <= most else f"{seen[:most]}…"


def faults(sheet: Mapping[str, Any], stage: str) -> list[str]:
    """Return all that is wrong with a sheet for a `stage`, "creation" or "play", sorted; names in the lines are safe to
    show."""
    found = {*validate(sheet, stage)["errors"], *_walked(sheet, _SHAPE, "")}
    return sorted({shown(fault, 3 * LINE) for fault in found})


def _walked(value: object, shape: Any, place: str) -> Iterator[str]:
    match value, shape:
        case bool(), _:
            if shape is not bool:
                yield f"unknown {place}"
        case int(), _:
            if shape is not int:
                yield f"unknown {place}"
            elif abs(value) > HIGHEST:
                yield f"range {place}"
        case str(), int():
            yield from _written(value, shape, place, lines=shape >= TEXT)
        case str(), dict() if "die" in shape:
            yield from _written(value, NAME, place)
        case list() | tuple(), list():
            yield from _counted(value, place)
            for number, each in enumerate(value[:MOST], 1):
                yield from _walked(each, shape[0], f"{place}.{number}")
        case Mapping(), dict():
            yield from _counted(value, place)
            for key in list(value)[:MOST]:
                yield from _entered(str(key), value[key], shape, place)
        case _:
            yield f"unknown {place}"


def _entered(key: str, value: object, shape: dict[str, Any], place: str) -> Iterator[str]:
    path = f"{place}.{shown(key)}" if place else shown(key)
    if "" in shape:
        yield from _written(key, NAME, path)
        if not key.strip():
            yield f"missing {path}"
        if "." in key and place.partition(".")[0] in _DOTTED:
            yield f"signs {path}"
        yield from _walked(value, shape[""], path)
    elif key in shape:
        yield from _walked(value, shape[key], path)
    else:
        yield f"unknown {path}"


def _written(text: str, most: int, place: str, lines: bool = False) -> Iterator[str]:
    if len(text) > most:
        yield f"long {place}"
    if not plain(text, lines):
        yield f"signs {place}"


def _counted(values: Any, place: str) -> Iterator[str]:
    if place and len(values) > MOST:
        yield f"count {place} {len(values)}/{MOST}"
