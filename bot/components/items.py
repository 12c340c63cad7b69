"""The interactive items there are: a button, a select of words and one of people, all stateless.

discord.py asks for them by a pattern of their custom_id, so they work on any message of any age, and nothing about a
message is kept in memory. What is sent is made by `render`; items are made only of what was pressed, and their ids are
read later, where an error is answered. No view may hold any other interactive item: discord.py would then forget these
for the whole bot as soon as that view ends.
"""

from __future__ import annotations

import re
from typing import Any

import discord

from bot.components import ids

_SELECTS = "|".join(ids.SELECTS)
_OF_PEOPLE = "|".join(ids.OF_PEOPLE)


class Press(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=rf"(?s:{ids.PREFIX}:(?!(?:{_SELECTS}|{_OF_PEOPLE}):).*)"
):
    """A button; its custom_id is of `ids.encode`."""

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: Any, __: re.Match[str], /) -> Press:
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.router.press(interaction, self.custom_id)


class Pick(discord.ui.DynamicItem[discord.ui.Select[Any]], template=rf"(?s:{ids.PREFIX}:(?:{_SELECTS}):.*)"):
    """A select of words; what is chosen comes as values beside its id."""

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: Any, __: re.Match[str], /) -> Pick:
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data
        await interaction.client.router.press(interaction, self.custom_id, tuple(data.get("values", ())))


class Guests(discord.ui.DynamicItem[discord.ui.UserSelect[Any]], template=rf"(?s:{ids.PREFIX}:(?:{_OF_PEOPLE}):.*)"):
    """A select of people of the server; who is chosen comes beside its id."""

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: Any, __: re.Match[str], /) -> Guests:
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        people = tuple(self.item.values)
        values = tuple(str(person.id) for person in people)
        await interaction.client.router.press(interaction, self.custom_id, values, people)


ITEMS = (Press, Pick, Guests)
"""For `Client.add_dynamic_items`."""
