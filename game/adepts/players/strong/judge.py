"""What answers are worth by the strong player's value: for hints and reviews (see `game.core.faces.Judge`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from random import Random

from game.adepts.game import Game
from game.adepts.players.strong import candidates
from game.adepts.players.strong.expected import expected
from game.adepts.players.strong.playing import answered, play_on
from game.adepts.players.strong.value import FEATURES, features, margin, margins, table
from game.adepts.rules.gems import SEAT_NAMES, SEAT_OF, SEATS
from game.adepts.rules.state import State
from game.adepts.sampling import sampled
from game.core.decisions import Decision
from game.core.faces import OTHERS, WITHIN, Counts
from game.core.protocol import Game as AnyGame
from game.core.protocol import View

_TRACK, _BATTERIES, _QUEUE, _HAND = "mana on the track", "batteries", "queue", "spells in hand"
_IN_WORDS = {
    "mana": _TRACK,
    "battery": _BATTERIES,
    "patient battery": _BATTERIES,
    "pays next": _QUEUE,
    "pays later": _QUEUE,
    "battery to come": _QUEUE,
    "types": _QUEUE,
    "cards": _HAND,
    "worth of cards": _HAND,
    "first": "going first",
}


class AdeptsJudge:
    """The judge of Adepts. Its worlds are bare states: at a question, just answered, or over."""

    unit = "mana"
    counts = Counts()

    def candidates(self, view: View, decision: Decision) -> Sequence[str]:
        """Return the answers that the strong player tries."""
        return candidates(view, decision)

    def follow_ups(self, view: View, decision: Decision, token: str) -> Sequence[str]:
        """Return nothing: each answer is set down alone."""
        return ()

    def deal(self, view: View, decision: Decision, rng: Random) -> State:
        """Return a state in which what is hidden from the seat is dealt anew."""
        return sampled(view, decision, rng)

    def real(self, game: AnyGame, rng: Random | None = None) -> State:
        """Return the position with every card in its place; with `rng` the library is shuffled and the seed is another
        one."""
        assert isinstance(game, Game)
        g = game.bare()
        if rng is not None:
            g.seed = f"{rng.getrandbits(128):032x}"
            rng.shuffle(g.library)
        return g

    def after(self, world: State, seat: str, token: str) -> State:
        """Return the state right after the answer; what follows is played on later."""
        return answered(world, SEAT_OF[seat], token)

    def ahead(self, world: State) -> Mapping[str, float]:
        """Return the margins by the value at the end of the turn, to which everybody plays on as the greedy player
        would."""
        g = _played_on(world)
        return {SEAT_NAMES[seat]: margin(g, seat) for seat in SEATS[: g.players]}

    def terms(self, world: State, seat: str) -> Mapping[str, float]:
        """Return the features of that value as terms, with those combined that people would not tell apart: the seat's
        own, and what the others have on average."""
        g, me = _played_on(world), SEAT_OF[seat]
        rows = [features(g, each) for each in SEATS[: g.players]]
        counts = (1.0, 1.0) if g.over else table(g.players)[g.turn - 1]  # at the end only mana and batteries count
        they, theirs = (f"{OTHERS}s", f"{OTHERS}s'") if g.players > 2 else (f"{OTHERS} player", f"{OTHERS}'s")
        found = defaultdict[str, float](float)
        for name, weight, column in zip(FEATURES, counts, zip(*rows, strict=True), strict=False):
            what, mine = _in_words(name), weight * column[me]
            found[what] += mine
            found[f"{they}{WITHIN}{theirs} {what.partition(WITHIN)[0]}"] += weight * margins(column)[me] - mine
        return found

    def expected(self, world: State) -> Mapping[str, float]:
        """Return what equal players in such a position at the end of the turn ended with on average (see
        `strong.expected`)."""
        return dict(zip(SEAT_NAMES, expected(_played_on(world)), strict=False))


def _played_on(world: State) -> State:
    g = world.copy(quiet=True)
    play_on(g)
    return g


def _in_words(feature: str) -> str:
    """Return the name that players have for a feature."""
    if feature.endswith(" title"):
        return f"titles{WITHIN}{feature}"
    return _QUEUE if feature.endswith(" gems") else _IN_WORDS.get(feature, feature)
