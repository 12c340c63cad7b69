"""Finds the table that a command is about and which of its players is meant, and suggests both."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Mapping

import discord
from discord import app_commands
from discord.abc import GuildChannel

from bot.commands.declared import LONGEST, MOST
from bot.incoming.rights import find_table
from bot.panels.company import others, state, with_whom
from bot.tables import Table, Tables
from bot.tables.errors import BadWish, NoGame, NotSeated
from game.core.commands import to_open
from game.core.discover import kits
from game.core.english import listed
from game.core.text.names import COMPUTER, alike, label, matches, shown, told_apart
from storage import Game, Seat, Status

_MENTION = re.compile(r"<@!?(\d{1,20})>")
_AT_ONCE = 100
"""How many finished games are read in one transaction: moves of others wait meanwhile."""
NAMED = "With the option `game` this works here too."
"""Appended where a command with the option `game` tells people of their games in other channels."""


async def own_table(tables: Tables, interaction: discord.Interaction, game: str | None, *, asked: bool = True) -> Table:
    """Return the table for a command that shows or does something of the person's own.

    It is the one named, else the active one of the channel. In a direct message it is the person's only running game;
    if they play several, the only one that waits for them, which `asked=False` does not look for.

    Raises NoGame, NotSeated, BadWish; Elsewhere, before anything is answered, if another process holds the game.
    """
    return tables.cache.ours(await seen_table(tables, interaction, game, asked=asked, tells=True))


async def seen_table(
    tables: Tables, interaction: discord.Interaction, game: str | None, *, asked: bool = True, tells: bool = False
) -> Table:
    """Return the same table for suggestions. They are made here, whichever process holds the game.

    tells: whether errors say where else the person plays, for which Discord may be asked. Raises NoGame, NotSeated,
    BadWish.
    """
    if game:
        return await _named(tables, interaction, game)
    if interaction.guild_id is not None and interaction.channel_id is not None:
        table = await tables.active_in(interaction.channel_id, interaction.user.id if tells else None, NAMED)
        if tells and table.status is Status.RUNNING and table.find(interaction.user.id) is None:
            table.refuse_former(interaction.user.id)
            if own := await tables.own_elsewhere(interaction.user.id, NAMED):
                raise NotSeated(f"You do not play at {table.title}, you are looking on. {own}")
        return table
    mine = [table for table in await tables.of_user(interaction.user.id) if table.status is Status.RUNNING]
    asking = [table for table in mine if not table.paused]
    waiting = [table for table in asking if table.seat_of(interaction.user.id).seat in table.questions]
    for found in (waiting if asked else [], mine):
        if len(found) == 1:
            return found[0]
    if not mine:
        raise NoGame(f"You play in no running game. {to_open()} in a channel of a server opens a table.")
    raise NotSeated("You play in several games: name one with the option `game`.")


async def table_for(tables: Tables, interaction: discord.Interaction, game: str | None) -> Table:
    """Return the table for a command that shows what everybody may see: the one named, else the channel's active or
    last one. In a direct message it is that of `own_table`.

    Raises NoGame, NotSeated, BadWish, Elsewhere.
    """
    if game or interaction.guild_id is None:
        return await own_table(tables, interaction, game)
    return await tables.latest_in(interaction.channel_id or 0, interaction.user.id, NAMED)


async def table_elsewhere(tables: Tables, interaction: discord.Interaction, game: str | None) -> Table:
    """Return the table for a command about a game in another channel: the one named, else the person's only active one
    there.

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
    """Return the table with this id, else the person's own table with this name.

    Raises NoGame; BadWish if several have the name; Elsewhere, as `own_table` does.
    """
    return tables.cache.ours(await _named(tables, interaction, typed))


