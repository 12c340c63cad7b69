"""Exchanges notifications with other processes of the bot."""

from __future__ import annotations

import logging
from collections.abc import Callable

from bot.processes.relay import INTERACTION, Relay
from bot.tables import Tables
from bot.tables.people import FORGOTTEN, PERSON
from bot.tasks import Tasks
from storage import Notification
from storage.news import MOVED

log = logging.getLogger(__name__)


class Neighbours:
    """Handles notifications while `listen` runs. `poke`: called when others may have set timers of our games."""

    def __init__(self, tables: Tables, relay: Relay, poke: Callable[[], object]) -> None:
        self._tables = tables
        self._relay = relay
        self._poke = poke
        self._tasks = Tasks()
        self._has_listened = False
        tables.cache.moved.append(lambda _: tables.store.reread())  # storage tells the others

    async def listen(self) -> None:
        """Listen until cancelled."""
        try:
            await self._tables.store.news.hear(self._told, self._anew)
        finally:
            await self._tasks.cancel()

    def _told(self, notification: Notification) -> None:
        if notification.kind == INTERACTION:
            self._relay.received(notification.text)
        elif notification.kind == PERSON:
            self._tables.people.reread(int(notification.text))
            self._tasks.begin(self._tables.people.look_over(int(notification.text)), notification.kind)
            self._poke()
        elif notification.kind == FORGOTTEN:
            self._forgotten(int(notification.text))
        elif notification.kind == MOVED:
            self._tasks.begin(self._take_up(notification.text), notification.kind)
        else:
            log.warning("another process says what is not known here", extra={"kind": notification.kind})

    def _anew(self) -> None:
        """Forget what is cached, as notifications may have been missed, also of games that were moved to this
        process."""
        self._forgotten()
        self._poke()
        if self._has_listened:  # else the start shows all games that are to be shown
            self._tasks.begin(self._show_all(), MOVED)
        self._has_listened = True

    async def _show_all(self) -> None:
        """Have all games of this process shown whose messages are not known to be up to date."""
        for game_id in await self._tables.store.games.to_tell():
            self._tables.cache.notify(game_id)

    def _forgotten(self, user_id: int | None = None) -> None:
        self._tables.store.reread()
        self._tables.people.has_forgotten(user_id)

    async def _take_up(self, game_id: str) -> None:
        """Take up a game that has been moved, if it belongs to this process now."""
        self._tables.store.reread()
        table = await self._tables.look(game_id)
        if self._tables.store.share.has(table.row.guild_id):
            self._tables.cache.notify(game_id)
            self._poke()
