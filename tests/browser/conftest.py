"""A real browser on the page that `adepts playground` serves, with the real bot behind it."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, Route, ViewportSize, async_playwright

from tests.browser.tab import Tab

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_NAMED = os.environ.get("ADEPTS_BROWSER")
CHROMIUM = _NAMED or next(filter(None, map(shutil.which, _PROGRAMS)), None)
"""The browser's path: named by the environment, or found on this machine."""
ARGUMENTS = (
    "--no-sandbox",  # containers run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--process-per-site",  # a tab of the same site starts no process
)
_SIZE = ViewportSize(width=1280, height=900)
_HELP = "install Chromium (Debian: apt install chromium libatomic1), or name a browser in ADEPTS_BROWSER"
_READY = re.compile(r"Adepts is at (http://\S+)")


def pytest_collectstart(collector: pytest.Collector) -> None:
    """All tests share one browser, so they share its event loop."""
    if isinstance(collector, pytest.Module):
        collector.add_marker(pytest.mark.asyncio(loop_scope="session"))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Headless Chromium. If one was found but does not start, tests are skipped; one named by the environment must
    start.

    Starting takes seconds, so all tests share it, and close what they open in it.
    """
    if CHROMIUM is None:
        pytest.skip(f"no browser: {_HELP}")
    async with AsyncExitStack() as stack:
        try:
            playwright = await stack.enter_async_context(async_playwright())
            started = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        except Exception:
            if _NAMED:
                raise
            pytest.skip(f"{CHROMIUM} or its driver does not start: {_HELP}")
        yield started
        await started.close()


class Profiles:
    """A pool of browser profiles; tabs in two of them share nothing, like two people's browsers.

    Profiles are reused, and each keeps an empty tab: opening a tab beside another costs half of opening one in a new
    profile.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: list[BrowserContext] = []

    @asynccontextmanager
    async def tab(self, **options: Any) -> AsyncIterator[Page]:
        """Open a tab in an empty profile, which nobody else uses meanwhile. With options the profile is a new one."""
        if options:
            async with await self._browser.new_context(**options) as context:
                yield await context.new_page()
            return
        context = self._idle.pop() if self._idle else await self._new()
        page = await context.new_page()
        yield page
        await page.evaluate("localStorage.clear()")  # another test may get the same port
        await page.close()
        self._idle.append(context)

    async def _new(self) -> BrowserContext:
        context = await self._browser.new_context()
        page = await context.new_page()
        await page.route("**", _empty)
        await page.goto("http://127.0.0.1/")
        return context


async def _empty(route: Route) -> None:
    await route.fulfill(content_type="text/html", body="")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def profiles(browser: Browser) -> Profiles:
    """The pool of browser profiles."""
    return Profiles(browser)


@asynccontextmanager
async def serving(data: Path, *, prepares: bool = False) -> AsyncIterator[str]:
    """Run `adepts playground` as a program of its own and yield its address; all chance comes from one seed.

    `prepares`: whether the bot prepares in advance what nobody has asked for.
    """
    ready = "--prepare" if prepares else "--no-prepare"
    arguments = ("--port", "0", "--no-open", ready, "--data", str(data), "--seed", "browser")
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "cli.main", "playground", *arguments, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(60):
            while (found := _READY.match((await process.stdout.readline()).decode())) is None:
                assert process.returncode is None
        yield found[1]
    finally:
        process.terminate()
        await process.wait()


@pytest_asyncio.fixture(loop_scope="session")
async def address(tmp_path: Path, browser: Browser) -> AsyncIterator[str]:
    """The page's address."""
    async with serving(tmp_path / "data") as found:
        yield found


Opened = Callable[..., Awaitable[Tab]]


@pytest_asyncio.fixture(loop_scope="session")
async def opened(profiles: Profiles, address: str) -> AsyncIterator[Opened]:
    """Opens a tab as somebody. Animations are off, since painting them takes longer than all else."""
    async with AsyncExitStack() as stack:

        async def open_tab(name: str, viewport: ViewportSize = _SIZE, **options: Any) -> Tab:
            page = await stack.enter_async_context(profiles.tab(**options))
            await page.set_viewport_size(viewport)
            await page.emulate_media(reduced_motion="reduce")
            return await Tab.open(page, address, name)

        yield open_tab
