"""Where a test hangs is told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
_TEST = """
import asyncio

async def test_hangs():
    await asyncio.Event().wait()
"""


def test_a_test_that_hangs_is_told_of_also_under_xdist(tmp_path: Path) -> None:
    """Where its tasks wait, in one line each from the outermost coroutine to the innermost; and where its threads
    are."""
    (tmp_path / "test_it.py").write_text(_TEST)
    told = subprocess.run(
        (
            *(sys.executable, "-m", "pytest", "-p", "tests.stuck", "-c", "pyproject.toml", "--rootdir", str(tmp_path)),
            *("-n", "1", "--timeout", "3", str(tmp_path)),
        ),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stderr
    assert "test_it.py::test_hangs hangs\n" in told
    assert "/test_it.py:5 > " in told
    assert "asyncio/locks.py:" in told
    assert "in pytest_runtest_call" in told
