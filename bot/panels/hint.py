"""The text of a hint, for the person who has asked for it."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.decisions import Decision
from game.core.judging import telling
from game.core.judging.hint import Hint
from game.core.judging.scale import scale
from game.core.kit import Kit
from game.core.protocol import View


def hinted(
    kit: Kit, decision: Decision, view: View, names: Mapping[str, str], hint: Hint, *, briefly: bool = False
) -> str:
    """Return the best answers with why they are worth more or less than the best; with `briefly`, the answers alone.

    If all are worth the same, that is said once.
    """
    moves = [kit.words.in_full(decision, view, names, tip.token, tip.follow_ups) for tip in hint.tips]
    if briefly:
        return f"-# 💡 {' · '.join(f'{number}. {move}' for number, move in enumerate(moves, 1))}"
    by, same = scale(kit), telling.alike(hint, kit)
    why = ["" for _ in moves] if hint.alike else telling.tips(hint.tips, kit)
    lines = ["💡 **Hint**, by what you can see", *([same] if same else [])]
    if any(why):
        lines.append(f"-# In {by.unit}: {by.better}, and by what; what others gain speaks against it.")
    for number, (move, said) in enumerate(zip(moves, why, strict=True), 1):
        lines += [f"{number}. **{move}**", *([f"-# {said}"] if said else [])]
    return "\n".join(lines)
