"""Compare two computer players by paired deals, in which the first takes each seat in turn.

    python -m tools.ladder strong greedy --players 2 --deals 50
    python -m tools.ladder strong greedy --players 3 --spells ivory-tower --keep ladder/

One copy of the first player plays against copies of the second; either may be one of `tools.opponents`. Each deal is
played once from every seat with the same seed, so that seat and cards favour nobody. Figures have standard errors, over
deals; a shared victory counts as its share. With `--settle SHARE` it stops as soon as a sequential test shows whether
the share won is above or below that: when it is off by twice its error, or three times after few deals.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import Any, NamedTuple

from game.core.discover import kit
from game.core.program import USUAL
from tools.keeping import kept
from tools.opponents import opponent


class Deal(NamedTuple):
    """What one deal brought the star, averaged over its seats: the share won, and the lead in points over the others'
    mean; also processor seconds for its decisions, and their number."""

    share: float
    margin: float
    seconds: float
    decisions: int


class Match(NamedTuple):
    """Which computer players play each other, at what."""

    game: str
    star: str
    others: str
    players: int
    options: Mapping[str, Any]

    def deal(self, number: int) -> Deal:
        """Play one deal from every seat."""
        played = [self._game(number, seat) for seat in range(self.players)]
        shares, margins, seconds, decisions = zip(*played, strict=True)
        return Deal(fmean(shares), fmean(margins), sum(seconds), sum(decisions))

    def _game(self, number: int, place: int) -> Deal:
        which = kit(self.game)
        game = which.new(self.players, which.checked(self.options), f"ladder/{number}")
        star, others = opponent(self.star, which), opponent(self.others, which)
        mine = game.seats[place]
        rngs = {seat: Random(f"{number}/{place}/{seat}") for seat in game.seats}
        seconds, decisions = 0.0, 0
        while not game.over:
            seat, decision = next(iter(game.pending.items()))
            view, begun = game.view(seat), process_time()
            token = (star if seat == mine else others)(view, decision, rngs[seat])
            if seat == mine:
                seconds, decisions = seconds + process_time() - begun, decisions + 1
            game.play(seat, token)
        scores = game.scores or {}
        points = {seat: which.points(line) for seat, line in scores.items()}
        winners = [seat for seat, line in scores.items() if line["rank"] == 1]
        margin = points[mine] - fmean(points[seat] for seat in game.seats if seat != mine)
        return Deal(1 / len(winners) if mine in winners else 0.0, margin, seconds, decisions)


def error(values: Sequence[float]) -> float:
    """Return the standard error of the mean; infinite for fewer than two values."""
    return stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("inf")


def settled(shares: Sequence[float], bound: float) -> bool:
    """Return whether the share is clearly above or below the bound; never after fewer than ten deals."""
    if len(shares) < 10:
        return False
    spread = max(error(shares), 0.5 / len(shares))
    return abs(fmean(shares) - bound) > (3 if len(shares) < 50 else 2) * spread


def told(match: Match, deals: Sequence[Deal]) -> str:
    """Return the result in a line."""
    shares, margins = [deal.share for deal in deals], [deal.margin for deal in deals]
    pace = 1000 * sum(deal.seconds for deal in deals) / sum(deal.decisions for deal in deals)
    won = f"{100 * fmean(shares):.1f} ± {100 * error(shares):.1f} %"
    ahead = f"{fmean(margins):+.1f} ± {error(margins):.1f}"
    games = len(deals) * match.players
    return (
        f"{match.star}, {match.players - 1} {match.others}: {games} games, won {won}, {ahead} mana, {pace:.0f} ms each"
    )


def main(words: Sequence[str] | None = None) -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(prog="python -m tools.ladder", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("star")
    parser.add_argument("others")
    parser.add_argument("--game", default=USUAL)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--settle", type=float, help="a share, 0 to 1")
    parser.add_argument("--spells", help="an option of the game: its selection")
    parser.add_argument("--keep", type=Path, help="a folder to keep the deals in, and to go on from")
    asked = parser.parse_args(words)
    options = {"spells": asked.spells} if asked.spells else {}
    match = Match(asked.game, asked.star, asked.others, asked.players, options)
    name = "-".join([asked.game, asked.star, asked.others, str(asked.players), *options.values()])
    deals = list[Deal]()
    for deal in kept(match.deal, asked.deals, asked.keep and asked.keep / f"{name}.jsonl", lambda row: Deal(*row)):
        deals.append(deal)
        print(told(match, deals), flush=True)
        if asked.settle is not None and settled([deal.share for deal in deals], asked.settle):
            break


if __name__ == "__main__":
    main()
