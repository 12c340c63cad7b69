"""The playground: all parts together, served on loopback."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web

from . import api, control, inspector, page, rest_app, rest_channels, rest_interactions, rest_messages
from .clock import Clock
from .errors import refused
from .faults import Faults
from .feeds import Feeds
from .gateway import Gateway
from .guard import FILE_POLICY, guard
from .interactions import Interactions
from .limits import Limits
from .link import LocalLink
from .log import Log
from .models import PUBLIC_THREAD, Channel, Guild, Json, User
from .people import People
from .permissions import USUAL, Permission
from .person import Person
from .process import Process
from .saved import Saved
from .supervisor import Supervisor
from .validator import Validator
from .world import World

_NEW_COMMANDS_A_DAY = 200


class Playground:
    """A Discord on loopback, for one application.

    token: what the bot logs in with.
    owner_name: whose the guilds and the application are.
    host, port: where it listens; port 0 takes a free one.
    hosts: names under which browsers may reach it, besides loopback.
    speed: how many times faster than Discord's the rate limits reset (`math.inf`: none).
    heartbeat: seconds between the bot's heartbeats.
    resumable: seconds that a lost session can be resumed.
    privileged: whether privileged intents are granted.
    document: Discord's OpenAPI document, to check every body against as well.
    validate: False lets bodies of a wrong shape through, for measuring speed.
    kept: how many entries of the log are kept, and of what a person saw and has no longer before them (None: all).
    about: what the page says and offers (name, hint, shortcuts: see docs/playground.md).
    file: where the world is kept; it goes on with what is there.

    Use as `async with Playground() as pg`; without a file everything is gone when it ends.
    """

    def __init__(
        self,
        *,
        token: str = "playground-token",
        bot_name: str = "bot",
        owner_name: str = "owner",
        host: str = "127.0.0.1",
        port: int = 0,
        speed: float = 1.0,
        heartbeat: float = 41.25,
        resumable: float = 180.0,
        privileged: bool = False,
        document: Path | None = None,
        validate: bool = True,
        kept: int | None = None,
        hosts: Collection[str] = (),
        about: Json | None = None,
        file: Path | None = None,
    ) -> None:
        self.token = token
        self.clock = Clock()
        self.log = Log(self.clock, kept)
        self.faults = Faults(self.log)
        self.limits = Limits(self.clock, speed)
        self.validator = Validator(document) if validate else None
        self.world = World(self.clock, token, bot_name, owner_name)
        self.saved = Saved(file, self.world, self.log) if file is not None else None
        self.feeds = Feeds(self.world, kept)
        self.interactions = Interactions(self.world, self.feeds.on_interaction)
        self.feeds.interactions = self.interactions
        self.people = People(self.world, self.interactions, self.feeds)
        self.gateway = Gateway(self, heartbeat, resumable, privileged)
        self.gateway.listen(self.feeds.on_presence)
        self.supervisor: Supervisor | None = None
        self.about = about or {"name": bot_name, "hint": "", "shortcuts": []}
        self._host, self._port, self._hosts = host, port, hosts
        self._runner: web.AppRunner | None = None
        self._new_commands: dict[int | None, list[float]] = defaultdict(list)

    # --- serving

    @property
    def url(self) -> str:
        return self.world.base_url

    @property
    def api_url(self) -> str:
        """For `discord.http.Route.BASE`."""
        return self.url + api.PREFIX

    @property
    def gateway_url(self) -> str:
        """For `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY`."""
        return self.url.replace("http", "ws", 1) + "/gateway"

    async def start(self) -> None:
        """Raises OSError when the port is taken, CannotLoad for a file that cannot be worked with."""
        try:
            await self._start()
        except BaseException:
            await self.stop()
            raise

    async def _start(self) -> None:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        guard(app, {self._host, *self._hosts})
        api.mount(app, self, rest_app.routes, rest_channels.routes, rest_messages.routes, rest_interactions.routes)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/attachments/{channel_id}/{attachment_id}/{filename}", self._attachment)
        app.router.add_get("/emojis/{name}", self._emoji)
        control.mount(app, self)
        inspector.mount(app, self)
        page.mount(app)
        self._runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._port)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.world.base_url = f"http://{_reachable(host)}:{port}"
        if self.saved is not None:  # before any request is served
            self.saved.open()
            self.feeds.look_around()

    async def supervise(self, process: Process) -> Supervisor:
        """Start the bot's process, look after it from now on, and end it with the playground."""
        self.supervisor = Supervisor(process, self.clock, self.log)
        self.gateway.listen(self.supervisor.connected)
        await self.supervisor.start()
        return self.supervisor

    async def stop(self) -> None:
        if self.supervisor is not None:
            await self.supervisor.close()
        self.faults.clear()
        await self.gateway.stop()
        if self._runner is not None:
            await self._runner.cleanup()
        if self.saved is not None:
            self.saved.close()
        self.clock.close()

    def save(self) -> None:
        """Write what has changed to the file, if there is one, now."""
        if self.saved is not None:
            self.saved.save()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def _attachment(self, request: web.Request) -> web.Response:
        standing = (attachment for message in self.world.messages.values() for attachment in message.attachments)
        for attachment in (*standing, *self.world.replaced):
            if str(attachment.id) == request.match_info["attachment_id"]:
                return _file(attachment.data, attachment.content_type)
        raise web.HTTPNotFound

    async def _emoji(self, request: web.Request) -> web.Response:
        emoji_id = request.match_info["name"].split(".")[0]
        for emoji in self.world.app.emojis.values():
            if str(emoji.id) == emoji_id:
                return _file(emoji.image, emoji.content_type)
        raise web.HTTPNotFound

    # --- setting the scene

    def guild(self, name: str = "Guild", bot: Permission = USUAL) -> Guild:
        """A guild with the bot in it."""
        return self.world.add_guild(name, bot)

    def channel(self, name: str = "general", guild: Guild | None = None) -> Channel:
        """A text channel, in the first guild when none is named."""
        return self.world.add_channel(guild or next(iter(self.world.guilds.values())), name)

    def thread(self, channel: Channel, name: str) -> Channel:
        """A public thread under a text channel, opened by the guild's owner."""
        return self.world.add_thread(channel, name, PUBLIC_THREAD, self.world.owner.id)

    def user(self, name: str, guild: Guild | None = None) -> User:
        """A person, member of the named guild or of all."""
        return self.world.add_user(name, [guild] if guild else list(self.world.guilds.values()))

    async def person(self, name: str, guild: Guild | None = None) -> Person:
        """A new user with a scripted client."""
        return await Person.connect(LocalLink(self.people, self.feeds, self.user(name, guild).id))

    # --- what the application as a whole may do

    def count_new_commands(self, scope: int | None, number: int) -> None:
        """Raises ApiError 30034 past Discord's daily number of new commands."""
        now = self.clock.time()
        made = [t for t in self._new_commands[scope] if now - t < 24 * 3600.0]
        if len(made) + number > _NEW_COMMANDS_A_DAY:
            raise refused(30034)
        self._new_commands[scope] = made + [now] * number


def _file(data: bytes, kind: str) -> web.Response:
    return web.Response(body=data, headers={"Content-Type": kind, "Content-Security-Policy": FILE_POLICY})


def _reachable(address: str) -> str:
    """What this machine calls the address that is listened to, in a URL."""
    if address in ("0.0.0.0", "::"):
        return "127.0.0.1" if address == "0.0.0.0" else "[::1]"
    return f"[{address}]" if ":" in address else address
