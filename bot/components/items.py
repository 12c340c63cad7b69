"""The one interactive item of discord.py's that there is, a select of people: discord.py reads who was chosen.

It asks for it by a pattern of its custom_id, so it works on any message of any age, and nothing about a message is kept
in memory. Buttons and selects of words need none: all they say is in what Discord sends, and to find the item that was
pressed discord.py would make every item of its message anew. What is sent is made by `render`. No view may hold any
other interactive item: discord.py would then forget this one for the whole bot as soon as that view ends.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.components import ids

_TEMPLATE = re.compile(rf"(?s:{ids.PREFIX}:(?:{'|'.join(ids.OF_PEOPLE)}):.*)")

Press = Callable[[discord.Interaction, str, tuple[str, ...], tuple[discord.abc.User, ...]], Awaitable[None]]
"""Told what was chosen: the id of the select, and the people, as ids and as they are."""


def takes(custom_id: str) -> bool:
    """Whether discord.py will come here with what has this id."""
    return _TEMPLATE.fullmatch(custom_id) is not None


def people_select(press: Press) -> type[discord.ui.DynamicItem[discord.ui.UserSelect[Any]]]:
    """The item for a client that takes by `press` what is chosen."""

    class PeopleSelect(discord.ui.DynamicItem[discord.ui.UserSelect[Any]], template=_TEMPLATE):
        """Any select of people of the server; who is chosen comes beside its id."""

        @classmethod
        async def from_custom_id(cls, _: discord.Interaction, item: Any, __: re.Match[str], /) -> PeopleSelect:
            return cls(item)

        async def callback(self, interaction: discord.Interaction) -> None:
            people = tuple(self.item.values)
            await press(interaction, self.custom_id, tuple(str(person.id) for person in people), people)

    return PeopleSelect
