"""Hands interactions about a game that another process holds over to that process, as Discord sent them.

Discord sends what happens in direct messages to the first shard, and a panel may name a game of any server, so the
process that receives an interaction may not be allowed to change its game. The one that holds the game gets the whole
interaction by PostgreSQL's NOTIFY, and answers it itself: the interaction's own token is enough for that.
"""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import zlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from cachetools import LRUCache

from bot.components import ids
from bot.tables import Tables
from bot.tasks import Tasks
from storage import Notification, StorageError

log = logging.getLogger(__name__)

INTERACTION = "interaction"
_KEPT = 256
"""Payloads that are kept, since a command must first look for the game that it is about."""
_FOUND_WITHIN = 1.0
"""Time limit for finding out which process holds a game: whoever answers then still has time to defer."""

Payload = dict[str, Any]


class Relay:
    """Routes interactions: `arrived` is called with each that Discord sends, `take` with those that this process
    answers.

    under_way: a context entered while an interaction is routed, for which shutdown waits.
    """

    def __init__(
        self,
        tables: Tables,
        take: Callable[[Payload], None],
        under_way: Callable[[], AbstractContextManager[object]],
    ) -> None:
        self._tables = tables
        self._take = take
        self._under_way = under_way
        self._sent: LRUCache[int, Payload] = LRUCache(_KEPT)
        self._routing = Tasks()

    def arrived(self, payload: Payload) -> None:
        """Answer an interaction here, or route it to the process that holds its game. Waits for nothing if there is no
        other."""
        if self._tables.store.share.is_whole:
            self._take(payload)
            return
        self._sent[int(payload["id"])] = payload
        game_id = _named(payload)
        if not game_id or self._tables.cache.keeps(game_id):
            self._take(payload)
            return
        self._routing.begin(self._route(payload, game_id), "interaction on its way")

    async def hand_over(self, interaction_id: int, game_id: str) -> bool:
        """Hand an interaction that has not been answered over to the process that holds the game. Return whether there
        is one."""
        payload = self._sent.pop(interaction_id, None)
        if payload is None:
            return False
        try:
            row = await self._tables.store.games.row(game_id)
            shard = self._tables.store.share.shard(row.guild_id)
            return await self._tables.store.news.tell(Notification(INTERACTION, _packed(payload), shard))
        except StorageError as error:
            log.warning("an interaction could not be handed over", extra={"problem": str(error)})
            return False

    def received(self, text: str) -> None:
        """Answer an interaction that another process hands over; it is not routed again."""
        self._take(json.loads(zlib.decompress(base64.b85decode(text))))

    async def _route(self, payload: Payload, game_id: str) -> None:
        with self._under_way():
            try:
                async with asyncio.timeout(_FOUND_WITHIN):
                    row = await self._tables.store.games.row(game_id)
                elsewhere = not self._tables.store.share.has(row.guild_id)
            except (StorageError, TimeoutError):
                elsewhere = False  # answering it here tells the person what is wrong
            if not elsewhere or not await self.hand_over(int(payload["id"]), game_id):
                self._take(payload)


def _named(payload: Payload) -> str:
    """Return the game that a component is about; "" for all else, and for tales, which are found while answering."""
    try:
        wanted = ids.decode(str(payload.get("data", {}).get("custom_id", "")))
    except ids.BadId:
        return ""
    return wanted.game if wanted.verb not in ids.OF_TALES else ""


def _packed(payload: Payload) -> str:
    text = json.dumps(payload, separators=(",", ":"), ensure_ascii=False)
    return base64.b85encode(zlib.compress(text.encode())).decode()
