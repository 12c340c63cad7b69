"""What is new since an earlier picture, found by comparing two views of one game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.spirit_ground.rules.reader import ViewReader


class Changes(NamedTuple):
    """What is new: squares with a tile that was not there before (`fresh`), squares whose tile has fallen since
    (`fell`), and how many relics were taken since, by seat."""

    fresh: tuple[str, ...] = ()
    fell: tuple[str, ...] = ()
    relics: Mapping[str, int] = {}


NOTHING = Changes()


def changes(now: ViewReader, before: ViewReader | None) -> Changes:
    """Compare two views of one game; without `before`, only the newest tile is new."""
    if before is None:
        return Changes((now.newest,) if now.newest else ())
    fresh = tuple(square for square in now.tiles if square not in before.tiles)
    fell = tuple(
        square
        for square, lying in now.tiles.items()
        if not lying.alive and (square not in before.tiles or before.tiles[square].alive)
    )
    more = {seat: player.relics - before.players[seat].relics for seat, player in now.players.items()}
    return Changes(fresh, fell, {seat: count for seat, count in more.items() if count > 0})
