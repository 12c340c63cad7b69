"""One's own settings, and being forgotten."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import discord

from bot import panels
from bot.answers.replies import Reply
from bot.components.ids import Id, Verb
from bot.incoming.haste import Haste
from bot.panels.resting import REGION
from bot.services import Services
from bot.tables.hours import ZONE
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
        async def settings(interaction: discord.Interaction[Any]) -> None:
            await services.router.serve(interaction, "settings", self._show)

    async def _show(self, reply: Reply) -> None:
        await self._answer(reply, await self._people.settings(reply.user_id))

    async def _set(self, reply: Reply, wanted: Id, _: tuple[str, ...]) -> None:
        name, _equals, value = wanted.rest.partition("=")
        changed = await self._people.set(reply.user_id, name, value)
        await self._answer(reply, changed)

    async def _choose(self, reply: Reply, wanted: Id, values: tuple[str, ...]) -> None:
        """A select of the same panel; of a time zone first the part of the world."""
        name, value = wanted.rest.partition("=")[0], values[0] if values else ""
        if value.startswith(REGION):
            current = await self._people.settings(reply.user_id)
            shown = {**current, ZONE: None} if value == REGION else current
            await self._answer(reply, shown, value.removeprefix(REGION))
            return
        await self._answer(reply, await self._people.set(reply.user_id, name, value))

    async def _answer(self, reply: Reply, current: Mapping[str, Any], region: str = "") -> None:
        """Show them; a panel of them that was open before closes itself."""
        await reply.show(panels.settings(kits().values(), current, self._tables.cache.clock.now(), region))
        await self._screens.opened_apart(reply, Verb.SET)

    async def _forget(self, reply: Reply, wanted: Id, _: tuple[str, ...]) -> None:
        if wanted.rest != "yes":
            self._haste.changed(reply)
            button = Place().button(Verb.FORGET, "Yes, forget me", "yes", Style.DANGER)
            await reply.show(
                panels.notice(
                    "I would delete your settings, your name and number from all finished games, and your number from"
                    " all tales (from one that goes on: when it ends). What was played stays, in tales with the name"
                    " that you had there. This cannot be undone.",
                    button,
                )
            )
            return
        if self._haste.is_in(reply):
            await reply.stay()
            return
        left = await self._people.forget(reply.user_id)
        await reply.tell(" ".join(("You are forgotten.", *_left(left))))


def _left(left: StillIn) -> Iterator[str]:
    """What the person is to know of where they are not forgotten yet."""
    if left.games:
        yield (
            f"You still have a seat in {many(len(left.games), 'active game')}, which must know whom to ask. Ask again"
            " when you are out of all of them: a table that has not begun you can leave, a running game has to end."
        )
    if left.tales:
        yield (
            f"You are still known in {many(len(left.tales), 'running tale')}, which must know who is who. With its end"
            " you are forgotten there as well: you need not ask again."
        )
