"""The page with a small bot of the tests' own, which uses everything that Discord offers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio
from playwright.async_api import ConsoleMessage, Page

from playground import Person, Playground
from playground.world.models import Channel
from tests.browser.conftest import Profiles
from tests.browser.tab import PATIENCE
from tests.playground.bots import Bot, running
from tests.playground.conftest import channel, guild

__all__ = ["channel", "guild"]

OpenPage = Callable[..., Awaitable[Page]]


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(profiles: Profiles, pg: Playground) -> AsyncIterator[OpenPage]:
    """Opens the page as somebody, in a profile of its own. An error that the page logs fails the test."""
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith("Failed to load resource"):  # a refusal is no error
            complaints.append(message.text)

    async def open_as(person: str, **options: object) -> Page:
        page = await stack.enter_async_context(profiles.tab(**options))
        page.set_default_timeout(PATIENCE)
        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        await page.goto(f"{pg.url}/?as={person}")
        await page.wait_for_selector("#app[data-ready]")
        return page

    async with AsyncExitStack() as stack:
        yield open_as
    assert not complaints


@pytest_asyncio.fixture(loop_scope="session")
async def pg() -> AsyncIterator[Playground]:
    async with Playground(speed=50, bot_name="demo") as playground:
        yield playground


@pytest_asyncio.fixture(loop_scope="session")
async def ann(pg: Playground, channel: Channel) -> Person:
    return await pg.person("ann")


@pytest_asyncio.fixture(loop_scope="session")
async def bob(pg: Playground, channel: Channel) -> Person:
    return await pg.person("bob")


@pytest_asyncio.fixture(loop_scope="session")
async def bot(pg: Playground, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bot]:
    async with running(pg, Bot(), monkeypatch) as started:
        yield started
