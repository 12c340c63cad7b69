"""The review of a game that is over: where its choices cost something, how lucky everybody was, and who was ahead.

Each choice is weighed by what its player could see at the time: the view and the question. What is hidden is dealt
anew, so nobody is blamed for what could not be known. It works for any game: the game's `Judge` says what answers are
worth.

1. Each choice meets the other candidates in one world. That costs little and clears most choices.
2. The costliest choices meet a few more worlds, which say what would have been best.
3. That answer and the choice then meet in new worlds, the same for both. This comparison is not biased by the search
   for the best, and has a standard error; a gap within two of these, or below the scale's least, is no mistake.

The numbers of worlds are fixed and all chance comes from the game's seed, so the same game always has the same review.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple, Protocol, TypeVar

from game.core.decisions import Decision
from game.core.discover import kit
from game.core.faces import Counts, Judge
from game.core.history import History
from game.core.judging import worlds
from game.core.judging.means import mean
from game.core.judging.reasons import Difference, reasons
from game.core.judging.scale import scale
from game.core.protocol import SETUP, Game, View, turn_of

_DEALS = 8
"""Games begun for each alternative first deal that is wanted: not all of them look the same to an onlooker."""
T = TypeVar("T")


class Follow(Protocol):
    """Goes through items and may report how far it is; `what` names the items."""

    def __call__(self, items: Sequence[T], what: str, /) -> Iterable[T]: ...


class PastChoice(NamedTuple):
    """A choice and the moment before it: the number of moves made, what the player saw and was asked, and the answer.

    `turn` and `phase` are those of the view.
    """

    ply: int
    view: View
    decision: Decision
    token: str

    @property
    def turn(self) -> int:
        return int(self.view["turn"])

    @property
    def phase(self) -> str:
        return str(self.view["phase"])


class Mistake(NamedTuple):
    """A choice, a better answer, by how many points that was better, with the standard error, and the reasons: what the
    choice brought more or less than the better answer, which adds up to as many points less."""

    asked: PastChoice
    better: str
    lost: float
    error: float
    reasons: tuple[Difference, ...]

    @property
    def whole(self) -> int:
        """What it cost in whole points. Sums are made of these, so that they agree with the single figures that are
        shown."""
        return round(self.lost)


class Review(NamedTuple):
    """What there is to say of a game that is over, by seat.

    `mistakes`: the costliest first. `choices`: how many each seat had. `luck`: by how many points chance put each seat
    ahead of the mean of the others. `expected`: after each turn, the points with which each seat could expect to end;
    after the last turn, the actual points.
    """

    mistakes: tuple[Mistake, ...]
    choices: Mapping[str, int]
    luck: Mapping[str, float]
    expected: tuple[Mapping[str, float], ...]

    def of(self, seat: str) -> list[Mistake]:
        """Return the mistakes of a player."""
        return [each for each in self.mistakes if each.asked.decision.seat == seat]

    def lost(self, seat: str) -> int:
        """Points that a player's mistakes cost."""
        return sum(each.whole for each in self.of(seat))

    def by(self, seat: str, part: Callable[[PastChoice], str]) -> dict[str, int]:
        """Return the same by a part of the game, such as its phases; the costliest first."""
        found = Counter[str]()
        for each in self.of(seat):
            found[part(each.asked)] += each.whole
        return dict(found.most_common())


def silently(items: Sequence[T], _what: str, /) -> Iterable[T]:
    """Return the items as they are; nothing is reported."""
    return items


def review(history: History, counts: Counts | None = None, follow: Follow = silently) -> Review:
    """Replay a game and weigh its choices. The game must be over, and its kit must have a judge.

    `counts` says how closely to look; None: as the judge says. Raises MoveError, SetupError.
    """
    of, game = kit(history.game), history.start()
    judge = of.judge
    assert judge is not None
    counts = counts if counts is not None else judge.counts
    asked, expected, luck = list[PastChoice](), list[Mapping[str, float]](), Counter[str]()
    luck.update(_first_deal(judge, history, game, counts.chances))
    for seat, token in follow(history.moves, "Moves"):
        before, decision = game.copy(), game.pending[seat]
        if len(decision.tokens) > 1:
            asked.append(PastChoice(game.ply, game.view(seat), decision, token))
        events = game.play(seat, token)
        ends = game.over or turn_of(game.place) != turn_of(before.place)
        if any(event.reveals for event in events):
            dice = partial(_dice, history, f"chance {before.ply}", counts.chances)
            luck.update(_chance(judge, before, None if ends else game, seat, token, dice))
        if game.over:
            expected.append(scale(of).reached(of, game.scores or {}))
        elif ends and turn_of(before.place) != SETUP:
            chances = _dice(history, f"expected {game.ply}", counts.chances)
            expected.append(mean(judge.expected(judge.after(judge.real(before, rng), seat, token)) for rng in chances))
    found, least = list[Mistake](), scale(of).least
    costly = _costliest(judge, history, follow(asked, "Choices"))[: counts.closer]
    for each, best in follow(costly, "Costliest choices"):
        known, fresh = (
            _dice(history, f"{what} {each.ply}", n) for what, n in (("best", counts.worlds), ("gap", counts.paired))
        )
        if mistake := _weighed(judge, each, best[: counts.rivals], known, fresh, least):
            found.append(mistake)
    return Review(
        tuple(sorted(found, key=lambda mistake: (-mistake.lost, mistake.asked.ply))),
        Counter(each.decision.seat for each in asked),
        {seat: luck[seat] for seat in game.seats},
        tuple(expected),
    )


