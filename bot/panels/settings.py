"""A person's own settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from bot.components.ids import Verb
from bot.panels import resting
from game.core import layout
from game.core.commands import at_table
from game.core.english import listed, plural, within
from game.core.kit import Kit
from game.core.layout import Component, Panel, Place, Style
from game.core.words import ATTACK, NOTHING, TURN, Words

AHEAD = {"on": TURN, ATTACK: ATTACK, NOTHING: NOTHING}
"""What is passed ahead by each value of that setting but the first. "on" was the only one once."""
_CONCERNED = "Until it concerns me"
"""What one of them is called where games have different names for it."""


class Setting(NamedTuple):
    """One thing to set: its name, what it is about, its values with their names, the usual one first."""

    title: str
    about: str
    values: Mapping[str, str]
    only: str = ""
    """The games that use it, where others do not."""


def of_games(games: Iterable[Kit]) -> dict[str, Setting]:
    """The settings by key that something in these games depends on. They hold for all games, so a game's own words are
    used for what no other game has."""
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
    """Those of the only game that has it, or else of none."""
    return having[0].words if len(having) == 1 else Words("")


def _attacked(kit: Kit) -> str:
    """What ends passing until an attack there: "until I am attacked in Adepts"."""
    label = kit.words.passes[ATTACK].label
    return f"{within(label)} in {kit.title}"


def _only(having: Sequence[Kit], known: Sequence[Kit]) -> str:
    """Which games those are, unless it is all of them."""
    return listed(kit.title for kit in having) if len(having) < len(known) else ""


def settings_panel(games: Iterable[Kit], current: Mapping[str, Any], now: datetime, region: str = "") -> Panel:
    """Each setting with a button for each value, in the words of the games; `current` holds what was changed.

    now: for the times that it is elsewhere. region: of which the time zones are shown.
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
