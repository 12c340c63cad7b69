"""The position in words: the ground as a text map, what lies on it, and a line for each player."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.english import listed, many
from game.core.protocol import View
from game.core.text.names import shown_names
from game.core.words import Names
from game.spirit_ground.rules.ground import NAMES, ROWS, SIDE
from game.spirit_ground.rules.reader import ViewReader
from game.spirit_ground.rules.seats import ENOUGH_DEATHS, LAST_ROUND
from game.spirit_ground.words.terms import PHASES, SIGNS, SPECIALS, TRIBES, crystals, printed

WIDE = 6
"""The characters per square on the map."""
MAP_LEGEND = (
    "-# `F=5` `C=3` a warrior of Fen or Crag with its strength · `f` `c` a fallen one · `*` the newest"
    " · `e` `s` crystals · `R3` a relic and what it costs · `.` free"
)


def legend() -> str:
    """Explain the signs."""
    lines = [
        f"- {SIGNS['energy']} energy: on a warrior it is strength",
        f"- {SIGNS['spirit']} spirit: on a living warrior it is a point",
        f"- {SIGNS['relic']} a relic on its shrine, with what it costs now: at least one crystal of it a spirit",
        "- `F=5` a warrior of Fen with strength 5, `C=3` one of Crag; `f`, `c` fallen ones; `*` the newest",
        "- `e`, `s`: crystals that whoever places there takes; `.` a free square",
        "- An arrow points at the square where a later ally of the warrior gets one energy",
        *(f"- {text}" for text in SPECIALS.values()),
    ]
    return "\n".join(lines)


def place(now: ViewReader) -> str:
    """Say where the game stands: "Round 3 of 12 · first turn"."""
    if now.over:
        return f"The end, in round {now.turn}"
    return f"Round {now.turn} of {LAST_ROUND} · {PHASES[now.phase]}"


def lines(view: View, names: Names, title: str) -> list[str]:
    """Return the whole position, line by line."""
    now = ViewReader(view)
    return [
        f"## {title}",
        f"-# {place(now)}",
        plan(now),
        MAP_LEGEND,
        *_players(now, names),
        f"Deaths: **{now.deaths}** ({ENOUGH_DEATHS} end the game) · bag: {crystals(now.bag)}"
        f" · supply: {crystals(now.supply)}",
        *_pairs(now),
        *_pressed(now),
    ]


def warriors(view: View, names: Names) -> list[str]:
    """Return every tile with everything about it, for people who want to look closely."""
    now, shown = ViewReader(view), shown_names(names)
    found = []
    for square, lying in now.tiles.items():
        whose = shown.get(lying.seat, lying.seat)
        if not lying.alive:
            found.append(f"- {square}: {TRIBES[lying.seat]} {lying.tile.name} of {whose}, fallen")
            continue
        helps = now.helps(square) if lying.top else []
        aim = f", helps {listed(helps)}" if helps else ""
        on_it = f", {crystals(lying.crystals)} on it" if lying.crystals.total else ""
        found.append(
            f"- {square}: {TRIBES[lying.seat]} {lying.tile.name} of {whose}, strength {lying.strength},"
            f" {many(lying.tile.gems, 'gem')}{on_it}{aim}"
        )
    return ["**Warriors**", *found] if found else []


def plan(now: ViewReader) -> str:
    """Return the ground as a map in a code block."""
    head = "   " + "".join(str(column).ljust(WIDE) for column in range(1, SIDE + 1))
    rows = [
        f"{ROWS[row]}  " + "".join(cell(now, name).ljust(WIDE) for name in NAMES[row * SIDE : (row + 1) * SIDE])
        for row in range(SIDE)
    ]
    return "\n".join(["```", head.rstrip(), *(row.rstrip() for row in rows), "```"])


def cell(now: ViewReader, name: str) -> str:
    """Return what is on a square: "F=5", "c", "ee", "R3", ".". The "=" tells strengths from tile ids: "F5" is a
    tile."""
    lying = now.tiles.get(name)
    if lying is not None:
        letter = now.tribe(lying.seat)[0]
        text = f"{letter}={lying.strength}" if lying.alive else letter.lower()
        return text + ("*" if name == now.newest else "")
    if name in now.relics:
        return f"R{now.cost(name)}"
    there = now.ground.get(name)
    return "e" * there.energy + "s" * there.spirit if there else "."


def _players(now: ViewReader, names: Names) -> Iterator[str]:
    shown, standing = shown_names(names), now.standing()
    for seat, player in now.players.items():
        yield (
            f"{TRIBES[seat]} **{shown.get(seat, seat)}** ({now.tribe(seat)})"
            f" · **{many(standing[seat]['total'], 'point')}** · storage: {crystals(player.storage)}"
            f" · {many(player.relics, 'relic')} · {player.dead} fallen"
            f" · {many(player.deck_size, 'tile')} in the deck{' ◀' if seat in now.pending else ''}"
        )


def _pairs(now: ViewReader) -> Iterator[str]:
    if now.pair and not now.over:
        yield "**This round:** " + " and ".join(f"{tile.name} ({printed(tile)})" for tile in now.pair)
    if now.stream and not now.over:
        yield "**Stream:**"
        yield from (
            "- " + " and ".join(f"{tile.id} {tile.name} ({printed(tile)})" for tile in pair) for pair in now.stream
        )


def _pressed(now: ViewReader) -> list[str]:
    """Return a line on who is surrounded as soon as one more square is taken."""
    found = [
        f"{lying.tile.name} on {square} by {side} ({lying.strength} against {now.against(square)})"
        for square, side in now.pressed.items()
        if (lying := now.tiles[square])
    ]
    return [f"**Nearly surrounded:** {listed(found)}"] if found and not now.over else []
