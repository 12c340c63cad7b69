"""The bot is killed in the middle of a turn, and restarted."""

from __future__ import annotations

from random import Random

from playwright.async_api import expect

from bot.components.ids import Verb
from tests.browser.conftest import Opened


async def test_a_killed_bot_is_offline_and_its_buttons_work_again_after_a_restart(opened: Opened) -> None:
    """Clicks meanwhile fail as in Discord; no move is lost."""
    ann = await opened("Ann")
    page = ann.page
    await ann.press("Play Adepts")
    await ann.called.wait_for()
    panel = await ann.panel()
    board = ann.button(Verb.TURN).locator("xpath=ancestor::article")

    inspector = page.get_by_role("button", name="Inspector (Alt+I)")
    await inspector.click()
    await page.get_by_role("tab", name="Bot and clock").click()
    await ann.press("Kill")
    await expect(page.get_by_text("Adepts is offline")).to_be_visible()
    await inspector.click()
    await expect(page.get_by_role("list", name="Offline").get_by_text("Adepts")).to_be_visible()
    await ann.button(Verb.TURN).click()
    await expect(board.get_by_role("alert")).to_contain_text("This interaction failed")

    await inspector.click()
    await ann.press("Start")
    await expect(page.get_by_text("Adepts is offline")).to_be_hidden()
    await inspector.click()
    assert await ann.move(panel, Random(3)), "the panel that was open before"
    for _ in range(3):
        await ann.called.wait_for()
        assert await ann.move(await ann.panel(), Random(3))
