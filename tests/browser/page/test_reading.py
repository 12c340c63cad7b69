"""Where a reader of the page stands: what is new, what was earlier, and other channels."""

from __future__ import annotations

import asyncio

from playwright.async_api import expect

from playground import Person, Playground
from playground.world.models import Channel
from tests.playground.bots import Bot

from .conftest import OpenPage
from .parts import control, feeds, messages, send


async def test_the_answer_to_a_press_in_the_past_comes_into_view(
    bot: Bot, channel: Channel, ann: Person, bob: Person, open_page: OpenPage
) -> None:
    page = await open_page("ann")
    await send(page, "demo buttons")
    for number in range(60):
        await bob.say(channel, f"line {number}")
    await expect(page.get_by_text("line 59", exact=True)).to_be_in_viewport()
    await control(page, "tell 1").click()
    await expect(page.get_by_text("told 1", exact=True)).to_be_in_viewport()


async def test_news_elsewhere_are_counted(
    bot: Bot, pg: Playground, channel: Channel, ann: Person, bob: Person, open_page: OpenPage
) -> None:
    other = pg.channel("other")
    page = await open_page("ann")
    await page.get_by_role("link", name="general").click()
    await bob.say(other, f"look, <@{ann.id}>")
    await expect(page.get_by_role("link", name="other, 1 mention")).to_be_visible()
    await expect(page).to_have_title("(1) #general · ann · Playground")
    await page.get_by_role("link", name="other, 1 mention").click()
    await expect(page).to_have_title("#other · ann · Playground")


async def test_back_and_forward_lead_through_the_channels_that_were_shown(
    bot: Bot, pg: Playground, channel: Channel, ann: Person, bob: Person, open_page: OpenPage
) -> None:
    """As whoever one is by then: the address names nobody else. With a dialog open, Back only closes that."""
    pg.channel("other")
    page = await open_page("ann")
    await expect(page).to_have_title("#general · ann · Playground")
    await page.get_by_role("link", name="other").click()
    await expect(page).to_have_title("#other · ann · Playground")
    await page.go_back()
    await expect(page).to_have_title("#general · ann · Playground")
    await page.go_forward()
    await expect(page).to_have_title("#other · ann · Playground")
    await page.get_by_role("button", name="Switch person").click()
    await page.get_by_role("menuitem", name="Add a person").click()
    await expect(page.get_by_role("dialog", name="Add a person")).to_be_visible()
    await page.go_back()
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(page).to_have_title("#other · ann · Playground")
    await page.get_by_role("button", name="Switch person").click()
    await page.get_by_role("menuitemradio", name="bob").click()
    await expect(page).to_have_title("#other · bob · Playground")
    await page.go_back()
    await expect(page).to_have_title("#general · bob · Playground")
    await page.reload()
    await expect(page).to_have_title("#general · bob · Playground")


async def test_back_shows_nothing_of_whom_one_was_before(
    bot: Bot, pg: Playground, channel: Channel, ann: Person, bob: Person, open_page: OpenPage
) -> None:
    """Somebody else's direct messages stay unseen, and a reload afterwards makes nobody else of one."""
    await ann.open_dm()
    page = await open_page("ann")
    await page.get_by_role("button", name="Direct messages").click()
    await expect(page).to_have_title("@demo · ann · Playground")
    await page.get_by_role("button", name="Guild").click()
    await expect(page).to_have_title("#general · ann · Playground")
    await page.get_by_role("button", name="Switch person").click()
    await page.get_by_role("menuitemradio", name="bob").click()
    await expect(page).to_have_title("#general · bob · Playground")
    await page.go_back()
    await page.reload()
    await expect(page).to_have_title("#general · bob · Playground")


async def test_a_link_to_a_message_leads_to_it(
    bot: Bot, pg: Playground, channel: Channel, ann: Person, bob: Person, open_page: OpenPage
) -> None:
    """Within the page, also from another channel; a draft in the channel is kept."""
    other = pg.channel("other")
    await bob.say(channel, "here it is")
    said = await ann.wait_message(channel, "here it is")
    link = f"https://discord.com/channels/{channel.guild_id}/{channel.id}/{said.id}"
    await bob.say(other, link)
    await bob.say(channel, link)
    page = await open_page("ann")
    found = messages(page).filter(has_text="here it is").and_(page.locator(".found"))
    await page.get_by_role("link", name="other").first.click()
    await messages(page).get_by_role("link", name="#general › message").click()
    await expect(page).to_have_title("#general · ann · Playground")
    await expect(found).to_be_visible()
    await page.get_by_label("Message #").fill("a draft")
    await messages(page).get_by_role("link", name="#general › message").click()
    await expect(found).to_be_visible()
    await expect(page.get_by_label("Message #")).to_have_value("a draft")


