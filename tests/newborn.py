"""Processes that are started, and get a signal before a line of our own is run in them."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

_AT_ITS_START = """
import os, sys
if "--multiprocessing-fork" in sys.orig_argv:
    os.kill(os.getpid(), {number})
"""


def signalled_at_birth(number: signal.Signals, folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Let each process that multiprocessing starts from now on send itself this signal, even before its imports."""
    (folder / "sitecustomize.py").write_text(_AT_ITS_START.format(number=int(number)))
    patch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
