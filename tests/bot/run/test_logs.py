"""Logs: one line for each record, and no secrets."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from bot import logs
from bot.worker import Worker
from game.core.decisions import Reason
from game.core.errors import IllegalToken

LOG = logging.getLogger("bot.test")


@pytest.fixture(autouse=True)
def _unchanged() -> Iterator[None]:
    """Restore the logging of the test run afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level
    logging.captureWarnings(False)
    for name in ("discord", "aiosqlite", "aiohttp", "asyncio"):
        logging.getLogger(name).setLevel(logging.NOTSET)


def started(level: str = "info", form: str = "text", *secrets: str) -> io.StringIO:
    stream = io.StringIO()
    logs.set_up(level, form, secrets=secrets, stream=stream)
    return stream


def test_a_record_is_one_line_of_keys_and_values() -> None:
    stream = started()
    LOG.info("move made", extra={"game": "8fjk2p", "ply": 12, "who": "Ann\n B"})
    line = stream.getvalue()
    assert line.count("\n") == 1
    assert line.endswith('level=info logger=bot.test event="move made" game=8fjk2p ply=12 who="Ann\\n B"\n')


def test_json_is_one_object_a_line() -> None:
    stream = started("info", "json")
    LOG.warning("late\nanswer", extra={"seconds": 3.5})
    found = json.loads(stream.getvalue())
    assert (found["level"], found["event"], found["seconds"]) == ("warning", "late\nanswer", 3.5)
    assert stream.getvalue().count("\n") == 1


@pytest.mark.parametrize("form", logs.FORMATS)
def test_an_error_is_one_line_with_its_cause_and_place(form: str) -> None:
    stream = started("info", form)
    try:
        try:
            raise LookupError("no such\nthing")
        except LookupError as cause:
            raise RuntimeError("failed") from cause
    except RuntimeError:
        LOG.exception("incident")
    text = stream.getvalue()
    assert text.count("\n") == 1
    assert "RuntimeError: failed < LookupError: no such\\nthing" in text
    assert "test_logs.py:" in text


def test_secrets_are_in_no_line_whoever_logs_them() -> None:
    stream = started("debug", "text", "bot-token", "the-seed")
    LOG.info("logging in with bot-token", extra={"header": "Bot bot-token", "seed": "the-seed"})
    try:
        raise ValueError("bot-token is bad")
    except ValueError:
        LOG.exception("failed")
    assert "bot-token" not in stream.getvalue()
    assert "the-seed" not in stream.getvalue()
    assert "Bot ***" in stream.getvalue()


def test_a_long_value_is_cut_after_secrets_are_blanked_out() -> None:
    """As where an error quotes the page of a proxy."""
    stream = started("info", "text", "bot-token")
    LOG.warning("not taken", extra={"problem": "x" * (logs._MOST - 4) + "bot-token" + "x" * 100_000})
    assert len(stream.getvalue()) < logs._MOST + 200
    assert "bot" not in stream.getvalue().replace("bot.test", "")


def test_tokens_of_interactions_in_addresses_are_masked() -> None:
    stream = started()
    LOG.warning("429 at %s", "https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb24/messages/@original")
    LOG.warning("404 at %s", "/interactions/456/aW50ZXJhY3Rpb24/callback")
    assert "aW50ZXJhY3Rpb24" not in stream.getvalue()
    assert "/webhooks/123/***/messages/@original" in stream.getvalue()


def refused() -> None:
    raise IllegalToken("not legal here", "P1", "3A", "cast", ("5B", "pass"), Reason("not_held", {"spell": "3A"}))


def test_what_a_game_refuses_is_logged_without_its_tokens() -> None:
    """The message of an illegal move may name cards of a hand."""
    stream = started()
    try:
        refused()
    except IllegalToken:
        LOG.exception("refused")
    assert "IllegalToken" in stream.getvalue()
    assert "5B" not in stream.getvalue()
    assert "3A" not in stream.getvalue()


async def test_nor_is_it_with_them_where_it_was_refused_in_another_process() -> None:
    """Such an error brings along, as text, the traceback with its message; the place is logged all the same."""
    stream, worker = started(), Worker()
    try:
        with pytest.raises(IllegalToken) as caught:
            await worker.do(refused)
    finally:
        await worker.close()
    LOG.error("refused", exc_info=caught.value)
    assert "error=IllegalToken " in stream.getvalue()
    assert "test_logs.py:" in stream.getvalue()
    assert ":refused" in stream.getvalue()
    assert "5B" not in stream.getvalue()
    assert "3A" not in stream.getvalue()


def test_libraries_are_heard_one_level_less() -> None:
    stream = started("debug")
    logging.getLogger("discord.http").debug("payload with a hand")
    logging.getLogger("aiosqlite").debug("statement")
    LOG.debug("ours")
    assert "hand" not in stream.getvalue()
    assert "statement" not in stream.getvalue()
    assert "ours" in stream.getvalue()
    stream = started()
    logging.getLogger("discord.client").info("logging in using static token")
    logging.getLogger("discord.http").warning("rate limited")
    assert "static" not in stream.getvalue()
    assert "rate limited" in stream.getvalue()


@pytest.mark.parametrize("form", logs.FORMATS)
def test_what_is_logged_steers_no_terminal(form: str) -> None:
    stream = started("info", form)
    LOG.info("read \x1b[2J\x9b1m\u202e\u2066\u2028", extra={"who": "Zoë \x7f"})
    line = stream.getvalue()
    assert line.removesuffix("\n").isprintable()
    assert "Zoë" in line
    if form == "json":
        assert json.loads(line)["event"] == "read \x1b[2J\x9b1m\u202e\u2066\u2028"
