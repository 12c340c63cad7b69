"""Texts for whom they are told to, who is "you" in them."""

from __future__ import annotations

import re

from game.core.english import sentence
from game.core.text.names import YOU

_TO_YOU = {"digs": "dig", "is": "are", "was": "were", "has": "have", "goes": "go", "skips": "skip"}
"""Forms of verbs that are others after "you"; of the past there is one form for all."""
_YOURS = re.compile(f"{YOU}'s(?= (?:on|before)\\b)")
"""Where no noun follows."""
_YOU_DO = re.compile(f"{YOU} ({'|'.join(_TO_YOU)})\\b")


def addressed(line: str) -> str:
    """A line in which YOU stands for whom it is told to: "you" there, with the verb that follows."""
    if YOU not in line:
        return line
    line = _YOURS.sub(f"{YOU}rs", line).replace(f"{YOU}'s", f"{YOU}r")
    line = _YOU_DO.sub(lambda found: f"{YOU} {_TO_YOU[found[1]]}", line)
    told = line.replace(YOU, "you")
    return sentence(told) if line.startswith(YOU) else told
