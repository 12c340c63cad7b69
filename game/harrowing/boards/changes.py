"""What is new since an earlier picture, found by comparing two views of one game."""

from __future__ import annotations

from typing import NamedTuple

from game.harrowing.rules.reader import ViewReader


class Changes(NamedTuple):
    """What is new: tiles that were placed; tiles that lie elsewhere or show their other side (`moved`); tiles whose
    pillars changed (`held`); and claimed tiles, as pairs of seat and id. `fresh` are all of the first three, which a
    picture marks."""

    placed: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    claimed: tuple[tuple[str, str], ...] = ()

    @property
    def fresh(self) -> tuple[str, ...]:
        return (*self.placed, *self.moved, *self.held)


NOTHING = Changes()


def changes(now: ViewReader, before: ViewReader | None) -> Changes:
    """Compare two views of one game. Nothing is new without `before`, or if `before` is later than `now` because moves
    were taken back."""
    if before is None or before.ply > now.ply:
        return NOTHING
    placed = tuple(id for id in now.field if id not in before.field)
    stayed = [id for id in now.field if id in before.field]
    moved = tuple(
        id for id in stayed if now.field[id].hex != before.field[id].hex or now.field[id].side != before.field[id].side
    )
    held = tuple(id for id in stayed if id not in moved and now.field[id].pillars != before.field[id].pillars)
    claimed = tuple(
        (seat, each.id)
        for seat, player in now.players.items()
        for each in player.claimed
        if each.id not in {old.id for old in before.players[seat].claimed}
    )
    return Changes(placed, moved, held, claimed)
