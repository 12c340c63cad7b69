"""Setting down answers in advance. Every method is one change, on disk when it returns."""

from __future__ import annotations

from collections.abc import Callable

from bot.tables import transitions
from bot.tables.cache import TableCache
from bot.tables.errors import BadWish, Stale, WrongMoment
from bot.tables.planning import planned
from bot.tables.planning.planned import STEPS, WISHES, Plan, Wish
from bot.tables.table import Table
from game.core.faces import Planning


class Plans:
    """The plans of seats (`planned`). Nobody else learns of a plan, nor how many plans there are."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache

    async def add(
        self, game_id: str, user_id: int, token: str, *, step: int | None = None, size: int | None = None
    ) -> Table:
        """Add this answer to the plan: as a new step at its end, or as an alternative in an existing `step`, counted
        from 1.

        `size` is that of the plan as the person saw it. Raises NoGame, NotSeated, WrongMoment, BadWish; Stale if the
        plan has changed since.
        """

        def changed(table: Table, seat: str, plan: Plan) -> Plan:
            steps, after = planned.outlook(table.kit, table.view(seat), seat, plan)
            if step is not None and not 0 < step <= len(plan):
                raise BadWish("There is no such step in your plan.")
            asked = steps[step - 1].asked if step is not None else after
            if asked is None or token not in asked[0].tokens:
                raise BadWish("As things stand you cannot do that then.")
            wish = Wish(token, _planning(table).brings(*asked, token))
            if step is None:
                if len(plan) == STEPS:
                    raise BadWish(f"A plan has {STEPS} steps at most.")
                return (*plan, (wish,))
            choices = plan[step - 1]
            if token in (known.token for known in choices):
                raise BadWish("That is in this step already.")
            if len(choices) == WISHES:
                raise BadWish(f"A step has {WISHES} choices at most.")
            return (*plan[: step - 1], (*choices, wish), *plan[step:])

        return await self._change(game_id, user_id, size, changed)

    async def drop(self, game_id: str, user_id: int, *, last: bool, size: int | None = None) -> Table:
        """Withdraw the whole plan, or only the choice added `last`. Raises the same as `add`."""

        def changed(_: Table, __: str, plan: Plan) -> Plan:
            if not last or not plan:
                return ()
            *before, step = plan
            return (*before, step[:-1]) if len(step) > 1 else tuple(before)

        return await self._change(game_id, user_id, size, changed)

    async def _change(
        self, game_id: str, user_id: int, size: int | None, changed: Callable[[Table, str, Plan], Plan]
    ) -> Table:
        async with self._cache.hold(game_id) as table:
            seat = table.seat_of(user_id).seat
            transitions.require_running(table)
            _planning(table)
            plan = table.context.plan(seat)
            if size is not None and size != planned.size(plan):
                raise Stale("Your plan is another by now.")
            return await transitions.keep(self._cache, table, table.context.planning(seat, changed(table, seat, plan)))


def _planning(table: Table) -> Planning:
    """Return the game's rules for planning. Raises WrongMoment if it has none."""
    planning = table.kit.planning
    if planning is None:
        raise WrongMoment(f"Nothing can be planned ahead in {table.kit.title}.")
    return planning
