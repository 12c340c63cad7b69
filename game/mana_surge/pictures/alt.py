"""Alternative texts of the pictures, for people who use screen readers. The most important comes first, since their
length is limited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.english import many
from game.core.text.names import plain_names
from game.core.words import Names, ranked
from game.mana_surge.boards.changes import Changes
from game.mana_surge.boards.ghosts import Ghost
from game.mana_surge.boards.news import foretold, stands, tokens, told, when
from game.mana_surge.rules.reader import Player, ViewReader
from game.mana_surge.rules.seats import ENOUGH

MOST = 10
"""The most new things that are told."""


def board(now: ViewReader, names: Names, new: Changes) -> str:
    """Describe where the game stands, who is asked, what happened, then the players with their tokens."""
    who = plain_names(names, now.players)
    found = told(now, who, new)
    news = f"New: {' '.join(found[:MOST])}{' And more.' if len(found) > MOST else ''}" if found else ""
    return " ".join(filter(None, ["Mana Surge.", stands(now, who), news, _players(now, who)]))


def preview(now: ViewReader, names: Names, ghost: Ghost | None, ways: Sequence[Ghost]) -> str:
    """Describe what would happen, or what can be chosen, then the players with their tokens."""
    who = plain_names(names, now.players)
    parts = [foretold(now, who, ghost) if ghost else ""]
    if ways and not ghost:
        parts.append(f"To choose from: {', '.join(_way(way) for way in ways)}.")
    return " ".join(filter(None, [*parts, _players(now, who)]))


def score(now: ViewReader, lines: Mapping[str, Mapping[str, Any]], names: Names) -> str:
    """Describe ranks, mana and tokens, and at the end of the game also where the tokens stand."""
    who = plain_names(names, now.players)
    ranks = [
        f"{line['rank']}. {who[seat]} {line['mana']} mana, {many(line['tokens'], 'token')}"
        for seat, line in ranked(lines)
    ]
    title = "Final score" if now.over else "Score so far"
    found = f"{title}, {when(now)}: {'; '.join(ranks)}."
    return f"{found} {_players(now, who)}" if now.over else found


def _players(now: ViewReader, who: Names) -> str:
    """Describe the players in the order of a round: mana, spawner, and their tokens, with what is special about a token
    in brackets."""
    found = []
    for seat in now.clockwise:
        player = now.players[seat]
        hexes = tokens(now, seat)
        parts = [f"{player.mana} of {ENOUGH} mana"]
        parts += [f"spawner on {player.corner}"] if player.corner else []
        parts += [f"{many(len(hexes), 'token')}: {', '.join(hexes)}"] if hexes else ["no tokens"]
        found.append(f"{who[seat]}{_colour(player)}, {', '.join(parts)}.")
    return " ".join(found)


def _colour(player: Player) -> str:
    return f" ({player.colour})" if player.colour else ""


def _way(way: Ghost) -> str:
    sign = {"move": "-", "attack": "x"}.get(way.kind, "")
    return f"{way.source}{sign}{way.target}"
