"""Slash commands built from data; discord.py by itself reads their options from a function's signature."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from inspect import Parameter, Signature
from typing import Any, NamedTuple

import discord
from discord import app_commands

from game.core.options import Option

LONGEST = 100
"""Characters that Discord allows for a description, and for the name and the value of a choice or suggestion."""
MOST = 25
"""Choices or suggestions that Discord allows for an option."""


class Declared(NamedTuple):
    """An option of a slash command. `kind`: the annotation that discord.py reads. `default`: what stands for it where
    it is left out; `Parameter.empty` if it is required. `about`: its description."""

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
    """Build the command. `run` is called with the interaction, and with each option by name.

    choices: by option name, for the options that have a fixed list.
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
    """Return the values of a table's option as choices of a command's option, each with its explanation."""
    return [app_commands.Choice(name=option.told(each.value)[:LONGEST], value=each.value) for each in option.values]
