"""The changing world: each change is emitted to listeners as an event of Discord's gateway."""

from __future__ import annotations

from collections.abc import Callable

from playground.world import payloads
from playground.world.clock import Clock
from playground.world.directory import Directory
from playground.world.errors import refused
from playground.world.models import DM, GUILD_TEXT, Channel, Event, Guild, Json, Member, Message, Overwrite, Role, User
from playground.world.permissions import NONE, USUAL, Permission

Listener = Callable[[Event], None]


class World(Directory):
    """A directory that can be changed. Methods raise `ApiError` for what does not exist or is not possible."""

    def __init__(self, clock: Clock, token: str, bot_name: str, owner_name: str) -> None:
        super().__init__(clock, token, bot_name, owner_name)
        self._listeners: list[Listener] = []

    # --- telling

    def listen(self, listener: Listener) -> None:
        """Call it after each change."""
        self._listeners.append(listener)

    def emit(self, name: str, data: Json, guild_id: int | None = None, message: Message | None = None) -> None:
        event = Event(name, data, guild_id, message)
        for listener in self._listeners:
            listener(event)

    # --- building and changing

    def dm(self, user_id: int) -> Channel:
        """Return the bot's DM channel with a person; it is created on first use."""
        for found in self.channels.values():
            if found.type == DM and user_id in found.recipients:
                return found
        made = Channel(self.ids.next(), DM, recipients=[self.app.bot.id, user_id])
        self.channels[made.id] = made
        self.emit("CHANNEL_CREATE", payloads.channel(self, made))
        return made

    def add_user(self, name: str, guilds: list[Guild] | None = None) -> User:
        made = self._new_user(name)
        for guild in guilds or []:
            self.join(guild, made)
        return made

    def add_guild(self, name: str, bot: Permission = USUAL) -> Guild:
        """Add a guild with the bot in it; the bot has a role of its own with these permissions."""
        now = self.clock.time()
        made = Guild(self.ids.next(), name, self.owner.id, now)
        role = Role(self.ids.next(), self.app.name, bot)
        made.roles[role.id] = role
        made.members[self.app.bot.id] = Member(self.app.bot.id, now, [role.id])
        made.members[self.owner.id] = Member(self.owner.id, now)
        self.guilds[made.id] = made
        self.emit("GUILD_CREATE", payloads.guild_joined(self, made), made.id)
        return made

    def add_channel(self, guild: Guild, name: str) -> Channel:
        made = Channel(self.ids.next(), GUILD_TEXT, name, guild.id)
        self.channels[made.id] = made
        self.emit("CHANNEL_CREATE", payloads.channel_to_bot(self, made), guild.id)
        return made

    def add_thread(
        self, parent: Channel, name: str, kind: int, owner_id: int, auto_archive: int | None = None,
        thread_id: int | None = None,
    ) -> Channel:  # fmt: skip
        """Add a thread under a text channel; one that starts from a message has that message's id."""
        now = self.clock.time()
        made = Channel(
            thread_id or self.ids.next(), kind, name, parent.guild_id, parent.id, owner_id=owner_id,
            auto_archive=auto_archive or 4320, archive_changed=now, thread_members={owner_id},
        )  # fmt: skip
        self.channels[made.id] = made
        data = {**payloads.channel(self, made), "newly_created": True}
        self.emit("THREAD_CREATE", data, made.guild_id)
        return made

    def join_thread(self, thread: Channel, user_id: int) -> None:
        """Add somebody to a thread. If the bot can view it only now, it is told of it as of a new one."""
        knew = self.can_view(thread, self.app.bot.id)
        thread.thread_members.add(user_id)
        member = payloads.thread_member(thread, user_id, self.clock.time())
        if not knew and self.can_view(thread, self.app.bot.id):
            self.emit("THREAD_CREATE", {**payloads.channel(self, thread), "member": member}, thread.guild_id)
        self._thread_event(thread, added_members=[member])

    def leave_thread(self, thread: Channel, user_id: int) -> None:
        """Remove a user from a thread, which they no longer see if it is private."""
        thread.thread_members.discard(user_id)
        self._thread_event(thread, removed_member_ids=[str(user_id)])

    def _thread_event(self, thread: Channel, **changed: list[Json] | list[str]) -> None:
        count = len(thread.thread_members)
        data = {"id": str(thread.id), "guild_id": str(thread.guild_id), "member_count": count, **changed}
        self.emit("THREAD_MEMBERS_UPDATE", data, thread.guild_id)

    def add_role(self, guild: Guild, name: str, permissions: Permission, members: list[User]) -> Role:
        made = Role(self.ids.next(), name, permissions)
        guild.roles[made.id] = made
        self.emit("GUILD_ROLE_CREATE", {"guild_id": str(guild.id), "role": payloads.role(made)}, guild.id)
        for user in members:
            guild.members[user.id].roles.append(made.id)
            self._member_event("GUILD_MEMBER_UPDATE", guild, guild.members[user.id])
        return made

    def join(self, guild: Guild, user: User) -> None:
        """Make a user a member of the guild; if it is the bot, the guild becomes available to it."""
        guild.members[user.id] = Member(user.id, self.clock.time())
        if user.id == self.app.bot.id:
            self.emit("GUILD_CREATE", payloads.guild_joined(self, guild), guild.id)
        else:
            self._member_event("GUILD_MEMBER_ADD", guild, guild.members[user.id])

    def leave(self, guild: Guild, user: User) -> None:
        """Remove a member from the guild; if it is the bot, the guild is gone for it."""
        guild.members.pop(user.id, None)
        if user.id == self.app.bot.id:
            self.emit("GUILD_DELETE", {"id": str(guild.id)}, guild.id)
        else:
            data = {"guild_id": str(guild.id), "user": payloads.user(user)}
            self.emit("GUILD_MEMBER_REMOVE", data, guild.id)

    def set_permissions(
        self, channel: Channel, who: User | Role, allow: Permission = NONE, deny: Permission = NONE
    ) -> None:
        """Set a channel's overwrite for a member or role (`guild.roles[guild.id]` is @everyone)."""
        if channel.guild_id is None or channel.is_thread:
            raise refused(50024)
        could = self.can_view(channel, self.app.bot.id)
        channel.overwrites[who.id] = Overwrite(who.id, isinstance(who, User), allow, deny)
        self.emit("CHANNEL_UPDATE", payloads.channel_to_bot(self, channel), channel.guild_id)
        if self.can_view(channel, self.app.bot.id) and not could:
            self._show_threads(channel)

    def _show_threads(self, channel: Channel) -> None:
        """Tell the bot of the threads of a channel that has come into its view."""
        threads = [c for c in self.channels.values() if c.parent_id == channel.id and not c.archived]
        data = {
            "guild_id": str(channel.guild_id),
            "channel_ids": [str(channel.id)],
            "threads": [payloads.channel(self, c) for c in threads if self.can_view(c, self.app.bot.id)],
            "members": [],
        }
        self.emit("THREAD_LIST_SYNC", data, channel.guild_id)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel or thread with its threads and messages; a DM is only closed."""
        if channel.type == DM:
            return
        for thread in [c for c in self.channels.values() if c.parent_id == channel.id]:
            self.delete_channel(thread)
        data = payloads.channel(self, channel)
        del self.channels[channel.id]
        for message in self.history(channel.id):
            del self.messages[message.id]
        self.emit("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", data, channel.guild_id)

    def delete_guild(self, guild: Guild) -> None:
        for channel in [c for c in self.channels.values() if c.guild_id == guild.id]:
            for message in self.history(channel.id):
                del self.messages[message.id]
            del self.channels[channel.id]
        del self.guilds[guild.id]
        self.emit("GUILD_DELETE", {"id": str(guild.id)}, guild.id)

    def _member_event(self, name: str, guild: Guild, member: Member) -> None:
        data = {**payloads.member(member, self.users[member.user_id]), "guild_id": str(guild.id)}
        self.emit(name, data, guild.id)
