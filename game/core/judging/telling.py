"""Reviews and hints in words, without markup except what `Words.move` has in names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from game.core.english import listed, many, number, sentence
from game.core.faces import OTHERS, PERCENT
from game.core.judging.hint import Hint, Tip
from game.core.judging.reasons import REST, Difference
from game.core.judging.review import Mistake, Review
from game.core.judging.scale import scale
from game.core.kit import Kit
from game.core.words import Names

NamesAt = Callable[[int], Names]
"""Returns the names of those who held the seats when a move was made, from the number of that move."""
LINE = 100
"""Maximum characters of a line."""
COSTLIEST = 5
"""Mistakes of a player that are told at most."""
_COMPUTER = "a computer player"
_SMALL = "several small things"
"""What the rest is called if nothing else is told."""
_HIDING = (
    "Each choice is weighed by what its player could see then; ± is how uncertain that leaves it, and differences"
    " within that are left out. Luck is what chance brought."
)
_OPEN = "Each choice is weighed by where all stood then; less than {} is left out. Luck is what was drawn by lot."


class MistakeInWords(NamedTuple):
    """A mistake in words.

    `ply`: the moves made before it. `place`: when it was. `by`: who made it. `chosen`: what was chosen, after the spell
    or the like that asked for it. `better`: what would have been better. `lost`: by how much, "35 ± 1 mana"; without
    the error if that rounds to nothing. `why`: what the choice brought less or more, "queue −30, titles −5".
    """

    ply: int
    place: str
    by: str
    chosen: str
    better: str
    lost: str
    why: str

    def beside(self, better: str) -> str:
        """Return the better answer, in the words given, followed by what the choice brought beside it."""
        return f"{better}: {self.why}" if self.why else better


class Account(NamedTuple):
    """What is told of one player: what choices cost, "245 mana lost by 20 of 70 choices"; the same by phase, and by
    what was being done if that was more than one thing and not called like the phases, "By action: casting 244, paying
    10"; what chance brought, "luck cost 8 mana"; and the costliest mistakes."""

    lost: str
    shares: tuple[str, ...]
    luck: str
    costliest: tuple[MistakeInWords, ...]


class Report(NamedTuple):
    """A review in words by seat, small enough to be stored; with what each seat could expect after each turn, what that
    is called, "Expected score", and when it was, "after turn". `about`: how the figures are meant."""

    accounts: Mapping[str, Account]
    expected: tuple[Mapping[str, float], ...]
    heading: str
    after: str
    about: Sequence[str]


def report(review: Review, kit: Kit, names: NamesAt, late: Collection[int] = ()) -> Report:
    """Put a review in words. `late`: the numbers of the moves that a computer player made for who had the seat."""
    by = scale(kit)
    return Report(
        {seat: _account(review, kit, names, late, seat) for seat in review.luck},
        review.expected,
        by.expected,
        f"after {kit.words.turns.lower()}",
        (
            _HIDING if kit.hides else _OPEN.format(by.counted(round(by.least))),
            f"What is lost is {by.lost}. After a better answer stands what the choice brought less, or more,"
            " beside it; what others gain counts against it.",
        ),
    )


def _account(review: Review, kit: Kit, names: NamesAt, late: Collection[int], seat: str) -> Account:
    words, mistakes, choices = kit.words, review.of(seat), many(review.choices[seat], "choice")
    phases = review.by(seat, lambda asked: words.phase(asked.phase))
    doing = review.by(seat, lambda asked: words.doing(asked.decision))
    by = [("By phase", phases), *([("By action", doing)] if len(doing) > 1 and doing != phases else [])]
    lost, luck, counted = review.lost(seat), review.luck[seat], scale(kit).counted
    return Account(
        f"{counted(lost)} lost by {len(mistakes)} of {choices}" if mistakes else f"no mistake found in {choices}",
        tuple(_shares(what, each) for what, each in by if each),
        f"luck {'brought' if luck > 0 else 'cost'} {counted(round(abs(luck)))}"
        if abs(luck) >= 1
        else "luck made no difference",
        tuple(_in_words(each, kit, names, each.asked.ply + 1 in late) for each in mistakes[:COSTLIEST]),
    )


def _shares(head: str, by: Mapping[str, int]) -> str:
    """Return a line with the share of each part; those for which it has no room are added up."""
    said = [*by.items()]
    for count in range(len(said), -1, -1):
        rest = [("all else", sum(n for _, n in said[count:]))] if count < len(said) else []
        line = f"{head}: {', '.join(f'{what} {n}' for what, n in (*said[:count], *rest))}"
        if len(line) <= LINE:
            return line
    return ""


