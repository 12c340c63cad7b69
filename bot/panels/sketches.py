"""Which picture a private panel shows, drawn elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from bot.boards.adepts import pictures
from bot.boards.adepts.pictures import Picture
from bot.words.tree import BY_MINE, Path, settled, token_of
from game.adepts.tokens import PASS
from game.core.decisions import Decision


def sketch(
    decision: Decision, view: Mapping[str, Any], names: Mapping[str, str], path: Path = ()
) -> partial[Picture] | None:
    """The picture for what has been selected so far, from the view of the decision's seat; None if words do.

    The cards that are dealt or too many, the spell about to be cast, the mines with the group that would be placed.
    """
    if decision.kind in ("research", "discard"):
        return partial(pictures.hand, view, decision.seat)
    token = token_of(decision, settled(decision, path)) if path else None
    if token is None or path == (PASS,):
        return None
    if decision.kind == "cast":
        return partial(pictures.spell_card, token)
    if decision.kind in BY_MINE:
        return partial(pictures.preview, view, names, decision.seat, token)
    return None
