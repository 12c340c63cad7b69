"""Fit what the margins of Adepts' strong player come to among equal players, for the expected score in reviews.

    python -m tools.expected                 plays the games of the table and writes it
    python -m tools.expected --rows rows/    keeps the games there, and resumes from them when run again

Greedy players play each other, with selections and decks in turn. The margins after each turn are compared with the
final ones: for each selection a line is fitted, with an intercept for each place in the next turn's order. The games
have fixed seeds, so the table is reproducible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from game.adepts.players import strong
from game.adepts.players.strong.expected import ANY, Line, place
from game.adepts.players.strong.playing import play_on
from game.adepts.players.strong.value import margin, margins
from game.adepts.rules.cards import DECKS, RANDOM, SELECTIONS
from game.adepts.rules.gems import LAST_TURN, SEATS
from game.core.discover import kit
from tools.calibration import ended
from tools.keeping import kept, parser_of
from tools.ladder import error

GAMES = {2: 10000, 3: 1500, 4: 1000, 5: 1000}
"""Games by number of players, split evenly among the selections."""

NAMED = [name for name in SELECTIONS if name != RANDOM]

FIRM = 500.0
"""The weight, in games, of the slope over all selections beside that of one selection."""

PARTS = 5
"""The number of parts of all games; each part is held out once."""

Row = tuple[float, float]
"""A seat's margin by the player's value, and its final one."""

Rows = list[list[Row]]
"""Rows of one game after turns 1 to 7, by place in the order of the next turn."""


def played(players: int, number: int) -> Rows:
    """Play one game and return its rows."""
    options = {"spells": NAMED[number % len(NAMED)], "deck": list(DECKS)[number // len(NAMED) % len(DECKS)]}
    which = kit("adepts")
    assert which.judge is not None
    seed = f"expected/{players}/{number}"
    worlds, points, _ = ended(which, which.judge, players, options, ["greedy"] * players, seed)
    came, rows = margins(list(points.values())), Rows()
    for world in worlds:
        play_on(world)
        told = {place(world, seat): (margin(world, seat), came[seat]) for seat in SEATS[:players]}
        rows.append([told[at] for at in range(players)])
    return rows


def fitted(groups: Mapping[str, Sequence[Sequence[Row]]]) -> dict[str, Line]:
    """Return the lines after one turn, fitted to games by selection; `ANY` is for all selections together."""
    spreads = {name: Spread.of(rows) for name, rows in groups.items()}
    games = sum(map(len, groups.values()))
    across, down = (sum(column) / games for column in zip(*(each[:2] for each in spreads.values()), strict=True))
    lines = {
        name: each.line((each.down + FIRM * down) / (each.across + FIRM * across)) for name, each in spreads.items()
    }
    return {ANY: Spread.of([row for rows in groups.values() for row in rows]).line(down / across), **lines}


class Spread(NamedTuple):
    """Sums of squares and of products over games, both centred on the means by place; and those means."""

    across: float
    down: float
    centres: Sequence[Row]

    @classmethod
    def of(cls, rows: Sequence[Sequence[Row]]) -> Spread:
        """Return the spread of games with the same selection."""
        columns = [list(zip(*column, strict=True)) for column in zip(*rows, strict=True)]
        centres = [(fmean(told), fmean(came)) for told, came in columns]
        both = [
            (told - usual, came - as_came)
            for row in rows
            for (told, came), (usual, as_came) in zip(row, centres, strict=True)
        ]
        return cls(sum(x * x for x, _ in both), sum(x * y for x, y in both), centres)

    def line(self, slope: float) -> Line:
        """Return the line with this slope through the means."""
        return Line(slope, [came - slope * told for told, came in self.centres])


def table(games: Sequence[Rows]) -> list[dict[str, Line]]:
    """Return the lines after turns 1 to 7; the games must be in the order of their numbers."""
    by_spells = {name: games[at :: len(NAMED)] for at, name in enumerate(NAMED)}
    return [
        fitted({name: [rows[turn] for rows in found] for name, found in by_spells.items()})
        for turn in range(LAST_TURN - 1)
    ]


def held_out(games: Sequence[Rows]) -> list[list[float]]:
    """Return, after each turn, by how much too far ahead the favourite was expected in games held out of the fit.

    There are equally many games with each selection.
    """
    rounds = [games[at : at + len(NAMED)] for at in range(0, len(games), len(NAMED))]
    gaps: list[list[float]] = [[] for _ in range(LAST_TURN - 1)]
    for part in range(PARTS):
        lines = table([rows for number, each in enumerate(rounds) if number % PARTS != part for rows in each])
        for rows, name in (pair for each in rounds[part::PARTS] for pair in zip(each, NAMED, strict=True)):
            for after, by_name, row in zip(gaps, lines, rows, strict=True):
                guesses = [(by_name[name].at(told, at), came) for at, (told, came) in enumerate(row)]
                ahead, came = max(guesses)
                after.append(ahead - came)
    return gaps


def written(players: int, by_turn: Sequence[Mapping[str, Line]]) -> str:
    """Return a table of the file: by selection, and turn by turn, the slope and an intercept for each place."""
    lines = [f"[players-{players}]"]
    for name in (ANY, *NAMED):
        rows = (lines[name] for lines in by_turn)
        told = (f"[{', '.join([f'{row.slope:.3f}', *(f'{height:.1f}' for height in row.places)])}]" for row in rows)
        lines.append(f"{name} = [{', '.join(told)}]")
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> None:
    """Read the command line and run."""
    parser = parser_of("expected", __doc__, Path(str(strong.__file__)).with_name("expected.toml"))
    per_table = "for 2, 3, 4 and 5 players, at least 15 each"
    parser.add_argument("--games", type=int, nargs="*", default=list(GAMES.values()), help=per_table)
    asked = parser.parse_args(words)
    parts = [
        "# What the value's margins at the end of turns 1 to 7 come to, in mana; made by `python -m tools.expected`."
    ]
    for players, count in zip(GAMES, asked.games, strict=False):
        file = asked.rows and asked.rows / f"{players}.jsonl"
        games = list(kept(partial(played, players), count, file, Rows))
        parts.append(written(players, table(games)))
        told = ", ".join(f"{fmean(gaps):+.1f} ± {error(gaps):.1f}" for gaps in held_out(games))
        print(f"{players} players, {count} games: held out, too far ahead after turns 1 to 7: {told}", flush=True)
    asked.out.write_text("\n\n".join(parts) + "\n")


if __name__ == "__main__":
    main()
