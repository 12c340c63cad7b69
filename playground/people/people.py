"""What people do: each action is checked as Discord would, and becomes an interaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playground.checks import rules
from playground.checks.rules import LINK, PREMIUM
from playground.messaging import messages
from playground.messaging.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction, Interactions
from playground.people import forms, slash_commands
from playground.people.feeds import Feeds
from playground.people.slash_commands import CannotDo
from playground.world.errors import ApiError
from playground.world.models import Channel, Json, Message
from playground.world.world import World

__all__ = ["CannotDo", "People"]
_BUTTON, _SELECTS = 2, (3, 5, 6, 7, 8)
_LONGEST = 2000
"""How many characters of text somebody can write in a message."""


class People:
    """Actions take and return JSON, so that scripted people, the control API and the page can all use them."""

    def __init__(self, world: World, interactions: Interactions, feeds: Feeds) -> None:
        self._world = world
        self._interactions = interactions
        self._feeds = feeds
        self.actions: dict[str, Callable[..., Json]] = {
            "commands": self.commands,
            "command": self.command,
            "autocomplete": self.autocomplete,
            "click": self.click,
            "select": self.select,
            "submit": self.submit,
            "say": self.say,
            "open_dm": self.open_dm,
            "reload": self.reload,
        }

    def act(self, user_id: int, action: str, arguments: Json) -> Json:
        """Carry out a person's action. Raises CannotDo if Discord would not let them."""
        if action not in self.actions:
            raise CannotDo(f"unknown action {action}")
        try:
            return self.actions[action](user_id, **arguments)
        except ApiError as error:
            raise CannotDo(error.body["message"]) from None

    def commands(self, user_id: int, channel_id: str) -> Json:
        """Return the slash commands that are offered in a channel."""
        return {"commands": slash_commands.usable(self._world, user_id, self._channel(user_id, channel_id))}

    def command(self, user_id: int, channel_id: str, line: str, values: Json) -> Json:
        """Send `/line` with its options."""
        channel = self._open(user_id, channel_id)
        typed = slash_commands.find(self._world, user_id, channel, line)
        data = slash_commands.payload(self._world, channel, typed, values)
        return self._send(COMMAND, user_id, channel, data)

    def autocomplete(self, user_id: int, channel_id: str, line: str, focused: str, value: Any, values: Json) -> Json:
        """Ask for suggestions with `value` typed in the option `focused`."""
        channel = self._open(user_id, channel_id)
        typed = slash_commands.find(self._world, user_id, channel, line)
        option = next((o for o in typed.options if o["name"] == focused), None)
        if option is None or not option.get("autocomplete"):
            raise CannotDo(f"option {focused} has no autocompletion")
        data = slash_commands.payload(self._world, channel, typed, {**values, focused: value}, focused)
        made = self._interactions.make(AUTOCOMPLETE, user_id, channel, data, option_type=option["type"])
        return _told(made)

    def click(self, user_id: int, channel_id: str, message_id: str, custom_id: str) -> Json:
        """Press a button."""
        channel, message, button = self._component(user_id, channel_id, message_id, custom_id)
        if button["type"] != _BUTTON or button["style"] in (LINK, PREMIUM):
            raise CannotDo(f"{custom_id} is not a button of the bot")
        data = {"custom_id": custom_id, "component_type": _BUTTON, "id": button["id"]}
        return self._send(COMPONENT, user_id, channel, data, message)

    def select(self, user_id: int, channel_id: str, message_id: str, custom_id: str, values: list[Any]) -> Json:
        """Choose in a select; options by value or label, users by id."""
        channel, message, menu = self._component(user_id, channel_id, message_id, custom_id)
        if menu["type"] not in _SELECTS:
            raise CannotDo(f"{custom_id} is not a select")
        resolved: Json = {}
        data = {
            "custom_id": custom_id,
            "component_type": menu["type"],
            "id": menu["id"],
            "values": forms.chosen(self._world, channel, menu, values, resolved),
        }
        if menu["type"] != 3:
            data["resolved"] = resolved
        return self._send(COMPONENT, user_id, channel, data, message)

    def submit(self, user_id: int, interaction_id: str, values: Json) -> Json:
        """Submit the modal that an interaction opened."""
        opened = self._interactions.get(int(interaction_id))
        if opened.modal is None or opened.user_id != user_id:
            raise CannotDo("no such modal is open")
        channel = self._open(user_id, str(opened.channel_id))
        data = forms.submission(self._world, channel, opened.modal, values)
        message = self._world.messages.get(opened.message_id or 0)
        return self._send(MODAL_SUBMIT, user_id, channel, data, message, opened)

    def say(self, user_id: int, channel_id: str, text: str) -> Json:
        """Write a message; an archived thread is unarchived by it."""
        channel = self._open(user_id, channel_id)
        if not self._world.may_send(channel, user_id):
            raise CannotDo("no permission to send messages here")
        if len(text) > _LONGEST:
            raise CannotDo(f"a message has at most {_LONGEST} characters")
        message = messages.create(self._world, channel, user_id, {"content": text}, {})
        return {"message_id": str(message.id)}

    def open_dm(self, user_id: int) -> Json:
        """Return the id of the DM channel with the bot."""
        return {"channel_id": str(self._world.dm(user_id).id)}

    def reload(self, user_id: int) -> Json:
        """Restart the client, which loses its ephemeral messages."""
        self._feeds.reload(user_id)
        return {}

    def _channel(self, user_id: int, channel_id: str) -> Channel:
        channel = self._world.channel(int(channel_id))
        if not self._world.can_view(channel, user_id):
            raise CannotDo("no such channel")
        return channel

    def _open(self, user_id: int, channel_id: str) -> Channel:
        """Return a channel that is no locked thread to the person. Raises CannotDo."""
        channel = self._channel(user_id, channel_id)
        if not self._world.open_to(channel, user_id):
            raise CannotDo("this thread is locked")
        return channel

    def _send(
        self, kind: int, user_id: int, channel: Channel, data: Json, message: Message | None = None,
        trigger: Interaction | None = None,
    ) -> Json:  # fmt: skip
        """Send an interaction to the bot. Like Discord's client it first unarchives an archived thread, which only
        those can who may write there. Raises CannotDo."""
        if channel.archived:
            if not self._world.may_send(channel, user_id):
                raise CannotDo("this thread is archived")
            messages.set_archived(self._world, channel, False)
        return _told(self._interactions.make(kind, user_id, channel, data, message, trigger=trigger))

    def _component(
        self, user_id: int, channel_id: str, message_id: str, custom_id: str
    ) -> tuple[Channel, Message, Json]:
        channel = self._open(user_id, channel_id)
        message = self._world.message(channel.id, int(message_id))
        if message.visible_to not in (None, user_id):
            raise CannotDo("no such message")
        for _, component in rules.walk(message.components):
            if component.get("custom_id") == custom_id:
                if component.get("disabled"):
                    raise CannotDo(f"{custom_id} is disabled")
                return channel, message, component
        raise CannotDo(f"no {custom_id} on this message")


def _told(made: Interaction) -> Json:
    return {"interaction_id": str(made.id)}
