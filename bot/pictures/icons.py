"""Icons in the place of signs, in everything that goes out."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import TypeVar

import discord
from discord.ui import LayoutView

from bot.components.render import rendered
from bot.pictures.emojis import signs
from game.core.layout import Box, Button, Component, Panel, Row, Section, Select, Text
from game.core.text.signs import MARK, bare

log = logging.getLogger(__name__)
T = TypeVar("T")

_ROOM = 4000
"""Characters that the texts of a message may have; an icon counts as the characters of `<:name:id>`."""
_LONGEST = len("<::>") + 32 + 20
"""Characters of an icon at most: its name has 32, its id 20."""
_WRONG = 50035
_ICON = re.compile(r"<:(\w+):\d+>")


class Icons:
    """Every message passes `send`. Which icons there are, `use` is told; until then signs stay as they are."""

    def __init__(self) -> None:
        self._marks: dict[str, str] = {}
        self.known = ""
        """Which icons there are, in brief: with others, the same panel shows something else."""
        self.doubted: Callable[[], None] = lambda: None
        """Called when Discord has refused a message with icons."""

    def use(self, ids: Mapping[str, int]) -> None:
        """From now on: these emojis, by the icon's name."""
        self._marks = {sign: f"<:{name}:{ids[name]}>" for name, sign in reversed(signs().items()) if name in ids}
        self.known = hashlib.sha256(repr(sorted(self._marks.items())).encode()).hexdigest()[:8]

    def dress(self, panel: Panel) -> Panel:
        """The same panel with icons: on buttons and options always, in its texts if all of them then have room."""
        return _changed(panel, self._marked)

    def _marked(self, text: str) -> str:
        if MARK not in text:
            return text
        return _pattern().sub(lambda sign: self._marks.get(sign[0], sign[0]), text)

    async def send(self, panel: Panel, deliver: Callable[[LayoutView], Awaitable[T]]) -> T:
        """Have the panel delivered with icons; or without, should Discord refuse it so.

        It does that for a button's emoji that was deleted, and now and then for one that is there.
        """
        dressed = self.dress(panel)
        try:
            return await deliver(rendered(dressed))
        except discord.HTTPException as error:
            if error.code != _WRONG or dressed == panel:
                raise
            log.warning("sent without icons", extra={"problem": error.text})
            self.doubted()
        return await deliver(rendered(panel))


def undressed(text: str) -> str:
    """The text with signs in the place of icons."""
    return _ICON.sub(lambda icon: signs().get(icon[1], icon[0]), text)


@cache
def _pattern() -> re.Pattern[str]:
    """Any sign of ours."""
    return re.compile("|".join(map(re.escape, sorted(signs().values(), key=len, reverse=True))) or "(?!)")


def _changed(panel: Panel, change: Callable[[str], str]) -> Panel:
    """The panel with all texts changed, if there is room, and all signs of buttons and choices."""
    at_most = sum(len(words) + words.count(MARK) * _LONGEST for words in panel.words)
    room = at_most <= _ROOM or sum(len(bare(change(words))) for words in panel.words) <= _ROOM
    text = change if room else str

    def button(old: Button) -> Button:
        sign = change(old.sign)
        return replace(old, sign=sign) if sign != old.sign else old

    def component(old: Component) -> Component:
        match old:
            case Text(words):
                return Text(text(words))
            case Row(buttons):
                return Row(tuple(map(button, buttons)))
            case Section(words, beside):
                return Section(text(words), button(beside))
            case Select(choices=choices):
                return replace(old, choices=tuple(each._replace(sign=change(each.sign)) for each in choices))
        return old

    return Panel(
        tuple(
            replace(part, components=tuple(map(component, part.components)))
            if isinstance(part, Box)
            else component(part)
            for part in panel.parts
        )
    )
