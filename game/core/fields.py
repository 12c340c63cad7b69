"""Fields of the tables that people write."""

from __future__ import annotations

import re

from pydantic import AfterValidator


def written(pattern: str, how: str) -> AfterValidator:
    """Takes a text that matches as a whole; of any other it says how it is written: "a site is written topaz.2"."""
    taken = re.compile(pattern)

    def check(text: str) -> str:
        if not taken.fullmatch(text):
            raise ValueError(how)
        return text

    return AfterValidator(check)
