"""Seats that change hands in a running game: to a person who accepts, to a computer player, and back.

The position and what the seat is asked stay the same. The former player sees nothing more of the seat, and the new one
has seen nothing of it before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from bot.tables import rests, transitions
from bot.tables.cache import TableCache
from bot.tables.checks import Actor, computer, may_lead, names_of_computers, person
from bot.tables.context import Context, without
from bot.tables.errors import BadWish, NotAllowed, NotSeated, Stale, WrongMoment
from bot.tables.history import news
from bot.tables.table import Table
from bot.tables.waiting import calling, hours, timing, waits
from game.core.commands import at_table
from game.core.text.names import called, shown
from storage import Holder, Seat, Timing
from storage.topics import Change

OFFERED = timedelta(days=3)
"""How long an offer of a seat stays open."""


class Handovers:
    """Every method is one change, on disk when it returns. If it raises a Refusal, nothing has changed."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache

    async def accept(self, game_id: str, seat: str, user_id: int, name: str) -> Table:
        """Take the seat that one was offered. If one has taken it already, nothing changes.

        Raises NoGame, WrongMoment, NotAllowed.
        """
        async with self._cache.hold(game_id) as table:
            require_under_way(table)
            offer = table.offers.get(seat)
            if offer is None and table.place_of(user_id) == seat and any(each.seat == seat for each in table.tenures):
                return table
            if offer is None or offer.user_id != user_id:
                raise NotAllowed("This seat is not offered to you, or not any more.")
            to = Holder(user_id, None, person(name))
            return await hand_over(self._cache, table, table.seat(seat), to, own=offer.by == seat, by=offer.by)

    async def refuse(self, game_id: str, seat: str, by: Actor) -> Table:
        """Decline an offered seat; hosts and managers withdraw the offer so. Raises NoGame, WrongMoment, NotAllowed."""
        async with self._cache.hold(game_id) as table:
            require_under_way(table)
            if seat not in table.offers:
                raise WrongMoment("Nobody is asked to take this seat any more.")
            asked = table.offers[seat].user_id
            if by.user_id != asked and not may_lead(table, by):
                raise NotAllowed(f"This seat is not offered to you: <@{asked}> can decline. {withdrawing(table)}")
            if by.user_id == asked:
                return await _offered_no_more(self._cache, table, seat, news.DECLINED)
            return await _offered_no_more(self._cache, table, seat, news.WITHDRAWN, table.place_of(by.user_id))

    async def lapse(self, game_id: str, seat: str) -> datetime | None:
        """End the offer of this seat if its time is over; else return when that will be. Raises NoGame."""
        async with self._cache.hold(game_id) as table:
            offer = table.offers.get(seat)
            if offer is None:
                return None
            if offer.until is not None and offer.until > self._cache.clock.now():
                return offer.until
            await _offered_no_more(self._cache, table, seat, news.LAPSED)
            return None

    async def take_back(self, game_id: str, user_id: int, name: str, about: str = "") -> Table:
        """Take back the seat that a computer player got from this person. If they have it already, nothing changes.

        `about`: the seat that was asked for, which matters if the person sits elsewhere.

        Raises NoGame, NotSeated, NotAllowed, WrongMoment.
        """
        async with self._cache.hold(game_id) as table:
            require_under_way(table)
            if (sits := table.find(user_id)) is not None:
                _require_returned(table, sits, about or sits.seat)
                return table
            seat = table.taken_over(user_id)
            if seat is None:
                table.seat_of(user_id)
                raise NotSeated("No computer player has a seat of yours.")
            return await hand_over(self._cache, table, seat, Holder(user_id, None, person(name)), own=True)

    async def stay(self, game_id: str, user_id: int) -> Table:
        """Confirm that the seat's player is present, where they are missing or one person alone has offered their seat:
        the vote on their seat and the offer end. In a paused game too: they are not missing when it goes on.

        Raises NoGame, NotSeated, WrongMoment.
        """
        async with self._cache.hold(game_id) as table:
            seat = table.seat_of(user_id).seat
            require_under_way(table)
            table = await keep_seat(self._cache, table, seat)
            if seat not in table.overdue:
                return table
            now = self._cache.clock.now().isoformat()
            return await transitions.keep(self._cache, table, table.context.present(seat).seen_at(seat, now))

    async def leave(self, game_id: str, user_id: int, handovers: int | None = None) -> Table:
        """Leave a running game: a computer player plays on. The game ends if no person is left.

        `handovers`: how often seats had changed hands when the person was told what would follow. Raises NoGame,
        NotSeated, WrongMoment; Stale if they have changed hands since.
        """
        async with self._cache.hold(game_id) as table:
            seat = table.seat_of(user_id)
            require_under_way(table)
            if handovers not in (None, table.handovers):
                raise Stale("Seats have changed hands meanwhile.")
            if all(other.user_id == user_id for other in table.people):
                return await rests.end(self._cache, table, user_id)
            return await hand_over(self._cache, table, seat, a_computer(table), own=True)


