"""A Discord on this machine with the real bot in a child process: for the demo, the tests and the benchmarks."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import aiohttp

from bot.components.ids import Verb
from bot.gateway.client import IDENTIFY_EVERY
from cli.child import BotProcess
from cli.demo.player import controls
from cli.errors import BadInput
from game.core.discover import kit
from game.core.program import USUAL
from playground import Answer, Person, Playground, Shown
from playground.client.person import Place as Where
from playground.supervisor.process import ProcessFailed
from playground.world.models import Channel
from storage import Place

T = TypeVar("T")

CHANNEL = "games"
DATABASE = "adepts.sqlite3"
_STARTS_WITHIN = 60.0


class Stage:
    """The playground `pg` with its channels, `places`, and the bot as a child process with its database in `directory`.

    prepares: whether the bot prepares what nobody has asked for yet.

    Use as `async with Stage(...)`. Raises ProcessFailed if the bot does not start.
    """

    def __init__(
        self,
        directory: Path,
        *,
        seed: str | None = None,
        level: str = "info",
        prepares: bool = False,
        process: type[BotProcess] = BotProcess,
        **playground: Any,
    ) -> None:
        self._speed: float = playground.setdefault("speed", 50.0)
        self.sessions_every = IDENTIFY_EVERY / self._speed
        """Seconds between two session starts (IDENTIFY) of the bot."""
        self.pg = Playground(**playground)
        self.database: Place = directory / DATABASE
        self._seed = seed
        self._level = level
        self._prepares = prepares
        self._process = process
        self.bot: BotProcess | None = None
        self.places: list[Channel] = []
        """The channels in which there can be a table."""
        self.log: list[str] = []
        """All log lines of the bots that have ended."""

    async def __aenter__(self) -> Self:
        await self.pg.start()
        self._furnish()
        try:
            await self.start()
        except BaseException:
            await self.pg.stop()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self.bot is not None:
                await (self.stop() if kind is None else self.kill())
        finally:
            await self.pg.stop()

    def _furnish(self) -> None:
        """Create the server and its channels."""
        self.pg.guild("The guild")
        self.places = [self.pg.channel(CHANNEL)]

    async def start(self) -> None:
        """Start the bot and wait until it is connected. Raises ProcessFailed."""
        self.bot = self._made(0 if self._speed > 1 else None)
        await self.bot.start()
        try:
            await self.alongside(self.pg.gateway.wait_connected(within=_STARTS_WITHIN))
        except BaseException:
            await self.kill()
            raise

    async def stop(self) -> int:
        """Ask the bot to stop gently; return its exit status."""
        assert self.bot is not None
        status = await self.bot.stop()
        self._ended()
        return status

    async def kill(self) -> None:
        """Kill the bot as `kill -9` does, and wait until its connection is seen to be gone."""
        assert self.bot is not None
        await self.bot.kill()
        self._ended()
        await self.pg.gateway.wait_connected(False)

    async def alongside(self, work: Coroutine[Any, Any, T]) -> T:
        """Do the work while the bot runs. Raises ProcessFailed if one of its processes ends meanwhile."""
        working = asyncio.create_task(work)
        gone = [asyncio.create_task(bot.failed()) for bot in self.running]
        all_of_them: list[asyncio.Task[Any]] = [working, *gone]
        try:
            await asyncio.wait(all_of_them, return_when=asyncio.FIRST_COMPLETED)
            for task in gone:
                if task.done() and not working.done():
                    await task
            return await working
        finally:
            for each in all_of_them:
                each.cancel()
                with suppress(BaseException):
                    await each

    def _made(self, requests: int | None, shards: str | None = None) -> BotProcess:
        """Return a process of the bot that is not started yet. requests, shards: as `BotProcess` takes them."""
        return self._process(
            self.pg,
            database=self.database,
            shards=shards,
            seed=self._seed,
            level=self._level,
            requests=requests,
            sessions_every=self.sessions_every,
            prepares=self._prepares,
        )

    @property
    def running(self) -> Collection[BotProcess]:
        """The bot's running processes."""
        return [self.bot] if self.bot is not None else []

    def _ended(self) -> None:
        assert self.bot is not None
        self.log += self.bot.lines
        self.bot = None


@contextmanager
def failing() -> Iterator[None]:
    """Turn a bot that has stopped into BadInput."""
    try:
        yield
    except ProcessFailed as error:
        raise BadInput(f"the bot has stopped: {error}") from error


async def open_table(
    people: list[Person], computers: int = 0, game: str = USUAL, *, place: Where = CHANNEL, **options: Any
) -> None:
    """Open and start a table: the first person opens it by command, the others join by a click, then computer players
    are added."""
    host, *others = people
    await host.command(place, f"{game} new", **options)
    for person in others:
        await press(person, Verb.JOIN, place)
    for _ in range(computers):
        levels = kit(game).levels
        await press(host, Verb.LEVEL if levels else Verb.COMPUTER, place, kit(game).usual_player)
    await press(host, Verb.START, place)


async def in_words(people: Iterable[Person], place: Where = CHANNEL) -> None:
    """Set, for each of these people, that what only they see is shown in words."""
    for person in people:
        shown = (await person.command(place, "settings")).message
        wanted = (control.custom_id or "" for control in controls(shown, Verb.SET))
        await person.click(shown, next(each for each in wanted if each.endswith("pictures=words")))


async def press(person: Person, verb: Verb, place: Where = CHANNEL, value: str = "") -> Answer:
    """Wait for a message in the channel with a control of this verb, and press it in the newest one; if it is a select,
    choose the value."""

    def found() -> Shown | None:
        return next((m for m in reversed(person.messages(place)) if controls(m, verb)), None)

    shown = await person.wait_for(found)
    return await person.use(shown, controls(shown, verb)[0], value)


def is_over(person: Person, place: Where = CHANNEL) -> bool:
    """Whether the newest message with controls is the end of a game; an earlier game may have ended in the channel
    before."""
    pressable = [message for message in person.messages(place) if message.controls and not message.ephemeral]
    return bool(pressable and controls(pressable[-1], Verb.EXPORT))


async def exported(person: Person, place: Where = CHANNEL) -> str:
    """Return the game's record as the bot exports it."""
    answer = await person.command(place, "adepts export")
    (attachment,) = answer.message.attachments
    async with aiohttp.ClientSession() as session, session.get(attachment["url"]) as response:
        return await response.text()
