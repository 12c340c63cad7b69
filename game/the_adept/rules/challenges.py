"""Challenges and crises that are worn down, turn order in a challenge, bosses (rules, "Challenges")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypedDict

from game.core.errors import Refused, quoted
from game.the_adept.rules.dice import NONE, POSSIBLE, Die, Pool, die_of, pool_of, written
from game.the_adept.rules.harm import harm_of, hit_of, struck
from game.the_adept.rules.steps import taken

GM = "GM"
CHALLENGE = "challenge"
"""The challenge itself, which acts when all players have acted."""

BASE = 2
MORE = range(4)
"""`BASE` is how many dice a challenge has at least; `MORE` is how many more it may have."""


class Pooled(TypedDict):
    """The pool of a challenge."""

    pool: str


class Hit(Pooled):
    """The dice that are left, and whether none are."""

    over: bool


class Handoff(TypedDict):
    """Who may act next, in the order of the players, and who chooses one of them."""

    next: list[str]
    chooser: str


class Boss(TypedDict):
    """The boss's dice, the harm they carry now, and whether the boss is defeated."""

    dice: str
    now: str
    defeated: bool


def challenge(die: str, extra: int = 0) -> Pooled:
    """Make a challenge: two dice of one size, and 0 to 3 `extra`.

    Raises Refused: `extra`; as reading a die does. Source: rules, "Challenges".
    """
    if extra not in MORE:
        raise Refused("extra", f"{extra} more dice: a challenge has {BASE}, and 0 to {MORE[-1]} more")
    return {"pool": written([die_of(die)] * (BASE + extra))}


def grow(pool: str, die: str | None = None) -> Pooled:
    """Let a challenge act to grow: its `die` goes one step up, or without one it gains a d6.

    Raises Refused: `not-in-pool`, `cannot-step` for a d12, `count` for more than thirty dice; as reading a pool does.
    Source: rules, "Challenges".
    """
    dice = list(pool_of(pool))
    if die is None:
        return {"pool": written(pool_of(written([*dice, Die.D6])))}
    chosen = die_of(die)
    taken(dice, (chosen,))
    if chosen is Die.D12:
        raise Refused("cannot-step", f"{quoted(die)} does not step up: name a smaller die, or none for a d6 more")
    return {"pool": written([*dice, chosen.up])}


_HIT = re.compile(r"\s*([^\s>]+)\s*>\s*([^\s>]+)\s*")


def hit(pool: str, hits: Sequence[str]) -> Hit:
    """Hit a challenge or a crisis: each of `hits` sets an effect die against a die of the pool, "d10>d8".

    A larger effect die removes its target; otherwise the target steps down, and a d4 is gone. No die is hit twice in
    one roll. Raises Refused: `syntax`; `not-in-pool`, also for a die that was hit already; as reading a pool does.
    Source: rules, "Challenges"; ruling 17.
    """
    whole, left = worn(pool_of(pool, none=True), hits)
    return {"pool": written([*whole, *left]), "over": not whole and not left}


def worn(pool: Pool, hits: Sequence[str]) -> tuple[list[Die], list[Die]]:
    """Return the dice of a pool that nothing has hit, and what is left of the others. Raises Refused as `hit` does."""
    whole, left = list(pool), list[Die]()
    for text in hits:
        found = _HIT.fullmatch(text)
        if not found:
            raise Refused(
                "syntax", f"{quoted(text)} is not a hit: write an effect die and the die it hits, such as d10>d8"
            )
        effect, target = die_of(found[1]), die_of(found[2])
        taken(whole, (target,))
        if effect <= target and (smaller := target.down):
            left.append(smaller)
    return whole, left


def handoff(
    players: Sequence[str], done: Sequence[str] = (), challenge_done: bool = False, out: Sequence[str] = ()
) -> Handoff:
    """Pass the turn on in a challenge: `done` have acted this round, in that order; `out` are taken out.

    The GM names who begins; each player then names one who has not acted. After the last of them the challenge acts
    (`next` is "challenge"), and once it has (`challenge_done`), that last player names the first of the next round. The
    GM chooses in place of a player who is out. Raises Refused: `empty` without players; `duplicate` for a name given
    twice; `unknown` for a name that is no player's. Source: rules, "Challenges".
    """
    if not players:
        raise Refused("empty", "nobody plays: name at least one player")
    for names in (players, done, out):
        _known(names, players)
    able = [player for player in players if player not in out]
    left = [player for player in able if player not in done]
    chooser = done[-1] if done and done[-1] not in out else GM
    if not left and not challenge_done:
        return {"next": [CHALLENGE], "chooser": GM}
    return {"next": able if challenge_done else left, "chooser": chooser}


def boss(dice: str, hit: str, now: str = NONE) -> Boss:
    """Hit a boss, whose `dice` are all of one size: `hit` is a die or "up", `now` the boss's current harm of one name.

    If the harm would exceed that size, the boss loses a die and the harm is cleared. Raises Refused: `boss` for dice of
    several sizes; `die` for harm of d4; as reading a die does. Source: rules, "Bosses, extras, characters of the
    master's".
    """
    trait = pool_of(dice, none=True)
    if len(set(trait)) != 1:
        raise Refused("boss", f"{quoted(dice)}: a boss has dice of one size, such as 4d10; {POSSIBLE}")
    rating, past = struck(harm_of(now), hit_of(hit))
    if past or rating > trait[0]:
        left = trait[1:]
        return {"dice": written(left), "now": NONE, "defeated": not left}
    return {"dice": written(trait), "now": str(rating), "defeated": False}


def _known(names: Sequence[str], players: Sequence[str]) -> None:
    """Check that all names are players, each once. Raises Refused: `duplicate`, `unknown`."""
    for place, name in enumerate(names):
        if name in names[:place]:
            raise Refused("duplicate", f"{quoted(name)} is named twice")
        if name not in players:
            raise Refused("unknown", f"{quoted(name)} does not play: there is {', '.join(players)}")
