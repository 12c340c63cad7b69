"""The page does what Discord's client does: commands, components, modals, privacy, reconnecting."""

from __future__ import annotations

import asyncio
import re

import discord
import pytest
from playwright.async_api import Locator, Page, WebSocketRoute, expect

from playground import Person, Playground, Shown
from playground.messaging.messages import pin
from playground.world.models import Channel
from tests.playground.bots import Bot, Choose, Press, board, picture, view

from .conftest import OpenPage

FITS = "each => each.scrollWidth <= each.clientWidth || getComputedStyle(each).display === 'inline'"
"""Whether nothing of an element is cut off horizontally."""

_LOOKS = """one => [one, one.closest("article")].map(each => {
    const { backgroundColor, filter } = getComputedStyle(each);
    return backgroundColor + filter;
})"""
"""How a button and its message look."""


def box(page: Page) -> Locator:
    return page.get_by_label("Message #general", exact=True)


def messages(page: Page) -> Locator:
    return page.get_by_role("log").get_by_role("article")


def control(page: Page, name: str) -> Locator:
    return page.get_by_role("log").get_by_role("button", name=name, exact=True)


async def send(page: Page, line: str) -> None:
    """Send a command without options, by the keyboard alone."""
    await box(page).fill(f"/{line}")
    await expect(page.get_by_role("option").first).to_contain_text(f"/{line}")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("combobox", name=f"More options of /{line}")).to_be_focused()
    await page.keyboard.press("Enter")


async def heard(person: Person) -> Shown:
    """Wait until this person too has the channel's one message, possibly after the page, and return it."""
    [message] = await person.wait_for(lambda: person.messages("general"))
    return message


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


async def test_a_command_is_filled_in_by_keyboard(bot: Bot, channel: Channel, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await box(page).fill("/dem pi")
    await box(page).fill("/demo pi")
    await expect(page.get_by_role("option", name="/demo pick")).to_be_visible()
    await page.keyboard.press("Tab")
    move = page.get_by_role("combobox", name="move")
    await expect(move).to_be_focused()
    await page.keyboard.type("ruby")
    await expect(page.get_by_role("option", name="assign ruby (ann)")).to_be_visible()
    await expect(page.get_by_role("option")).to_have_count(1)
    await page.keyboard.press("Enter")
    await expect(move).to_have_value("assign ruby (ann)")
    await page.keyboard.press("Enter")
    await expect(messages(page).last).to_contain_text("picked assign ruby 0")
    await expect(messages(page).last).to_contain_text("Only you can see this")


async def test_a_command_is_typed_in_one_go(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    """Its name opens it, options are recognised as they are typed, and text before them is the required option's."""
    page = await open_page("ann")
    await box(page).focus()
    await page.keyboard.type("/demo say dig: deep times:2")
    await expect(page.get_by_role("textbox", name="what")).to_have_value("dig: deep")
    await expect(page.get_by_role("textbox", name="times")).to_have_value("2")
    await page.keyboard.press("Enter")
    await expect(messages(page).last).to_contain_text("dig: deepdig: deep (none)")
    await expect(box(page)).to_be_focused()
    await page.keyboard.type("/demo slow private:True")
    await expect(page.get_by_role("combobox", name="private")).to_have_value("True")
    await page.keyboard.press("Enter")
    await expect(messages(page).last).to_contain_text("Only you can see this")


async def test_what_is_typed_before_the_commands_are_there_is_gone_on_with(
    bot: Bot, ann: Person, open_page: OpenPage
) -> None:
    """The commands arrive after the slash was typed, and some people type faster: the space before the next word is
    kept."""
    page = await open_page("ann")
    await box(page).fill("/demo say dig: deep ")
    await expect(page.get_by_role("textbox", name="what")).to_be_focused()
    await page.keyboard.type("down times:2")
    await expect(page.get_by_role("textbox", name="what")).to_have_value("dig: deep down")
    await expect(page.get_by_role("textbox", name="times")).to_have_value("2")


@pytest.mark.parametrize("key", ["Tab", "Enter"])
async def test_a_choice_that_is_typed_out_stays(bot: Bot, ann: Person, open_page: OpenPage, key: str) -> None:
    """All choices are listed again then, and the keys do not select any of the others."""
    page = await open_page("ann")
    await box(page).focus()
    await page.keyboard.type("/demo buttons private:Fals")
    await expect(page.get_by_role("option")).to_have_count(1)
    await page.keyboard.type("e")
    await expect(page.get_by_role("option")).to_have_count(2)
    await page.keyboard.press(key)
    if key == "Tab":
        await expect(page.get_by_role("combobox", name="private")).to_have_value("False")
        await page.keyboard.press("Enter")
    await expect(messages(page).last).to_contain_text("buttons")
    await expect(page.get_by_text("Only you can see this")).to_be_hidden()


async def test_a_command_is_pasted(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await box(page).fill("/demo say dig deep times: 2 who:@bob mood:Happy")
    await expect(page.get_by_role("combobox", name="mood")).to_have_value("Happy")
    await page.keyboard.press("Enter")
    await expect(messages(page).last).to_contain_text("dig deepdig deep to bob (happy)")
    await expect(box(page)).to_be_focused()
    await box(page).fill("/demo nothing of ours")
    await page.keyboard.press("Enter")
    await expect(messages(page).last).to_contain_text("/demo nothing of ours")
    await expect(page.get_by_text("No command matches.")).to_be_hidden()


async def test_a_file_is_attached_to_a_command(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await box(page).fill("/demo read")
    await page.get_by_role("option", name="/demo read").click()
    file = page.get_by_label("file", exact=True)
    await expect(file).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert").filter(has_text="file is required.")).to_be_visible()
    await file.set_input_files({"name": "a sheet.bin", "mimeType": "", "buffer": b"\xff\xfe"})
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert").filter(has_text="a sheet.bin is not text")).to_be_visible()
    await expect(file).to_be_focused()
    await file.set_input_files({"name": "a sheet.toml", "mimeType": "", "buffer": "né\n".encode()})
    await expect(page.get_by_role("combobox", name="More options of /demo read")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(messages(page).last).to_contain_text("a sheet.toml: né")


async def test_suggestions_that_fail_are_said(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await box(page).fill("/demo pick")
    await page.get_by_role("option", name="/demo pick").click()
    await page.keyboard.type("boom")
    await expect(page.get_by_text("Loading options failed.")).to_be_visible()


async def test_what_is_missing_is_said_under_the_box(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await box(page).fill("/demo say")
    await page.get_by_role("option", name="/demo say").click()
    await page.get_by_role("button", name="Send").click()
    await expect(page.get_by_role("alert").filter(has_text="what is required")).to_be_visible()
    await expect(page.get_by_role("textbox", name="what")).to_be_focused()


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
    lines: list[WebSocketRoute] = []

    async def connect(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    await page.route_web_socket("**/feed", connect)
    await page.reload()
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


async def test_who_is_faster_than_the_suggestions_gets_them_still(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await box(page).fill("/demo pick")
    await page.get_by_role("option", name="/demo pick").click()
    await page.keyboard.type("ruby")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("combobox", name="move")).to_have_value("assign ruby (ann)")
    await page.keyboard.press("Enter")
    await expect(messages(page).last).to_contain_text("picked assign ruby 0")


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
