"""Icons in the place of signs, in everything that goes out."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import TypeVar

import discord
from discord.ui import LayoutView

from bot.components.render import Rendered, rendered
from bot.pictures.emojis import signs
from game.core.layout import Panel
from game.core.text.signs import MARK, bare

log = logging.getLogger(__name__)
T = TypeVar("T")

_ROOM = 4000
"""Characters that the texts of a message may have; an icon counts as the characters of `<:name:id>`."""
_LONGEST = len("<::>") + 32 + 20
"""Characters of an icon at most: its name has 32, its id 20."""
_WRONG = 50035


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

    def rendered(self, panel: Panel) -> Rendered:
        """The panel as a message with icons: on buttons and options always, in its texts if all of them have room."""
        words = "".join(panel.words)
        room = len(words) + words.count(MARK) * _LONGEST <= _ROOM or len(self._marked(words)) <= _ROOM
        return rendered(panel, self._marked if room else bare, self._marked)

    def _marked(self, text: str) -> str:
        if MARK not in text:
            return text
        return bare(_pattern().sub(lambda sign: self._marks.get(sign[0], sign[0]), text))

    async def send(self, panel: Panel, deliver: Callable[[LayoutView], Awaitable[T]]) -> T:
        """Have the panel delivered with icons; or without, should Discord refuse it so.

        It does that for a button's emoji that was deleted, and now and then for one that is there.
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
    """Any sign of ours."""
    return re.compile("|".join(map(re.escape, sorted(signs().values(), key=len, reverse=True))) or "(?!)")