async def _named(tables: Tables, interaction: discord.Interaction, typed: str) -> Table:
    wanted = " ".join(typed.split()).casefold()
    try:
        return await find_table(tables, interaction, wanted)
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
    """Return the seat that is meant: a seat such as "P2" or a mention, as autocompletion fills them in, else a player's
    name.

    Seats are tried before names, since anybody may be called "P3". Raises BadWish.
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
    """Return a name as people may type it: folded by `alike`, without a leading @ and without the sign of computer
    players."""
    return alike(name.replace(COMPUTER, "")).removeprefix("@")


def _with_seat(table: Table, seat: Seat) -> str:
    name, mark = table.named(seat.seat), f"({seat.seat})"
    return name if name.endswith(mark) else f"{name} {mark}"


def seat_choices(table: Table, typed: str) -> list[app_commands.Choice[str]]:
    """Return the players as autocompletion choices. A person's value is a mention, since seats move up when somebody
    leaves."""
    values = {seat.seat: seat.seat if seat.user_id is None else f"<@{seat.user_id}>" for seat in table.seats}
    return _matching(
        ((f"{seat} {label(shown(table.names[seat], 80))}", value) for seat, value in values.items()), typed
    )


async def seats_here(tables: Tables, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Return the same choices for the active table of the channel. Raises NoGame."""
    return seat_choices(await tables.active_in(interaction.channel_id or 0), typed)


def named_among(people: Mapping[int, str], typed: str) -> tuple[int, str]:
    """Return the user id and name of the person who is meant: by a mention, or by a name that only one of them has.
    `people`: names by user id. Raises BadWish."""
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
    """Return people (names by user id) as autocompletion choices, whose values are mentions."""
    apart = told_apart(people, lambda user_id: f"…{user_id % 10_000:04}")
    return _matching(((label(shown(name, 80)), f"<@{user_id}>") for user_id, name in apart.items()), typed)


def _matching(people: Iterable[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    """Return choices for those of the (name, value) pairs whose name contains what is typed, at most as many as Discord
    allows."""
    wanted = alike(typed).removeprefix("@")
    return [app_commands.Choice(name=name, value=value) for name, value in people if matches(wanted, name)][:MOST]


async def own_games(tables: Tables, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Return the person's active games as autocompletion choices: each with its channel, its state and the other
    players."""
    games = await tables.of_user(interaction.user.id)
    found = [(_suggested(table, state(table), interaction), table) for table in games]
    return [
        app_commands.Choice(name=name, value=table.id)
        for name, table in found
        if matches(typed, table.id, name, *table.names.values())
    ][:MOST]


async def finished_games(
    tables: Tables, interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """Return the games that the person has played to their end likewise, the latest first: each with its last day in
    place of its state. However many there are, all are searched for what is typed."""
    found = list[app_commands.Choice[str]]()
    async for row, players in _played_out(tables, interaction.user.id):
        day = f"{row.updated_at:%Y-%m-%d}"
        title = kits()[row.game].title if row.game in kits() else ""
        where = channel_name(interaction, row.channel_id)
        if not matches(typed, row.id, row.name, title, where, day, f"{row.updated_at:%d %B}", *players):
            continue
        table = await tables.look(row.id)
        if not table.damaged:
            found.append(app_commands.Choice(name=_suggested(table, day, interaction), value=row.id))
        if len(found) == MOST:
            break
    return found


async def _played_out(tables: Tables, user_id: int) -> AsyncIterator[tuple[Game, tuple[str, ...]]]:
    """Yield the games that the person has played to their end, the latest first, each with its players' names."""
    ids = await tables.store.seats.played_out(user_id)
    for at in range(0, len(ids), _AT_ONCE):
        for each in await tables.store.seats.with_players(ids[at : at + _AT_ONCE]):
            yield each


def _suggested(table: Table, said: str, interaction: discord.Interaction) -> str:
    """Return how a game is suggested, in at most 100 characters."""
    company = with_whom(others(table, interaction.user.id))
    named = f"{shown(table.row.name, 30)} ({table.kit.title})"
    where = channel_name(interaction, table.row.channel_id)
    text = label(" · ".join(filter(None, (named, where, said, company))))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"


def channel_name(interaction: discord.Interaction, channel_id: int) -> str:
    """Return "#name" for suggestions, which cannot show mentions; "" if the channel is not in discord.py's cache, or
    hidden from the bot: Discord then gives it another name."""
    channel = interaction.client.get_channel(channel_id)
    if isinstance(channel, GuildChannel) and not channel.permissions_for(channel.guild.me).view_channel:
        return ""
    name = getattr(channel, "name", None)
    return f"#{shown(name, 24)}" if name else ""
