"""What came of scenarios and cases, a line each, and how many of them failed."""

from __future__ import annotations

from collections.abc import Iterable

from cli.text import say, shortened

TITLE = 200
"""Characters of a title that are shown at most."""


def told(outcomes: Iterable[tuple[str, str | None]]) -> int:
    """Say of each, by its title, that it holds or why it does not; then count both. How many failed."""
    passed = failed = 0
    for name, failure in outcomes:
        title = shortened(name, TITLE)
        say(f"ok {title}" if failure is None else shortened(f"FAIL {title}: {failure}"))
        passed, failed = passed + (failure is None), failed + (failure is not None)
    say(f"{passed} passed, {failed} failed")
    return failed
