"""Interactions about a game that another process holds are handed to that process, as Discord sent them.

Discord tells what happens in direct messages to the first shard, and a panel may name a game of any server: the process
that is told of it may not change that game. The one that holds it gets the interaction whole, by PostgreSQL's NOTIFY,
and answers it to Discord itself: all that needs is the interaction's own token.
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
from storage import StorageError, Word

log = logging.getLogger(__name__)

INTERACTION = "interaction"
_KEPT = 256
"""Interactions of which is remembered what Discord sent, while commands look for the game that they are about."""
_FOUND_WITHIN = 1.0
"""Seconds to find out whose a game is: whoever answers then has time left to say that this takes longer."""

Payload = dict[str, Any]


class Relay:
    """`arrived` is called with each interaction that Discord tells of; those that are ours go on to `take`.

    under_way: entered while it is found out whose one is, which an end of the bot waits for.
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
        """Where nobody else can have the game, this does not wait."""
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
        """Let the process answer it that holds the game; whether there is one. It has not been answered here."""
        payload = self._sent.pop(interaction_id, None)
        if payload is None:
            return False
        try:
            row = await self._tables.store.games.row(game_id)
            shard = self._tables.store.share.shard(row.guild_id)
            return await self._tables.store.news.tell(Word(INTERACTION, _packed(payload), shard))
        except StorageError as error:
            log.warning("an interaction could not be handed over", extra={"problem": str(error)})
            return False

    def received(self, text: str) -> None:
        """Another process hands one over: it is answered here, and goes nowhere else."""
        self._take(json.loads(zlib.decompress(base64.b85decode(text))))

    async def _route(self, payload: Payload, game_id: str) -> None:
        with self._under_way():
            try:
                async with asyncio.timeout(_FOUND_WITHIN):
                    row = await self._tables.store.games.row(game_id)
                elsewhere = not self._tables.store.share.has(row.guild_id)
            except (StorageError, TimeoutError):
                elsewhere = False  # whoever answers it says what is the matter
            if not elsewhere or not await self.hand_over(int(payload["id"]), game_id):
                self._take(payload)


def _named(payload: Payload) -> str:
    """The game that a button or a select is about; nothing for all else: tales are looked up by whoever answers."""
    try:
        wanted = ids.decode(str(payload.get("data", {}).get("custom_id", "")))
    except ids.BadId:
        return ""
    return wanted.game if wanted.verb not in ids.OF_TALES else ""


def _packed(payload: Payload) -> str:
    text = json.dumps(payload, separators=(",", ":"), ensure_ascii=False)
    return base64.b85encode(zlib.compress(text.encode())).decode()
