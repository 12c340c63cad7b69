"""A database's address: what of it may be shown, whatever its password is."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from storage import CannotOpen, Server
from storage.place import place

SHOWN = "postgresql://127.0.0.1:5432/games"
AWKWARD = st.text("aZ9#/?%@:&=[],+ ~é\\'\"$", min_size=1, max_size=12)
PASSWORDS = AWKWARD | st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1)


@given(PASSWORDS)
@example("S3cretWordVeryLong#")
def test_a_password_that_is_written_as_it_should_be_is_read_and_never_shown(password: str) -> None:
    server = Server(f"postgresql://adepts:{quote(password, safe='')}@127.0.0.1:5432/games")
    assert str(server) == SHOWN
    assert password in server.secrets
    assert repr(server) == "Server()"
    if password.strip("*"):
        assert server.hidden_in(server.url) == server.hidden_in(password) == "***"


def test_a_driver_s_words_are_shown_without_it() -> None:
    server = Server("postgresql://adepts:HUN%23TER2@127.0.0.1:5432/games")
    error = CannotOpen(server, f"no such HUN#TER2, HUN%23TER2, {server.url}")
    assert str(error) == f"cannot open the database {SHOWN}: no such ***, ***, ***"


@given(PASSWORDS)
@example("S3cretWordVeryLong#")
@example("HUN/TER2")
@example("HUNT%ZZER2")
@example("HUN?TER2")
@example("HUNTER2#p/w")
@example("HUNTER2@pw")
@example("1/x")
@example("1?a=")
def test_one_that_is_not_is_refused_in_the_same_words_or_read_all_the_same(password: str) -> None:
    shown = said(f"postgresql://adepts:{password}@127.0.0.1:5432/games")
    assert shown in {SHOWN, said("postgresql://a:b/c@d/e"), said("postgresql://a b@d/e")}


def said(url: str) -> str:
    """Return how the address is shown, or why it is refused."""
    try:
        return str(Server(url))
    except ValueError as error:
        return str(error)


def test_it_says_how_a_password_is_written() -> None:
    assert "%23 for #, %2F for /, %3F for ?, %40 for @, %25 for %" in said("postgresql://adepts:HUN#TER2@host/games")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://adepts:HUNTER2/games",  # without the host
        "postgresql://host/games?HUNTER2",
        "postgresql://host/games?password=HUNTER2@x",
        "postgresql://host/games?password=HUN=TER2",
        "postgresql://[HUNTER2/games",
        "postgresql://adepts:HUNTER2%00@host/games",
        "postgresql:adepts:HUNTER2@host/games",
        "postgresql://adepts:HUNTER2%a1@host/games",
        "postgresql://adepts:HUNTER2@one,two:65536/games",
        "postgresql://adepts:HUNTER2@[::1]:0/games",
    ],
)
def test_what_could_be_taken_for_something_else_is_refused(url: str) -> None:
    assert "HUNTER2" not in said(url)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://", "postgresql://"),
        ("postgresql:///games", "postgresql:///games"),
        ("postgres://bot@host", "postgres://host"),
        ("postgresql://bot:word@[::1]:5432/games", "postgresql://[::1]:5432/games"),
        ("postgresql://bot:wo:rd@one:1,two:2/games?sslmode=require", "postgresql://one:1,two:2/games"),
        ("postgresql://bot@/games?host=/var/run/x&password=wo/rd", "postgresql:///games"),
        ("postgresql://bot@%2Fvar%2Frun/games", "postgresql://%2Fvar%2Frun/games"),
    ],
)
def test_it_is_read_as_the_driver_reads_it(url: str, shown: str) -> None:
    assert str(place(url)) == shown
    conninfo = pytest.importorskip("psycopg.conninfo", reason="the driver for PostgreSQL is not installed")
    read = conninfo.conninfo_to_dict(url)
    server = Server(url)
    assert ("password" in read) == (len(server.secrets) > 1)
    assert read.get("password", url) in server.secrets


@given(st.text("ab1:/?#@%2=&,[]", max_size=24))
def test_the_driver_never_finds_a_password_where_we_find_none(rest: str) -> None:
    conninfo = pytest.importorskip("psycopg.conninfo", reason="the driver for PostgreSQL is not installed")
    try:
        server = Server(f"postgresql://{rest}")
    except ValueError:
        return
    try:
        read = conninfo.conninfo_to_dict(server.url)
    except conninfo.e.ProgrammingError:
        return
    assert read.get("password", "") in ("", *server.secrets)


def test_a_password_that_is_a_word_of_the_driver_s_is_not_shown_by_what_is_missing() -> None:
    server = Server("postgresql://adepts:a@localhost/adepts")
    assert server.hidden_in("authentication failed") == "***"
    assert Server("postgresql://adepts:failed@localhost/adepts").hidden_in("authentication failed") == "***"


@pytest.mark.parametrize("end", ["?", "?connect_timeout=3&"])
def test_an_address_may_end_as_the_driver_takes_it(end: str) -> None:
    assert str(Server(f"postgresql://adepts@localhost/adepts{end}")) == "postgresql://localhost/adepts"
