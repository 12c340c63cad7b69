"""The chances of winning of The Harrowing, for its hints and reviews: fitted to games that computer players play.

    python -m tools.harrowing                 plays the games of the tables and writes them
    python -m tools.harrowing --rows rows/    keeps what was played there, and goes on from it when called again

Equal players play each other as `greedy` would, who up to some turn now and then give any answer at all; only what
comes after that is told. Where a turn has ended, features by place in the order of turns are held against who won, as
those of Mana Surge are (`tools.mana_surge`). Two players come first; what others have is drawn towards their weights.
The games have fixed seeds, so the tables come out the same.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random

from game.core.logit import Rows
from game.harrowing.players import chances
from game.harrowing.players.chances import PLACE
from game.harrowing.players.ending import preferred, question, turn_of
from game.harrowing.players.features import FEATURES, features
from game.harrowing.rules.game import Game
from game.harrowing.rules.seats import clockwise
from game.mana_surge.players.search.chances import Table
from tools.keeping import kept
from tools.mana_surge import Row, fitted, gaps, told

GAMES = {2: 1000, 3: 400, 4: 250}
"""By number of players."""
FIRM = {2: 100.0, 3: 300.0, 4: 300.0}
"""As how many rows the weights count that others are drawn towards: what says best who won in games held out."""
SLIPS, MOST = (0.0, 0.1, 0.2, 0.3), 10
"""In what part of the answers players give any at all, in the first so many rounds at most."""


def played(players: int, number: int) -> list[Row]:
    """A game: what is told of it, in the order of turns from whoever moved next. None that nobody won."""
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
    """Towards what the weights of so many players are drawn: of whoever moves next those of who does among two, of all
    others those of the other."""
    rows = tuple(map(tuple, (usual[0], *[usual[1]] * (players - 1))))
    return Table(rows, rows)


def written(players: int, by: Rows) -> str:
    """A table of the file: of each feature the weights by place."""
    lines = [f"[{players}]"]
    for what, row in zip((*FEATURES, PLACE), zip(*by, strict=True), strict=True):
        lines.append(f'"{what}" = [{", ".join(f"{each:.3f}" for each in row)}]')
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> None:
    """Read the command line and do it."""
    parser = argparse.ArgumentParser(prog="python -m tools.harrowing", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--games", type=int, nargs="*", default=list(GAMES.values()), help="for each table in turn")
    parser.add_argument("--rows", type=Path, help="a folder to keep what was played in")
    parser.add_argument("--out", type=Path, default=Path(str(chances.__file__)).with_suffix(".toml"))
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
