"""A turn as a plan: the steps chosen so far, played on a copy of the game, and what can be done next.

A path is the plan: one token per step. An attack may directly follow a move, although the rules first ask whether to
keep moving: the plan then answers `pass` to that by itself. `pass` as the last step ends the turn, passing every
question that is still asked in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from game.core import plans
from game.core.decisions import PASS, Decision
from game.core.narrowing import Beyond, Path
from game.core.protocol import View, turn_of
from game.mana_surge.rules.game import Game
from game.mana_surge.rules.state import MOVE, SETUP
from game.mana_surge.rules.tokens import STRIKE, ends

PAGE = "~"
"""The prefix of a path step that only turns to a page of the ways, used when there are more than a select can show."""

_SERVES = ("pool", "action", "spawn", "strong")
"""Kinds of hexes where a token is useful to its player, most wanted first."""


class Step(NamedTuple):
    """A way to continue, as the rules ask for it: `token` is an answer to `decision`, seen from `view`."""

    token: str
    decision: Decision
    view: View


class Stand(NamedTuple):
    """The result of a plan: the game then, all answers given to it, the steps, and whether they end the turn (or the
    choice in the set-up)."""

    game: Game
    answers: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    done: bool = False


class Plan(plans.Plan[Stand]):
    """The plan of a turn; in the set-up, a choice in one step."""

    page, marks = PAGE, (PAGE,)

    def __init__(self, decision: Decision, view: View) -> None:
        super().__init__(decision, view)
        self._next: dict[Path, list[Step]] = {}

    @cached_property
    def start(self) -> Stand:
        """The stand before the first step."""
        return Stand(Game.from_view(self.seen))

    def ways(self, path: Path) -> list[Step]:
        """Return what can be done next, including attacks while moves are asked for; empty once the plan is
        complete."""
        path = self.real(path)
        if path not in self._next:
            at = self.stand(path)
            self._next[path] = [] if at is None or at.done else list(self._ways(at.game))
        return self._next[path]

    def two(self, path: Path) -> list[tuple[Step, Step]]:
        """Return pairs of a move and a second step that only this move makes possible for the same token: an attack
        that kills, or a move to a useful hex.

        There is one pair for each token and target. Of several moves that lead there, it is the last one whose attack
        the token survives, else the first.
        """
        path = self.real(path)
        at = self.stand(path)
        if at is None or at.done or at.game.state.phase != MOVE or at.game.state.points < 2:
            return []
        ways = self.ways(path)
        reached = {_ends(step.token)[1] for step in ways}
        found: dict[tuple[str, str], tuple[Step, Step]] = {}
        for first in ways:
            after = (*path, first.token)
            then = None if STRIKE in first.token else self.stand(after)
            if then is None:
                continue
            source, middle = _ends(first.token)
            for second in self.ways(after):
                start, target = _ends(second.token)
                if start != middle or target in {source, *reached} or not _pays(then.game, second.token):
                    continue
                survives = STRIKE in second.token and _lives(then.game, second.token)
                if (source, target) not in found or survives:
                    found[source, target] = first, second
        return sorted(found.values(), key=lambda both: self._rank(both[1]))

    # --- as any narrowing

    def tokens(self, path: Path = ()) -> Sequence[str]:
        return [step.token for step in self.ways(path)]

    def settled(self, path: Path) -> Path:
        """Return the path without page steps, or () if it is impossible. If the first question has a single way, that
        is taken at once."""
        path = self.real(path)
        if self.stand(path) is None:
            path = ()
        only = self.ways(()) if not path else []
        return (only[0].token,) if len(only) == 1 else path

    def answers(self, path: Path) -> tuple[str, ...]:
        at = self.stand(path)
        return () if at is None else at.answers

    def beyond(self) -> list[Beyond]:
        """Return the attacks that are possible already while moves are asked for."""
        found = []
        for step in self.ways(()):
            at = self.stand((step.token,))
            if at is not None and step.decision.kind != self.start.game.kind(self.seat):
                found.append(Beyond(step.decision, step.view, at.answers))
        return found

    # --- carrying it out

    def _ways(self, game: Game) -> Iterator[Step]:
        decision, view = game.pending[self.seat], game.view(self.seat)
        yield from (Step(token, decision, view) for token in decision.tokens if token != PASS)
        if decision.kind == "move":
            fighting = game.copy()
            fighting.play(self.seat, PASS)
            if self._asks(fighting, game):
                yield from self._ways(fighting)

    def _rank(self, step: Step) -> tuple[bool, int]:
        """Return the sort key of a step: attacks first, then moves by the kind of hex they reach."""
        kind = self.start.game.state.board.kind(_ends(step.token)[1])
        return STRIKE not in step.token, _SERVES.index(kind) if kind in _SERVES else len(_SERVES)

    def _asks(self, game: Game, before: Game) -> bool:
        """Return whether the seat is asked something and its turn has not ended."""
        return game.asked == [self.seat] and turn_of(game.place) == turn_of(before.place)

    def _after(self, at: Stand, path: Path) -> Stand | None:
        *before, token = path
        if at.done:
            return None
        if token == PASS:
            return self._end(at)
        step = next((step for step in self.ways(tuple(before)) if step.token == token), None)
        if step is None:
            return None
        if at.game.state.phase == SETUP:  # what follows depends on chance and on others
            return Stand(at.game, (token,), (step,), True)
        game, answers = at.game.copy(), [*at.answers]
        if token not in game.legal(self.seat):
            game.play(self.seat, PASS)
            answers.append(PASS)
        game.play(self.seat, token)
        return Stand(game, (*answers, token), (*at.steps, step), not self._asks(game, at.game))

    def _end(self, at: Stand) -> Stand | None:
        """Return the stand after passing for the rest of the turn; None if something must be chosen."""
        game, answers = at.game.copy(), [*at.answers]
        while PASS in game.legal(self.seat):
            game.play(self.seat, PASS)
            answers.append(PASS)
            if not self._asks(game, at.game):
                return Stand(game, tuple(answers), at.steps, True)
        return None


def _ends(token: str) -> tuple[str, str]:
    """Return source and target of a move or an attack; for a new token, its hex twice."""
    return ends(token) or (token, token)


def _pays(game: Game, token: str) -> bool:
    """Return whether an attack kills, or a move leads to a hex where a token is useful."""
    if STRIKE in token:
        return game.state.play.ends[token].outcome.target
    return game.state.board.kind(_ends(token)[1]) in _SERVES


def _lives(game: Game, token: str) -> bool:
    """Return whether the attacker survives."""
    return not game.state.play.ends[token].outcome.attacker
