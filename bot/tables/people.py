"""A person's settings, and forgetting a person."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from cachetools import LRUCache

from bot.tables.cache import TableCache
from bot.tables.errors import BadWish, Elsewhere, Refusal
from bot.tables.lobby_options import LOOKS
from bot.tables.table import Table
from bot.tables.waiting import hours, waits
from bot.tables.waiting.hours import HOLIDAY, LONGEST_HOLIDAY, LONGEST_NIGHT, OFF, QUIET, ZONE, Hours
from bot.tables.waiting.timing import HOURS, merged
from game.core.words import ATTACK, NOTHING, TURN
from storage import WIPED, Notification, Share, StillIn, Timer, Timing

log = logging.getLogger(__name__)

AHEAD = {"on": TURN, ATTACK: ATTACK, NOTHING: NOTHING}
"""What each value of the setting `ahead` passes ahead, except for its first one, "off". "on" was once the only other
one."""
CHOICES: Mapping[str, tuple[str, ...]] = {
    "round": ("dm", "channel"),
    "turn": ("ping", "dm", "none"),
    "ahead": ("off", *AHEAD),
    "pictures": LOOKS,
}
"""Each setting with its values; the first is the default."""
PERSON, FORGOTTEN = "person", "forgotten"
"""Kinds of messages to other processes: somebody's settings have changed, or somebody is forgotten."""
_KEPT = 4096
_UNREACHED = timedelta(days=1)
"""How long nobody tries to write to a person again whom Discord did not let the bot write to."""
_REFUSED = "dm_refused"
"""Stored with the settings: whether the person's direct messages were closed at the last attempt."""
_TOLD = "dm_refused_told"
"""Likewise: whether the person was told so in the channel."""


def _require_hours(settings: Mapping[str, Any], name: str, value: str, now: datetime) -> None:
    """Check that this value can be set. Raises BadWish."""
    if name == ZONE and not hours.is_zone(value):
        raise BadWish("There is no such time zone. `/settings` has those that there are.")
    if name != ZONE and value != OFF and not settings.get(ZONE):
        raise BadWish("Choose your time zone first: `/settings` has it.")
    if name == QUIET and value != OFF and hours.read_quiet(value) is None:
        raise BadWish(f"Up to {LONGEST_NIGHT} hours a day can be quiet.")
    if name == HOLIDAY and value != OFF:
        last, today = hours.read_holiday(value), hours.today(settings, now)
        if last is None or not today <= last <= today + LONGEST_HOLIDAY:
            raise BadWish(f"A holiday lasts {LONGEST_HOLIDAY.days} days at most, from today on.")


