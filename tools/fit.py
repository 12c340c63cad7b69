"""Fit the weights of Adepts' strong player: games are played, and final margins fitted to the position after each turn.

    python -m tools.fit                    plays the games of the table and writes it; minutes per number of players
    python -m tools.fit --rows rows/       keeps the games there, and resumes from them when run again

The games have fixed seeds, so the table is reproducible. The fit is ridge regression and goes backwards from the last
turn. The last turn's weights are drawn towards `PRIOR`, an estimate made before any game was played; those of other
turns towards the next turn's. The target is half the final margin, and half what the next turn's weights say of the
same game, which depends less on later luck.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from operator import mul
from pathlib import Path
from random import Random
from statistics import fmean

from game.adepts.players import strong
from game.adepts.players.strong.playing import GROUPS, choice, worthwhile
from game.adepts.players.strong.value import FEATURES, features, final, margins
from game.adepts.rules import new_game
from game.adepts.rules.cards import DECKS, SELECTIONS
from game.adepts.rules.gems import GEM_NAMES, LAST_TURN, SEATS
from game.adepts.rules.phases.turn import set_up
from game.adepts.rules.state import State
from game.adepts.rules.tasks import Do, do
from tools.keeping import kept, parser_of

GAMES = {2: 2400, 3: 2400, 4: 1800, 5: 900}
"""Games by number of players. Fitted to 150 games the player lost one game in five to two greedy players, fitted to
these none in eighty: the weights of the early turns need many games."""

SLIPS = 0.1
"""How often a player makes a random move, so that positions vary: in the first turns of most games. Only positions
after the last slip are used, as everything after them is played well."""

FIRM = 20.0
"""The weight of the prior in the fit, in rows."""

PRIOR = {
    "mana": 1.0,
    "battery": 0.5,
    "patient battery": 0.5,
    "pays next": 1.0,
    "pays later": 1.0,
    "battery to come": 0.8,
    "types": 0.0,
    "cards": 0.5,
    "worth of cards": 0.5,
    "first": 1.0,
    **{f"{gem} gems": 0.0 for gem in GEM_NAMES},
    **{f"{gem} title": worth for gem, worth in zip(GEM_NAMES, (1.0, 6.0, 8.0, 6.0, 5.0, 3.0, 6.0, 4.0), strict=True)},
}

Rows = list[tuple[int, list[float], float]]
"""Rows of one game: after which turn, a seat's features as leads over the mean of the others, and its final margin;
turn by turn, with the seats always in the same order."""

Rated = Sequence[tuple[list[float], float]]
"""The same for a single turn."""

Table = list[list[float]]
"""The weights after turns 1 to 7."""


def played(players: int, number: int) -> Rows:
    """Play one game and return its rows. Selections, decks and the length of the slips vary by number."""
    which = SELECTIONS[number % len(SELECTIONS)]
    deck = list(DECKS)[number // len(SELECTIONS) % len(DECKS)]
    slipping = number // len(SELECTIONS) // len(DECKS) % 4
    g = State(new_game.check(players, which, deck, f"fit/{players}/{number}")).copy(quiet=True)
    rng, seats = Random(f"slips/{players}/{number}"), SEATS[:players]
    g.push(do(set_up))
    seen = []
    while g.agenda:
        task = g.agenda.pop()
        if task == Do("end_turn") and slipping <= g.turn < LAST_TURN:
            columns = zip(*(features(g, seat) for seat in seats), strict=True)
            seen.append((g.turn, [margins(column) for column in columns]))
        questions = task.run(g)
        if questions:
            tokens = questions[0].tokens
            if g.turn <= slipping and rng.random() < SLIPS:
                token = rng.choice(worthwhile(tokens) if questions[0].kind in GROUPS else tokens)
            else:
                token = choice(g, task, questions[0])
            task.answer(g, questions[0], token)
    ends = margins([final(g, seat) for seat in seats])
    # of two players one mirrors the other
    return [(turn, [x[s] for x in columns], ends[s]) for turn, columns in seen for s in seats[: max(1, players - 1)]]


def fitted(games: Sequence[Rows]) -> Table:
    """Return the weights of each turn."""
    table, scales = Table(), spread(x for rows in games for _, x, _ in rows)
    told: list[list[float]] = []
    for turn in range(LAST_TURN - 1, 0, -1):
        found = [[(x, y) for after, x, y in rows if after == turn] for rows in games]
        told = told or [[y for _, y in rows] for rows in found]
        halves = [
            (x, (y + later) / 2)
            for rows, laters in zip(found, told, strict=True)
            for (x, y), later in zip(rows, laters, strict=False)  # turns with slips have no rows
        ]
        prior = table[0] if table else list(PRIOR.values())
        table.insert(0, ridge(halves, prior, scales))
        told = [[sum(map(mul, x, table[0])) for x, _ in rows] for rows in found]
    return table


def spread(columns: Iterable[Sequence[float]]) -> list[float]:
    """Return the mean square of each feature."""
    squares = [list(map(mul, x, x)) for x in columns]
    return [fmean(column) for column in zip(*squares, strict=True)]


def ridge(rows: Rated, prior: Sequence[float], scales: Sequence[float], firm: float = FIRM) -> list[float]:
    """Return the least-squares weights, drawn towards `prior`.

    The prior counts as much as `firm` rows in which the square of each feature is as in `scales`: a feature that hardly
    occurs after a turn, such as mana after the first, keeps its prior weight.
    """
    count = len(prior)
    normal = [[0.0] * count for _ in range(count)]
    right = [0.0] * count
    for x, y in rows:
        rest = y - sum(map(mul, x, prior))
        for i, a in enumerate(x):
            if a:
                right[i] += a * rest
                normal[i] = [entry + a * b for entry, b in zip(normal[i], x, strict=True)]
    for i in range(count):
        normal[i][i] += firm * (scales[i] + 1e-3)
    return [w + d for w, d in zip(prior, solved(normal, right), strict=True)]


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a positive definite system by elimination."""
    count = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(count):
        for j in range(i + 1, count):
            factor = rows[j][i] / rows[i][i]
            if factor:
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    found = [0.0] * count
    for i in reversed(range(count)):
        found[i] = (rows[i][count] - sum(rows[i][j] * found[j] for j in range(i + 1, count))) / rows[i][i]
    return found


