"""The wording of what a question asks and why a move is refused. Nothing else words these."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.core.decisions import Reason
from game.core.english import listed, many, sentence
from game.harrowing.rules.content import BOARD_OF, face

Data = Mapping[str, Any]
Names = Mapping[str, str]

_PROMPTS: Mapping[str, Callable[[Data], str]] = {
    "core": lambda _: "Which core do you put in the middle of the field?",
    "set": lambda _: "Which set of tiles do you bring into the game?",
    "invoke": lambda d: (
        "Which spell do you invoke beside the turn's?"
        if d.get("beside")
        else f"Which spell do you invoke? ({d['used']} of {d['most']} so far)"
    ),
    "keep": lambda _: "What stays while you meditate?",
    "order": lambda _: "Which of your spells comes next?",
    "free": lambda _: "From which other spell does all power go back?",
    "pool": lambda d: f"Whose is the power on {d['spell']}?",
    "rout": lambda _: "Whose fortress falls?",
    "raise": lambda _: "On which tile do you place a pillar?",
    "march": lambda _: "From which tile does a pillar go?",
    "to": lambda d: f"To which tile does the pillar of {d['tile']} go?",
    "banish": lambda _: "Which pillar goes back to its owner?",
    "side": lambda d: f"Which side of {d['tile']} is up?",
    "spot": lambda d: f"Where does {d['tile']} go?",
    "shift": lambda _: "Which tile do you move?",
    "swap": lambda _: "Which tile changes its place?",
    "with": lambda d: f"With which tile does {d['tile']} change places?",
    "flip": lambda _: "Which tile do you flip?",
    "rotate": lambda _: "Which three tiles do you rotate?",
    "spin": lambda _: "Which way do they turn?",
    "claim": lambda _: "Which tile do you claim?",
    "seal": lambda _: "Which claimed tile do you seal?",
    "muster": lambda _: "How much power goes to your fortress?",
    "battle": lambda _: "Where do you battle, and whom?",
    "reroll": lambda d: f"Which dice do you roll again? ({many(d['rerolls'], 'reroll')} left)",
}


def prompt(kind: str, data: Data) -> str:
    """Word a question, in the second person."""
    return _PROMPTS[kind](data)


def explain(reason: Reason, names: Names | None = None) -> str:
    """Word a reason in a sentence or two, with the players' names by seat. None begins with a name, so that its
    spelling is never changed."""
    return sentence(_SENTENCES[reason.kind](reason.data, names or {}))


_ASKS = {
    "core": "name a core, such as 1o",
    "set": "name a set by its number",
    "invoke": "name a spell, such as weave or 2c",
    "keep": "name a ritual, cubes of your fortress such as fortx2, or pass",
    "order": "name a spell, such as renewal or 2c",
    "free": "name a spell with power on it, such as weave or 2c",
    "pool": "name the player who gets the power",
    "rout": "name a player",
    "banish": "name a tile and whose pillar it is",
    "battle": "name a tile and who defends it",
    "side": "name the side that is up",
    "spot": "name an empty hex, such as 1,-1",
    "rotate": "name three tiles, such as 1a+2c+3x",
    "spin": "say cw, with the clock, or ccw, against it",
    "muster": "say how many cubes",
    "reroll": "name dice, such as clashx1+blankx2, or pass",
}


def _ask(kind: str) -> str:
    return _ASKS.get(kind, "name a tile, such as 2c")


def _dice(d: Data) -> str:
    return listed([many(d[face], face) for face in ("clash", "blank") if d[face]], "no dice")


def _spell(d: Data) -> str:
    """Return a spell's name as people use it: "Weave", "2c"."""
    return face(d["spell"]).name if d["spell"] in BOARD_OF else str(d["spell"])


