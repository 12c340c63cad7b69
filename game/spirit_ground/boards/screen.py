"""The whole position in the colours of a terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from game.core.english import many
from game.core.protocol import View
from game.core.text.names import plain_names
from game.core.words import Names
from game.spirit_ground.boards.news import pressed, stands
from game.spirit_ground.rules.ground import NAMES, SIDE
from game.spirit_ground.rules.reader import ViewReader
from game.spirit_ground.words.terms import crystals, printed

STYLES = {"P1": "bold red", "P2": "bold cyan"}
ARROWS = dict(zip(range(8), "↑↗→↘↓↙←↖", strict=True))
LEGEND = "F=5 a warrior of Fen with strength 5 · f fallen · * newest · e s crystals · R3 a relic that costs 3"


def screen(view: View, names: Names) -> RenderableType:
    """Draw the whole position: the ground, both players, the pairs."""
    now = ViewReader(view)
    who = plain_names(names, now.players)
    standing = now.standing()
    players = [_player(now, who, seat, standing[seat]["total"]) for seat in now.players]
    near = [Text(f"Nearly surrounded: {', '.join(found)}", style="yellow")] if (found := pressed(now)) else []
    return Group(
        Text(stands(now, who), style="bold"), _ground(now), *players, *near, *_pairs(now), Text(LEGEND, style="dim")
    )


def _ground(now: ViewReader) -> Table:
    table = Table(show_header=True, show_lines=True)
    table.add_column("")
    for column in range(1, SIDE + 1):
        table.add_column(str(column), width=9)
    for row in range(SIDE):
        names = NAMES[row * SIDE : (row + 1) * SIDE]
        table.add_row(names[0][0], *(_cell(now, name) for name in names))
    return table


def _cell(now: ViewReader, name: str) -> Text:
    lying = now.tiles.get(name)
    if lying is None:
        if name in now.relics:
            return Text(f"R{now.cost(name)}", style="yellow")
        there = now.ground.get(name)
        return Text("e" * there.energy + "s" * there.spirit if there else ".", style="magenta" if there else "dim")
    letter = now.tribe(lying.seat)[0]
    new = "*" if name == now.newest else ""
    if not lying.alive:
        return Text(f"{letter.lower()}{new}", style="dim")
    arrows = "".join(ARROWS[arrow] for arrow in sorted(lying.arrows)) if lying.top else ""
    on_it = f"{'◆' * lying.tile.gems}{f' {lying.crystals.spirit}s' if lying.crystals.spirit else ''}"
    return Text(f"{letter}={lying.strength}{new} {arrows}\n{lying.tile.id} {on_it}", style=STYLES[lying.seat])


def _player(now: ViewReader, who: Names, seat: str, points: int) -> Text:
    own = now.players[seat]
    mark = ">" if seat in now.pending else " "
    return Text(
        f"{mark} {who[seat]} ({now.tribe(seat)}): {many(points, 'point')}, storage {crystals(own.storage)},"
        f" {many(own.relics, 'relic')}, {own.dead} fallen, {many(own.deck_size, 'tile')} to come",
        style=STYLES[seat],
    )


def _pairs(now: ViewReader) -> list[Text]:
    if now.over:
        return []
    rows = [("This round", now.pair)] if now.pair else []
    rows += [(f"{pair[0].id}+{pair[1].id}", pair) for pair in now.stream]
    return [
        Text(f"{head}: " + " · ".join(f"{tile.name} ({printed(tile)})" for tile in pair)) for head, pair in rows if pair
    ]
