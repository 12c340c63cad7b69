"""Alternative texts of the pictures, for people who use screen readers. The most important comes first, since their
length is limited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.english import listed, many, sentence
from game.core.text.names import plain_names
from game.core.words import Names, ranked
from game.spirit_ground.boards.changes import Changes
from game.spirit_ground.boards.news import player, pressed, stands, told
from game.spirit_ground.rules.content import Tile
from game.spirit_ground.rules.reader import ViewReader
from game.spirit_ground.words.terms import printed, tie


def board(now: ViewReader, names: Names, new: Changes) -> str:
    """Describe where the game stands, what is new, who is nearly surrounded, the players, the shrines, the pairs."""
    who = plain_names(names, now.players)
    news = f"New: {' '.join(found)}" if (found := told(now, who, new)) else ""
    near = f"Nearly surrounded: {', '.join(found)}." if (found := pressed(now)) else ""
    return " ".join(
        filter(None, ["Spirit Ground.", stands(now, who), news, near, _players(now, who), _shrines(now), _pairs(now)])
    )


def preview(ways: Sequence[str], told: str) -> str:
    """Describe what would happen, as `told`, and what can be chosen."""
    choices = f"To choose from: {', '.join(ways)}." if ways else ""
    return " ".join(filter(None, (told, choices))) or "The ground."


def pairs(now: ViewReader) -> str:
    """Describe the pairs to choose from, or this round's pair, and the relics."""
    return f"{_pairs(now)} {_shrines(now)}".strip() or "No pair is left."


def score(now: ViewReader, lines: Mapping[str, Mapping[str, Any]], names: Names) -> str:
    """Describe ranks and points."""
    who = plain_names(names, now.players)
    ranks = [
        f"{line['rank']}. {who[seat]} {many(line['total'], 'point')}: gems {line['gems']}, spirits {line['spirits']},"
        f" relics {line['relics']}; {line['living']} living"
        for seat, line in ranked(lines)
    ]
    told = ". ".join([*ranks, sentence(why)] if (why := tie(lines)) else ranks)
    return f"{'Final score' if now.over else 'Score so far'}, round {now.turn}: {told}."


def _players(now: ViewReader, who: Names) -> str:
    standing = now.standing()
    return " ".join(player(now, who, seat, standing[seat]["total"]) for seat in now.players)


def _shrines(now: ViewReader) -> str:
    costs = [f"{square} for {now.cost(square)}" for square in now.relics]
    return f"Relics: {', '.join(costs)}." if costs else ""


def _pairs(now: ViewReader) -> str:
    if now.over:
        return ""
    this = f"This round: {_both(now.pair)}." if now.pair else ""
    rest = f"Pairs: {'; '.join(map(_both, now.stream))}." if now.stream else ""
    return f"{this} {rest}".strip()


def _both(pair: tuple[Tile, Tile]) -> str:
    return listed(f"{tile.name} ({printed(tile)})" for tile in pair)
