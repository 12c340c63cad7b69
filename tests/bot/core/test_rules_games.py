"""/rules with several games, only one of which has rules to look up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType

import pytest
from discord import app_commands

import desk
from game.core.desk import Desk, Entry, Kind
from game.core.discover import kit
from tests.games.finding import more

from .acting import end_tale
from .conftest import Stage
from .test_rules import follow


@pytest.fixture(autouse=True)
def two_games() -> Iterator[None]:
    """Add the toy to Adepts before the bot starts."""
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


class Track(Desk):
    """A desk for the toy, with a kind of its own and one that Adepts has too."""

    kinds = MappingProxyType({"lane": Kind("A lane", "Its name"), "phase": Kind("A phase", "Its name")})

    def entries(self) -> Iterable[Entry]:
        yield Entry("lane:inner", "Inner lane", "The barrier of the inner lane may be jumped.", names=("barrier",))
        yield Entry("phase:bidding", "Bidding", "All bid in secret.")


@pytest.fixture
def track(two_games: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the toy a desk before the bot starts."""
    monkeypatch.setitem(vars(kit("toy")), "desk", Track())
    desk.lookup.cache_clear()


async def test_in_a_channel_the_rules_are_those_of_the_game_that_is_played_there(track: None, stage: Stage) -> None:
    """While it is played and afterwards. Elsewhere, whoever does not play it gets the usual game's; a game that is
    named comes first."""
    await stage.start()
    racing, quiet = stage.pg.channel("racing"), stage.pg.channel("quiet")
    ann, bob = await stage.pg.person("ann"), await stage.pg.person("bob")
    await ann.command(racing, "toy new", computers=1)

    async def asked() -> str:
        return (await ann.command(racing, "rules search", what="barrier")).message.text

    assert "Inner lane" in await asked()
    assert "Barrier (3B)" not in await asked()
    assert "All bid in secret" in (await ann.command(racing, "rules phase", what="bidding")).message.text
    suggested = [value for _, value in await ann.autocomplete(racing, "rules search", "what", "inner")]
    assert suggested == ["lane:inner"]
    assert "Barrier" in (await ann.command(racing, "rules spell", what="3B")).message.text
    assert "(3B)" in (await ann.command(racing, "rules search", what="barrier", game="adepts")).message.text
    assert "Inner lane" not in (await bob.command(quiet, "rules search", what="barrier")).message.text
    assert "Inner lane" in (await bob.command(quiet, "rules lane", what="inner")).message.text
    await ann.command(racing, "adepts end")
    assert "Inner lane" in await asked()


async def test_the_rules_of_an_aid_are_looked_up_like_those_of_a_game(stage: Stage) -> None:
    """By its name, by a kind that only it has, from page to page, and shared."""
    await stage.start()
    channel = stage.pg.channel("tower")
    ann, bob = await stage.pg.person("ann"), await stage.pg.person("bob")
    found = (await ann.command(channel, "rules search", what="hero dice", game="adept")).message
    assert "Hero dice" in found.text
    page = (await ann.command(channel, "rules effect", what="telekinesis")).message
    assert "without touching them" in page.text
    [(label, value)] = await ann.autocomplete(channel, "rules method", "what", "rit")
    assert label.startswith("Ritual Magic: ")
    assert value == "ritual"
    further = await follow(ann, page, "section:league")
    assert "student" in further.text
    await ann.click(further, "Share")
    told = await bob.wait_message(channel, "Shared by ann")
    assert "archmage" in told.text
    assert "Scale" in (await follow(bob, told, "ruling:6")).text


async def test_where_a_tale_is_played_its_rules_are_meant(stage: Stage) -> None:
    await stage.start()
    channel = stage.pg.channel("tower")
    ann = await stage.pg.person("ann")
    foreign = (await ann.command(channel, "rules search", what="hitch")).message.text
    assert foreign.startswith("Nothing was found in Adepts for “hitch”.")
    assert "In The Adept" in foreign
    await ann.command(channel, "tale new", title="The Tower")
    assert "doom" in (await ann.command(channel, "rules search", what="hitches")).message.text
    found = await ann.autocomplete(channel, "rules search", "what", "")
    assert found[0][1] == "section:playing"
    assert "Barrier" in (await ann.command(channel, "rules spell", what="3B")).message.text, "a kind of another game"
    await end_tale(ann, channel)
    assert "Barrier" in (await ann.command(channel, "rules search", what="barrier")).message.text


async def test_what_a_game_does_not_know_is_shown_from_one_that_does(stage: Stage) -> None:
    """That game is named, and has a select of its own, which opens the page there."""
    await stage.start()
    channel = stage.pg.channel("tower")
    ann = await stage.pg.person("ann")
    query = "can I counter or cancel a spell"
    found = (await ann.command(channel, "rules search", what=query, game="spirit-ground")).message
    assert found.text.startswith(f"Nothing was found in Spirit Ground for “{query}”.")
    assert "In Adepts" in found.text
    page = await follow(ann, found, "question:can-a-spell-be-stopped-or-answered-with-another")
    assert "Nobody can cancel a spell" in page.text
    cards = (await ann.command(channel, "rules search", what="do I draw spells", game="mana-surge")).message
    assert cards.text.startswith("Nothing was found in Mana Surge"), "less than half of it is known there"
    assert "In Adepts" in cards.text
    own = (await ann.command(channel, "rules search", what="can I attack someone", game="spirit-ground")).message
    assert "surrounded" in own.text
    assert "In Adepts" not in own.text


