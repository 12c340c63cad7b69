"""What a new character may begin with: distinctions, specialties, and whole characters (`suggested.toml`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from game.core import toml
from game.the_adept.rules.traits import APPROACHES, DISTINCTIONS, MOVES
from game.the_adept.tale.actions.creation import ARRAYS


class Model(NamedTuple):
    """A whole character without a name: its sheet as `create` takes it."""

    title: str
    about: str
    sheet: Mapping[str, Any]


@cache
def specialties() -> Sequence[str]:
    return tuple(_read()["specialties"])


@cache
def distinctions(kind: str) -> Mapping[str, Mapping[str, Any]]:
    """Return distinctions by name, as on a sheet but without a die, with their SFX locked."""
    return {each["name"]: {"name": each["name"], "sfx": _sfx(each["sfx"], False)} for each in _read()[kind]}


@cache
def models() -> Sequence[Model]:
    return tuple(Model(each["title"], each["about"], _sheet(each)) for each in _read()["models"])


def _sheet(model: Mapping[str, Any]) -> dict[str, Any]:
    chosen = dict(zip(DISTINCTIONS, model["distinctions"], strict=True))
    written = {
        kind: {**distinctions(kind)[name], "die": "d6" if kind == "concept" else "d8"} for kind, name in chosen.items()
    }
    for kind in DISTINCTIONS[:2]:  # the first SFX of two distinctions; people can change which by taps
        first, *others = written[kind]["sfx"]
        written[kind] = {**written[kind], "sfx": [{**first, "open": True}, *others]}
    return {
        "distinctions": written,
        "approaches": _dealt(model["approaches"], APPROACHES, ARRAYS["approaches"][0]),
        "moves": _dealt(model["moves"], MOVES, ARRAYS["moves"][0]),
        "magic": {
            method: {key: each if key == "effects" else _sfx(each, True) for key, each in bought.items()}
            for method, bought in model["magic"].items()
        },
        "specialties": dict.fromkeys(model["specialties"], "d6"),
        "signature": {
            name: {"die": each["die"], "sfx": _sfx(each.get("sfx", ()), True)}
            for name, each in model["signature"].items()
        },
    }


def _dealt(order: Sequence[str], names: Sequence[str], sizes: Sequence[int]) -> dict[str, str]:
    dice = {name: f"d{size}" for name, size in zip(order, sizes, strict=True)}
    return {name: dice[name] for name in names}


def _sfx(written: Sequence[Sequence[str]], unlocked: bool) -> list[dict[str, Any]]:
    return [{"name": name, "text": text, "open": unlocked} for name, text in written]


def _read() -> dict[str, Any]:
    return toml.load(__package__, "suggested")
