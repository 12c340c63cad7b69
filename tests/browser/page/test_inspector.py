"""The developers' panel: traffic, faults, the clock, deleted messages; people and shortcuts."""

from __future__ import annotations

import discord
import pytest
from discord.http import Route
from playwright.async_api import Page, expect

from playground import Person, Playground
from playground.world.models import Channel
from tests.playground.bots import Bot

from .conftest import OpenPage
from .parts import box, control, messages, send


async def inspect(page: Page, tab: str = "Traffic") -> None:
    await page.keyboard.press("Alt+i")
    await page.get_by_role("tab", name=tab).click()


async def test_requests_and_events_are_listed_and_sifted(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await inspect(page)
    await send(page, "demo buttons")
    rows = page.get_by_role("list", name="Requests and events").locator("details:visible")
    callback = rows.filter(has_text="/callback").first
    await expect(callback).to_contain_text("200")
    await callback.locator("summary").click()
    await expect(callback).to_contain_text("The validator has nothing to object to.")
    await expect(callback).to_contain_text('"press:tell:1"')
    await page.get_by_label("Filter").fill("INTERACTION_CREATE")
    await expect(rows).to_have_count(1)
    await page.get_by_role("button", name="Pause").click()
    await page.get_by_label("Filter").fill("")
    before = await rows.count()
    await control(page, "tell 1").click()
    await expect(messages(page).last).to_contain_text("told 1")
    await expect(rows).to_have_count(before)
    await page.get_by_role("button", name="Go on").click()
    await expect(rows.filter(has_text="press:tell:1").first).to_be_visible()


async def test_escape_leads_from_the_inspector_back_to_where_one_was(bot: Bot, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await box(page).focus()
    await inspect(page)
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("complementary", name="Inspector")).to_be_hidden()
    await expect(box(page)).to_be_focused()


async def test_the_validators_words_are_shown(
    bot: Bot, channel: Channel, ann: Person, pg: Playground, open_page: OpenPage
) -> None:
    page = await open_page("ann")
    await inspect(page)
    route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel.id)
    with pytest.raises(discord.HTTPException, match="400"):
        await bot.http.request(route, json={"content": 7})
    row = page.locator("details:visible").filter(has=page.get_by_text("400", exact=True))
    await row.locator("summary").click()
    await expect(row).to_contain_text("The validator says")
    await expect(row.locator(".problems code")).to_have_text("content")


async def test_a_fault_is_switched_on_and_off(bot: Bot, pg: Playground, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await inspect(page, "Faults")
    await page.get_by_role("button", name="Slow answers").click()
    active = page.get_by_role("list", name="Active faults")
    await expect(active).to_contain_text("until cleared")
    assert [fault.kind for fault in pg.faults] == ["delay"]
    await page.get_by_role("button", name="Remove delay").click()
    await expect(active).to_contain_text("None.")
    assert not list(pg.faults)
    async with page.expect_response("**/world/dms"):
        await page.get_by_role("button", name="Close my direct messages").click()
    assert not pg.world.users[ann.id].dms_open


async def test_the_clock_is_moved_on(bot: Bot, pg: Playground, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    before = pg.clock.time()
    await inspect(page, "Bot and clock")
    await expect(page.get_by_text("The bot goes by its machine's clock")).to_be_visible()
    await expect(page.get_by_text("This playground does not run the bot itself.")).to_be_visible()
    async with page.expect_response("**/world/clock"):
        await page.get_by_role("button", name="+1 day").click()
    assert pg.clock.time() - before >= 24 * 3600


async def test_a_message_is_read_as_json_and_deleted(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await send(page, "demo board")
    await inspect(page)
    await messages(page).last.hover()
    await messages(page).last.get_by_role("button", name="Show as JSON").click()
    await expect(page.get_by_role("dialog", name="Message")).to_contain_text('"accent_color"')
    await page.keyboard.press("Escape")
    await messages(page).last.get_by_role("button", name="Delete message").click()
    await expect(messages(page)).to_have_count(0)


async def test_somebody_is_added_and_becomes_who_one_is(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await page.get_by_role("button", name="You are ann").click()
    await page.get_by_role("menuitem", name="Add a person").click()
    dialog = page.get_by_role("dialog", name="Add a person")
    await dialog.get_by_label("Name").fill("ANN")
    await dialog.get_by_role("button", name="Add").click()
    await expect(dialog.get_by_role("alert")).to_contain_text("ANN is there already.")
    await dialog.get_by_label("Name").fill("fay")
    await dialog.get_by_role("button", name="Add").click()
    await expect(page.get_by_role("button", name="You are fay")).to_be_visible()
    await expect(page.get_by_role("link", name="general")).to_be_visible()
    assert page.url.startswith(f"{page.url.partition('?')[0]}?as=fay")


async def test_a_shortcut_carries_out_its_steps_or_says_why_not(
    bot: Bot, pg: Playground, ann: Person, open_page: OpenPage
) -> None:
    steps = [{"do": "command", "line": "demo buttons", "values": {}}, {"do": "click", "label": "tell 1"}]
    missing = [{"do": "command", "line": "demo nothing", "values": {}}]
    pg.about |= {
        "name": "Demo",
        "hint": "A hint.",
        "shortcuts": [
            {"label": "Show buttons", "hint": "And press one.", "steps": steps},
            {"label": "Broken", "hint": "", "steps": missing},
        ],
    }
    page = await open_page("ann")
    await page.get_by_role("button", name="Broken").click()
    await expect(page.get_by_role("status").filter(has_text="nothing is not a subcommand")).to_be_visible()
    await page.get_by_role("button", name="Show buttons").click()
    await expect(messages(page).last).to_contain_text("told 1")
    await expect(page.get_by_role("status").filter(has_text="Show buttons")).to_have_count(0)


async def test_the_menu_of_shortcuts_returns_the_focus_to_its_button(
    bot: Bot, pg: Playground, ann: Person, open_page: OpenPage
) -> None:
    pg.about |= {"shortcuts": [{"label": "Show buttons", "hint": "", "steps": []}]}
    page = await open_page("ann")
    button = page.get_by_role("button", name="Shortcuts")
    await button.press("Enter")
    await expect(page.get_by_role("menuitem", name="Show buttons")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(button).to_be_focused()


async def test_faults_are_removed_by_the_keyboard(bot: Bot, pg: Playground, ann: Person, open_page: OpenPage) -> None:
    """Although their list is refreshed all the time."""
    for pattern in ("POST *", "GET *"):
        pg.faults.add("delay", pattern, times=None)
    page = await open_page("ann")
    await inspect(page, "Faults")
    remove = page.get_by_role("button", name="Remove delay")
    await remove.first.focus()
    async with page.expect_response("**/playground/faults"):
        pass
    async with page.expect_response("**/playground/faults"):
        pass
    await expect(remove.first).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(remove).to_have_count(1)
    await expect(remove).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(remove).to_have_count(0)
    await expect(page.get_by_role("button", name="Clear all")).to_be_focused()
