"""Checks of sheets: all that is wrong with one, at once (rules, "What stands on a sheet").

Each fault is a line: `missing P`, `unknown P`, `die P`, `steps P got/want`, `count P got/want`, `duplicate P`, `range
P`, `format`, `long name`; P is the place on the sheet. Steps are checked only if every die of the part is good.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypedDict

from game.core.errors import Refused, quoted
from game.the_adept.rules.dice import Die, die_of
from game.the_adept.rules.traits import APPROACHES, DISTINCTIONS, METHODS, MOVES, STRESS, is_effect

FORMAT = 1
"""The version of the sheet format that is read here."""
CREATION, PLAY = STAGES = ("creation", "play")
QUICK, PATHWAYS = WAYS = ("quick", "pathways")
LONGEST = 40
"""The most characters of a name: more would not fit a status line on a phone."""

_KEYS = {
    "format", "name", "creation", "pp", "xp", "hero", "distinctions", "approaches", "moves", "magic", "specialties",
    "signature", "assets", "stress", "trauma", "complications", "magic_off", "out", "aethers", "elements", "records",
    "notes",
}  # fmt: skip
_TABLES = (
    "distinctions", "approaches", "moves", "magic", "specialties", "signature", "assets", "stress", "trauma",
    "complications",
)  # fmt: skip
_LISTS = ("hero", "aethers", "records")
_ANY = tuple(Die)
_HARM = _ANY[1:]
_SFX = 2
"""How many SFX each distinction has, how many are unlocked over all of them, and how many steps each own SFX or Limit
costs."""
_POWER_STEPS = {Die.D6: 1, Die.D8: 2, Die.D10: 4}
_EXTRA_STEPS = {Die.D6: 1, Die.D8: 2}


class Validated(TypedDict):
    """The sheet's faults, sorted; empty for a good sheet."""

    errors: list[str]


def validate(sheet: Mapping[str, Any], stage: str = CREATION) -> Validated:
    """Find all that is wrong with a new sheet (`stage` "creation") or with one as it has become in play ("play").

    Raises Refused: `stage`. Source: rules, "Making a character"; rulings 6 and 11.
    """
    if stage not in STAGES:
        raise Refused("stage", f"{quoted(stage)}: a sheet is checked for {' or '.join(STAGES)}")
    return {"errors": sorted(set(_Check(sheet, stage == CREATION).faults()))}


BUDGETS = {"approaches": 12, "moves": 10, "magic": 9, "extras": 6}
"""Steps of a new sheet by part. All of them must be spent."""


def spent(sheet: Mapping[str, Any]) -> dict[str, int]:
    """Return the steps that a sheet in the making has spent, by part; a die that may not stand there counts for
    nothing."""
    check = _Check(sheet, True)
    check.faults()
    return check.spent


def may_stand(place: str, new: bool = False, quick: bool = True) -> Collection[Die]:
    """Return the dice allowed at a place of a `new` sheet or of one in play; `quick` if it was not made by pathways."""
    part, _, name = place.partition(".")
    match part:
        case "distinctions" if name == "concept":  # Status, which grows in play; nobody in play is a student (ruling 6)
            return (Die.D6,) if new else _HARM
        case "distinctions":
            return (Die.D8,)
        case "magic":
            return tuple(_POWER_STEPS) if new else _HARM
        case "specialties" if new:
            return (Die.D6,) if quick else (Die.D6, Die.D8)  # ruling 11
        case "signature" if new:
            return tuple(_EXTRA_STEPS)
        case "approaches" | "moves" | "assets" | "hero":
            return _ANY
    return _HARM


