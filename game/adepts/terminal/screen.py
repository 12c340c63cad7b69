"""A position as a board in the terminal, drawn from what `to_dict()` or `view(seat)` gives and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich import box
from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from game.adepts.boards.scores import ties
from game.adepts.rules.gems import GEM_NAMES, LAST_TURN
from game.adepts.rules.reader import Party, Player, Row, ViewReader
from game.adepts.rules.scoring import Score, best_first
from game.adepts.texts import phases
from game.adepts.words.force import ON_VICTIMS, added
from game.adepts.words.wording import spell_name
from game.core.english import many
from game.core.protocol import View

Names = Mapping[str, str]

SEAT_STYLES = {"P1": "bold red", "P2": "bold cyan", "P3": "bold green", "P4": "bold yellow", "P5": "bold magenta"}
STEPS = {
    "cast": "casting",
    "assign": "assignment",
    "produce": "production",
    "research": "research",
    "adepts": "adept titles",
    "process": "processing",
}
NOTHING = "·"
LEGEND = "1 2 3: stages of the queue, b: battery, *: adept"
CELL = 13
"""The width of a player's column in characters: three stages, the battery, the adept mark."""


def board(position: View, width: int, names: Names | None = None) -> RenderableType:
    """Return the whole board; mines and players are side by side if `width` (in characters) is enough for that."""
    console, seen = Console(width=width), ViewReader(position)
    names = names or {}
    mines, players = mines_table(seen), players_table(seen, names)
    parts: list[RenderableType] = [header(seen), Text()]
    needed = sum(Measurement.get(console, console.options, table).maximum for table in (mines, players))
    if needed + 4 <= width:
        both = Table.grid(padding=(0, 4, 0, 0))
        both.add_row(mines, players)
        parts.append(both)
    else:
        parts += [mines, Text(), players]
    parts += [Text(LEGEND, style="dim"), Text(), cards(seen)]
    if seen.scores is not None:
        parts += [Text(), score_sheet(seen.scores, names), *map(Text, ties(seen.scores, names or {}))]
    return Group(*parts)


def header(position: ViewReader) -> Text:
    """Return where the game stands, and who is asked what."""
    if position.over:
        return Text("The game is over.", style="bold")
    phase = position.phase
    line = Text.assemble(
        (f"Turn {position.turn} of {LAST_TURN}, phase {phase} {phases()[phase].name}", "bold"),
        f", {STEPS[position.step]}; ",
        seat_text(position.first_player),
        " has the first player pawn.",
    )
    asked = Text(", ").join(Text.assemble(seat_text(seat), f" {kind}") for seat, kind in position.pending.items())
    return Text.assemble(line, "\nAsked: ", asked, ".")


def mines_table(position: ViewReader) -> Table:
    """Return the mines with their stock, the group inside, three work sites, and who has closed them."""
    table = _table("Mine", "Gems\nleft", "Inside", "Work site\nI", "II", "III")
    table.columns[1].justify = "right"
    for site in table.columns[3:]:
        site.min_width = 5
    closed = any(mine.barrier for mine in position.mines.values())
    if closed:
        table.add_column("Closed by")
    for name, mine in position.mines.items():
        row = [Text(name), Text(str(mine.stock)), *map(party_text, mine.parties)]
        if closed:
            row.append(Text(" ").join(map(seat_text, mine.barrier)))
        table.add_row(*row)
    return table


def players_table(position: ViewReader, names: Names) -> Table:
    """Return for each player the queue by stage and the batteries, one gem a row; then mana, miners and cards."""
    table = _table("Gem", gap=0)
    for seat in position.players:
        title = Text(_titled(seat, names), style=SEAT_STYLES[seat])
        title.truncate(CELL)
        table.add_column(Text("\n").join([title, Text(f"{1:>2}{2:>3}{3:>3}{'b':>4} ")]), min_width=CELL, no_wrap=True)
    for gem in GEM_NAMES:
        holder = position.adepts[gem]
        cells = (_gems(player, gem, seat == holder) for seat, player in position.players.items())
        table.add_row(gem, *cells)
    table.add_section()
    players = position.players.values()
    for name, counts in (
        ("mana", [player.mana for player in players]),
        ("miners", [player.miners for player in players]),
        ("spells", [player.hand_size for player in players]),
    ):
        table.add_row(name, *(Text(f"{count:>2}") for count in counts))
    if any(player.in_play for player in players):
        table.add_row("in play", *(Text(" ".join(player.in_play)) for player in players))
    return table


