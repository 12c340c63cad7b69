"""The page for everybody: by screen reader, by keyboard alone, on a phone, in the dark and the light theme."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import expect

from tests.browser.conftest import Opened
from tests.browser.tab import Tab

SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
PHONE = {"width": 390, "height": 844}
_SIZES = """button => {
    const { fontSize, paddingTop } = getComputedStyle(button);
    return [fontSize, paddingTop].map(parseFloat);
}"""
"""A button's font size and padding above its text, in pixels."""
_CUT = """box => {
    const whole = document.createElement("div");
    whole.textContent = box.placeholder;
    const { font, lineHeight, padding } = getComputedStyle(box);
    const width = `${box.clientWidth}px`;
    Object.assign(whole.style, { font, lineHeight, padding, width, boxSizing: "border-box", position: "absolute" });
    whole.style.overflowWrap = "anywhere";
    document.body.append(whole);
    const missing = whole.offsetHeight - box.clientHeight;
    whole.remove();
    return missing;
}"""
"""By how many pixels an empty box is too low for its placeholder."""


async def barriers(tab: Tab) -> str:
    """Return the violations of WCAG 2.1 AA on the page as it is, in both themes; "" if there are none."""
    tags = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
    reports = ""
    for scheme in SCHEMES:
        await tab.page.emulate_media(color_scheme=scheme)
        await tab.page.locator(f"html[data-theme={scheme}]").wait_for()
        found = await Axe().run(tab.page, options={"runOnly": tags, "resultTypes": ["violations"]})
        reports += f"{scheme}: {found.generate_report()}" if found.violations_count else ""
    return reports


async def rightmost(tab: Tab) -> float:
    """Return the rightmost edge of anything in the log, in pixels."""
    edge: float = await tab.page.evaluate(
        "Math.max(...[...document.querySelectorAll('.log-inner *')].map(one => one.getBoundingClientRect().right))"
    )
    return edge


async def test_no_barriers_from_the_welcome_card_to_an_open_select(opened: Opened) -> None:
    ann = await opened("Ann")
    assert await barriers(ann) == ""
    await ann.press("Play Adepts")
    await ann.called.wait_for()
    panel = await ann.panel()
    await ann.page.get_by_text("asked").last.hover()  # a time in small print is the palest text on a message
    assert await barriers(ann) == ""
    await panel.get_by_role("combobox").first.click()
    assert await barriers(ann) == ""
    await ann.page.keyboard.press("Escape")
    await ann.page.get_by_role("button", name="Inspector").click()
    assert await barriers(ann) == ""


async def test_a_game_that_is_begun_by_the_keyboard_is_reached_by_it(opened: Opened) -> None:
    """The card with the button disappears, so the focus moves to the messages."""
    ann = await opened("Ann")
    await ann.page.get_by_role("button", name="Play Spirit Ground").press("Enter")
    await ann.called.wait_for()
    await expect(ann.page.get_by_label("History")).to_be_focused()


async def test_a_first_move_by_keyboard_alone(opened: Opened) -> None:
    """A command with its autocompletion, chosen with arrows and Enter."""
    ann = await opened("Ann")
    keys = ann.page.keyboard
    await ann.press("Play Adepts")
    await ann.called.wait_for()
    await ann.page.get_by_label("Message #").focus()
    await keys.type("/play")
    await expect(ann.page.get_by_role("option", name="/play")).to_be_visible()
    await keys.press("Enter")
    await keys.type("topaz")
    await expect(ann.page.get_by_role("option", name="Topaz").first).to_be_visible()
    await keys.press("ArrowDown")
    await keys.press("Enter")
    await keys.press("Enter")
    await expect(ann.private.last).to_contain_text("Topaz")
    await expect(ann.private.last).to_contain_text("You put")


async def test_on_a_phone_nothing_is_cut_off_whatever_font_size_is_set_in_the_browser(opened: Opened) -> None:
    """Text and buttons grow with that size; what no longer fits beside something moves below it."""
    ann = await opened("Ann", viewport=PHONE)
    browser = await ann.page.context.new_cdp_session(ann.page)
    play = ann.page.get_by_role("button", name="Play Adepts")
    usual = await play.evaluate(_SIZES)
    await browser.send("Page.setFontSizes", {"fontSizes": {"standard": 24}})
    assert await play.evaluate(_SIZES) == [1.5 * size for size in usual]
    assert await rightmost(ann) <= PHONE["width"]
    await play.click()
    await ann.called.wait_for()
    await ann.panel()
    for size in (24, 16):
        await browser.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
        assert await ann.page.locator("#composer").evaluate(_CUT) <= 0
        assert await ann.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert await rightmost(ann) <= PHONE["width"]
    await ann.press("Channels and people")
    await expect(ann.page.get_by_role("link", name="table-two")).to_be_visible()
    await browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    await ann.page.reload()
    await expect(ann.page.locator("#composer")).to_have_attribute("placeholder", "Message")
    assert await ann.page.locator("#composer").evaluate(_CUT) <= 0


async def test_another_person_in_the_same_tab_sees_nothing_of_the_former(opened: Opened) -> None:
    ann = await opened("Ann")
    await ann.press("Play Adepts")
    await ann.called.wait_for()
    await ann.panel()
    await ann.page.evaluate(
        """() => {
            const seen = window.seenPrivate = [];
            new MutationObserver(() => {
                const bob = document.querySelector('[aria-label^="You are Bob"]');
                if (bob && document.querySelector('article.ephemeral'))
                    seen.push(document.body.innerText);
            }).observe(document.body, {subtree: true, childList: true});
        }"""
    )
    await ann.page.get_by_role("button", name="You are Ann").click()
    await ann.page.get_by_role("menuitemradio", name="Bob").click()
    await expect(ann.page.get_by_role("button", name="You are Bob")).to_be_visible()
    await expect(ann.messages.first).to_be_visible()
    assert await ann.private.count() == 0
    assert await ann.page.evaluate("window.seenPrivate") == []
