"""The steps of making a character: what each still lacks, and its screen.

Screens have names: "approaches", "moves", "magic" (and "magic/METHOD"), "extras", "distinctions".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from game.core.aids.stage import Verb
from game.core.english import listed, many
from game.core.layout import Button, Choice, Component, rows
from game.core.text.names import worded
from game.the_adept.rules.methods import BY_METHOD, EFFECT_TITLES
from game.the_adept.rules.sheet import QUICK, die_in
from game.the_adept.rules.traits import APPROACHES, DISTINCTIONS, EFFECTS, METHODS, MOVES
from game.the_adept.stage.buttons import goes
from game.the_adept.stage.room import Seen
from game.the_adept.stage.selecting import select
from game.the_adept.stage.sheets.sheet_words import KINDS, LOCKED, effect_title
from game.the_adept.stage.sheets.suggested import distinctions as suggested
from game.the_adept.stage.sheets.suggested import specialties
from game.the_adept.stage.wording import named
from game.the_adept.tale.actions.creation import ARRAYS, brought, left
from game.the_adept.tale.state import Draft

TITLES = {
    "approaches": "Approaches",
    "moves": "Moves",
    "magic": "Magic",
    "extras": "Extras",
    "distinctions": "Distinctions",
}
"""The steps of making a character, in order."""
UNLOCKED = 2
"""How many of the six SFX of distinctions are unlocked."""
ELEMENT = "element"
_TEXT = 160
"""The most characters of an SFX's text, since six stand on one screen."""


def missing(draft: Draft) -> dict[str, str]:
    """Return what is still missing by now, in words, by the step where it is done."""
    found = dict[str, str]()
    for part, count in left(draft).items():
        if count:
            found[part] = f"{many(count, 'step')} left"
    unwritten = [KINDS[kind] for kind in brought(draft) if kind not in draft.sheet["distinctions"]]
    opened = len(unlocked(draft.sheet))
    if unwritten:
        found["distinctions"] = f"{listed(unwritten)} not written"
    elif opened != UNLOCKED and len(brought(draft)) == len(DISTINCTIONS):
        found["distinctions"] = f"{opened} SFX unlocked: it must be {UNLOCKED} of the six"
    return {step: found[step] for step in TITLES if step in found}


