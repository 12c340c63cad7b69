"""The playground: all its parts together, served on loopback."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web

from playground import control, page, rest
from playground.checks.validator import validator
from playground.client.link import LocalLink
from playground.client.person import Person
from playground.gateway.gateway import PATH, Gateway
from playground.guard import guard
from playground.messaging.interactions import Interactions
from playground.people.feeds import Feeds
from playground.people.people import People
from playground.rest.api import PREFIX, Backend
from playground.rest.limits import Limits
from playground.supervisor.process import Process
from playground.supervisor.supervisor import Supervisor
from playground.traffic.faults import Faults
from playground.traffic.log import Log
from playground.world.clock import Clock
from playground.world.models import PUBLIC_THREAD, Channel, Guild, Json, User
from playground.world.permissions import USUAL, Permission
from playground.world.saved import Saved
from playground.world.world import World


class Playground:
    """A Discord on loopback, for one application.

    token: the bot's token.
    owner_name: the owner of the guilds and of the application.
    host, port: where it listens; port 0 takes a free one.
    hosts: names by which browsers may reach it, besides loopback.
    speed: how many times faster than Discord's the rate limits reset (`math.inf`: none).
    heartbeat: seconds between the bot's heartbeats.
    resumable: seconds for which a lost session can be resumed.
    privileged: whether privileged intents are granted.
    shards: how many are recommended. concurrency: how many of them may start a session at the same time.
    document: Discord's OpenAPI document, against which bodies are validated as well.
    validate: False accepts bodies of a wrong shape, for measuring speed.
    kept: how many log entries are kept, and how many events of each person beside what they still see (None: all).
    about: what the page says and offers (name, hint, shortcuts: see docs/playground.md).
    file: where the world is kept between runs.

    Use as `async with Playground() as pg`; without a file everything is lost when it ends.
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
        shards: int = 1,
        concurrency: int = 1,
        document: Path | None = None,
        validate: bool = True,
        kept: int | None = None,
        hosts: Collection[str] = (),
        about: Json | None = None,
        file: Path | None = None,
    ) -> None:
        self.clock = Clock()
        self.log = Log(self.clock, kept)
        self.faults = Faults(self.log)
        self.limits = Limits(self.clock, speed)
        self.validator = validator(document) if validate else None
        self.world = World(self.clock, token, bot_name, owner_name)
        self.saved = Saved(file, self.world) if file is not None else None
        if self.saved is not None:
            self.log.listen(self.saved.touch)
        self.interactions = Interactions(self.world)
        self.feeds = Feeds(self.world, self.interactions, kept)
        self.people = People(self.world, self.interactions, self.feeds)
        self.gateway = Gateway(
            self.world,
            self.log,
            self.faults,
            heartbeat=heartbeat,
            resumable=resumable,
            privileged=privileged,
            shards=shards,
            concurrency=concurrency,
            speed=speed,
        )
        self.gateway.listen(self.feeds.on_presence)
        self.supervisor: Supervisor | None = None
        self.about = about or {"name": bot_name, "hint": "", "shortcuts": []}
        self._host, self._port, self._hosts = host, port, hosts
        self._runner: web.AppRunner | None = None

    # --- serving

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.world.app.token

    @property
    def url(self) -> str:
        return self.world.base_url

    @property
    def api_url(self) -> str:
        """For `discord.http.Route.BASE`."""
        return self.url + PREFIX

    @property
    def gateway_url(self) -> str:
        """For `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY`."""
        return self.gateway.url

    async def start(self) -> None:
        """Start serving. Raises OSError if the port is taken, CannotLoad if the file cannot be used."""
        try:
            await self._start()
        except BaseException:
            await self.stop()
            raise

    async def _start(self) -> None:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        guard(app, {self._host, *self._hosts})
        self._mount(app)
        self._runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._port)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.world.base_url = f"http://{_reachable(host)}:{port}"
        if self.saved is not None:  # before any request is served
            self.saved.open()
            self.feeds.look_around()

    def _mount(self, app: web.Application) -> None:
        """Mount all parts, giving each what it needs; they do not know the playground."""
        world, log, faults = self.world, self.log, self.faults
        backend = Backend(world, self.interactions, self.gateway, self.limits, self.validator, log, faults, self.save)
        rest.mount(app, backend)
        app.router.add_get(PATH, self.gateway.handle)
        control.mount_world(app, world, self.gateway, log, self.about)
        control.mount_people(app, world, self.people, self.feeds, log)
        control.mount_log(app, log)
        control.mount_faults(app, faults)
        control.mount_bot(app, lambda: self.supervisor)
        page.mount(app)

    async def supervise(self, process: Process) -> Supervisor:
        """Start the bot's process and supervise it; it is stopped with the playground."""
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
        """Write changes to the file now, if there is one."""
        if self.saved is not None:
            self.saved.save()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    # --- setting the scene

    def guild(self, name: str = "Guild", bot: Permission = USUAL) -> Guild:
        """Add a guild with the bot in it."""
        return self.world.add_guild(name, bot)

    def channel(self, name: str = "general", guild: Guild | None = None) -> Channel:
        """Add a text channel, to the first guild if none is named."""
        return self.world.add_channel(guild or next(iter(self.world.guilds.values())), name)

    def thread(self, channel: Channel, name: str) -> Channel:
        """Add a public thread under a text channel, opened by the guild's owner."""
        return self.world.add_thread(channel, name, PUBLIC_THREAD, self.world.owner.id)

    def user(self, name: str, guild: Guild | None = None) -> User:
        """Add a person, as a member of the given guild or of all."""
        return self.world.add_user(name, [guild] if guild else list(self.world.guilds.values()))

    async def person(self, name: str, guild: Guild | None = None) -> Person:
        """Add a person with a scripted client."""
        return await Person.connect(LocalLink(self.people, self.feeds, self.user(name, guild).id))


def _reachable(address: str) -> str:
    """Return the host for URLs to this address, in place of a wildcard address, and IPv6 in brackets."""
    if address in ("0.0.0.0", "::"):
        return "127.0.0.1" if address == "0.0.0.0" else "[::1]"
    return f"[{address}]" if ":" in address else address
