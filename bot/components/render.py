"""Panels as Discord's components: the one place where data becomes something that can be sent."""

from __future__ import annotations

from typing import Any

import discord
from discord import ButtonStyle, MediaGalleryItem, SelectOption
from discord.ui import ActionRow, Container, File, Item, LayoutView, MediaGallery, Section, Separator, TextDisplay

from bot.components import ids
from bot.components.items import Guests, Pick, Press
from game.core import layout
from game.core.layout import Accent, Box, Button, Component, Panel, Select, Style
from game.core.text.names import label
from game.core.text.parts import cut
from game.core.text.signs import bare

_STYLES = {
    Style.SECONDARY: ButtonStyle.secondary,
    Style.PRIMARY: ButtonStyle.primary,
    Style.SUCCESS: ButtonStyle.success,
    Style.DANGER: ButtonStyle.danger,
}
_ACCENTS = {Accent.ASKING: 0x2ECC71, Accent.QUIET: 0x5865F2, Accent.WRONG: 0xED4245, Accent.WON: 0xF1C40F}


def rendered(panel: Panel) -> LayoutView:
    """The panel as a message. Nothing of it is kept, so it never times out."""
    view = LayoutView(timeout=None)
    for part in panel.parts:
        if isinstance(part, Box):
            view.add_item(Container(*map(_item, part.components), accent_colour=_ACCENTS[part.accent]))
        else:
            view.add_item(_item(part))
    return view


def _item(component: Component) -> Item[Any]:
    match component:
        case layout.Text(words):
            return TextDisplay(bare(words))
        case layout.Row(buttons):
            return ActionRow(*map(_button, buttons))
        case Select():
            return ActionRow(_select(component))
        case layout.People(place, verb, hint, most):
            custom_id = ids.encode(verb, place.game, place.question)
            return ActionRow(Guests(custom_id, placeholder=cut(label(hint), layout.HINT), max_values=most))
        case layout.Section(words, button):
            return Section(TextDisplay(bare(words)), accessory=_button(button))
        case layout.Gallery(pictures):
            items = (MediaGalleryItem(f"attachment://{each.filename}", description=each.alt) for each in pictures)
            return MediaGallery(*items)
        case layout.Line():
            return Separator(spacing=discord.SeparatorSpacing.small)
        case layout.File(name):
            return File(f"attachment://{name}")


def _button(button: Button) -> Press:
    custom_id = ids.encode(button.verb, button.place.game, button.place.question, button.rest)
    return Press(
        custom_id,
        cut(label(button.label), layout.LABEL),
        style=_STYLES[button.style],
        emoji=bare(button.sign) or None,
        disabled=button.disabled,
    )


def _select(select: Select) -> Pick:
    options = [
        SelectOption(
            label=cut(label(choice.label), layout.OPTION),
            value=choice.value,
            description=cut(label(choice.note), layout.OPTION) or None,
            emoji=bare(choice.sign) or None,
            default=choice.value == select.chosen,
        )
        for choice in select.choices
    ]
    custom_id = ids.encode(select.verb, select.place.game, select.place.question, select.rest)
    return Pick(custom_id, options, placeholder=cut(label(select.hint), layout.HINT))
