"""A scripted person with their client: types commands, clicks, and sees exactly what that person can see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, Self, TypeVar

from playground.client.canon import Canon
from playground.client.link import HttpLink, Link
from playground.client.screen import Control, Modal, Screen, Shown, channel_named, name_of
from playground.messaging.interactions import State
from playground.people.slash_commands import CannotDo
from playground.world.models import Json

T = TypeVar("T")
_SETTLED = (State.ANSWERED, State.DEFERRED, State.FAILED)


class HasId(Protocol):
    id: int


Place = HasId | int | str
"""A channel, its id or its name (`DM` for the one with the bot)."""


class Answer:
    """What came of a person's interaction; it is kept up to date with the screen."""

    def __init__(self, person: Person, interaction_id: int) -> None:
        self._person = person
        self.interaction_id = interaction_id

    @property
    def state(self) -> State:
        return self._person.screen.state(self.interaction_id)

    @property
    def failed(self) -> bool:
        """Whether the client says "This interaction failed" or "The application did not respond"."""
        return self.state is State.FAILED

    @property
    def thinking(self) -> bool:
        return self.state is State.THINKING

    @property
    def message(self) -> Shown:
        """The message that answered, or that a click changed. Raises LookupError if there is none."""
        found = self._person.screen.message(self._known.get("message_id"))
        if found is None:
            raise LookupError(f"no message answers; the interaction is {self.state}")
        return found

    @property
    def told(self) -> str:
        """The text of that message when it answered, even if it has changed since; "" before the answer."""
        shown = self._person.screen.answers.get(self.interaction_id)
        return shown.text if shown is not None else ""

    @property
    def modal(self) -> Modal:
        """The modal that the interaction opened. Raises LookupError if there is none."""
        if "modal" not in self._known:
            raise LookupError(f"no modal is open; the interaction is {self.state}")
        return Modal(self.interaction_id, self._known["modal"])

    @property
    def choices(self) -> list[tuple[str, Any]]:
        """The suggestions of an autocompletion, as pairs of name and value."""
        return [(choice["name"], choice["value"]) for choice in self._known.get("choices", [])]

    @property
    def _known(self) -> Json:
        return self._person.screen.interactions.get(self.interaction_id, {})

    async def settled(self) -> Self:
        """Wait until the interaction is answered (a spinner is no answer) or has failed. Raises TimeoutError."""
        await self._person.wait_for(lambda: self.state in _SETTLED)
        return self


