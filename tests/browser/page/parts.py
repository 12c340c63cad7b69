"""What is on the page, and its box to write in."""

from __future__ import annotations

from playwright.async_api import Locator, Page, WebSocketRoute, expect

from playground import Person, Shown

FITS = "each => each.scrollWidth <= each.clientWidth || getComputedStyle(each).display === 'inline'"
"""Whether nothing of an element is cut off horizontally."""


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


async def feeds(page: Page) -> list[WebSocketRoute]:
    """Load the page anew, and return its connections to its feed: each is added as it is made, and can be closed."""
    found = list[WebSocketRoute]()

    async def connect(line: WebSocketRoute) -> None:
        line.connect_to_server()
        found.append(line)

    await page.route_web_socket("**/feed", connect)
    await page.reload()
    return found


async def heard(person: Person) -> Shown:
    """Wait until this person too has the channel's one message, possibly after the page, and return it."""
    [message] = await person.wait_for(lambda: person.messages("general"))
    return message
