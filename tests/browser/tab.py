"""A person at the page, who sees what the browser shows and presses what it offers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, Self

from playwright.async_api import ConsoleMessage, Locator, Page, WebSocket, expect
from playwright.async_api import TimeoutError as Unseen

from bot.components import ids
from bot.components.ids import Verb
from cli.demo.player import STEPS, next_step
from playground.client.screen import Control

PATIENCE = 30_000
"""Milliseconds that a person waits for anything."""
expect.set_options(timeout=PATIENCE)
_GLANCE = 500
"""Milliseconds after which somebody who is not called checks whether enough has happened."""
_TRIES = 3
_BUTTON, _SELECT = 2, 3


class Tab:
    """One person's tab. It records what the browser received and complained about, and the number of moves."""

    def __init__(self, page: Page, url: str, name: str) -> None:
        self.page = page
        self.url = url
        self.name = name
        self.received: list[str] = []
        self.complaints: list[str] = []
        self.moves = 0
        page.set_default_timeout(PATIENCE)
        page.on("console", self._complained)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("websocket", self._listen)

    @classmethod
    async def open(cls, page: Page, url: str, name: str) -> Self:
        """Open the page as a person who exists already."""
        tab = cls(page, url, name)
        await page.goto(f"{url}/?as={name}")
        await page.locator("#app[data-ready]").wait_for()
        return tab

    # --- seeing

    @property
    def messages(self) -> Locator:
        return self.page.locator("article.message")

    @property
    def private(self) -> Locator:
        """The messages that only this person sees, in the open channel."""
        return self.page.locator("article.message.ephemeral")

    @property
    def called(self) -> Locator:
        """The heading of the board, while it calls this person."""
        board = self.page.locator(f"article.message:not(.ephemeral):has({_verb(Verb.TEXT)})").last
        return board.locator("[role=heading]", has_text=re.compile(rf"▶.*\b{self.name}\b"))

    @property
    def ended(self) -> Locator:
        """The final message of a game, found by its button for the record."""
        return self.page.locator(f"article.message:not(.ephemeral) {_verb(Verb.EXPORT)}")

    def button(self, verb: Verb) -> Locator:
        """Return the newest public button of this kind."""
        return self.page.locator(f"article.message:not(.ephemeral) {_verb(verb)}").last

    def events(self) -> list[dict[str, Any]]:
        """Return all events about this person that the server has sent to this tab, the past included."""
        return [event for text in self.received if "kind" in (event := json.loads(text))]

    def _listen(self, socket: WebSocket) -> None:
        if "/people/" in socket.url:
            socket.on("framereceived", lambda frame: self.received.append(str(frame)))

    def _complained(self, message: ConsoleMessage) -> None:
        refused = "status of 400" in message.text  # a press on a board that was just being replaced; the person is told
        if message.type in ("error", "warning") and not refused:
            self.complaints.append(message.text)

    # --- acting

    async def press(self, name: str) -> None:
        """Press the newest button with this label."""
        await self.page.get_by_role("button", name=name, exact=True).last.click()

    async def command(self, line: str) -> None:
        """Type a slash command and send it without options."""
        await self.page.get_by_label("Message #").fill(f"/{line}")
        await self.page.get_by_role("option", name=f"/{line}").first.click()
        await self.page.get_by_label(f"More options of /{line}").press("Enter")

    async def panel(self) -> Locator:
        """Open the private panel by the board's button; again if the board was just being replaced by a new one.

        The panel is the newest private message: a former one closes itself, and this one moves along with the board.
        """
        panel = self.private.last
        for _ in range(_TRIES):
            if await self.ended.count():
                break
            board = self.button(Verb.TURN).locator("xpath=ancestor::article")
            with suppress(AssertionError, Unseen):
                await self.button(Verb.TURN).click(timeout=PATIENCE / _TRIES)
                await expect(board.locator(".body")).not_to_have_attribute("aria-busy", "true")
                await panel.wait_for(timeout=PATIENCE / _TRIES)
                await expect(panel.locator(".thinking")).to_have_count(0)
                return panel
        raise AssertionError(f"the board does not answer: {await self.page.inner_text('main')}")

    async def move(self, panel: Locator, rng: Random) -> bool:
        """Walk through a panel and dismiss it; return whether there was something to choose."""
        for step in range(STEPS):
            found = next_step(await self._controls(panel), rng, step)
            if found is None:
                await panel.get_by_role("button", name="Dismiss message").click()
                return False
            control = found[0]
            await self._use(panel.locator(f'[data-custom-id="{control.custom_id}"]'), control, rng)
            await answered(panel)
            if ids.decode(control.custom_id or "").verb is Verb.MOVE:
                await panel.get_by_role("button", name="Dismiss message").click()
                return True
        raise AssertionError(f"a panel without an end: {await panel.inner_text()}")

    async def _controls(self, panel: Locator) -> list[Control]:
        """Return the buttons and selects of a panel; a select's options are only known once it is opened."""
        found = await panel.locator("[data-custom-id]").evaluate_all(
            "all => all.map(one => [one.role === 'combobox', one.dataset.customId, one.innerText, one.disabled])"
        )
        return [
            Control(_SELECT if is_select else _BUTTON, custom_id, label, disabled, None, (("", ""),))
            for is_select, custom_id, label, disabled in found
        ]

    async def _use(self, place: Locator, control: Control, rng: Random) -> None:
        """Press a button or choose in a select, again if its list closed because the message now offers other
        choices."""
        if control.is_button:
            await place.click()
            return
        options = self.page.get_by_role("listbox").last.get_by_role("option")
        for _ in range(_TRIES):
            await place.click()
            with suppress(Unseen):
                await options.first.wait_for(timeout=PATIENCE / _TRIES)
                await options.nth(rng.randrange(await options.count() or 1)).click(timeout=PATIENCE / _TRIES)
                return
        raise AssertionError(f"no list stays open: {await self.page.inner_text('main')}")

    async def play(self, rng: Random) -> int:
        """Move whenever the board calls this person, until the game is over; return the number of moves."""
        while True:
            await self.called.or_(self.ended).first.wait_for()
            if await self.ended.count():
                return self.moves
            await self._take_turn(rng)

    async def play_until(self, enough: Callable[[], bool], rng: Random) -> None:
        """Move whenever called until `enough()`, which may come true by others' moves."""
        while not enough():
            try:
                await self.called.wait_for(timeout=_GLANCE)
            except Unseen:
                continue
            await self._take_turn(rng)

    async def _take_turn(self, rng: Random) -> None:
        """Make a move by the panel; do nothing if the game ended while the board still called."""
        try:
            panel = await self.panel()
        except AssertionError:
            if not await self.ended.count():
                raise
            return
        self.moves += await self.move(panel, rng)


async def answered(message: Locator) -> None:
    """Wait until the bot has answered the last press on this message; fails if the press failed."""
    await expect(message.locator(".body")).not_to_have_attribute("aria-busy", "true")
    await expect(message.locator(".failure")).to_be_empty()


def _verb(verb: Verb) -> str:
    return f'[data-custom-id^="{ids.PREFIX}:{verb}:"]'
