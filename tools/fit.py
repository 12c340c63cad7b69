"""The weights of the strong player of Adepts: games are played, and margins at their end fitted to what was there turn
by turn.

    python -m tools.fit                    plays the games of the table and writes it; some minutes a number of players
    python -m tools.fit --rows rows/       keeps what was played there, and goes on from it when called again

The games come from fixed seeds, so the table comes out the same. The fit is ridge regression and goes from the last
turn back. The last turn's weights are drawn towards `PRIOR`, which says what things are worth before any game has been
seen, those of other turns towards the next turn's. What they are fitted to is half what the games came to, and half
what the next turn's weights say of the same games, which is less at the mercy of what happened later.
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
"""Played by number of players. With 150 the table lost one game in five to two greedy players, with these none in
eighty: the weights of the early turns need many games."""

SLIPS = 0.1
"""How often a player does what nobody would, so that not all positions are alike: in the first turns of most games.
Only what comes after the last slip is told, as it is played well to the end."""

FIRM = 20.0
"""What the weights before count, in rows."""

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
"""After which turn, what a seat had beyond the mean of the others, and by how much it was ahead in the end; turn by
turn, the seats always in the same order."""

Rated = Sequence[tuple[list[float], float]]
"""The same of a single turn."""

Table = list[list[float]]
"""The weights after turns 1 to 7."""


def played(players: int, number: int) -> Rows:
    """One game's rows. Selections, decks and how long there are slips take turns."""
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
    # of two players one is the other's mirror image
    return [(turn, [x[s] for x in columns], ends[s]) for turn, columns in seen for s in seats[: max(1, players - 1)]]


def fitted(games: Sequence[Rows]) -> Table:
    """The weights turn by turn."""
    table, scales = Table(), spread(x for rows in games for _, x, _ in rows)
    told: list[list[float]] = []
    for turn in range(LAST_TURN - 1, 0, -1):
        found = [[(x, y) for after, x, y in rows if after == turn] for rows in games]
        told = told or [[y for _, y in rows] for rows in found]
        halves = [
            (x, (y + later) / 2)
            for rows, laters in zip(found, told, strict=True)
            for (x, y), later in zip(rows, laters, strict=False)  # while there were slips a game has no rows
        ]
        prior = table[0] if table else list(PRIOR.values())
        table.insert(0, ridge(halves, prior, scales))
        told = [[sum(map(mul, x, table[0])) for x, _ in rows] for rows in found]
    return table


def spread(columns: Iterable[Sequence[float]]) -> list[float]:
    """Of each feature the mean of its squares."""
    squares = [list(map(mul, x, x)) for x in columns]
    return [fmean(column) for column in zip(*squares, strict=True)]


def ridge(rows: Rated, prior: Sequence[float], scales: Sequence[float], firm: float = FIRM) -> list[float]:
    """The weights with the least squares, drawn towards others.

    What draws them is as strong as `firm` rows in which each feature is as large as `scales` has its square: what
    hardly ever is there after a turn, such as mana after the first, keeps the weight that it had.
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
    """The solution of a positive definite system, by elimination."""
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
    """R2: the part of the margins' squares that the weights explain."""
    missed: list[float] = [y - sum(map(mul, x, weights)) for x, y in rows]
    return 1 - sum(map(mul, missed, missed), 0.0) / sum(y * y for _, y in rows)


def written(players: int, by_turn: Sequence[Sequence[float]]) -> str:
    """A table of the file."""
    lines = [f"[players-{players}]"]
    for name, weights in zip(FEATURES, zip(*by_turn, strict=True), strict=True):
        lines.append(f'"{name}" = [{", ".join(f"{weight:.3f}" for weight in weights)}]')
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> None:
    """Read the command line and do it."""
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
