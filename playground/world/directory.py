"""What exists and who may do what where: the world for looking up. `World` changes it."""

from __future__ import annotations

from collections import deque

from playground.world.clock import Clock, Snowflakes
from playground.world.errors import refused
from playground.world.models import PRIVATE_THREAD, Application, Attachment, Channel, Guild, Message, User
from playground.world.permissions import ALL, IN_DM, NONE, Permission

_KEPT_FILES = 100


class Directory:
    """Users, guilds, channels and messages. For unknown ids, lookups raise `ApiError` as Discord does."""

    def __init__(self, clock: Clock, token: str, bot_name: str, owner_name: str) -> None:
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.base_url = ""
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.deleted: dict[str | int, int] = {}
        """By nonce, the ids of messages that have been deleted."""
        self.replaced: deque[Attachment] = deque(maxlen=_KEPT_FILES)
        """Files that no message has any more; as with Discord, their URLs work for a while longer."""
        bot = self._new_user(bot_name, bot=True)
        self.app = Application(bot.id, bot_name, bot, token)
        self.owner = self._new_user(owner_name)

    def _new_user(self, name: str, bot: bool = False) -> User:
        made = User(self.ids.next(), name, bot)
        self.users[made.id] = made
        return made

    def cdn(self, path: str) -> str:
        """Return the URL of a file."""
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
        """Return the messages now in a channel, oldest first."""
        return [m for m in self.messages.values() if m.channel_id == channel_id]

    # --- permissions

    def permissions(self, channel: Channel, user_id: int) -> Permission:
        """Return a user's permissions in a channel. NONE if they cannot view it."""
        granted = self.granted(channel, user_id)
        invited = channel.type != PRIVATE_THREAD or user_id in channel.thread_members
        return granted if invited or granted & Permission.MANAGE_THREADS else NONE

    def granted(self, channel: Channel, user_id: int) -> Permission:
        """Return what roles, then overwrites give a user in a channel; a thread has its parent's, whoever was invited
        to it. NONE if that is not to view it."""
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
        return granted if granted & Permission.VIEW_CHANNEL else NONE

    def can_view(self, channel: Channel, user_id: int) -> bool:
        return bool(self.permissions(channel, user_id) & Permission.VIEW_CHANNEL)

    def may_send(self, channel: Channel, user_id: int) -> bool:
        needed = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        return bool(self.permissions(channel, user_id) & needed)

    def open_to(self, channel: Channel, user_id: int) -> bool:
        """Whether the channel is no locked thread to the user; to moderators none is."""
        return not channel.locked or bool(self.permissions(channel, user_id) & Permission.MANAGE_THREADS)