def unlocked(sheet: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return the unlocked SFX of distinctions: the distinction, and the index of the SFX."""
    return [
        (kind, place)
        for kind, each in sheet["distinctions"].items()
        for place, sfx in enumerate(each["sfx"])
        if sfx.get("open")
    ]


def summary(draft: Draft, step: str) -> str:
    """Return what a step has brought so far, in a line."""
    sheet = draft.sheet
    match step:
        case "approaches" | "moves":
            return " · ".join(f"{name} {die}" for name, die in sheet[step].items() if die != "d4") or "all d4"
        case "magic":
            bought = [
                f"{BY_METHOD[method].title}: {', '.join(_powers(each))}" for method, each in sheet["magic"].items()
            ]
            return "; ".join(bought) or "none"
        case "extras":
            things = {**sheet["specialties"], **sheet["signature"]}
            return " · ".join(f"{named(name)} {die_in(item)}" for name, item in things.items()) or "none"
    return " · ".join(named(str(each["name"])) for each in sheet["distinctions"].values()) or "none"


def screen(seen: Seen, draft: Draft, step: str) -> tuple[list[str], list[Component]]:
    """Return the lines and the components of a step's screen."""
    part, _, method = step.partition("/")
    match part:
        case "approaches" | "moves":
            return _dealing(seen, draft, part) if draft.way == QUICK else _raising(seen, draft, part)
        case "magic":
            return _magic(seen, draft, method if method in METHODS else "")
        case "extras":
            return _extras(seen, draft)
        case "distinctions":
            return _distinctions(seen, draft)
    return [], []


# --- approaches and moves


def order_of(draft: Draft, part: str) -> tuple[list[str], int]:
    """Return the traits that have a die of an array, the best first, and which array it is, as far as the dice show."""
    traits = [(int(die[1:]), name) for name, die in draft.sheet[part].items() if die != "d4"]
    dealt = [name for _, name in sorted(traits, key=lambda each: -each[0])]
    return dealt, 2 if part == "approaches" and dealt and max(traits)[0] < 12 else 1


def _dealing(seen: Seen, draft: Draft, part: str) -> tuple[list[str], list[Component]]:
    dealt, array = order_of(draft, part)
    sizes = ARRAYS[part][array - 1]
    told = [summary(draft, part)]
    if not left(draft)[part]:
        return told, rows([goes(seen, "Deal anew", f"make/anew/{part}")])
    names = APPROACHES if part == "approaches" else MOVES
    free = [name for name in names if name not in dealt]
    told.append(f"Array: {' '.join(f'd{size}' for size in sizes)}. Who gets the **d{sizes[len(dealt)]}**?")
    buttons = [goes(seen, name.capitalize(), f"make/deal/{part}/{array}/{name}") for name in free]
    parts = rows(buttons)
    if not dealt and len(ARRAYS[part]) > 1:
        other = " ".join(f"d{size}" for size in ARRAYS[part][1])
        told.append(f"Or more evenly, {other}: who gets the first **d10**?")
        parts += rows([goes(seen, f"{name.capitalize()} d10", f"make/deal/{part}/2/{name}") for name in free])
    elif dealt:
        parts += rows([goes(seen, "Deal anew", f"make/anew/{part}")])
    return told, parts


def _raising(seen: Seen, draft: Draft, part: str) -> tuple[list[str], list[Component]]:
    count, table = left(draft)[part], draft.sheet[part]
    told = [" · ".join(f"{name} **{die}**" for name, die in table.items())]
    ups = [
        goes(seen, f"{name.capitalize()} +", f"make/up/{part}.{name}", disabled=not count or die == "d12")
        for name, die in table.items()
    ]
    lower = [Choice(f"{part}.{name}", f"{name.capitalize()} {die}") for name, die in table.items() if die != "d4"]
    return told, [*rows(ups), *_lowering(seen, lower)]


def _lowering(seen: Seen, choices: Sequence[Choice]) -> Iterator[Component]:
    if choices:
        yield select(seen, "make/down", choices, "One step down")


# --- magic


def _powers(bought: Mapping[str, Any]) -> list[str]:
    """Return the Effects of a Method with their dice, and the SFX and Limits bought."""
    powers = [f"{named(effect_title(name))} {die}" for name, die in bought.get("effects", {}).items()]
    return [*powers, *(f"{named(str(each['name']))}" for own in ("sfx", "limits") for each in bought.get(own, ()))]


def _magic(seen: Seen, draft: Draft, method: str) -> tuple[list[str], list[Component]]:
    magic, count = draft.sheet["magic"], left(draft)["magic"]
    told = [f"**{BY_METHOD[each].title}**: {' · '.join(_powers(bought))}" for each, bought in magic.items()]
    method = method or next(iter(magic), "")
    told.append("Effects begin with d6: d6 costs 1 step, d8 2, d10 4 in all. An SFX or Limit of your own costs 2.")
    methods = [Choice(name, each.title, f"{each.limit.name}; {each.sfx.name}") for name, each in BY_METHOD.items()]
    parts: list[Component] = [seen.place.select(Verb.PICKED, "make/method", methods, "Which Method?", method)]
    if method:
        known = BY_METHOD[method]
        told += [f"{known.title}. Limit: {known.limit.text} SFX: {known.sfx.text}"]
        parts.append(select(seen, f"make/effect/{method}", [*_effects(magic.get(method, {}))],
                            f"{known.title}: an Effect, a step up"))  # fmt: skip
        missing = f"an Effect of {known.title} first" if method not in magic else "2 steps" if count < 2 else ""
        told += [f"-# *Own SFX* and *Own Limit* need {missing}."] if missing else []
        dear = bool(missing)
        own = [
            goes(seen, "Own SFX", f"make/form/sfx/{method}", disabled=dear),
            goes(seen, "Own Limit", f"make/form/limits/{method}", disabled=dear),
        ]
        parts += rows(own)
    lower = [
        Choice(f"magic.{each}.{name}", f"{effect_title(name)} {die} ({BY_METHOD[each].title})")
        for each, bought in magic.items()
        for name, die in bought.get("effects", {}).items()
    ]
    lower += [
        Choice(f"magic.{each}.{own}.{place}", f"{sfx['name']} ({BY_METHOD[each].title})")
        for each, bought in magic.items()
        for own in ("sfx", "limits")
        for place, sfx in enumerate(bought.get(own, ()))
    ]
    return told, [*parts, *_lowering(seen, lower)]


def _effects(bought: Mapping[str, Any]) -> Iterator[Choice]:
    """Yield the Effects that can step up first, then the others."""
    has = bought.get("effects", {})
    for name, die in has.items():
        if die != "d10":
            yield Choice(name, f"{effect_title(name)} {die} → {'d10 (2 steps)' if die == 'd8' else 'd8 (1 step)'}")
    yield Choice(ELEMENT, "An element: d6", "Fire, ice, storm: you name it")
    yield from (
        Choice(name, f"{EFFECT_TITLES[name][0]}: d6", EFFECT_TITLES[name][1]) for name in EFFECTS if name not in has
    )


# --- specialties, signature assets, distinctions


def _extras(seen: Seen, draft: Draft) -> tuple[list[str], list[Component]]:
    sheet, count = draft.sheet, left(draft)["extras"]
    quick = draft.way == QUICK
    told = [
        f"Specialties: {_things(sheet['specialties'])}",
        f"Signature assets: {_things(sheet['signature'])}",
        f"A specialty costs 1 step{'' if quick else ' (d8: 2)'}; an asset 1 (d8: 2), its own SFX 2.",
    ]
    parts: list[Component] = []
    if count:
        new = [goes(seen, "New specialty", "make/form/specialty"), goes(seen, "New asset", "make/form/signature")]
        parts += rows(new)
        ways = [Choice(f"specialties.{name}", name) for name in specialties() if name not in sheet["specialties"]]
        parts.append(select(seen, "make/up", ways, "A usual specialty"))
        up = [
            Choice(f"signature.{name}", f"{name}: d8")
            for name, item in sheet["signature"].items()
            if die_in(item) == "d6"
        ]
        if not quick:
            up += [
                Choice(f"specialties.{name}", f"{name}: d8")
                for name, die in sheet["specialties"].items()
                if die == "d6"
            ]
        if up:
            parts.append(select(seen, "make/larger", up, "One step up"))
    if count >= 2 and sheet["signature"]:
        ways = [Choice(name, name) for name in sheet["signature"]]
        parts.append(select(seen, "make/assetsfx", ways, "An SFX for an asset (2)"))
    lower = [
        Choice(f"{part}.{name}", f"{name} {die_in(item)}")
        for part in ("specialties", "signature")
        for name, item in sheet[part].items()
    ]
    lower += [
        Choice(f"signature.{name}.sfx.{place}", f"{sfx['name']} of {name}")
        for name, item in sheet["signature"].items()
        for place, sfx in enumerate(item.get("sfx", ()))
    ]
    return told, [*parts, *_lowering(seen, lower)]


def _things(table: Mapping[str, Any]) -> str:
    told = [
        f"{named(name)} **{die_in(item)}**"
        + "".join(f" ({named(str(sfx['name']))})" for sfx in (item.get("sfx", ()) if isinstance(item, Mapping) else ()))
        for name, item in table.items()
    ]
    return " · ".join(told) or "none"


def _distinctions(seen: Seen, draft: Draft) -> tuple[list[str], list[Component]]:
    sheet = draft.sheet["distinctions"]
    kinds = brought(draft)
    told, parts, sfx = list[str](), list[Component](), list[Choice]()
    for kind in kinds:
        written = sheet.get(kind)
        if not written:
            told.append(f"**{KINDS[kind]}**: not written yet")
        else:
            told.append(f"**{KINDS[kind]}**: {named(str(written['name']))}")
            told += [f"{'•' if each.get('open') else LOCKED} {_sfx(each)}" for each in written["sfx"]]
            for place, each in enumerate(written["sfx"]):
                word = "Lock" if each.get("open") else "Unlock"
                sfx.append(Choice(f"{kind}.{place}", f"{word}: {each['name']}"[:100], str(each.get("text", ""))[:100]))
        ways = [
            Choice(name, name, " / ".join(each["name"] for each in found["sfx"]))
            for name, found in suggested(kind).items()
        ]
        parts.append(
            seen.place.select(Verb.PICKED, f"make/take/{kind}", ways, f"{KINDS[kind]}: take one", _taken(written))
        )
    write: list[Button] = [goes(seen, f"Write {KINDS[kind]}", f"make/form/{kind}") for kind in kinds]
    told.append(f"{len(unlocked(draft.sheet))} of {UNLOCKED} SFX are unlocked.")
    if sfx:
        parts.append(seen.place.select(Verb.PICKED, "make/unlock", sfx, "Unlock or lock an SFX"))
    return told, [*parts, *rows(write)]


def _sfx(each: Mapping[str, Any]) -> str:
    """Return an SFX with its text."""
    text = worded(str(each.get("text", "")), _TEXT)
    return f"{named(str(each['name']))}{f': {text}' if text else ''}"


def _taken(written: Mapping[str, Any] | None) -> str:
    return str(written["name"]) if written else ""
