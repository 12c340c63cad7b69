"""What spells do, in words. The texts are made from their steps, so that they say exactly what the rules carry out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.core.english import listed, many, noun, sentence, within
from game.harrowing.rules.content import Face, Step

WHICH: Mapping[str, str] = {
    "own": "a tile of yours",
    "open": "an open tile",
    "free": "an open tile or one of yours",
    "near": "a tile of yours or beside one",
    "any": "any tile",
    "it": "that tile",
}
_BRIEF: Mapping[str, str] = {
    "own": "own tile",
    "open": "open tile",
    "free": "open or own tile",
    "near": "near tile",
    "any": "any tile",
    "it": "it",
}
_STEPS: Mapping[str, Callable[[Step], str]] = {
    "raise": lambda step: f"place a pillar on {WHICH[step.what]}",
    "march": lambda step: f"move one of your pillars to {'an adjacent' if step.what == 'near' else 'another'} tile",
    "banish": lambda step: f"return another player's pillar from {WHICH[step.what]}",
    "weave": lambda _: "draw a tile, choose its side and place it",
    "shift": lambda step: (
        f"move {_unlocked(step.what)} beside another tile{' of yours' if step.other == 'own' else ''}"
    ),
    "swap": lambda step: f"swap {WHICH[step.what]} with {'another of yours' if step.other == 'own' else 'any other'}",
    "flip": lambda step: f"flip {WHICH[step.what]}",
    "rotate": lambda step: (
        f"rotate three tiles beside one another{', one of them yours' if step.what == 'own' else ''}"
    ),
    "claim": lambda _: "claim an unlocked tile in a pattern",
    "gain": lambda step: f"take {many(step.most, 'cube')} from the supply into your pool",
    "muster": lambda step: f"move up to {step.most} power from your pool to your fortress",
    "battle": lambda _: "battle",
    "free": lambda _: "return all power on one other spell of yours",
    "rout": lambda _: "return another player's whole fortress to that player's pool",
    "seal": lambda _: "seal a tile that another player has claimed",
    "invoke": lambda step: "invoke once" if step.most == 1 else f"invoke {step.most} times",
}
_SHORT: Mapping[str, Callable[[Step], str]] = {
    "raise": lambda step: f"pillar on {_BRIEF[step.what]}",
    "march": lambda step: f"move own pillar ({'near' if step.what == 'near' else 'any tile'})",
    "banish": lambda step: f"remove a pillar ({step.what})",
    "weave": lambda _: "weave",
    "shift": lambda step: f"move {_BRIEF[step.what]}",
    "swap": lambda step: f"swap {step.what} with {step.other}",
    "flip": lambda step: f"flip {_BRIEF[step.what]}",
    "rotate": lambda step: f"rotate three{' (one own)' if step.what == 'own' else ''}",
    "claim": lambda _: "claim",
    "gain": lambda step: f"gain {step.most}",
    "muster": lambda step: f"muster {step.most}",
    "battle": lambda _: "battle",
    "free": lambda _: "free a spell",
    "rout": lambda _: "rout",
    "seal": lambda _: "seal",
    "invoke": lambda step: "invoke once" if step.most == 1 else f"invoke {step.most}x",
}
_NAMESAKES: Mapping[str, str] = {"weave": "draw a tile", "claim": "a tile in a pattern", "rout": "a whole fortress"}
"""What a step does that its spell is named after, in other words."""
WHEN: Mapping[str, str] = {
    "start": "at the start of your turn",
    "end": "at the end of your turn",
    "others-start": "at the start of each other player's turn",
    "others-end": "at the end of each other player's turn",
    "before": "before you meditate",
    "after": "after you meditate",
}
WHEN_RESOLVED: Mapping[str, str] = {
    "start": "at the start of the turn",
    "end": "at the end of the turn",
    "others-start": "at the start of another player's turn",
    "others-end": "at the end of another player's turn",
    "before": "before meditating",
    "after": "after meditating",
}
"""The same moments, told of somebody to anybody."""
_MOMENT: Mapping[str, str] = {
    "start": "start",
    "end": "end",
    "others-start": "others' start",
    "others-end": "others' end",
    "before": "before meditating",
    "after": "after meditating",
}
_GIVES: Mapping[str, Callable[[int], str]] = {
    "strength": lambda count: f"+{count} strength in battle",
    "reroll": lambda count: f"{many(count, 'reroll')} when you attack",
    "hits": lambda count: f"+{many(count, 'hit')} when you attack",
    "ward": lambda count: f"{many(count, 'hit')} less when you are attacked",
    "invokes": lambda count: f"{many(count, 'invocation')} more in each turn",
    "muster": lambda count: f"{count} more whenever you muster",
}
_COUNTED: Mapping[str, str] = {"reroll": "reroll", "hits": "hit", "ward": "ward", "invokes": "invocation"}
"""The bonuses that are counted as things; strength and musters are amounts."""


def _bonus(what: str, count: int) -> str:
    return noun(count, _COUNTED[what]) if what in _COUNTED else what


def _unlocked(what: str) -> str:
    return "any unlocked tile" if what == "any" else f"{WHICH[what]} that is not locked"


def does(step: Step) -> str:
    """Return a step as a clause: "place a pillar on any tile"."""
    return _STEPS[step.verb](step)


def told(face: Face) -> str:
    """Return everything a spell does, as a sentence or two."""
    if face.gives:
        return f"{sentence(listed(_GIVES[what](count) for what, count in face.gives.items()))}."
    steps = sentence(", then ".join(map(does, face.steps)))
    return f"{sentence(WHEN[face.when])}: {within(steps)}." if face.when else f"{steps}."


def brief(face: Face) -> str:
    """Return briefly what a spell does, as a picture has room for: "end: pillar on own tile"."""
    if face.gives:
        return ", ".join(f"+{count} {_bonus(what, count)}" for what, count in face.gives.items())
    steps = ", ".join(_SHORT[step.verb](step) for step in face.steps)
    if len(face.steps) > 1:  # save room: the word is clear without being said
        steps = steps.replace(" tile", "")
    return f"{_MOMENT[face.when]}: {steps}" if face.when else steps


def beside_name(face: Face) -> str:
    """Return briefly what a spell does, for use after its name, which is not repeated: "draw a tile, ..."."""
    said, own = brief(face), face.name.lower()
    return f"{_NAMESAKES[own]}{said.removeprefix(own)}" if own in _NAMESAKES and said.startswith(own) else said


def slots(face: Face) -> str:
    """Describe a spell's slots: "1 auto-return slot and 2 plain"."""
    auto, plain = face.slots.count("*"), face.slots.count(".")
    if not face.slots:
        return "no slot"
    if not auto:
        return many(plain, "slot")
    return f"{many(auto, 'auto-return slot')}{f' and {plain} plain' if plain else ''}"
