"""Keeps the application's emojis at Discord as the pictures draw them."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Mapping
from contextlib import suppress
from functools import partial

import discord

from bot.delivery.budget import Urgency
from bot.delivery.reconciler import Reconciler
from bot.delivery.rest import Gone, Later, Rest
from bot.pictures.emojis import drawn, signs
from bot.pictures.icons import Icons
from bot.pictures.studio import Studio
from bot.program import program
from bot.remembered import DRAWN_BY, ICONS, uploaded
from storage.meta import Meta

log = logging.getLogger(__name__)

Known = dict[str, tuple[int, str]]


class Uploads:
    """Uploads icons that are missing, changed or deleted, in the background; what fails is retried.

    Emojis with other names are not touched.
    """

    def __init__(
        self, client: discord.Client, meta: Meta, studio: Studio, icons: Icons, rest: Rest, retry: float
    ) -> None:
        self._client = client
        self._meta = meta
        self._studio = studio
        self._icons = icons
        self._rest = rest
        self._leads = True
        self._reconciler = Reconciler("icons", self._bring, retry)
        icons.doubted = self._reconciler.poke

    async def start(self, leads: bool = True) -> None:
        """Use at once what an earlier start has uploaded, then check that it still exists. Raises StorageError.

        leads: whether this process does the uploading; another process uses what that one has uploaded.
        """
        self._leads = leads
        self._use(await self._known())
        self._reconciler.poke()

    async def idle(self) -> None:
        """Wait until nothing is under way; retries that are due later do not count."""
        await self._reconciler.idle()

    async def stop(self) -> None:
        await self._reconciler.stop()

    async def _bring(self) -> None:
        """Check the emojis at Discord, and upload those that are missing or changed. Those that are right are used
        meanwhile.

        Raises Gone, Refused, Later, StorageError.
        """
        if not self._leads:
            self._use(known := await self._known())
            if not known:
                raise Later("nothing is uploaded yet")
            return
        found = await self._rest.ask(self._client.fetch_application_emojis, Urgency.TIDIES)
        there = {emoji.name: emoji for emoji in found}
        kept = {
            name: (emoji_id, digest)
            for name, (emoji_id, digest) in (await self._known()).items()
            if name in signs() and name in there and there[name].id == emoji_id
        }
        drawing = await asyncio.to_thread(program)
        if kept.keys() == signs().keys() and await self._meta.get(DRAWN_BY) == drawing:
            self._use(kept)
            return
        pictures = await self._studio.draw(drawn)
        if pictures is None:
            raise Later("nothing was drawn")
        count = await self._upload(pictures, there, kept)
        await self._meta.set(DRAWN_BY, drawing)
        if count:
            log.info("icons uploaded", extra={"count": count})

    async def _upload(self, pictures: Mapping[str, bytes], there: Mapping[str, discord.Emoji], kept: Known) -> int:
        """Upload the pictures that are not among the `kept` ones in their present form. Return how many that were.

        there: the emojis by name; one that has the name of a new picture is deleted first. Raises as `_bring`.
        """
        right = {
            name: known for name, known in kept.items() if name in pictures and known[1] == _digest(pictures[name])
        }
        missing = [name for name in pictures if name not in right]
        self._use(right)
        try:
            for name in missing:
                if name in there:
                    with suppress(Gone):
                        await self._rest.ask(there[name].delete, Urgency.TIDIES)
                upload = partial(self._client.create_application_emoji, name=name, image=pictures[name])
                right[name] = (await self._rest.ask(upload, Urgency.TIDIES)).id, _digest(pictures[name])
                await self._meta.set(ICONS, json.dumps([self._client.application_id, right]))
        finally:
            self._use(right)
        return len(missing)

    async def _known(self) -> Known:
        """Return what storage remembers as uploaded for this application; empty if that is unreadable, and is then
        uploaded anew."""
        known = uploaded(await self._meta.get(ICONS))
        return known.icons if known is not None and known.application == self._client.application_id else {}

    def _use(self, known: Known) -> None:
        self._icons.use({name: emoji_id for name, (emoji_id, _) in known.items()})


def _digest(picture: bytes) -> str:
    return hashlib.sha256(picture).hexdigest()[:16]
