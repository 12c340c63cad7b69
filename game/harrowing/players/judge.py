"""What answers are worth, as chances of winning, for hints and reviews (see `game.core.faces.Judge`).

The rest of the turn and the next turns are played as `greedy` would, once in each world; the position then is judged by
fitted chances.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random

from game.core.decisions import PASS, Decision
from game.core.faces import OTHERS, PERCENT, WITHIN, Counts
from game.core.judging.logit import differences, shares, strengths
from game.core.judging.reasons import REST
from game.core.protocol import Game as AnyGame
from game.core.protocol import View
from game.harrowing.players.chances import weights
from game.harrowing.players.ending import follow_ups, played_on, question, ranked, turn_of
from game.harrowing.players.features import FEATURES, features
from game.harrowing.players.playing import INVOKE, world
from game.harrowing.rules import scoring
from game.harrowing.rules.game import Game
from game.harrowing.rules.seats import FEWEST, SEAT_OF, clockwise
from game.harrowing.rules.state import SETUP, State
from game.harrowing.rules.turn import MEDITATE

SPELLS, MOST = 4, 3
"""The most spells that are weighed, and answers to other questions, those that look best at once. Meditating is always
weighed too, as it brings nothing at once."""
FURTHER: Mapping[int, int] = {2: 2, 3: 2, 4: 1}
"""How many turns are played beyond that of the question, by number of players: as many as there is time for."""
_WIN = "a win before long"
_ONE_OTHER, _OTHERS = (
    f"{who}{WITHIN}{whose} "
    for who, whose in ((f"{OTHERS} player", f"{OTHERS} player's"), (f"{OTHERS}s", f"{OTHERS}s'"))
)


class World:
    """A game at a question, or just after an answer; then `asked` is the world of the question."""

    def __init__(self, game: Game, asked: World | None = None) -> None:
        self.game, self.asked = game, asked
        g = game.state
        self.turn: int = asked.turn if asked else turn_of(g)
        self.unbegun: bool = g.phase == SETUP or (asked is not None and asked.unbegun)
        """Whether the question belongs to the set-up: then it is open how the game will go."""

    @cached_property
    def end(self) -> State:
        """The state some turns later, at the end of a turn or of the game."""
        g = self.game.state.copy()
        played_on(g, question(self.game), self.turn + 1 + FURTHER[g.players], Random(g.seed))
        return g

    @cached_property
    def chances(self) -> Sequence[float]:
        """The chances of winning, in percent by seat."""
        if self.unbegun:
            return [100 / self.game.state.players] * self.game.state.players
        g = self.end
        if g.active is None:
            best = [line["rank"] == 1 for line in scoring.scores(g).values()]
            return [100 * each / sum(best) for each in best]
        order = clockwise(g.players, g.active)
        found = dict(zip(order, shares(strengths(weights(g.players), features(g, order))), strict=True))
        return [100 * found[seat] for seat in sorted(found)]


class HarrowingJudge:
    """Judges by the chance of winning some turns later."""

    unit = PERCENT
    counts = Counts(closer=20, rivals=3, worlds=1, paired=8, chances=2, hint=8)
    """Few worlds, since each of them is played on for some turns."""

    def candidates(self, view: View, decision: Decision) -> Sequence[str]:
        """Return the answers that bring most at once, and meditating if it is one."""
        found = ranked(world(view, "candidates").state, decision.tokens, SEAT_OF[decision.seat])
        most = SPELLS if decision.kind == INVOKE else MOST
        return [*found[:most], *(token for token in found[most:] if token == MEDITATE)]

    def follow_ups(self, view: View, decision: Decision, token: str) -> Sequence[str]:
        """Return the further answers of the same spell, up to where something is drawn or rolled; empty after a
        pass."""
        return () if token == PASS else follow_ups(world(view, "onward").state, token, SEAT_OF[decision.seat])

    def deal(self, view: View, decision: Decision, rng: Random) -> World:
        """Return a world with the stack in another order, and with other dice to come."""
        return World(world(view, str(rng.random())))

    def real(self, game: AnyGame, rng: Random | None = None) -> World:
        """Return the game itself; with `rng`, the stack is shuffled and other dice will come."""
        assert isinstance(game, Game)
        twin = game.copy()
        g = twin.state
        g.telling = False
        if rng is not None:
            g.seed, g.stack = str(rng.random()), tuple(rng.sample(g.stack, len(g.stack)))
        return World(twin)

    def after(self, world: World, seat: str, token: str) -> World:
        """Return the world after an answer, before the rest of the turn is played on from there."""
        game = world.game.copy()
        game.state.telling = False
        game.play(seat, token)
        return World(game, world)

    def ahead(self, world: World) -> Mapping[str, float]:
        """Return the chances some turns later, in percent by seat."""
        return dict(zip(world.game.seats, world.chances, strict=True))

    def terms(self, world: World, seat: str) -> Mapping[str, float]:
        """Return what changes between the question and that later position, by features of the seat and of the
        others."""
        me, whole, found = SEAT_OF[seat], self.ahead(world)[seat], defaultdict[str, float](float)
        if world.asked is not None and not world.unbegun:
            end, before = world.end, world.asked.game.state
            order = clockwise(end.players, (before if end.active is None else end).active or 0)
            rows, by = features(before, order), weights(end.players)
            at = order.index(me)
            theirs = _ONE_OTHER if end.players == FEWEST else _OTHERS
            if end.active is None:
                found[_WIN if whole else f"{theirs}{_WIN[2:]}"] = whole - 100 * shares(strengths(by, rows))[at]
            else:
                for place, row in enumerate(differences(by, rows, features(end, order), at)):
                    for what, points in zip(FEATURES.values(), row, strict=True):
                        found[what if place == at else f"{theirs}{what}"] += 100 * points
        found[REST] = whole - sum(found.values())
        return found

    def expected(self, world: World) -> Mapping[str, float]:
        """Return the chances: they were fitted to results."""
        return self.ahead(world)
