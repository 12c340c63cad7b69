"""The objects of the playground's world as plain data. Ids are ints; times are Unix seconds."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

from playground.world.permissions import NONE, USUAL, Permission

Json = dict[str, Any]

GUILD_TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12
EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 15
OBFUSCATED = 1 << 17
"""The flag of a channel that the bot cannot view: the gateway shows no more of it than where it is."""
PINNED = 6
"""The type of the message in which Discord announces a pin."""


@dataclass(slots=True)
class User:
    id: int
    name: str
    bot: bool = False
    dms_open: bool = True
    locale: str = "en-US"


@dataclass(slots=True)
class Role:
    id: int
    name: str
    permissions: Permission = NONE


@dataclass(slots=True)
class Overwrite:
    """The permissions that a channel allows and denies a role or member."""

    id: int
    of_member: bool
    allow: Permission = NONE
    deny: Permission = NONE


@dataclass(slots=True)
class Member:
    user_id: int
    joined_at: float
    roles: list[int] = field(default_factory=list)
    nick: str | None = None


@dataclass(slots=True)
class Guild:
    id: int
    name: str
    owner_id: int
    joined_at: float
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.roles.setdefault(self.id, Role(self.id, "@everyone", USUAL))


@dataclass(slots=True)
class Channel:
    """A text channel, a DM or a thread."""

    id: int
    type: int
    name: str = ""
    guild_id: int | None = None
    parent_id: int | None = None
    topic: str | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    recipients: list[int] = field(default_factory=list)
    last_message_id: int | None = None
    owner_id: int | None = None
    archived: bool = False
    locked: bool = False
    auto_archive: int = 4320
    archive_changed: float = 0.0
    thread_members: set[int] = field(default_factory=set)

    @property
    def is_thread(self) -> bool:
        return self.type in (PUBLIC_THREAD, PRIVATE_THREAD)


@dataclass(slots=True)
class Upload:
    """A file of a multipart request: its form index, name, type and bytes."""

    index: int
    filename: str
    content_type: str
    data: bytes


@dataclass(slots=True)
class Attachment:
    id: int
    channel_id: int
    filename: str
    content_type: str
    data: bytes
    description: str | None = None
    sha256: str = ""

    def __post_init__(self) -> None:
        self.sha256 = hashlib.sha256(self.data).hexdigest()


@dataclass(slots=True)
class Message:
    id: int
    channel_id: int
    guild_id: int | None
    author_id: int
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    edited_at: float | None = None
    mentions: list[int] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    pinged: set[int] = field(default_factory=set)
    visible_to: int | None = None
    """The one person who sees the message, if it is ephemeral."""
    interaction: Json | None = None
    reply_to: int | None = None
    nonce: str | int | None = None
    pinned: bool = False
    type: int = 0
    """The type of a system message of Discord; 0 for others."""

    @property
    def is_v2(self) -> bool:
        return bool(self.flags & COMPONENTS_V2)


@dataclass(slots=True)
class Emoji:
    id: int
    name: str
    image: bytes
    content_type: str
    animated: bool


@dataclass(slots=True)
class Application:
    id: int
    name: str
    bot: User
    token: str
    commands: dict[int | None, list[Json]] = field(default_factory=dict)
    """By guild id; None for the global ones."""
    emojis: dict[int, Emoji] = field(default_factory=dict)


@dataclass(slots=True)
class Event:
    """Something that happened: the gateway's event name and data, and the message that it is about, if any."""

    name: str
    data: Json
    guild_id: int | None = None
    message: Message | None = None
