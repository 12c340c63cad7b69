"""A proxy in front of PostgreSQL's socket, which breaks a connection at the worst moment."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from storage import Server

COMMIT = b"COMMIT\0"
"""How a COMMIT statement looks on the wire."""
COMMITTED = b"C\0\0\0\x0bCOMMIT\0"
"""The server's confirmation of it (CommandComplete)."""
_PORT = ".s.PGSQL.5432"


@dataclass
class Wire:
    """The proxy. `lose`: "question" breaks the connection before the next commit reaches the server, "answer" after it
    was done."""

    server: Server
    lose: str = ""
    lost: list[str] = field(default_factory=list)
    serving: list[asyncio.Task[None]] = field(default_factory=list)

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.serving.append(asyncio.create_task(self.serve(reader, writer)))

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        behind = Path(parse_qs(urlsplit(self.server.url).query)["host"][0]) / _PORT
        answers, questions = await asyncio.open_unix_connection(behind)
        ended = asyncio.Event()

        async def carry(source: asyncio.StreamReader, target: asyncio.StreamWriter, which: str, commit: bytes) -> None:
            while data := await source.read(65536):
                if commit in data and self.lose == which:
                    self.lost.append(which)
                    self.lose = ""
                    break
                target.write(data)
            ended.set()

        ways = (reader, questions, "question", COMMIT), (answers, writer, "answer", COMMITTED)
        tasks = [asyncio.create_task(carry(*way)) for way in ways]
        with suppress(ConnectionError, asyncio.CancelledError):
            await ended.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for each in (questions, writer):
            each.close()
            with suppress(ConnectionError):
                await each.wait_closed()


@asynccontextmanager
async def through_a_wire(server: Server) -> AsyncIterator[tuple[Wire, Server]]:
    """Start a proxy, and yield it with the address of the same database behind it."""
    wire = Wire(server)
    with tempfile.TemporaryDirectory(prefix="wire") as folder:
        listening = await asyncio.start_unix_server(wire.accept, Path(folder) / _PORT)
        try:
            yield wire, Server(f"{server.url.partition('?')[0]}?host={folder}")
        finally:
            listening.close()
            await asyncio.gather(*wire.serving)
