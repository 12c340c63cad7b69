"""A person's own settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.ids import Verb
from game.core import layout
from game.core.layout import Component, Panel, Place, Style

SETTINGS: Mapping[str, tuple[str, str, Mapping[str, str]]] = {
    "research": (
        "Spell research",
        "Once a turn everybody chooses spells in private. Where shall I ask you?",
        {"dm": "By direct message", "channel": "In the channel"},
    ),
    "turn": (
        "When it is your move",
        "How shall I call you?",
        {"ping": "Mention me", "dm": "Direct message", "none": "Not at all"},
    ),
    "ahead": (
        "Casting",
        "Pass by yourself in casting steps, until somebody casts a spell?",
        {"off": "Ask me each time", "on": "Pass for me"},
    ),
    "pictures": (
        "What only you see",
        "Pictures of your hand, of queues and of choices, or words in their place?",
        {"pictures": "Pictures", "letters": "Letters on the gems", "words": "Words"},
    ),
}
"""Each setting: its name, what it is about, its values with their names; the first value is the usual one."""


def settings(current: Mapping[str, Any]) -> Panel:
    """Each setting with a button for each value; `current` holds what was changed."""
    place = Place("")
    components: list[Component] = [layout.text("## Your settings", "-# For all your games, in all servers.")]
    for key, (title, about, values) in SETTINGS.items():
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
