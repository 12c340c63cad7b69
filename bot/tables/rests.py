"""Pausing a game, ending it before its time, and reopening it.

The caller holds the table and has checked that it can be done, except in `seal`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from bot.tables import transitions
from bot.tables.cache import TableCache
from bot.tables.errors import WrongMoment
from bot.tables.history import news
from bot.tables.lobby_options import AGAIN, GAVE_WAY
from bot.tables.planning.passing import schedule
from bot.tables.table import Table
from bot.tables.waiting import calling, waits
from bot.tables.waiting.timing import SEAL
from game.core.commands import at_table, to_open
from game.core.decisions import Event
from storage import SOMEBODY, GivesWay, Holder, Position, Status, Timer, Timing

REOPENS = timedelta(days=7)
"""How long an ended game can be reopened. Its seed is shown only after that."""


async def pause(cache: TableCache, table: Table, by: int | None) -> Table:
    """Pause the game: nobody is asked any more, and nothing of it is due. `by`: the person's id, or None for a
    vote."""
    after = replace(table, context=replace(table.context, due={}), deadlines={}, held={}, called={})
    await cache.store.games.pause(table.id, by, waits.changed(table, after, cache.clock.now()))
    return await cache.reload(table.id)


async def resume(cache: TableCache, table: Table, by: int | None, last: int) -> Table:
    """Resume the game: everybody is asked anew, and the time of the pause counts for nobody.

    `by`: as for `pause`; `last`: the person whose word or vote decided it.
    """
    position, timing = _anew(cache, table, last, [*stopped(table), settled(table, news.RESUMED, by)])
    await cache.store.moves.resume(table.id, position, expected=table.sequence, timing=timing)
    return await cache.reload(table.id)


async def end(cache: TableCache, table: Table, by: int | None) -> Table:
    """Close a lobby, or end a game before its time."""
    sealed_at = cache.clock.now() + REOPENS if table.under_way else None
    timing = Timing(put=[Timer(SEAL, "", sealed_at)] if sealed_at is not None else [])
    await cache.store.games.close(table.id, by=by, sealed_at=sealed_at, timing=timing)
    return await cache.reload(table.id)


async def reopen(
    cache: TableCache,
    table: Table,
    holders: Mapping[str, Holder],
    by: int | None,
    last: int,
    lobby: Table | None = None,
) -> Table:
    """Reopen a game at the position where it was ended; everybody is asked anew.

    `holders`: seats whose holder differs from what is stored, with the new one. `by` and `last`: as for `resume`.
    `lobby`: the one of its rematch, which is closed with it; the caller holds that too. Raises storage's ChannelTaken.
    """
    position, timing = _anew(cache, table, last, [*stopped(table), settled(table, news.REOPENED, by)])
    await cache.store.moves.reopen(
        table.id,
        position,
        table.playing.asked,
        timing,
        host_id=table.row.host_id,
        turn=table.turn,
        holders=holders,
        instead=GivesWay(lobby.id, last, {**lobby.options, GAVE_WAY: True}) if lobby is not None else None,
    )
    if lobby is not None:
        await cache.reload(lobby.id)
    return await cache.reload(table.id)


def gives_way(there: Table, table: Table) -> bool:
    """Return whether a table is closed when this game is reopened in its channel: the lobby of its rematch."""
    is_here = there.row.channel_id == table.row.channel_id
    return is_here and there.status is Status.LOBBY and there.options.get(AGAIN) == table.id


def require_paused(table: Table) -> None:
    """Raises WrongMoment unless the game is paused."""
    if not table.paused:
        transitions.require_running(table)
        raise WrongMoment(f"{table.title} is not paused: it waits for {table.waited_for}.")


def is_reopenable(table: Table, now: datetime) -> bool:
    """Return whether the game was ended before its time and can still be reopened."""
    sealed_at = table.row.sealed_at if table.status is Status.CLOSED else None
    return sealed_at is not None and sealed_at > now and table.game is not None


def finished(table: Table) -> str:
    """Return that nothing more can be done at this table, whose game is over or was ended, and what to do instead."""
    return _played_out(table) if table.status is Status.OVER else table.finished


def _played_out(table: Table) -> str:
    return f"{table.title} is over: it was played to its end. {_another(table)}"


def _another(table: Table) -> str:
    again, anew = at_table("rematch"), to_open(table.row.game)
    return f"Those who played it open another for the same people with {again}; anybody opens a new one with {anew}."


def require_reopenable(table: Table, now: datetime) -> None:
    """Raises WrongMoment unless the game can be reopened."""
    if table.status.is_active:
        raise WrongMoment(f"{table.title} is going on: there is nothing to take up again.")
    if table.status is Status.OVER:
        raise WrongMoment(_played_out(table))
    if not is_reopenable(table, now):
        raise WrongMoment(
            f"{table.title} can no longer be taken up again: that is possible for seven days after a game was ended."
            f" {_another(table)}"
        )


async def seal(cache: TableCache, game_id: str) -> datetime | None:
    """Make the end of a game final if nobody has reopened it in time: its message then shows the seed.

    Return the due time if that is still to come, else None. Raises NoGame.
    """
    async with cache.hold(game_id) as table:
        sealed_at = table.row.sealed_at
        if table.status is not Status.CLOSED or sealed_at is None:
            return None
        if sealed_at > cache.clock.now():
            return sealed_at
        await cache.store.games.seal(game_id)
        await cache.reload(game_id)
        return None


def stopped(table: Table) -> list[Event]:
    """Return the event that the game is paused or was ended, if it is so now, else nothing. While that lasts the event
    is derived from the game's row; when it ends, the event is put into the log."""
    if table.paused:
        return [settled(table, news.PAUSED, table.row.stopped_by)]
    return [settled(table, news.ENDED, table.row.stopped_by)] if table.status is Status.CLOSED else []


def settled(table: Table, kind: str, by: int | None) -> Event:
    """Return an event of that kind, caused by this person, by SOMEBODY who is forgotten, or by a vote (None)."""
    if by == SOMEBODY:
        return news.settled(kind, news.FORGOTTEN, table.handovers)
    return news.settled(kind, table.place_of(by) if by is not None else None, table.handovers)


def _anew(cache: TableCache, table: Table, by: int, told: Sequence[Event]) -> tuple[Position, Timing]:
    """Return the position and timers with everybody waited for from now on: new moments for automatic answers, full
    time.

    `told`: events of the table to log besides.
    """
    now, game = cache.clock.now(), table.playing
    since = dict.fromkeys(table.public["pending"], now.isoformat())
    context = table.context.rested().with_events(told, game.ply, hands=table.handovers)
    context = replace(context, since=since, due={})
    due = schedule(table.kit, context, game, dict.fromkeys(game.asked), now, partial(cache.delay, table.row.pace))
    context = replace(context, due=due)
    if seat := table.place_of(by):
        context = context.seen_at(seat, now.isoformat())
    row = replace(table.row, status=Status.RUNNING, paused_at=None)
    asked = replace(table, row=row, context=context)
    left, held = waits.anew(asked, now), calling.after(None, asked, now, cache.watching)
    after = replace(asked, deadlines=left, held=held, called={})
    return table.stored(context), waits.changed(table, after, now)
