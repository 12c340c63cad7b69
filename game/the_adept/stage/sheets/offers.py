"""The advances a character could buy, and what each costs at this table (rules, "Advancing")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from game.core.english import listed, many
from game.the_adept.rules.advancing import price
from game.the_adept.rules.dice import die_of
from game.the_adept.rules.methods import BY_METHOD, EFFECT_TITLES
from game.the_adept.rules.sheet import die_in
from game.the_adept.rules.traits import DISTINCTIONS, EFFECTS
from game.the_adept.stage.room import Seen
from game.the_adept.stage.sheets.sheet_words import KINDS, STATUS, effect_title
from game.the_adept.tale.acting import called_like
from game.the_adept.tale.state import Character

TITLES = {
    "approach": "Approach",
    "move": "Move",
    "power": "Effect of magic",
    "specialty": "Specialty",
    "signature": "Signature asset",
    "status": "Status",
    "unlock": "Unlock an SFX",
    "new": "New SFX or Limit",
    "switch": "Other distinction",
}
"""The kinds of advances, as buttons name them."""
CHEAPEST = {
    "approach": "approach d6", "move": "move d6", "power": "power d6", "specialty": "specialty d6",
    "signature": "signature d6", "status": "status d8", "unlock": "unlock-sfx", "new": "new-sfx",
    "switch": "switch-distinction",
}  # fmt: skip


class Offer(NamedTuple):
    """Something to buy: `advance` at a `path` of the sheet, as the action takes them, with a label.

    value: what stands at the path afterwards; None if somebody has yet to write it.
    """

    advance: str
    path: str
    label: str
    value: Any = None

    @property
    def key(self) -> str:
        """Tells the offer from all others of its kind."""
        return f"{self.advance}|{self.path}|{self.label}"[:100]


def cost(mode: str, advance: str) -> tuple[int, str]:
    """Return the price and its unit, "xp" or "sessions"."""
    told = price(mode, advance)
    return (told["xp"], "xp") if "xp" in told else (told["sessions"], "sessions")


def priced(count: int, unit: str) -> str:
    return f"{count} XP" if unit == "xp" else many(count, "record")


def cheapest(kind: str, sheet: Mapping[str, Any]) -> str:
    """Return the cheapest advance of a kind; "" if there is none: everything that only steps up has the largest die, or
    nothing is locked."""
    if kind == "unlock" and not offers(sheet, kind):
        return ""
    if kind not in ("approach", "move", "status"):
        return CHEAPEST[kind]
    dice = [die_of(each.value) for each in offers(sheet, kind)]
    return f"{kind} {min(dice)}" if dice else ""


def prices(mode: str, sheet: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each kind with its lowest price."""
    for kind in CHEAPEST:
        fixed, advance = kind in ("unlock", "new", "switch", "status"), cheapest(kind, sheet)
        if not advance:
            yield f"{TITLES[kind]}: {'nothing is locked' if kind == 'unlock' else 'the highest'}"
            continue
        yield f"{TITLES[kind]}: {'' if fixed else 'from '}{priced(*cost(mode, advance))}"


def spendable(seen: Seen, found: Character) -> list[str]:
    """Return the records that can be spent, the oldest first: those called once, and not of the current session. Of
    several with one name only the latest counts, as where they are spent."""
    session = seen.tale.state.session
    latest = {str(each["name"]): each for each in found.sheet.get("records", [])}
    names = list[str]()
    for name, each in latest.items():
        now = session.running and each.get("session") == session.number
        if each.get("ever") and not each.get("spent") and not now:
            names.append(name)
    return names


def blocked(seen: Seen, unit: str) -> str:
    """Return why nothing can be paid in this unit at the moment; "" if it can."""
    state = seen.tale.state
    kind = state.scene.kind if state.scene else ""
    if unit == "xp":
        return (
            ""
            if kind == "bridge" or not state.session.running
            else "XP are spent between sessions or in a bridge scene."
        )
    return "" if kind == "tag" else "Records are spent in a tag scene."


def means(seen: Seen, found: Character) -> str:
    """Return what a character could buy something with at the moment: "12 XP"; "" if nothing."""
    mode, has = seen.tale.state.mode, {"xp": found.sheet.get("xp", 0), "sessions": len(spendable(seen, found))}
    costs = [cost(mode, advance) for kind in TITLES if (advance := cheapest(kind, found.sheet))]
    pays = dict.fromkeys(unit for count, unit in costs if count <= has[unit] and not blocked(seen, unit))
    return listed(priced(has[unit], unit) for unit in pays) if pays else ""


def offers(sheet: Mapping[str, Any], kind: str) -> list[Offer]:
    """Return everything of a kind that is on sale; for "effect-METHOD" the Effects that are new to that Method."""
    if kind.startswith("effect-"):
        return list(_effects(sheet, kind.removeprefix("effect-")))
    return list(_OFFERS[kind](sheet)) if kind in _OFFERS else []