def _in_words(mistake: Mistake, kit: Kit, names: NamesAt, late: bool) -> MistakeInWords:
    asked, words = mistake.asked, kit.words
    then, seat = names(asked.ply + 1), asked.decision.seat
    chosen, better = (words.choice(asked.decision, asked.view, then, token) for token in (asked.token, mistake.better))
    assert kit.judge is not None
    answers = kit.judge.follow_ups(asked.view, asked.decision, mistake.better)
    better += words.follow_ups(asked.decision, asked.view, then, mistake.better, answers)
    source, place = words.source(asked.decision), f"{words.turn(asked.turn)}, {words.phase(asked.phase)}"
    by, lost, error = scale(kit), mistake.whole, round(mistake.error)
    told = f"{lost} ± {error} {by.unit}" if error else by.counted(lost)
    why = _why(mistake.reasons, -lost)
    chosen = f"{sentence(source)}: {chosen}" if source else chosen
    return MistakeInWords(asked.ply, place, _COMPUTER if late else then.get(seat, seat), chosen, better, told, why)


def alike(hint: Hint, kit: Kit) -> str:
    """Say in a sentence that the answers of a hint are worth the same; "" if they are not.

    If that is true of all answers there are, it also says whether the game is already decided.
    """
    if hint.alike:
        chance = round(hint.worth) if scale(kit).unit == PERCENT else None
        if chance in (0, 100):
            return f"The game is as good as decided: you have a chance of {chance} % to win, whatever you choose."
        return "It makes no difference what you choose here, as far as can be told: all answers are worth the same."
    if _level(hint.tips):
        return f"It makes no difference which of these {number(len(hint.tips))} you choose: they are worth the same."
    return ""


def tips(found: Sequence[Tip], kit: Kit) -> list[str]:
    """Say what each answer of a hint is worth and why, the best first: "4 mana better than the next: titles +7, queue
    −3".

    The others are compared with the first: "8 mana worse than the first: queue −9, emerald title +1". The numbers add
    up, if those about the others are reversed, as they say what the others have more or less. The second answer gets no
    reasons: they are those of the first, reversed. Where all are worth the same (see `alike`), only what they differ in
    is told: "beside the next: titles +3, queue −3".
    """
    lead = found[1].behind if len(found) > 1 else 0.0
    same = "beside" if _level(found) else "as good as"
    beside = [_beside(lead, kit, "better than the next", f"{same} the next") if len(found) > 1 else "the best"]
    beside += [_beside(tip.behind, kit, "worse than the first", f"{same} the first") for tip in found[1:]]
    ahead = [lead, *(-tip.behind for tip in found[1:])]
    why = [
        "" if at == 1 else _why(tip.reasons, points) for at, (tip, points) in enumerate(zip(found, ahead, strict=True))
    ]
    alone = ["" if _level(found) else said for said in beside]
    return [f"{said}: {reasons}" if reasons else bare for said, bare, reasons in zip(beside, alone, why, strict=True)]


def _level(found: Sequence[Tip]) -> bool:
    """Whether several answers are worth the same."""
    return len(found) > 1 and not any(round(tip.behind) for tip in found)


def _why(reasons: Sequence[Difference], points: float) -> str:
    """Return the reasons in whole points that add up to `points`, rounded; those that come to 0 are left out."""
    whole = _whole([reason.points for reason in reasons], round(points))
    told = [(reason.what, n) for reason, n in zip(reasons, whole, strict=True) if n]
    if [what for what, _ in told] == [REST]:
        told = [(_SMALL, n) for _, n in told]
    return ", ".join(f"{what} {_signed(-n if what.startswith(OTHERS) else n)}" for what, n in told)


def _whole(points: Sequence[float], total: int) -> list[int]:
    """Return whole numbers that add up to this total, each as near to its own value as possible."""
    found = [round(each) for each in points]
    while found and (off := total - sum(found)):
        step = 1 if off > 0 else -1
        at = max(range(len(found)), key=lambda at: (points[at] - found[at]) * step)
        found[at] += step
    return found


def _beside(points: float, kit: Kit, apart: str, alike: str) -> str:
    return f"{scale(kit).counted(whole)} {apart}" if (whole := round(points)) else alike


def turns(report: Report, names: Names) -> list[str]:
    """Return what could be expected turn by turn, as sentences that describe a picture of it."""
    when = sentence(report.after)
    return [
        f"{when} {turn}: {listed(f'{names.get(seat, seat)} {points:.0f}' for seat, points in row.items())}."
        for turn, row in enumerate(report.expected, 1)
    ]


def briefly(report: Report, names: Names, longest: int) -> str:
    """Return the same for as many evenly spaced turns as there is room for, and for the last."""
    lines = turns(report, names)
    found = (" ".join((*lines[:-1][::step], lines[-1])) for step in range(1, len(lines) + 1))
    return next((text for text in found if len(text) <= longest), lines[-1])


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−")
