"""Interactions: made by people, sent to the bot, to be answered once within 3 seconds; tokens live for 15 minutes."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from playground.checks import command_rules, rules
from playground.checks.command_rules import GROUP, SUBCOMMAND
from playground.messaging import messages
from playground.messaging.messages import Uploads
from playground.world import payloads
from playground.world.clock import Timer
from playground.world.errors import ApiError, invalid, refused
from playground.world.models import DM, EPHEMERAL, LOADING, Channel, Json, Message
from playground.world.world import World

ANSWER_WITHIN = 3.0
TOKEN_LIVES = 15 * 60.0
_KNOWN_FOR = 24 * 3600.0
COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
_FITTING = {
    COMMAND: {4, 5, 9},
    COMPONENT: {4, 5, 6, 7, 9},
    AUTOCOMPLETE: {8},
    MODAL_SUBMIT: {4, 5, 6, 7},
}


class State(StrEnum):
    """The state of an interaction as its person sees it."""

    SENT = "sent"
    THINKING = "thinking"
    DEFERRED = "deferred"
    """Deferred without a spinner (type 6): something may change later."""
    ANSWERED = "answered"
    FAILED = "failed"
    """The client says "This interaction failed" or "The application did not respond"."""


@dataclass(slots=True)
class Interaction:
    id: int
    token: str
    type: int
    user_id: int
    channel_id: int
    data: Json
    made_at: float
    message_id: int | None = None
    trigger: Interaction | None = None
    """For a submitted modal, the interaction that opened it."""
    state: State = State.SENT
    answer_type: int = 0
    original_id: int | None = None
    loading: bool = False
    """Deferred with a spinner: its message stays empty until it is edited."""
    modal: Json | None = None
    choices: list[Json] | None = None
    option_type: int = 3
    """For an autocompletion, the type of the option that is being typed."""
    timer: Timer | None = field(default=None, repr=False)


Listener = Callable[[Interaction], None]


class Interactions:
    def __init__(self, world: World) -> None:
        self._world = world
        self._listeners: list[Listener] = []
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

    def listen(self, listener: Listener) -> None:
        """Call it for each new interaction, and whenever what its person sees of it changes."""
        self._listeners.append(listener)

    def _told(self, interaction: Interaction) -> None:
        for listener in self._listeners:
            listener(interaction)

    def get(self, interaction_id: int) -> Interaction:
        found = self._by_id.get(interaction_id)
        if found is None:
            raise refused(10062)
        return found

    # --- made

    def make(
        self, kind: int, user_id: int, channel: Channel, data: Json, message: Message | None = None,
        option_type: int = 3, trigger: Interaction | None = None,
    ) -> Interaction:  # fmt: skip
        """Make an interaction for what a person did: send it to the bot, and start its three seconds."""
        made = Interaction(
            self._world.ids.next(), secrets.token_urlsafe(48), kind, user_id, channel.id, data,
            self._world.clock.time(), message.id if message else None, trigger,
            option_type=option_type,
        )  # fmt: skip
        self._forget(made.made_at - _KNOWN_FOR)
        self._by_id[made.id] = self._by_token[made.token] = made
        made.timer = self._world.clock.call_later(ANSWER_WITHIN, lambda: self._give_up(made))
        self._told(made)
        self._world.emit("INTERACTION_CREATE", self._payload(made, channel, message), channel.guild_id)
        return made

    def _forget(self, before: float) -> None:
        """Forget interactions made before this time."""
        while self._by_id and (oldest := next(iter(self._by_id.values()))).made_at < before:
            del self._by_id[oldest.id], self._by_token[oldest.token]

    def _payload(self, made: Interaction, channel: Channel, message: Message | None) -> Json:
        world, app = self._world, self._world.app
        user = world.users[made.user_id]
        payload: Json = {
            "id": str(made.id),
            "application_id": str(app.id),
            "type": made.type,
            "data": made.data,
            "token": made.token,
            "version": 1,
            "channel_id": str(channel.id),
            "channel": {
                **payloads.channel(world, channel),
                "permissions": str(int(world.permissions(channel, made.user_id))),
            },
            "app_permissions": str(int(world.granted(channel, app.bot.id))),
            "locale": user.locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": {"0": str(channel.guild_id or 0)},
            "context": 0 if channel.guild_id else 1,
            "attachment_size_limit": messages.UPLOAD_LIMIT,
        }
        if channel.guild_id is not None:
            member = world.guilds[channel.guild_id].members[made.user_id]
            payload |= {
                "guild_id": str(channel.guild_id),
                "guild": {"id": str(channel.guild_id), "locale": "en-US", "features": []},
                "guild_locale": "en-US",
                "member": {
                    **payloads.member(member, user),
                    "permissions": payload["channel"]["permissions"],
                },
            }
        else:
            payload["user"] = payloads.user(user)
        if message is not None:
            payload["message"] = payloads.message(world, message)
        return payload

    def _give_up(self, made: Interaction) -> None:
        if made.state is State.SENT:
            self._set(made, State.FAILED)

    def _set(self, interaction: Interaction, state: State) -> None:
        interaction.state = state
        self._told(interaction)

    # --- answered

    def answer(self, interaction_id: int, token: str, body: Json, files: Uploads) -> Json:
        """Give the interaction its one answer; return Discord's description of it. Raises ApiError."""
        made = self._by_id.get(interaction_id)
        if made is None or made.token != token or made.state is State.FAILED:
            raise refused(10062)
        if made.answer_type:
            raise refused(40060)
        kind, data = body["type"], body.get("data") or {}
        fitting = _FITTING[made.type] - (set() if made.message_id else {6, 7})
        if kind not in fitting:
            raise invalid([(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {sorted(fitting)}.")])
        try:
            state = self._carry_out(made, kind, data, files)
        except ApiError as error:
            raise rules.at(error, "data") if kind in (4, 5, 7) else error from None
        made.answer_type = kind
        if made.timer:
            made.timer.cancel()
        self._set(made, state)
        return self._described(made)

    def _carry_out(self, made: Interaction, kind: int, data: Json, files: Uploads) -> State:
        if kind == 8:
            made.choices = self._checked_choices(made, data["choices"])
            return State.ANSWERED
        if kind == 9:
            rules.check_modal(data)
            made.modal = data
            return State.ANSWERED
        if kind == 6:
            made.original_id = made.message_id
            return State.DEFERRED
        if kind == 7:
            message = self._source(made)
            messages.edit(self._world, message, data, files)
            made.original_id = message.id
            return State.ANSWERED
        if kind == 5:
            self._defer(made, data.get("flags") or 0)
            return State.THINKING
        made.original_id = self._post(made, data, files).id
        return State.ANSWERED

    def _checked_choices(self, made: Interaction, choices: list[Json]) -> list[Json]:
        wrong = [i for i, c in enumerate(choices) if not command_rules.fits(made.option_type, c["value"])]
        if wrong:
            path = ("data", "choices", wrong[0], "value")
            raise invalid([(path, "BASE_TYPE_CHOICES", "The value is not of the option's type.")])
        return choices

    def _source(self, made: Interaction) -> Message:
        """Return the message whose component was used. Raises ApiError if it is gone, or in a locked, archived
        thread."""
        self._writable(self._world.channel(made.channel_id))
        return self._world.message(made.channel_id, made.message_id or 0)

    def _writable(self, channel: Channel) -> None:
        if channel.archived and channel.locked:
            raise refused(50083)

    def _defer(self, made: Interaction, flags: int) -> None:
        if flags & ~EPHEMERAL:
            raise invalid([(("flags",), "BITFIELD_TYPE_INVALID", "A defer can only be ephemeral.")])
        channel = self._world.channel(made.channel_id)
        self._writable(channel)
        message = Message(
            self._world.ids.next(), channel.id, channel.guild_id, self._world.app.bot.id, flags=LOADING,
            visible_to=made.user_id if flags & EPHEMERAL else None, interaction=self._metadata(made),
        )  # fmt: skip
        messages.add(self._world, channel, message)
        made.original_id, made.loading = message.id, True
        self._world.clock.call_later(TOKEN_LIVES, lambda: self._never_came(made))

    def _never_came(self, made: Interaction) -> None:
        if made.loading:
            made.loading = False
            self._set(made, State.FAILED)

    def _post(self, made: Interaction, data: Json, files: Uploads) -> Message:
        channel = self._world.channel(made.channel_id)
        self._writable(channel)
        ephemeral = (data.get("flags") or 0) & EPHEMERAL
        return messages.create(
            self._world, channel, self._world.app.bot.id, data, files,
            visible_to=made.user_id if ephemeral else None, interaction=self._metadata(made),
        )  # fmt: skip

    def _metadata(self, made: Interaction) -> Json:
        data: Json = {
            "id": str(made.id),
            "type": made.type,
            "user": payloads.user(self._world.users[made.user_id]),
            "authorizing_integration_owners": {"0": str(self._world.channel(made.channel_id).guild_id or 0)},
        }
        if made.type == COMMAND:
            data |= {"name": _full_name(made.data), "command_type": 1}
        if made.message_id and made.type == COMPONENT:
            data["interacted_message_id"] = str(made.message_id)
        if made.trigger is not None:
            data["triggering_interaction_metadata"] = self._metadata(made.trigger)
        return data

    def _described(self, made: Interaction) -> Json:
        told: Json = {"id": str(made.id), "type": made.type, "channel_id": str(made.channel_id)}
        answer: Json = {"interaction": told}
        channel = self._world.channels.get(made.channel_id)
        if channel is not None and channel.type != DM:
            told["guild_id"] = str(channel.guild_id)
        message = self._world.messages.get(made.original_id or 0)
        if message is not None:
            told |= {
                "response_message_id": str(message.id),
                "response_message_loading": made.loading,
                "response_message_ephemeral": message.visible_to is not None,
            }
            if made.answer_type in (4, 7):
                answer["resource"] = {
                    "type": made.answer_type,
                    "message": payloads.message(self._world, message),
                }
        return answer

    # --- afterwards, by token

    def live(self, app_id: int, token: str) -> Interaction:
        """Return the interaction of a token that is still valid. Raises ApiError 10015 or 50027."""
        made = self._by_token.get(token)
        if made is None or app_id != self._world.app.id or not made.answer_type:
            raise refused(10015)
        if self._world.clock.time() - made.made_at > TOKEN_LIVES:
            raise refused(50027)
        return made

    def find(self, made: Interaction, message_id: int | None) -> Message:
        """Return `@original` (None) or a follow-up of this interaction. Raises ApiError 10008."""
        message = self._world.messages.get(made.original_id or 0 if message_id is None else message_id)
        if message is None:
            raise refused(10008)
        mine = message.interaction is not None and message.interaction["id"] == str(made.id)
        if not mine and message.id != made.original_id:
            raise refused(10008)
        return message

    def follow_up(self, made: Interaction, body: Json, files: Uploads) -> Message:
        """Post a follow-up message; after a defer, the first one fills the waiting message instead, as in Discord."""
        if made.loading:
            return self.edit(made, self.find(made, None), body, files)
        return self._post(made, body, files)

    def edit(self, made: Interaction, message: Message, body: Json, files: Uploads) -> Message:
        self._writable(self._world.channel(message.channel_id))
        messages.edit(self._world, message, body, files)
        if made.loading and message.id == made.original_id:
            made.loading = False
            self._set(made, State.ANSWERED)
        return message

    def delete(self, made: Interaction, message: Message) -> None:
        messages.delete(self._world, message)
        if message.id == made.original_id:
            made.loading = False
            if made.state is State.THINKING:
                self._set(made, State.ANSWERED)

    def to_dict(self, made: Interaction) -> dict[str, Any]:
        """Return what the person's client knows of the interaction."""
        message = self._world.messages.get(made.original_id or 0)
        data: dict[str, Any] = {
            "id": str(made.id),
            "type": made.type,
            "state": str(made.state),
            "channel_id": str(made.channel_id),
            "message_id": str(message.id) if message is not None else None,
        }
        if made.modal is not None:
            data["modal"] = made.modal
        if made.choices is not None:
            data["choices"] = made.choices
        return data


def _full_name(command: Json) -> str:
    """Return a command's name as typed, with its subcommands: `adepts new`."""
    words, inner = [command["name"]], command.get("options") or []
    while inner and inner[0]["type"] in (SUBCOMMAND, GROUP):
        words.append(inner[0]["name"])
        inner = inner[0].get("options") or []
    return " ".join(words)
