"""Doom and crises (rules, "Doom", "Crises").

Players do not see that a hidden crisis takes dice from doom or spends them: they see its dice as doom's.
"""

from __future__ import annotations

from typing import get_args

from game.core.errors import Refused
from game.the_adept.rules import doom as rules
from game.the_adept.rules.dice import NONE, pool_of, written
from game.the_adept.rules.steps import taken
from game.the_adept.tale.acting import (
    ALL,
    MASTERS,
    Right,
    Turn,
    action,
    called_like,
    named,
    new_foe,
    new_name,
    said,
    unseen,
)
from game.the_adept.tale.actions.gmcs import enters, highest
from game.the_adept.tale.actions.scenes import end_scene, put
from game.the_adept.tale.actions.turns import interrupt, next_character
from game.the_adept.tale.state import Crisis, SceneTrait, TraitKind

LASTING: tuple[TraitKind, ...] = get_args(TraitKind)
"""Spends that put a trait into the scene."""


@action(Right.MASTER)
def doom(t: Turn, pool: str) -> None:
    """Set doom, as the master says."""
    wordy = t.again and not any(map(str.isdigit, pool))  # words alone were read as none once
    t.set(doom=written(pool_of(NONE if wordy else pool, none=True)))
    tell_doom(t)


@action(Right.MASTER)
def spend(
    t: Turn,
    spend: str,
    dice: str,
    least: str | None = None,
    name: str = "",
    crisis: str = "",
    hidden: bool | None = None,
    amid: bool = False,
) -> None:
    """Spend doom, or a `crisis`'s dice.

    A trait that lasts for the scene has a `name`, and so has a GM character that enters (`hidden` or not) or
    interrupts. `least` is the trait that the latter two must match; by default that of the GM character who enters, or
    of the character who is interrupted. `amid`: it interrupts a challenge, during which the turns of the scene rest.
    """
    if least is None and spend == "gmc" and name:
        least = highest(named(t.state.gmcs, name, "GM character")[1])
    if least is None and spend == "interrupt" and (character := next_character(t.state)):
        least = rules.alertness(t.state.characters[character].sheet)
    dice = written(pool_of(dice))
    hide = spend == "gmc" and bool(name) and (t.state.hidden if hidden is None else hidden)
    why = "" if hide else f": {_paid(spend, dice, said(name))}"  # players must not hear of somebody they do not see
    if crisis:
        key, found = named(t.state.crises, crisis, "crisis")
        told = rules.doom(found.pool, spend, dice, least, 0)
        veil = list(pool_of(found.veil, none=True))
        as_doom = found.hidden and all(veil.count(die) >= pool_of(dice).count(die) for die in pool_of(dice))
        if as_doom:
            taken(veil, pool_of(dice))
        t.put("crises", key, found.model_copy(update={"pool": told["pool"], "veil": written(veil)}))
        t.say(f"{key} is {or_empty(told['pool'])}{why}.", MASTERS if found.hidden else ALL, loud=True)
        loud = not found.hidden or as_doom
    else:
        told = rules.doom(t.state.doom, spend, dice, least, t.state.floor)
        t.set(doom=told["pool"])
        as_doom = loud = True
    if as_doom:
        tell_doom(t, why, loud=bool(why))
    _bought(t, spend, told["gives"], name, loud=loud, hide=hide, amid=amid)
    if crisis and told["pool"] == NONE:  # told last, so that what it paid for looks paid by doom
        close(t, key)


def _paid(spend: str, dice: str, name: str) -> str:
    """Return what dice are spent for, in words."""
    more = f": {name}" if name else ""
    words = {
        "gmc": f"so that {name or 'somebody'} enters",
        "interrupt": f"so that {name or 'a GM character'} acts now",
        "split": f"to split the group{more}",
        "end": "to end the scene",
        "pp": f"as 1 PP{more}",
        "add": f"into a roll of the game master's{more}",
    }
    what = f"{'an' if spend.startswith(('a', 'e')) else 'a'} {spend}"
    return f"{dice} {words.get(spend, f'for {what} of the scene{more}')}"


def _bought(t: Turn, spend: str, gives: str, name: str, *, loud: bool, hide: bool, amid: bool) -> None:
    """Carry out what was paid for; `loud`: everybody has been told what it is."""
    if spend in LASTING:
        scene = t.state.scene
        if scene is None:
            raise Refused("scene", f"{said(name) or spend} belongs to a scene, and none is played")
        key = new_name(scene.traits, name, spend)
        put(t, key, SceneTrait(die=gives, kind=next(each for each in LASTING if each == spend)))
        if not loud:
            t.say(f"Scene: {key} {gives} ({spend}).")  # as if a master had put it there
    elif spend == "end":
        end_scene(t)
    elif spend == "gmc" and name:
        enters(t, name, hide)
    elif spend == "interrupt":
        interrupt(t, name, amid)


@action(Right.MASTER)
def crisis(t: Turn, name: str, take: str, how: str = "as-is", hidden: bool | None = None) -> None:
    """Move dice from doom into a crisis, which is made if there is none of this name."""
    known = called_like(t.state.crises, name)
    before = t.state.crises[known] if known else None
    told = rules.transfer(t.state.doom, take, how, before.pool if before else NONE, t.state.floor)
    key = known or new_foe(t, name, "crisis")
    hide = before.hidden if before else t.state.hidden if hidden is None else hidden
    veil = pool_of(before.veil, none=True) if before else ()
    seen = written(pool_of(written([*veil, *pool_of(take)]))) if hide else NONE
    t.set(doom=told["doom"])
    t.put("crises", key, Crisis(pool=told["crisis"], hidden=hide, veil=seen))
    seen_doom = t.state.seen_doom
    if hide:
        is_now = f"{told['crisis']}{unseen(before is None)}"
        t.say(f"Crisis {key}: {is_now}. Doom is {or_empty(told['doom'])}; others see {or_empty(seen_doom)}.", MASTERS)
        return
    tell_doom(t)
    t.say(f"Crisis {key}: {told['crisis']}.")


def tell_doom(t: Turn, why: str = "", loud: bool = False) -> None:
    """Say what doom is, as everybody sees it; tell masters what it really is if that differs."""
    t.say(f"Doom is {or_empty(t.state.seen_doom)}{why}.", loud=loud)
    tell_really(t)


def tell_really(t: Turn) -> None:
    """Tell masters what doom really is, if players see something else."""
    if t.state.seen_doom != t.state.doom:
        t.say(f"Doom is really {or_empty(t.state.doom)}: others see what hidden crises were made of.", MASTERS)


def or_empty(pool: str) -> str:
    """Return the dice of doom or a crisis for a sentence: "empty" for none."""
    return "empty" if pool == NONE else pool


def close(t: Turn, key: str) -> None:
    """Remove a crisis that has no dice left. Dice of doom that it veiled disappear for players too, as if a master had
    set doom."""
    before = t.state.seen_doom
    t.put("crises", key, None)
    if t.state.seen_doom != before:
        tell_doom(t)
