"""The gateway: HELLO, IDENTIFY, READY, heartbeats, RESUME, and the events of a session's intents."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Collection
from typing import Any

from aiohttp import WSMsgType, web

from playground.gateway.session import Session, Socket
from playground.gateway.shards import IDENTIFY_EVERY, Queues, belongs, read
from playground.traffic.faults import Faults
from playground.traffic.log import Log
from playground.world import payloads
from playground.world.models import Event, Guild, Json
from playground.world.world import World

PATH = "/gateway"
DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT = 0, 1, 2, 3, 4, 6, 7
MEMBERS, INVALID_SESSION, HELLO, ACK = 8, 9, 10, 11
_GUILDS, _MEMBERS, _PRESENCES, _CONTENT = 1 << 0, 1 << 1, 1 << 8, 1 << 15
_PRIVILEGED = _MEMBERS | _PRESENCES | _CONTENT
_ALL_INTENTS = (1 << 26) - 1
_FRAMES_A_MINUTE = 120
_GUILDS_A_SHARD = 2500
_TRIP = 0.05
"""Seconds before a heartbeat is acknowledged. discord.py notes a heartbeat's time only after sending it; an earlier
acknowledgement would count for the heartbeat before."""


def _needs(event: Event, bot: int) -> int:
    """Return the intent that an event needs; 0 if every session gets it, such as a change of the bot's own
    membership."""
    name = event.name
    if name == "INTERACTION_CREATE" or (name == "GUILD_MEMBER_UPDATE" and event.data["user"]["id"] == str(bot)):
        return 0
    if name == "THREAD_MEMBERS_UPDATE" and str(bot) in _came_or_went(event.data):
        return _GUILDS
    if name.startswith("MESSAGE_"):
        return 1 << 9 if event.guild_id is not None else 1 << 12
    if name.startswith("GUILD_MEMBER_") or name == "THREAD_MEMBERS_UPDATE":
        return _MEMBERS
    return _GUILDS


def _came_or_went(data: Json) -> list[str]:
    """Return the ids of the users whom such an event says to have joined or left a thread."""
    return [*(each["user_id"] for each in data.get("added_members", ())), *data.get("removed_member_ids", ())]


class Gateway:
    """All sessions of the bot, each belonging to one of its shards."""

    def __init__(
        self,
        world: World,
        log: Log,
        faults: Faults,
        *,
        heartbeat: float,
        resumable: float,
        privileged: bool,
        shards: int,
        concurrency: int,
        speed: float,
    ) -> None:
        """resumable: seconds for which a session outlives its socket. shards: how many are recommended.

        concurrency: Discord's max_concurrency: shards whose numbers differ modulo this may start sessions at the same
        time.
        """
        self._world = world
        self._log = log
        self._faults = faults
        self._heartbeat = heartbeat
        self._resumable = resumable
        self._privileged = privileged
        self.shards = shards
        self.guilds_a_shard = _GUILDS_A_SHARD
        """With more guilds than this in one session, the bot must use more shards."""
        self.refused: set[int] = set()
        """Shards whose sessions are always closed, as if Discord's server for them were down."""
        self.mute = 0
        """How many of the next connections receive nothing, not even HELLO."""
        self.queues = Queues(world.clock, concurrency, IDENTIFY_EVERY / speed)
        self._sessions: dict[str, Session] = {}
        self._sockets: set[Socket] = set()
        self._waiting: set[asyncio.Event] = set()
        self._online = False
        self._listeners: list[Callable[[bool], None]] = []
        self.starts = 0
        world.listen(self._on_event)

    @property
    def url(self) -> str:
        """The URL to which clients connect."""
        return self._world.base_url.replace("http", "ws", 1) + PATH

    # --- for tests and faults

    @property
    def connected(self) -> bool:
        return bool(self.connected_shards)

    @property
    def connected_shards(self) -> set[int]:
        """Shards that have a session with an open socket."""
        return {s.shard[0] for s in self._sessions.values() if s.socket is not None and not s.socket.closing}

    def listen(self, listener: Callable[[bool], None]) -> None:
        """Call it whenever the bot comes online (True) or goes offline (False)."""
        self._listeners.append(listener)

    async def wait_connected(self, connected: bool = True, within: float = 30.0) -> None:
        """Wait until any shard is connected, or none is. Raises TimeoutError."""
        await self._wait_until(lambda: self.connected is connected, within)

    async def wait_shards(self, shards: Collection[int], within: float = 30.0) -> None:
        """Wait until exactly these shards are connected. Raises TimeoutError."""
        await self._wait_until(lambda: self.connected_shards == set(shards), within)

    async def _wait_until(self, true: Callable[[], bool], within: float) -> None:
        changed = asyncio.Event()
        self._waiting.add(changed)
        try:
            async with asyncio.timeout(within):
                while not true():
                    changed.clear()
                    await changed.wait()
        finally:
            self._waiting.discard(changed)

    def drop(self, shard: int | None = None) -> None:
        """Drop all sockets, or one shard's; their sessions can be resumed."""
        for socket in self._sockets_of(shard):
            socket.drop()

    def close(self, code: int, shard: int | None = None) -> None:
        """Close all sockets, or one shard's, with a code such as 4000."""
        for socket in self._sockets_of(shard):
            socket.close(code)

    def half_open(self, shard: int | None = None) -> None:
        """Keep the sockets open, but neither send nor receive anything on them any more."""
        self._log.add("fault", "half-open")
        for socket in self._sockets_of(shard):
            socket.half_open = True

    def reconnect(self, shard: int | None = None) -> None:
        """Ask all clients, or one shard's, to reconnect and resume."""
        for socket in self._sockets_of(shard):
            socket.send({"op": RECONNECT, "d": None})

    def invalidate(self, resumable: bool = False, shard: int | None = None) -> None:
        """Tell clients that their sessions are invalid; unless `resumable`, the sessions are forgotten."""
        for session in self._sessions_of(shard):
            if session.socket is not None:
                session.socket.send({"op": INVALID_SESSION, "d": resumable})
            if not resumable:
                self._forget(session)
        self._changed()

    def _sessions_of(self, shard: int | None) -> list[Session]:
        return [each for each in self._sessions.values() if shard is None or each.shard[0] == shard]

    def _sockets_of(self, shard: int | None) -> list[Socket]:
        if shard is None:
            return list(self._sockets)
        return [each.socket for each in self._sessions_of(shard) if each.socket is not None]

    async def stop(self) -> None:
        for socket in tuple(self._sockets):
            socket.close(1001)
            await socket.finish()

    # --- events

    def _on_event(self, event: Event) -> None:
        if event.message is not None and event.message.visible_to is not None:
            return  # the gateway sends no ephemeral messages
        if event.name == "CHANNEL_CREATE" and event.guild_id is None:
            return  # bots are not told of new DMs
        if self._hides(event):
            return
        if event.guild_id is not None and event.name != "GUILD_DELETE":
            guild = self._world.guilds.get(event.guild_id)
            if guild is None or self._world.app.bot.id not in guild.members:
                return
        needed = _needs(event, self._world.app.bot.id)
        for session in tuple(self._sessions.values()):
            if self._gone(session) or (needed and not session.intents & needed):
                continue
            if not belongs(event.guild_id, session.shard):
                continue
            for _ in range(self._faults.copies_of(event.name)):
                session.dispatch(event.name, self._visible(session, event))

    def _hides(self, event: Event) -> bool:
        """Whether an event is about a message or a thread where the bot cannot view. Channels that it cannot view are
        shown obfuscated (`payloads.channel_to_bot`); that a thread is deleted, or the bot removed from it, is told."""
        world, bot, name = self._world, self._world.app.bot.id, event.name
        if event.message is not None:
            channel_id = event.message.channel_id
        elif name in ("THREAD_CREATE", "THREAD_UPDATE", "THREAD_MEMBERS_UPDATE"):
            channel_id = int(event.data["id"])
        else:
            return False
        channel = world.channels.get(channel_id)
        return channel is not None and not world.can_view(channel, bot) and str(bot) not in _came_or_went(event.data)

    def _visible(self, session: Session, event: Event) -> Json:
        """Return the event's data; without the message content intent, what others write in a guild is blanked."""
        message = event.message
        if message is None or "content" not in event.data or event.guild_id is None:
            return event.data
        bot = self._world.app.bot.id
        if session.intents & _CONTENT or message.author_id == bot or bot in message.mentions:
            return event.data
        return {**event.data, "content": "", "embeds": [], "components": [], "attachments": []}

    def _gone(self, session: Session) -> bool:
        if session.lost_at is None or self._world.clock.time() - session.lost_at <= self._resumable:
            return False
        self._forget(session)
        return True

    def _forget(self, session: Session) -> None:
        self._sessions.pop(session.id, None)

    # --- one connection

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse()
        await ws.prepare(request)
        socket = Socket(ws, request, self._log)
        self._sockets.add(socket)
        if self.mute:
            self.mute -= 1
            socket.half_open = True
        socket.send({"op": HELLO, "d": {"heartbeat_interval": int(self._heartbeat * 1000), "_trace": []}})
        session: Session | None = None
        heard: list[float] = []
        try:
            async for frame in ws:
                if frame.type is not WSMsgType.TEXT or socket.half_open:
                    continue
                now = self._world.clock.time()
                heard = [*(t for t in heard if now - t < 60.0), now]
                if len(heard) > _FRAMES_A_MINUTE:
                    socket.close(4008)
                    break
                session = self._receive(socket, session, frame.data)
        finally:
            self._sockets.discard(socket)
            if session is not None and session.socket is socket:
                self._lost(session, socket, ws.close_code)
            await socket.finish()
            self._changed()
        return ws

    def _lost(self, session: Session, socket: Socket, code: int | None) -> None:
        """Keep the session for a RESUME, unless the client closed it for good."""
        session.socket = None
        session.lost_at = self._world.clock.time()
        self._log.add("received", f"close {code}")
        if not socket.closing and code in (1000, 1001):
            self._forget(session)

    def _changed(self) -> None:
        for event in self._waiting:
            event.set()
        if self.connected is not self._online:
            self._online = not self._online
            for listener in self._listeners:
                listener(self._online)

    def _receive(self, socket: Socket, session: Session | None, text: str) -> Session | None:
        try:
            frame = json.loads(text)
            op, data = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError):
            socket.close(4002)
            return session
        hidden = {**data, "token": "…"} if isinstance(data, dict) and "token" in data else data
        self._log.add("received", f"op {op}", hidden)
        if op == HEARTBEAT:
            asyncio.get_running_loop().call_later(_TRIP, socket.send, {"op": ACK})
        elif op == IDENTIFY:
            return self._identify(socket, session, data)
        elif op == RESUME:
            return self._resume(socket, session, data)
        elif session is None:
            socket.close(4003)
        elif op not in (PRESENCE, VOICE):
            socket.close(4001)
        return session

    def _identify(self, socket: Socket, session: Session | None, data: Any) -> Session | None:
        if session is not None:
            socket.close(4005)
            return session
        intents, shard = data.get("intents", 0), read(data.get("shard", [0, 1]))
        refused = (
            4004 if data.get("token") != self._world.app.token
            else 4013 if not isinstance(intents, int) or intents & ~_ALL_INTENTS
            else 4014 if intents & _PRIVILEGED and not self._privileged
            else 4010 if shard is None
            else 4011 if len(self._guilds_of(shard)) > self.guilds_a_shard
            else 0
        )  # fmt: skip
        if refused or shard is None:
            socket.close(refused)
            return None
        if not self.queues.admit(shard):
            socket.send({"op": INVALID_SESSION, "d": False})
            return None
        self.starts += 1
        if shard[0] in self.refused:
            socket.close(4000)
            return None
        session = Session(intents, shard)
        self._sessions[session.id] = session
        session.socket = socket
        self._greet(session)
        self._changed()
        return session

    def _guilds_of(self, shard: tuple[int, int]) -> list[Guild]:
        guilds = (g for g in self._world.guilds.values() if self._world.app.bot.id in g.members)
        return [guild for guild in guilds if belongs(guild.id, shard)]

    def _greet(self, session: Session) -> None:
        world, guilds = self._world, self._guilds_of(session.shard)
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": payloads.own_user(world.app.bot),
                "guilds": [{"id": str(g.id), "unavailable": True} for g in guilds],
                "session_id": session.id,
                "session_type": "normal",
                "resume_gateway_url": self.url,
                "shard": list(session.shard),
                "application": {"id": str(world.app.id), "flags": 0},
                "private_channels": [],
                "_trace": [],
            },
        )
        if session.intents & _GUILDS:
            for guild in guilds:
                session.dispatch("GUILD_CREATE", payloads.guild_create(world, guild))

    def _resume(self, socket: Socket, session: Session | None, data: Any) -> Session | None:
        known = self._sessions.get(data.get("session_id", ""))
        if data.get("token") != self._world.app.token:
            socket.close(4004)
            return session
        if session is not None or known is None or self._gone(known) or not known.can_resume(data.get("seq") or 0):
            socket.send({"op": INVALID_SESSION, "d": False})
            return session
        if known.shard[0] in self.refused:
            socket.close(4000)
            return session
        if known.socket is not None:
            with contextlib.suppress(ConnectionError):
                known.socket.drop()
        known.socket, known.lost_at = socket, None
        known.replay(data.get("seq") or 0)
        self._changed()
        return known
