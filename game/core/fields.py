"""Types of fields in tables that people write."""

from __future__ import annotations

import re

from pydantic import AfterValidator


def written(pattern: str, how: str) -> AfterValidator:
    """Return a validator for texts that match the pattern as a whole. For any other it raises ValueError with `how`,
    which says how the field is written: "a site is written topaz.2"."""
    taken = re.compile(pattern)

    def check(text: str) -> str:
        if not taken.fullmatch(text):
            raise ValueError(how)
        return text

    return AfterValidator(check)
