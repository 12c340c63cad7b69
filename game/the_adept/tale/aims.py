"""What one may roll against before its dice have fallen, by key: "test/d8", "doom", "crisis/Fire", "character/Bel";
"attack/Flood" is a challenge that goes for somebody, and rolls once they have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.the_adept.rules.dice import NONE, Die, pool_of, written
from game.the_adept.tale.contests import contest_of
from game.the_adept.tale.state import Boss, Challenge, Crisis, Roll, State

TESTS = {Die.D4: "very easy", Die.D6: "easy", Die.D8: "average", Die.D10: "hard", Die.D12: "very hard"}
"""How hard a test of two dice is."""

ATTACK = "attack/"
"""How the key of an attack begins."""


class Aim(NamedTuple):
    """What it is called ("" for dice alone), and what it rolls; "" where that is for somebody to put together, or for
    masters to roll afterwards, which is `told`."""

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
    """What is meant, as it stands now; what is hidden only for masters. Raises Refused for dice that are none."""
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
    """The roll, with its number, of whom a challenge goes for, that its attack must beat; None while there is none."""
    at = state.challenges[challenge]
    there = ((id, each) for id, each in reversed([*state.rolls.items()]) if gm or not each.secret)
    ours = (each for each in there if each[1].aim == f"{ATTACK}{challenge}" and each[1].character == at.target)
    return next((each for each in ours if each[1].success is None), None) if at.target else None


def bound(state: State, roll: Roll) -> str:
    """Why a roll is settled in one way alone, unless a master says otherwise: it answers a roll or an attack, or was
    answered; "" if it may be settled as whoever rolled says."""
    rolls = {id: each for id, each in state.rolls.items() if roll.secret or not each.secret}
    if roll.against_roll in rolls:
        return f"answers roll {roll.against_roll}"
    contest = contest_of(rolls, roll.cast)
    if contest and contest.last != roll.cast:
        return f"is answered by roll {contest.ids[contest.ids.index(roll.cast) + 1]}"
    attack = aimed(state, roll.aim, roll.secret) if roll.aim.startswith(ATTACK) else None
    return f"waits for {attack.name}" if attack else ""


def test(die: Die) -> str:
    """A test of two dice of a size: "an average test"."""
    return f"{'an' if TESTS[die][0] in 'ae' else 'a'} {TESTS[die]} test"
