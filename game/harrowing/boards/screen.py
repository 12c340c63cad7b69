"""The whole position in the colours of a terminal."""

from __future__ import annotations

from itertools import groupby

from rich.console import Group, RenderableType
from rich.text import Text

from game.core.english import listed, many
from game.core.protocol import View
from game.core.text.names import plain_names
from game.core.words import Names
from game.harrowing.boards.news import chances, stands
from game.harrowing.rules.content import BOARD
from game.harrowing.rules.reader import Lying, ViewReader
from game.harrowing.words import spells
from game.harrowing.words.board import slots

STYLES = {"P1": "bold red", "P2": "bold blue", "P3": "bold green", "P4": "bold magenta"}
CELL = 10
"""The characters per hex. A hex has two lines of text, and each row of hexes starts half a hex further to the right."""
LEGEND = (
    "2c C: a tile with its rune · 1x2 two pillars of the first player · # locked · * can be claimed · ■ power □ empty"
)


def screen(view: View, names: Names) -> RenderableType:
    """Draw the whole position: the field, all tiles with their spells, the players."""
    now = ViewReader(view)
    who = plain_names(names, now.seats)
    found: list[RenderableType] = [Text(stands(now, who), style="bold")]
    if near := listed(chances(now, who), ""):
        found.append(Text(f"Could win with the next claim: {near}", style="yellow"))
    found += [Text(), *_map(now), Text(), *(_tile(lying) for lying in now.field.values()), Text()]
    found += [line for seat in now.seats for line in _player(now, who, seat)]
    found.append(Text(f"Stack {many(now.stack_size, 'tile')} · supply {now.supply} · {LEGEND}", style="dim"))
    return Group(*found)


def _map(now: ViewReader) -> list[Text]:
    """Return the field as it lies: each row of hexes takes two lines."""
    if not now.field:
        return []
    spread = [lying.axial for lying in now.field.values()]
    left = min(2 * q + r for q, r in spread)
    lines: list[Text] = []
    for row in range(min(r for _, r in spread), max(r for _, r in spread) + 1):
        upper, lower = Text(), Text()
        for lying in sorted((each for each in now.field.values() if each.axial[1] == row), key=lambda each: each.axial):
            at = (2 * lying.axial[0] + row - left) * CELL // 2
            for line, cell in ((upper, _upper(now, lying)), (lower, _lower(lying))):
                line.append(" " * (at - len(line)))
                line.append_text(cell)
        lines += [upper, lower]
    return lines


def _upper(now: ViewReader, lying: Lying) -> Text:
    """Return a tile's id and runes, and marks if it is locked or can be claimed."""
    marks = "#" if lying.id in now.locked else ""
    marks += "*" if now.active and lying.id in now.claimable(now.active) else ""
    return Text(f"{lying.id} {lying.face.runes}{marks}"[: CELL - 1].ljust(CELL - 1), style="bold")


def _lower(lying: Lying) -> Text:
    """Return whose pillars stand on a tile, and how many."""
    cell = Text()
    for seat, count in lying.pillars.items():
        cell.append(f"{seat[1]}x{count} ", style=STYLES[seat])
    cell.truncate(CELL - 1, pad=True)
    return cell


def _tile(lying: Lying) -> Text:
    power = slots(lying.face.slots, lying.power).strip("`")
    face = lying.face
    where = f"{face.kind} at {lying.hex}"
    return Text(f"{lying.id:>3} {face.name} {face.runes} {power} {where}: {spells.brief(face)}")


def _player(now: ViewReader, who: Names, seat: str) -> list[Text]:
    own = now.players[seat]
    mark = ">" if seat in now.pending else " "
    runes = " ".join(f"{rune}{count}" for rune, count in now.runes(seat).items())
    claimed = listed([f"{each.id}{' (sealed)' if each.sealed else ''}" for each in own.claimed], "nothing")
    rows = [
        "  ".join(f"{face.name} {slots(face.slots, own.power[face.source]).strip('`')}" for face in faces)
        for _, faces in groupby(BOARD, lambda face: face.kind)
    ]
    text = (
        f"{mark} {seat[1]} {who[seat]}: pool {own.pool}, fortress {own.fort}, {many(own.pillars, 'pillar')} left;"
        f" claimed {claimed}; {runes}"
    )
    return [Text(text, style=STYLES[seat]), *(Text(f"    {row}", style="dim") for row in rows)]
