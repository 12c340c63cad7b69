"""Challenges and bosses, and hitting them and crises (rules, "Challenges")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.core.english import many
from game.core.errors import Refused, quoted
from game.the_adept.rules import challenges as rules
from game.the_adept.rules.dice import NONE, pool_of, written
from game.the_adept.rules.harm import UP
from game.the_adept.tale.acting import ALL, MASTERS, Right, Turn, action, called_like, named, new_foe, new_name, unseen
from game.the_adept.tale.actions import gmcs
from game.the_adept.tale.actions.doom import close, tell_doom
from game.the_adept.tale.actions.effects import unhit
from game.the_adept.tale.actions.lying import befell, unsettled
from game.the_adept.tale.actions.rolls import roll as cast
from game.the_adept.tale.actions.scenes import put
from game.the_adept.tale.actions.turns import following, goes_on, leading, leaves_order
from game.the_adept.tale.state import Boss, Challenge, SceneTrait

KINDS = {"crises": "crisis", "challenges": "challenge", "bosses": "boss", "gmcs": "GM character"}
"""By the part of the state, what stands against the table."""


@action(Right.MASTER)
def challenge(
    t: Turn, name: str, die: str, extra: int = 0, rounds: int | None = None, hidden: bool | None = None
) -> None:
    """Begin a challenge; if `rounds` are given, it is lost after that many."""
    if rounds is not None and rounds < 1:
        raise Refused("rounds", f"{rounds} rounds: at least one")
    key = new_foe(t, name, "challenge")
    hide = t.state.hidden if hidden is None else hidden
    pool = rules.challenge(die, extra)["pool"]
    t.put("challenges", key, Challenge(pool=pool, hidden=hide, last_round=rounds))
    lasts = f", {many(rounds, 'round')}" if rounds else ""
    t.say(f"Challenge {key}: {pool}{lasts}{unseen(hide)}.", _to(hide))


@action(Right.MASTER)
def challenge_acts(t: Turn, challenge: str, grow: bool = True, die: str | None = None, target: str = "") -> None:
    """Let a challenge act when everybody has: it grows by a d6, or by a step of a `die`; or, without `grow`, it goes
    for a character, the `target`, who rolls first (see `assail`). After its last round it is lost."""
    key, at = named(t.state.challenges, challenge, "challenge")
    waits = following(t.state, at)["next"] != [rules.CHALLENGE]
    if at.turn or at.challenge_done or (waits and not t.again):  # in older logs some stayed out who would be back now
        raise Refused("turn", "a challenge acts when everybody has")
    if grow and target and not t.again:
        raise Refused("grow", "a challenge grows or goes for somebody: with a target, grow is false")
    pool = rules.grow(at.pool, die)["pool"] if grow else at.pool
    if at.is_last:
        _ends(t, key, f"{key}: the last round is over, and the challenge is lost.")
        return
    whom = t.character(target)[0] if target else ""
    t.put("challenges", key, at.model_copy(update={"pool": pool, "challenge_done": True, "target": whom}))
    for id in [id for id, made in t.state.rolls.items() if made.aim == f"attack/{key}"]:
        t.alter("rolls", id, aim="")  # it was meant for an earlier attack
    did = f"goes for {whom}, who rolls first" if whom else f"grows to {pool}" if grow else "acts"
    t.say(f"{key} {did}.", _to(at.hidden), loud=True)


@action(Right.MASTER)
def assail(t: Turn, challenge: str, theirs: str = "") -> None:
    """Roll a challenge against the character it goes for, who has rolled first (`theirs`). The challenge must beat that
    roll, so a tie is safe; else the character suffers its effect. Without a roll it lets the character be."""
    key, at = named(t.state.challenges, challenge, "challenge")
    if not at.target:
        raise Refused("turn", f"{key} goes for nobody")
    t.alter("challenges", key, target="")
    if not theirs:
        t.say(f"{key} lets {at.target} be.", _to(at.hidden))
        return
    id, made = unsettled(t, theirs)
    if made.character != at.target or made.against.startswith("#"):
        raise Refused("unknown", f"{key} goes for {at.target}: choose a roll of theirs that is against nothing else")
    cast(t, at.pool, secret=at.hidden, opposes=True, what=key)
    other_id, other = [*t.state.rolls.items()][-1]
    safe = other.total <= made.total
    against = made.against if at.hidden else str(other.total)
    if id not in t.state.rolls:  # the new roll pushed it out as the oldest on the table
        t.set(rolls={id: made, **t.state.rolls})
    t.alter("rolls", id, success=safe, used=safe, against=against, aim="", opposition=other_id)
    before = len(t.lines)
    came = "is safe" if safe else f"suffers its effect, {other.effect}"
    t.say(f"{key} went for {at.target}, {other.total} against {made.total}: {at.target} {came}.", _to(at.hidden))
    if not at.hidden:
        befell(t, id, before)


@action(Right.MEMBER)
def hit(t: Turn, name: str, hits: Sequence[str], by: str = "") -> None:
    """Set effect dice of a won roll against dice of a crisis or a challenge: "d10>d8". `by` is the number of the roll,
    which hits no die twice."""
    part, key, at = _pooled(t, name)
    id, made = t.roll(by) if by else ("", None)
    free, struck = unhit(at.pool, made, key) if made else (pool_of(at.pool), ())
    whole, stepped = rules.worn(free, hits)
    pool = written([*whole, *stepped, *struck])
    if made:
        t.alter("rolls", id, struck={**made.struck, key: written([*stepped, *struck])})
    set_against = ", ".join(each.replace(">", " against ") for each in hits)
    left = f"none is left, and the {KINDS[part]} is over" if pool == NONE else f"{pool} left"
    hit = f"{key}: {set_against}; {left}."
    if pool == NONE and part == "challenges":
        _ends(t, key, hit)
        return
    t.say(hit, _to(at.hidden), loud=pool == NONE)
    if pool == NONE:
        close(t, key)
    else:
        t.put(part, key, at.model_copy(update={"pool": pool}))


@action(Right.MASTER)
def boss(t: Turn, name: str, dice: str, hidden: bool | None = None) -> None:
    """Bring in a boss, whose dice are of one size."""
    key = new_foe(t, name, "boss")
    rules.boss(dice, "d4")  # refuses dice that make no boss
    dice = written(pool_of(dice))
    hide = t.state.hidden if hidden is None else hidden
    t.put("bosses", key, Boss(dice=dice, hidden=hide))
    t.say(f"Boss {key}: {dice}{unseen(hide)}.", _to(hide))


@action(Right.MASTER)
def strike(t: Turn, boss: str, harm: str, hit: str) -> None:
    """Inflict harm of a name on a boss, or on an extra of the scene: a die, several effect dice ("d8 d10"), each a hit
    of its own, the largest first, or "up"."""
    key, at = named(t.state.beatable, boss, "boss")
    what = called_like(at.harm, harm) or new_name(at.harm, harm, "harm")
    hits = [UP] if hit.strip().lower() == UP else sorted(pool_of(hit), reverse=True)
    for each in map(str, hits):
        if _struck(t, key, what, each):
            break  # a boss that is defeated takes no more, and nor does an extra of its name


def _struck(t: Turn, key: str, what: str, hit: str) -> bool:
    """Carry out a hit on a boss or an extra. Return whether it is defeated."""
    at = t.state.beatable[key]
    told = rules.boss(at.dice, hit, at.harm.get(what, NONE))
    by = _harmed(key, at, what, hit, told)
    is_boss = key in t.state.bosses
    if is_boss and told["now"] == NONE:
        by += f": a {pool_of(at.dice)[0]} of the boss goes, and {what} with it"
    if told["defeated"]:
        _keep(t, key, None)
        t.say(f"{by}{'. None are left' * is_boss}: {key} is defeated.", _to(at.hidden), loud=True)
        return True
    left = {each: die for each, die in at.harm.items() if each != what}
    if told["now"] != NONE:
        left[what] = told["now"]
    _keep(t, key, at.model_copy(update={"dice": told["dice"], "harm": left}))
    left_over = f"; {told['dice']} left" if told["now"] == NONE else ""
    t.say(f"{by}{left_over}.", _to(at.hidden))
    return False


def _keep(t: Turn, key: str, at: Boss | None) -> None:
    """Keep what has become of a boss, or of an extra of the scene; None: it is defeated."""
    if key in t.state.bosses:
        t.put("bosses", key, at)
    else:
        put(t, key, SceneTrait(die=at.dice, kind="extra", harm=at.harm) if at else None)


def _harmed(key: str, at: Boss, what: str, hit: str, told: rules.Boss) -> str:
    """Return what a hit has done to a boss, in words."""
    former = at.harm.get(what, NONE)
    size = str(pool_of(at.dice)[0])
    was = f"{what}{f' {former}' if former != NONE else ''}"
    steps = "steps up" if hit == UP else f"hit by {hit}"
    if told["now"] == NONE:
        return f"{key}: {was} {steps}{' is' * (hit != UP)} past {size}"
    if former == NONE:
        return f"{key} {at.dice}: {was} {told['now']}"
    return f"{key} {at.dice}: {was} {steps} {'to' if hit == UP else 'becomes'} {told['now']}"


@action(Right.MASTER)
def reveal(t: Turn, name: str) -> None:
    """Show a hidden crisis, challenge, boss or GM character to everybody."""
    part, key, at = _found(t, name)
    if not at.hidden:
        raise Refused("seen", f"{key} is not hidden")
    gmcs.not_taken(t, key)
    t.put(part, key, at.model_copy(update={"hidden": False, **({"veil": NONE} if part == "crises" else {})}))
    dice = getattr(at, "pool", None) or getattr(at, "dice", None)
    t.say(f"Revealed: {key}{f', {dice}' if dice else ''}.")
    if getattr(at, "veil", NONE) != NONE:
        tell_doom(t)


@action(Right.MASTER)
def remove(t: Turn, name: str) -> None:
    """Remove a crisis, a challenge, a boss or a GM character, or a trait of the scene."""
    traits = t.state.scene.traits if t.state.scene else {}
    trait = called_like(traits, name)
    if trait is not None and called_like(t.state.against, trait) is None:
        put(t, trait, None)
        t.say(f"Scene: {trait} is gone.")
        return
    part, key, at = _found(t, name)
    gone = f"The {KINDS[part]} {key} is gone."
    if part == "challenges":
        _ends(t, key, gone)
        return
    t.say(gone, gmcs.reader(at) if part == "gmcs" else _to(at.hidden), loud=True)
    if part == "crises":
        close(t, key)
        return
    if part == "gmcs" and at.seen:
        leaves_order(t, key)
    t.put(part, key, None)


def _ends(t: Turn, key: str, told: str) -> None:
    """End a challenge; the turns of the scene go on if they rested for it."""
    hidden, rested = t.state.challenges[key].hidden, leading(t.state)
    t.put("challenges", key, None)
    t.say(told, _to(hidden), loud=True)
    if rested and not leading(t.state) and (then := goes_on(t.state)):
        t.say(then, loud=True)


def _to(hidden: bool) -> str:
    return MASTERS if hidden else ALL


def _found(t: Turn, name: str) -> tuple[str, str, Any]:
    """Return the part, name and value of whatever has this name. Raises Refused: `unknown`."""
    for part in KINDS:
        table = getattr(t.state, part)
        if (key := called_like(table, name)) is not None:
            return part, key, table[key]
    raise Refused("unknown", f"nothing is called {quoted(name)}: there is {', '.join(t.state.against) or 'none'}")


def _pooled(t: Turn, name: str) -> tuple[str, str, Any]:
    table = {
        key: (part, key, each)
        for part in ("crises", "challenges")
        for key, each in getattr(t.state, part).items()
        if t.master or not each.hidden
    }
    return named(table, name, "crisis or challenge")[1]
