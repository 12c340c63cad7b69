"""Odd or failing things spoil nothing else on the page."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from playwright.async_api import Route, expect

from playground import Permission, Person, Playground
from playground.messaging.messages import set_archived
from playground.world.models import Channel
from tests.playground.bots import Bot, Press, view

from .conftest import OpenPage
from .parts import FITS, box, control, feeds, messages, send


async def test_odd_names_are_shown(bot: Bot, pg: Playground, ann: Person, open_page: OpenPage) -> None:
    names = {"_x": "X", "- -": "-", "😀 smile": "😀S", "<img src=x>": "<S", "éa b": "ÉB"}
    for name in names:
        await pg.person(name)
    page = await open_page("ann")
    for name, initials in names.items():
        member = page.locator(".member").filter(has=page.get_by_text(name, exact=True))
        await expect(member.locator(".avatar")).to_have_text(initials)


async def test_long_words_stay_inside_of_what_bears_them(
    bot: Bot, channel: Channel, ann: Person, open_page: OpenPage
) -> None:
    press = discord.ui.Button[Any](label="B" * 80, custom_id="button")
    options = [discord.SelectOption(label="L" * 100, description="D" * 100)]
    menu = discord.ui.Select[Any](placeholder="P" * 150, options=options, custom_id="menu")
    embed = discord.Embed(title="T" * 200, description="D" * 200).set_footer(text="F" * 200)
    for name in ("N" * 200, "M" * 200, "O" * 200):
        embed.add_field(name=name, value="V" * 200)
    layout = discord.ui.LayoutView(timeout=None)
    beside = discord.ui.Button[Any](label="a button of many words beside a text", custom_id="beside")
    layout.add_item(discord.ui.Section[Any]("some text that is beside a button", accessory=beside))
    place = bot.get_partial_messageable(channel.id)
    await place.send("W" * 200, view=view(press, menu), embed=embed)
    await place.send(view=layout)
    page = await open_page("ann", viewport={"width": 360, "height": 740})
    log = page.get_by_role("log")
    await expect(log.get_by_role("article")).to_have_count(2)
    bodies = log.locator(".body, .body *")
    assert await bodies.evaluate_all(f"all => all.every({FITS})")
    text = await page.get_by_text("some text that is beside").bounding_box()
    assert text is not None
    assert text["width"] > 100, "the button leaves it some room"


async def test_addresses_that_lead_nowhere_are_no_links(
    bot: Bot, channel: Channel, ann: Person, open_page: OpenPage
) -> None:
    page = await open_page("ann")
    embed = discord.Embed(title="a title", url="javascript:alert(1)").set_image(url="https://")
    place = bot.get_partial_messageable(channel.id)
    await place.send(embed=embed)
    await place.send("after it")
    await expect(messages(page)).to_have_count(2)
    await expect(messages(page).first).to_contain_text("a title")
    await expect(messages(page).get_by_role("link")).to_have_count(0)


async def test_a_dismissed_message_stays_away_after_a_lost_connection(
    bot: Bot, channel: Channel, ann: Person, bob: Person, open_page: OpenPage
) -> None:
    page = await open_page("ann")
    lines = await feeds(page)
    await send(page, "demo buttons")
    await control(page, "tell 1").click()
    await page.get_by_role("button", name="Dismiss message").click()
    await expect(messages(page)).to_have_count(1)
    await lines[-1].close()
    await expect(page.get_by_role("status").filter(has_text="is lost")).to_be_visible()
    await expect(page.get_by_role("status").filter(has_text="is lost")).to_have_count(0)
    await bob.say(channel, "back again")
    await expect(messages(page).last).to_contain_text("back again")
    await expect(messages(page)).to_have_count(2)


async def test_what_is_typed_while_a_message_is_sent_is_kept(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    sent, go = asyncio.Event(), asyncio.Event()

    async def hold(route: Route) -> None:
        sent.set()
        await go.wait()
        await route.continue_()

    await page.route("**/say", hold)
    await box(page).fill("one")
    await box(page).press("Enter")
    await sent.wait()
    await page.keyboard.type("two")
    go.set()
    await expect(messages(page)).to_have_count(1)
    await expect(box(page)).to_have_value("two")


async def test_what_cannot_be_sent_stays_in_the_box(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await page.route("**/say", lambda route: route.abort())
    await box(page).fill("one")
    await box(page).press("Enter")
    await expect(page.get_by_role("alert").filter(has_text="cannot be reached")).to_be_visible()
    await expect(box(page)).to_have_value("one")


async def test_relative_times_keep_what_is_marked(bot: Bot, channel: Channel, ann: Person, open_page: OpenPage) -> None:
    """The text does not change for a minute if it says an hour or more, so the selection in it must survive."""
    page = await open_page("ann", timezone_id="UTC")  # an option gives the test a profile of its own
    await page.clock.install()
    await bot.get_partial_messageable(channel.id).send("until <t:4000000000:R>")
    time = page.locator("time[data-relative]")
    kept = await time.evaluate_handle("one => one.firstChild")
    await page.clock.run_for(3000)
    assert await time.evaluate("(one, kept) => one.firstChild === kept", kept)


async def test_relative_times_are_rounded_as_discord_does(ann: Person, open_page: OpenPage) -> None:
    """A day from which a second has passed is still a day, not 23 hours."""
    page = await open_page("ann")
    said = await page.evaluate(
        """async seconds => {
            const { now, relative } = await import("/page/js/time.js");
            return seconds.map((each) => relative(now() + each * 1000));
        }""",
        [0.2, 30, 3599, -5400, 86399, -86399, 3 * 86400, 45 * 86400],
    )
    assert said == [
        *("in 1 second", "in 30 seconds", "in 1 hour", "2 hours ago", "in 1 day", "1 day ago", "in 3 days"),
        "in 1 month",
    ]


async def test_a_thread_is_shown_as_one(pg: Playground, channel: Channel, ann: Person, open_page: OpenPage) -> None:
    """With its own sign instead of #, which is for channels."""
    thread = pg.world.add_thread(channel, "spring", 11, ann.id)
    page = await open_page("ann")
    await page.get_by_role("link", name="spring").click()
    await expect(page.get_by_text("This is the beginning of the thread.")).to_be_visible()
    await expect(page.get_by_role("heading", name=thread.name, exact=True)).to_have_count(2)


