"""Buttons of screens and public messages, each of which presses a path of the stage."""

from __future__ import annotations

from typing import Protocol

from game.core.aids.stage import Verb
from game.core.layout import Button, Place, Style


class Placed(Protocol):
    """What buttons are made for: somebody who looks, or a public message."""

    @property
    def place(self) -> Place: ...


def goes(on: Placed, label: str, path: str, style: Style = Style.SECONDARY, disabled: bool = False) -> Button:
    """Return a button that opens or does something."""
    return on.place.button(Verb.PRESS, label, path, style, disabled=disabled)


def back(on: Placed, path: str = "table", label: str = "Back") -> Button:
    """Return the button that leads back."""
    return goes(on, label, path)
