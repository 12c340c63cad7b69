"""Doom and crises (specification, part 5)."""

from __future__ import annotations

from typing import Any, cast

from game.core.errors import Refused
from game.the_adept.rules import doom as rules
from game.the_adept.rules.dice import NONE, pool_of, written
from game.the_adept.tale.acting import ALL, MASTERS, Right, Turn, action, named, new_name
from game.the_adept.tale.actions.scenes import end_scene
from game.the_adept.tale.state import Crisis, SceneTrait

LASTING = ("asset", "complication", "distinction", "extra")
"""Spends that put something into the scene."""


@action(Right.MASTER)
def doom(t: Turn, pool: str) -> None:
    """Set doom, as the master says."""
    t.set(doom=written(pool_of(pool, none=True)))
    t.say(f"Doom is {t.state.doom}.")


@action(Right.MASTER)
def spend(t: Turn, spend: str, dice: str, least: str | None = None, name: str = "", crisis: str = "") -> None:
    """Spend doom, or a `crisis`'s dice: what lasts for the scene has a `name`."""
    if crisis:
        key, found = named(t.state.crises, crisis, "crisis")
        told = rules.doom(found.pool, spend, dice, least, 0)
        t.put("crises", key, found.model_copy(update={"pool": told["pool"]}) if told["pool"] != NONE else None)
        to, where = MASTERS if found.hidden else ALL, key
    else:
        told = rules.doom(t.state.doom, spend, dice, least, t.state.floor)
        t.set(doom=told["pool"])
        to, where = ALL, "Doom"
    t.say(f"{where} is {told['pool']}: {dice} for {spend}{f' {name}' if name else ''}.", to)
    if spend in LASTING:
        scene = t.state.scene
        if scene is None:
            raise Refused("scene", f"{spend} belongs to a scene, and none is played")
        key = new_name(scene.traits, name, spend)
        trait = SceneTrait(die=told["gives"], kind=cast(Any, spend))
        t.set(scene=scene.model_copy(update={"traits": {**scene.traits, key: trait}}))
    if spend == "end":
        end_scene(t)


@action(Right.MASTER)
def crisis(t: Turn, name: str, take: str, how: str = "as-is", hidden: bool | None = None) -> None:
    """Move dice from doom into a crisis, which is made if there is none of this name."""
    known = next((key for key in t.state.crises if key.casefold() == name.strip().casefold()), None)
    before = t.state.crises[known] if known else None
    told = rules.transfer(t.state.doom, take, how, before.pool if before else NONE, t.state.floor)
    key = known or new_name(t.state.crises, name, "crisis")
    hide = before.hidden if before else t.state.hidden if hidden is None else hidden
    t.set(doom=told["doom"])
    t.put("crises", key, Crisis(pool=told["crisis"], hidden=hide))
    t.say(f"Doom is {told['doom']}.")
    t.say(f"Crisis {key}: {told['crisis']}.", MASTERS if hide else ALL)