async def test_a_channel_that_one_cannot_view_has_no_name(
    bot: Bot, pg: Playground, channel: Channel, ann: Person, bob: Person, open_page: OpenPage
) -> None:
    hidden = pg.channel("conspiracy")
    pg.world.set_permissions(hidden, pg.world.users[ann.id], deny=Permission.VIEW_CHANNEL)
    await bot.get_partial_messageable(channel.id).send(f"come to <#{hidden.id}>")
    for person, name in (("bob", "#conspiracy"), ("ann", "#unknown")):
        page = await open_page(person)
        await expect(messages(page).last.locator(".mention")).to_have_text(name)


async def test_an_archived_thread_is_gone_on_with_and_a_locked_one_only_read(
    bot: Bot, pg: Playground, channel: Channel, ann: Person, open_page: OpenPage
) -> None:
    thread = pg.thread(channel, "spring")
    await bot.get_partial_messageable(thread.id).send("board", view=view(Press("ignore", 1)))
    page = await open_page("ann")
    await page.get_by_role("link", name="spring").click()
    set_archived(pg.world, thread, True)
    async with page.expect_response("**/playground/people/**"):
        await control(page, "ignore 1").click()
    await expect(control(page, "ignore 1")).to_be_disabled()
    assert not thread.archived
    pg.clock.advance(3)
    await expect(messages(page).last).to_contain_text("This interaction failed")
    set_archived(pg.world, thread, True)
    line = page.get_by_role("textbox", name="Message #spring")
    await line.fill("one")
    await line.press("Enter")
    await expect(messages(page).last).to_contain_text("one")
    await line.fill("two")
    set_archived(pg.world, thread, False, locked=True)
    await expect(line).to_be_disabled()
    await expect(line).to_have_value("two")
    set_archived(pg.world, thread, False, locked=False)
    await expect(line).to_be_enabled()


async def test_a_dialog_is_closed_by_a_press_beside_it_but_not_on_its_scrollbar(
    bot: Bot, ann: Person, open_page: OpenPage
) -> None:
    page = await open_page("ann")
    await send(page, "demo buttons")
    await control(page, "form 1").click()
    dialog = page.get_by_role("dialog", name="A form")
    await expect(dialog).to_be_visible()
    edge = await dialog.evaluate("one => one.getBoundingClientRect().right")
    for beside, shown in ((-5, 1), (5, 0)):  # pixels from its right edge, where a scrollbar would be
        place = {
            "clientX": edge + beside,
            "clientY": await dialog.evaluate("one => one.offsetTop + 50"),
            "bubbles": True,
        }
        await dialog.dispatch_event("pointerdown", place)
        await expect(dialog).to_have_count(shown)


async def test_what_a_form_lacks_is_in_sight_on_a_low_page(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    """The dialog's heading stays at its top, and must not cover the focused field."""
    page = await open_page("ann", viewport={"width": 360, "height": 400})
    await send(page, "demo buttons")
    await control(page, "form 1").click()
    await page.get_by_role("button", name="Submit").click()
    name = page.get_by_label("Your name")
    await expect(name).to_be_focused()
    on_top = """one => {
        const { left, top, height } = one.getBoundingClientRect();
        return document.elementFromPoint(left + 20, top + height / 2) === one;
    }"""
    assert await name.evaluate(on_top)


async def test_the_last_channel_that_goes_leaves_nothing_behind(
    bot: Bot, pg: Playground, channel: Channel, ann: Person, open_page: OpenPage
) -> None:
    page = await open_page("ann")
    await expect(page.get_by_role("heading", name="general", exact=True)).to_be_visible()
    pg.world.delete_channel(channel)
    await expect(page.get_by_text("There is no channel here.")).to_be_visible()
    await expect(page.get_by_role("heading", name="general", exact=True)).to_have_count(0)
