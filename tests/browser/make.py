"""`make screenshots`: screenshots of the page in the middle of a game, to look at and for the README."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from playwright.async_api import Browser, async_playwright

from bot.components.ids import Verb
from tests.browser.conftest import ARGUMENTS, CHROMIUM, serving
from tests.browser.tab import Tab, answered

OUT = Path("build/screenshots")
README = Path("docs/screenshots")
"""Screenshots in `KEPT` are saved there too."""
KEPT = ("page-table", "page-phone")
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 1330}}
"""A window that shows a whole board, and the events."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True}
MOVES, MOST = 24, 60
"""How many moves are made before the middle of a game: more than MOVES, fewer than MOST."""


@asynccontextmanager
async def tab(browser: Browser, address: str, name: str, scheme: str, size: dict[str, Any]) -> AsyncIterator[Tab]:
    """Open a person's tab in a window of that size."""
    context = await browser.new_context(color_scheme=scheme, reduced_motion="reduce", **size)  # type: ignore[arg-type]
    yield await Tab.open(await context.new_page(), address, name)
    await context.close()


async def shoot(tab: Tab, name: str) -> None:
    """Save what the tab shows, once its pictures have loaded."""
    await tab.page.evaluate("Promise.all([...document.images].map(one => one.decode().catch(() => {})))")
    for folder in [OUT, README] if name in KEPT else [OUT]:
        await tab.page.screenshot(path=folder / f"{name}.png")


async def table(ann: Tab, rng: Random) -> None:
    """Save a channel from its welcome to the middle of a game, with everything that only Ann sees on the way."""
    await shoot(ann, "welcome")
    await ann.press("Play Adepts")
    await ann.called.first.wait_for()
    await shoot(ann, "start")
    taken = set[str]()
    for number in range(MOST):
        await ann.called.first.wait_for()
        panel = await ann.panel()
        heading = " ".join((await panel.get_by_role("heading").last.inner_text()).split())
        if heading == "Research" and heading not in taken:
            await shoot(ann, "research")
        taken.add(heading)
        if heading == "Assign miners" and number > MOVES:
            break
        await ann.move(panel, rng)
    await panel.get_by_role("button", name="Dismiss message").click()
    await shoot(ann, "page-table")
    panel = await ann.panel()
    await panel.get_by_role("combobox").first.click()
    await shoot(ann, "select")
    await ann.page.get_by_role("option").first.click()
    await answered(panel)
    await panel.get_by_role("button", name="II·3", exact=True).click()
    await answered(panel)
    await shoot(ann, "panel")
    await panel.get_by_role("button", name="Dismiss message").click()
    for name in ("hand", "queues"):
        await ann.page.get_by_role("button", name=name.capitalize(), exact=True).last.click()
        await ann.private.last.locator("img").first.wait_for()
        await shoot(ann, name)
        await ann.private.last.get_by_role("button", name="Dismiss message").click()


async def around(ann: Tab) -> None:
    """Save the message box, the rules, the direct messages, an enlarged picture, and the inspector."""
    page = ann.page
    box = page.get_by_label("Message #")
    await box.fill("/")
    await page.get_by_role("option").first.wait_for()
    await shoot(ann, "commands")
    await box.fill("/rules search")
    await page.get_by_role("option").first.click()
    await page.keyboard.type("stael mana")
    await page.get_by_role("option").first.wait_for()
    await asyncio.sleep(1)  # until the list is the one for the whole word
    await shoot(ann, "completion")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await ann.private.last.locator(".body img, .body .container").first.wait_for()
    await shoot(ann, "rules")
    await ann.messages.locator(".gallery img").last.click()
    await page.get_by_role("dialog").wait_for()
    await shoot(ann, "large")
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Inspector").click()
    await ann.button(Verb.TEXT).click()
    await asyncio.sleep(1)
    await shoot(ann, "inspector")
    await page.get_by_role("button", name="Close the inspector").click()
    await page.get_by_role("button", name="Direct messages").click()
    await asyncio.sleep(0.5)
    await shoot(ann, "dm")


async def main() -> None:
    """Save all screenshots."""
    for folder in (OUT, README):
        folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data:
        async with async_playwright() as playwright, serving(Path(data), prepares=True) as address:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            rng = Random(7)
            async with tab(browser, address, "Ann", "dark", WIDE) as ann:
                await table(ann, rng)
                await around(ann)
            async with tab(browser, address, "Ann", "light", WIDE) as ann:
                await ann.panel()
                await shoot(ann, "light")
            for scheme in ("dark", "light"):
                async with tab(browser, address, "Ann", scheme, PHONE) as ann:
                    await ann.messages.locator(".gallery img").last.evaluate("board => board.scrollIntoView()")
                    await shoot(ann, "page-phone" if scheme == "dark" else "phone-light")
                    await ann.panel()
                    await shoot(ann, f"phone-panel-{scheme}")
            async with tab(browser, address, "Ann", "dark", WIDE) as ann:
                await ann.play(rng)
                await shoot(ann, "score")
            await browser.close()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
