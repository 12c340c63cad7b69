"""Commands are typed into the page's box: by keyboard, in one go, pasted, with a file, and where something fails."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from playground import Person
from playground.world.models import Channel
from tests.playground.bots import Bot

from .conftest import OpenPage
from .parts import box, messages


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


async def test_who_is_faster_than_the_suggestions_gets_them_still(bot: Bot, ann: Person, open_page: OpenPage) -> None:
    page = await open_page("ann")
    await box(page).fill("/demo pick")
    await page.get_by_role("option", name="/demo pick").click()
    await page.keyboard.type("ruby")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("combobox", name="move")).to_have_value("assign ruby (ann)")
    await page.keyboard.press("Enter")
    await expect(messages(page).last).to_contain_text("picked assign ruby 0")
