"""Which table a command is about, and who of those at it; which one may use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import discord
from discord import app_commands

from bot.commands.declared import LONGEST, MOST
from bot.incoming.rights import reached
from bot.panels.company import company as companied
from bot.panels.company import others, state
from bot.tables import Table, Tables
from bot.tables.errors import BadWish, NoGame, NotSeated
from game.core.commands import to_open
from game.core.english import listed
from game.core.text.names import COMPUTER, alike, label, shown, told_apart
from storage import Seat, Status

_MENTION = re.compile(r"<@!?(\d{1,20})>")
NAMED = "With the option `game` this works here too."
"""What is said of one's games elsewhere by a command that takes their names."""


async def own_table(tables: Tables, interaction: discord.Interaction, game: str | None, *, asked: bool = True) -> Table:
    """The table for a command that shows or does something of one's own: named, the channel's, or the only one; where
    one is `asked` something comes before others, unless it is of no use there.

    Raises NoGame, NotSeated, BadWish; Elsewhere, before anything is said, where another process is to answer.
    """
    return tables.cache.ours(await seen_table(tables, interaction, game, asked=asked))


async def seen_table(
    tables: Tables, interaction: discord.Interaction, game: str | None, *, asked: bool = True
) -> Table:
    """The same for suggestions, whoever holds it: they are made here. Raises NoGame, NotSeated, BadWish."""
    if game:
        return await _named(tables, interaction, game)
    if interaction.guild_id is not None and interaction.channel_id is not None:
        table = await tables.active_in(interaction.channel_id, interaction.user.id, NAMED)
        if table.status is Status.RUNNING and table.find(interaction.user.id) is None:
            table.refuse_former(interaction.user.id)
            if own := await tables.own_elsewhere(interaction.user.id, NAMED):
                raise NotSeated(f"You do not play at {table.title}, you are looking on. {own}")
        return table
    mine = [table for table in await tables.of_user(interaction.user.id) if table.status is Status.RUNNING]
    waiting = [table for table in mine if table.seat_of(interaction.user.id).seat in table.questions]
    for found in (waiting if asked else [], mine):
        if len(found) == 1:
            return found[0]
    if not mine:
        raise NoGame(f"You play in no running game. {to_open()} in a channel of a server opens a table.")
    raise NotSeated("You play in several games: name one with the option `game`.")


async def table_for(tables: Tables, interaction: discord.Interaction, game: str | None) -> Table:
    """The table for a command that shows what all may see: named, the channel's or the last one there; in a direct
    message the only one of one's own.

    Raises NoGame, NotSeated, BadWish, Elsewhere.
    """
    if game or interaction.guild_id is None:
        return await own_table(tables, interaction, game)
    return await tables.latest_in(interaction.channel_id or 0, interaction.user.id, NAMED)


async def table_elsewhere(tables: Tables, interaction: discord.Interaction, game: str | None) -> Table:
    """The table for a command about a game in another channel: named, or one's own only active one there.

    Raises NoGame, BadWish, Elsewhere.
    """
    if game:
        return await named_table(tables, interaction, game)
    here, mine = interaction.channel_id, await tables.of_user(interaction.user.id)
    games = [table for table in mine if table.row.channel_id != here]
    if not games:
        raise NoGame("You play in no game in another channel.")
    if len(games) > 1:
        raise NoGame("You play in several games: name one with the option `game`.")
    return tables.cache.ours(games[0])


async def named_table(tables: Tables, interaction: discord.Interaction, typed: str) -> Table:
    """The table with this id, else the one of one's own with this name.

    Raises NoGame; BadWish if several have it; Elsewhere as `own_table`.
    """
    return tables.cache.ours(await _named(tables, interaction, typed))


async def _named(tables: Tables, interaction: discord.Interaction, typed: str) -> Table:
    wanted = " ".join(typed.split()).casefold()
    try:
        return await reached(tables, interaction, wanted)
    except NoGame:
        called = [table for table in await tables.of_user(interaction.user.id) if alike(table.row.name) == alike(typed)]
        if not called:
            raise
    if len(called) > 1:
        raise BadWish(
            f"{len(called)} of your games are called that: {listed(f'`{each.id}`' for each in called)}. Choose from"
            " the list, or type one of these."
        )
    return called[0]


