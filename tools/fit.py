"""The weights of the strong player of Adepts: games are played, and margins at their end fitted to what was there turn
by turn.

    python -m tools.fit                    plays the games of the table and writes it; some minutes a number of players
    python -m tools.fit --rows rows/       keeps what was played there, and goes on from it when called again

The games come from fixed seeds, so the table comes out the same. The fit is ridge regression towards `PRIOR`, which
says what things are worth before any game has been seen; the more games, the less it matters.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from random import Random

from game.adepts.players import strong
from game.adepts.players.strong.playing import GROUPS, choice, worthwhile
from game.adepts.players.strong.value import FEATURES, features, margins
from game.adepts.rules import new_game
from game.adepts.rules.cards import DECKS, SELECTIONS
from game.adepts.rules.gems import BATTERY_MANA, GEM_NAMES, LAST_TURN, SEATS
from game.adepts.rules.phases.turn import set_up
from game.adepts.rules.state import State
from game.adepts.rules.tasks import Do, do

GAMES = {2: 200, 3: 150, 4: 150, 5: 150}
"""Played by number of players. A table is drawn towards the one before it, so that the later ones need no more."""

SLIPS = 0.1
"""How often a player does what nobody would, so that not all positions are alike."""

FIRM = 20.0
"""What the prior counts, in observations."""

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
"""After which turn, what a seat had beyond the mean of the others, and by how much it was ahead in the end."""


def played(players: int, number: int) -> Rows:
    """One game's rows. Selections and decks take turns."""
    spells, deck = SELECTIONS[number % len(SELECTIONS)], list(DECKS)[number // len(SELECTIONS) % len(DECKS)]
    g = State(new_game.check(players, spells, deck, f"fit/{players}/{number}")).copy(quiet=True)
    rng, seats = Random(f"slips/{players}/{number}"), SEATS[:players]
    g.push(do(set_up))
    seen = []
    while g.agenda:
        task = g.agenda.pop()
        if task == Do("end_turn") and g.turn < LAST_TURN:
            columns = zip(*(features(g, seat) for seat in seats), strict=True)
            seen.append((g.turn, [margins(column) for column in columns]))
        questions = task.run(g)
        if questions:
            tokens = questions[0].tokens
            if rng.random() < SLIPS:
                token = rng.choice(worthwhile(tokens) if questions[0].kind in GROUPS else tokens)
            else:
                token = choice(g, task, questions[0])
            task.answer(g, questions[0], token)
    ends = margins([g.mana[seat] + sum(BATTERY_MANA[level] for level in g.batteries[seat]) for seat in seats])
    # of two players one is the other's mirror image
    return [(turn, [x[s] for x in columns], ends[s]) for turn, columns in seen for s in seats[: max(1, players - 1)]]


def kept(players: int, games: int, folder: Path | None) -> Iterator[Rows]:
    """The rows of all games; those in the folder are read, not played."""
    file = folder / f"{players}.jsonl" if folder else None
    done = [json.loads(line) for line in file.read_text().splitlines()] if file and file.exists() else []
    yield from done[:games]
    for number in range(len(done), games):
        rows = played(players, number)
        if file:
            with file.open("a") as out:
                print(json.dumps(rows), file=out)
        yield rows


def ridge(rows: Sequence[tuple[list[float], float]], prior: Sequence[float]) -> list[float]:
    """The weights with the least squares, drawn towards others; each feature on its own scale."""
    count = len(FEATURES)
    normal = [[0.0] * count for _ in range(count)]
    right = [0.0] * count
    for x, y in rows:
        rest = y - sum(a * b for a, b in zip(x, prior, strict=True))
        for i, a in enumerate(x):
            if a:
                right[i] += a * rest
                row = normal[i]
                for j, b in enumerate(x):
                    row[j] += a * b
    for i in range(count):
        normal[i][i] += FIRM * (normal[i][i] / len(rows) + 1e-3)
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


def explained(rows: Sequence[tuple[list[float], float]], weights: Sequence[float]) -> float:
    """R2: the part of the margins' squares that the weights explain."""
    missed = sum((y - sum(a * b for a, b in zip(x, weights, strict=True))) ** 2 for x, y in rows)
    return 1 - missed / sum(y * y for _, y in rows)


def written(players: int, by_turn: Sequence[Sequence[float]]) -> str:
    """A table of the file."""
    lines = [f"[players-{players}]"]
    for name, weights in zip(FEATURES, zip(*by_turn, strict=True), strict=True):
        lines.append(f'"{name}" = [{", ".join(f"{weight:.3f}" for weight in weights)}]')
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> None:
    """Read the command line and do it."""
    parser = argparse.ArgumentParser(prog="python -m tools.fit", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument(
        "--games",
        type=int,
        nargs="*",
        default=list(GAMES.values()),
        help="for 2, 3, 4 and 5 players, at least two each",
    )
    parser.add_argument("--rows", type=Path, help="a folder to keep what was played in")
    parser.add_argument("--out", type=Path, default=Path(str(strong.__file__)).with_name("weights.toml"))
    asked = parser.parse_args(words)
    if asked.rows:
        asked.rows.mkdir(parents=True, exist_ok=True)
    parts = [
        "# What things are worth at the end of turns 1 to 7, in mana of the margin; made by `python -m tools.fit`."
    ]
    by_turn = [list(PRIOR.values())] * (LAST_TURN - 1)
    for players, count in zip(GAMES, asked.games, strict=False):
        games, told = list(kept(players, count, asked.rows)), []
        for turn, prior in enumerate(by_turn, 1):
            rows = [[(x, y) for after, x, y in rows if after == turn] for rows in games]
            some = max(1, count // 5)
            held, train = list(chain(*rows[:some])), list(chain(*rows[some:]))
            told.append(f"{explained(held, ridge(train, prior)):.2f}")
            by_turn[turn - 1] = ridge(held + train, prior)
        print(f"{players} players, {count} games: held-out R2 after turns 1 to 7: {' '.join(told)}", flush=True)
        parts.append(written(players, by_turn))
    asked.out.write_text("\n\n".join(parts) + "\n")


if __name__ == "__main__":
    main()
