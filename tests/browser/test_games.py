"""Whole games by clicking in a browser."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from itertools import permutations
from random import Random
from typing import Any

import pytest
from playwright.async_api import expect

from bot.components.ids import Verb
from playground.world.models import EPHEMERAL
from tests.browser.conftest import Opened
from tests.browser.tab import Tab

_A_WHILE = 300.0
"""Seconds within which some turns are played on a busy machine."""


async def test_one_person_plays_a_whole_game_against_computer_players(opened: Opened) -> None:
    """From the welcome card to the score sheet, with nothing but clicks."""
    await _whole_game(opened, "Play The Harrowing", 12)


@pytest.mark.parametrize(
    ("button", "some", "fewest"), [("Play Adepts", 8, 30), ("Play Mana Surge", 6, 12), ("Play Spirit Ground", 6, 12)]
)
async def test_one_person_plays_against_computer_players(
    opened: Opened, request: pytest.FixtureRequest, button: str, some: int, fewest: int
) -> None:
    """Only some moves of the person; the whole game with `--whole`."""
    if request.config.getoption("--whole"):
        await _whole_game(opened, button, fewest)
        return
    ann = await opened("Ann")
    await ann.press(button)
    async with asyncio.timeout(_A_WHILE):
        await ann.play_until(lambda: ann.moves >= some, Random(1))
    assert ann.complaints == []


async def _whole_game(opened: Opened, button: str, fewest: int) -> None:
    ann = await opened("Ann")
    await ann.press(button)
    assert await ann.play(Random(1)) > fewest
    await expect(ann.page.get_by_text("wins", exact=False).last).to_be_visible()
    assert ann.complaints == []


@pytest.mark.parametrize(
    ("line", "names", "fewest"),
    [("adepts new", ("Ann", "Bob"), 6), ("mana-surge new", ("Ann", "Bob", "Cleo"), 3)],
)
async def test_people_in_tabs_of_their_own_never_see_what_is_for_another_alone(
    opened: Opened, line: str, names: tuple[str, ...], fewest: int
) -> None:
    """Over several turns with panels, hands and research, no tab is even sent another person's private or direct
    messages: in a game with them, and among three. What the page is sent does not depend on the game otherwise."""
    tabs = [await opened(name) for name in names]
    host, *others = tabs
    await host.command(line)
    for tab in others:
        await tab.button(Verb.JOIN).click()
    await host.button(Verb.START).click()
    async with asyncio.timeout(_A_WHILE):
        enough = partial(_have_moved, tabs, fewest)
        await asyncio.gather(*(tab.play_until(enough, Random(number)) for number, tab in enumerate(tabs, 1)))
    for one, other in permutations(tabs, 2):
        mine, theirs = _private(one), _private(other)
        assert len(theirs) >= fewest, "each has opened panels of their own"
        assert not mine & theirs
        received = "\n".join(one.received)
        assert not [text for text in theirs if text in received]
        assert one.complaints == []


def _have_moved(tabs: Sequence[Tab], fewest: int) -> bool:
    return all(tab.moves >= fewest for tab in tabs)


def _private(tab: Tab) -> set[str]:
    """Return the ids of all messages that only this person was shown: ephemeral ones, and direct messages."""
    channels = {event["channel"]["id"] for event in tab.events() if event["kind"] == "channel" and _is_dm(event)}
    messages = [event["message"] for event in tab.events() if event["kind"] == "message"]
    alone = [m for m in messages if m["flags"] & EPHEMERAL or m["channel_id"] in channels]
    return {message["id"] for message in alone}


def _is_dm(event: dict[str, Any]) -> bool:
    return not event["channel"].get("guild_id")
