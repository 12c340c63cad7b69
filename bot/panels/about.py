"""What this is, and who made it."""

from __future__ import annotations

from collections.abc import Sequence

from game.core import layout
from game.core.commands import any_of
from game.core.kit import Kit
from game.core.layout import Panel
from game.core.program import TITLE

_OURS = "This bot is made by players, with texts of their own; it is free software under the MIT licence."


def about(kits: Sequence[Kit], version: str, invite: str = "") -> Panel:
    """The games, how to begin, version and credits."""
    learn = any_of((kit for kit in kits if kit.has("guide")), "tutorial")
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