def explained(rows: Rated, weights: Sequence[float]) -> float:
    """Return R2: the share of the margins' squares that the weights explain."""
    missed: list[float] = [y - sum(map(mul, x, weights)) for x, y in rows]
    return 1 - sum(map(mul, missed, missed), 0.0) / sum(y * y for _, y in rows)


def written(players: int, by_turn: Sequence[Sequence[float]]) -> str:
    """Return a table of the file."""
    lines = [f"[players-{players}]"]
    for name, weights in zip(FEATURES, zip(*by_turn, strict=True), strict=True):
        lines.append(f'"{name}" = [{", ".join(f"{weight:.3f}" for weight in weights)}]')
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> None:
    """Read the command line and run."""
    parser = parser_of("fit", __doc__, Path(str(strong.__file__)).with_name("weights.toml"))
    per_table = "for 2, 3, 4 and 5 players, at least two each"
    parser.add_argument("--games", type=int, nargs="*", default=list(GAMES.values()), help=per_table)
    asked = parser.parse_args(words)
    parts = [
        "# What things are worth at the end of turns 1 to 7, in mana of the margin; made by `python -m tools.fit`."
    ]
    for players, count in zip(GAMES, asked.games, strict=False):
        file = asked.rows and asked.rows / f"{players}.jsonl"
        games = list(kept(partial(played, players), count, file, Rows))
        some = max(1, count // 5)
        parts.append(written(players, fitted(games)))
        told = [
            explained([(x, y) for rows in games[:some] for after, x, y in rows if after == turn], weights)
            for turn, weights in enumerate(fitted(games[some:]), 1)
        ]
        shares = " ".join(f"{share:.2f}" for share in told)
        print(f"{players} players, {count} games: held-out R2 after turns 1 to 7: {shares}", flush=True)
    asked.out.write_text("\n\n".join(parts) + "\n")


if __name__ == "__main__":
    main()
