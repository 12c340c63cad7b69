"""What this is, who made it, and a person's list of games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.panels.waiting import time_left
from game.core import layout
from game.core.commands import any_of, to_open
from game.core.kit import Kit
from game.core.layout import Panel
from game.core.program import TITLE
from game.core.text.names import shown, table_name
from game.core.text.parts import parts

_OURS = "This bot is made by players, with texts of their own; it is free software under the MIT licence."


@dataclass(frozen=True, slots=True)
class Entry:
    """A game in a person's list. `link` leads to its board; `waiting` names whom it waits for, as they are called."""

    name: str
    link: str
    place: str
    waiting: tuple[str, ...] = ()
    mine: bool = False
    since: datetime | None = None
    until: datetime | None = None


def about(kits: Sequence[Kit], version: str, invite: str = "") -> Panel:
    """The games, how to begin, version and credits."""
    learn = any_of((kit for kit in kits if kit.guide is not None), "tutorial")
    lines = [
        f"## {TITLE}",
        *filter(None, map(_told, kits) if len(kits) > 1 else (kit.about or kit.pitch for kit in kits)),
        *([f"- **New here?** {learn} leads you through a first game, against computer players."] if learn else []),
        f"- **Play**: {any_of(kits, 'new')} opens a table here; one player and computer players will do.",
        "- **Your move**: press the button on the board, or type `/play`.",
        *([f"- **On your own server**: [invite the bot]({invite})."] if invite else []),
        "### Credits",
        " ".join([*(kit.credit for kit in kits if kit.credit), _OURS]),
        f"-# Version {version}",
    ]
    return layout.framed(layout.text(*lines))


def _told(kit: Kit) -> str:
    """One of several games."""
    about = kit.about or kit.pitch
    return f"**{kit.title}**" + (f": {about}" if about else "")


def games(entries: Iterable[Entry]) -> list[str]:
    """A person's games, those that wait for the person first, in parts."""
    rows = sorted(entries, key=lambda entry: not entry.mine)
    lines = ["## Your games"]
    for entry in rows:
        who = ", ".join(shown(name) for name in entry.waiting) or "nobody"
        state = "▶ **your move**" if entry.mine else f"waiting for {who}"
        since = f", asked {layout.since(entry.since)}" if entry.since else ""
        left = f", {time_left(entry.until)}" if entry.until else ""
        lines.append(f"- [{table_name(entry.name)}]({entry.link}) · {entry.place}\n  - {state}{since}{left}")
    if not rows:
        lines.append(f"You play in no game now. {to_open()} in a channel opens a table.")
    return parts(lines)
