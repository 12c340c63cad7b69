"""How to use any table is written once and found in every game, together with what a game adds to it."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from game.core.discover import kits
from game.core.help import table_pages

from .test_elsewhere import lookup

SHARED = {page["id"] for page in tomllib.loads(files("game.core").joinpath("help.toml").read_text("utf-8"))["page"]}

ASKED = {
    "I pressed the wrong thing, can I go back": "undo",
    "I do not want to play any more": "leaving",
    "get my seat back": "leaving",
    "continue tomorrow": "pausing",
    "is the game saved": "pausing",
    "who are we waiting for": "whose-turn",
    "list of my games": "whose-turn",
    "somebody is not answering": "missing",
    "replace a player who vanished": "missing",
    "my time ran out": "time",
    "the bot took my turn": "time",
    "what did I miss": "looking-back",
    "film of the game": "looking-back",
    "how do I invite friends": "opening",
    "play again with the same people": "opening",
    "make somebody else the host": "host",
    "can my friend watch": "onlookers",
    "do the bots cheat": "computer-players",
    "I cannot tell the colours apart": "settings",
    "stop pinging me": "calls",
    "I am on holiday next week": "calls",
    "delete my data": "privacy",
    "can somebody still join when we have begun": "opening",
    "nobody is joining my table": "opening",
    "teach me the game": "opening",
    "which difficulties are there": "levels",
    "how do I get rid of a computer player": "levels",
    "the host has gone, who is host now": "host",
    "can a friend play on for me": "leaving",
    "how many hours per move": "time",
    "my dms are off": "calls",
    "I was not pinged": "calls",
    "can the owner of the bot see hidden things": "privacy",
    "where can I look at my hand": "my-cards",
    "is there a hint": "hints",
    "switch to another channel": "places",
    "can we use a thread": "places",
    "two tables in one channel": "places",
    "how many games can I be in at the same time": "places",
    "I lost my game, where is it": "places",
    "this interaction failed, what now": "trouble",
    "commands don't show up": "trouble",
    "is there a German version": "about",
    "add this bot to my server": "about",
    "what is the current score": "scores",
    "who is winning": "scores",
    "stats": "scores",
    "is there a leaderboard": "scores",
    "how many games have I won": "scores",
    "could a friend take my place": "leaving",
    "can someone sit in for me": "leaving",
    "what if nobody moves": "missing",
    "how do I run the bot in two servers": "about",
    "how do I kick somebody": "host",
    "can I play alone": "opening",
    "can i play two games at once": "places",
    "how much does it cost": "about",
    "who made this": "about",
    "what does the ⌘ mean": "computer-players",
    "can I change my name": "names",
    "why can't I join": "opening",
    "I was kicked": "opening",
    "can i add a player later": "opening",
    "new game with the same people": "opening",
    "can I play on my phone": "settings",
    "is it rigged": "chance",
    "how do i turn off the guide": "opening",
    "what is the strongest computer": "levels",
    "who is Ada": "computer-players",
    "i want to play a different game": "about",
    "can I take over from a computer player": "seats",
    "can a friend play in place of the AI": "seats",
    "give a bot's seat to a person": "seats",
    "how do i see what the others did while i was asleep": "looking-back",
    "what happened while I slept": "looking-back",
    "can i let a bot play for me while im on vacation": "leaving",
    "how to move": "moving",
    "take my turn": "moving",
    "what can i do": "moving",
    "i don't understand": "hints",
    "im confused": "hints",
    "rejoin": "leaving",
    "get back in": "leaving",
    "i left by mistake": "leaving",
    "my old games": "scores",
    "how to play": "opening",
    "i'm new": "opening",
    "where did i go wrong": "review",
    "what was my mistake": "review",
    "show me my bad moves": "review",
    "how could i have played better": "review",
    "why did i lose": "review",
    "was that a good move": "review",
    "can i see what the best move would have been": "review",
    "analyse my game": "review",
    "i made a mistake can i take it back": "undo",
    "oops wrong button": "undo",
    "can i change my move": "undo",
    "watch the game again": "looking-back",
    "what did he just do": "looking-back",
    "what just happened": "looking-back",
    "the bot is too fast i cant see what it does": "speed",
    "slow down the computer": "speed",
    "can i play in two games at once": "places",
    "i pressed start too early": "leaving",
    "change the settings of the table": "host",
    "what should i do now": "hints",
    "what is the score": "scores",
}
"""Questions that can be asked at any table, and the page that must come first or second."""


@pytest.mark.parametrize("game", kits())
@pytest.mark.parametrize("query", ASKED)
def test_what_is_asked_of_any_table_is_answered_in_every_game(game: str, query: str) -> None:
    assert f"help:{ASKED[query]}" in [hit.ref for hit in lookup(game).search(query, 2)]


@pytest.mark.parametrize("game", kits())
def test_every_game_has_the_pages_of_any_table(game: str) -> None:
    known = lookup(game).entries
    assert {f"help:{page}" for page in SHARED} <= known.keys()


def test_a_game_with_hands_hints_or_reviews_has_pages_of_its_own_on_them() -> None:
    """The usual page says that there are none."""
    usual = {entry.key: entry.text for entry in table_pages("game.mana_surge.desk", "x")}
    for name, kit in kits().items():
        pages = {entry.key: entry.text.replace(name, "x") for entry in lookup(name).entries.values()}
        assert ("This game gives no hints" not in pages["hints"]) == kit.has("judge")
        assert ("This game has no review" not in pages["review"]) == kit.has("judge")
        assert (pages["my-cards"] != usual["my-cards"]) == any(each.private for each in kit.exhibits)


def test_a_game_says_more_or_something_else_of_a_page() -> None:
    """Adepts adds to the page about undo, and replaces the one about moving; Mana Surge does neither."""
    adepts, surge = (
        {entry.key: entry for entry in table_pages(f"game.{game}.desk", "x")} for game in ("adepts", "mana_surge")
    )
    assert adepts["undo"].text.startswith(surge["undo"].text)
    assert adepts["undo"].text.endswith("until the last player has chosen.")
    assert adepts["moving"].text != surge["moving"].text
    assert adepts["time"] == surge["time"]
    assert "`/x new`" in surge["opening"].text


def test_pages_are_named_once() -> None:
    for game in kits():
        titles = [entry.title for entry in lookup(game).entries.values() if entry.kind == "help"]
        assert len(titles) == len(set(titles))
