"""Fit what decides a game of Spirit Ground: games are played, and final margins fitted to the position round by round,
for `game/spirit_ground/players/search/chances.toml`.

    python -m tools.spirit_ground                 plays the games of the table and writes it; some minutes
    python -m tools.spirit_ground --rows rows/    keeps the games there, and resumes from them when run again

The games have fixed seeds, so the table is reproducible. Weights are fitted from the fewest rounds left upwards, each
drawn towards the ones before as for Adepts (`tools.fit`). The spread is how far final margins were from predictions, in
games that the weights were not fitted to.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from operator import mul, sub
from pathlib import Path
from random import Random
from statistics import fmean

from game.spirit_ground.players.search import chances, replied, with_order, with_pair
from game.spirit_ground.players.search.chances import LONGEST, features, left
from game.spirit_ground.players.search.ending import answered
from game.spirit_ground.players.search.placing import turns
from game.spirit_ground.players.worth import worth
from game.spirit_ground.rules.game import Game
from game.spirit_ground.rules.scoring import scores
from game.spirit_ground.rules.seats import SEAT_NAMES, SEAT_OF, SEATS, Seat
from game.spirit_ground.rules.state import FIRST, ORDER, PAIR, ROTATE
from tools.fit import ridge, spread
from tools.keeping import kept, parser_of

GAMES = 600
"""How many games are played."""
SLIPS = 0.2
"""How often a player makes a random move, in the first rounds of most games; only what comes after that is used."""
REPLIED = 6
"""How many of the first player's best turns are followed by the other player's best answer."""
FIRM = 60.0
"""The weight of the prior in the fit, in rows per round that may be left: with more rounds, more is open."""
FEW = 30
"""The least number of rows from which a spread is computed."""
PARTS = 5
"""The number of parts of all games; each part is held out once."""
TIE = 0.5
"""Points that a tie is worth to the player who wins it."""

PRIOR = {
    "gems": 1.0,
    "spirits": 1.0,
    "relics": 1.0,
    "one open side": -0.6,
    "two open sides": -0.4,
    "more open sides": -0.25,
    "living": 0.1,
    "storage spirits": 1.0,
    "storage energy": 0.3,
    "next relic": 0.4,
    "arrows": 0.1,
    "choosing": 0.0,
    "tie": 0.0,
}

Rows = list[tuple[int, list[float], float]]
"""Rows of one game: how many rounds may be left, the first player's features as leads over the other, and the final
margin."""

Table = list[list[float]]
"""The weights by number of rounds that may be left."""


def played(number: int) -> Rows:
    """Play one game and return its rows. The length of the slips varies by number."""
    game, rng, slipping = Game.new(seed=f"fit/{number}"), Random(f"slips/{number}"), 2 * (number % 5)
    seen = list[tuple[int, list[float]]]()
    game.state.telling = False
    while not game.over:
        g, [seat] = game.state, game.asked
        slips = g.turn <= slipping
        if g.step == PAIR and slipping < g.turn > 1:
            seen.append((left(g), [*map(sub, *(features(g, each) for each in SEATS))]))
        for token in _answers(game, SEAT_OF[seat], rng, slips):
            game.play(seat, token)
    lines = [scores(game.state)[name] for name in SEAT_NAMES]
    margin = lines[0]["total"] - lines[1]["total"] or TIE * (lines[1]["rank"] - lines[0]["rank"])
    return [(rounds, beyond, margin) for rounds, beyond in seen]


def _answers(game: Game, me: Seat, rng: Random, slips: bool) -> Sequence[str]:
    """Return what a player does next, who looks ahead as far as there is time for."""
    kind, seat, slip = game.kind(SEAT_NAMES[me]), SEAT_NAMES[me], slips and rng.random() < SLIPS
    if kind in (PAIR, ORDER):
        look, tokens = with_pair if kind == PAIR else with_order, game.legal(seat)
        return [rng.choice(tokens) if slip else max(tokens, key=lambda token: look(game, me, token))]
    found = turns(game, me, fine=False)
    if slip:
        return rng.choice(found).answers
    if game.state.phase == FIRST:
        likely = sorted(found, key=lambda turn: turn.worth, reverse=True)[:REPLIED]
        found = [turn._replace(worth=replied(turn, me)) for turn in likely]
    return _turned(game, seat, max(found, key=lambda turn: turn.worth).answers)


def _turned(game: Game, seat: str, answers: Sequence[str]) -> list[str]:
    """Return the same answers with the top turned in the best way."""
    twin, found = game.copy(), list[str]()
    for token in answers:
        if twin.kind(seat) == ROTATE:
            token = max(twin.legal(seat), key=lambda top: worth(answered(twin, seat, top).state, SEAT_OF[seat]))
        twin.play(seat, token)
        found.append(token)
    return found


def fitted(games: Sequence[Rows]) -> Table:
    """Return the weights by rounds that may be left, each drawn towards those for one round less."""
    table, scales = Table(), spread(x for rows in games for _, x, _ in rows)
    for rounds in range(1, LONGEST + 1):
        prior = table[-1] if table else [*PRIOR.values()]
        table.append(ridge(_at(rounds, games), prior, scales, FIRM * rounds))
    return table


def _at(rounds: int, games: Sequence[Rows]) -> list[tuple[list[float], float]]:
    return [(x, y) for rows in games for there, x, y in rows if there == rounds]


def held_out(games: Sequence[Rows]) -> list[list[tuple[float, float]]]:
    """Return, by rounds that may be left, what came and what was predicted by weights fitted to other games."""
    found: list[list[tuple[float, float]]] = [[] for _ in range(LONGEST)]
    for part in range(PARTS):
        table = fitted([rows for number, rows in enumerate(games) if number % PARTS != part])
        for rounds, rows, weights in zip(range(1, LONGEST + 1), found, table, strict=True):
            rows += [(y, sum(map(mul, x, weights))) for x, y in _at(rounds, games[part::PARTS])]
    return found


def missed(rows: Sequence[tuple[float, float]]) -> float:
    """Return the root mean square of the prediction errors."""
    return sqrt(fmean((came - told) ** 2 for came, told in rows))


def calibrated(told: Sequence[Sequence[tuple[float, float]]]) -> str:
    """Return lines by tenths of the favourite's predicted chance in games held out: how many rows, the prediction, and
    how often it won."""
    pairs = list[tuple[float, float]]()
    for rows in told:
        for came, expected in rows:
            sure = chances.chance(abs(expected) / missed(rows))
            pairs.append((sure, 100.0 * (came * expected > 0) + 50.0 * (came == 0)))
    lines = []
    for least in range(50, 100, 10):
        some = [pair for pair in pairs if least <= pair[0] < least + 10 or pair[0] == least + 10 == 100]
        if not some:
            continue
        expected, won = map(fmean, zip(*some, strict=True))
        lines.append(f"favourite told {least} to {least + 10} %: {len(some):5} rows, {expected:.1f} %, won {won:.1f} %")
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> None:
    """Read the command line and run."""
    parser = parser_of("spirit_ground", __doc__, Path(str(chances.__file__)).with_suffix(".toml"))
    parser.add_argument("--games", type=int, default=GAMES)
    asked = parser.parse_args(words)
    games = [*kept(played, asked.games, asked.rows and asked.rows / "spirit-ground.jsonl", Rows)]
    if (count := len(_at(1, games))) < FEW:
        parser.error(f"--games {asked.games}: their last rounds give {count} rows, and {FEW} are needed; play more")
    told, spreads = held_out(games), list[float]()
    for rows in told:  # hardly any rows have the most rounds
        spreads.append(missed(rows) if len(rows) >= FEW else spreads[-1])
    lines = [
        "# What things are worth by rounds that may be left, from one on, in points of the margin; and how far margins",
        "# came to lie from that. Made by `python -m tools.spirit_ground`.",
        "",
    ]
    for name, row in [*zip(PRIOR, zip(*fitted(games), strict=True), strict=True), ("spread", spreads)]:
        lines.append(f'"{name}" = [{", ".join(f"{each:.3f}" for each in row)}]')
    asked.out.write_text("\n".join(lines) + "\n")
    for rounds, rows in enumerate(told, 1):
        if rows:
            apart = 1 - missed(rows) ** 2 * len(rows) / sum(came * came for came, _ in rows)
            print(f"{rounds:2} left: {len(rows):5} rows, held-out R2 {apart:.2f}, spread {missed(rows):.2f}")
    print(calibrated(told))


if __name__ == "__main__":
    main()
