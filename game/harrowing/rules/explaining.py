"""What a question asks and why a move is refused, in words for the player: the one place where that is worded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.core.decisions import Reason

Data = Mapping[str, Any]
Names = Mapping[str, str]

_PROMPTS: Mapping[str, Callable[[Data], str]] = {
    "core": lambda _: "Which core lies in the middle of the field?",
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
    "reroll": lambda _: "Which dice do you roll again?",
}


def prompt(kind: str, data: Data) -> str:
    """A question, in the second person."""
    return _PROMPTS[kind](data)


def explain(reason: Reason, names: Names | None = None) -> str:
    """A sentence or two, with the players' names by seat; none begins with a name, which stays as it is written."""
    said = _SENTENCES[reason.kind](reason.data, names or {})
    return said[:1].upper() + said[1:]


_SENTENCES: Mapping[str, Callable[[Data, Names], str]] = {
    "must_choose": lambda _d, _n: "you cannot pass here.",
    "not_offered": lambda _d, _n: "that is not among the answers to this question.",
}
"""One sentence for each kind of reason."""
