"""A session of the bot at the gateway, and the socket that it currently uses."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import zlib
from collections import deque

import orjson
from aiohttp import WSCloseCode, web

from playground.traffic.log import Log
from playground.world.models import Json

_REPLAYED = 2000


class Socket:
    """A websocket whose frames are sent in order, compressed if the client asked for `zlib-stream`.

    A client that asks for `zstd-stream` gets plain text frames, which discord.py accepts too.
    """

    def __init__(self, ws: web.WebSocketResponse, request: web.Request, log: Log) -> None:
        self._ws = ws
        self._request = request
        self._log = log
        self._deflate = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None
        self._outbox: asyncio.Queue[str | int] = asyncio.Queue()
        self.half_open = False
        """The socket stays open, but nothing arrives any more in either direction."""
        self.closing = False
        self._writer = asyncio.create_task(self._write())

    def send(self, frame: Json) -> None:
        self._log.add("dispatch" if frame["op"] == 0 else "sent", frame.get("t") or f"op {frame['op']}", frame)
        self._outbox.put_nowait(orjson.dumps(frame).decode())

    def close(self, code: int) -> None:
        """Close with one of Discord's codes, after all frames sent before."""
        self._log.add("sent", f"close {code}")
        self.closing = True
        self._outbox.put_nowait(code)

    def drop(self) -> None:
        """Abort the connection without a close frame."""
        self._log.add("fault", "socket dropped")
        self.closing = self.half_open = True
        if self._request.transport is not None:
            self._request.transport.abort()

    async def finish(self) -> None:
        """Let a close in progress be sent; otherwise stop at once."""
        if self.closing and not self.half_open:
            await asyncio.wait({self._writer}, timeout=1.0)
        self._writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._writer

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                item = await self._outbox.get()
                if self.half_open:
                    continue
                if isinstance(item, int):
                    await self._ws.close(code=item or WSCloseCode.GOING_AWAY)
                    return
                if self._deflate is None:
                    await self._ws.send_str(item)
                else:
                    data = self._deflate.compress(item.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self._ws.send_bytes(data)


class Session:
    """Numbers the events and keeps them for a RESUME; outlives its sockets for `resumable` seconds."""

    def __init__(self, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.socket: Socket | None = None
        self.lost_at: float | None = None
        self.seq = 0
        self._sent: deque[tuple[int, Json]] = deque(maxlen=_REPLAYED)

    def dispatch(self, name: str, data: Json) -> None:
        self.seq += 1
        frame = {"op": 0, "t": name, "s": self.seq, "d": data}
        self._sent.append((self.seq, frame))
        if self.socket is not None:
            self.socket.send(frame)

    def can_resume(self, seq: int) -> bool:
        oldest = self._sent[0][0] if self._sent else 1
        return oldest - 1 <= seq <= self.seq

    def replay(self, seq: int) -> None:
        """Send the events after `seq` again, then RESUMED."""
        if self.socket is not None:
            for number, frame in self._sent:
                if number > seq:
                    self.socket.send(frame)
        self.dispatch("RESUMED", {"_trace": []})
