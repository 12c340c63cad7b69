"""Logs: one line a record, for people (key=value) or programs (JSON), without secrets.

    log.info("move made", extra={"game": game_id, "seat": "P2", "ply": 12})

gives `at=2026-01-31T12:00:00.000Z level=info logger=bot.tables event="move made" game=8fjk2p seat=P2 ply=12`.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from game.core.errors import GameError

FORMATS = ("text", "json")

_USUAL = frozenset(logging.LogRecord("", 0, "", 0, "", (), None).__dict__) | {"message", "asctime", "taskName"}
_BARE = re.compile(r"[\w.:/@+#<>-]+")
_TOKENS_IN_PATHS = re.compile(r"/(webhooks|interactions)/(\d+)/[^/\s?'\"]+")
_STEERING = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that JSON does not escape and a terminal obeys: control characters, line breaks, directions of writing."""
_TAMED = {"discord": 1, "aiosqlite": 1, "aiohttp": 1, "asyncio": 1}
"""Libraries, and by how many levels they log less than we do: their debug lines contain what people are shown."""

_FRAME = re.compile(r'^ *File "(.+)", line (\d+), in (.+)$', re.M)
"""A place in a traceback that another process has sent as text."""
_LEVELS = (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR)
_FRAMES = 8
_MOST = 2000
"""Characters of a value in a line, at most: errors quote what they were sent, such as a whole page of a proxy."""


def set_up(
    level: str = "info", form: str = "text", *, secrets: Sequence[str] = (), stream: TextIO | None = None
) -> None:
    """Log to a stream (by default standard error) from now on. The texts in `secrets` never appear, whoever logs
    them."""
    chosen = logging.getLevelNamesMapping()[level.upper()]
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(LineFormatter(form, secrets))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(chosen)
    for name, steps in _TAMED.items():
        quieter = min(_LEVELS.index(chosen) + steps, len(_LEVELS) - 1)
        logging.getLogger(name).setLevel(_LEVELS[quieter])
    logging.captureWarnings(True)


class LineFormatter(logging.Formatter):
    """Formats a record as one line, with the names and values passed as `extra`."""

    def __init__(self, form: str = "text", secrets: Sequence[str] = ()) -> None:
        super().__init__()
        if form not in FORMATS:
            raise ValueError(f"a log is {' or '.join(FORMATS)}, not {form!r}")
        self._write = _text if form == "text" else _json
        self._secrets = [secret for secret in secrets if secret]

    def format(self, record: logging.LogRecord) -> str:
        fields = {name: self._safe(value) for name, value in _fields(record)}
        return _STEERING.sub(_escaped, self._write(fields))

    def _safe(self, value: object) -> object:
        if isinstance(value, bool | int | float) or value is None:
            return value
        text = _TOKENS_IN_PATHS.sub(r"/\1/\2/***", str(value))
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text if len(text) <= _MOST else f"{text[:_MOST]}…"


def _fields(record: logging.LogRecord) -> Iterator[tuple[str, object]]:
    at = datetime.fromtimestamp(record.created, UTC)
    yield "at", f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03}Z"
    yield "level", record.levelname.lower()
    yield "logger", record.name
    yield "event", record.getMessage()
    for name, value in record.__dict__.items():
        if name not in _USUAL:
            yield name, value
    if record.exc_info and record.exc_info[1]:
        error = record.exc_info[1]
        yield "error", " < ".join(_named(each) for each in _chain(error))
        yield "trace", _trace(error)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yield the error, then the errors that it came from."""
    seen: set[int] = set()
    here: BaseException | None = error
    while here is not None and id(here) not in seen:
        seen.add(id(here))
        if not _is_sent(here):
            yield here
        here = here.__cause__ or (None if here.__suppress_context__ else here.__context__)


def _is_sent(error: BaseException | None) -> bool:
    """Whether this is the traceback of an error that another process has sent."""
    # the class is private, and to import it would load multiprocessing for every command
    return type(error).__name__ == "_RemoteTraceback"


def _named(error: BaseException) -> str:
    # The text of a game's error quotes tokens and cards that only their owner may know.
    return type(error).__name__ if isinstance(error, GameError) else f"{type(error).__name__}: {error}"


def _trace(error: BaseException) -> str:
    frames = [(frame.filename, str(frame.lineno), frame.name) for frame in traceback.extract_tb(error.__traceback__)]
    if _is_sent(error.__cause__):  # its text has what the error says, too: only the places are kept
        frames += _FRAME.findall(str(error.__cause__))
    return " > ".join(f"{_short(filename)}:{line}:{name}" for filename, line, name in frames[-_FRAMES:])


def _short(filename: str) -> str:
    return "/".join(Path(filename).parts[-2:])


def _escaped(found: re.Match[str]) -> str:
    """Return a Unicode escape that both JSON and Python read."""
    return f"\\u{ord(found[0]):04x}"


def _text(fields: dict[str, Any]) -> str:
    return " ".join(f"{name}={_quoted(str(value))}" for name, value in fields.items())


def _quoted(text: str) -> str:
    return text if _BARE.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _json(fields: dict[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False)