def _first_deal(judge: Judge, history: History, game: Game, count: int) -> Mapping[str, float]:
    """Return by how much each seat is further ahead with what was first dealt to it than with other deals that look the
    same to an onlooker. Who goes first and the like is the same in both, so it is no luck."""
    begun, others = game.view(None), list[Game]()
    for number in range(_DEALS * count):
        other = kit(history.game).new(history.players, history.options, f"review/{history.seed}/deal/{number}")
        if len(others) < count and other.view(None) == begun:
            others.append(other)
    if not others:
        return {}
    dealt, again = (_dice(history, "start", count) for _ in range(2))
    as_usual = mean(judge.ahead(judge.real(*each)) for each in zip(others, again, strict=False))
    ahead = mean(judge.ahead(judge.real(game, rng)) for rng in dealt)
    return {seat: points - as_usual[seat] for seat, points in ahead.items()}


def _chance(
    judge: Judge, before: Game, now: Game | None, seat: str, token: str, dice: Callable[[], list[Random]]
) -> Mapping[str, float]:
    """Return by how much each seat is further ahead because of what chance did after an answer.

    `now`: the game after it; None if the answer ended a turn, since the next turn must not be looked into.
    """
    answered = None if now is not None else judge.after(judge.real(before), seat, token)
    now_ahead = mean(judge.ahead(answered if now is None else judge.real(now, rng)) for rng in dice())
    as_usual = mean(judge.ahead(judge.after(judge.real(before, rng), seat, token)) for rng in dice())
    return {each: ahead - as_usual[each] for each, ahead in now_ahead.items()}


def _costliest(judge: Judge, history: History, asked: Iterable[PastChoice]) -> list[tuple[PastChoice, Sequence[str]]]:
    """Return the choices that were not the best in one world, the costliest first; each with all answers, best
    first."""
    found = list[tuple[float, PastChoice, Sequence[str]]]()
    for each in asked:
        [rng] = _dice(history, f"choice {each.ply}", 1)
        tokens = dict.fromkeys((*judge.candidates(each.view, each.decision), each.token))
        worth = worlds.worth(judge, each.view, each.decision, tokens, rng)
        best = sorted(tokens, key=worth.__getitem__, reverse=True)
        found.append((worth[best[0]] - worth[each.token], each, best))
    found.sort(key=lambda row: (-row[0], row[1].ply))
    return [(each, best) for lost, each, best in found if lost > 0]


def _weighed(
    judge: Judge,
    asked: PastChoice,
    rivals: Sequence[str],
    known: Sequence[Random],
    fresh: Sequence[Random],
    least: float,
) -> Mistake | None:
    """Return the choice as a mistake, or None if it was none. A mistake costs at least `least`."""
    view, decision, tokens = asked.view, asked.decision, tuple(dict.fromkeys((*rivals, asked.token)))
    worth = mean(worlds.worth(judge, view, decision, tokens, rng) for rng in known)
    better = max(tokens, key=worth.__getitem__)
    if better == asked.token:
        return None
    paired = [worlds.terms(judge, view, decision, (better, asked.token), rng) for rng in fresh]
    terms = [(each[better], each[asked.token]) for each in paired]
    gaps = [sum(instead.values()) - sum(chosen.values()) for instead, chosen in terms]
    lost, error = fmean(gaps), stdev(gaps) / len(gaps) ** 0.5
    if lost < least or lost <= 2 * error:
        return None
    instead, chosen = map(mean, zip(*terms, strict=True))
    return Mistake(asked, better, lost, error, reasons(chosen, instead))


def _dice(history: History, purpose: str, count: int) -> list[Random]:
    """Return `count` sources of chance for a purpose, always the same for the same game."""
    return [Random(f"review/{history.seed}/{purpose}/{number}") for number in range(count)]
