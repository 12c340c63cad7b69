"""The panel of a person's settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from bot.components.ids import Verb
from bot.panels import resting
from bot.tables.people import AHEAD
from game.core import layout
from game.core.commands import at_table
from game.core.english import listed, plural, within
from game.core.kit import Kit
from game.core.layout import Component, Panel, Place, Style
from game.core.words import ATTACK, Words

_CONCERNED = "Until it concerns me"
"""The label of one of them if games have different names for it."""


class Setting(NamedTuple):
    """A setting: its title, what it is about, and labels by value, the usual one first."""

    title: str
    about: str
    values: Mapping[str, str]
    only: str = ""
    """The games that use it, in words, if others do not; else ""."""


def of_games(games: Iterable[Kit]) -> dict[str, Setting]:
    """Return the settings by key that these games make use of. They hold for all games, so a game's own words are used
    only for what no other game has."""
    known = list(games)
    secretive, passable = [kit for kit in known if kit.secret], [kit for kit in known if kit.ahead]
    pictured = [kit for kit in known if kit.has("pictures")]
    found = {}
    if secretive:
        about = f"{_words(secretive).secret_about} Where shall I ask you?"
        title = secretive[0].secret if len(secretive) == 1 else "What is chosen in secret"
        found["round"] = Setting(
            title, about, {"dm": "By direct message", "channel": "In the channel"}, _only(secretive, known)
        )
    found["turn"] = Setting(
        "When it is your move",
        f"How shall I call you? Others at your table can do it too, outside your quiet hours: {at_table('nudge')}.",
        {"ping": "Mention me", "dm": "Direct message", "none": "Not at all"},
    )
    if passable:
        words, about = _words(passable), ""
        kinds = {value: words.passes[kind].label for value, kind in AHEAD.items()}
        if len({kit.words.passes[ATTACK].label for kit in passable}) > 1:
            kinds[ATTACK], about = _CONCERNED, f" *{_CONCERNED}*: {', '.join(map(_attacked, passable))}."
        found["ahead"] = Setting(
            words.ahead, words.ahead_about + about, {"off": "Ask me each time", **kinds}, _only(passable, known)
        )
    if pictured:
        found["pictures"] = Setting(
            "What only you see",
            "Pictures of what you hold and of your choices, or words in their place?",
            {"pictures": "Pictures", "letters": f"Letters on the {plural(_words(pictured).sign)}", "words": "Words"},
            _only(pictured, known),
        )
    return found


def _words(having: Sequence[Kit]) -> Words:
    """Return the words of the only game that has it, else those of no game."""
    return having[0].words if len(having) == 1 else Words("")


def _attacked(kit: Kit) -> str:
    """Return what ends passing there until an attack: "until I am attacked in Adepts"."""
    label = kit.words.passes[ATTACK].label
    return f"{within(label)} in {kit.title}"


def _only(having: Sequence[Kit], known: Sequence[Kit]) -> str:
    """Return the titles of these games, or "" if they are all there are."""
    return listed(kit.title for kit in having) if len(having) < len(known) else ""


def settings_panel(games: Iterable[Kit], current: Mapping[str, Any], now: datetime, region: str = "") -> Panel:
    """Return the settings, each with a button for each value. `current`: the settings that the person has changed.

    now: for the local times of time zones. region: the one whose time zones are offered.
    """
    place = Place("")
    components: list[Component] = [layout.text("## Your settings", "-# For all your games, in all servers.")]
    for key, (title, about, values, only) in of_games(games).items():
        chosen = current.get(key, next(iter(values)))
        marked = f"**{title}** · {only} only" if only else f"**{title}**"
        components.append(layout.text(marked, about))
        styles = {value: Style.PRIMARY if value == chosen else Style.SECONDARY for value in values}
        components += layout.rows(
            [place.button(Verb.SET, label, f"{key}={value}", styles[value]) for value, label in values.items()]
        )
    components += resting.hours(place, current, now, region)
    components.append(layout.line())
    components.append(
        layout.section(
            "**Privacy**\nDelete what is stored about you.",
            place.button(Verb.FORGET, "Forget me", style=Style.DANGER),
        )
    )
    return layout.framed(*components)
