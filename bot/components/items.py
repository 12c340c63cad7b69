"""The interactive items there are: a button, a select of words and one of people, all stateless.

discord.py asks for them by a pattern of their custom_id, so they work on any message of any age, and nothing about a
message is kept in memory. No view may hold any other interactive item: discord.py would then forget these for the
whole bot as soon as that view ends.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeVar

import discord

from bot.components import ids

AnyItem = TypeVar("AnyItem", bound=discord.ui.DynamicItem[Any])
_SELECTS = "|".join(ids.SELECTS)
_OF_PEOPLE = "|".join(ids.OF_PEOPLE)


class Press(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=rf"(?s:{ids.PREFIX}:(?!(?:{_SELECTS}|{_OF_PEOPLE}):).*)"
):
    """A button; its custom_id is of `ids.encode`, its label has at most 80 characters."""

    def __init__(
        self,
        custom_id: str,
        label: str | None,
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: str | None = None,
        disabled: bool = False,
    ) -> None:
        super().__init__(
            discord.ui.Button(custom_id=custom_id, label=label, style=style, emoji=emoji, disabled=disabled)
        )

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: discord.ui.Item[Any], __: re.Match[str], /
    ) -> Press:
        return _arrived(cls, item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.router.press(interaction, self.custom_id)


class Pick(discord.ui.DynamicItem[discord.ui.Select[Any]], template=rf"(?s:{ids.PREFIX}:(?:{_SELECTS}):.*)"):
    """A select of at most 25 options; what is chosen comes as values beside its id."""

    def __init__(
        self,
        custom_id: str,
        options: Sequence[discord.SelectOption],
        *,
        placeholder: str | None = None,
        min_values: int = 1,
        max_values: int = 1,
        disabled: bool = False,
    ) -> None:
        super().__init__(
            discord.ui.Select(
                custom_id=custom_id,
                options=list(options),
                placeholder=placeholder,
                min_values=min_values,
                max_values=max_values,
                disabled=disabled,
            )
        )

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: discord.ui.Item[Any], __: re.Match[str], /
    ) -> Pick:
        return _arrived(cls, item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data
        await interaction.client.router.press(interaction, self.custom_id, tuple(data.get("values", ())))


class Guests(discord.ui.DynamicItem[discord.ui.UserSelect[Any]], template=rf"(?s:{ids.PREFIX}:(?:{_OF_PEOPLE}):.*)"):
    """A select of up to so many people of the server; who is chosen comes beside its id."""

    def __init__(self, custom_id: str, *, placeholder: str | None = None, max_values: int = 1) -> None:
        super().__init__(
            discord.ui.UserSelect(custom_id=custom_id, placeholder=placeholder, min_values=1, max_values=max_values)
        )

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: discord.ui.Item[Any], __: re.Match[str], /
    ) -> Guests:
        return _arrived(cls, item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        people = tuple(self.item.values)
        values = tuple(str(person.id) for person in people)
        await interaction.client.router.press(interaction, self.custom_id, values, people)


def _arrived(cls: type[AnyItem], item: discord.ui.Item[Any]) -> AnyItem:
    """The item as it stands on its message; its id is read later, where an error is answered."""
    made = cls.__new__(cls)
    discord.ui.DynamicItem.__init__(made, item)
    return made


ITEMS = (Press, Pick, Guests)
"""For `Client.add_dynamic_items`."""