async def keep_seat(cache: TableCache, table: Table, seat: str) -> Table:
    """End an offer of this seat that one other person decided alone, since its player is present. Return the table."""
    if not table.may_keep(seat):
        return table
    return await _offered_no_more(cache, table, seat, news.STAYED)


async def _offered_no_more(cache: TableCache, table: Table, seat: str, why: str, by: str = "") -> Table:
    """End the offer of this seat. The log says why, unless the game cannot be read."""
    position = None
    if table.game is not None:
        offer = table.offers.get(seat)
        event = news.kept(seat, why, by, offer.since if offer is not None else "", table.handovers)
        position = table.stored(table.telling(event))
    await cache.store.handovers.withdraw(table.id, seat, position, expected=table.sequence)
    return await cache.reload(table.id)


def filled(table: Table) -> tuple[Table, dict[str, Holder]]:
    """Give the seats of people who are forgotten to computer players, and make somebody host if nobody is.

    Return the table and the new holders by seat; nothing is stored.
    """
    holders = dict[str, Holder]()
    for seat in table.seats:
        if seat.user_id is None and not seat.is_computer:
            to = holders[seat.seat] = a_computer(table)
            seats = [replace(each, policy=to.policy, name=to.name) if each is seat else each for each in table.seats]
            table = replace(table, seats=tuple(seats), context=_given_up(table.context, seat.seat))
    if holders and table.row.host_id is None:
        host, lost = table.people[0], [*holders][-1]  # the last of these handovers is told last, and names the new host
        context = replace(table.context, hosts={**table.context.hosts, lost: host.seat})
        table = replace(table, row=replace(table.row, host_id=host.user_id), context=context)
    return table, holders


def _given_up(context: Context, seat: str) -> Context:
    """Return the context without what the seat's player had set down in advance or could take back."""
    context = context.passing(seat, None).planning(seat, ()).unguided(seat).final_at(seat)
    return replace(
        context,
        answers=without(context.answers, seat),
        missed=without(context.missed, seat),
        seen=without(context.seen, seat),
    )


def _require_returned(table: Table, sits: Seat, about: str) -> None:
    """Check that the seat asked for is the one where this person sits, having just taken it back. Raises NotAllowed."""
    last = next((each for each in reversed(table.tenures) if each.seat == sits.seat), None)
    if about == sits.seat and last is not None and last.is_return:
        return
    had = [each for each in table.tenures if each.policy is None and each.seat == about != sits.seat]
    whose = f"This is {shown(called(had[-1].name, about))}'s seat: only they can take it back. " if had else ""
    raise NotAllowed(f"{whose}You have your own seat at {table.title}.")


def require_under_way(table: Table) -> None:
    """Check that a game is being played or is paused. Raises WrongMoment."""
    if not table.paused:
        transitions.require_running(table)


def withdrawing(table: Table) -> str:
    """Return a sentence on who can withdraw the offer of a seat."""
    who = f"{table.host_name}, the host," if table.host else "The host"
    return f"{who} or whoever manages the channel can withdraw the offer."


def host_instead(table: Table, seat: str) -> str:
    """Return the seat of whoever became host when a computer player got this seat and still is; "" if nobody is."""
    now = seat
    while now in table.context.hosts:
        now = table.context.hosts[now]
    return now if now != seat and now == table.host else ""


def next_host(table: Table, seat: str) -> str:
    """Return the seat of whoever becomes host if a computer player gets this seat; "" if the host does not change."""
    return next((other.seat for other in _beside(table, seat)), "") if seat == table.host else ""


def a_computer(table: Table, level: str = "") -> Holder:
    """Return a computer player of that level, or the game's usual one, with a name that nobody has or had at the table.

    Raises BadWish.
    """
    taken = {*table.names.values(), *(each.name for each in table.tenures)}
    return Holder(None, computer(table.kit, level), next(each for each in names_of_computers() if each not in taken))


