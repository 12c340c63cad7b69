"""The bricks of a panel: texts, buttons and selects in a container.

All words come as they may stand in a text; what is written on buttons and options is made plain here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import discord
from discord import ButtonStyle, MediaGalleryItem, SelectOption
from discord.ui import ActionRow, Container, Item, LayoutView, MediaGallery, Section, Separator, TextDisplay

from bot import ids
from bot.ids import Verb
from bot.items import Pick, Press
from game.adepts.pictures import Picture
from game.core.text.names import label as called
from game.core.text.parts import cut

ASKING, QUIET, WRONG, WON = 0x2ECC71, 0x5865F2, 0xED4245, 0xF1C40F
"""Accents: a question, information, something refused, a game won."""

ROW = 5
"""Buttons in a row."""

Brick = Item[Any]


class Choice(NamedTuple):
    """One way to go on: the step, its name, what to know of it, a sign before it."""

    value: str
    label: str
    note: str = ""
    sign: str = ""


class Place(NamedTuple):
    """What the items of a panel belong to: they carry it in their custom_id."""

    game: str
    question: int = 0

    def button(
        self,
        verb: Verb,
        label: str,
        rest: str = "",
        style: ButtonStyle = ButtonStyle.secondary,
        sign: str = "",
        disabled: bool = False,
    ) -> Press:
        """A button."""
        custom_id = ids.encode(verb, self.game, self.question, rest)
        return Press(custom_id, cut(called(label), 80), style=style, emoji=sign or None, disabled=disabled)

    def select(self, verb: Verb, rest: str, choices: Iterable[Choice], hint: str, chosen: str = "") -> Brick:
        """A select in its row; `chosen` is shown as taken."""
        options = [
            SelectOption(
                label=cut(called(choice.label), 100),
                value=choice.value,
                description=cut(called(choice.note), 100) or None,
                emoji=choice.sign or None,
                default=choice.value == chosen,
            )
            for choice in choices
        ]
        return row(Pick(ids.encode(verb, self.game, self.question, rest), options, placeholder=cut(called(hint), 150)))


def text(*lines: str) -> Brick:
    """Lines of text as one display."""
    return TextDisplay("\n".join(line for line in lines if line))


def row(*items: Item[Any]) -> Brick:
    """Up to five buttons, or a select."""
    return ActionRow(*items)


def rows(buttons: Sequence[Press]) -> list[Brick]:
    """Buttons in as many rows as they need."""
    return [row(*buttons[at : at + ROW]) for at in range(0, len(buttons), ROW)]


def gallery(pictures: Iterable[Picture]) -> Brick:
    """Pictures, which are sent as files beside."""
    return MediaGallery(
        *(MediaGalleryItem(f"attachment://{picture.filename}", description=picture.alt) for picture in pictures)
    )


def line(visible: bool = True) -> Brick:
    """A thin line between two thoughts."""
    return Separator(visible=visible, spacing=discord.SeparatorSpacing.small)


def section(words: str, button: Press) -> Brick:
    """Words with a button beside them."""
    return Section(TextDisplay(words), accessory=button)


def view(*bricks: Brick, accent: int | None = QUIET, picture: Picture | None = None) -> LayoutView:
    """The bricks in a container, as a message: nothing of it is kept, so it never times out.

    A picture stands above it, where it has all the width there is.
    """
    return bare(*([gallery([picture])] if picture else []), Container(*bricks, accent_colour=accent))


def bare(*bricks: Brick) -> LayoutView:
    """The same without a container."""
    made = LayoutView(timeout=None)
    for brick in bricks:
        made.add_item(brick)
    return made
