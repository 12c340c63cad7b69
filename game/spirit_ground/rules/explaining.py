"""The wording of what a question asks and why a move is refused. Nothing else words these."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.core.decisions import Reason
from game.core.english import listed, many, sentence

Data = Mapping[str, Any]
Names = Mapping[str, str]

_PROMPTS: Mapping[str, Callable[[Data], str]] = {
    "pair": lambda _: "Which pair do you both place in this round?",
    "order": lambda _: "Who goes first in this round?",
    "place": lambda d: f"Where do you place {d['name']}?",
    "pay": lambda d: f"How do you pay {many(d['cost'], 'crystal')} for the shrine on {d['square']}?",
    "rotate": lambda d: f"Which way does {d['name']} on {d['square']} face?",
    "enhance": lambda d: f"Which of your crystals go onto {d['name']} on {d['square']}?",
    "target": lambda _: "Which surrounded warrior comes next? It falls if the enemies beside it are stronger.",
}


def prompt(kind: str, data: Data) -> str:
    """Word a question, in the second person."""
    return _PROMPTS[kind](data)


def explain(reason: Reason, names: Names | None = None) -> str:
    """Word a reason in a sentence or two, with the players' names by seat. None begins with a name, so that its
    spelling is never changed."""
    return sentence(_SENTENCES[reason.kind](reason.data, names or {}))


_ASKS = {
    "pair": "choose a pair of the stream",
    "order": "say who goes first",
    "place": "name a square, such as b3",
    "pay": "say how you pay, such as energyx3+spirit",
    "rotate": "say where the top faces: n, e, s or w",
    "enhance": "name crystals, such as energyx2+spirit, or pass",
    "target": "name the square of a surrounded warrior",
}


def _stored(d: Data) -> str:
    """Return "2 energy and 1 spirit", or "no crystals"."""
    parts = [f"{d['energy']} energy"] if d["energy"] else []
    return listed([*parts, many(d["spirit"], "spirit")] if d["spirit"] else parts, "no crystals")


def _too_dear(d: Data, _: Names) -> str:
    price = "a spirit" if d["cost"] == 1 else f"{many(d['cost'], 'crystal')}, at least one of them a spirit"
    return f"the shrine on {d['square']} costs {price}: you have {_stored(d)}."


_SENTENCES: Mapping[str, Callable[[Data, Names], str]] = {
    "must_choose": lambda d, _: f"you cannot pass here: {_ASKS[d['kind']]}.",
    "other": lambda d, _: f"that does not answer this question: {_ASKS[d['kind']]}.",
    "no_pair": lambda _, __: "that pair does not lie in the stream.",
    "taken": lambda d, n: f"there is no room on {d['square']}: {n.get(d['seat'], d['seat'])}'s {d['tile']} lies there.",
    "too_dear": _too_dear,
    "wrong_price": lambda d, _: f"the shrine on {d['square']} costs exactly {many(d['cost'], 'crystal')}.",
    "no_spirit": lambda d, _: f"at least one of the crystals that pay for {d['square']} has to be a spirit.",
    "not_stored": lambda d, _: f"you have {_stored(d)} in storage.",
    "same_arrows": lambda _, __: "that would point all its arrows as another choice does: name that one.",
    "too_many_left": lambda d, _: (
        f"at most four crystals may be left in storage, and {d['left']} would be: put more on the warrior."
    ),
    "no_target": lambda d, _: f"no surrounded warrior that is still to be settled lies on {d['square']}.",
}
"""One sentence for each kind of reason."""
