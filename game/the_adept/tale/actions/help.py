"""Assets, which may be open to all, and signature assets that are given up (rules, "Assets")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from game.core.english import listed
from game.core.errors import Refused, quoted
from game.the_adept.rules import help
from game.the_adept.rules.dice import pool_of
from game.the_adept.rules.methods import BY_METHOD, Special
from game.the_adept.rules.sheet import die_in
from game.the_adept.rules.steps import step
from game.the_adept.tale.acting import Right, Turn, action, called_like, named, new_name
from game.the_adept.tale.actions.harm import complications
from game.the_adept.tale.state import SCENE, SESSION, Dropped, Sheet


@action(Right.OWNER)
def asset(
    t: Turn,
    character: str,
    name: str,
    effect: str | None = None,
    cap: str = "d12",
    lasts: Literal["scene", "session"] = "scene",
    open: bool = False,
    free: bool = False,
    method: str = "",
    once: bool = False,
) -> None:
    """Make an asset: by a test, from its effect, or without one a d6 for 1 PP. For 1 PP each it lasts the session, and
    is open to all; `once`: it is good for one use. A master may make it `free`.

    With the SFX of a `method` that the character has: enchantment lets an asset made by a test last the session, craft
    steps up the effect die of one that is good for one use, and spellcasting brings a d6 for the session for 1 PP.
    """
    who, found = t.character(character)
    if free and not t.master:
        raise Refused("rights", "only a game master makes assets free")
    table = dict(found.sheet.get("assets", {}))
    key = new_name(table, name, "asset")
    if (taken := called_like(complications(found.sheet), key)) and not t.again:  # both are removed by their names
        raise Refused("name", f"{who} has a complication called {taken}: give the asset another name")
    sfx = _sfx(found.sheet, method, effect is not None) if method else None
    best = str(max(pool_of(effect or "d6")))
    die = help.asset(step(best, sfx.effect)["dice"] if sfx else best, cap)["die"]
    longer = lasts == SESSION and not (sfx and sfx.lasts)
    cost = 0 if free else (effect is None) + longer + open
    t.pay(who, -cost)
    made = {"die": die, "lasts": sfx.lasts if sfx and sfx.lasts else lasts, "open": open}
    t.write(who, assets={**table, key: {**made, "once": True} if once or (sfx and sfx.effect) else made})
    t.say(f"{who}: asset {key} {die}{f', {cost} PP' if cost else ''}{', open to all' if open else ''}.")


def _sfx(sheet: Sheet, method: str, tested: bool) -> Special:
    """Return the SFX of a Method for an asset that is made by a test (`tested`) or paid for. Raises Refused: `sfx`."""
    known = {name: each.sfx for name, each in BY_METHOD.items() if name in sheet.get("magic", {})}
    fit = {name: each for name, each in known.items() if (each.effect or each.lasts) and (each.pp == 0) == tested}
    if method not in fit:
        how = "made by a test" if tested else "paid for"
        raise Refused("sfx", f"no SFX of {quoted(method)} helps an asset that is {how}: there is {listed(fit, 'none')}")
    return fit[method]


@action(Right.OWNER)
def extend(t: Turn, character: str, name: str, lasts: bool = False, open: bool = False) -> None:
    """Pay 1 PP for each change of an asset that is there: it lasts the session; it is open to all."""
    who, found = t.character(character)
    table = dict(found.sheet.get("assets", {}))
    key, item = named(table, name, "asset")
    before = item if isinstance(item, dict) else {"die": item}
    more = (lasts and lasting(item) != SESSION) + (open and not before.get("open"))
    if not more:
        raise Refused(
            "paid", f"{key} is so already, or nothing is asked for: it may last the session, and be open to all"
        )
    t.pay(who, -more)
    now = {**before, **({"lasts": SESSION} if lasts else {}), **({"open": True} if open else {})}
    t.write(who, assets={**table, key: now})
    told = [*(["lasts the session"] if lasts else []), *(["is open to all"] if open else [])]
    t.say(f"{who}: {key} {' and '.join(told)} ({more} PP).")


@action(Right.OWNER)
def lose(t: Turn, character: str, name: str) -> None:
    """Remove an asset or a complication."""
    who, found = t.character(character)
    tables = {part: found.sheet.get(part, {}) for part in ("assets", "complications")}
    key, _ = named(
        {key: each for table in tables.values() for key, each in table.items()}, name, "asset or complication"
    )
    part = next(part for part, table in tables.items() if key in table)
    t.write(who, **{part: {each: item for each, item in tables[part].items() if each != key}})
    t.say(f"{who}: {key} is gone.")


@action(Right.OWNER)
def drop(t: Turn, character: str, name: str) -> None:
    """Give a signature asset up: in the next scene others take its place."""
    who, found = t.character(character)
    table = dict(found.sheet.get("signature", {}))
    key, item = named(table, name, "signature asset")
    del table[key]
    t.write(who, signature=table)
    die = die_in(item)
    t.alter("characters", who, dropped=(*found.dropped, Dropped(name=key, die=die)))
    t.say(f"{who} gave up {key} {die}.")


@action(Right.OWNER)
def replace(t: Turn, character: str, dropped: str, names: Sequence[str]) -> None:
    """Take new signature assets with these `names` in place of one that was given up in an earlier scene."""
    who, found = t.character(character)
    _, old = named({each.name: each for each in reversed(found.dropped)}, dropped, "asset that was given up")
    if not old.ready:
        raise Refused("scene", f"{old.name} was given up in this scene: others take its place in the next")
    dice = pool_of(help.drop(old.die, len(names))["dice"])
    table = dict(found.sheet.get("signature", {}))
    for name, die in zip(names, dice, strict=True):
        if "." in name and not t.again:  # it is part of dotted paths, and no such sheet could be edited any more
            raise Refused("name", f"{quoted(name)}: the name of a signature asset has no full stop")
        table[new_name(table, name, "signature asset")] = {"die": str(die), "sfx": []}
    t.write(who, signature=table)
    left = list(found.dropped)
    left.remove(old)  # this one alone: another may be just like it
    t.alter("characters", who, dropped=tuple(left))
    new = ", ".join(f"{name} {die}" for name, die in zip(names, dice, strict=True))
    t.say(f"{who}: {new} in place of {old.name} {old.die}.")


def pass_away(t: Turn, after: str) -> None:
    """Remove the assets that have lasted until now: those of the scene, or after a session those of the session too."""
    for who, found in t.state.characters.items():
        table = found.sheet.get("assets", {})
        left = {name: item for name, item in table.items() if after == SCENE and lasting(item) == SESSION}
        if left != table:
            t.write(who, assets=left)


def lasting(item: object) -> str:
    """Return how long an asset of a sheet lasts."""
    return str(item.get("lasts", SCENE)) if isinstance(item, dict) else SCENE
