"""Short private messages: news, or refusals that say what to do instead."""

from __future__ import annotations

from game.core import layout
from game.core.layout import Accent, Button, Panel
from game.core.text.parts import cut


def notice(text: str, *buttons: Button, wrong: bool = False) -> Panel:
    """Return a panel with one text, and buttons for what can be done next. `wrong`: it is a refusal."""
    rows = layout.rows(buttons)
    return layout.framed(layout.text(cut(text, 3900)), *rows, accent=Accent.WRONG if wrong else Accent.QUIET)
