"""A person's screen: the messages, channels and interactions as of the events so far."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from playground.checks import rules
from playground.messaging.interactions import State
from playground.people import forms
from playground.world.models import EPHEMERAL, LOADING, Json

_BUTTON, _TEXT, _FILE = 2, 10, 13


def as_read(text: str) -> str:
    """Return the text as people read it: a no-break space looks like a space."""
    return text.replace("\u00a0", " ")


@dataclass(frozen=True, slots=True)
class Control:
    """A button or select as displayed; `options` are pairs of label and value."""

    kind: int
    custom_id: str | None
    label: str
    disabled: bool
    url: str | None
    options: tuple[tuple[str, str], ...] = ()

    @property
    def is_button(self) -> bool:
        return self.kind == _BUTTON


def _control(component: Json) -> Control:
    sign = component.get("emoji") or {}
    emoji = f":{sign['name']}:" if sign.get("id") else sign.get("name") or ""
    label = component.get("label") or component.get("placeholder") or ""
    return Control(
        component["type"],
        component.get("custom_id"),
        f"{emoji} {label}".strip() if component["type"] == _BUTTON else label,
        bool(component.get("disabled")),
        component.get("url"),
        tuple((option["label"], option["value"]) for option in component.get("options", [])),
    )


@dataclass(frozen=True)
class Shown:
    """A message as one person sees it; `raw` is Discord's JSON."""

    raw: Json

    @cached_property
    def id(self) -> int:
        return int(self.raw["id"])

    @cached_property
    def channel_id(self) -> int:
        return int(self.raw["channel_id"])

    @property
    def author(self) -> str:
        return str(self.raw["author"]["username"])

    @property
    def ephemeral(self) -> bool:
        return bool(self.raw["flags"] & EPHEMERAL)

    @property
    def thinking(self) -> bool:
        return bool(self.raw["flags"] & LOADING)

    @property
    def edited(self) -> bool:
        return self.raw["edited_timestamp"] is not None

    @property
    def pinged(self) -> bool:
        """Whether the message notified this person."""
        return bool(self.raw["pinged"])

    @property
    def attachments(self) -> list[Json]:
        return list(self.raw["attachments"])

    @cached_property
    def text(self) -> str:
        """All words from top to bottom, as people read them: content, embeds and V2 components alike."""
        parts = [self.raw["content"]]
        for embed in self.raw["embeds"]:
            parts += [embed.get("title"), embed.get("description")]
            for field in embed.get("fields") or []:
                parts.append(f"{field['name']}: {field['value']}")
            parts.append((embed.get("footer") or {}).get("text"))
        for _, component in rules.walk(self.raw["components"]):
            if component["type"] == _TEXT:
                parts.append(component["content"])
            parts += [item.get("description") for item in component.get("items", [])]
            if component["type"] == 11:
                parts.append(component.get("description"))
        return as_read("\n".join(part for part in parts if part))

    @cached_property
    def controls(self) -> list[Control]:
        """Buttons and selects in the order in which they are displayed."""
        kinds = (_BUTTON, 3, 5, 6, 7, 8)
        return [_control(c) for _, c in rules.walk(self.raw["components"]) if c["type"] in kinds]

    @property
    def buttons(self) -> list[Control]:
        return [control for control in self.controls if control.is_button]

    @property
    def selects(self) -> list[Control]:
        return [control for control in self.controls if not control.is_button]

    def find(self, which: str) -> Control | None:
        """Return a control by its custom_id or label; None if there is none."""
        by_id = next((c for c in self.controls if c.custom_id == which), None)
        return by_id or next((c for c in self.controls if c.label == which), None)

    def __str__(self) -> str:
        """The message as a reader sees it: words, then files, then controls."""
        lines = ["…" if self.thinking else self.text]
        lines += [f"<{a['filename']}: {a.get('description') or 'no description'}>" for a in self.attachments]
        drawn = [f"[{c.label}]" if c.is_button else f"({c.label} ▾)" for c in self.controls if not c.disabled]
        return "\n".join(line for line in [*lines, " ".join(drawn)] if line)


@dataclass(frozen=True, slots=True)
class Modal:
    """An open modal; `raw` is Discord's JSON."""

    interaction_id: int
    raw: Json

    @property
    def title(self) -> str:
        return str(self.raw["title"])

    @property
    def fields(self) -> dict[str, Json]:
        """The modal's fields by label."""
        return dict(forms.fields(self.raw))


class Screen:
    """The screen, kept up to date by applying feed events in order."""

    def __init__(self) -> None:
        self.channels: dict[int, Json] = {}
        self.interactions: dict[int, Json] = {}
        self.answers: dict[int, Shown] = {}
        """By interaction id, what its message showed at the moment of the answer."""
        self._messages: dict[int, Shown] = {}

    def apply(self, event: Json) -> None:
        getattr(self, "_" + event["kind"])(event)

    def message(self, message_id: int | str | None) -> Shown | None:
        return self._messages.get(int(message_id)) if message_id is not None else None

    def messages(self, channel_id: int) -> list[Shown]:
        """Return the messages in a channel, oldest first."""
        found = [m for m in self._messages.values() if m.channel_id == channel_id]
        return sorted(found, key=lambda m: m.id)

    def state(self, interaction_id: int) -> State:
        known = self.interactions.get(interaction_id)
        return State(known["state"]) if known else State.SENT

    def _channel(self, event: Json) -> None:
        self.channels[int(event["channel"]["id"])] = event["channel"]

    def _channel_gone(self, event: Json) -> None:
        channel_id = int(event["channel_id"])
        self.channels.pop(channel_id, None)
        for message in self.messages(channel_id):
            del self._messages[message.id]

    def _message(self, event: Json) -> None:
        shown = Shown(event["message"])
        self._messages[shown.id] = shown

    def _edit(self, event: Json) -> None:
        shown = Shown(event["message"])
        if shown.id in self._messages:
            self._messages[shown.id] = shown

    def _delete(self, event: Json) -> None:
        self._messages.pop(int(event["message_id"]), None)

    def _interaction(self, event: Json) -> None:
        known = event["interaction"]
        interaction_id, message = int(known["id"]), self.message(known.get("message_id"))
        self.interactions[interaction_id] = known
        if known["state"] == State.ANSWERED and message is not None:
            self.answers.setdefault(interaction_id, message)

    def _presence(self, _: Json) -> None:
        """Ignore this: whether the bot is online changes nothing on the screen."""

    def _reload(self, _: Json) -> None:
        for message in [m for m in self._messages.values() if m.ephemeral]:
            del self._messages[message.id]


def name_of(channel: Json) -> str:
    """Return a channel's name, such as `general`; `DM` for the one with the bot."""
    return str(channel.get("name") or "DM")


def channel_named(channels: dict[int, Json], name: str) -> int | None:
    wanted = name.removeprefix("#")
    found: list[Any] = [i for i, channel in channels.items() if name_of(channel) == wanted]
    return found[0] if found else None
