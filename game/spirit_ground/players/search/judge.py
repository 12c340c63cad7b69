"""What answers are worth, as the strong player sees it, for hints and reviews (see `game.core.faces.Judge`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random

from game.core.decisions import Decision
from game.core.faces import OTHERS, PERCENT, WITHIN, Counts
from game.core.protocol import Game as AnyGame
from game.core.protocol import View
from game.spirit_ground.players.search.chances import FEATURES, chance, features, slope, standing, weights
from game.spirit_ground.players.search.ending import answered, ended, lasts, likely, placed
from game.spirit_ground.rules.game import Game
from game.spirit_ground.rules.seats import OTHER, SEAT_NAMES, SEAT_OF
from game.spirit_ground.rules.state import CHOOSE, ORDER, PAIR, PLACE, State

MOST = 12
"""The most squares that are tried: those that look best at once."""

_EVEN = 1e-6
"""A smaller sum counts as zero, its parts having cancelled out."""
_SAFETY, _STORAGE, _END = "safety", "crystals in storage", "how near the end is"
_IN_WORDS = {
    "one open side": _SAFETY,
    "two open sides": _SAFETY,
    "more open sides": _SAFETY,
    "living": "living warriors",
    "storage spirits": _STORAGE,
    "storage energy": _STORAGE,
    "next relic": "the next relic",
    "choosing": "choosing the next pair",
    "tie": "the tie",
}


class World:
    """A game at a question, or just after an answer; then `asked` is the world of the question."""

    def __init__(self, game: Game, asked: World | None = None) -> None:
        self.game, self.asked = game, asked
        self.turn: int = asked.turn if asked else game.state.turn
        self._after = dict[str, World]()

    def after(self, seat: str, token: str) -> World:
        """Return the world after this answer."""
        if token not in self._after:
            self._after[token] = World(answered(self.game, seat, token), self)
        return self._after[token]

    @cached_property
    def end(self) -> State:
        """The state at the end of the question's round, to which both play on. A pair or an order still to be chosen is
        the one that ends best for whoever chooses."""
        if not lasts(self.game, self.turn) or self.game.state.phase != CHOOSE:
            return ended(self.game, self.turn).state
        [seat] = self.game.asked
        ends = [self.after(seat, token).end for token in self.game.legal(seat)]
        return max(ends, key=lambda end: standing(end, SEAT_OF[seat]))


class SpiritGroundJudge:
    """Judges by the chance of winning at the end of the round."""

    unit = PERCENT
    counts = Counts(closer=40, rivals=3, worlds=2, paired=8, chances=4, hint=3)
    """Few worlds are enough: they differ only in what a relic draws."""

    def candidates(self, view: View, decision: Decision) -> Sequence[str]:
        """Return all answers; of squares only those that look best at once."""
        if decision.kind != PLACE:
            return decision.tokens
        found = likely(Game.from_view(view), SEAT_OF[decision.seat])
        return list(dict.fromkeys(turn.answers[0] for turn in found))[:MOST]

    def follow_ups(self, view: View, decision: Decision, token: str) -> Sequence[str]:
        """Return the further answers of the same turn, up to where something is drawn."""
        before, seat = Game.from_view(view), decision.seat
        game, found = answered(before, seat, token), list[str]()
        if decision.kind in (PAIR, ORDER) or game.state.phase != before.state.phase or game.asked != [seat]:
            return ()
        for each in placed(game, game.state.turn)[0].answers:
            if game.state.bag != before.state.bag:
                break
            found.append(each)
            game = answered(game, seat, each)
        return tuple(found)

    def deal(self, view: View, decision: Decision, rng: Random) -> World:
        """Return a world with decks and bag in another order."""
        return World(Game.from_view(view, str(rng.random())))

    def real(self, game: AnyGame, rng: Random | None = None) -> World:
        """Return the game itself; with `rng`, decks and bag are shuffled."""
        assert isinstance(game, Game)
        twin = game.copy()
        if rng is not None:
            g = twin.state
            g.decks = [tuple(rng.sample(deck, len(deck))) for deck in g.decks]
            g.bag = tuple(rng.sample(g.bag, len(g.bag)))
        return World(twin)

    def after(self, world: World, seat: str, token: str) -> World:
        """Return the world after an answer, before both play on to the end of the round."""
        return world.after(seat, token)

    def ahead(self, world: World) -> Mapping[str, float]:
        """Return the chances at the end of the round, in percent by seat."""
        return {name: chance(standing(world.end, SEAT_OF[name])) for name in SEAT_NAMES}

    def terms(self, world: World, seat: str) -> Mapping[str, float]:
        """Return what makes the difference between this end of the round and the one that both would have reached from
        the question, by features of the seat and of the other player. Features that people would not tell apart are
        added up."""
        end, usual, me = world.end, (world.asked or world).end, SEAT_OF[seat]
        found = defaultdict[str, float](float)
        for each, sign in ((me, 1), (OTHER[me], -1)):
            rows = zip(FEATURES, weights(end), features(end, each), features(usual, each), strict=True)
            for name, weight, now, before in rows:
                what = _IN_WORDS.get(name, name)
                theirs = f"{OTHERS} player{WITHIN}{OTHERS}'s {what.removeprefix('the ')}"
                found[what if each == me else theirs] += sign * weight * (now - before)
        stands = standing(end, me)
        more = sum(found.values())
        usually = chance(stands - more)
        each_brings = (chance(stands) - usually) / more if abs(more) > _EVEN else slope(stands)
        return {_END: usually, **{what: each_brings * part for what, part in found.items()}}

    def expected(self, world: World) -> Mapping[str, float]:
        """Return the chances: they were fitted to results."""
        return self.ahead(world)
