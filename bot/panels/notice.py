"""Short private messages: something said, or refused with what to do instead."""

from __future__ import annotations

from discord.ui import LayoutView

from bot.items import Press
from bot.panels import layout
from game.core.text.parts import cut


def notice(text: str, *buttons: Press, wrong: bool = False) -> LayoutView:
    """One text, with buttons that help on; `wrong` for refusals."""
    rows = layout.rows(buttons)
    return layout.view(layout.text(cut(text, 3900)), *rows, accent=layout.WRONG if wrong else layout.QUIET)
