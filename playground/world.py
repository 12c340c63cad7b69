"""The playground's state: who and what there is, and who may do what where. Changes are told to listeners."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from . import payloads
from .clock import Clock, Snowflakes, iso
from .errors import refused
from .models import (
    DM,
    GUILD_TEXT,
    PRIVATE_THREAD,
    Application,
    Attachment,
    Channel,
    Event,
    Guild,
    Json,
    Member,
    Message,
    Overwrite,
    Role,
    User,
)
from .permissions import ALL, IN_DM, NONE, USUAL, Permission

Listener = Callable[[Event], None]
_KEPT_FILES = 100


class World:
    """Users, guilds, channels and messages. Lookups raise `ApiError` as Discord does for unknown ids."""

    def __init__(self, clock: Clock, token: str, bot_name: str, owner_name: str) -> None:
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.base_url = ""
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.replaced: deque[Attachment] = deque(maxlen=_KEPT_FILES)
        """Files that stand on no message any more; as at Discord, their addresses go on for a while."""
        self._listeners: list[Listener] = []
        bot = self._add_user(bot_name, bot=True)
        self.app = Application(bot.id, bot_name, bot, token)
        self.owner = self._add_user(owner_name)

    # --- telling

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def emit(self, name: str, data: Json, guild_id: int | None = None, message: Message | None = None) -> None:
        event = Event(name, data, guild_id, message)
        for listener in self._listeners:
            listener(event)

    def cdn(self, path: str) -> str:
        return self.base_url + path

    # --- looking up

    def channel(self, channel_id: int) -> Channel:
        found = self.channels.get(channel_id)
        if found is None:
            raise refused(10003)
        return found

    def guild(self, guild_id: int) -> Guild:
        found = self.guilds.get(guild_id)
        if found is None:
            raise refused(10004)
        return found

    def message(self, channel_id: int, message_id: int) -> Message:
        found = self.messages.get(message_id)
        if found is None or found.channel_id != channel_id:
            raise refused(10008)
        return found

    def history(self, channel_id: int) -> list[Message]:
        """What stands in a channel, oldest first."""
        return [m for m in self.messages.values() if m.channel_id == channel_id]

    def dm(self, user_id: int) -> Channel:
        """The bot's DM channel with a person; made on first use."""
        for found in self.channels.values():
            if found.type == DM and user_id in found.recipients:
                return found
        made = Channel(self.ids.next(), DM, recipients=[self.app.bot.id, user_id])
        self.channels[made.id] = made
        self.emit("CHANNEL_CREATE", payloads.channel(self, made))
        return made

    # --- permissions

    def permissions(self, channel: Channel, user_id: int) -> Permission:
        """What a user may do in a channel: by roles, then overwrites; threads ask their parent."""
        if channel.guild_id is None:
            return IN_DM if user_id in channel.recipients else NONE
        guild = self.guilds[channel.guild_id]
        member = guild.members.get(user_id)
        if member is None:
            return NONE
        if guild.owner_id == user_id:
            return ALL
        granted = guild.roles[guild.id].permissions
        for role_id in member.roles:
            granted |= guild.roles[role_id].permissions
        if granted & Permission.ADMINISTRATOR:
            return ALL
        place = self.channels.get(channel.parent_id or 0, channel) if channel.is_thread else channel
        groups = ([guild.id], member.roles, [user_id])
        for group in groups:
            chosen = [place.overwrites[i] for i in group if i in place.overwrites]
            for overwrite in chosen:
                granted &= ~overwrite.deny
            for overwrite in chosen:
                granted |= overwrite.allow
        invited = channel.type != PRIVATE_THREAD or user_id in channel.thread_members
        if not invited and not granted & Permission.MANAGE_THREADS:
            return NONE
        return granted if granted & Permission.VIEW_CHANNEL else NONE

    def can_view(self, channel: Channel, user_id: int) -> bool:
        return bool(self.permissions(channel, user_id) & Permission.VIEW_CHANNEL)

    def may_send(self, channel: Channel, user_id: int) -> bool:
        needed = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        return bool(self.permissions(channel, user_id) & needed)

    # --- building and changing

    def _add_user(self, name: str, bot: bool = False) -> User:
        made = User(self.ids.next(), name, bot)
        self.users[made.id] = made
        return made

    def add_user(self, name: str, guilds: list[Guild] | None = None) -> User:
        made = self._add_user(name)
        for guild in guilds or []:
            self.join(guild, made)
        return made

    def add_guild(self, name: str, bot: Permission = USUAL) -> Guild:
        """A guild with the bot in it, which has a role of its own with the given permissions."""
        now = self.clock.time()
        made = Guild(self.ids.next(), name, self.owner.id, now)
        role = Role(self.ids.next(), self.app.name, bot)
        made.roles[role.id] = role
        made.members[self.app.bot.id] = Member(self.app.bot.id, now, [role.id])
        made.members[self.owner.id] = Member(self.owner.id, now)
        self.guilds[made.id] = made
        self.emit("GUILD_CREATE", payloads.guild_create(self, made), made.id)
        return made

    def add_channel(self, guild: Guild, name: str) -> Channel:
        made = Channel(self.ids.next(), GUILD_TEXT, name, guild.id)
        self.channels[made.id] = made
        self.emit("CHANNEL_CREATE", payloads.channel(self, made), guild.id)
        return made

    def add_thread(
        self, parent: Channel, name: str, kind: int, owner_id: int, auto_archive: int | None = None,
        thread_id: int | None = None,
    ) -> Channel:  # fmt: skip
        """A thread under a text channel; one that starts from a message has the message's id."""
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
        thread.thread_members.add(user_id)
        data = {
            "id": str(thread.id),
            "guild_id": str(thread.guild_id),
            "member_count": len(thread.thread_members),
            "added_members": [
                {
                    "id": str(thread.id),
                    "user_id": str(user_id),
                    "join_timestamp": iso(self.clock.time()),
                    "flags": 0,
                }
            ],
        }
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
        guild.members[user.id] = Member(user.id, self.clock.time())
        self._member_event("GUILD_MEMBER_ADD", guild, guild.members[user.id])

    def leave(self, guild: Guild, user: User) -> None:
        """A member leaves or is removed; when it is the bot, the guild is gone for it."""
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
        can = self.can_view(channel, self.app.bot.id)
        name = {(True, False): "CHANNEL_DELETE", (False, True): "CHANNEL_CREATE"}.get((could, can))
        self.emit(name or "CHANNEL_UPDATE", payloads.channel(self, channel), channel.guild_id)

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
