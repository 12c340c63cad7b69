"""Reviews and hints in words, without markup but for what `Words.move` has of it in names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.core.english import listed, many
from game.core.hint import Reason, Tip
from game.core.kit import Kit
from game.core.review import Mistake, Review
from game.core.words import Names

DEAREST = 5
"""Mistakes of a player that are told."""


class Dear(NamedTuple):
    """A mistake: so many moves made before it, when that was, what was chosen, what would have been better, and by how
    much: "35 ± 1 mana"."""

    ply: int
    place: str
    chosen: str
    better: str
    lost: str


class Account(NamedTuple):
    """Of one player: what choices cost, "245 mana lost by 20 of 70 choices"; of that, by phase and by what was being
    done, "casting 244, paying 10", if it is more than one thing; what chance brought, "luck cost 8 mana"; and the
    dearest mistakes."""

    lost: str
    shares: tuple[str, ...]
    luck: str
    dearest: tuple[Dear, ...]


class Report(NamedTuple):
    """A review in words by seat, small enough to be kept; and everybody's expected score after each turn."""

    accounts: Mapping[str, Account]
    expected: tuple[Mapping[str, float], ...]


def report(review: Review, kit: Kit, names: Names) -> Report:
    """All that is told of a review."""
    return Report({seat: _account(review, kit, names, seat) for seat in review.luck}, review.expected)


def _account(review: Review, kit: Kit, names: Names, seat: str) -> Account:
    words, mistakes, choices = kit.words, review.of(seat), many(review.choices[seat], "choice")
    by = (
        review.by(seat, lambda asked: words.phase(asked.phase)),
        review.by(seat, lambda asked: words.doing(asked.decision)),
    )
    points, unit = review.luck[seat], _unit(kit)
    return Account(
        f"{review.lost(seat):.0f} {unit} lost by {len(mistakes)} of {choices}"
        if mistakes
        else f"no mistake found in {choices}",
        tuple(
            ", ".join(f"{what} {lost:.0f}" for what, lost in each.items())
            for each, least in zip(by, (1, 2), strict=True)
            if len(each) >= least
        ),
        f"luck {'brought' if points > 0 else 'cost'} {abs(points):.0f} {unit}"
        if abs(points) >= 1
        else "luck made no difference",
        tuple(_dear(each, kit, names) for each in mistakes[:DEAREST]),
    )


def _dear(mistake: Mistake, kit: Kit, names: Names) -> Dear:
    asked, words = mistake.asked, kit.words
    chosen, better = (words.move(asked.decision, asked.view, names, token) for token in (asked.token, mistake.better))
    place = f"{words.turn(asked.turn)}, {words.phase(asked.phase)}"
    return Dear(asked.ply, place, chosen, better, f"{mistake.lost:.0f} ± {mistake.error:.0f} {_unit(kit)}")


def _tip(tip: Tip, kit: Kit) -> str:
    """What an answer is worth beside the best one, and why: "8 mana behind: -5 the emerald title, -3 batteries"."""
    beside = "as good as the best" if tip.behind < 0.5 else f"{tip.behind:.0f} {_unit(kit)} behind"
    return _with_reasons(beside, tip)


def tips(found: Sequence[Tip], kit: Kit) -> list[str]:
    """The same of all answers of a hint, the best first."""
    return [_with_reasons("best; beside the next" if tip.reasons else "best", tip) for tip in found[:1]] + [
        _tip(each, kit) for each in found[1:]
    ]


def _with_reasons(beside: str, tip: Tip) -> str:
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