async def test_a_reader_of_the_past_is_left_there(
    bot: Bot, channel: Channel, ann: Person, bob: Person, open_page: OpenPage
) -> None:
    for number in range(100):
        await bob.say(channel, f"line {number}")
    page = await open_page("ann")
    await expect(page.get_by_text("line 99", exact=True)).to_be_in_viewport()
    assert await messages(page).count() < 100
    await page.get_by_role("region", name="History").evaluate("box => { box.scrollTop = 0 }")
    await expect(messages(page)).to_have_count(100)
    await bob.say(channel, "news")
    await expect(page.get_by_text("news", exact=True)).not_to_be_in_viewport()
    await page.get_by_role("button", name="1 new · Jump to present").click()
    await expect(page.get_by_text("news", exact=True)).to_be_in_viewport()
    await asyncio.gather(*(bob.say(channel, f"more {number}") for number in range(3)))
    await expect(page.get_by_text("more 2", exact=True)).to_be_in_viewport()


async def test_earlier_messages_are_shown_by_the_keyboard(
    bot: Bot, channel: Channel, ann: Person, bob: Person, open_page: OpenPage
) -> None:
    """Going to the button shows the first of them, as it comes into view."""
    for number in range(121):
        await bob.say(channel, f"line {number}")
    page = await open_page("ann")
    await page.get_by_role("button", name="Show 60 earlier messages").focus()
    more = page.get_by_role("button", name="Show 1 earlier message", exact=True)
    await expect(more).to_be_focused()
    await bob.say(channel, "news")
    await expect(messages(page)).to_have_count(121)
    await expect(more).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(messages(page)).to_have_count(122)
    await expect(page.get_by_role("region", name="History")).to_be_focused()


async def test_a_reader_of_the_past_is_left_there_when_the_connection_was_lost(
    bot: Bot, channel: Channel, ann: Person, bob: Person, open_page: OpenPage
) -> None:
    for number in range(100):
        await bob.say(channel, f"line {number}")
    page = await open_page("ann")
    lines = await feeds(page)
    read = page.get_by_text("line 50", exact=True)
    await expect(page.get_by_text("line 99", exact=True)).to_be_in_viewport()
    await read.evaluate("one => one.scrollIntoView()")
    await expect(page.get_by_role("button", name="Jump to present")).to_be_visible()
    before = await read.bounding_box()
    await messages(page).first.evaluate("one => { one.id = 'before' }")
    await lines[-1].close()
    await expect(page.locator("#before")).to_have_count(0)
    assert await read.bounding_box() == before
    await expect(page.get_by_role("button", name="Jump to present")).to_be_visible()


async def test_the_channels_are_walked_through_by_arrows(
    bot: Bot, pg: Playground, ann: Person, open_page: OpenPage
) -> None:
    pg.channel("other")
    page = await open_page("ann")
    await page.get_by_role("link", name="general").focus()
    await page.keyboard.press("ArrowDown")
    await expect(page.get_by_role("link", name="other")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", level=1)).to_have_text("other")
    reachable = page.locator(".channel[tabindex='0']")
    await expect(reachable).to_have_count(1)
    await expect(reachable).to_have_accessible_name("other")


async def test_the_first_unread_message_is_marked(
    bot: Bot, pg: Playground, channel: Channel, ann: Person, bob: Person, open_page: OpenPage
) -> None:
    other = pg.channel("other")
    await bob.say(channel, "old")
    page = await open_page("ann")
    await page.get_by_role("link", name="other").click()
    for text in ("first", "second"):
        await bob.say(channel, text)
    await page.get_by_role("link", name="general, unread").click()
    await expect(page.locator(".first-new")).to_have_count(1)
    await expect(page.locator(".first-new")).to_contain_text("first")
    assert not ann.messages(other)


async def test_a_long_history_stays_short_in_the_page(
    bot: Bot, channel: Channel, ann: Person, bob: Person, open_page: OpenPage
) -> None:
    page = await open_page("ann")
    for number in range(320):
        await bob.say(channel, f"line {number}")
    await expect(page.get_by_text("line 319", exact=True)).to_be_in_viewport()
    shown = await messages(page).count()
    assert shown <= 240
    await page.get_by_role("region", name="History").evaluate("box => { box.scrollTop = 0 }")
    await expect(messages(page)).to_have_count(shown + 60)
