"""/rules where there are several games, of which one has rules to look up and the other none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import desk
from tests.games.finding import more

from .conftest import Stage


@pytest.fixture(autouse=True)
def two_games() -> Iterator[None]:
    """The toy of the tests beside Adepts, before the bot starts."""
    with more():
        desk.lookup.cache_clear()
        yield
    desk.lookup.cache_clear()


async def test_a_game_can_be_named_and_one_without_rules_to_look_up_says_so(two_games: None, stage: Stage) -> None:
    await stage.start()
    channel = stage.pg.channel("rules")
    ann = await stage.pg.person("ann")
    page = (await ann.command(channel, "rules spell", what="3B")).message
    assert "Barrier (3B)" in page.text
    assert page.find("Share")
    named = (await ann.command(channel, "rules search", what="barrier", game="adepts")).message
    assert "Barrier" in named.text
    none = (await ann.command(channel, "rules search", what="barrier", game="toy")).message
    assert "The rules of Paper Race cannot be looked up here" in none.text
    assert "Adepts" in none.text
    assert await ann.autocomplete(channel, "rules spell", "what", "barr")
