"""Assets that a master gives to characters, changes and takes away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Field, Form, Step
from game.core.errors import Refused
from game.core.layout import Panel, framed, rows, text
from game.the_adept.rules.sheet import die_in
from game.the_adept.stage.buttons import back, goes
from game.the_adept.stage.mastering.masters import SIZES, done, key, keyed, one_die, three
from game.the_adept.stage.room import Seen
from game.the_adept.stage.wording import named
from game.the_adept.tale.acting import called_like
from game.the_adept.tale.state import SCENE, SESSION


def screen(seen: Seen, token: str, name: str) -> Panel:
    """Return the screen of a character's asset, which a token names (`masters.key`)."""
    item, die = _asset(seen, token, name)
    buttons = [goes(seen, size, f"harm/rerate/{size}/{token}/{name}") for size in SIZES if size != die]
    lose = goes(seen, "Gone", f"harm/lose/-/{token}/{name}")
    return framed(
        text(f"**{named(name)}**: {named(item)} {die}"), *rows([*buttons, lose, back(seen, f"harm/who/{name}")])
    )


def new(seen: Seen, name: str, values: Values) -> Step:
    """Return the step that asks for a new asset of a character, or gives it."""
    if not values.get("name"):
        fields = (
            Field("name", "What is it called?", most=40),
            Field("die", "Its die", value="d6", most=4),
            Field("lasts", "For the scene or the session?", value=SCENE, most=10),
        )
        return Step(form=Form("A new asset", f"harm/asset/{name}", fields))
    lasts = str(values.get("lasts", SCENE)).strip().lower()
    if lasts not in (SCENE, SESSION):
        raise Refused("lasts", f"{lasts!r}: an asset lasts for the scene or the session")
    die = one_die(str(values.get("die", "d6")))
    return done(seen, _given_asset(name, str(values["name"]), die, lasts), show=f"harm/who/{name}")


def changed(seen: Seen, part: str, about: str) -> Step:
    """Return the step that gives an asset another die ("rerate"), or takes it away."""
    die, token, name = three(about)
    item, _ = _asset(seen, token, name)
    acts = _rerated(seen, name, item, die) if part == "rerate" else [_lost(name, item)]
    return done(seen, *acts, show=f"harm/who/{name}")


def command(seen: Seen, name: str, what: str, values: Values) -> Step:
    """Return the step of `/gm asset`, which changes nothing that it does not name."""
    table = seen.tale.state.characters[name].sheet.get("assets", {})
    if not what:
        return Step(show=f"harm/who/{name}")
    item = called_like(table, what)
    if values.get("gone"):
        if item is None:
            raise Refused("unknown", f"{name} has no asset called {what!r}: there is {', '.join(table) or 'none'}")
        return done(seen, _lost(name, item))
    die, lasts = str(values.get("die", "")), str(values.get("lasts", ""))
    if item is None:
        return done(seen, _given_asset(name, what, die or "d6", lasts or SCENE))
    if not (die or lasts):
        return Step(show=f"harm/item/{key(item)}/{name}")
    return done(seen, *_rerated(seen, name, item, die or die_in(table[item]), lasts))


def _asset(seen: Seen, token: str, name: str) -> tuple[str, str]:
    found = seen.tale.state.characters.get(name)
    if found is None:
        raise Refused("unknown", "this character is there no more")
    table = found.sheet.get("assets", {})
    item = keyed(table, token, "asset")
    return item, die_in(table[item])


def _given_asset(who: str, name: str, die: str, lasts: str, **more: bool) -> Act:
    return Act("asset", {"character": who, "name": name, "effect": die, "lasts": lasts, "free": True, **more})


def _lost(who: str, item: str) -> Act:
    return Act("lose", {"character": who, "name": item})


def _rerated(seen: Seen, who: str, item: str, die: str, lasts: str = "") -> list[Act]:
    """Return the acts that give an asset another die, and let it last for another time; it stays as it is else."""
    before = seen.tale.state.characters[who].sheet["assets"][item]
    kept: Mapping[str, Any] = before if isinstance(before, Mapping) else {}
    more = {each: bool(kept.get(each)) for each in ("open", "once")}
    return [_lost(who, item), _given_asset(who, item, die, lasts or kept.get("lasts", SCENE), **more)]
