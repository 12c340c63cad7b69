"""Rolls that are tied to what waits for them: a challenge's attack, a turn in it, a roll that is to be answered."""

from __future__ import annotations

from game.core.errors import Refused, quoted
from game.the_adept.stage.ingredients import roller_named, rollers
from game.the_adept.stage.room import Seen, is_master, lying
from game.the_adept.tale.contests import contest_of


def tied(seen: Seen, what: str, name: str) -> tuple[str, str]:
    """Who rolls ("" for whoever looks), and against what, as keys: for an "attack" of a challenge, a "turn" in it, the
    "answer" to a roll. Raises Refused: `unknown`, `rights`."""
    match what:
        case "attack":
            return _attacked(seen, name), f"attack/{name}"
        case "turn":
            return _at_turn(seen, name), f"challenge/{name}"
    return _answering(seen, name), f"roll/{name}"


def _attacked(seen: Seen, challenge: str) -> str:
    """For whom a challenge goes."""
    at = seen.tale.state.challenges.get(challenge)
    if at is None or not at.target or (at.hidden and not is_master(seen)):
        raise Refused("unknown", f"{quoted(challenge)} goes for nobody now")
    return roller_named(seen, at.target)


def _at_turn(seen: Seen, challenge: str) -> str:
    """Who acts in a challenge."""
    at = seen.tale.state.challenges.get(challenge)
    if at is None or not at.turn or (at.hidden and not is_master(seen)):
        raise Refused("unknown", f"nobody acts in {quoted(challenge)} now")
    return roller_named(seen, at.turn)


def _answering(seen: Seen, id: str) -> str:
    """Who is to answer a roll; "" where nobody is."""
    rolls = lying(seen)
    contest = contest_of(rolls, id) if id in rolls else None
    key = contest.answers if contest else rolls[id].aim if id in rolls else ""
    if key and key not in rollers(seen):
        raise Refused("rights", f"{key.partition('/')[2]} rolls against roll {id}, and you do not play them")
    return key
