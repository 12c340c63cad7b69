"""Fit the chances of winning of Mana Surge, for its hints and reviews, to games between computer players.

    python -m tools.mana_surge                 plays the games of the tables and writes them
    python -m tools.mana_surge --rows rows/    keeps the games there, and resumes from them when run again

Three equal players play each other, but up to some turn they sometimes answer at random. Only what comes after that is
used: otherwise the fit would learn who slips less, not what wins. Where a turn has ended, features by place in the turn
order are fitted to who won (multinomial logistic regression, by stochastic gradient descent). The usual board comes
first; the weights of the others are drawn towards its weights. The games have fixed seeds, so the tables are
reproducible as long as the players stay the same. Those in use are of a former `search`, since its present games make
worse ones (docs/players.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import mul, truediv
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from agents import named
from game.core.judging.logit import shares, strengths
from game.core.judging.scale import scale
from game.mana_surge.kit import KIT
from game.mana_surge.players import search
from game.mana_surge.players.search.chances import PLACE, Table, blended, called, lateness
from game.mana_surge.players.search.features import FEATURES, features
from game.mana_surge.players.search.field import field
from game.mana_surge.players.search.judge import ManaSurgeJudge
from game.mana_surge.players.search.moment import Moment
from game.mana_surge.players.search.outlook import Rules, ended, standing
from game.mana_surge.rules.boards import USUAL, board
from game.mana_surge.rules.options import OFF, ON
from game.mana_surge.rules.seats import PLAYERS
from game.mana_surge.rules.state import SETUP
from tools.keeping import kept, parser_of

TABLES = {(USUAL, False): 500, (USUAL, True): 150, ("whirlpool", False): 50, ("whirlpool", True): 50}
"""Games by board and whether it is fierce."""
NAMES, SLIPS, MOST = ("greedy", "search"), (0.1, 0.2, 0.3), 45
"""The players; the shares of answers that are random; and the most turns in which they are."""
PARTS = 5
"""Every fifth game is held out, to check that chances come true."""
EVERY = 2
"""One in so many moments of a game is used: those between say the same, and one in three would always catch the same
player's turn."""
ROUNDS, RATE, FIRM = 10, 0.02, 20.0
"""How often the fit goes through all rows; the learning rate at first; the weight of the prior, in rows."""


class Played(NamedTuple):
    """A game: the moments when a turn had ended and nobody slipped any more, and each player's share of the win, by
    place in turn order."""

    moments: Sequence[Moment]
    won: Sequence[float]

    def rows(self, rules: Rules) -> list[Row]:
        """Return the rows to fit, from the end of the first round on."""
        on = field(*rules)
        return [
            Row(features(on, now), now.turns, [self.won[(now.turns + place) % PLAYERS] for place in range(PLAYERS)])
            for now in self.moments
            if now.turns >= PLAYERS and not now.turns % EVERY
        ]


class Row(NamedTuple):
    """A moment to fit: its features by place, how many turns had passed, and the share of the win of each place."""

    features: Sequence[Sequence[float]]
    turns: int
    won: Sequence[float]


def played(rules: Rules, number: int) -> Played:
    """Play a game."""
    title = f"chances/{called(rules.board.name, rules.fierce)}/{number}"
    options = {"board": rules.board.name, "fierce": ON if rules.fierce else OFF}
    game, rng, judge = KIT.new(PLAYERS, KIT.checked(options), title), Random(title), ManaSurgeJudge()
    policy, slips, until = named(rng.choice(NAMES), KIT), rng.choice(SLIPS), rng.randrange(MOST)
    moments, turns = list[Moment](), 0
    while not game.over:
        [(seat, decision)] = game.pending.items()
        slip = turns < until and rng.random() < slips
        token = rng.choice(decision.tokens) if slip else policy(game.view(seat), decision, rng)
        before = game.copy()
        game.play(seat, token)
        if before.state.phase != SETUP and game.state.active not in (None, before.state.active):
            answered = judge.after(judge.real(before), seat, token).g
            assert answered is not None
            now = standing(answered)
            turns += 1
            if turns >= until:
                moments.append(ended(now, now.troops))
    shared = scale(KIT).reached(KIT, game.scores or {})
    return Played(moments, [shared[seat] / 100 for seat in game.order])


