"""Prints the outcomes of scenarios and cases, one line each, and counts the failures."""

from __future__ import annotations

from collections.abc import Iterable

from cli.text import say, shortened

TITLE = 200
"""Characters of a title that are shown."""


def print_outcomes(outcomes: Iterable[tuple[str, str | None]]) -> int:
    """Print each outcome as (title, failure), None meaning that it passed; then print both counts. Return how many
    failed."""
    passed = failed = 0
    for name, failure in outcomes:
        title = shortened(name, TITLE)
        say(f"ok {title}" if failure is None else shortened(f"FAIL {title}: {failure}"))
        passed, failed = passed + (failure is None), failed + (failure is not None)
    say(f"{passed} passed, {failed} failed")
    return failed
