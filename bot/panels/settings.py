"""A person's own settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from bot.ids import Verb
from game.core import layout
from game.core.kit import Kit
from game.core.layout import Component, Panel, Place, Style
from game.core.words import Words


class Setting(NamedTuple):
    """One thing to set: its name, what it is about, its values with their names, the usual one first."""

    title: str
    about: str
    values: Mapping[str, str]


def of_games(games: Iterable[Kit]) -> dict[str, Setting]:
    """All settings by key. They hold for all games, so a game's own words are used for what no other game has."""
    known = list(games)
    secretive = [kit for kit in known if kit.secret]
    secret, about = "What is chosen in secret", Words.secret_about
    if len(secretive) == 1:
        secret, about = secretive[0].secret, secretive[0].words.secret_about
    words = known[0].words if len(known) == 1 else Words("")
    return {
        "round": Setting(
            secret,
            f"{about} Where shall I ask you?",
            {"dm": "By direct message", "channel": "In the channel"},
        ),
        "turn": Setting(
            "When it is your move",
            "How shall I call you?",
            {"ping": "Mention me", "dm": "Direct message", "none": "Not at all"},
        ),
        "ahead": Setting(words.ahead, words.ahead_about, {"off": "Ask me each time", "on": "Pass for me"}),
        "pictures": Setting(
            "What only you see",
            "Pictures of your hand, of queues and of choices, or words in their place?",
            {"pictures": "Pictures", "letters": "Letters on the gems", "words": "Words"},
        ),
    }


def settings(games: Iterable[Kit], current: Mapping[str, Any]) -> Panel:
    """Each setting with a button for each value, in the words of the games; `current` holds what was changed."""
    place = Place("")
    components: list[Component] = [layout.text("## Your settings", "-# For all your games, in all servers.")]
    for key, (title, about, values) in of_games(games).items():
        now = current.get(key, next(iter(values)))
        components.append(layout.text(f"**{title}**", about))
        styles = {value: Style.PRIMARY if value == now else Style.SECONDARY for value in values}
        components += layout.rows(
            [place.button(Verb.SET, label, f"{key}={value}", styles[value]) for value, label in values.items()]
        )
    components.append(layout.line())
    components.append(
        layout.section(
            "**Privacy**\nDelete what is stored about you.",
            place.button(Verb.FORGET, "Forget me", style=Style.DANGER),
        )
    )
    return layout.framed(*components)
