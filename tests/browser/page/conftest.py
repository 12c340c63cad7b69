"""The page before a small bot of the tests' own, which uses everything that Discord offers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from playwright.async_api import Browser, ConsoleMessage, Page

from playground import Playground
from tests.browser.tab import PATIENCE
from tests.playground.conftest import ann, bob, bot, channel, guild

__all__ = ["ann", "bob", "bot", "channel", "guild"]

OpenPage = Callable[..., Awaitable[Page]]


@pytest.fixture
async def open_page(browser: Browser, pg: Playground) -> AsyncIterator[OpenPage]:
    """Opens the page as somebody, in a context of its own. What the page logs as an error fails the test."""
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith("Failed to load resource"):  # a refusal is none
            complaints.append(message.text)

    async def opened(person: str, **context: object) -> Page:
        page = await (await browser.new_context(**context)).new_page()  # type: ignore[arg-type]
        page.set_default_timeout(PATIENCE)
        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        await page.goto(f"{pg.url}/?as={person}")
        await page.wait_for_selector("#app[data-ready]")
        return page

    yield opened
    assert not complaints


@pytest.fixture
async def pg() -> AsyncIterator[Playground]:
    async with Playground(speed=50, bot_name="demo") as playground:
        yield playground
