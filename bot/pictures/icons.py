"""Puts icons in the place of signs, in everything that is sent."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import TypeVar

import discord

from bot.components.render import Rendered, rendered
from bot.pictures.emojis import signs
from game.core.layout import ROOM, Panel
from game.core.text.signs import MARK, bare

log = logging.getLogger(__name__)
T = TypeVar("T")

_LONGEST = len("<::>") + 32 + 20
"""Maximum length of `<:name:id>`: a name has up to 32 characters, an id up to 20."""
_WRONG = 50035


class Icons:
    """Sends every message with icons. `use` says which there are; until then signs stay as they are."""

    def __init__(self) -> None:
        self._marks: dict[str, str] = {}
        self.known = ""
        """A digest of the icons in use: when it changes, the same panel looks different."""
        self.doubted: Callable[[], None] = lambda: None
        """Called when Discord has refused a message with icons, so that they are checked."""

    def use(self, ids: Mapping[str, int]) -> None:
        """Use these emojis from now on: ids by emoji name."""
        self._marks = {sign: f"<:{name}:{ids[name]}>" for name, sign in reversed(signs().items()) if name in ids}
        self.known = hashlib.sha256(repr(sorted(self._marks.items())).encode()).hexdigest()[:8]

    def rendered(self, panel: Panel) -> Rendered:
        """Render the panel as a message with icons: always on buttons and options, in its texts only if all of them
        have room, where an icon counts as long as its `<:name:id>`."""
        words = "".join(panel.words)
        room = len(words) + words.count(MARK) * _LONGEST <= ROOM or len(self._marked(words)) <= ROOM
        return rendered(panel, self._marked if room else bare, self._marked)

    def _marked(self, text: str) -> str:
        if MARK not in text:
            return text
        return bare(_pattern().sub(lambda sign: self._marks.get(sign[0], sign[0]), text))

    async def send(self, panel: Panel, deliver: Callable[[Rendered], Awaitable[T]]) -> T:
        """Deliver the panel with icons, or without them if Discord refuses it so. Return what `deliver` returns.

        Discord refuses a button whose emoji was deleted, and now and then one whose emoji exists.
        """
        message = self.rendered(panel)
        try:
            return await deliver(message)
        except discord.HTTPException as error:
            plain = rendered(panel)
            if error.code != _WRONG or message.to_components() == plain.to_components():
                raise
            log.warning("sent without icons", extra={"problem": error.text})
            self.doubted()
        return await deliver(plain)


@cache
def _pattern() -> re.Pattern[str]:
    """Return the pattern of any of our signs, the longest first."""
    return re.compile("|".join(map(re.escape, sorted(signs().values(), key=len, reverse=True))) or "(?!)")
