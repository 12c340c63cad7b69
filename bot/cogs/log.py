"""/table log and the button on the board: what has happened, page by page."""

from __future__ import annotations

from functools import partial

from bot.answers.games import OfGame, undone
from bot.answers.limits import Heavy
from bot.answers.replies import Reply
from bot.answers.screens import Surface
from bot.commands.finding import table_for
from bot.commands.groups import Groups
from bot.components.ids import Id, Verb
from bot.panels.games import from_list
from bot.panels.log import ALL, Page, log_panel, read_page
from bot.services import Services
from bot.tables import Table


class Log:
    """Shows each person what they may know: to players also what happened to them in secret, to others what is
    public."""

    def __init__(self, services: Services, groups: Groups) -> None:
        self._services = services
        self._tables = services.tables
        services.router.on_table(Verb.LOG, self._page, from_list)
        services.router.on_table(Verb.PAGE, self._turn)

        groups.on_a_game(self._begin, name="log", description="What happened since your last move, and before")

    async def _begin(self, reply: Reply, game: str | None) -> None:
        await self._open(reply, await table_for(self._tables, reply.interaction, game), Page())

    async def _page(self, reply: Reply, table: Table, wanted: Id) -> None:
        await self._open(reply, table, read_page(wanted.rest))

    async def _turn(self, reply: Reply, table: Table, wanted: Id) -> None:
        await self._open(reply, table, read_page(f"-{reply.values[0]}.0.{wanted.rest or ALL}"))

    async def _open(self, reply: Reply, table: Table, page: Page) -> None:
        reply.spend(Heavy.LOG)
        reply.yields = True
        await self._show(reply, table, page)

    async def _show(self, surface: Surface, table: Table, page: Page) -> None:
        seat = table.place_of(surface.user_id) or None
        reading = await self._tables.logbook.read(table, seat)
        await surface.show(log_panel(table, seat, reading, page))
        again = partial(self._show, page=page)
        await self._services.screens.opened(surface, table, OfGame(undone, again), Verb.LOG)
