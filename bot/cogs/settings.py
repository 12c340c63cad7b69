"""A person's settings, and deleting what is stored about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import discord

from bot.answers.replies import Reply
from bot.components.ids import Id, Verb
from bot.incoming.haste import Haste
from bot.panels.notice import notice
from bot.panels.resting import REGION
from bot.panels.settings import settings_panel
from bot.services import Services
from bot.tables.waiting.hours import ZONE
from game.core.commands import at_table
from game.core.discover import kits
from game.core.english import many
from game.core.layout import Place, Style
from storage import StillIn


class Settings:
    """/settings and its buttons."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._people = services.tables.people
        self._screens = services.screens
        self._haste = Haste()
        services.router.on(Verb.SET, self._set)
        services.router.on(Verb.CHOOSE, self._choose)
        services.router.on(Verb.FORGET, self._forget)

        @services.tree.command(name="settings", description="How I reach you, and what I keep about you")
        async def settings(interaction: discord.Interaction) -> None:
            await services.router.serve(interaction, "settings", self._show)

    async def _show(self, reply: Reply) -> None:
        await self._answer(reply, await self._people.settings(reply.user_id))

    async def _set(self, reply: Reply, wanted: Id) -> None:
        name, _equals, value = wanted.rest.partition("=")
        changed = await self._people.set(reply.user_id, name, value)
        await self._answer(reply, changed)

    async def _choose(self, reply: Reply, wanted: Id) -> None:
        """Handle a select of the panel. For a time zone, the region is chosen first, which only changes the panel."""
        name, value = wanted.rest.partition("=")[0], reply.values[0]
        if value.startswith(REGION):
            current = await self._people.settings(reply.user_id)
            shown = {**current, ZONE: None} if value == REGION else current
            await self._answer(reply, shown, value.removeprefix(REGION))
            return
        await self._answer(reply, await self._people.set(reply.user_id, name, value))

    async def _answer(self, reply: Reply, current: Mapping[str, Any], region: str = "") -> None:
        """Show the settings; a settings panel that was open before is closed."""
        await reply.show(settings_panel(kits().values(), current, self._tables.cache.clock.now(), region))
        await self._screens.opened_unchanging(reply, Verb.SET)

    async def _forget(self, reply: Reply, wanted: Id) -> None:
        if wanted.rest == "no":
            await self._show(reply)
            return
        if wanted.rest != "yes":
            self._haste.changed(reply)
            yes = Place().button(Verb.FORGET, "Yes, forget me", "yes", Style.DANGER)
            await reply.show(notice(_ASKED, yes, Place().button(Verb.FORGET, "Back", "no")))
            return
        if self._haste.is_in(reply):
            await reply.stay()
            return
        left = await self._people.forget(reply.user_id)
        await reply.tell(" ".join(_told(left)))


_ASKED = (
    "I would delete your settings, your name and user ID from all games except those in which you still have a seat"
    " or are host, and your user ID from all tales (from one that goes on: when it ends). Open invitations and offers"
    " of a seat are withdrawn, and a computer player keeps the seat that it has from you. What was played stays, in"
    " tales with the name that you had there; so does your name in messages that stand in channels, such as a score"
    " sheet. This cannot be undone."
)


def _told(left: StillIn) -> Iterator[str]:
    """Yield sentences that the person is forgotten, and where they are not yet."""
    if not left.games:
        yield "You are forgotten."
    else:
        tables = many(len(left.games), "table")
        yield (
            f"Your settings are deleted, and you are forgotten except at {tables} where you have a seat or are host:"
            f" who plays must be known there. {at_table('leave')} gives up a seat, also in a running game; then press"
            " *Forget me* again."
        )
    if left.tales:
        yield (
            f"You are still known in {many(len(left.tales), 'running tale')}, which must know who is who. With its end"
            " you are forgotten there as well: you need not ask again."
        )
