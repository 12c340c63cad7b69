"""Identifies this process, and tells whether another one has certainly ended."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Process:
    """A process, identified by machine and start time too, so that a reused pid is not taken for it.

    `boot`, `namespace` (in which the pid counts; a container has its own) and `born` are empty where the system does
    not tell. `shared`: the row is on a server, where other machines write theirs, perhaps under the same host name; a
    file is one machine's.
    """

    host: str
    boot: str
    namespace: str
    pid: int
    born: str
    shared: bool = field(default=False, kw_only=True)


def this_process() -> Process:
    pid = os.getpid()
    return Process(
        host=socket.gethostname(),
        boot=_read("/proc/sys/kernel/random/boot_id").strip(),
        namespace=_namespace(),
        pid=pid,
        born=_born(pid) or "",
    )


def has_ended(process: Process) -> bool:
    """Whether the process has certainly ended; False also if that cannot be told from here."""
    return _lives(process) is False


def lives(process: Process) -> bool:
    """Whether the process is certainly alive; False also if that cannot be told from here."""
    return _lives(process) is True


def _lives(process: Process) -> bool | None:
    """Whether the process is alive; None if that cannot be told."""
    here = this_process()
    if process.host != here.host:
        return None
    if process.shared and not here.boot:
        return None
    if process.boot != here.boot:  # of this machine before it was restarted, or of another machine of that name
        return False if process.boot and here.boot and not process.shared else None
    if process.namespace != here.namespace or os.name != "posix":
        return None
    try:
        os.kill(process.pid, 0)
    except (ProcessLookupError, OverflowError):  # no such process, or a pid that cannot be
        return False
    except PermissionError:
        pass  # somebody else's process, so it is alive
    born = _born(process.pid)
    return None if born == "" else born == process.born


def _born(pid: int) -> str | None:
    """Return when the process started, in the kernel's clock ticks; "" if unknown, None if it is a zombie."""
    # The second field, the name, is in parentheses and may contain anything.
    fields = _read(f"/proc/{pid}/stat").rpartition(")")[2].split()
    if not fields:
        return ""
    return None if fields[0] in "ZX" else fields[19]


def _namespace() -> str:
    try:
        return str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        return ""


def _read(path: str) -> str:
    try:
        return Path(path).read_text("utf-8", errors="replace")
    except OSError:
        return ""
