"""Pictures in words, for those who hear them: what matters most first, since there is a limit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.english import many
from game.mana_surge.boards.changes import Changes
from game.mana_surge.boards.facts import Names, View, clockwise
from game.mana_surge.boards.ghosts import Ghost
from game.mana_surge.boards.news import foretold, stands, tokens, told, when
from game.mana_surge.pictures.words import said
from game.mana_surge.rules.seats import ENOUGH

MOST = 10
"""Things that are new, as many as are told."""


def board(view: View, names: Names, new: Changes) -> str:
    """Where the game stands, who is asked, what happened, then the players with their tokens."""
    who = said(view["players"], names)
    found = told(view, who, new)
    news = f"New: {' '.join(found[:MOST])}{' And more.' if len(found) > MOST else ''}" if found else ""
    return " ".join(filter(None, ["Mana Surge.", stands(view, who), news, _players(view, who)]))


def preview(view: View, names: Names, ghost: Ghost | None, ways: Sequence[Ghost]) -> str:
    """What would happen, or between what one may choose, then the players with their tokens."""
    who = said(view["players"], names)
    parts = [foretold(view, who, ghost) if ghost else ""]
    if ways and not ghost:
        parts.append(f"To choose from: {', '.join(_way(way) for way in ways)}.")
    return " ".join(filter(None, [*parts, _players(view, who)]))


def score(view: View, lines: Mapping[str, Mapping[str, Any]], names: Names) -> str:
    """Ranks, mana and tokens; at the end also where the tokens stand."""
    who = said(view["players"], names)
    ranked = sorted(lines, key=lambda seat: (lines[seat]["rank"], seat))
    ranks = [
        f"{lines[seat]['rank']}. {who[seat]} {lines[seat]['mana']} mana, {many(lines[seat]['tokens'], 'token')}"
        for seat in ranked
    ]
    title = "Final score" if view["over"] else "Score so far"
    found = f"{title}, {when(view)}: {'; '.join(ranks)}."
    return f"{found} {_players(view, who)}" if view["over"] else found


def _players(view: View, who: Names) -> str:
    """In the order of a round: mana, the spawner, and where the tokens stand; what is not plain is in brackets."""
    found = []
    for seat in clockwise(view):
        player = view["players"][seat]
        hexes = tokens(view, seat)
        parts = [f"{player['mana']} of {ENOUGH} mana"]
        parts += [f"spawner on {player['corner']}"] if player["corner"] else []
        parts += [f"{many(len(hexes), 'token')}: {', '.join(hexes)}"] if hexes else ["no tokens"]
        found.append(f"{who[seat]}{_colour(player)}, {', '.join(parts)}.")
    return " ".join(found)


def _colour(player: Mapping[str, Any]) -> str:
    return f" ({player['colour']})" if player["colour"] else ""


def _way(way: Ghost) -> str:
    sign = {"move": "-", "attack": "x"}.get(way.kind, "")
    return f"{way.source}{sign}{way.target}"