def named_seat(table: Table, typed: str) -> Seat:
    """Who is meant: a seat or a mention, as autocompletion gives them, before a name. Raises BadWish.

    A seat comes first, since anybody may be called "P3".
    """
    wanted = alike(typed)
    mention = _MENTION.fullmatch(wanted)
    for seat in table.seats:
        if wanted == seat.seat.lower() or (mention and seat.user_id == int(mention[1])):
            return seat
    called = [seat for seat in table.seats if alike(table.names[seat.seat]) == wanted]
    called = called or [
        seat for seat in table.seats if _typed(typed) in map(_typed, (table.names[seat.seat], seat.name))
    ]
    if len(called) == 1:
        return called[0]
    everybody = ", ".join(_with_seat(table, seat) for seat in called or table.seats)
    if called:
        raise BadWish(f"Several are called that here: {everybody}. Choose from the list, or type a seat such as P2.")
    raise BadWish(f"Nobody of that name sits at this table: {everybody}. Choose from the list, or type a seat.")


def _typed(name: str) -> str:
    """A name as people may type it: without an @ before it, and without the sign of computer players."""
    return alike(name.replace(COMPUTER, "")).removeprefix("@")


def _with_seat(table: Table, seat: Seat) -> str:
    name, mark = table.named(seat.seat), f"({seat.seat})"
    return name if name.endswith(mark) else f"{name} {mark}"


def seat_choices(table: Table, typed: str) -> list[app_commands.Choice[str]]:
    """Who sits there, for autocompletion. The value of a person is a mention: seats move up when somebody leaves."""
    values = {seat.seat: seat.seat if seat.user_id is None else f"<@{seat.user_id}>" for seat in table.seats}
    return _matching(
        ((f"{seat} {label(shown(table.names[seat], 80))}", value) for seat, value in values.items()), typed
    )


async def seats_here(tables: Tables, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The same of the table in the channel. Raises NoGame."""
    return seat_choices(await tables.active_in(interaction.channel_id or 0), typed)


def named_among(people: Mapping[int, str], typed: str) -> tuple[int, str]:
    """Who of these is meant, by user id: a mention, or a name that one of them has. Raises BadWish."""
    wanted = alike(typed)
    mention = _MENTION.fullmatch(wanted)
    found = [(user_id, name) for user_id, name in people.items() if mention and user_id == int(mention[1])]
    found = found or [(user_id, name) for user_id, name in people.items() if _typed(name) == _typed(typed)]
    if len(found) != 1:
        raise BadWish(
            "Several are called that: choose from the list." if found else "Nobody of that name was removed from here."
        )
    return found[0]


def person_choices(people: Mapping[int, str], typed: str) -> list[app_commands.Choice[str]]:
    """People by user id, for autocompletion; the values are mentions."""
    apart = told_apart(people, lambda user_id: f"…{user_id % 10_000:04}")
    return _matching(((label(shown(name, 80)), f"<@{user_id}>") for user_id, name in apart.items()), typed)


def _matching(people: Iterable[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    """Those in whose names that stands, each with its value."""
    wanted = typed.lower().removeprefix("@")
    return [app_commands.Choice(name=name, value=value) for name, value in people if wanted in name.lower()][:MOST]


async def own_games(tables: Tables, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """One's own active games, for autocompletion: where each is played, how far it is and with whom."""
    games = await tables.of_user(interaction.user.id)
    found = [(_suggested(table, interaction), table.id) for table in games]
    return [
        app_commands.Choice(name=name, value=game) for name, game in found if typed.lower() in f"{name} {game}".lower()
    ][:MOST]


def _suggested(table: Table, interaction: discord.Interaction) -> str:
    """At most 100 characters."""
    company = companied(others(table, interaction.user.id))
    named = f"{shown(table.row.name, 30)} ({table.kit.title})"
    where = channel_name(interaction, table.row.channel_id)
    text = label(" · ".join(filter(None, (named, where, state(table), company))))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"


def channel_name(interaction: discord.Interaction, channel_id: int) -> str:
    """For suggestions, which show no mention: a channel has a name here only if Discord has told us of it."""
    name = getattr(interaction.client.get_channel(channel_id), "name", None)
    return f"#{shown(name, 24)}" if name else ""
