"""Fit the chances of winning of The Harrowing, for its hints and reviews, to games between computer players.

    python -m tools.harrowing                 plays the games of the tables and writes them
    python -m tools.harrowing --rows rows/    keeps the games there, and resumes from them when run again

Equal players play each other as `greedy` would, but up to some turn they sometimes answer at random; only what comes
after that is used. Where a turn has ended, features by place in the turn order are fitted to who won, as for Mana Surge
(`tools.mana_surge`). Games of two come first; the weights for more players are drawn towards theirs. The games have
fixed seeds, so the tables are reproducible.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random

from game.core.judging.logit import Rows
from game.harrowing.players import chances
from game.harrowing.players.chances import PLACE
from game.harrowing.players.ending import preferred, question, turn_of
from game.harrowing.players.features import FEATURES, features
from game.harrowing.rules.game import Game
from game.harrowing.rules.seats import clockwise
from game.mana_surge.players.search.chances import Table
from tools.keeping import kept, parser_of
from tools.mana_surge import Row, fitted, gaps, told

GAMES = {2: 1000, 3: 400, 4: 250}
"""Games by number of players."""
FIRM = {2: 100.0, 3: 300.0, 4: 300.0}
"""The weight of the prior in the fit, in rows: the value that predicts best who won in games held out."""
SLIPS, MOST = (0.0, 0.1, 0.2, 0.3), 10
"""Shares of answers that are random, one drawn per game, and the most rounds in which they are."""


def played(players: int, number: int) -> list[Row]:
    """Play a game and return its rows, in turn order from whoever moved next; none if nobody won."""
    title = f"chances/{players}/{number}"
    game, rng = Game.new(players, title), Random(title)
    game.state.telling = False
    slips, until = rng.choice(SLIPS), rng.randrange(MOST * players)
    seen, turns = list[tuple[int, list[list[float]]]](), 0
    while (asked := question(game)) is not None:
        g = game.state
        before, slip = turn_of(g), turns < until and rng.random() < slips
        game.play(game.asked[0], rng.choice(asked.tokens) if slip else preferred(g, asked, rng))
        if g.active is not None and turn_of(g) != before:
            turns += 1
            if turns >= until or not slips:
                seen.append((g.active, features(g, clockwise(players, g.active))))
    winner = game.state.winner
    return [
        Row(rows, 0, [float(seat == winner) for seat in clockwise(players, first)])
        for first, rows in seen
        if winner is not None
    ]


def prior(usual: Rows, players: int) -> Table:
    """Return the prior for this many players: the next player's weights are those of the next of two, all others' those
    of the other."""
    rows = tuple(map(tuple, (usual[0], *[usual[1]] * (players - 1))))
    return Table(rows, rows)


def written(players: int, by: Rows) -> str:
    """Return a table of the file: for each feature its weights by place."""
    lines = [f"[{players}]"]
    for what, row in zip((*FEATURES, PLACE), zip(*by, strict=True), strict=True):
        lines.append(f'"{what}" = [{", ".join(f"{each:.3f}" for each in row)}]')
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> None:
    """Read the command line and run."""
    parser = parser_of("harrowing", __doc__, Path(str(chances.__file__)).with_suffix(".toml"))
    parser.add_argument("--games", type=int, nargs="*", default=list(GAMES.values()), help="for each table in turn")
    asked = parser.parse_args(words)
    parts = ["# Weights by number of players and place in the order of turns; made by `python -m tools.harrowing`."]
    usual: Rows = ((0.0,) * (len(FEATURES) + 1),) * 2
    for players, count in zip(GAMES, asked.games, strict=False):
        file = asked.rows and asked.rows / f"harrowing-{players}.jsonl"
        games = list(kept(partial(played, players), count, file, lambda rows: [Row(*row) for row in rows]))
        towards = prior(usual, players)
        print(told(f"{players} players", gaps(games, towards, FIRM[players])), flush=True)
        by = fitted([row for rows in games for row in rows], towards, FIRM[players]).early
        parts.append(written(players, by))
        usual = by if players == min(GAMES) else usual
    asked.out.write_text("\n\n".join(parts) + "\n")


if __name__ == "__main__":
    main()
