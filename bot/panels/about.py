"""The panel that says what the bot is and who made it."""

from __future__ import annotations

from collections.abc import Sequence

from game.core import layout
from game.core.aids.aid import Aid
from game.core.commands import any_of, of_tales
from game.core.kit import Kit
from game.core.layout import Panel
from game.core.program import TITLE

_OURS = "This bot is made by players, with texts of their own; it is free software under the MIT licence."


def about_panel(kits: Sequence[Kit], version: str, invite: str, aids: Sequence[Aid] = ()) -> Panel:
    """Return the panel: the games and aids, how to begin, version and credits. `invite`: the URL that adds the bot to a
    server, or ""."""
    learn = any_of((kit for kit in kits if kit.has("guide")), "tutorial")
    tales = of_tales(aids, "new")
    lines = [
        f"## {TITLE}",
        *filter(None, map(_told, kits) if len(kits) > 1 else (kit.about or kit.pitch for kit in kits)),
        *map(_told, aids),
        *([f"- **New here?** {learn} leads you through a first game, against computer players."] if learn else []),
        f"- **Play**: {any_of(kits, 'new')} opens a table here; one player and computer players will do.",
        *(
            [f"- **Tell a tale**: {tales} opens one here, {of_tales(aids, 'tutorial')} a first one with a guide."]
            if tales
            else []
        ),
        "- **Your move**: press the button on the board, or type `/play`.",
        *([f"- **On your own server**: [invite the bot]({invite})."] if invite else []),
        "### Credits",
        " ".join([*(kit.credit for kit in kits if kit.credit), _OURS]),
        f"-# Version {version}",
    ]
    return layout.framed(layout.text(*lines))


def _told(each: Kit | Aid) -> str:
    """Return the line for a game or aid, where there are several."""
    about = each.about or each.pitch
    return f"**{each.title}**" + (f": {about}" if about else "")
