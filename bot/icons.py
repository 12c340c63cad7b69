"""Icons in the place of signs, in everything that goes out."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import discord
from discord import PartialEmoji, SelectOption
from discord.ui import Button, DynamicItem, LayoutView, Select, TextDisplay

from game.adepts.words.signs import ICONS, SIGN

log = logging.getLogger(__name__)
T = TypeVar("T")

_ROOM = 4000
"""Characters that the texts of a message may have; an icon counts as the characters of `<:name:id>`."""
_WRONG = 50035
_ICON = re.compile(rf"<:({'|'.join(ICONS)}):\d+>")


class Icons:
    """Every message passes `send`. Which icons there are, `use` is told; until then signs stay as they are."""

    def __init__(self) -> None:
        self._marks: dict[str, str] = {}
        self.doubted: Callable[[], None] = lambda: None
        """Called when Discord has refused a message with icons."""

    def use(self, ids: Mapping[str, int]) -> None:
        """From now on: these emojis, by the icon's name."""
        self._marks = {ICONS[name]: f"<:{name}:{emoji_id}>" for name, emoji_id in ids.items()}

    def dress(self, view: LayoutView) -> LayoutView:
        """The same view with icons: on buttons and options always, in its texts if all of them then have room."""
        _change(view, lambda text: SIGN.sub(lambda sign: self._marks.get(sign[0], sign[0]), text))
        return view

    async def send(self, view: LayoutView, deliver: Callable[[], Awaitable[T]]) -> T:
        """Have the view delivered with icons; or without, should Discord refuse it so.

        It does that for a button's emoji that was deleted, and now and then for one that is there.
        """
        view.stop()  # discord.py then neither keeps it in memory nor gives it a timeout
        self.dress(view)
        try:
            return await deliver()
        except discord.HTTPException as error:
            if error.code != _WRONG or not _change(view, undressed):
                raise
            log.warning("sent without icons", extra={"problem": error.text})
            self.doubted()
        return await deliver()


def undressed(text: str) -> str:
    """The text with signs in the place of icons."""
    return _ICON.sub(lambda icon: ICONS[icon[1]], text)


def _change(view: LayoutView, change: Callable[[str], str]) -> bool:
    """Change all texts, if there is room, and all emojis of buttons and options; whether that made a difference."""
    items = [item.item if isinstance(item, DynamicItem) else item for item in view.walk_children()]
    different = False
    texts = [(item, change(item.content)) for item in items if isinstance(item, TextDisplay)]
    if sum(len(new) for _, new in texts) <= _ROOM:
        for item, new in texts:
            different |= item.content != new
            item.content = new
    bearers: list[Button[Any] | SelectOption] = [item for item in items if isinstance(item, Button)]
    bearers += [option for item in items if isinstance(item, Select) for option in item.options]
    for bearer in bearers:
        if bearer.emoji is not None:
            old, new = str(bearer.emoji), change(str(bearer.emoji))
            different |= old != new
            bearer.emoji = PartialEmoji.from_str(new)
    return different
