"""Planning ahead: the panel in which somebody sets down what to answer later."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from bot.answers.replies import Reply
from bot.answers.screens import Content, Surface
from bot.answers.showing import Showing
from bot.cogs.panels import Panels
from bot.components.ids import Id
from bot.panels import planning
from bot.panels.planning import THEN
from bot.services import Services
from bot.tables import Table, planned, transitions
from bot.tables.errors import Stale
from game.core.decisions import Decision
from game.core.layout import Panel, Picture, Place
from game.core.narrowing import Path, read_path
from game.core.protocol import View


class Planning:
    """Each way through the panel begins with THEN or ELSE; a path through the question's own panel follows."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._screens = services.screens
        self._showing = Showing(services.studio, services.tables)
        self._panels = Panels(services)

    async def step(self, reply: Reply, wanted: Id, _: tuple[str, ...]) -> None:
        reply.yields = True
        way, path = _read(wanted)
        await self._show(reply, await self._tables.look(wanted.game), way, path)

    async def pick(self, reply: Reply, wanted: Id, values: tuple[str, ...]) -> None:
        reply.yields = True
        table, (way, path) = await self._tables.look(wanted.game), _read(wanted)
        asked = _asked(table, table.seat_of(reply.user_id).seat, way)
        if asked is not None and values:
            path = table.kit.panels.narrowing(*asked).next_path(path, values[0])
        await self._show(reply, table, way, path)

    async def add(self, reply: Reply, wanted: Id, _: tuple[str, ...]) -> None:
        table, (way, path) = await self._tables.look(wanted.game), _read(wanted)
        asked = _asked(table, table.seat_of(reply.user_id).seat, way)
        token = table.kit.panels.narrowing(*asked).token_of(path) if asked is not None else None
        try:
            table = await self._tables.plans.add(
                wanted.game, reply.user_id, token or "", step=_step(table, reply.user_id, way), size=wanted.question
            )
        except Stale as stale:
            await self._show(reply, await self._tables.look(wanted.game), THEN, said=f"-# {stale.text}")
            return
        await self._show(reply, table, THEN)

    async def drop(self, reply: Reply, wanted: Id, _: tuple[str, ...]) -> None:
        last, said = wanted.rest == "last", ""
        try:
            table = await self._tables.plans.drop(wanted.game, reply.user_id, last=last, size=wanted.question)
        except Stale as stale:
            table, said = await self._tables.look(wanted.game), f"-# {stale.text}"
        if last or said:
            await self._show(reply, table, THEN, said=said)
        else:
            await self._panels.current(reply, table, "Your plan is withdrawn.")

    async def _show(self, surface: Surface, table: Table, way: str, path: Path = (), *, said: str = "") -> None:
        """Show the plan as it is, and what can be added to it; once nothing can be planned, what there is instead."""
        seat = table.seat_of(surface.user_id).seat
        if table.paused or not table.can_plan(seat):
            await self._panels.current(surface, table, said)
            return
        transitions.require_running(table)
        plan = table.context.plans.get(seat, ())
        steps, _ = planned.outlook(table.kit, table.view(seat), seat, plan)
        way = way if planning.step_of(way, len(plan)) is not None else THEN
        asked = _asked(table, seat, way)

        def build(picture: Picture | None) -> Panel:
            place = Place(table.id, planned.size(plan))
            return planning.planning(table.kit, place, steps, asked, table.names, way, path, said, picture)

        sketch = table.kit.panels.sketch(*asked, table.names, path) if asked is not None else None
        await self._showing.show(surface, table, sketch, build)

        async def again(surface: Surface, now: Table) -> None:
            if seat in now.questions and seat not in table.questions:
                await self._panels.current(surface, now)
            else:
                await self._show(surface, now, way, path)

        await self._screens.opened(surface, table, Content(partial(_standing, seat=seat), again))


def _read(wanted: Id) -> tuple[str, Path]:
    way, *path = read_path(wanted.rest) or (THEN,)
    return way, tuple(path)


def _asked(table: Table, seat: str, way: str) -> tuple[Decision, View] | None:
    """The question whose answer is to be planned."""
    plan = table.context.plans.get(seat, ())
    steps, after = planned.outlook(table.kit, table.view(seat), seat, plan)
    step = planning.step_of(way, len(steps))
    if step is not None:
        return steps[step - 1].asked
    return after if len(plan) < planned.STEPS else None


def _step(table: Table, user_id: int, way: str) -> int | None:
    return planning.step_of(way, len(table.context.plans.get(table.seat_of(user_id).seat, ())))


def _standing(table: Table, seat: str) -> Hashable:
    """What the panel depends on."""
    if table.game is None:
        return None
    question = table.questions.get(seat)
    return question.number if question else None, table.context.plans.get(seat), table.public["ply"], table.paused
