"""The lessons, and the functions that fill their texts from what the person sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.core.english import listed, many, sentence
from game.core.faces import Names
from game.core.lessons import Lessons
from game.core.text.names import shown_names
from game.mana_surge.guide.topics import KINDS, Moment
from game.mana_surge.rules.boards.board import Kind
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.seats import ENOUGH
from game.mana_surge.words.moves import label

MANY = 3
"""The most hexes named in one sentence."""
LESSONS = Lessons(__package__)


def _came(at: Moment, _names: Names) -> str:
    """Say where this turn's new tokens are."""
    if at.decision.kind == "spawn":
        return "Here there are several: choose one."
    came = [step.data["hex"] for step in at.now.trail if step.kind == "spawned"]
    if came:
        return f"Yours {'is' if len(came) == 1 else 'are'} on {listed(came)}."
    return "All of them are taken, so none came: move a token away, and the next one fills the gap."


def _held(at: Moment, names: Names) -> str:
    """Say whose token is on the Pool."""
    owner = at.now.on_pool
    if owner is None:
        return "Nobody is there yet."
    if owner == at.seat:
        return "Your token is there."
    there = f"{shown_names(names).get(owner, owner)}'s token is there"
    return f"{there}: strike it{'' if at.now.fierce else ' from +1 Attack'}, and the Pool is free."


def _strike(at: Moment, names: Names) -> str:
    """Describe an attack that kills, preferably one that does not cost a token."""
    step = min(at.kills, key=lambda step: at.outcome(step).attacker)
    return f"{label(step.decision, ViewReader(step.view), names, step.token)}."


def _near(kind: Kind) -> Callable[[Moment, Names], str]:
    return lambda at, _names: listed(at.near(kind)[:MANY], last="or")


def _standing(at: Moment, names: Names) -> str:
    """Say how much mana each player has."""
    shown = shown_names(names)
    rows = [
        f"{'you have' if seat == at.seat else f'{shown.get(seat, seat)} has'} {player.mana}"
        for seat, player in at.now.players.items()
        if player.mana
    ]
    return f"{sentence(listed(rows))} of {ENOUGH}."


_FIERCE: Mapping[str, tuple[str, str]] = {
    "enough": ("more than", "at least"),
    "strong": ("From no other hex can you kill.", "With Fierce that kills on +1 Defence too."),
    "guard": ("no attack beats a defence of 2, so a token there is safe.", "only an attack of 2 kills a token there."),
    "weak": (
        "An attack of 1 kills nobody either, so walk there freely.",
        "So it kills nobody, while one on a plain hex does.",
    ),
}
"""What depends on whether an attack that equals the defence kills: without Fierce, and with it."""


def _ruled(usual: str, fierce: str) -> Callable[[Moment, Names], str]:
    return lambda at, _names: fierce if at.now.fierce else usual


FILLS: Mapping[str, Callable[[Moment, Names], str]] = {
    "came": _came,
    "points": lambda at, _names: many(at.now.points, "point"),
    "pool": lambda at, _names: at.now.board.names[at.now.board.grid.centre],
    "held": _held,
    "strike": _strike,
    **{f"near_{topic}": _near(kind) for topic, kind in KINDS.items()},
    "standing": _standing,
    **{field: _ruled(*words) for field, words in _FIERCE.items()},
}
