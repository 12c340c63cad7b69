"""Reviews and hints in words, without markup; `names` are put in as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.core.english import listed, many
from game.core.hint import Reason, Tip
from game.core.kit import Kit
from game.core.review import Mistake, Review
from game.core.words import Names

DEAREST = 5
"""Mistakes of a player that are told."""


def lost(review: Review, kit: Kit, seat: str) -> str:
    """What a player's choices cost: "245 mana lost by 20 of 70 choices"."""
    mistakes, choices = review.of(seat), many(review.choices[seat], "choice")
    if not mistakes:
        return f"No mistake found in {choices}"
    return f"{review.lost(seat):.0f} {_unit(kit)} lost by {len(mistakes)} of {choices}"


def luck(review: Review, kit: Kit, seat: str) -> str:
    """What chance brought: "luck brought 8 mana"."""
    points = review.luck[seat]
    if abs(points) < 1:
        return "luck made no difference"
    return f"luck {'brought' if points > 0 else 'cost'} {abs(points):.0f} {_unit(kit)}"


def shares(review: Review, kit: Kit, seat: str) -> list[str]:
    """The loss by phase, and by what was being done: "Assignment 244, Production 10"."""
    words = kit.words
    by = (
        review.by(seat, lambda asked: words.phase(asked.phase)),
        review.by(seat, lambda asked: words.doing(asked.decision)),
    )
    return [", ".join(f"{what} {points:.0f}" for what, points in each.items()) for each in by if each]


def place(mistake: Mistake, kit: Kit) -> str:
    """When it was made: "Turn 2, Assignment"."""
    return f"{kit.words.turn(mistake.asked.turn)}, {kit.words.phase(mistake.asked.phase)}"


def choice(mistake: Mistake, kit: Kit, names: Names) -> tuple[str, str, str]:
    """What was chosen, what would have been better, and by how much: "35 ± 1 mana"."""
    asked, words = mistake.asked, kit.words
    said, better = (words.move(asked.decision, asked.view, names, token) for token in (asked.token, mistake.better))
    return said, better, f"{mistake.lost:.0f} ± {mistake.error:.0f} {_unit(kit)}"


def tip(tip: Tip, kit: Kit) -> str:
    """What an answer is worth beside the best one, and why: "8 mana behind: -5 the emerald title, -3 batteries"."""
    beside = "the best" if tip.behind < 0.5 else f"{tip.behind:.0f} {_unit(kit)} behind"
    why = ", ".join(map(_reason, tip.reasons))
    return f"{beside}: {why}" if why else beside


def turns(expected: Sequence[Mapping[str, float]], names: Names) -> list[str]:
    """The expected scores turn by turn, as sentences that describe a picture of them."""
    return [
        f"After turn {turn}: {listed(f'{names.get(seat, seat)} {points:.0f}' for seat, points in row.items())}."
        for turn, row in enumerate(expected, 1)
    ]


def _reason(reason: Reason) -> str:
    return f"{reason.points:+.0f} {reason.what}".replace("-", "−", 1)


def _unit(kit: Kit) -> str:
    return kit.judge.unit if kit.judge is not None else "points"
