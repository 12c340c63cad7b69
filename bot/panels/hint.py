"""A hint, for the one who asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.core import telling
from game.core.decisions import Decision
from game.core.hint import Tip
from game.core.kit import Kit
from game.core.protocol import View
from game.core.scale import scale


def hinted(
    kit: Kit, decision: Decision, view: View, names: Mapping[str, str], tips: Sequence[Tip], *, briefly: bool = False
) -> str:
    """The best answers with what they are worth beside the best one, and why; or `briefly` what they are."""
    moves = [
        kit.words.move(decision, view, names, tip.token)
        + kit.words.onward(decision, view, names, tip.token, tip.onward)
        for tip in tips
    ]
    if briefly:
        return f"-# 💡 {' · '.join(f'{number}. {move}' for number, move in enumerate(moves, 1))}"
    lines = [
        f"{number}. **{move}**\n-# {said}"
        for number, (move, said) in enumerate(zip(moves, telling.tips(tips, kit), strict=True), 1)
    ]
    by = scale(kit)
    counted = f"-# In {by.unit}: {by.better}, and by what; what others gain speaks against it."
    return "\n".join(["💡 **Hint**, by what you can see", counted, *lines])
