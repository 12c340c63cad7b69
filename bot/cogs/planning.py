"""The panel in which a person plans ahead what to answer later."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import NamedTuple

from cachetools import LRUCache

from bot.answers.games import OfGame
from bot.answers.replies import Reply
from bot.answers.screens import Surface
from bot.components.ids import Id
from bot.panels import own, planning
from bot.panels.planning import ELSE, THEN
from bot.services import Services
from bot.tables import Table, transitions
from bot.tables.errors import Stale
from bot.tables.planning import planned
from bot.tables.planning.planned import Plan
from game.core.decisions import Decision
from game.core.faces import Sketch
from game.core.layout import Panel, Picture, Place
from game.core.narrowing import Narrowing, Path, read_path
from game.core.protocol import View

_MOST = 5000
"""Unfinished steps that are remembered."""
_STOOD = "-# It is your move: this is where your plan stood. Nothing is chosen before you confirm it."


class UnfinishedStep(NamedTuple):
    """An unfinished step: what it was planned for (`Planning.occasion`), the size of the plan then, and how far it was
    chosen."""

    occasion: str
    size: int
    way: str
    path: Path


class Planning:
    """Handles the panel of a plan. A way through it begins with THEN or ELSE; a path through the question's own panel
    follows.

    If somebody has left a step unfinished, the panel of their turn begins there, and so does the plan when it is opened
    again. Unfinished steps are kept in memory alone.
    """

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._screens = services.screens
        self._showing = services.showing
        self._panels = services.panels
        self._unfinished: LRUCache[tuple[str, int], UnfinishedStep] = LRUCache(_MOST)

    async def turn(self, surface: Surface, table: Table) -> None:
        """Show what the person is asked now, or who is asked. What they had begun to plan for that question stays
        selected."""
        unfinished = self._stood(table, surface.user_id)
        if unfinished is None or not await self._asks(surface, table, unfinished.way, unfinished.path):
            await self._panels.resume(surface, table)

    async def step(self, reply: Reply, table: Table, wanted: Id) -> None:
        reply.yields = True
        way, path = _read(wanted)
        if not wanted.rest and (unfinished := self._stood(table, reply.user_id)) is not None:
            way, path = unfinished.way, unfinished.path
        elif await self._asks(reply, table, way, path):
            return
        await self._show(reply, table, way, path)

    async def pick(self, reply: Reply, table: Table, wanted: Id) -> None:
        reply.yields = True
        way, path = _read(wanted)
        asked = _asked(table, table.seat_of(reply.user_id).seat, way)
        if asked is not None:
            path = table.kit.panels.narrowing(*asked).next_path(path, reply.values[0])
        if not await self._asks(reply, table, way, path):
            await self._show(reply, table, way, path)

    async def add(self, reply: Reply, table: Table, wanted: Id) -> None:
        way, path = _read(wanted)
        if await self._asks(reply, table, way, path):
            return
        seat = table.seat_of(reply.user_id).seat
        asked, step = _asked(table, seat, way), planning.step_of(way, len(table.context.plan(seat)))
        token = table.kit.panels.narrowing(*asked).token_of(path) if asked is not None else None
        try:
            table = await self._tables.plans.add(table.id, reply.user_id, token or "", step=step, size=wanted.question)
        except Stale as stale:
            await self._show(reply, await self._tables.look(table.id), THEN, said=f"-# {stale.text}")
            return
        await self._show(reply, table, THEN)

    async def drop(self, reply: Reply, table: Table, wanted: Id) -> None:
        last, said = wanted.rest == "last", ""
        try:
            table = await self._tables.plans.drop(table.id, reply.user_id, last=last, size=wanted.question)
        except Stale as stale:
            table, said = await self._tables.look(table.id), f"-# {stale.text}"
        if last or said:
            await self._show(reply, table, THEN, said=said)
        else:
            self._unfinished.pop((table.id, reply.user_id), None)
            await self._panels.current(reply, table, "Your plan is withdrawn.")

    async def _asks(self, surface: Surface, table: Table, way: str, path: Path) -> bool:
        """Show the question that this step was planned for, with what is selected, if the person is asked it now and
        the plan does not answer it. Return whether something was shown."""
        seat = table.seat_of(surface.user_id).seat
        decision, plan = table.decision(seat), table.context.plan(seat)
        is_next = planning.step_of(way, len(plan)) == 1 or (way == THEN and not plan)
        if decision is None or table.paused or not is_next or seat in table.context.due:
            return False
        if not planned.is_about(table.kit, decision):
            return False
        path = _left(table.kit.panels.narrowing(decision, table.view(seat)), path)
        if path:
            await self._panels.ask(surface, table, path, said=_STOOD)
            if not surface.lost:
                self._unfinished.pop((table.id, surface.user_id), None)
        return bool(path)

    async def _show(self, surface: Surface, table: Table, way: str, path: Path = (), *, said: str = "") -> None:
        """Show the plan, and what can be added to it; if nothing can be planned any more, the current panel."""
        seat = table.seat_of(surface.user_id).seat
        if table.paused or not table.can_plan(seat):
            await self._panels.current(surface, table, said)
            return
        transitions.require_running(table)
        plan = table.context.plan(seat)
        steps, _ = planned.outlook(table.kit, table.view(seat), seat, plan)
        way = way if planning.step_of(way, len(plan)) is not None else THEN
        asked = _asked(table, seat, way)
        path = _left(table.kit.panels.narrowing(*asked), path) if asked is not None else ()
        added = planning.Added(way, asked, path)
        self._remember(table, surface.user_id, way, path)

        def build(picture: Picture | None) -> Panel:
            place = Place(table.id, planned.size(plan))
            due = " ".join(own.automatic(table, seat)) if seat in table.questions else ""
            return planning.planning(table.kit, place, table.names, steps, added, said or due, picture)

        def sketched() -> Sketch | None:
            return table.kit.panels.sketch(*asked, table.names, path) if asked is not None else None

        await self._showing.show(surface, table, sketched, build)

        async def again(surface: Surface, now: Table) -> None:
            if seat in now.questions and seat not in table.questions and seat not in now.context.due:
                await self.turn(surface, now)
            else:
                await self._show(surface, now, _carried(way, plan, now.context.plan(seat)), path)

        await self._screens.opened(surface, table, OfGame(partial(_standing, seat=seat), again))

    def _remember(self, table: Table, user_id: int, way: str, path: Path) -> None:
        """Remember an unfinished step; forget it if nothing of it is selected, as after it was added or given up."""
        place = table.id, user_id
        if path:
            self._unfinished[place] = UnfinishedStep(_occasion(table), _size(table, user_id), way, path)
        else:
            self._unfinished.pop(place, None)

    def _stood(self, table: Table, user_id: int) -> UnfinishedStep | None:
        """Return the unfinished step, if its occasion has not passed; if the plan has changed, as a step after all
        others."""
        unfinished = self._unfinished.get((table.id, user_id))
        if unfinished is None or table.game is None or unfinished.occasion != _occasion(table):
            return None
        return unfinished if unfinished.size == _size(table, user_id) else unfinished._replace(way=THEN)


def _read(wanted: Id) -> tuple[str, Path]:
    way, *path = read_path(wanted.rest) or (THEN,)
    return way, tuple(path)


def _asked(table: Table, seat: str, way: str) -> tuple[Decision, View] | None:
    """Return the question, with its view, to which this way plans an answer; None if there is none."""
    plan = table.context.plan(seat)
    steps, after = planned.outlook(table.kit, table.view(seat), seat, plan)
    step = planning.step_of(way, len(steps))
    if step is not None:
        return steps[step - 1].asked
    return after if len(plan) < planned.STEPS else None


def _left(walk: Narrowing, path: Path) -> Path:
    """Return as much of the path as still exists."""
    while path and path not in walk.leaves and not walk.options(path):
        path = path[:-1]
    return path


def _carried(way: str, before: Plan, now: Plan) -> str:
    """Return the way after the first steps of the plan were carried out, by which the others have moved up."""
    step, done = planning.step_of(way, len(before)), len(before) - len(now)
    if step is None or done <= 0:
        return way
    return f"{ELSE}{step - done}" if step > done else THEN


def _occasion(table: Table) -> str:
    return table.kit.planning.occasion(table.public) if table.kit.planning is not None else ""


def _size(table: Table, user_id: int) -> int:
    return planned.size(table.context.plan(table.seat_of(user_id).seat))


def _standing(table: Table, seat: str) -> Hashable:
    """Return what the panel depends on."""
    if table.game is None:
        return None
    question = table.questions.get(seat)
    return question.number if question else None, table.context.plans.get(seat), table.public["ply"], table.paused
