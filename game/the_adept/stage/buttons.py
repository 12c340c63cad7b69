"""Buttons of screens, each of which presses a path of the stage."""

from __future__ import annotations

from game.core.aids.stage import Verb
from game.core.layout import Button, Style
from game.the_adept.stage.room import Seen


def goes(seen: Seen, label: str, path: str, style: Style = Style.SECONDARY, disabled: bool = False) -> Button:
    """Return a button that opens or does something."""
    return seen.place.button(Verb.PRESS, label, path, style, disabled=disabled)


def back(seen: Seen, path: str = "table", label: str = "Back") -> Button:
    """Return the button that leads back."""
    return goes(seen, label, path)
