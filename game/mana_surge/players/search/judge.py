"""What answers are worth, as chances of winning, for hints and reviews (see `game.core.faces.Judge`).

After an answer the turn is played on to the end that is best for its player, and that end is judged by fitted chances.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from game.core.decisions import PASS, Decision, Question
from game.core.faces import OTHERS, PERCENT, WITHIN, Counts
from game.core.judging.logit import differences
from game.core.judging.reasons import REST
from game.core.protocol import Game as AnyGame
from game.core.protocol import View
from game.mana_surge.players.search.chances import weights
from game.mana_surge.players.search.features import FEATURES, features
from game.mana_surge.players.search.field import field
from game.mana_surge.players.search.outlook import Outlook, outlook, places, standing
from game.mana_surge.rules import turn
from game.mana_surge.rules.game import Game
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.seats import PLAYERS, SEAT_NAMES, SEAT_OF
from game.mana_surge.rules.state import COMBAT, MOVE, SETUP, START, State

_KINDS = {START: turn.SPAWN, MOVE: turn.STEP, COMBAT: turn.ATTACK}
_WIN, _LOSS = "a sure win", f"{OTHERS}s' sure win"


class World(NamedTuple):
    """A position at a question, or just after an answer and before what follows. `g` is None while it is open who
    begins: then all positions count alike. `best` is the best end of the turn at the question whose answers are
    weighed."""

    g: State | None
    best: Outlook | None = None


class ManaSurgeJudge:
    """Nothing is hidden, so the world that is dealt is the game itself. The only thing drawn by lot is who begins."""

    unit = PERCENT
    counts = Counts(worlds=1, paired=2, chances=1, hint=1)
    """One world is enough, as all are alike."""

    def candidates(self, view: View, decision: Decision) -> Sequence[str]:
        """Return all answers: the strong player looks at every turn, too."""
        return decision.tokens

    def follow_ups(self, view: View, decision: Decision, token: str) -> Sequence[str]:
        """Return the attack that should follow when somebody stops moving, or `pass` if none should; empty for other
        answers."""
        game, seat = Game.from_view(view), decision.seat
        if decision.kind != turn.STEP or token != PASS:
            return ()
        game.play(seat, token)
        if game.asked != [seat]:
            return ()
        world = _world(game.state)
        return [max(game.legal(seat), key=lambda each: self.ahead(self.after(world, seat, each))[seat])]

    def deal(self, view: View, decision: Decision, rng: Random) -> World:
        """Return the position as everybody sees it."""
        return _world(None if ViewReader(view).phase == SETUP else Game.from_view(view).state)

    def real(self, game: AnyGame, rng: Random | None = None) -> World:
        """Return the position. With `rng` it stays open who begins as long as that has not been drawn."""
        assert isinstance(game, Game)
        g = game.state
        return _world(None if g.phase == SETUP and rng is not None else g)

    def after(self, world: World, seat: str, token: str) -> World:
        """Return the position after an answer, before the other players' turns."""
        g = world.g
        if g is None:
            return world
        if g.phase == SETUP:
            game = Game(g.copy())
            game.play(seat, token)
            return _world(game.state)
        g = g.copy()
        turn.answer(g, Question(SEAT_OF[seat], _KINDS[g.phase], ()), token)
        return world._replace(g=g)

    def ahead(self, world: World) -> Mapping[str, float]:
        """Return the chances at the best end of the turn, in percent by seat."""
        g = world.g
        if g is None or g.phase == SETUP:
            return dict.fromkeys(SEAT_NAMES, 100 / PLAYERS)
        found = dict(zip(places(g), outlook(standing(g)).chances, strict=True))
        return {name: 100 * found[seat] for name, seat in SEAT_OF.items()}

    def terms(self, world: World, seat: str) -> Mapping[str, float]:
        """Return what makes the difference between the best end of the turn now and the best at the question, in
        percentage points by feature."""
        g, whole, best = world.g, self.ahead(world)[seat], world.best
        found = defaultdict[str, float](float)
        if g is not None and best is not None:
            here, at = standing(g), places(g).index(SEAT_OF[seat])
            now = outlook(here)
            if now.moment is None or best.moment is None:
                decided = (now if now.moment is None else best).chances
                found[_WIN if decided[at] else _LOSS] = 100 * (now.chances[at] - best.chances[at])
            else:
                on, by = field(g.board, g.fierce), weights(g.board.name, g.fierce, now.moment.turns)
                mine = (at + here.turns - now.moment.turns) % PLAYERS  # own place at that moment
                rows = differences(by, features(on, best.moment), features(on, now.moment), mine)
                for place, row in enumerate(rows):
                    for what, points in zip(FEATURES.values(), row, strict=True):
                        found[what if place == mine else f"{OTHERS}s{WITHIN}{OTHERS}s' {what}"] += 100 * points
        found[REST] = whole - sum(found.values())
        return found

    def expected(self, world: World) -> Mapping[str, float]:
        """Return the chances: they were fitted to results."""
        return self.ahead(world)


def _world(g: State | None) -> World:
    return World(g, None if g is None or g.active is None else outlook(standing(g)))
