"""Rolls that answer something: a challenge's attack, a turn in it, or another roll."""

from __future__ import annotations

from game.core.errors import Refused, quoted
from game.the_adept.stage.rolling.ingredients import roller_named, rollers
from game.the_adept.stage.room import Seen, is_master, lying
from game.the_adept.tale.contests import contest_of


def tied(seen: Seen, what: str, name: str) -> tuple[str, str]:
    """Return who rolls ("" for whoever looks) and against what, as keys: for an "attack" of a challenge, a "turn" in
    it, or the "answer" to a roll. Raises Refused: `unknown`, `rights`."""
    match what:
        case "attack":
            return _attacked(seen, name), f"attack/{name}"
        case "turn":
            return _at_turn(seen, name), f"challenge/{name}"
    return _answering(seen, name), f"roll/{name}"


def _attacked(seen: Seen, challenge: str) -> str:
    """Return the key of whom a challenge goes for. Raises Refused: `unknown`."""
    at = seen.tale.state.challenges.get(challenge)
    if at is None or not at.target or (at.hidden and not is_master(seen)):
        raise Refused("unknown", f"{quoted(challenge)} goes for nobody now")
    return roller_named(seen, at.target)


def _at_turn(seen: Seen, challenge: str) -> str:
    """Return the key of who acts in a challenge. Raises Refused: `unknown`."""
    at = seen.tale.state.challenges.get(challenge)
    if at is None or not at.turn or (at.hidden and not is_master(seen)):
        raise Refused("unknown", f"nobody acts in {quoted(challenge)} now")
    return roller_named(seen, at.turn)


def _answering(seen: Seen, id: str) -> str:
    """Return the key of who has to answer a roll; "" if nobody has to. Raises Refused: `rights`."""
    rolls = lying(seen)
    contest = contest_of(rolls, id) if id in rolls else None
    key = contest.answers if contest else rolls[id].aim if id in rolls else ""
    if key and key not in rollers(seen):
        name = key.partition("/")[2]
        if is_master(seen):
            raise Refused("unknown", f"{name}, who rolls against roll {id}, is there no more")
        raise Refused("rights", f"{name} rolls against roll {id}, and you do not play them")
    return key
