"""The message of a table that has not started, and the panel of its options."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bot.components.ids import Verb
from bot.tables import Table
from bot.tables.lobby_options import BY_PACE, MOVES, SEATS, most_seats, of_table, spanned
from bot.tables.waiting.pace import PACE
from game.core import layout
from game.core.commands import of_game
from game.core.english import listed, many, number
from game.core.kit import Kit
from game.core.layout import CHOICES, Accent, Choice, Component, Panel, Place, Style
from game.core.options import Option, written
from game.core.text.names import called, shown, shown_names

_ADD = "Add computer player"
_TYPED = re.compile("`(.+?)`")
"""The part of a hint that says what to type as an option."""


def lobby_panel(table: Table) -> Panel:
    """Return the message of a lobby: who sits there, what is played, what is still needed, and when it closes."""
    kit, place, there, most = table.kit, Place(table.id), len(table.seats), most_seats(table.kit, table.options)
    room = range(kit.seats[0], most + 1)
    full = there >= most
    adding = [place.button(Verb.COMPUTER, _ADD, disabled=full)] if not kit.levels else []
    computers = [seat for seat in table.seats if seat.is_computer]
    removing = [place.button(Verb.DISMISS, "Remove computer player")] if computers else []
    about = filter(None, (kit.pitch, f"{spanned(room)} players"))
    ends = [f"-# If the game has not begun by {layout.until(table.closes)}, the table closes."] if table.closes else []
    return layout.framed(
        layout.text(f"## A table for {kit.title}", f"-# {' · '.join(about)}"),
        layout.text(f"**Players** · {there} of {most}", *_players(table), *_asked(table)),
        layout.text("**What is played**", *(f"- {line}" for line in option_lines(kit, table.choices, brief=True))),
        layout.text(_needed(table, room), *ends),
        layout.row(
            place.button(Verb.JOIN, "Join", style=Style.SUCCESS, disabled=full),
            place.button(Verb.LEAVE, "Leave"),
            place.button(Verb.START, "Start", style=Style.PRIMARY, disabled=not table.can_begin),
        ),
        *([place.select(Verb.LEVEL, str(there), levels_of(kit), _ADD)] if kit.levels and not full else []),
        layout.row(
            *adding,
            *removing,
            place.button(Verb.INVITE, "Invite", disabled=full),
            place.button(Verb.OPTIONS, "Options"),
        ),
    )


def levels_of(kit: Kit) -> list[Choice]:
    """Return the computer players to choose from, weakest first, with whom each suits."""
    usual = {kit.usual_player: ", the usual one"}
    return [Choice(each.name, f"{each.title}{usual.get(each.name, '')}", each.suits) for each in kit.levels]


def _players(table: Table) -> list[str]:
    lines, names = [], shown_names(table.names)
    for at, seat in enumerate(table.seats, 1):
        notes = ["computer player", table.kit.level(seat.policy)] if seat.policy is not None else []
        notes += ["host"] if seat.seat == table.host else []
        lines.append(f"{at}. **{names[seat.seat]}**" + (f" · {', '.join(filter(None, notes))}" if notes else ""))
    return lines


def _asked(table: Table) -> list[str]:
    """Return the lines about invitations, open and declined."""
    asked = (("Invited", table.awaited), ("Declined", table.declined))
    return [f"-# {what}: {listed(shown(called(each.name)) for each in people)}" for what, people in asked if people]


def option_lines(kit: Kit, options: Mapping[str, Any], *, brief: bool = False) -> list[str]:
    """Return the options in words. `brief`: leave out those that have their usual value, but for the game's own and the
    pace."""
    lines, always = [], {PACE.name, *(option.name for option in kit.options)}
    for option in of_table(kit):
        value = options.get(option.name)
        if (option.name, value) == (MOVES, BY_PACE):  # the pace implies it
            continue
        if brief and option.name not in always and value == option.usual:
            continue
        known = next((each for each in option.values if each.value == value), None)
        if known:
            lines.append(f"{option.title}: **{known.label}**" + (f", {known.note}" if known.note else ""))
        elif value:
            lines.append(f"{option.title}: **the table's own**, {option.told(written(value))}")
    return lines


def _needed(table: Table, room: range) -> str:
    there, host = len(table.seats), shown_names(table.names).get(table.host, "the host")
    if table.awaited and table.waits_for_host:
        once = f", once {number(room[0])} seats are taken" if not table.can_begin else ""
        return f"▶ {many(room[-1], 'seat')} were asked for: the game begins when {host} presses **Start**{once}."
    if table.awaited:
        sooner = f" {host} may press **Start** before that." if table.can_begin else ""
        return f"▶ The game begins by itself when all who are invited have joined.{sooner}"
    if not table.can_begin:
        return f"▶ {many(room[0] - there, 'more player')} needed: press **Join**, or add a computer player."
    left = room[-1] - there
    more = f" or wait for {'up to ' if left > 1 else ''}{number(left)} more" if left > 0 else ""
    return f"▶ Ready: {host} may press **Start**{more}."


def options_panel(kit: Kit, game_id: str, options: Mapping[str, Any], refused: str = "") -> Panel:
    """Return the panel in which the host chooses options: a select for each, whose value is that of the option.

    `refused`: why what was chosen last is not possible, if so.
    """
    place = Place(game_id)
    components: list[Component] = [layout.text("## Options of the table", "-# Changed at once, until the game starts.")]
    for option in of_table(kit):
        components += _option(place, option, options.get(option.name))
    if len(kit.seats) > 1:
        counts = [Choice(str(n), f"At most {n} players") for n in kit.seats[:CHOICES]]
        components += [
            layout.text("**Seats**"),
            place.select(Verb.OPTION, SEATS, counts, "Seats", str(most_seats(kit, options))),
        ]
    hints = [
        _TYPED.sub(lambda typed: of_game(kit, f"new {typed[1]}"), each.hint) for each in of_table(kit) if each.hint
    ]
    if hints:
        components.append(layout.text(*(f"-# {hint}" for hint in hints)))
    if refused:
        components.append(layout.text(f"⚠️ {refused}"))
    return layout.framed(*components)


def options_to_read(kit: Kit, options: Mapping[str, Any], host: str) -> Panel:
    """Return the options for those who may not change them. `host`: the name of who may, escaped; "" if nobody does."""
    who = f"{host}, as the host, or whoever manages this channel" if host else "Whoever manages this channel"
    lines = [*option_lines(kit, options)]
    if len(kit.seats) > 1:
        lines.append(f"Seats: **at most {most_seats(kit, options)}**")
    return layout.framed(
        layout.text("## Options of the table", f"-# {who} can change them until the game starts."),
        layout.text(*(f"- {line}" for line in lines)),
        accent=Accent.QUIET,
    )


def _option(place: Place, option: Option, value: Any) -> list[Component]:
    """Return the title of an option, and its select."""
    ways = [Choice(each.value, each.label, each.note) for each in option.values[:CHOICES]]
    known = any(value == each.value for each in option.values)
    own = [] if known or not value else [f"-# now the table's own: {option.told(written(value))}"]
    title = layout.text(f"**{option.title}**", *own)
    return [title, place.select(Verb.OPTION, option.name, ways, option.title, value if known else "")]
