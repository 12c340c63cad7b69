"""A turn as a plan: what has been chosen so far, carried out on a copy of the game, and what can be done next.

A path is the plan: a token for each step. An attack may follow a move although the rules first ask whether to go on
moving: `pass` is then answered by the way. `pass` as the last step ends the turn, whatever is still asked of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from game.core.decisions import PASS, Decision
from game.core.narrowing import WAYS, Beyond, Narrowing, Path
from game.core.protocol import View, turn_of
from game.mana_surge.rules.game import Game
from game.mana_surge.rules.state import MOVE, SETUP
from game.mana_surge.rules.tokens import STRIKE, ends

PAGE = "~"
"""Begins a step that only turns to a page of the ways, where there are more than a select can show."""

_SERVES = ("pool", "action", "spawn", "strong")
"""Kinds of hexes where a token serves its player, the most wanted first."""


class Step(NamedTuple):
    """A way to go on, as the rules ask for it: in words it is an answer to `decision`, seen from `view`."""

    token: str
    decision: Decision
    view: View


class Stand(NamedTuple):
    """Where a plan has led: the game then, all answers, the steps, whether the turn (or the choice) is over with it."""

    game: Game
    answers: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    done: bool = False


class Plan(Narrowing):
    """The walk through a turn; of a choice in the set-up, one step."""

    def __init__(self, decision: Decision, view: View) -> None:
        self.seat, self._view = decision.seat, view
        tokens = [token for token in decision.tokens if token != PASS]
        paged = len(tokens) > WAYS
        leaves = {(*([_page(at)] if paged else []), token): token for at, token in enumerate(tokens)}
        super().__init__(leaves | ({(PASS,): PASS} if PASS in decision.tokens else {}))
        self._known: dict[Path, Stand | None] = {}
        self._next: dict[Path, list[Step]] = {}

    @cached_property
    def start(self) -> Stand:
        """Before the first step."""
        return Stand(Game.from_view(self._view))

    def stand(self, path: Path) -> Stand | None:
        """Where a path leads; None if nowhere."""
        path = _steps(path)
        if path not in self._known:
            before = self.stand(path[:-1]) if path else None
            self._known[path] = self.start if not path else before and self._after(before, path)
        return self._known[path]

    def ways(self, path: Path) -> list[Step]:
        """What can be done next, attacks too where moves are asked for; nothing once the plan is whole."""
        path = _steps(path)
        if path not in self._next:
            at = self.stand(path)
            self._next[path] = [] if at is None or at.done else list(self._ways(at.game))
        return self._next[path]

    def two(self, path: Path) -> list[tuple[Step, Step]]:
        """Moves with what the same token can do after them that it cannot do now: strike, or stand where it counts.

        One for each token and hex; of several ways there the last that the token survives, else the first.
        """
        path = _steps(path)
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
                if (source, target) not in found or _lives(then.game, second.token):
                    found[source, target] = first, second
        return sorted(found.values(), key=lambda both: self._rank(both[1]))

    # --- as any walk

    def options(self, path: Path = ()) -> tuple[str, ...]:
        found = [step.token for step in self.ways(path)]
        if len(found) <= WAYS:
            return tuple(found)
        if path and path[-1].startswith(PAGE):
            return tuple(token for at, token in enumerate(found) if _page(at) == path[-1])
        return tuple(dict.fromkeys(_page(at) for at in range(len(found))))

    def next_path(self, path: Path, value: str) -> Path:
        after = (*_steps(path), value)
        return path if self.stand(after) is None else after

    def settled(self, path: Path) -> Path:
        """The plan without pages; none if it leads nowhere. The only way there is at first is taken at once."""
        path = _steps(path)
        if self.stand(path) is None:
            path = ()
        only = self.ways(()) if not path else []
        return (only[0].token,) if len(only) == 1 else path

    def answers(self, path: Path) -> tuple[str, ...]:
        at = self.stand(path)
        return () if at is None else at.answers

    def beyond(self) -> list[Beyond]:
        """The attacks, while moves are asked for."""
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
        """Attacks first, then moves by what they lead to."""
        kind = self.start.game.state.board.kind(_ends(step.token)[1])
        return STRIKE not in step.token, _SERVES.index(kind) if kind in _SERVES else len(_SERVES)

    def _asks(self, game: Game, before: Game) -> bool:
        """Whether the same turn still asks the seat something."""
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
        if at.game.state.phase == SETUP:  # what comes of it is for chance and others to say
            return Stand(at.game, (token,), (step,), True)
        game, answers = at.game.copy(), [*at.answers]
        if token not in game.legal(self.seat):
            game.play(self.seat, PASS)
            answers.append(PASS)
        game.play(self.seat, token)
        return Stand(game, (*answers, token), (*at.steps, step), not self._asks(game, at.game))

    def _end(self, at: Stand) -> Stand | None:
        """Nothing more in this turn; None where something has to be chosen."""
        game, answers = at.game.copy(), [*at.answers]
        while PASS in game.legal(self.seat):
            game.play(self.seat, PASS)
            answers.append(PASS)
            if not self._asks(game, at.game):
                return Stand(game, tuple(answers), at.steps, True)
        return None


def _page(at: int) -> str:
    return f"{PAGE}{at // WAYS + 1}"


def _steps(path: Path) -> Path:
    return tuple(step for step in path if not step.startswith(PAGE))


def _ends(token: str) -> tuple[str, str]:
    """Source and target; where a token appears, both are that hex."""
    return ends(token) or (token, token)


def _pays(game: Game, token: str) -> bool:
    """Whether an attack kills, or a move leads where a token serves its player."""
    if STRIKE in token:
        return game.state.play.ends[token].outcome.target
    return game.state.board.kind(_ends(token)[1]) in _SERVES


def _lives(game: Game, token: str) -> bool:
    """Whether the attacker survives."""
    return not game.state.play.ends[token].outcome.attacker
