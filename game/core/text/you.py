"""Texts told to one person, who is "you" in them."""

from __future__ import annotations

import re

from game.core.english import sentence
from game.core.text.names import YOU

_TO_YOU = {"digs": "dig", "is": "are", "was": "were", "has": "have", "goes": "go", "skips": "skip"}
"""Verb forms that change after "you"; past tenses other than "was" do not."""
_YOURS = re.compile(f"{YOU}'s(?= (?:on|before)\\b)")
"""Where no noun follows, "'s" becomes "rs": "yours"."""
_YOU_DO = re.compile(f"{YOU} ({'|'.join(_TO_YOU)})\\b")


def addressed(line: str) -> str:
    """Return a line in which YOU stands for the person it is told to, with "you" in its place and the verb after it
    adapted."""
    if YOU not in line:
        return line
    line = _YOURS.sub(f"{YOU}rs", line).replace(f"{YOU}'s", f"{YOU}r")
    line = _YOU_DO.sub(lambda found: f"{YOU} {_TO_YOU[found[1]]}", line)
    told = line.replace(YOU, "you")
    return sentence(told) if line.startswith(YOU) else told
