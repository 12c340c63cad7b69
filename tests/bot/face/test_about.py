"""The page about the bot and the settings cover whichever games are installed."""

from __future__ import annotations

from bot.panels.about import about_panel
from bot.panels.passing import choice
from bot.panels.settings import of_games
from bot.tables.people import CHOICES
from game.core.aids.aid import Aid
from game.core.discover import aid, kit, kits
from game.core.kit import Kit
from game.core.layout import Place
from game.core.words import ATTACK, TURN
from tests.games.finding import more


def _text(games: list[Kit], invite: str = "") -> str:
    return "\n".join(about_panel(games, "9.9", invite).words)


def test_one_game_is_told_like_the_program_itself() -> None:
    text = _text([kit()], "https://invite")
    assert text.splitlines()[:2] == ["## Adepts", kit().about]
    assert "`/adepts tutorial` leads you through a first game" in text
    assert "`/adepts new` opens" in text
    assert "[invite the bot](https://invite)" in text
    assert f"{kit().credit} This bot is made by players" in text
    assert text.splitlines()[-1] == "-# Version 9.9"


def test_whoever_is_credited_is_credited_for_a_game_by_its_name() -> None:
    """The credits of all games follow one another."""
    assert all(each.credit.startswith(f"{each.title} ") for each in kits().values() if each.credit)


def test_each_of_several_is_told_and_only_those_with_a_guide_teach() -> None:
    with more():
        text = _text(list(kits().values()))
    assert "**Adepts**: Two to five mages" in text
    assert "**Paper Race**: a race on paper" in text
    assert "`/toy new`" in text
    assert "`/toy tutorial`" not in text
    assert "invite" not in text


def test_what_is_played_in_tales_is_told_too() -> None:
    """With the commands' names for one aid, or for several."""
    adept = aid("adept")
    text = "\n".join(about_panel(list(kits().values()), "9.9", "", [adept]).words)
    assert "**The Adept**: A role-playing game about mages" in text
    assert "`/tale new` opens one here, `/tale tutorial` a first one with a guide." in text
    two = "\n".join(about_panel([kit()], "9.9", "", [adept, Aid("other", "Other", "An aid.", ())]).words)
    assert "`/tale new-adept` or `/tale new-other`" in two
    assert "/tale" not in _text([kit()])


def test_a_game_that_teaches_nothing_is_not_said_to() -> None:
    with more():
        assert "New here?" not in _text([kit("toy")])


def test_settings_speak_of_the_only_game_or_of_all() -> None:
    def titles(games: list[Kit]) -> list[str]:
        return [setting.title for setting in of_games(games).values()]

    assert titles([kit()]) == ["Spell research", "When it is your move", "Casting", "What only you see"]
    with more():
        toy = kits()["toy"]
        assert titles([toy]) == ["When it is your move"]  # nothing else in it depends on a setting
        assert titles([kit(), toy]) == titles([kit()])
    several = titles([kit(), kit()])
    assert several == ["What is chosen in secret", "When it is your move", "Passing ahead", "What only you see"]


def test_passing_until_an_attack_says_what_ends_it_in_each_game() -> None:
    """A button for both games must not have a name that is true in only one of them."""
    games = [kit("adepts"), kit("harrowing")]
    ahead = of_games(games)["ahead"]
    assert ahead.values[ATTACK] == "Until it concerns me"
    assert "until I am attacked in Adepts, until somebody does not pass in The Harrowing" in ahead.about
    for game in games:
        assert of_games([game])["ahead"].values[ATTACK] == game.words.passes[ATTACK].label


def test_passing_ahead_says_how_long_it_lasts_and_what_ends_it_in_each_game() -> None:
    """A turn in The Harrowing is one player's, so nobody can pass for it, and a battle ends nothing."""
    said = {}
    for game in (kit("adepts"), kit("harrowing")):
        said[game.name] = "\n".join(choice(game.words, Place("abcdefgh"), None, (TURN, ATTACK)).words)
    assert "An attack on you ends what you have set" in said["adepts"]
    assert "**This round**: for the rest of this round." in said["harrowing"]
    assert said["harrowing"].endswith("Whoever does not pass ends what you have set.")
    assert not any(word in said["harrowing"] for word in ("This turn", "attack"))


def test_what_can_be_set_is_what_is_offered() -> None:
    """The panel and the tables have the same lists, with the usual value first."""
    offered = {key: tuple(setting.values) for key, setting in of_games([kit()]).items()}
    assert offered == dict(CHOICES)
