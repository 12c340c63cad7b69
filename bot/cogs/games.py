"""/table games: the person's games and tales, both those under way and those that are over, wherever they ask."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from functools import partial

import discord

from bot.answers.limits import Heavy
from bot.answers.replies import Reply
from bot.answers.screens import Surface
from bot.commands import own_tales
from bot.commands.groups import Groups
from bot.components.ids import Id, Verb
from bot.components.links import link
from bot.incoming import rights
from bot.panels.company import PLAYER, game, others, state
from bot.panels.games import (
    ENDED,
    Asked,
    Ended,
    Entry,
    Gathering,
    Playing,
    Stands,
    TakenOver,
    Telling,
    first_ended,
    games_panel,
    on_page,
)
from bot.panels.waiting import until
from bot.services import Services
from bot.tables import Table
from bot.tables.rests import is_reopenable
from bot.tales import Live
from game.core.text.names import shown_names
from game.core.text.numbers import whole
from game.core.words import ranked
from storage import Status


class Games:
    """Lists the games in which the person has a seat, can take one back from a computer player, or is asked to take
    one, and no others: somebody whose seat another person got no longer finds the game here. Lists the tales at which
    they sit. What they are asked to join, and tales, are listed only if they can see them."""

    def __init__(self, services: Services, groups: Groups) -> None:
        self._services = services
        self._tables = services.tables
        self._screens = services.screens
        services.router.on(Verb.GAMES, self._page)

        groups.plain(
            partial(self._show, page=0),
            name="games",
            description="Your games and tales: whose turn it is, and how the others came out",
        )

    async def _page(self, reply: Reply, wanted: Id) -> None:
        await self._show(reply, whole(wanted.rest[1:], 4) or 0)

    async def _show(self, surface: Surface, page: int) -> None:
        surface.yields = True
        person = surface.user_id
        if isinstance(surface, Reply):  # Discord is asked for each server with a tale or an invitation of theirs
            surface.spend(Heavy.LISTS)
        own, lost = await self._tables.of_user(person), await self._tables.taken_from(person)
        user, here = _asks(surface)
        client, rest = self._services.client, self._services.rest
        asking = await rights.seen(client, rest, user, await self._tables.asking(person), here)
        tales = [_tale(live, person, is_gone) for live, is_gone in await own_tales.seen(self._services, user, here)]
        skip = first_ended(len(own) + len(lost) + len(asking) + len(tales), page)
        ended = list[Table]()
        if skip is not None:
            ended = await self._tables.finished_of(person, most=ENDED + 1, skip=skip)
        more, ended, now = len(ended) > ENDED, ended[:ENDED], self._tables.cache.clock.now()
        played = [
            *(_entry(table, _stands(table, person), person) for table in own),
            *(_entry(table, TakenOver(table.id), person) for table in lost),
            *(_entry(table, _asked(table, person), person, is_gone) for table, is_gone in asking),
            *tales,
        ]
        shown = {each.channel_id for each in on_page(played, page) if not isinstance(each.stands, Asked | Telling)}
        gone = await self._gone({*shown, *(table.row.channel_id for table in ended)})
        played = [replace(each, gone=each.gone or each.channel_id in gone) for each in played]
        over = [_ended(table, now, table.row.channel_id in gone) for table in ended]
        await surface.show(games_panel(played, over, page, more))
        await self._screens.opened_unchanging(surface, Verb.GAMES, lambda surface, _: self._show(surface, page))

    async def _gone(self, channels: Collection[int]) -> set[int]:
        """Return those of the channels that no longer exist for the bot."""
        gone = await asyncio.gather(*map(self._services.access.is_gone, channels))
        return {each for each, is_gone in zip(channels, gone, strict=True) if is_gone}


def _asks(surface: Surface) -> tuple[discord.abc.Snowflake, int | None]:
    """Return who asks, and the channel where they do; None if that is not known."""
    if isinstance(surface, Reply):
        return surface.interaction.user, surface.channel_id
    return discord.Object(surface.user_id), None


def _entry(table: Table, stands: Stands, user_id: int, gone: bool = False) -> Entry:
    return Entry(
        table.row.name,
        link(table.row.guild_id, table.row.channel_id),
        table.row.channel_id,
        _place(table, state(table)),
        stands,
        others(table, user_id),
        gone,
    )


def _stands(table: Table, user_id: int) -> Playing | Gathering:
    """Return how a game stands for a person who has a seat in it."""
    if table.status is Status.LOBBY:
        return Gathering(
            tuple(each.name for each in table.awaited),
            max(table.kit.seats[0] - len(table.seats), 0) if not table.damaged else 0,
            "" if table.row.host_id == user_id else table.names.get(table.host, "its host"),
        )
    seat = table.seat_of(user_id).seat
    return Playing(
        tuple(table.names[each] for each in table.waiting),
        seat in table.questions and not table.paused,
        table.waiting.get(seat, min(table.waiting.values(), default=None)),
        until(table, seat),
    )


def _asked(table: Table, user_id: int) -> Asked:
    offered = table.offered_to(user_id)
    return Asked(table.names[offered.seat] if offered is not None else "")


def _tale(live: Live, user_id: int, gone: bool) -> Entry:
    people, who = live.stage.people(live.tale), live.who(user_id)
    return Entry(
        live.tale.status()[0],
        link(live.row.guild_id, live.row.channel_id),
        live.row.channel_id,
        live.aid.title,
        Telling(tuple(live.stage.waits(live.reader(user_id)))),
        tuple(name for each, name in people.items() if each != who),
        gone,
    )


def _ended(table: Table, now: datetime, gone: bool) -> Ended:
    return Ended(
        table.id,
        table.row.name,
        link(table.row.guild_id, table.row.channel_id),
        _place(table, "" if table.status is Status.OVER else "ended"),
        _result(table),
        table.row.updated_at,
        whole=table.status is Status.OVER and not table.damaged,
        reopens=is_reopenable(table, now),
        readable=not table.damaged,
        gone=gone,
    )


def _result(table: Table) -> str:
    """Return the points of each player, the best first; or that nobody has won."""
    if table.damaged or table.game is None:
        return "It cannot be read any more."
    over = table.status is Status.OVER
    if over and (nobody := table.kit.words.unwon(table.game.standing(), table.names)):
        return nobody
    names = shown_names(table.names, PLAYER)
    told = [
        f"{'🏆 ' if over and line['rank'] == 1 else ''}{names[seat]} {table.kit.points(line)}"
        for seat, line in ranked(table.game.standing())
    ]
    return " · ".join(told) if over else f"{table.kit.words.turn(table.turn)}, before its time · {' · '.join(told)}"


def _place(table: Table, far: str) -> str:
    """Return which game it is, if there are several, and how far it is."""
    return " · ".join(filter(None, (game(table), far)))
