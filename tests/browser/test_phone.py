"""On a phone, what is about to be done and the button that does it are on one screen."""

from __future__ import annotations

from random import Random

from playwright.async_api import Locator, expect

from tests.browser.conftest import Opened
from tests.browser.tab import answered

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True}
GROUPS = 4
"""How many panels for assigning are checked."""
_EDGES = """button => [
    button.closest("article").querySelector(".gallery").getBoundingClientRect().top,
    button.getBoundingClientRect().bottom,
]"""
"""For a panel, in pixels: the top of its picture, and the bottom of the button."""


async def test_the_picture_of_a_group_and_its_button_are_on_one_screen(opened: Opened) -> None:
    """Each site has one row: no label is so long that the phone breaks the row."""
    ann = await opened("Ann", **PHONE)
    await ann.press("Play Adepts")
    looked = 0
    for number in range(40):
        await ann.called.wait_for()
        panel = await ann.panel()
        if await panel.get_by_role("heading", name="Assign miners").count() == 0:
            await ann.move(panel, Random(number))
            continue
        await panel.get_by_role("combobox").click()
        options = ann.page.get_by_role("listbox").last.get_by_role("option")
        await options.nth(number % await options.count()).click()
        await answered(panel)
        if not await panel.locator(".gallery").count():  # slow machine: the answer came without it
            await panel.get_by_role("button", name="Dismiss message").click()
            continue
        await ann.page.evaluate("Promise.all([...document.images].map(one => one.decode()))")
        assign = panel.get_by_role("button", name="Assign", exact=True)
        top, bottom = await _visible(ann.page.locator(".scroller").first)
        # Both edges at the same instant, since new messages below may move both up meanwhile.
        upper, lower = await assign.evaluate(_EDGES)
        assert 0 < lower - upper <= bottom - top
        for row in await panel.locator(".container .row").all():
            buttons = [await _visible(button) for button in await row.locator("button").all()]
            assert len({first for first, _ in buttons}) <= 1, "a row is one row"
        await assign.click()
        await answered(panel)
        looked += 1
        if looked == GROUPS:
            break
        await panel.get_by_role("button", name="Dismiss message").click()
    assert looked == GROUPS


async def test_a_channel_is_read_from_its_beginning_and_the_way_back_covers_no_button(opened: Opened) -> None:
    """However many games can be started there, Adepts is first. After scrolling up, the button back is below the
    messages."""
    ann = await opened("Ann", **PHONE)
    scroller, jump = ann.page.locator(".scroller").first, ann.page.locator(".jump").first
    play = ann.page.get_by_role("button", name="Play Adepts")
    await expect(ann.page.get_by_role("heading", name="Welcome to")).to_be_in_viewport()
    await expect(play).to_be_in_viewport()
    await scroller.evaluate("one => one.scrollTo(0, one.scrollHeight / 3)")
    await expect(jump).to_be_hidden()
    await play.click()
    await ann.called.wait_for()
    await expect(ann.called).to_be_in_viewport()
    await jump.wait_for(state="hidden")
    while await jump.is_hidden():  # a new message at that moment may keep the position, so scroll again
        await scroller.evaluate("one => one.scrollTo(0, 0)")
    _, bottom = await _visible(scroller)
    assert (await _visible(jump))[0] >= bottom
    await jump.click()
    await jump.wait_for(state="hidden")


async def _visible(place: Locator) -> tuple[float, float]:
    """Return the top and bottom edge on the screen, in pixels."""
    box = await place.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]
