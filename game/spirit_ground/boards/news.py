"""What is new and where the game stands, in sentences. Names are put in as given, without escaping."""

from __future__ import annotations

from game.core.english import many
from game.core.words import Names, best, won
from game.spirit_ground.boards.changes import Changes
from game.spirit_ground.rules.reader import ViewReader
from game.spirit_ground.rules.seats import LAST_ROUND
from game.spirit_ground.words.terms import crystals

ASKS = {
    "pair": "choose a pair",
    "order": "say who goes first",
    "place": "place a warrior",
    "pay": "pay for a shrine",
    "rotate": "turn a warrior",
    "enhance": "enhance a warrior",
    "target": "choose who is settled next",
}
"""What somebody who is asked is to do, by kind of question."""


def stands(now: ViewReader, names: Names) -> str:
    """Say where the game stands and who is asked, or who has won."""
    if now.over:
        return f"The game is over after round {now.turn}: {won(best(now.standing(), names))}."
    waiting = ", ".join(f"{names[seat]} to {ASKS[kind]}" for seat, kind in now.pending.items())
    return f"Round {now.turn} of {LAST_ROUND}. Waiting for {waiting}. Deaths so far: {now.deaths}."


def told(now: ViewReader, names: Names, new: Changes) -> list[str]:
    """Return a sentence for each thing that is new."""
    found = []
    for square in new.fresh:
        lying = now.tiles[square]
        found.append(f"{names[lying.seat]}: {lying.tile.name} on {square}.")
    found += [f"{names[seat]} took {many(count, 'relic')}." for seat, count in new.relics.items()]
    found += [
        f"{names[now.tiles[square].seat]}'s {now.tiles[square].tile.name} on {square} fell." for square in new.fell
    ]
    return found


def warriors(now: ViewReader, seat: str) -> list[str]:
    """List a player's living warriors with their strength, in square order: "Mud Otter b3 (4)"."""
    return [
        f"{lying.tile.name} {square} ({lying.strength})"
        for square, lying in now.tiles.items()
        if lying.seat == seat and lying.alive
    ]


def pressed(now: ViewReader) -> list[str]:
    """List the warriors that are surrounded as soon as one more square is taken: "b3 by b4 (4 against 5)"; empty once
    the game is over."""
    if now.over:
        return []
    return [
        f"{square} by {side} ({now.tiles[square].strength} against {now.against(square)})"
        for square, side in now.pressed.items()
    ]


def player(now: ViewReader, names: Names, seat: str, points: int) -> str:
    """Describe what a player has, in a sentence."""
    own = now.players[seat]
    own_tiles = warriors(now, seat)
    lying = f"; {many(len(own_tiles), 'warrior')}: {', '.join(own_tiles)}" if own_tiles else ""
    return (
        f"{names[seat]} ({now.tribe(seat)}): {many(points, 'point')}, {many(own.relics, 'relic')}, {own.dead} fallen,"
        f" storage {crystals(own.storage)}{lying}."
    )
