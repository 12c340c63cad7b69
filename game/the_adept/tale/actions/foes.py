"""Challenges, bosses, and what wears them and crises down (specification, part 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.core.errors import Refused
from game.the_adept.rules import challenges as rules
from game.the_adept.rules.dice import NONE
from game.the_adept.tale.acting import ALL, MASTERS, Right, Turn, action, named, new_name
from game.the_adept.tale.state import Boss, Challenge

PARTS = ("crises", "challenges", "bosses")


@action(Right.MASTER)
def challenge(
    t: Turn, name: str, die: str, extra: int = 0, rounds: int | None = None, hidden: bool | None = None
) -> None:
    """Begin a challenge; after so many `rounds`, if that is said, it is lost."""
    if rounds is not None and rounds < 1:
        raise Refused("rounds", f"{rounds} rounds: at least one")
    key = new_name(t.state.challenges, name, "challenge")
    hide = t.state.hidden if hidden is None else hidden
    pool = rules.challenge(die, extra)["pool"]
    t.put("challenges", key, Challenge(pool=pool, hidden=hide, last_round=rounds))
    t.say(f"Challenge {key}: {pool}{f', {rounds} rounds' if rounds else ''}.", _to(hide))


@action(Right.MEMBER)
def hand(t: Turn, challenge: str, to: str) -> None:
    """Name who acts next in a challenge: the master the first, then each who has acted another, as the rules say."""
    key, at = _seen(t, "challenges", challenge, "challenge")
    if at.turn:
        raise Refused("turn", f"{at.turn} has not acted yet")
    told = _next(t, at)
    name, _ = t.character(to)
    if told["next"] == [rules.CHALLENGE]:
        raise Refused("turn", "all have acted: the challenge acts now")
    if name not in told["next"]:
        raise Refused("turn", f"{name} cannot be next: there is {', '.join(told['next']) or 'nobody'}")
    if not t.master and (told["chooser"] == rules.GM or t.state.characters[told["chooser"]].owner != t.who):
        raise Refused("rights", f"{told['chooser']} names who is next")
    if at.challenge_done:
        at = at.model_copy(update={"done": (), "challenge_done": False, "round": at.round + 1})
    t.put("challenges", key, at.model_copy(update={"turn": name}))
    t.say(f"{key}, round {at.round}: {name} acts.", _to(at.hidden))


@action(Right.MEMBER)
def acted(t: Turn, challenge: str) -> None:
    """End the turn of who acts in a challenge."""
    key, at = _seen(t, "challenges", challenge, "challenge")
    if not at.turn:
        raise Refused("turn", "nobody acts: name who does first")
    if not t.master and t.state.characters[at.turn].owner != t.who:
        raise Refused("rights", f"it is {at.turn}'s turn")
    t.put("challenges", key, at.model_copy(update={"turn": "", "done": (*at.done, at.turn)}))
    t.say(f"{key}: {at.turn} has acted.", _to(at.hidden))


@action(Right.MASTER)
def challenge_acts(t: Turn, challenge: str, grow: bool = True, die: str | None = None) -> None:
    """Let a challenge act when all have: it grows by a d6, or a `die` of it steps up; or, without `grow`, it went for
    somebody, of which rolls and stress tell. After its last round it is lost."""
    key, at = named(t.state.challenges, challenge, "challenge")
    if at.turn or at.challenge_done or _next(t, at)["next"] != [rules.CHALLENGE]:
        raise Refused("turn", "a challenge acts when everybody has")
    pool = rules.grow(at.pool, die)["pool"] if grow else at.pool
    if at.last_round is not None and at.round >= at.last_round:
        t.put("challenges", key, None)
        t.say(f"{key}: the last round is over, and the challenge is lost.", _to(at.hidden))
        return
    t.put("challenges", key, at.model_copy(update={"pool": pool, "challenge_done": True}))
    t.say(f"{key} acts: {pool}.", _to(at.hidden))


@action(Right.MEMBER)
def hit(t: Turn, name: str, hits: Sequence[str]) -> None:
    """Set effect dice of a won roll against dice of a crisis or a challenge: "d10>d8"."""
    part, key, at = _pooled(t, name)
    told = rules.hit(at.pool, hits)
    t.put(part, key, None if told["over"] else at.model_copy(update={"pool": told["pool"]}))
    t.say(f"{key}: {', '.join(hits)}: {'over' if told['over'] else told['pool']}.", _to(at.hidden))


@action(Right.MASTER)
def boss(t: Turn, name: str, dice: str, hidden: bool | None = None) -> None:
    """Bring a boss, whose dice are of one size."""
    key = new_name(t.state.bosses, name, "boss")
    rules.boss(dice, "d4")  # refuses what is no boss
    hide = t.state.hidden if hidden is None else hidden
    t.put("bosses", key, Boss(dice=dice, hidden=hide))
    t.say(f"Boss {key}: {dice}.", _to(hide))


@action(Right.MASTER)
def strike(t: Turn, boss: str, harm: str, hit: str) -> None:
    """Inflict harm of a name on a boss: a die, or "up"."""
    key, at = named(t.state.bosses, boss, "boss")
    known = next((each for each in at.harm if each.casefold() == harm.strip().casefold()), None)
    what = known or new_name(at.harm, harm, "harm")
    told = rules.boss(at.dice, hit, at.harm.get(what, NONE))
    if told["defeated"]:
        t.put("bosses", key, None)
        t.say(f"{key} is defeated.", _to(at.hidden))
        return
    left = {each: die for each, die in at.harm.items() if each != what}
    if told["now"] != NONE:
        left[what] = told["now"]
    t.put("bosses", key, at.model_copy(update={"dice": told["dice"], "harm": left}))
    t.say(f"{key} {told['dice']}: {what} {told['now']}.", _to(at.hidden))


@action(Right.MASTER)
def reveal(t: Turn, name: str) -> None:
    """Show a hidden crisis, challenge or boss to all."""
    part, key, at = _found(t, name)
    t.put(part, key, at.model_copy(update={"hidden": False}))
    t.say(f"Revealed: {key}, {getattr(at, 'pool', None) or at.dice}.")


@action(Right.MASTER)
def remove(t: Turn, name: str) -> None:
    """Take a crisis, a challenge or a boss away."""
    part, key, at = _found(t, name)
    t.put(part, key, None)
    t.say(f"{key} is gone.", _to(at.hidden))


def able(t: Turn) -> tuple[list[str], list[str]]:
    """Characters that take turns, and those of them that cannot act."""
    there = [name for name, each in t.state.characters.items() if not each.lost]
    return there, [name for name in there if t.state.characters[name].out or t.state.characters[name].taken_out]


def _next(t: Turn, at: Challenge) -> rules.Handoff:
    players, out = able(t)
    done = [name for name in at.done if name in players]
    return rules.handoff(players, done, at.challenge_done, out)


def _to(hidden: bool) -> str:
    return MASTERS if hidden else ALL


def _seen(t: Turn, part: str, name: str, what: str) -> tuple[str, Any]:
    """One of those that the actor may see."""
    table = {key: each for key, each in getattr(t.state, part).items() if t.master or not each.hidden}
    return named(table, name, what)


def _found(t: Turn, name: str) -> tuple[str, str, Any]:
    """Whatever is called so, with where it is. Raises Refused: `unknown`."""
    for part in PARTS:
        for key, each in getattr(t.state, part).items():
            if key.casefold() == name.strip().casefold():
                return part, key, each
    names = [key for part in PARTS for key in getattr(t.state, part)]
    raise Refused("unknown", f"nothing is called {name!r}: there is {', '.join(names) or 'none'}")


def _pooled(t: Turn, name: str) -> tuple[str, str, Any]:
    for part in ("crises", "challenges"):
        for key, each in getattr(t.state, part).items():
            if key.casefold() == name.strip().casefold() and (t.master or not each.hidden):
                return part, key, each
    raise Refused("unknown", f"no crisis or challenge is called {name!r}")
