"""The control API of the bot's process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from aiohttp import web

from playground.control.answers import PREFIX, bad, refusal
from playground.supervisor.supervisor import CannotControl, Supervisor


def mount(app: web.Application, supervisor: Callable[[], Supervisor | None]) -> None:
    """supervisor: returns the current supervisor of the bot's process; None if there is none."""
    bot = _Bot(supervisor)
    app.router.add_get(PREFIX + "/bot", bot.state)
    app.router.add_post(PREFIX + "/bot/{action}", bot.control)


class _Bot:
    def __init__(self, supervisor: Callable[[], Supervisor | None]) -> None:
        self._find = supervisor

    async def state(self, _: web.Request) -> web.Response:
        return web.json_response(self._supervisor().to_dict())

    async def control(self, request: web.Request) -> web.Response:
        """Start, stop (gently), restart or kill the bot; answers when that is done."""
        supervisor = self._supervisor()
        actions: dict[str, Callable[[], Awaitable[None]]] = {
            "start": supervisor.start,
            "stop": supervisor.stop,
            "restart": supervisor.restart,
            "kill": supervisor.kill,
        }
        action = actions.get(request.match_info["action"])
        if action is None:
            return bad(f"unknown action {request.match_info['action']}")
        try:
            await action()
        except (CannotControl, OSError) as error:
            return bad(str(error))
        return web.json_response(supervisor.to_dict())

    def _supervisor(self) -> Supervisor:
        """Return the supervisor. Raises HTTPException if there is none."""
        supervisor = self._find()
        if supervisor is None:
            raise refusal(web.HTTPNotFound, "the bot's process is looked after elsewhere")
        return supervisor
