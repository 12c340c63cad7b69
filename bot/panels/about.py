"""What this is, who made it, and a person's list of games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from game.core import layout
from game.core.layout import Panel
from game.core.text.names import shown, table_name
from game.core.text.parts import parts


@dataclass(frozen=True, slots=True)
class Entry:
    """A game in a person's list. `link` leads to its board; `waiting` names whom it waits for, as they are called."""

    name: str
    link: str
    place: str
    waiting: tuple[str, ...] = ()
    mine: bool = False
    since: datetime | None = None


def about(version: str, invite: str = "") -> Panel:
    """Version and credits."""
    lines = [
        "## Adepts",
        "Two to five mages compete for eight mines. Miners dig gems, gems become mana or pay for spells, and after"
        " eight turns the most mana wins.",
        "- **New here?** `/adepts tutorial` plays a first turn with you, against computer players.",
        "- **Play**: `/adepts new` opens a table here; one player and computer players will do.",
        "- **Your move**: press the button on the board, or type `/play`.",
        "### Credits",
        "Adepts is a board game by **Nicolas Leonardi**. This bot is made by players, with texts of their own; it is"
        " free software under the MIT licence.",
        f"-# Version {version}",
    ]
    if invite:
        lines.insert(5, f"- **On your own server**: [invite the bot]({invite}).")
    return layout.framed(layout.text(*lines))


def games(entries: Iterable[Entry]) -> list[str]:
    """A person's games, those that wait for the person first, in parts."""
    rows = sorted(entries, key=lambda entry: not entry.mine)
    lines = ["## Your games"]
    for entry in rows:
        who = ", ".join(shown(name) for name in entry.waiting) or "nobody"
        state = "▶ **your move**" if entry.mine else f"waiting for {who}"
        since = f" {layout.since(entry.since)}" if entry.since else ""
        lines.append(f"- [{table_name(entry.name)}]({entry.link}) · {entry.place}\n  - {state}{since}")
    if not rows:
        lines.append("You play in no game now. `/adepts new` in a channel opens a table.")
    return parts(lines)
