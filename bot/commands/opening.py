"""The command that opens a table. It has the options that the game's kit declares, and those of every table."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

import discord
from discord import app_commands

from bot.commands.declared import LONGEST, MOST, Declared, choices, command
from bot.panels.lobby import levels_of
from bot.tables.lobby_options import COMPUTERS, INVITES, LEVEL, LOOK, SEATS, of_table, spanned
from game.core.errors import SetupError
from game.core.kit import Kit
from game.core.options import Option


def add(group: app_commands.Group, kit: Kit, new: Callable[..., Coroutine[Any, Any, None]]) -> None:
    """Add the command to the game's group. `new` is called with the interaction and with each option by name: None if
    not given, but 0 for `computers`. `level` is the name of a computer player, and is left out if the game has no
    choice of them.

    The options named by `guest_options` take people.
    """
    seats = app_commands.Range[int, kit.seats[0], kit.seats[-1]]
    computers = app_commands.Range[int, 0, kit.seats[-1] - 1]
    seated = Declared(SEATS, seats, None, f"Seats at the table, {spanned(kit.seats)}")
    guests = [Declared(name, discord.User, None, "Somebody to invite") for name in guest_options(kit)]
    chosen = [Declared(option.name, str, None, option.about) for option in of_table(kit)]
    options = [
        *(option for option in chosen if option.name != LOOK),
        *([seated] if len(kit.seats) > 1 else []),
        Declared(COMPUTERS, computers, 0, f"Computer players that sit down at once, 0 to {kit.seats[-1] - 1}"),
        *([Declared(LEVEL, str, None, "How well they play")] if kit.levels else []),
        *guests,
        *(option for option in chosen if option.name == LOOK),
    ]
    made = command("new", f"Open a table for {kit.title} in this channel", options, _choices(kit), new)
    group.add_command(made)
    for option in of_table(kit):
        if not _listed(option):
            made.autocomplete(option.name)(_typing(option))


def guest_options(kit: Kit) -> Sequence[str]:
    """Return the names of the options that each take one guest, since Discord has no option for several people. The
    lobby can invite more."""
    return INVITES[: kit.seats[-1] - 1]


def _listed(option: Option) -> bool:
    """Whether all values that the option accepts fit into a list that Discord can show."""
    return option.read is None and len(option.values) <= MOST


def _choices(kit: Kit) -> dict[str, list[app_commands.Choice[str]]]:
    levels = {LEVEL: level_choices(kit)} if kit.levels else {}
    return {option.name: choices(option) for option in of_table(kit) if _listed(option)} | levels


def level_choices(kit: Kit) -> list[app_commands.Choice[str]]:
    """Return the levels of the game's computer players as choices, each with whom it suits."""
    return [
        app_commands.Choice(name=f"{each.label}: {each.note}"[:LONGEST], value=each.value) for each in levels_of(kit)
    ]


def _typing(option: Option) -> Callable[..., Coroutine[Any, Any, list[app_commands.Choice[str]]]]:
    async def offered(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return typed_choices(option, typed)

    return offered


def typed_choices(option: Option, typed: str) -> list[app_commands.Choice[str]]:
    """Return suggestions for what was typed: the values whose name or description contains it. If the option also reads
    texts that are not in its list, the typed text comes first, as it is and with each of `option.ends`, where that is
    valid."""
    wanted = typed.strip().lower()
    found = list[str]()
    if option.read is not None and wanted and all(each.value != wanted for each in option.values):
        for end in ("", *option.ends):
            with suppress(SetupError):
                kept = option.checked(typed.strip() + end)
                if isinstance(kept, str) and len(kept) <= LONGEST:
                    found.append(kept)
    found += (
        each.value
        for each in option.values
        if any(wanted in words.lower() for words in (each.value, each.label, option.told(each.value)))
    )
    return [app_commands.Choice(name=option.told(each)[:LONGEST], value=each) for each in dict.fromkeys(found)][:MOST]
