"""A scripted person at their client: types commands, clicks, and sees exactly what that person can see."""

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
    """What became of something the person did; it changes with the screen."""

    def __init__(self, person: Person, interaction_id: int) -> None:
        self._person = person
        self.interaction_id = interaction_id

    @property
    def state(self) -> State:
        return self._person.screen.state(self.interaction_id)

    @property
    def failed(self) -> bool:
        """The client says "This interaction failed" or "The application did not respond"."""
        return self.state is State.FAILED

    @property
    def thinking(self) -> bool:
        return self.state is State.THINKING

    @property
    def message(self) -> Shown:
        """The message that answered, or that a click changed. Raises LookupError when there is none."""
        found = self._person.screen.message(self._known.get("message_id"))
        if found is None:
            raise LookupError(f"no message answers; the interaction is {self.state}")
        return found

    @property
    def told(self) -> str:
        """The words of that message as it answered; something else may have changed it since. Empty before that."""
        shown = self._person.screen.answers.get(self.interaction_id)
        return shown.text if shown is not None else ""

    @property
    def modal(self) -> Modal:
        """The modal that it opened. Raises LookupError when there is none."""
        if "modal" not in self._known:
            raise LookupError(f"no modal is open; the interaction is {self.state}")
        return Modal(self.interaction_id, self._known["modal"])

    @property
    def choices(self) -> list[tuple[str, Any]]:
        """Suggestions of an autocompletion, as pairs of name and value."""
        return [(choice["name"], choice["value"]) for choice in self._known.get("choices", [])]

    @property
    def _known(self) -> Json:
        return self._person.screen.interactions.get(self.interaction_id, {})

    async def settled(self) -> Self:
        """Wait until it is answered (a spinner is no answer) or has failed. Raises TimeoutError."""
        await self._person.wait_for(lambda: self.state in _SETTLED)
        return self


class Person:
    """Methods that act raise CannotDo where Discord's client would not let the person act.

    They wait until the bot has answered or the client gives up, at most `timeout` seconds; `begin_*` do not.
    """

    def __init__(self, link: Link) -> None:
        self._link = link
        self._canon = Canon()
        self._waiting: set[asyncio.Event] = set()
        self.screen = Screen()
        self.timeout = 30.0
        self.raw: list[Json] = []
        """Everything ever seen, as it came."""
        self._rewritten: list[tuple[str, str]] = []

    @classmethod
    async def connect(cls, link: Link) -> Person:
        person = cls(link)
        await link.watch(person._receive)
        return person

    @classmethod
    async def remote(cls, url: str, user_id: int) -> Person:
        """A person of a playground in another process."""
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
        """Everything ever seen, in order and canonical (see `canon`)."""
        return [text for _, text in self._canonical()]

    @property
    def seen_by_place(self) -> dict[str, list[str]]:
        """The same, apart for each channel: messages in two channels have no order of their own."""
        places: dict[str, list[str]] = {}
        for place, text in self._canonical():
            places.setdefault(place, []).append(text)
        return places

    def _canonical(self) -> list[tuple[str, str]]:
        for event in self.raw[len(self._rewritten) :]:
            self._rewritten.append(self._canon.rewrite(event))
        return self._rewritten

    def channels(self) -> list[str]:
        """Names of the channels in view."""
        return [name_of(channel) for channel in self.screen.channels.values()]

    def messages(self, place: Place) -> list[Shown]:
        """What stands in a channel now, oldest first, the person's own ephemeral messages included."""
        return self.screen.messages(self._channel_id(place))

    def last(self, place: Place) -> Shown:
        """The newest message of a channel. Raises LookupError when there is none."""
        found = self.messages(place)
        if not found:
            raise LookupError(f"nothing to see in {place}")
        return found[-1]

    def message(self, message_id: int) -> Shown | None:
        """A message as it stands now; None when it is gone."""
        return self.screen.message(message_id)

    async def wait_for(self, predicate: Callable[[], T], within: float | None = None) -> T:
        """The first true value of `predicate`, asked now and after each thing seen. Raises TimeoutError."""
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
        """The newest message of a channel with the given words, now or later. Raises TimeoutError."""

        def found() -> Shown | None:
            try:
                return next((m for m in reversed(self.messages(place)) if containing in m.text), None)
            except LookupError:
                return None  # a DM that is not there yet

        shown = await self.wait_for(found, within)
        assert shown is not None
        return shown

    # --- acting

    async def begin_command(self, place: Place, line: str, /, **options: Any) -> Answer:
        values = {name: _plain(value) for name, value in options.items()}
        return await self._act("command", channel_id=self._id(place), line=line, values=values)

    async def command(self, place: Place, line: str, /, **options: Any) -> Answer:
        """`/line` with its options: `p.command(channel, "adepts new", seats=3)`, users as objects or ids."""
        return await (await self.begin_command(place, line, **options)).settled()

    async def autocomplete(
        self, place: Place, line: str, focused: str, value: Any = "", /, **options: Any
    ) -> list[tuple[str, Any]]:
        """Suggestions (name, value) for what is typed in `focused`. Raises CannotDo."""
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
        """Press a button, named by custom_id or label."""
        return await (await self.begin_click(message, which)).settled()

    async def begin_select(self, message: Shown, which: str, values: list[Any]) -> Answer:
        return await self._act("select", **self._on(message, which), values=[_plain(v) for v in values])

    async def select(self, message: Shown, which: str, values: list[Any]) -> Answer:
        """Choose in a select: options by value or label, users by id or as objects."""
        return await (await self.begin_select(message, which, values)).settled()

    async def use(self, message: Shown, control: Control, value: Any = "") -> Answer:
        """Press it if it is a button, else choose this value there."""
        which = control.custom_id or ""
        return await (self.click(message, which) if control.is_button else self.select(message, which, [value]))

    async def submit(self, modal: Modal, values: dict[str, Any]) -> Answer:
        """Send a modal with values by custom_id or label; what is not named keeps its default."""
        plain = {name: _plain(value) for name, value in values.items()}
        return await (await self._act("submit", interaction_id=str(modal.interaction_id), values=plain)).settled()

    async def say(self, place: Place, text: str) -> None:
        """Write an ordinary message."""
        await self._link.act("say", channel_id=self._id(place), text=text)

    async def commands(self, place: Place) -> list[Json]:
        """The slash commands offered in a channel, as Discord's JSON."""
        found: list[Json] = (await self._link.act("commands", channel_id=self._id(place)))["commands"]
        return found

    async def open_dm(self) -> int:
        """Open the DM with the bot; its channel's id."""
        return int((await self._link.act("open_dm"))["channel_id"])

    async def reload(self) -> None:
        """Start the client anew; ephemeral messages are gone."""
        await self._link.act("reload")

    async def _act(self, action: str, **arguments: Any) -> Answer:
        done = await self._link.act(action, **arguments)
        return Answer(self, int(done["interaction_id"]))

    def _on(self, message: Shown, which: str) -> dict[str, Any]:
        """The message as it stands now, and the control on it."""
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
    """Users, channels and people by their id, and what is plain as it is."""
    identity = getattr(value, "id", None)
    return value if identity is None else str(identity)
