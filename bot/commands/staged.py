"""Slash commands whose options are declared by a stage."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from inspect import Parameter
from typing import Any

import discord
from discord import app_commands

from bot.commands.declared import LONGEST, Declared, command
from game.core.aids.stage import Kind, Option

Serve = Callable[[discord.Interaction, Mapping[str, Any]], Awaitable[None]]
"""Called with the values that were given, by option name; options that were not given are left out."""
Complete = Callable[[discord.Interaction, str, str], Awaitable[list[app_commands.Choice[str]]]]
"""Returns suggestions for an option, given its name and what was typed so far."""


def add(
    parent: app_commands.Group | app_commands.CommandTree,
    name: str,
    about: str,
    options: Sequence[Option],
    serve: Serve,
    complete: Complete | None = None,
) -> None:
    """Add a command with these options, the required ones first, as Discord wants them."""
    ordered = sorted(options, key=lambda option: not option.required)
    chosen = {
        option.name: [app_commands.Choice(name=each.label[:LONGEST], value=each.value) for each in option.choices]
        for option in options
        if option.choices
    }

    async def run(interaction: discord.Interaction, **given: Any) -> None:
        await serve(interaction, {name: value for name, value in given.items() if value is not None})

    made = command(name, about, [*map(_declared, ordered)], chosen, run)
    if isinstance(parent, app_commands.CommandTree):
        made.guild_only = True
    parent.add_command(made)
    for option in options:
        if option.completes and complete is not None:
            made.autocomplete(option.name)(_completing(option.name, complete))


def _declared(option: Option) -> Declared:
    kind: Any = {
        Kind.TEXT: str,
        Kind.WHOLE: int,
        Kind.FLAG: bool,
        Kind.PERSON: discord.User,
        Kind.FILE: discord.Attachment,
    }[option.kind]
    if option.kind in (Kind.TEXT, Kind.WHOLE) and not option.choices and (option.least, option.most) != (None, None):
        kind = app_commands.Range[kind, option.least, option.most]
    return Declared(option.name, kind, Parameter.empty if option.required else None, option.about)


def _completing(name: str, complete: Complete) -> Callable[..., Any]:
    async def offered(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await complete(interaction, name, typed)

    return offered