async def hand_over(
    cache: TableCache, table: Table, seat: Seat, to: Holder, own: bool = False, by: str | None = None
) -> Table:
    """Give the seat to somebody else, and return the table. The caller holds it.

    `own`: the seat's player gives it up, or takes it back. Otherwise `by` says who decided it: the player of a seat,
    somebody without one (""), or the players by a vote (None).

    The seat no longer passes ahead, has no plan and is not guided, and what was chosen there cannot be taken back,
    because somebody else chose it. If a computer player gets the host's seat, another person is host meanwhile, and for
    good if the host left. Raises WrongMoment if no person would be left.
    """
    host_id, hosts = _host(table, seat, to, own)
    now, name = cache.clock.now(), seat.seat
    context = replace(_given_up(table.context, name), hosts=hosts)
    if name in context.since:
        context = replace(context, since={**context.since, name: now.isoformat()})
    if not own and seat.user_id is not None:
        context = replace(context, decided_by={**context.decided_by, str(table.handovers + 1): by})
    if to.user_id is not None:  # they have just pressed a button
        context = context.seen_at(name, now.isoformat())
    context = transitions.rescheduled(cache, table, context, now)
    seats = [replace(each, user_id=to.user_id, policy=to.policy) if each is seat else each for each in table.seats]
    known, waits_by = dict(table.hours), Timing([(timing.HOURS, name)])
    if to.user_id is not None:
        settings = await cache.store.players.settings(to.user_id)
        known, waits_by = {**known, to.user_id: hours.of(settings)}, Timing(put=[timing.sat_down(name, settings, now)])
    after = replace(table, seats=tuple(seats), context=context, hours=known)
    after = replace(after, called=without(table.called, name))
    whole, held = waits.fresh(after, now), calling.after(table, after, now, cache.watching)
    left = {each: time if each == name else table.deadlines.get(each, time) for each, time in whole.items()}
    after = replace(after, deadlines=left, held=held)
    await cache.store.handovers.change(
        table.id,
        name,
        to,
        table.stored(context),
        expected=table.sequence,
        turn=table.turn,
        own=own,
        host_id=host_id,
        timing=timing.merged(waits.changed(table, after, now), waits_by, _decided_before(table, name, to)),
    )
    return await cache.reload(table.id)


def _decided_before(table: Table, seat: str, to: Holder) -> Timing:
    """Return the timers of the offers that the former player of this seat has decided alone, for when it has gone to
    somebody else, who has not decided them."""
    return Timing(
        put=[
            timing.offer(name, each.until, news.FORGOTTEN, each.since)
            for name, each in table.offers.items()
            if each.by == seat != name and each.user_id != to.user_id and each.until is not None
        ]
    )


def require_replaceable(table: Table, change: Change) -> None:
    """Check that the seat can be given to whoever `change` names. Raises WrongMoment, BadWish."""
    require_under_way(table)
    seat, by, level = change
    policy = computer(table.kit, level)
    found = next((each for each in table.seats if each.seat == seat), None)
    if found is None:
        raise BadWish(f"There is no such seat: {table.title} has {len(table.seats)}.")
    if by is None and found.is_computer and (not level or policy == found.policy):
        of_level = " of this level" if level else ""
        other = "another, or " if level else "a level, or " if table.kit.levels else ""
        raise WrongMoment(
            f"A computer player{of_level} has this seat already: name {other}the person who is to take it."
        )
    if by is not None and table.find(by) is not None:
        raise WrongMoment("A seat goes to somebody who has none at this table: name somebody else.")
    _others(table, seat, by)


def _host(table: Table, seat: Seat, to: Holder, own: bool) -> tuple[int | None, Mapping[str, str]]:
    """Return who is host once `to` has the seat, and the new `Context.hosts`. Raises WrongMoment if no person is
    left."""
    others, hosts, host_id = _others(table, seat.seat, to.user_id), table.context.hosts, table.row.host_id
    goes = host_id in (seat.user_id, None)
    if to.user_id is None:
        if not goes:
            return host_id, hosts
        return others[0].user_id, hosts if host_id is None else {**hosts, seat.seat: others[0].seat}
    returns = own and host_instead(table, seat.seat) and not _has_left(table, seat.seat)
    return to.user_id if goes or returns else host_id, without(hosts, seat.seat)


def _has_left(table: Table, seat: str) -> bool:
    """Return whether the last person in this seat gave it up, which means that they have left the table."""
    return next((each.own for each in reversed(table.tenures) if each.seat == seat and each.policy is None), False)


def _others(table: Table, seat: str, to: int | None) -> list[Seat]:
    """Return the other seats of people. Raises WrongMoment if no person would be left."""
    others = _beside(table, seat)
    if to is None and not others:
        raise WrongMoment(f"Nobody would be left at this table. {at_table('end')} ends the game.")
    return others


def _beside(table: Table, seat: str) -> list[Seat]:
    return [other for other in table.people if other.seat != seat]