class Person:
    """A person who acts and sees. Methods that act raise CannotDo where Discord's client would not allow it.

    They wait until the bot has answered or the client gives up, at most `timeout` seconds; `begin_*` do not wait.
    """

    def __init__(self, link: Link) -> None:
        self._link = link
        self._canon = Canon()
        self._waiting: set[asyncio.Event] = set()
        self.screen = Screen()
        self.timeout = 30.0
        self.raw: list[Json] = []
        """All feed events as received, except presence."""
        self._rewritten: list[tuple[str, str]] = []

    @classmethod
    async def connect(cls, link: Link) -> Person:
        person = cls(link)
        await link.watch(person._receive)
        return person

    @classmethod
    async def remote(cls, url: str, user_id: int) -> Person:
        """Connect to a person of a playground in another process."""
        return await cls.connect(HttpLink(url, user_id))

    async def close(self) -> None:
        await self._link.close()

    @property
    def id(self) -> int:
        return self._link.user_id

    def _receive(self, event: Json) -> None:
        if event["kind"] != "presence":
            self.raw.append(event)
        self.screen.apply(event)
        for waiter in self._waiting:
            waiter.set()

    # --- seeing

    @property
    def seen(self) -> list[str]:
        """All events ever seen, in order, in canonical form (see `canon`)."""
        return [text for _, text in self._canonical()]

    @property
    def seen_by_place(self) -> dict[str, list[str]]:
        """The same, separately for each channel: messages in different channels have no order of their own."""
        places: dict[str, list[str]] = {}
        for place, text in self._canonical():
            places.setdefault(place, []).append(text)
        return places

    def _canonical(self) -> list[tuple[str, str]]:
        for event in self.raw[len(self._rewritten) :]:
            self._rewritten.append(self._canon.rewrite(event))
        return self._rewritten

    def channels(self) -> list[str]:
        """Return the names of the visible channels."""
        return [name_of(channel) for channel in self.screen.channels.values()]

    def messages(self, place: Place) -> list[Shown]:
        """Return the messages now in a channel, oldest first, including the person's own ephemeral ones."""
        return self.screen.messages(self._channel_id(place))

    def last(self, place: Place) -> Shown:
        """Return the newest message of a channel. Raises LookupError if there is none."""
        found = self.messages(place)
        if not found:
            raise LookupError(f"nothing to see in {place}")
        return found[-1]

    def message(self, message_id: int) -> Shown | None:
        """Return a message as it is now; None if it is gone."""
        return self.screen.message(message_id)

    async def wait_for(self, predicate: Callable[[], T | None], within: float | None = None) -> T:
        """Wait for `predicate` to return a true value, and return that; it is called now and after each event. Raises
        TimeoutError."""
        changed = asyncio.Event()
        self._waiting.add(changed)
        try:
            async with asyncio.timeout(self.timeout if within is None else within):
                while not (value := predicate()):
                    changed.clear()
                    await changed.wait()
                return value
        finally:
            self._waiting.discard(changed)

    async def wait_message(self, place: Place, containing: str, within: float | None = None) -> Shown:
        """Wait for a message in the channel that contains these words, and return the newest. Raises TimeoutError."""

        def found() -> Shown | None:
            try:
                return next((m for m in reversed(self.messages(place)) if containing in m.text), None)
            except LookupError:
                return None  # the DM does not exist yet

        return await self.wait_for(found, within)

    # --- acting

    async def begin_command(self, place: Place, line: str, /, **options: Any) -> Answer:
        values = {name: _plain(value) for name, value in options.items()}
        return await self._act("command", channel_id=self._id(place), line=line, values=values)

    async def command(self, place: Place, line: str, /, **options: Any) -> Answer:
        """Send `/line` with its options: `p.command(channel, "adepts new", seats=3)`; users as objects or ids."""
        return await (await self.begin_command(place, line, **options)).settled()

    async def autocomplete(
        self, place: Place, line: str, focused: str, value: Any = "", /, **options: Any
    ) -> list[tuple[str, Any]]:
        """Return the suggestions (name, value) for `value` typed in the option `focused`. Raises CannotDo."""
        values = {name: _plain(given) for name, given in options.items()}
        answer = await self._act(
            "autocomplete", channel_id=self._id(place), line=line, focused=focused, value=value, values=values
        )
        await answer.settled()
        if answer.failed:
            raise CannotDo("loading options failed")
        return answer.choices

    async def begin_click(self, message: Shown, which: str) -> Answer:
        return await self._act("click", **self._on(message, which))

    async def click(self, message: Shown, which: str) -> Answer:
        """Press a button, given by custom_id or label."""
        return await (await self.begin_click(message, which)).settled()

    async def begin_select(self, message: Shown, which: str, values: list[Any]) -> Answer:
        return await self._act("select", **self._on(message, which), values=[_plain(v) for v in values])

    async def select(self, message: Shown, which: str, values: list[Any]) -> Answer:
        """Choose in a select: options by value or label, users by id or as objects."""
        return await (await self.begin_select(message, which, values)).settled()

    async def use(self, message: Shown, control: Control, value: Any = "") -> Answer:
        """Press the control if it is a button, else choose this value in it."""
        which = control.custom_id or ""
        return await (self.click(message, which) if control.is_button else self.select(message, which, [value]))

    async def submit(self, modal: Modal, values: dict[str, Any]) -> Answer:
        """Submit a modal with values by custom_id or label; fields that are not named keep their defaults."""
        plain = {name: _plain(value) for name, value in values.items()}
        return await (await self._act("submit", interaction_id=str(modal.interaction_id), values=plain)).settled()

    async def say(self, place: Place, text: str) -> None:
        """Write an ordinary message."""
        await self._link.act("say", channel_id=self._id(place), text=text)

    async def commands(self, place: Place) -> list[Json]:
        """Return the slash commands offered in a channel, as Discord's JSON."""
        found: list[Json] = (await self._link.act("commands", channel_id=self._id(place)))["commands"]
        return found

    async def open_dm(self) -> int:
        """Open the DM with the bot; return its channel's id."""
        return int((await self._link.act("open_dm"))["channel_id"])

    async def reload(self) -> None:
        """Restart the client, which loses all ephemeral messages."""
        await self._link.act("reload")

    async def _act(self, action: str, **arguments: Any) -> Answer:
        done = await self._link.act(action, **arguments)
        return Answer(self, int(done["interaction_id"]))

    def _on(self, message: Shown, which: str) -> dict[str, Any]:
        """Return what identifies a control on the message as it is now. Raises CannotDo if either is gone."""
        now = self.message(message.id)
        if now is None:
            raise CannotDo("the message is gone")
        control = now.find(which)
        if control is None or control.custom_id is None:
            raise CannotDo(f"no {which!r} on this message; there are {[c.label for c in now.controls]}")
        return {"channel_id": str(now.channel_id), "message_id": str(now.id), "custom_id": control.custom_id}

    def _channel_id(self, place: Place) -> int:
        if isinstance(place, str):
            found = channel_named(self.screen.channels, place)
            if found is None:
                raise LookupError(f"no channel {place}; there are {self.channels()}")
            return found
        return place if isinstance(place, int) else place.id

    def _id(self, place: Place) -> str:
        return str(self._channel_id(place))


def _plain(value: Any) -> Any:
    """Return the id of a user, channel or person as text; other values unchanged."""
    identity = getattr(value, "id", None)
    return value if identity is None else str(identity)
