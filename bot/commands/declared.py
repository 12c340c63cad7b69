"""Slash commands made of data: discord.py would read their options off a function's signature."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from inspect import Parameter, Signature
from typing import Any, NamedTuple

import discord
from discord import app_commands

from game.core.options import Option

LONGEST = 100
"""Characters that Discord takes of a description, of a choice or suggestion, and of its value."""
MOST = 25
"""Choices, or suggestions, that it takes of an option."""


class Declared(NamedTuple):
    """An option of a command; `kind` is its type as discord.py knows it, with `| None` where it may be left out."""

    name: str
    kind: Any
    default: Any
    about: str


def command(
    name: str,
    about: str,
    options: Sequence[Declared],
    choices: Mapping[str, list[app_commands.Choice[str]]],
    run: Callable[..., Coroutine[Any, Any, None]],
) -> app_commands.Command[Any, ..., None]:
    """The command; `run` is called with the interaction and each option by name.

    choices: of the options that have them, by name.
    """

    async def callback(interaction: discord.Interaction, /, **given: Any) -> None:
        await run(interaction, **given)

    callback.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Parameter("interaction", Parameter.POSITIONAL_ONLY, annotation=discord.Interaction),
            *(
                Parameter(each.name, Parameter.KEYWORD_ONLY, default=each.default, annotation=each.kind)
                for each in options
            ),
        ]
    )
    if options:
        callback = app_commands.describe(**{each.name: each.about[:LONGEST] for each in options})(callback)
    if choices:
        callback = app_commands.choices(**choices)(callback)
    return app_commands.Command(name=name, description=about[:LONGEST], callback=callback)


def choices(option: Option) -> list[app_commands.Choice[str]]:
    """The values of an option of tables, for a command's option: each with what is to be known of it."""
    return [app_commands.Choice(name=option.told(each.value)[:LONGEST], value=each.value) for each in option.values]
