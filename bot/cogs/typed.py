"""Slash commands made of data: options as a stage declares them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from inspect import Parameter, Signature
from typing import Any

import discord
from discord import app_commands

from game.core.stage import Kind, Option

_LONGEST = 100
"""Characters of a description."""
Serve = Callable[[discord.Interaction[Any], Mapping[str, Any]], Awaitable[None]]
"""Called with what was given, by name; what was not is left out."""
Complete = Callable[[discord.Interaction[Any], str, str], Awaitable[list[app_commands.Choice[str]]]]
"""Suggests values for an option, by its name and what was typed so far."""


def add(
    parent: app_commands.Group | app_commands.CommandTree[Any],
    name: str,
    about: str,
    options: Sequence[Option],
    serve: Serve,
    complete: Complete | None = None,
) -> None:
    """Add a command with these options, those that are required first."""
    ordered = sorted(options, key=lambda option: not option.required)

    async def command(interaction: discord.Interaction[Any], /, **given: Any) -> None:
        await serve(interaction, {name: value for name, value in given.items() if value is not None})

    command.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Parameter("interaction", Parameter.POSITIONAL_ONLY, annotation=discord.Interaction[Any]),
            *(_parameter(option) for option in ordered),
        ]
    )
    described = {option.name: option.about[:_LONGEST] for option in options}
    chosen = {
        option.name: [app_commands.Choice(name=each.label[:100], value=each.value) for each in option.choices]
        for option in options
        if option.choices
    }
    command = app_commands.describe(**described)(command) if described else command
    command = app_commands.choices(**chosen)(command) if chosen else command
    made = app_commands.Command[Any, ..., None](name=name, description=about[:_LONGEST], callback=command)
    if isinstance(parent, app_commands.CommandTree):
        made.guild_only = True
    parent.add_command(made)
    for option in options:
        if option.completes and complete is not None:
            made.autocomplete(option.name)(_completing(option.name, complete))


def _parameter(option: Option) -> Parameter:
    kind: Any = {
        Kind.TEXT: str,
        Kind.WHOLE: int,
        Kind.FLAG: bool,
        Kind.PERSON: discord.User,
        Kind.FILE: discord.Attachment,
    }[option.kind]
    if option.kind in (Kind.TEXT, Kind.WHOLE) and not option.choices and (option.least, option.most) != (None, None):
        kind = app_commands.Range[kind, option.least, option.most]
    default = Parameter.empty if option.required else None
    annotation = kind if option.required else kind | None
    return Parameter(option.name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _completing(name: str, complete: Complete) -> Callable[..., Any]:
    async def offered(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return await complete(interaction, name, typed)

    return offered
