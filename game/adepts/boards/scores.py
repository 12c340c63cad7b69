"""The score sheet in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from game.adepts.rules.reader import read_scores
from game.adepts.rules.scoring import Score, best_first, tied
from game.adepts.words.gems import listed, signs
from game.core import layout
from game.core.layout import Accent, Panel, Picture
from game.core.text.names import shown_names
from game.core.text.parts import parts
from game.core.words import best, medal, won

Standing = Mapping[str, Mapping[str, Any]]


def score(standing: Standing, names: Mapping[str, str], seed: str = "", over: bool = False) -> list[str]:
    """Return the score sheet so far or, once the game is over, the final one with the seed, which is secret until
    then."""
    if not over:
        return parts(
            ["## Score so far", "-# Batteries are counted, gems in queues are not.", *ranking(standing, names)]
        )
    return parts([_winners(standing, names), *ranking(standing, names, details=True), _shuffling(seed)])


def final(standing: Standing, names: Mapping[str, str], seed: str, picture: Picture | None = None) -> Panel:
    """The board message of a game that is over, without its buttons."""
    return layout.framed(
        layout.text(_winners(standing, names)),
        layout.text(*ranking(standing, names, details=True)),
        layout.line(),
        layout.text(_shuffling(seed)),
        accent=Accent.WON,
        picture=picture,
    )


def result(standing: Standing, names: Mapping[str, str]) -> list[str]:
    """Who has won, and the final score of all."""
    return [_winners(standing, names), *ranking(standing, names, details=True)]


def _winners(standing: Standing, names: Mapping[str, str]) -> str:
    return f"## 🏆 {won(best(standing, shown_names(names)))}"


def _shuffling(seed: str) -> str:
    return f"-# Every shuffle came from the seed `{seed}`. **Record** says how to check it."


def ranking(standing: Standing, names: Mapping[str, str], details: bool = False) -> list[str]:
    """Return one or more lines for each player, the winner first."""
    shown = shown_names(names)
    lines = []
    scores = read_scores(standing)
    placed = any(line.total for line in scores.values())  # without any mana there are no ranks yet
    for seat, line in best_first(scores).items():
        place = f"{medal(line.rank)} " if placed else ""
        lines.append(f"{place}**{shown.get(seat, seat)}** · **{line.total}** mana")
        left = f", {line.leftover} of it for gems left in the queue," if line.leftover else ""
        lines.append(f"-# {line.processed} processed{left} + {sum(line.battery)} from batteries")
        if details:
            lines.append(f"-# Mana of the batteries: {signs(line.by_gem, 'none')}")
    return [*lines, *(f"-# {line}" for line in ties(scores, shown))]


def ties(scores: Mapping[str, Score], names: Mapping[str, str]) -> list[str]:
    """Say why players with equal totals rank as they do (ruling 33): a sentence for each total."""
    said = []
    for group in tied(scores.values()):
        seats = [seat for line in dict.fromkeys(group) for seat, each in scores.items() if each == line]
        who = listed([names.get(seat, seat) for seat in seats])
        each = f"{who} have {group[0].total} mana each"
        ranks = Counter(line.rank for line in group)
        shares = "victory" if group[0].rank == 1 and ranks[1] > 1 else "place"
        if len(ranks) == 1:
            said.append(f"{each}, {group[0].processed} of it processed: they share the {shares}.")
            continue
        equal = f" Who is equal in that too shares the {shares}." if max(ranks.values()) > 1 else ""
        by = " against ".join(str(line.processed) for line in group)
        said.append(f"{each}: who has more of it processed is ahead, {by}.{equal}")
    return said
