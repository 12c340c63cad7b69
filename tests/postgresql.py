"""A PostgreSQL of the tests' own: one cluster per run, on a socket in a temporary folder, started when first needed."""

from __future__ import annotations

import fcntl
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from storage import Server
from storage.tables import TABLES

_FOLDER = "TESTS_POSTGRESQL"
"""The environment variable that tells all processes of a run the cluster's folder."""
_OWNER = "postgres"
_TEMPLATE = "adepts_template"
_kept: tuple[Path, Server] | None = None
"""The cluster's folder, and the database in it that `emptied` reuses."""
_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",  # tests never cut the power
    "shared_buffers": "32MB",
    "max_connections": "100",
}


def announce() -> None:
    """Choose the folder of this run's cluster, before other processes are started."""
    os.environ[_FOLDER] = str(Path(tempfile.gettempdir()) / f"adepts-postgresql-{uuid4().hex[:12]}")


def remove() -> None:
    """Stop the cluster, if there is one, and delete it."""
    folder = Path(os.environ.pop(_FOLDER))
    folder.with_suffix(".lock").unlink(missing_ok=True)
    if folder.exists():
        if (folder / "data" / "postmaster.pid").exists():
            control("stop", folder, "-m", "immediate")
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def database(made: str = f"TEMPLATE {_TEMPLATE}") -> Iterator[Server]:
    """A new database that is dropped at the end, with the newest schema unless `made` says otherwise.

    Skips the test where PostgreSQL is not installed.
    """
    folder = _started()
    name = f"test_{uuid4().hex}"
    _run(folder, f"CREATE DATABASE {name} {made}")
    try:
        yield _server(folder, name)
    finally:
        _run(folder, f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def emptied() -> Iterator[Server]:
    """This process's own database, emptied after each use. Faster than a new one; the schema must not be changed."""
    global _kept
    folder = _started()
    if _kept is None or _kept[0] != folder:
        name = f"kept_{uuid4().hex}"
        _run(folder, f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
        _kept = folder, _server(folder, name)
    server = _kept[1]
    try:
        yield server
    finally:
        with _driver().connect(server.url, autocommit=True) as raw:
            raw.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                        " AND pid <> pg_backend_pid()")  # fmt: skip
            raw.execute("SET session_replication_role = replica")  # do not run triggers or check foreign keys
            raw.execute("; ".join(f"DELETE FROM {table}" for table in TABLES))


@contextmanager
def away(how: str = "immediate") -> Iterator[None]:
    """Stop the server for the duration of the block: "immediate", as by a crash, or "fast", in an orderly way. Only for
    tests with a `cluster` of their own."""
    folder = Path(os.environ[_FOLDER])
    control("stop", folder, "-m", how)
    try:
        yield
    finally:
        _start(folder)


@contextmanager
def cluster() -> Iterator[None]:
    """A cluster for this test alone, which may stop it."""
    former = os.environ[_FOLDER]
    announce()
    try:
        yield
    finally:
        remove()
        os.environ[_FOLDER] = former


def _started() -> Path:
    folder = Path(os.environ[_FOLDER])
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            _make(folder)
    return folder


def _make(folder: Path) -> None:
    psycopg = _driver()
    from storage.postgresql.schema import migrate

    initdb = binary("initdb")
    folder.mkdir(mode=0o755)
    if _is_root():
        shutil.chown(folder, _OWNER)
    _as_owner(initdb, "-D", str(folder / "data"), "-A", "trust", "-U", _OWNER, "-E", "UTF8", "--locale=C", "--no-sync")
    _start(folder)
    _run(folder, f"CREATE DATABASE {_TEMPLATE}")
    with psycopg.connect(_server(folder, _TEMPLATE).url, autocommit=True) as raw:
        migrate(raw, _server(folder, _TEMPLATE))


def _start(folder: Path) -> None:
    options = " ".join(f"-c {name}={value or chr(39) * 2}" for name, value in _SETTINGS.items())
    control("start", folder, "-l", str(folder / "log"), "-o", f"-k {folder} {options}")


def control(action: str, folder: Path, *arguments: str) -> None:
    """Start or stop the server, and wait until that is done."""
    _as_owner(binary("pg_ctl"), action, "-D", str(folder / "data"), "-w", *arguments)


def _as_owner(*command: str) -> None:
    """Run the command as another user if this one is root, since PostgreSQL refuses to start as root."""
    prefix = ("runuser", "-u", _OWNER, "--") if _is_root() else ()
    subprocess.run(
        [*prefix, *command], check=True, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120
    )


def binary(name: str) -> str:
    """Return the path of a program of PostgreSQL, of the newest version. Skips the test where there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda file: int(file.parts[4]))
    anywhere = str(found[-1]) if found else shutil.which(name)
    if anywhere is None or (_is_root() and not _is_known(_OWNER)):
        pytest.skip("there is no PostgreSQL here: apt-get install postgresql")
    return anywhere


def _driver() -> Any:
    """Return psycopg. Imported here, so that tests that do not need it run without it."""
    return pytest.importorskip("psycopg", reason="the driver for PostgreSQL is not installed: make test installs it")


def _is_root() -> bool:
    return os.geteuid() == 0


def _is_known(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True


def _server(folder: Path, name: str) -> Server:
    return Server(f"postgresql://{_OWNER}@/{name}?host={folder}")


def _run(folder: Path, statement: str) -> None:
    with _driver().connect(_server(folder, "postgres").url, autocommit=True) as raw:
        raw.execute(statement)