def fitted(rows: Sequence[Row], prior: Table, firm: float = FIRM) -> Table:
    """Return the weights that predict best who won, drawn towards `prior`, which counts as much as `firm` rows."""
    columns = list(zip(*(each for row in rows for each in row.features), strict=True))
    sizes = [*(max(pstdev(column), 0.1) for column in columns), 1.0]
    start = [[[each * size for each, size in zip(place, sizes, strict=True)] for place in both] for both in prior]
    early, late = ([list(place) for place in both] for both in start)
    scaled = [
        ([[*(value / size for value, size in zip(each, sizes, strict=False)), 1.0] for each in row.features], row)
        for row in rows
    ]
    rng, count = Random("fit"), ROUNDS * len(rows)
    for step in range(count):
        if not step % len(scaled):
            rng.shuffle(scaled)
        mine, row = scaled[step % len(scaled)]
        now = blended(early, late, row.turns)
        guess = shares([sum(map(mul, place, values)) for place, values in zip(now, mine, strict=True)])
        rate, part = RATE * (1 - step / count), lateness(row.turns)
        for both, origins, share in ((early, start[0], 1 - part), (late, start[1], part)):
            for place, origin, values, told, came in zip(both, origins, mine, guess, row.won, strict=True):
                move, back = rate * share * (came - told), rate * firm / len(rows)
                place[:] = [
                    weight + move * value - back * (weight - usual)
                    for weight, value, usual in zip(place, values, origin, strict=True)
                ]
    return Table(*(tuple(tuple(map(truediv, place, sizes)) for place in both) for both in (early, late)))


def gaps(games: Sequence[Sequence[Row]], prior: Table, firm: float = FIRM) -> list[tuple[float, float]]:
    """Return, for all seats of the held-out games, the chance predicted by weights fitted to the others, and the share
    of the win."""
    held, others = games[::PARTS], [row for at, rows in enumerate(games) if at % PARTS for row in rows]
    by = fitted(others, prior, firm)
    return [
        pair
        for rows in held
        for row in rows
        for pair in zip(shares(strengths(by.at(row.turns), row.features)), row.won, strict=True)
    ]


def told(name: str, found: Sequence[tuple[float, float]]) -> str:
    """Return lines by tenths of the predicted chance: how many seats, the prediction, and what came."""
    lines = [f"{name}: told and come true in games that were held out"]
    for tenth in range(10):
        if some := [pair for pair in found if int(min(pair[0], 0.999) * 10) == tenth]:
            expected, came = (100 * fmean(column) for column in zip(*some, strict=True))
            lines.append(f"  {len(some):6} seats: {expected:5.1f} % {came:5.1f} %")
    return "\n".join(lines)


def written(name: str, by: Table) -> str:
    """Return a table of the file: for each feature its weights by place, early and late."""
    lines = [f"[{name}]"]
    for what, *both in zip((*FEATURES, PLACE), *(zip(*each, strict=True) for each in by), strict=True):
        told = (f"[{', '.join(f'{each:.3f}' for each in row)}]" for row in both)
        lines.append(f'"{what}" = [{", ".join(told)}]')
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> None:
    """Read the command line and run."""
    parser = parser_of("mana_surge", __doc__, Path(str(search.__file__)).with_name("chances.toml"))
    parser.add_argument("--games", type=int, nargs="*", default=list(TABLES.values()), help="for each table in turn")
    asked = parser.parse_args(words)
    parts = ["# Weights by place in the order of turns, early and late; made by `python -m tools.mana_surge`."]
    nothing = ((0.0,) * (len(FEATURES) + 1),) * PLAYERS
    usual: Table | None = None
    for (name, fierce), count in zip(TABLES, asked.games, strict=False):
        rules, title = Rules(board(name), fierce), called(name, fierce)
        file = asked.rows and asked.rows / f"{title}.jsonl"
        games = [each.rows(rules) for each in kept(partial(played, rules), count, file, _read)]
        prior = usual or Table(nothing, nothing)
        print(told(title, gaps(games, prior)), flush=True)
        by = fitted([row for rows in games for row in rows], prior)
        parts.append(written(title, by))
        usual = usual or by
    asked.out.write_text("\n\n".join(parts) + "\n")


def _read(row: Sequence[Any]) -> Played:
    moments, parts = row
    return Played([Moment(tuple(a), tuple(b), tuple(c), turns) for a, b, c, turns in moments], parts)


if __name__ == "__main__":
    main()
