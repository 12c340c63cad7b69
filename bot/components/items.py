"""The select of people: the only interactive discord.py item in use, because discord.py resolves who was chosen.

It is a dynamic item, found by a pattern of its custom_id, so it works on messages of any age and nothing about a
message is kept in memory. Buttons and selects of words need no item: Discord sends all that they say, and to find the
item that was pressed, discord.py would rebuild every item of its message. `render` makes what is sent. No view may hold
any other interactive item: discord.py would then forget this one for the whole bot as soon as that view ends.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.components import ids

_TEMPLATE = re.compile(rf"(?s:{ids.PREFIX}:(?:{'|'.join(ids.OF_PEOPLE)}):.*)")

Press = Callable[[discord.Interaction, str, tuple[str, ...], tuple[discord.abc.User, ...]], Awaitable[None]]
"""Called with the custom_id of the select, the user ids that were chosen, and the users."""


def takes(custom_id: str) -> bool:
    """Whether discord.py dispatches components with this custom_id to the select of people."""
    return _TEMPLATE.fullmatch(custom_id) is not None


def people_select(press: Press) -> type[discord.ui.DynamicItem[discord.ui.UserSelect[Any]]]:
    """Return the dynamic item to register with a client; `press` is called with what is chosen."""

    class PeopleSelect(discord.ui.DynamicItem[discord.ui.UserSelect[Any]], template=_TEMPLATE):
        """Any select of people. Discord sends the chosen users along with its custom_id."""

        @classmethod
        async def from_custom_id(cls, _: discord.Interaction, item: Any, __: re.Match[str], /) -> PeopleSelect:
            return cls(item)

        async def callback(self, interaction: discord.Interaction) -> None:
            people = tuple(self.item.values)
            await press(interaction, self.custom_id, tuple(str(person.id) for person in people), people)

    return PeopleSelect
