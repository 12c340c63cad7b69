"""What a roll may be made against before the opposition's dice are cast, by key: "test/d8", "doom", "crisis/Fire",
"character/Bel"; "attack/Flood" is a challenge that goes for a character and rolls after them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.the_adept.rules.dice import NONE, Die, pool_of, written
from game.the_adept.tale.contests import contest_of
from game.the_adept.tale.state import Boss, Challenge, Crisis, Roll, State

TESTS = {Die.D4: "very easy", Die.D6: "easy", Die.D8: "average", Die.D10: "hard", Die.D12: "very hard"}
"""How hard a test of two dice of each size is."""

ATTACK = "attack/"
"""Prefix of the key of an attack."""


class Aim(NamedTuple):
    """What a roll is aimed at: its name ("" for bare dice) and its pool.

    The pool is "" if somebody has yet to put it together, or if masters roll it afterwards; in the latter case `told`
    is a note on that.
    """

    name: str
    pool: str
    told: str = ""

    @property
    def words(self) -> str:
        """As a text says it: "an average test, 2d8"."""
        if self.told:
            return f"{self.name}, {self.told}"
        return f"{self.name}, {self.pool or 'who has yet to roll'}" if self.name else self.pool


def aimed(state: State, key: str, gm: bool = False) -> Aim | None:
    """Return what a key means in this state; None if there is no such thing, or it is hidden and the reader is no
    master.

    Raises Refused if dice cannot be read.
    """
    kind, _, name = key.partition("/")
    match kind:
        case "test":
            die = next((die for die in TESTS if str(die) == name), None)
            return Aim(test(die), f"2{die}") if die else None
        case "dice":
            return Aim("", written(pool_of(name)))
        case "doom" if not name:
            doom = state.doom if gm else state.seen_doom
            return Aim("doom", doom) if doom != NONE else None
        case "character":
            return Aim(name, "") if name in state.characters and not state.characters[name].lost else None
        case "gmc":
            return Aim(name, "") if name in state.gmcs and (gm or state.gmcs[name].seen) else None
        case "attack":
            at = state.challenges.get(name)
            there = at is not None and at.target and (gm or not at.hidden)
            return Aim(f"{name}'s attack", "", "a tie is safe") if there else None
    tables: Mapping[str, Mapping[str, Crisis | Challenge | Boss]] = {
        "crisis": state.crises,
        "challenge": state.challenges,
        "boss": state.bosses,
    }
    found = tables.get(kind, {}).get(name)
    if found is None or (found.hidden and not gm):
        return None
    return Aim(name, found.dice if isinstance(found, Boss) else found.pool)


def answer(state: State, challenge: str, gm: bool) -> tuple[str, Roll] | None:
    """Return the number and the roll that a challenge's attack must beat, made by the character it goes for; None if
    there is none yet."""
    at = state.challenges[challenge]
    there = ((id, each) for id, each in reversed([*state.rolls.items()]) if gm or not each.secret)
    ours = (each for each in there if each[1].aim == f"{ATTACK}{challenge}" and each[1].character == at.target)
    return next((each for each in ours if each[1].success is None), None) if at.target else None


def bound(state: State, roll: Roll) -> str:
    """Return why only one thing can settle a roll, unless a master says otherwise: it answers a roll, was answered by
    one, or waits for an attack. "" if whoever rolled decides."""
    if roll.against_roll in _beside(state, roll):
        return f"answers roll {roll.against_roll}"
    if after := answered(state, roll):
        return f"is answered by roll {after}"
    attack = aimed(state, roll.aim, roll.secret) if roll.aim.startswith(ATTACK) else None
    return f"waits for {attack.name}" if attack else ""


def answered(state: State, roll: Roll) -> str:
    """Return the number of the roll that answered a roll in their contest; "" if none did."""
    contest = contest_of(_beside(state, roll), roll.cast)
    after = contest.ids[contest.ids.index(roll.cast) + 1 :] if contest else ()
    return next(iter(after), "")


def _beside(state: State, roll: Roll) -> dict[str, Roll]:
    """Return the rolls that everybody sees who sees this one."""
    return {id: each for id, each in state.rolls.items() if roll.secret or not each.secret}


def test(die: Die) -> str:
    """Return the name of a test of two dice of this size: "an average test"."""
    return f"{'an' if TESTS[die][0] in 'ae' else 'a'} {TESTS[die]} test"
