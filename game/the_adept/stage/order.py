"""Whose turn it is in a challenge: a table may let somebody act out of turn, but everybody is told (rules,
"Challenges")."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.aids.stage import Act, carried_out
from game.core.errors import Refused
from game.the_adept.rules.challenges import CHALLENGE
from game.the_adept.stage.mastering.masters import key
from game.the_adept.stage.room import Seen, plays
from game.the_adept.stage.wording import named, names_next, turn_of
from game.the_adept.tale.actions.turns import following, in_scene, in_turns, leading, playing
from game.the_adept.tale.state import Boss, Challenge, Crisis, Order, Roll, State


def out_of_turn(state: State, challenge: str, name: str) -> str:
    """Return why it is not this character's turn in a challenge; "" if it is, or if nobody takes turns in it."""
    at = state.challenges.get(challenge)
    if at is None or name not in state.characters or at.turn == name or not in_turns(at):
        return ""
    acted = f"{named(name)} has acted in this round, and " if name in at.done and not at.challenge_done else ""
    return f"**Out of turn** in {named(challenge)}: {acted}{acting(state, challenge)}"


def acting(state: State, challenge: str) -> str:
    """Return whose turn it is in a challenge, or who names the next, in a sentence."""
    at = state.challenges[challenge]
    if at.turn:
        return f"{turn_of(state, at.turn)}."
    told = following(state, at)
    if told["next"] == [CHALLENGE]:
        return f"{named(challenge)} acts now."
    return f"{names_next(state, told['chooser'])}."


def turn_path(at: Challenge | Order, challenge: str = "") -> str:
    """Return the end of the path of a button that ends the current turn, in a challenge or else in the action scene. It
    tells whose turn that is and in which round, as somebody else may end it first."""
    return f"{key(f'{at.round} {at.turn}')}/{challenge}"


def ending(seen: Seen, path: str) -> tuple[Act, ...]:
    """Return the acts that end the turn of a `turn_path`, or any in the challenge of that name, as in an earlier
    version's path. If only one can be next, and whoever ends the turn may name the next, they are named as well. Raises
    Refused: `turn` if it is over; as the acts do."""
    state, path = seen.tale.state, path.removeprefix("challenge/")
    turn, slash, challenge = path.partition("/")
    challenge = challenge if slash else turn
    where = {"challenge": challenge} if challenge else {}
    ends = Act("acted", where)
    after, _ = carried_out(seen.tale, seen.who, [ends])
    now = state.challenges.get(challenge) or playing(state).order or Order()
    if slash and path != turn_path(now, challenge):
        raise Refused("turn", f"that turn is over, and it is {now.turn}'s now")
    at = after.state.challenges.get(challenge)
    told = following(after.state, at) if at else in_scene(after.state)
    if len(told["next"]) != 1 or told["next"] == [CHALLENGE] or not plays(seen, told["chooser"]):
        return (ends,)
    return ends, Act("hand", {**where, "to": told["next"][0]})


def challenge_of(state: State, roll: Roll | None, gm: bool) -> str:
    """Return the challenge that made this roll, if the person sees both; "" for none."""
    name = foe_of(state, roll, gm)
    return name if name in state.challenges else ""


def foe_of(state: State, roll: Roll | None, gm: bool) -> str:
    """Return the challenge, crisis or boss that made this roll, if the person sees both; "" for none."""
    if roll is None or not roll.opposes or (roll.secret and not gm):
        return ""
    foes: Mapping[str, Challenge | Crisis | Boss] = {**state.bosses, **state.crises, **state.challenges}
    said = f"{roll.what}, "  # the foe, and what was added to it
    names = (name for name, each in foes.items() if said.startswith(f"{name}, ") and (gm or not each.hidden))
    return max(names, key=len, default="")


def in_challenge(state: State, opposition: Roll | None, gm: bool) -> bool:
    """Return whether a roll may belong to a challenge that the person sees: one exists, and the roll is against no
    other foe and no character."""
    there = [name for name, each in state.challenges.items() if gm or not each.hidden]
    if opposition is None:
        return bool(there)
    return bool(there) and opposition.opposes and not opposition.gmc and foe_of(state, opposition, gm) in ("", *there)


def others_turn(state: State, name: str) -> str:
    """Return whose turn it is in the action scene, if it is not this character's; "" else, and while a challenge is
    played."""
    order = state.scene.order if state.scene and state.scene.kind == "action" and not leading(state) else None
    return order.turn if order and order.turn != name else ""