class People:
    """Settings of people. Each person's are known to themselves alone.

    `forgotten` listeners are called when somebody was forgotten, here or by another process, because things cached in
    memory may name them. They must not block or raise.
    """

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache
        self._store = cache.store
        self._known: LRUCache[int, dict[str, Any]] = LRUCache(_KEPT)
        self._unreached: LRUCache[int, datetime] = LRUCache(_KEPT)
        """Until when this process does not try to write to a person: see `note_unreached`."""
        self.forgotten: list[Callable[[], object]] = [cache.clear]
        self._rereads = 0
        """How often other processes may have changed settings. What was read across such a change may be outdated."""

    async def settings(self, user_id: int) -> dict[str, Any]:
        """Return all settings, with the default for each that was not changed."""
        stored = self._known.get(user_id)
        if stored is None:
            stored = await self._cached(user_id, self._store.players.settings(user_id))
        return {**{name: values[0] for name, values in CHOICES.items()}, **stored}

    async def set(self, user_id: int, name: str, value: str) -> dict[str, Any]:
        """Change one setting and return all of them. Raises BadWish."""
        if name in (ZONE, QUIET, HOLIDAY):
            return await self._set_hours(user_id, name, value)
        if value not in CHOICES.get(name, ()):
            raise BadWish("There is no such setting (any more). `/settings` shows what there is.")
        changes: dict[str, Any] = {name: value}
        if value == "dm":
            changes |= {_REFUSED: False, _TOLD: False}  # the person wants them, so try again
            self._unreached.pop(user_id, None)
        await self._cached(user_id, self._store.players.change_settings(user_id, changes))
        await self._tell(user_id)
        await self.look_over(user_id)
        return await self.settings(user_id)

    async def _set_hours(self, user_id: int, name: str, value: str) -> dict[str, Any]:
        settings, now = await self.settings(user_id), self._cache.clock.now()
        _require_hours(settings, name, value, now)
        await self._change_hours(user_id, name, value)
        return await self.settings(user_id)

    async def _change_hours(self, user_id: int, name: str, value: str) -> None:
        """Set other hours from now on. Each table is to go by them, whichever process holds it: timers that are set in
        the same transaction see to that."""
        at_seats = Timer(HOURS, "", self._cache.clock.now())
        await self._cached(user_id, self._store.players.change_settings(user_id, {name: value}, at_seats))
        await self._tell(user_id)
        await self.retime_all()

    async def retime_all(self, share: Share | None = None) -> None:
        """Let the tables of this process, or of `share`, go by the hours that people have set."""
        for timer in await self._store.timers.due(self._cache.clock.now(), [HOURS], share=share):
            with suppress(Refusal, Elsewhere):
                await self.retime(timer)

    async def retime(self, timer: Timer) -> None:
        """Let the table go by the hours that the holder of the seat has set. Raises NoGame."""
        game_id, seat = timer.game_id or "", timer.about
        async with self._cache.hold(game_id) as table:
            user_id = table.user_of(seat)
            if user_id is None or table.damaged:
                return
            applied = None
            while (known := await self._hours(user_id)) != applied:  # they may be set again meanwhile
                at_most_whole = timer.payload == WIPED  # nobody knows any more how much of it is a former holiday
                after, timing = waits.retimed(table, user_id, known, self._cache.clock.now(), at_most_whole)
                await self._store.timers.change(merged(timing, Timing([(HOURS, seat)])), game_id)
                self._cache.put(after)
                table, applied = after, known

    async def _hours(self, user_id: int) -> Hours:
        """Return the person's hours as stored: another process may just have changed them."""
        return hours.of(await self._store.players.settings(user_id))

    async def look_over(self, user_id: int) -> None:
        """Have the messages of the person's games here looked over, since a changed setting may send things
        elsewhere."""
        for game_id in await self._games(user_id):
            self._cache.notify(game_id)

    async def _games(self, user_id: int) -> list[str]:
        """Return the ids of the person's games that belong to this process and are active or can be reopened."""
        rows = await self._store.games.of_user(user_id, ended=True)
        return [row.id for row in rows if self._store.share.has(row.guild_id)]

    async def _tell(self, user_id: int, kind: str = PERSON) -> None:
        """Tell the other processes, which may hold games of this person."""
        await self._store.news.tell(Notification(kind, str(user_id)))

    async def is_new(self, user_id: int) -> bool:
        """Return whether the person sits at a table for the first time."""
        return await self._store.seats.count(user_id) <= 1

    async def wants_dm(self, user_id: int, name: str) -> bool:
        """Return whether this setting asks for direct messages, and they can be sent as far as is known."""
        settings = await self.settings(user_id)
        return settings[name] == "dm" and not settings.get(_REFUSED) and self.unreached(user_id) is None

    async def wants_calls(self, user_id: int) -> bool:
        """Return whether the person wants to be called when it is their move."""
        return bool((await self.settings(user_id))["turn"] != "none")

    async def resting(self, user_id: int, table: Table | None = None) -> datetime | None:
        """Return until when the person is left in peace, as far as that counts at this table; None if they are not."""
        known = hours.of(await self.settings(user_id))
        return (table.counting(known) if table is not None else known).resting(self._cache.clock.now())

    async def to_call(self, users: Iterable[int], table: Table | None = None) -> list[int]:
        """Return those of these users whom a mention may notify now: they want calls and are not left in peace."""
        return [user for user in users if await self.wants_calls(user) and not await self.resting(user, table)]

    async def may_be_written_to(self, user_id: int) -> bool:
        """Return whether the person wants calls, and direct messages to them can be sent as far as is known."""
        return await self.wants_calls(user_id) and not await self.refused(user_id) and self.unreached(user_id) is None

    async def refused(self, user_id: int) -> bool:
        """Return whether the person's direct messages are known to be closed."""
        return bool((await self.settings(user_id)).get(_REFUSED))

    async def is_told(self, user_id: int) -> bool:
        """Return whether the person was told that their direct messages are closed."""
        return bool((await self.settings(user_id)).get(_TOLD))

    async def note_told(self, user_id: int) -> None:
        """Note that the person was told that their direct messages are closed."""
        await self._cached(user_id, self._store.players.change_settings(user_id, {_TOLD: True}))
        await self._tell(user_id)

    async def note_refusal(self, user_id: int) -> None:
        """Note that this person takes no direct messages."""
        await self._cached(user_id, self._store.players.change_settings(user_id, {_REFUSED: True}))
        await self._tell(user_id)

    def unreached(self, user_id: int) -> datetime | None:
        """Return until when the person is not written to, because Discord did not let the bot; None if they may be."""
        until = self._unreached.get(user_id)
        return until if until is not None and self._cache.clock.now() < until else None

    def note_unreached(self, user_id: int, problem: str) -> None:
        """Note that Discord does not let the bot write to this person, for reasons that are not theirs: it has
        restricted the bot, say. So it is logged, stored nowhere, and tried again a day later."""
        log.warning("direct messages are refused to the bot", extra={"problem": problem})
        self._unreached[user_id] = self._cache.clock.now() + _UNREACHED

    async def forget(self, user_id: int) -> StillIn:
        """Delete what is stored about the person as far as it is not needed, and have messages updated that show them.

        Return the active games and running tales in which they are still known.
        """
        settings = await self.settings(user_id)
        self._unreached.pop(user_id, None)
        if settings.get(HOLIDAY, OFF) != OFF:
            await self._change_hours(user_id, HOLIDAY, OFF)  # a deleted holiday must not leave longer deadlines behind
        shown_at = await self._store.players.shown_at(user_id)
        try:
            left = await self._store.players.forget(user_id, HOURS)
        finally:  # also if it failed or was cancelled: nobody knows whether it is stored
            self.has_forgotten(user_id)
            for game_id, guild_id in shown_at:
                self._cache.notify_of(game_id, ours=self._store.share.has(guild_id))
        await self._tell(user_id, FORGOTTEN)
        return left

    def has_forgotten(self, user_id: int | None = None) -> None:
        """Drop from memory whatever may name this person (None: anybody), who is forgotten in storage."""
        self.reread(user_id)
        for listener in self.forgotten:
            listener()

    def reread(self, user_id: int | None = None) -> None:
        """Drop cached settings, of one person or of all, because another process may have changed them."""
        self._rereads += 1
        if user_id is None:
            self._known.clear()
        else:
            self._known.pop(user_id, None)

    async def _cached(self, user_id: int, found: Awaitable[dict[str, Any]]) -> dict[str, Any]:
        """Return what `found` loads, and cache it unless another process may have changed it meanwhile."""
        before = self._rereads
        try:
            stored = await found
        except BaseException:  # cancelled too: nobody knows whether a change is stored
            self.reread(user_id)
            raise
        if before == self._rereads:
            self._known[user_id] = stored
        else:
            self._known.pop(user_id, None)
        return stored
