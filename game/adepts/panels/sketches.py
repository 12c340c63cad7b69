"""Which picture a private panel shows; it is drawn elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from game.adepts import pictures
from game.adepts.panels.decision import MOST_CARDS
from game.adepts.panels.defaults import filled
from game.adepts.panels.tree import BY_MINE, CARDS, walk
from game.adepts.rules.spells.phase3 import Purge
from game.adepts.rules.tokens import PASS
from game.adepts.words.facts import Facts
from game.core.decisions import Decision
from game.core.english import number
from game.core.faces import Sketch
from game.core.narrowing import Path
from game.core.protocol import View

_TITLES = {
    "cast": "You may cast",
    "research": "Dealt to you",
    "purge": f"Purge one for {number(Purge.mana)} mana?",
    "discard": "Discard one",
    "take-spell": "Take one",
}


def sketch(decision: Decision, view: View, names: Mapping[str, str], path: Path = ()) -> Sketch | None:
    """Return the picture for what has been selected so far, from the view of the decision's seat; None if words are
    enough.

    It shows the cards to choose from, or the chosen one of many; or the mines, with the group that would be placed.
    """
    if decision.kind == "research":
        kept = path if path in walk(decision).leaves and path != (PASS,) else ()
        return _choice(decision, view, decision.data["drawn"], kept)
    path = filled(decision, Facts(view, decision.seat, names), path)
    if decision.kind in BY_MINE:
        return partial(pictures.preview, view, names, decision.seat, walk(decision).token_of(path) or "")
    cards = [token for token in decision.tokens if token != PASS]
    if decision.kind not in CARDS or not cards:
        return None
    if len(cards) <= MOST_CARDS:
        return _choice(decision, view, cards, path)
    return partial(pictures.spell_card, path[0]) if path else None


def _choice(decision: Decision, view: View, cards: Sequence[str], chosen: Path) -> Sketch:
    return partial(pictures.choice, view, decision.seat, _TITLES[decision.kind], tuple(cards), chosen)