_SENTENCES: Mapping[str, Callable[[Data, Names], str]] = {
    "begin": lambda _d, _n: "nobody passes a whole turn: invoke at least one spell, or meditate.",
    "must_choose": lambda d, _: f"you cannot pass here: {_ask(d['kind'])}.",
    "other": lambda d, _: f"that does not answer this question: {_ask(d['kind'])}.",
    "no_core": lambda d, _: f"{d['token']} is not a core.",
    "no_set": lambda d, _: f"set {d['token']} is in the game already, or there is none.",
    "no_side": lambda d, _: f"{d['token']} is not a side of the tile that was drawn.",
    "too_late": lambda _d, _n: "you meditate instead of invoking, and you have invoked already.",
    "meditating": lambda _d, _n: "you meditate already: this is one invocation before it.",
    "not_yours": lambda d, _: f"you do not own {_spell(d)}.",
    "sealed": lambda d, _: f"{d['tile']} is sealed: it has no spell and no runes until its owner meditates.",
    "no_slots": lambda d, _: f"{_spell(d)} is {_a(d['kind'])}: it has no slots to invoke.",
    "full": lambda d, _: f"all slots of {_spell(d)} are filled.",
    "idle": lambda d, _: f"{_spell(d)} could do nothing now.",
    "not_ready": lambda _d, _n: "that spell has nothing to do now.",
    "no_power_there": lambda _d, _n: "no power lies there, or it is the spell that asks.",
    "fortress": lambda d, _: f"you have {many(d['fort'], 'cube')} in your fortress, and say once how many stay.",
    "no_ritual": lambda d, _: f"only rituals keep their power, and {_spell(d)} is none.",
    "nothing_to_keep": lambda d, _: f"no power lies on {_spell(d)}, or it stays already.",
    "not_owner": lambda d, n: f"that power does not belong to {n.get(d['seat'], d['seat'])}.",
    "no_fortress": lambda d, n: f"there is nothing to rout in the fortress of {n.get(d['seat'], d['seat'])}.",
    "taken": lambda d, _: f"{d['tile']} lies on {d['hex']}.",
    "not_beside": lambda d, _: f"no tile lies beside {d['hex']} that another could be placed next to.",
    "not_beside_own": lambda d, _: f"no other tile of yours lies beside {d['hex']}.",
    "too_many": lambda d, _: f"{many(d['most'], 'cube')} is the most.",
    "no_dice": lambda d, _: f"only {_dice(d)} can be rolled again; hits stay.",
    "not_adjacent": lambda d, _: f"{listed(d['tiles'])} do not all touch one another.",
    "none_own": lambda d, _: f"one of {listed(d['tiles'])} has to be yours.",
    "yourself": lambda _d, _n: "that would be yourself.",
    "no_pillars": lambda d, n: f"no pillar of {n.get(d['seat'], d['seat'])}'s stands on {d['tile']}.",
    "no_strength": lambda d, _: f"you have no strength at {d['tile']}: no pillar of yours stands there or beside it.",
    "own_claim": lambda d, _: f"{d['tile']} is your own: only others' claimed tiles are sealed.",
    "not_claimed": lambda d, _: f"nobody has claimed {d['tile']}.",
    "core": lambda d, _: f"{d['tile']} is a core: nothing is ever done to it.",
    "claiming": lambda d, _: f"{d['tile']} is just being claimed.",
    "not_on_field": lambda d, _: f"{d['tile']} does not lie on the field.",
    "not_there": lambda d, _: f"{d['tile']} cannot be reached from there.",
    "itself": lambda d, _: f"{d['tile']} cannot change places with itself.",
    "not_own": lambda d, _: f"{d['tile']} is not yours: no pillar of yours stands there.",
    "not_free": lambda d, _: f"{d['tile']} is not free: it belongs to others alone.",
    "not_open": lambda d, _: f"{d['tile']} is not open: pillars stand on it.",
    "not_near": lambda d, _: f"{d['tile']} is not near: it is neither yours nor beside a tile of yours.",
    "no_pattern": lambda d, _: (
        f"{d['tile']} lies in no pattern: three tiles of yours that touch one another and share a rune."
    ),
    "locked": lambda d, _: f"{d['tile']} is locked: without it the field would fall apart.",
    "nowhere": lambda d, _: f"nothing can be done with {d['tile']} here.",
}
"""One sentence for each kind of reason."""


def _a(kind: str) -> str:
    return f"an {kind}" if kind == "aura" else f"a {kind}"