def _stepped(kind: str, path: str, name: str, die: str) -> Iterator[Offer]:
    if die != "d12":
        up = str(die_of(die).up)
        yield Offer(f"{kind} {up}", path, f"{name} {die} → {up}", up)


def _rated(kind: str, part: str, sheet: Mapping[str, Any]) -> Iterator[Offer]:
    for name, die in sheet.get(part, {}).items():
        yield from _stepped(kind, f"{part}.{name}", name.capitalize(), die)


def _powers(sheet: Mapping[str, Any]) -> Iterator[Offer]:
    for method, bought in sheet.get("magic", {}).items():
        for effect, die in bought.get("effects", {}).items():
            name = f"{effect_title(effect)} ({BY_METHOD[method].title})"
            yield from _stepped("power", f"magic.{method}.effects.{effect}", name, die)


def _effects(sheet: Mapping[str, Any], method: str) -> Iterator[Offer]:
    if method not in BY_METHOD:
        return
    has = sheet.get("magic", {}).get(method, {}).get("effects", {})
    yield Offer("power d6", f"magic.{method}.effects", "An element of your choice: d6")
    for effect in EFFECTS:
        if effect not in has:
            yield Offer("power d6", f"magic.{method}.effects.{effect}", f"{EFFECT_TITLES[effect][0]}: d6", "d6")


def _specialties(sheet: Mapping[str, Any]) -> Iterator[Offer]:
    yield Offer("specialty d6", "specialties", "A new one: d6")
    for name, die in sheet.get("specialties", {}).items():
        yield from _stepped("specialty", f"specialties.{name}", name, die)


def _signature(sheet: Mapping[str, Any]) -> Iterator[Offer]:
    yield Offer("signature d6", "signature", "A new one: d6")
    for name in sheet.get("assets", {}):
        if called_like(sheet.get("signature", {}), name) is None and "." not in name:
            yield Offer(
                "signature d6", f"signature.{name}", f"{name}, an asset of this session: d6", {"die": "d6", "sfx": []}
            )
    for name, item in sheet.get("signature", {}).items():
        path = f"signature.{name}.die" if isinstance(item, Mapping) else f"signature.{name}"
        yield from _stepped("signature", path, name, die_in(item))


def _status(sheet: Mapping[str, Any]) -> Iterator[Offer]:
    concept = sheet["distinctions"]["concept"]
    for each in _stepped("status", "distinctions.concept.die", "Status", concept["die"]):
        yield each._replace(label=f"{STATUS[str(each.value)].capitalize()}: {each.value}")


def written(sheet: Mapping[str, Any]) -> Iterator[tuple[str, str, str, list[dict[str, Any]]]]:
    """Yield where SFX and Limits stand: the path, what it belongs to, "sfx" or "limit", and those that are there."""
    for kind in DISTINCTIONS:
        distinction = sheet["distinctions"][kind]
        yield f"distinctions.{kind}.sfx", str(distinction["name"]), "sfx", list(distinction.get("sfx", ()))
    for method, bought in sheet.get("magic", {}).items():
        for own, word in (("sfx", "sfx"), ("limits", "limit")):
            yield f"magic.{method}.{own}", BY_METHOD[method].title, word, list(bought.get(own, ()))
    for name, item in sheet.get("signature", {}).items():
        if isinstance(item, Mapping):
            yield f"signature.{name}.sfx", name, "sfx", list(item.get("sfx", ()))


def _unlock(sheet: Mapping[str, Any]) -> Iterator[Offer]:
    for path, of, word, found in written(sheet):
        for place, each in enumerate(found):
            if not each.get("open"):
                value = [{**other, "open": True} if at == place else other for at, other in enumerate(found)]
                yield Offer(f"unlock-{word}", path, f"{each['name']} ({of})", value)


def _new(sheet: Mapping[str, Any]) -> Iterator[Offer]:
    for path, of, word, _ in written(sheet):
        yield Offer(f"new-{word}", path, f"{'Limit' if word == 'limit' else 'SFX'} of {of}")


def _switch(sheet: Mapping[str, Any]) -> Iterator[Offer]:
    for kind in DISTINCTIONS:
        name = sheet["distinctions"][kind]["name"]
        yield Offer("switch-distinction", f"distinctions.{kind}", f"{KINDS[kind]}: {name}")


_OFFERS = {
    "approach": lambda sheet: _rated("approach", "approaches", sheet),
    "move": lambda sheet: _rated("move", "moves", sheet),
    "power": _powers,
    "specialty": _specialties,
    "signature": _signature,
    "status": _status,
    "unlock": _unlock,
    "new": _new,
    "switch": _switch,
}
