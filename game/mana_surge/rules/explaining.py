"""The wording of what a question asks and why a move is refused. Nothing else words these."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.core.decisions import Reason
from game.core.english import many, sentence

Data = Mapping[str, Any]
Names = Mapping[str, str]

NAMED = {
    "strong": "+1 Attack",
    "guard": "+1 Defence",
    "weak": "-1 Attack",
    "action": "Extra Action",
    "spawn": "Extra Spawn",
    "pool": "the Mana Pool",
    "corner": "a spawner's corner",
}
"""The names of the kinds of hexes; a plain one has none."""


def prompt(kind: str, data: Data) -> str:
    """Word a question, in the second person."""
    match kind:
        case "colour":
            return "Which colour do you play?"
        case "corner":
            return "In which corner does your spawner stand?"
        case "spawn":
            more = data["spawns"]
            return "Where does your new token appear?" + (f" You have {more} to place." if more > 1 else "")
        case "move":
            other = f"keep {_them(data)} for an attack" if data["attacks"] else "end your turn"
            return f"You have {many(data['points'], 'point')}. Move a token, or {other}?"
        case _:
            return f"You have {many(data['points'], 'point')}. Attack, or end your turn?"


def explain(reason: Reason, names: Names | None = None) -> str:
    """Word a reason in a sentence or two, with the players' names by seat. None begins with a name, so that its
    spelling is never changed."""
    return sentence(_SENTENCES[reason.kind](reason.data, names or {}))


def _them(data: Data) -> str:
    return "it" if data["points"] == 1 else "them"


def _who(seat: str, names: Names) -> str:
    return names.get(seat, seat)


_ASKS = {
    "colour": "choose a colour",
    "corner": "choose a corner",
    "spawn": "place your new token",
    "move": "move a token or stop moving",
    "attack": "attack or end your turn",
}
_HEXES = {
    "move": "name two hexes, such as b2-c3: from where and to where",
    "attack": "name two hexes, such as c3xd4: who strikes whom",
}


def _not_own(d: Data, names: Names) -> str:
    if d["seat"]:
        return f"the token on {d['hex']} is {_who(d['seat'], names)}'s: only your own tokens act."
    return f"no token stands on {d['hex']}."


def _occupied(d: Data, names: Names) -> str:
    whose = "a token of yours" if d["own"] else f"{_who(d['seat'], names)}'s token"
    return f"there is no room on {d['hex']}: {whose} stands there."


def _no_enemy(d: Data, _: Names) -> str:
    there = "the token there is your own" if d["own"] else "no token stands there"
    return f"there is nobody to attack on {d['hex']}: {there}."


def _no_kill(d: Data, names: Names) -> str:
    (attack, back), (own, defence) = d["attack"], d["defence"]
    word = "reach" if d["fierce"] else "beat"
    return (
        f"nobody would die: your attack of {attack} on {d['source']} does not {word} the defence of"
        f" {defence} of {_who(d['seat'], names)}'s token on {d['target']}, nor its attack of {back}"
        f" your defence of {own}."
    )


_SENTENCES: Mapping[str, Callable[[Data, Names], str]] = {
    "must_choose": lambda d, _: f"you cannot pass here: {_ASKS[d['kind']]}.",
    "colours_only": lambda _, __: "that is not a colour: there are red, green and blue.",
    "colour_taken": lambda d, n: f"{d['colour']} is taken: {_who(d['seat'], n)} plays it.",
    "no_colour": lambda d, _: f"colours are chosen already: now {_ASKS[d['kind']]}.",
    "no_hex": lambda d, _: f"this board has no hex {d['hex']}.",
    "other": lambda d, _: f"{_HEXES.get(d['kind'], 'name one hex: now ' + _ASKS[d['kind']])}.",
    "other_phase": lambda d, _: (
        "attacks come after moves: stop moving first."
        if d["kind"] == "move"
        else "moving is over for this turn: now you may attack."
    ),
    "no_corner": lambda d, _: f"a spawner cannot stand on {d['hex']}: that is not a corner for one.",
    "corner_taken": lambda d, n: f"the corner {d['hex']} is taken: {_who(d['seat'], n)}'s spawner stands there.",
    "not_beside_spawner": lambda d, _: f"new tokens appear beside your spawner; {d['hex']} does not touch it.",
    "occupied": _occupied,
    "not_own": _not_own,
    "locked": lambda d, _: (
        f"your token on {d['hex']} is locked: on {NAMED[d['kind']]} it neither moves nor attacks until it dies."
    ),
    "spawner": lambda d, _: f"nothing enters or attacks a spawner, and one stands on {d['hex']}.",
    "too_far": lambda d, _: f"the hexes {d['source']} and {d['target']} do not touch.",
    "no_enemy": _no_enemy,
    "no_kill": _no_kill,
}
"""One sentence for each kind of reason."""
