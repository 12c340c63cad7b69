"""The message of a table that has not started, and the panel of its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.ids import Verb
from game.adepts.rules.options import MAX_PLAYERS, MIN_PLAYERS
from game.adepts.words.gems import many
from game.core import layout
from game.core.layout import Brick, Choice, Panel, Place, Style
from game.core.text.names import shown_names

SPELLS = {
    "first-game": ("First game", "a mix of helpful spells and attacks, made for beginners"),
    "ivory-tower": ("Ivory tower", "all A sides: everybody helps themselves, no attacks"),
    "battlefield": ("Battlefield", "all B sides: nothing but attacks"),
    "two-players": ("Two players", "a mix that suits two"),
    "five-players": ("Five players", "a mix that suits five"),
    "random": ("Random", "a coin is tossed for each of the twenty spells"),
}
DECKS = {
    "rulebook": ("Rulebook", "60 cards, cheap spells more often"),
    "digital": ("Digital edition", "64 cards, a few more cheap ones"),
}
PACES = {
    "live": ("Live", "everybody is here now"),
    "day": ("A day a move", "over some weeks"),
    "three-days": ("Three days a move", "no hurry"),
    "none": ("No pace", "as it comes"),
}
BOARDS = {
    "pictures": ("Pictures", "each gem in its own shape and colour"),
    "letters": ("Pictures with letters", "each gem also with its first letter, for the colour-blind"),
    "words": ("Words only", "no pictures in the channel"),
}
_KNOWN: Mapping[str, tuple[str, Mapping[str, tuple[str, str]]]] = {
    "spells": ("Spells", SPELLS),
    "deck": ("Deck", DECKS),
    "pace": ("Pace", PACES),
    "board": ("Board", BOARDS),
}


def lobby(
    game_id: str,
    names: Mapping[str, str],
    computers: Mapping[str, str],
    host: str,
    options: Mapping[str, Any],
) -> Panel:
    """Who sits there, what is played, what is still needed.

    `names` by seat, in order; `computers` the policy of each computer player's seat; `host` a seat; `options` holds
    spells, deck, pace and seats (how many there may be at most), as far as they are chosen.
    """
    place = Place(game_id)
    seats = int(options.get("seats", MAX_PLAYERS))
    full, ready = len(names) >= seats, len(names) >= MIN_PLAYERS
    return layout.framed(
        layout.text("## A table for Adepts", f"-# a board game of mines, gems and spells · 8 turns · {_room(seats)}"),
        layout.text(f"**Players** · {len(names)} of {seats}", *_players(names, computers, host)),
        layout.text("**What is played**", *(f"- {line}" for line in option_lines(options))),
        layout.text(_needed(len(names), seats, shown_names(names).get(host, "the host"))),
        layout.row(
            place.button(Verb.JOIN, "Join", style=Style.SUCCESS, disabled=full),
            place.button(Verb.LEAVE, "Leave"),
            place.button(Verb.START, "Start", style=Style.PRIMARY, disabled=not ready),
        ),
        layout.row(
            place.button(Verb.COMPUTER, "Add computer player", disabled=full),
            *([place.button(Verb.DISMISS, "Remove computer player")] if computers else []),
            place.button(Verb.OPTIONS, "Options"),
        ),
    )


def _room(seats: int) -> str:
    return f"{MIN_PLAYERS} players" if seats == MIN_PLAYERS else f"{MIN_PLAYERS} to {seats} players"


def _players(names: Mapping[str, str], computers: Mapping[str, str], host: str) -> list[str]:
    lines = []
    for number, (seat, name) in enumerate(shown_names(names).items(), 1):
        notes = [f"computer player, {computers[seat]}"] if seat in computers else []
        notes += ["host"] if seat == host else []
        lines.append(f"{number}. **{name}**" + (f" · {', '.join(notes)}" if notes else ""))
    return lines


def option_lines(options: Mapping[str, Any]) -> list[str]:
    """The options in words."""
    lines = []
    for key, (title, values) in _KNOWN.items():
        value = options.get(key)
        if isinstance(value, str) and value in values:
            name, note = values[value]
            lines.append(f"{title}: **{name}**, {note}")
        elif value:
            lines.append(f"{title}: **the table's own**, {' '.join(value)}")
    return lines


def _needed(there: int, seats: int, host: str) -> str:
    if there < MIN_PLAYERS:
        return f"▶ {many(MIN_PLAYERS - there, 'more player')} needed: press **Join**, or add a computer player."
    more = "" if there >= seats else f" or wait for up to {seats - there} more"
    return f"▶ Ready: {host} may press **Start**{more}."


def options_panel(game_id: str, options: Mapping[str, Any]) -> Panel:
    """What the host may choose: a select for each option; the value picked is the option's value."""
    place = Place(game_id)
    bricks: list[Brick] = [layout.text("## Options of the table", "-# Changed at once, until the game starts.")]
    for key, (title, values) in _KNOWN.items():
        ways = [Choice(value, name, note) for value, (name, note) in values.items()]
        chosen = options.get(key)
        own = [] if not chosen or isinstance(chosen, str) else [f"-# now the table's own: {' '.join(chosen)}"]
        bricks.append(layout.text(f"**{title}**", *own))
        bricks.append(place.select(Verb.OPTION, key, ways, title, chosen if isinstance(chosen, str) else ""))
    counts = [Choice(str(n), f"At most {n} players") for n in range(MIN_PLAYERS, MAX_PLAYERS + 1)]
    bricks += [
        layout.text("**Seats**"),
        place.select(Verb.OPTION, "seats", counts, "Seats", str(options.get("seats", ""))),
    ]
    bricks.append(layout.text("-# Twenty spells of your own: `/adepts new spells:1A 2B 3A …`"))
    return layout.framed(*bricks)