async def test_a_query_may_name_the_game_that_it_is_about(two_games: None, stage: Stage) -> None:
    """By its title, unless that could mean something else; a blank query finds nothing."""
    await stage.start()
    channel = stage.pg.channel("rules")
    ann = await stage.pg.person("ann")
    said = (await ann.command(channel, "rules search", what="harrowing how do I win")).message.text
    assert "three unsealed" in said
    assert "turn 8" not in said
    assert "How do I win?" in [
        name for name, _ in await ann.autocomplete(channel, "rules search", "what", "harrowing win")
    ]
    assert desk.named("what does the adept of ruby do", "harrowing") is None
    assert desk.named("in Mana Surge who goes first", "adepts") == "mana-surge"
    assert desk.named("in Mana Surge who goes first", "mana-surge") is None
    blank = (await ann.command(channel, "rules search", what="   ")).message.text
    assert blank.startswith("Say what you want to look up.")


async def test_where_nothing_is_played_it_says_whose_rules_are_shown(stage: Stage) -> None:
    """In a list and on a page; not if the game was named, or is played there."""
    await stage.start()
    quiet, surge = stage.pg.channel("quiet"), stage.pg.channel("surge")
    ann, bob = await stage.pg.person("ann"), await stage.pg.person("bob")
    await bob.command(surge, "mana-surge new", computers=2)
    listed = (await ann.command(quiet, "rules search", what="steal mana")).message.text
    assert listed.startswith(
        "### Found in Adepts for “steal mana”\n-# These are rules of Adepts: no game is played here"
    )
    page = (await ann.command(quiet, "rules phase", what="III")).message.text
    assert "These are rules of Adepts: no game is played here; `game:` looks in those of another." in page
    only = (await ann.command(quiet, "rules hex", what="pool")).message.text
    assert "These are rules of Mana Surge: no game is played here." in only
    assert "Mana Surge has no spell" in (await ann.command(surge, "rules spell", what="Barrier")).message.text
    for place, line, options in (
        (quiet, "rules search", {"what": "steal mana", "game": "adepts"}),
        (quiet, "rules phase", {"what": "III", "game": "adepts"}),
        (surge, "rules search", {"what": "who dies"}),
        (surge, "rules phase", {"what": "combat"}),
        (quiet, "rules search", {"what": "in Mana Surge who dies"}),
    ):
        assert "These are rules of" not in (await ann.command(place, line, **options)).message.text


async def test_where_nothing_is_played_the_rules_are_those_of_what_the_person_plays(stage: Stage) -> None:
    """For example in a direct message. Of several games it is the one that was opened last. A kind of entry that this
    game does not have comes from another."""
    await stage.start()
    surge, ground = stage.pg.channel("surge"), stage.pg.channel("ground")
    ann = await stage.pg.person("ann")
    dm = await ann.open_dm()
    await ann.command(surge, "mana-surge new", computers=2)
    asked = (await ann.command(dm, "rules search", what="how do I win")).message.text
    assert asked.startswith(
        "### Found in Mana Surge for “how do I win”\n-# These are rules of Mana Surge, which you play: no game is"
        " played here; `game:` looks in those of another."
    )
    assert "How do I get somebody off the Pool?" in [
        label for label, _ in await ann.autocomplete(dm, "rules search", "what", "off the pool")
    ]
    spell = (await ann.command(dm, "rules spell", what="Barrier")).message.text
    assert "These are rules of Adepts: no game is played here" in spell
    await ann.command(ground, "spirit-ground new", computers=1)
    assert "Found in Spirit Ground" in (await ann.command(dm, "rules search", what="how do I win")).message.text


async def test_a_kind_can_be_asked_of_games_alone_that_have_it(stage: Stage) -> None:
    """And each of them has suggestions for it."""
    bot = await stage.start()
    group = next(each for each in bot.tree.get_commands() if each.name == "rules")
    channel = stage.pg.channel("rules")
    ann = await stage.pg.person("ann")
    assert isinstance(group, app_commands.Group)
    for command in group.commands:
        assert isinstance(command, app_commands.Command)
        offered = [choice.value for each in command.parameters if each.name == "game" for choice in each.choices]
        having = [each.name for each in desk.sources().values() if each.desk and command.name in each.desk.kinds]
        if command.name != "search":
            assert offered == (having if len(having) > 1 else [])
            for name in offered:
                assert await ann.autocomplete(channel, f"rules {command.name}", "what", "", game=name)


async def test_a_game_is_found_by_its_title_where_that_is_a_word_of_another(stage: Stage) -> None:
    await stage.start()
    channel = stage.pg.channel("rules")
    ann = await stage.pg.person("ann")
    own = (await ann.command(channel, "rules search", what="what is The Adept", game="adepts")).message.text
    assert own.index("Found in Adepts") < own.index("In The Adept")
    other = (await ann.command(channel, "rules search", what="what is the adept", game="harrowing")).message.text
    assert other.index("In The Adept") < other.index("In Adepts")
    assert "role-playing game" in other
