"""The page does what Discord's client does: components, modals, pictures, privacy, reconnecting."""

from __future__ import annotations

import re

import discord
from playwright.async_api import WebSocketRoute, expect

from playground import Person, Playground
from playground.messaging.messages import pin
from playground.world.models import Channel
from tests.playground.bots import Bot, Choose, Press, board, picture, view

from .conftest import OpenPage
from .parts import FITS, box, control, heard, messages, send

_LOOKS = """one => [one, one.closest("article")].map(each => {
    const { backgroundColor, filter } = getComputedStyle(each);
    return backgroundColor + filter;
})"""
"""How a button and its message look."""


async def test_what_is_said_reaches_everybody(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    mine, theirs = await open_page("ann"), await open_page("bob")
    await box(mine).fill("hello **there** <script>alert(1)</script>")
    await box(mine).press("Enter")
    for page in (mine, theirs):
        await expect(messages(page).last).to_contain_text("hello there <script>alert(1)</script>")
        await expect(messages(page).last.locator("strong")).to_have_text("there")


async def test_what_is_pinned_is_told_of(bot: Bot, pg: Playground, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await ann.say("general", "keep this")
    pin(pg.world, pg.world.messages[(await heard(ann)).id], True, ann.id)
    await expect(messages(page).last).to_contain_text("pinned a message to this channel.")
    await expect(messages(page).last).to_contain_text("keep this")  # the pinned message


async def test_private_messages_are_seen_by_their_person_alone(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    mine, theirs = await open_page("ann"), await open_page("bob")
    await send(mine, "demo buttons")
    await control(mine, "tell 1").click()
    await expect(messages(mine).last).to_contain_text("told 1")
    await control(theirs, "update 1").click()
    await expect(control(theirs, "update 2")).to_be_visible()
    await expect(theirs.get_by_text("told 1")).to_have_count(0)
    await messages(mine).last.get_by_role("button", name="Dismiss message").click()
    await expect(mine.get_by_text("told 1")).to_have_count(0)


async def test_another_person_in_the_same_tab_never_sees_them(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await send(page, "demo buttons")
    await control(page, "tell 1").click()
    await expect(messages(page).last).to_contain_text("told 1")
    await page.evaluate(
        """() => {
            window.leaked = [];
            const look = () => {
                const me = document.querySelector(".person-name")?.textContent;
                if (me === "bob" && document.body.textContent.includes("told 1")) window.leaked.push(me);
            };
            new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
        }"""
    )
    await page.get_by_role("button", name="You are ann").click()
    await page.get_by_role("menuitemradio", name="bob").click()
    await expect(page.get_by_role("button", name="You are bob")).to_be_visible()
    await expect(control(page, "tell 1")).to_be_visible()
    assert await page.evaluate("window.leaked") == []
    assert "as=bob" in page.url


async def test_a_click_nobody_answers_fails_where_it_was_made(
    bot: Bot, pg: Playground, channel: Channel, ann: Person, open_page: OpenPage
) -> None:
    page = await open_page("ann")
    await bot.get_partial_messageable(channel.id).send("buttons", view=view(Press("ignore", 1)))
    ignored = control(page, "ignore 1")
    await ignored.click()
    await expect(ignored).to_be_disabled()
    await ignored.dispatch_event("click")
    pg.clock.advance(3)
    failure = messages(page).last.get_by_text("This interaction failed")
    await expect(failure).to_be_visible()
    above, below = await ignored.bounding_box(), await failure.bounding_box()
    assert above is not None
    assert below is not None
    assert below["y"] >= above["y"] + above["height"], "it is said where one has pressed, below the buttons"
    await expect(ignored).to_be_enabled()
    assert bot.pressed.count("press:ignore:1") == 1


async def test_what_was_selected_and_not_heard_can_be_selected_again(
    bot: Bot, pg: Playground, ann: Person, open_page: OpenPage
) -> None:
    page = await open_page("ann")
    await send(page, "demo buttons")
    whom = page.get_by_role("combobox", name="Who")
    await whom.wait_for()
    pg.faults.add("lose", "INTERACTION_CREATE")
    for heard_of in (False, True):
        await whom.click()
        await page.get_by_role("option", name="bob").click()
        if not heard_of:
            await expect(whom).to_be_disabled()
            pg.clock.advance(3)
            await expect(messages(page).last).to_contain_text("This interaction failed")
    await expect(messages(page).last).to_contain_text("picked bob")


async def test_a_command_nobody_answers_fails_privately(
    bot: Bot, pg: Playground, ann: Person, open_page: OpenPage
) -> None:
    page = await open_page("ann")
    pg.faults.add("lose", "INTERACTION_CREATE")
    await send(page, "demo board")
    await expect(messages(page).last).to_contain_text("Sending command")
    pg.clock.advance(3)
    await expect(messages(page).last).to_contain_text("The application did not respond")


async def test_the_focus_stays_on_a_button_whose_message_is_edited(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await send(page, "demo buttons")
    await control(page, "later 1").focus()
    message = await heard(ann)
    await bot.get_partial_messageable(message.channel_id).get_partial_message(message.id).edit(content="edited now")
    await expect(messages(page).last).to_contain_text("edited now")
    await expect(control(page, "later 1")).to_be_focused()


async def test_the_keyboard_goes_on_in_a_message_whose_pressed_button_is_gone(
    bot: Bot, ann: Person, open_page: OpenPage
) -> None:
    """For example after confirming a choice: the next Tab goes to what the message offers now, or to what follows
    it."""
    page = await open_page("ann")
    await send(page, "demo buttons")
    await control(page, "later 1").focus()
    message = await heard(ann)
    partial = bot.get_partial_messageable(message.channel_id).get_partial_message(message.id)
    for offered in ("next 2", "next 3"):  # from the button; then from the body, which has the focus
        await partial.edit(content=offered, view=view(discord.ui.Button(label=offered, custom_id=f"press:{offered}")))
        await expect(messages(page).last).to_contain_text(offered)
        await expect(messages(page).last.locator(".body")).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(control(page, "next 3")).to_be_focused()


async def test_the_keyboard_goes_on_beside_a_message_that_is_deleted_or_dismissed(
    bot: Bot, channel: Channel, ann: Person, open_page: OpenPage
) -> None:
    """To the private message that took its place below, or to a neighbour, but never to the top of the page."""
    page = await open_page("ann")
    await send(page, "demo buttons")
    await control(page, "tell 1").click()
    await expect(messages(page).last).to_contain_text("told 1")
    await control(page, "later 1").focus()
    first = next(m for m in ann.messages("general") if m.buttons)
    await bot.get_partial_messageable(channel.id).get_partial_message(first.id).delete()
    await expect(messages(page)).to_have_count(1)
    await expect(messages(page).last.locator(".body")).to_be_focused()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")  # Dismiss message
    await expect(messages(page)).to_have_count(0)
    await expect(page.get_by_role("region", name="History")).to_be_focused()


async def test_an_edit_under_the_finger_does_not_swallow_the_press(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await send(page, "demo buttons")
    await control(page, "tell 1").hover()
    await page.mouse.down()
    message = await heard(ann)
    await bot.get_partial_messageable(message.channel_id).get_partial_message(message.id).edit(content="edited now")
    await ann.wait_message("general", "edited now")
    await page.mouse.up()
    await expect(messages(page).last).to_contain_text("told 1")
    await expect(page.get_by_text("edited now").first).to_be_visible()


async def test_buttons_and_the_active_option_are_seen_in_colours_that_the_system_forces(
    bot: Bot, open_page: OpenPage
) -> None:
    page = await open_page("ann", forced_colors="active")
    await send(page, "demo buttons")
    assert await control(page, "tell 1").evaluate("one => getComputedStyle(one).borderTopWidth") == "1px"
    await box(page).fill("/demo ")
    outlines = "all => all.map(one => getComputedStyle(one).outlineStyle + getComputedStyle(one).outlineColor)"
    await expect(page.get_by_role("option").nth(1)).to_be_visible()
    first, *others = await page.get_by_role("option").evaluate_all(outlines)
    assert first.startswith("solidrgb(")
    assert set(others) == {"none" + others[0].removeprefix("none")}


async def test_what_a_finger_has_touched_does_not_go_on_looking_pressed(bot: Bot, open_page: OpenPage) -> None:
    """A browser takes the place of the last touch for that of a mouse."""
    page = await open_page("ann", has_touch=True, is_mobile=True)
    await send(page, "demo buttons")
    button = control(page, "tell 1")
    before = await button.evaluate(_LOOKS)
    await button.tap()
    await expect(messages(page).last).to_contain_text("told 1")
    assert await button.evaluate("one => one.matches(':hover')")
    assert await button.evaluate(_LOOKS) == before


async def test_selects_work_by_keyboard(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await send(page, "demo buttons")
    await page.get_by_role("combobox", name="Who").focus()
    await page.keyboard.press("Enter")
    await page.keyboard.type("bo")
    await page.keyboard.press("Enter")
    await expect(messages(page).last).to_contain_text("picked bob")
    await page.get_by_role("combobox", name="Fruit").focus()
    for key in ("ArrowDown", "Enter", "ArrowDown", "Enter", "Tab"):  # two of three, then leave
        await page.keyboard.press(key)
    await expect(messages(page).last).to_contain_text("chose apple, pear")


async def test_a_list_stays_open_when_the_message_changes_around_it(
    bot: Bot, ann: Person, bob: Person, open_page: OpenPage
) -> None:
    """The bot often adds a picture to its answer a moment later. What is chosen already stays, and so does the place of
    the keyboard."""
    page = await open_page("ann")
    await send(page, "demo buttons")
    await page.get_by_role("combobox", name="Fruit").focus()
    for key in ("ArrowDown", "Enter", "ArrowDown"):
        await page.keyboard.press(key)
    message = await heard(bob)
    await bot.get_partial_messageable(message.channel_id).get_partial_message(message.id).edit(content="changed")
    await expect(messages(page).last).to_contain_text("changed")
    await expect(page.get_by_role("listbox")).to_have_count(1)
    await expect(page.get_by_role("option", selected=True)).to_have_text("Apple")
    for key in ("Enter", "Tab"):
        await page.keyboard.press(key)
    await expect(messages(page).last).to_contain_text("chose apple, pear")


async def test_what_was_half_selected_when_the_choices_changed_is_not_sent(
    bot: Bot, ann: Person, bob: Person, open_page: OpenPage
) -> None:
    page = await open_page("ann")
    await send(page, "demo buttons")
    await page.get_by_role("combobox", name="Fruit").click()
    await page.get_by_role("option", name="Apple").click()
    message = await heard(bob)
    fewer = Choose()
    del fewer.item.options[-1]
    partial = bot.get_partial_messageable(message.channel_id).get_partial_message(message.id)
    await partial.edit(view=view(Press("tell", 1), fewer))
    await expect(page.get_by_role("listbox")).to_have_count(0)
    await control(page, "tell 1").click()
    await expect(messages(page).last).to_contain_text("told 1")
    assert len(bot.arrived) == 2, "the command and the press"


async def test_a_modal_is_filled_in_and_sent(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await send(page, "demo buttons")
    await control(page, "form 1").click()
    form = page.get_by_role("dialog", name="A form")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_contain_text("required")
    await form.get_by_label("Your name").fill("Ann")
    await form.get_by_role("combobox", name="How many").click()
    await form.get_by_role("option", name="Two").click()
    await form.get_by_role("radio", name="right").check()
    await form.get_by_role("checkbox", name="Sure?").check()
    await form.get_by_role("button", name="Submit").click()
    await expect(messages(page).last).to_contain_text("Ann 2 right True")
    await expect(form).to_have_count(0)


async def test_the_keyboard_comes_back_from_a_modal_to_a_message_that_was_redrawn(
    bot: Bot, ann: Person, bob: Person, open_page: OpenPage
) -> None:
    page = await open_page("ann")
    await send(page, "demo buttons")
    message = await heard(bob)
    partial = bot.get_partial_messageable(message.channel_id).get_partial_message(message.id)
    await control(page, "form 1").press("Enter")
    await expect(page.get_by_role("dialog", name="A form")).to_be_visible()
    await partial.edit(content="changed")
    await expect(messages(page).last).to_contain_text("changed")
    await page.keyboard.press("Escape")
    await expect(control(page, "form 1")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog", name="A form")).to_be_visible()
    await partial.edit(content="over", view=None)
    await expect(messages(page).last).to_contain_text("over")
    await page.keyboard.press("Escape")
    await expect(messages(page).last.locator(".body")).to_be_focused()


async def test_a_picture_opens_large_and_returns_the_focus_to_the_one_in_its_place(
    bot: Bot, channel: Channel, ann: Person, bob: Person, open_page: OpenPage
) -> None:
    page = await open_page("ann")
    await send(page, "demo board")
    await page.get_by_role("button", name="Open the picture large: a picture").press("Enter")
    dialog = page.get_by_role("dialog", name="a picture")
    await expect(dialog.get_by_role("img", name="a picture")).to_be_visible()
    partial = bot.get_partial_messageable(channel.id).get_partial_message((await heard(bob)).id)
    await partial.edit(view=board("# Turn 2"), attachments=[picture()])
    await expect(page.get_by_role("heading", name="Turn 2")).to_be_attached()
    await page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await expect(page.get_by_role("button", name="Open the picture large: a picture")).to_be_focused()


async def test_a_deferred_command_thinks_first(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    bot.go.clear()
    await send(page, "demo slow")
    await expect(messages(page).last).to_contain_text("demo is thinking")
    bot.go.set()
    await expect(messages(page).last).to_contain_text("and more")
    await expect(page.get_by_text("demo is thinking")).to_have_count(0)


async def test_a_lost_connection_is_said_and_made_good(
    bot: Bot, channel: Channel, ann: Person, bob: Person, open_page: OpenPage
) -> None:
    page = await open_page("ann")
    lines: list[WebSocketRoute] = []
    cut = False

    async def connect(line: WebSocketRoute) -> None:
        if cut:
            await line.close()
        else:
            line.connect_to_server()
            lines.append(line)

    await page.route_web_socket("**/feed", connect)
    await page.reload()
    await bob.say(channel, "before")
    await expect(messages(page)).to_have_text([re.compile("before")])
    cut = True
    await lines[-1].close()
    banner = page.get_by_role("status").filter(has_text="The connection to the playground is lost")
    await expect(banner).to_be_visible()
    await bob.say(channel, "meanwhile")
    cut = False
    await expect(messages(page)).to_have_text([re.compile("before"), re.compile("meanwhile")])
    await expect(banner).to_have_count(0)


async def test_the_bots_absence_is_shown(bot: Bot, pg: Playground, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await expect(page.get_by_role("list", name="Offline")).to_have_count(0)
    await bot.close()
    await expect(page.get_by_role("list", name="Offline")).to_contain_text("demo")
    await expect(page.get_by_role("status").filter(has_text="demo is offline")).to_be_visible()


async def test_a_message_that_is_deleted_vanishes(bot: Bot, ann: Person, bob: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await send(page, "demo board")
    await expect(messages(page)).to_have_count(1)
    message = await heard(ann)
    await bot.get_partial_messageable(message.channel_id).get_partial_message(message.id).delete()
    await expect(messages(page)).to_have_count(0)


async def test_who_comes_later_is_known(
    bot: Bot, pg: Playground, channel: Channel, ann: Person, open_page: OpenPage
) -> None:
    """Whatever their name: on a phone too it can be read completely, and nothing scrolls sideways."""
    page = await open_page("ann")
    await page.set_viewport_size({"width": 390, "height": 844})
    name = "C" + "W" * 31
    cleo = await pg.person(name)
    await cleo.say(channel, f"I am <@{cleo.id}>")
    await expect(messages(page).last).to_contain_text(f"I am @{name}")
    await expect(page.locator("nav.channels")).to_be_hidden()
    await page.get_by_role("button", name="Channels and people").click()
    await expect(page.get_by_role("link", name="general")).to_be_focused()  # the current channel, for keyboard users
    await page.get_by_role("button", name="Switch person").click()
    people = page.get_by_role("menu", name="People")
    members = page.get_by_role("complementary", name="Members", include_hidden=True)
    for place in (page.get_by_role("log"), members, people):
        await expect(place).to_contain_text(name)
        assert await place.evaluate("one => [one, ...one.querySelectorAll('*')].every(fits)".replace("fits", FITS))