def tidied(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of a valid sheet with its dice as they are written everywhere: "d8" for "D8", "8" or "d8 Fog"."""
    own = {**sheet}
    for part in _TABLES:
        if part in own and part != "magic":
            own[part] = {name: _tidied(item) for name, item in own[part].items()}
    if "magic" in own:
        own["magic"] = {
            method: {**bought, "effects": {name: _tidied(die) for name, die in bought["effects"].items()}}
            for method, bought in own["magic"].items()
        }
    if "hero" in own:
        own["hero"] = list(dict.fromkeys(map(_tidied, own["hero"])))
    return own


def die_in(item: object) -> str:
    """Return the die of something on a sheet, which is a die or a table with one; "" for a table without."""
    return str(item.get("die", "")) if isinstance(item, Mapping) else str(item)


def _tidied(item: Any) -> Any:
    return {**item, "die": _tidied(item["die"])} if isinstance(item, Mapping) else str(die_of(item))


class _Check:
    """One check of a sheet, which collects its faults and the steps spent."""

    def __init__(self, sheet: Mapping[str, Any], new: bool) -> None:
        self._sheet = sheet
        self._new = new
        self._quick = sheet.get("creation") != PATHWAYS
        self._faults = list[str]()
        self.spent = dict.fromkeys(BUDGETS, 0)

    def faults(self) -> list[str]:
        self._head()
        self._distinctions()
        self._rated("approaches", APPROACHES)
        self._rated("moves", MOVES)
        self._magic()
        self._extras()
        self._kept()
        return self._faults

    # --- parts

    def _head(self) -> None:
        sheet = self._sheet
        self._known("", sheet, _KEYS)
        for part in _TABLES:
            if not isinstance(sheet.get(part, {}), Mapping):
                self._wrong("unknown", part)
        for part in _LISTS:
            if not isinstance(sheet.get(part, ()), list | tuple):
                self._wrong("unknown", part)
        if type(sheet.get("format")) is not int or sheet["format"] != FORMAT:
            self._faults.append("format")
        name = sheet.get("name")
        if not isinstance(name, str) or not name.strip():
            self._wrong("missing", "name")
        elif len(name) > LONGEST:
            self._wrong("long", "name")
        if self._new and "creation" not in sheet:
            self._wrong("missing", "creation")
        elif sheet.get("creation", QUICK) not in WAYS:
            self._wrong("unknown", "creation")
        for key in ("pp", "xp"):
            value = sheet.get(key, 0)
            if type(value) is not int or value < 0:
                self._wrong("range", key)

    def _distinctions(self) -> None:
        found = self._table("distinctions")
        self._known("distinctions.", found, DISTINCTIONS)
        unlocked, whole = 0, True
        for kind in DISTINCTIONS:
            place = f"distinctions.{kind}"
            distinction = found.get(kind)
            if not isinstance(distinction, Mapping):
                self._wrong("missing", place)
                whole = False
                continue
            if not distinction.get("name"):
                self._wrong("missing", f"{place}.name")
            self._die(place, distinction.get("die"))
            written = _items(distinction.get("sfx"))
            if len(written) < _SFX or (self._new and len(written) > _SFX):
                self._wrong("count", f"{place}.sfx", f"{len(written)}/{_SFX}")
            self._named(f"{place}.sfx", written)
            unlocked += sum(isinstance(sfx, Mapping) and sfx.get("open") is True for sfx in written)
        if self._new and whole and unlocked != _SFX:
            self._wrong("count", "distinctions.open", f"{unlocked}/{_SFX}")

    def _rated(self, part: str, names: Collection[str]) -> None:
        found = self._table(part)
        self._known(f"{part}.", found, names)
        dice = list[Die | None]()
        for name in names:
            if name in found:
                dice.append(self._die(f"{part}.{name}", found[name]))
            else:
                self._wrong("missing", f"{part}.{name}")
                dice.append(None)
        self._steps(part, [die and die.rank for die in dice])

    def _magic(self) -> None:
        methods = self._table("magic")
        self._known("magic.", methods, METHODS)
        steps = list[int | None]()
        for method in METHODS:
            if method not in methods:
                continue
            bought = methods[method] if isinstance(methods[method], Mapping) else {}
            self._known(f"magic.{method}.", bought, ("effects", "sfx", "limits"))
            effects = bought.get("effects")
            if not isinstance(effects, Mapping) or not effects:
                self._wrong("missing", f"magic.{method}.effects")
                effects = {}
            for effect, die in effects.items():
                place = f"magic.{method}.{effect}"
                if not is_effect(effect):
                    self._wrong("unknown", place)
                    continue
                power = self._die(place, die)
                steps.append(power and _POWER_STEPS.get(power))
            for own in ("sfx", "limits"):
                written = _items(bought.get(own))
                self._named(f"magic.{method}.{own}", written)
                steps += [_SFX] * len(written)
        self._steps("magic", steps)

    def _extras(self) -> None:
        steps = list[int | None]()
        for name, die in self._table("specialties").items():
            special = self._die(f"specialties.{name}", die)
            steps.append(special and _EXTRA_STEPS.get(special))
        for name, item in self._table("signature").items():
            die = item.get("die") if isinstance(item, Mapping) else item
            signature = self._die(f"signature.{name}", die)
            steps.append(signature and _EXTRA_STEPS.get(signature))
            written = _items(item.get("sfx")) if isinstance(item, Mapping) else []
            self._named(f"signature.{name}.sfx", written)
            steps += [_SFX] * len(written)
        self._steps("extras", steps)

    def _kept(self) -> None:
        """Check the parts that change in play."""
        for part in ("stress", "trauma"):
            found = self._table(part)
            self._known(f"{part}.", found, STRESS)
            for type in STRESS:
                if type in found:
                    self._die(f"{part}.{type}", found[type])
        for part in ("assets", "complications"):
            for name, item in self._table(part).items():
                self._die(f"{part}.{name}", item.get("die") if isinstance(item, Mapping) else item)
        for number, record in enumerate(_items(self._sheet.get("records")), 1):
            if not isinstance(record, Mapping) or not isinstance(record.get("name"), str):
                self._wrong("missing", f"records.{number}.name")
        banked = _items(self._sheet.get("hero"))
        for place, text in enumerate(banked):
            die = self._die(f"hero.{text}", text)
            if die and text in banked[:place]:
                self._wrong("duplicate", f"hero.{die}")

    # --- looking

    def _table(self, part: str) -> Mapping[str, Any]:
        found = self._sheet.get(part)
        return found if isinstance(found, Mapping) else {}

    def _known(self, place: str, found: Iterable[str], names: Collection[str]) -> None:
        for name in found:
            if name not in names:
                self._wrong("unknown", f"{place}{name}")

    def _die(self, place: str, text: object) -> Die | None:
        """Return the die at a place; if none is allowed there, note the fault and return None."""
        try:
            die = die_of(text) if isinstance(text, str) else None
        except Refused:
            die = None
        if die in may_stand(place, self._new, self._quick):
            return die
        self._wrong("die", place)
        return None

    def _named(self, place: str, written: Iterable[object]) -> None:
        """Note each SFX or Limit that has no name."""
        for number, sfx in enumerate(written, 1):
            if not isinstance(sfx, Mapping) or not sfx.get("name"):
                self._wrong("missing", f"{place}.{number}.name")

    def _steps(self, part: str, steps: Collection[int | None]) -> None:
        """Sum up the steps of a part; a new sheet must spend exactly its budget. None stands for a bad die."""
        known = [count for count in steps if count is not None]
        self.spent[part], want = sum(known), BUDGETS[part]
        if self._new and len(known) == len(steps) and sum(known) != want:
            self._wrong("steps", part, f"{sum(known)}/{want}")

    def _wrong(self, *words: str) -> None:
        self._faults.append(" ".join(words))


def _items(value: object) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []
