"""A game that rests, ends before its time, or is taken up again. Whoever calls these holds the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from bot.tables import calling, news, transitions, waits
from bot.tables.cache import TableCache
from bot.tables.checks import require_active
from bot.tables.errors import WrongMoment
from bot.tables.lobby_options import AGAIN, GAVE_WAY
from bot.tables.passing import schedule
from bot.tables.table import Table
from bot.tables.timing import SEAL
from game.core.commands import at_table, to_open
from game.core.decisions import Event
from storage import SOMEBODY, Holder, Position, Status, Timer, Timing

REOPENS = timedelta(days=7)
"""For so long a game that was ended can be taken up again; only then is its seed shown."""


async def pause(cache: TableCache, table: Table, by: int | None) -> Table:
    """Ask nobody any more. `by`: the person, or None for a vote. Raises WrongMoment."""
    require_pausable(table)
    await cache.store.games.pause(table.id, by)
    return await cache.reload(table.id)


async def resume(cache: TableCache, table: Table, by: int | None, last: int) -> Table:
    """Ask again, from now on: nobody has been waited for while the game rested. `by` as to `pause`; `last`: whose word
    it was that counted.

    Raises WrongMoment.
    """
    require_paused(table)
    position, timing = _anew(cache, table, last, [*stopped(table), settled(table, news.RESUMED, by)])
    await cache.store.moves.resume(table.id, position, expected=table.sequence, timing=timing)
    return await cache.reload(table.id)


async def end(cache: TableCache, table: Table, by: int | None) -> Table:
    """Close a lobby, or a game before its time. Raises WrongMoment."""
    require_active(table)
    is_game = table.status is Status.RUNNING and not table.damaged
    sealed_at = cache.clock.now() + REOPENS if is_game else None
    timing = Timing(put=[Timer(SEAL, "", sealed_at)] if sealed_at is not None else [])
    await cache.store.games.close(table.id, by=by, sealed_at=sealed_at, timing=timing)
    return await cache.reload(table.id)


async def reopen(cache: TableCache, table: Table, holders: Mapping[str, Holder], by: int | None, last: int) -> Table:
    """Take a game up again where it was ended; everybody is asked anew. `holders`: who has other seats from now on than
    is stored. `by` and `last` as to `resume`.

    Raises WrongMoment; storage's ChannelTaken.
    """
    require_reopenable(table, cache.clock.now())
    position, timing = _anew(cache, table, last, [*stopped(table), settled(table, news.REOPENED, by)])
    await cache.store.moves.reopen(
        table.id,
        position,
        table.playing.asked,
        timing,
        host_id=table.row.host_id,
        turn=table.turn,
        holders=holders,
    )
    return await cache.reload(table.id)


async def give_way(cache: TableCache, lobby_id: str, game_id: str, by: int) -> bool:
    """Close the lobby of a rematch for the game itself, which the caller holds; False: it is no such lobby.

    Raises NoGame.
    """
    async with cache.hold(lobby_id) as lobby:
        if lobby.status is not Status.LOBBY or lobby.options.get(AGAIN) != game_id:
            return False
        await cache.store.games.close(lobby_id, by=by, options={**lobby.options, GAVE_WAY: True})
        await cache.reload(lobby_id)
        return True


def require_pausable(table: Table) -> None:
    """Raises WrongMoment."""
    transitions.require_running(table)


def require_paused(table: Table) -> None:
    """Raises WrongMoment."""
    if not table.paused:
        transitions.require_running(table)
        raise WrongMoment(f"{table.title} is not paused: it waits for {table.waited_for}.")


def is_reopenable(table: Table, now: datetime) -> bool:
    """Whether the game was ended and can be taken up again."""
    sealed_at = table.row.sealed_at if table.status is Status.CLOSED else None
    return sealed_at is not None and sealed_at > now and table.game is not None


def finished(table: Table, now: datetime) -> str:
    """That nothing can be done any more at this table, whose game has been played to its end or was ended, and what
    leads on."""
    if table.status is Status.OVER:
        return _played_out(table)
    onward = f"{at_table('reopen')} takes it up again" if is_reopenable(table, now) else f"{to_open()} opens another"
    return f"{table.title} was ended in {table.turn_name}. {onward}."


def _played_out(table: Table) -> str:
    return f"{table.title} is over: it was played to its end. {_another(table)}"


def _another(table: Table) -> str:
    again, anew = at_table("rematch"), to_open(table.row.game)
    return f"Those who played it open another for the same people with {again}; anybody opens a new one with {anew}."


def require_reopenable(table: Table, now: datetime) -> None:
    """Raises WrongMoment."""
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
    """End a game for good that was not taken up again in time: its message shows the seed then.

    The moment at which that will be, if it is not yet. Raises NoGame.
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
    """That the game rests, or was ended, if it is so now: as long as that stands in the game's row, it is told of that,
    and from then on it is kept with what else happened."""
    if table.paused:
        return [settled(table, news.PAUSED, table.row.stopped_by)]
    return [settled(table, news.ENDED, table.row.stopped_by)] if table.status is Status.CLOSED else []


def settled(table: Table, kind: str, by: int | None) -> Event:
    """Such an event of the table, by this person, by SOMEBODY, or (None) by a vote."""
    if by == SOMEBODY:
        return news.settled(kind, news.FORGOTTEN, table.handovers)
    seat = table.find(by) if by is not None else None
    return news.settled(kind, None if by is None else seat.seat if seat is not None else "", table.handovers)


def _anew(cache: TableCache, table: Table, by: int, told: Sequence[Event]) -> tuple[Position, Timing]:
    """The position, with everybody waited for from now on: new moments for automatic passes, whole times for all.

    `told`: what the table has done besides.
    """
    now, game = cache.clock.now(), table.playing
    since = dict.fromkeys(table.public["pending"], now.isoformat())
    context = replace(table.context.told(told, game.ply, hands=table.handovers), since=since, due={})
    due = schedule(table.kit, context, game, dict.fromkeys(game.asked), now, partial(cache.delay, table.row.pace))
    context = replace(context, due=due)
    if (seat := table.find(by)) is not None:
        context = context.seen_at(seat.seat, now.isoformat())
    row = replace(table.row, status=Status.RUNNING, paused_at=None)
    asked = replace(table, row=row, context=context)
    left, held = waits.anew(asked, now), calling.after(None, asked, now, cache.watching)
    after = replace(asked, deadlines=left, held=held, called={})
    return table.stored(context), waits.changed(table, after, now)
