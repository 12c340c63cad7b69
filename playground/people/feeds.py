"""What each person sees: an append-only list of events, from which their clients build what they show.

Kinds: `channel` (becomes visible or changes), `channel_gone`, `message`, `edit`, `delete`, `interaction`, `reload`.
Watchers also receive `presence`, whether the bot is online, which is not part of the list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from playground.messaging.interactions import TOKEN_LIVES, Interaction, Interactions
from playground.world import payloads
from playground.world.clock import created
from playground.world.models import Channel, Event, Json, Message
from playground.world.world import World

Watcher = Callable[[Json], None]
_EPHEMERAL_KEPT = 100


class Feeds:
    """The feeds of all people. kept: how many of a person's events are kept beside what they still see (None: all)."""

    def __init__(self, world: World, interactions: Interactions, kept: int | None = None) -> None:
        self._world = world
        self._interactions = interactions
        self._kept = kept
        self._folds_at: dict[int, int] = {}
        self._reloaded_at: dict[int, int] = defaultdict(int)
        self.online = False
        self._events: dict[int, list[Json]] = defaultdict(list)
        self._visible: dict[int, set[int]] = defaultdict(set)
        self._watchers: dict[int, list[Watcher]] = defaultdict(list)
        world.listen(self._on_event)
        interactions.listen(self._on_interaction)

    def of(self, user_id: int) -> list[Json]:
        """Return all events of a person, in order; if old ones were dropped, at least those for what they still see."""
        return self._events[user_id]

    def watch(self, user_id: int, watcher: Watcher) -> Callable[[], None]:
        """Call `watcher` for each new event; return a function that ends this."""
        self._watchers[user_id].append(watcher)
        return lambda: self._watchers[user_id].remove(watcher)

    def reload(self, user_id: int) -> None:
        """Restart the person's client, which loses its ephemeral messages."""
        self._reloaded_at[user_id] = self._world.ids.next()
        self._add(user_id, {"kind": "reload"})

    def on_presence(self, online: bool) -> None:
        """Tell all watchers that the bot came online or went offline."""
        self.online = online
        for watchers in tuple(self._watchers.values()):
            for watcher in tuple(watchers):
                watcher(self.presence())

    def presence(self) -> Json:
        return {"kind": "presence", "user_id": str(self._world.app.bot.id), "online": self.online}

    def look_around(self) -> None:
        """Show everybody the channels that they may view, with their messages."""
        for user in tuple(self._world.users.values()):
            if not user.bot:
                self._compare(user.id, tuple(self._world.channels.values()), 0)

    def _add(self, user_id: int, event: Json) -> None:
        events = self._events[user_id]
        events.append(event)
        if self._kept is not None and len(events) > self._folds_at.get(user_id, self._kept):
            self._fold(user_id)
        for watcher in tuple(self._watchers[user_id]):
            watcher(event)

    def _fold(self, user_id: int) -> None:
        """Replace the person's list by events for what they still see; only the newest ephemeral messages are kept."""
        world, now = self._world, self._world.clock.time()
        own = [m for m in world.messages.values() if m.visible_to == user_id]
        shown = {m.id for m in own[-_EPHEMERAL_KEPT:] if m.id > self._reloaded_at[user_id]}
        for message in own:
            if message.id not in shown and now - created(message.id) > TOKEN_LIVES:
                del world.messages[message.id]
        events: list[Json] = []
        for channel in [world.channels[i] for i in sorted(self._visible[user_id]) if i in world.channels]:
            events.append({"kind": "channel", "channel": payloads.channel(world, channel)})
            events += [
                self._shown("message", message, user_id)
                for message in world.history(channel.id)
                if message.visible_to is None or message.id in shown
            ]
        self._events[user_id] = events
        self._folds_at[user_id] = len(events) + (self._kept or 0)

    def _on_event(self, event: Event) -> None:
        if event.message is not None:
            kind = {"MESSAGE_CREATE": "message", "MESSAGE_UPDATE": "edit", "MESSAGE_DELETE": "delete"}[event.name]
            self._message(kind, event.message)
        elif event.name not in ("INTERACTION_CREATE", "THREAD_LIST_SYNC"):  # these are for the bot alone
            self._look_around(event)

    def _on_interaction(self, interaction: Interaction) -> None:
        data = self._interactions.to_dict(interaction)
        self._add(interaction.user_id, {"kind": "interaction", "interaction": data})

    def _message(self, kind: str, message: Message) -> None:
        for user_id in self._around(self._world.channels[message.channel_id]):
            if message.visible_to in (None, user_id) and message.channel_id in self._visible[user_id]:
                self._add(user_id, self._shown(kind, message, user_id))

    def _around(self, channel: Channel) -> list[int]:
        """Return the people of a channel's guild, or of a DM."""
        guild = self._world.guilds.get(channel.guild_id or 0)
        users = list(guild.members) if guild else channel.recipients
        return [user_id for user_id in users if not self._world.users[user_id].bot]

    def _shown(self, kind: str, message: Message, user_id: int) -> Json:
        if kind == "delete":
            return {"kind": kind, "channel_id": str(message.channel_id), "message_id": str(message.id)}
        return {"kind": kind, "message": payloads.shown(self._world, message, user_id)}

    def _look_around(self, event: Event) -> None:
        """Adjust people's channels to what they may view; new ones come with their history."""
        channels = tuple(self._world.channels.values())
        about_one = event.name.startswith(("CHANNEL_", "THREAD_"))
        changed = int(event.data["id"]) if about_one else 0
        if about_one:
            channels = tuple(c for c in channels if changed in (c.id, c.parent_id))
        for user in tuple(self._world.users.values()):
            if not user.bot:
                self._compare(user.id, channels, changed if event.name.endswith("_UPDATE") else 0)
                for channel_id in self._visible[user.id] - self._world.channels.keys():
                    self._gone(user.id, channel_id)

    def _compare(self, user_id: int, channels: tuple[Channel, ...], changed: int) -> None:
        visible = self._visible[user_id]
        for channel in channels:
            sees = self._world.can_view(channel, user_id)
            comes = sees and channel.id not in visible
            if comes:
                visible.add(channel.id)
            if comes or (sees and channel.id == changed):
                self._add(user_id, {"kind": "channel", "channel": payloads.channel(self._world, channel)})
            if comes:
                for message in self._world.history(channel.id):
                    if message.visible_to in (None, user_id):
                        self._add(user_id, self._shown("message", message, user_id))
            if not sees and channel.id in visible:
                self._gone(user_id, channel.id)

    def _gone(self, user_id: int, channel_id: int) -> None:
        self._visible[user_id].discard(channel_id)
        self._add(user_id, {"kind": "channel_gone", "channel_id": str(channel_id)})
