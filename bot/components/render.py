"""Renders panels as Discord components: the one place where panel data becomes something that can be sent.

They are built directly in the form of Discord's API: items of discord.py would be created for every message only to be
turned into that at once. Presses come back by their custom_id (`items`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from io import BytesIO
from typing import Any, NamedTuple

import discord
from discord import ButtonStyle, ComponentType
from discord.ui import LayoutView

from bot.components import ids
from bot.components.phone import BARE, FRAMED, balanced, without_widows
from game.core import layout
from game.core.layout import Accent, Box, Button, Choice, Component, File, Panel, Picture, Select, Style
from game.core.text.names import label
from game.core.text.signs import bare

_STYLES = {
    Style.SECONDARY: ButtonStyle.secondary.value,
    Style.PRIMARY: ButtonStyle.primary.value,
    Style.SUCCESS: ButtonStyle.success.value,
    Style.DANGER: ButtonStyle.danger.value,
}
_ACCENTS = {Accent.ASKING: 0x2ECC71, Accent.QUIET: 0x5865F2, Accent.WRONG: 0xED4245, Accent.WON: 0xF1C40F}

Data = dict[str, Any]
"""A component as Discord's API describes it."""


class Rendered(LayoutView):
    """A message, ready to be sent. It has no discord.py items, so discord.py keeps nothing of it in memory."""

    def __init__(self, components: list[Data], files: list[Picture | File]) -> None:
        """files: those that the components show, which are sent with them."""
        super().__init__(timeout=None)
        self._components = components
        self._files = files
        self.stop()  # else discord.py would give it a timeout

    def files(self) -> list[discord.File]:
        """Return the files for one attempt to send them; each further attempt needs new ones."""
        return [discord.File(BytesIO(each.data), each.filename) for each in self._files]

    def to_components(self) -> list[Data]:
        return self._components

    def has_components_v2(self) -> bool:
        return True

    def is_dispatchable(self) -> bool:
        return False


Writing = Callable[[str], str]
"""Replaces our signs in a text, or beside a label."""


def rendered(panel: Panel, text: Writing = bare, sign: Writing = bare) -> Rendered:
    """Render the panel as a message. Raises ValueError if it has more components than Discord allows.

    text, sign: replace our signs in the panel's texts, and beside the labels of its buttons and options.
    """
    if (room := layout.MOST - panel.size) < 0:
        raise ValueError(f"a message of {panel.size} components; the maximum is {layout.MOST}")
    make, parts = _Make(text, sign, []), list[Data]()
    for part in panel.parts:
        inside, width = (part.components, FRAMED) if isinstance(part, Box) else ((part,), BARE)
        found = list[Component]()
        for component in inside:
            rows = balanced(component, width) if room and isinstance(component, layout.Row) else (component,)
            room -= len(rows) - 1
            found += rows
        parts += [make.framed(part.accent, found)] if isinstance(part, Box) else map(make.component, found)
    return Rendered(parts, make.files)


class _Make(NamedTuple):
    """Renders the parts of a panel, with these replacements for signs, and gathers the files that they show."""

    writing: Writing
    sign: Writing
    files: list[Picture | File]

    def framed(self, accent: Accent, components: Iterable[Component]) -> Data:
        return {
            "type": ComponentType.container.value,
            "accent_color": _ACCENTS[accent],
            "spoiler": False,
            "components": [*map(self.component, components)],
        }

    def component(self, component: Component) -> Data:
        match component:
            case layout.Text(words):
                return self.text(words)
            case layout.Row(buttons):
                return _row(*map(self.button, buttons))
            case Select():
                return _row(self.select(component))
            case layout.People(place, verb, hint, most, rest):
                return _row(
                    {
                        **_menu(ComponentType.user_select, ids.encode(verb, place.game, place.question, rest), hint),
                        "max_values": most,
                    }
                )
            case layout.Section(words, button):
                return {
                    "type": ComponentType.section.value,
                    "components": [self.text(words)],
                    "accessory": self.button(button),
                }
            case layout.Gallery(pictures):
                self.files.extend(pictures)
                items = [
                    {"media": {"url": f"attachment://{each.filename}"}, "spoiler": False, "description": each.alt}
                    for each in pictures
                ]
                return {"type": ComponentType.media_gallery.value, "items": items}
            case layout.Line():
                return {
                    "type": ComponentType.separator.value,
                    "divider": True,
                    "spacing": discord.SeparatorSpacing.small.value,
                }
            case File(filename):
                self.files.append(component)
                return {"type": ComponentType.file.value, "file": {"url": f"attachment://{filename}"}, "spoiler": False}

    def text(self, words: str) -> Data:
        return {"type": ComponentType.text_display.value, "content": self.writing(without_widows(words))}

    def button(self, button: Button) -> Data:
        data: Data = {
            "type": ComponentType.button.value,
            "style": _STYLES[button.style],
            "label": label(button.label, layout.LABEL),
            "disabled": button.disabled,
            "custom_id": ids.encode(button.verb, button.place.game, button.place.question, button.rest),
        }
        return data | self.emoji(button.sign)

    def select(self, select: Select) -> Data:
        custom_id = ids.encode(select.verb, select.place.game, select.place.question, select.rest)
        options = [self.option(choice, choice.value == select.chosen) for choice in select.choices]
        return {**_menu(ComponentType.string_select, custom_id, select.hint), "options": options}

    def option(self, choice: Choice, is_chosen: bool) -> Data:
        data: Data = {
            "label": label(choice.label, layout.OPTION),
            "value": choice.value,
            "default": is_chosen,
        }
        if choice.note:
            data["description"] = label(choice.note, layout.OPTION)
        return data | self.emoji(choice.sign)

    def emoji(self, sign: str) -> Data:
        return {"emoji": dict(_emoji_of(self.sign(sign)))} if sign else {}


def _row(*components: Data) -> Data:
    return {"type": ComponentType.action_row.value, "components": list(components)}


def _menu(kind: ComponentType, custom_id: str, hint: str) -> Data:
    return {
        "type": kind.value,
        "custom_id": custom_id,
        "min_values": 1,
        "max_values": 1,
        "disabled": False,
        "required": kind is ComponentType.string_select,  # matters in modals only, but discord.py always sends it
        "placeholder": label(hint, layout.HINT),
    }


@lru_cache(1024)
def _emoji_of(sign: str) -> tuple[tuple[str, Any], ...]:
    """Return a sign, or an icon as `<:name:id>`, in the form that Discord wants beside a label."""
    return tuple(discord.PartialEmoji.from_str(sign).to_dict().items())
