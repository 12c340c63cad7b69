"""The one interactive item of discord.py's that there is, a select of people: discord.py reads who was chosen.

It asks for it by a pattern of its custom_id, so it works on any message of any age, and nothing about a message is kept
in memory. Buttons and selects of words need none: all they say is in what Discord sends, and to find the item that was
pressed discord.py would make every item of its message anew. What is sent is made by `render`. No view may hold any
other interactive item: discord.py would then forget this one for the whole bot as soon as that view ends.
"""

from __future__ import annotations

import re
from typing import Any

import discord

from bot.components import ids


class PeopleSelect(
    discord.ui.DynamicItem[discord.ui.UserSelect[Any]], template=rf"(?s:{ids.PREFIX}:(?:{'|'.join(ids.OF_PEOPLE)}):.*)"
):
    """Any select of people of the server; who is chosen comes beside its id."""

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: Any, __: re.Match[str], /) -> PeopleSelect:
        return cls(item)

    @classmethod
    def takes(cls, custom_id: str) -> bool:
        """Whether discord.py will come here with what has this id."""
        return cls.__discord_ui_compiled_template__.fullmatch(custom_id) is not None

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        people = tuple(self.item.values)
        values = tuple(str(person.id) for person in people)
        await interaction.client.router.press(interaction, self.custom_id, values, people)
