"""The position in words: the board as a text map, and a line for each player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.core.english import listed, many
from game.core.protocol import View
from game.core.text.names import shown_names
from game.core.words import Names
from game.mana_surge.rules.boards.board import Kind
from game.mana_surge.rules.explaining import NAMED
from game.mana_surge.rules.hexes import lengths
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.seats import ENOUGH, LAST_TURN
from game.mana_surge.words import log
from game.mana_surge.words.terms import COLOURS, HEXES, LOCKING, PHASES

SIGNS: Mapping[Kind, str] = {
    "strong": "+",
    "guard": "#",
    "weak": "-",
    "action": "!",
    "spawn": "*",
    "pool": "o",
    "corner": "@",
    "plain": " ",
}
"""The sign after the name of a hex on the map. After it comes the initial of the colour whose token or spawner stands
there."""

_LOCKS = listed([f"`{sign}`" for kind, sign in SIGNS.items() if kind in LOCKING], last="or")
_LOCKED = f"On {_LOCKS} a token is locked: it neither moves nor attacks until it dies"
LEGEND = (
    "-# `+` +1 Attack · `#` +1 Defence · `-` -1 Attack · `!` Extra Action · `*` Extra Spawn · `o` Mana Pool"
    " · `@` spawner; then the first letter of the colour whose token it is."
    f" {_LOCKED}."
)


def legend() -> str:
    """Explain the signs of the map."""
    hexes = (f"- `{SIGNS[kind]}` {what}" for kind, what in HEXES.items())
    letters = ", ".join(f"`{colour[0].upper()}` {colour}" for colour in COLOURS)
    return "\n".join(
        (
            "**Behind the name of a hex**",
            *hexes,
            f"- {letters}: whose token stands there, or whose spawner",
            f"- {_LOCKED}",
        )
    )


def place(now: ViewReader) -> str:
    """Say where the game stands: "Round 3 of 40 · moving · 2 points left"; before that "1 to place, then 2 points"."""
    if now.turn == 0:
        return "Setting up"
    if now.over:
        return f"The end, in round {now.turn}"
    points = many(now.points, "point")
    left = f"{now.spawns} to place, then {points}" if now.phase == "start" else f"{points} left"
    return f"Round {now.turn} of {LAST_TURN} · {PHASES[now.phase]} · {left}"


def lines(view: View, names: Names, title: str) -> list[str]:
    """Return the whole position, line by line."""
    now = ViewReader(view)
    found = [f"## {title}", f"-# {place(now)}", plan(now), LEGEND, *_players(now, names)]
    if now.fierce:
        found.append("-# Fierce: an attack that equals the defence kills too.")
    return found


def steps(view: View, names: Names) -> list[str]:
    """Say what was done in the last turn and in this one so far, for people who have not been told."""
    now = ViewReader(view)
    told = log.sentences([*now.last, *now.trail], shown_names(names))
    return ["**Last steps**", *(f"- {line}" for line in told)] if told else []


def plan(now: ViewReader) -> str:
    """Return the board as a map in a code block: each hex with its name, sign and letter."""
    rows, at = [], 0
    longest = 2 * now.board.side - 1
    for length in lengths(now.board.side):
        cells = [_cell(now, name) for name in now.board.names[at : at + length]]
        rows.append((" " * (5 * (longest - length) // 2) + " ".join(cells)).rstrip())
        at += length
    return "\n".join(["```", *rows, "```"])


def _cell(now: ViewReader, name: str) -> str:
    there = colour(now, name)
    return f"{name}{SIGNS[now.kind(name)]}{there[0].upper() if there else ' '}"


def colour(now: ViewReader, name: str) -> str:
    """Return the colour of the token or spawner on a hex; "" if there is none."""
    owner = now.spawner(name) if now.kind(name) == "corner" else now.troops.get(name)
    return (now.players[owner].colour or "") if owner else ""


def _players(now: ViewReader, names: Names) -> Iterator[str]:
    shown = shown_names(names)
    for seat, player in now.players.items():
        sign = f"{COLOURS[player.colour]} " if player.colour else ""
        about = [player.colour or "no colour yet", *([f"corner {player.corner}"] if player.corner else [])]
        if now.on_pool == seat:
            about.append("on the Mana Pool")
        yield (
            f"{sign}**{shown.get(seat, seat)}** ({', '.join(about)}) · **{player.mana}** of {ENOUGH} mana"
            f" · {many(player.tokens, 'token')}{bonus(now, seat)}{' ◀' if now.active == seat else ''}"
        )


def bonus(now: ViewReader, seat: str, between: str = " · ") -> str:
    """Name the abilities that a player's tokens hold, each preceded by `between`."""
    held = [now.kind(hex) for hex, owner in now.troops.items() if owner == seat]
    counts = {NAMED[kind]: held.count(kind) for kind in ("action", "spawn") if kind in held}
    return "".join(f"{between}{name}{f' ×{count}' if count > 1 else ''}" for name, count in counts.items())