def cards(position: ViewReader) -> Table:
    """Return the hands as far as they are known, what is in force, and the piles."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for seat, player in position.players.items():
        if player.open:
            table.add_row(Text.assemble(seat_text(seat), " holds"), _spells(player.hand))
        if player.drawn:
            table.add_row(Text.assemble(seat_text(seat), " was dealt"), _spells(player.drawn))
    for effect in _in_force(position.effects):
        table.add_row("In force", effect)
    table.add_row("Library", many(position.library_size, "spell"))
    table.add_row("Discarded", _spells(position.discard))
    return table


def score_sheet(scores: Mapping[str, Score], names: Names) -> Table:
    """Return the mana of every player, best first."""
    ranked = best_first(scores)
    lines, table = ranked.values(), _table("Mana from")
    for seat in ranked:
        table.add_column(Text(_titled(seat, names), style=SEAT_STYLES[seat]), justify="right")
    table.add_row("rank", *(str(line.rank) for line in lines))
    table.add_section()
    table.add_row("processed", *(str(line.processed) for line in lines))
    table.add_row("  left over", *(str(line.leftover) for line in lines), style="dim")
    table.add_row("batteries", *(str(sum(line.battery)) for line in lines))
    for gem in GEM_NAMES:
        table.add_row(f"  {gem}", *(str(line.by_gem[gem] or NOTHING) for line in lines), style="dim")
    table.add_section()
    table.add_row("total", *(Text(str(line.total), style="bold") for line in lines))
    return table


def seat_text(seat: str) -> Text:
    """A seat in its colour."""
    return Text(seat, style=SEAT_STYLES[seat])


def party_text(party: Party) -> Text:
    """A group on a site."""
    return Text.assemble(seat_text(party[0]), f" x{party[1]}") if party else Text(NOTHING)


def _table(*columns: str, gap: int = 1) -> Table:
    table = Table(
        header_style="",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, gap, 0, 0),
    )
    for column in columns:
        table.add_column(Text(column), vertical="bottom", no_wrap=True)
    return table


def _titled(seat: str, names: Names) -> str:
    return f"{seat} {names[seat]}" if names.get(seat, seat) != seat else seat


def _gems(player: Player, gem: str, adept: bool) -> Text:
    first, second, third = (count or NOTHING for count in player.queue[gem])
    level = player.battery[gem] or NOTHING
    return Text.assemble(
        f"{first:>2}{second:>3}", (f"{third:>3}", "bold"), f"{level:>4}", ("*" if adept else " ", "bold")
    )


def _spells(spells: Iterable[str]) -> str:
    counted = Counter(spells)
    return ", ".join(spell_name(spell) + (f" x{n}" if n > 1 else "") for spell, n in counted.items()) or "nothing"


def _in_force(effects: Sequence[Row]) -> Iterator[Text]:
    """Yield a line for each spell or adept in force: whose it is, or on whom, and all that it is about."""
    about: dict[tuple[str, str], list[str]] = {}
    for effect in added(effects):
        numbers = (("stage", effect.stage), ("count", effect.amount))
        parts = filter(None, [effect.gem, *(f"{name} {number}" for name, number in numbers if number)])
        about.setdefault((effect.source, effect.seat), []).append(" ".join(parts))
    for (source, seat), what in about.items():
        name = f"{source} adept" if source in GEM_NAMES else spell_name(source)
        told = ", ".join(filter(None, what))
        whose = "on" if source in ON_VICTIMS else "of"
        yield Text.assemble(f"{name} {whose} ", seat_text(seat), f": {told}" if told else "")
