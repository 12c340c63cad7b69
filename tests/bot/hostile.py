"""Names that would be links, mentions or markup if they were not escaped, and a check whether any was not."""

from __future__ import annotations

import re

HOSTILE = {
    "P1": "[x](http://e.x)",
    "P2": "<@1> @everyone @here <#2>",
    "P3": "**_||~~`x`~~||_**",
    "P4": "# > - x",
    "P5": "<t:0:R> <:a:1> </a:1>",
}
"""Display names of at most 32 characters."""

INVISIBLE = (
    "\u3164",
    "\u115f\u1160",
    "\u2800\u2800",
    "\uffa0",
    "\u200b\u200d",
    "\u034f\ufe0f",
    "\U000e0041",
    " \u00a0\u3000",
    "",
)
"""Display names that show nothing, though not all of them count as blank."""

_RAW = re.compile(
    r"\]\(http://e|://e\.x|<@1>|<#2>|@everyone|@here|\|\||~~|\*\*_|^\s*# >|<t:0|<:a:1|</a:1", re.MULTILINE
)

_CODE = re.compile(r"`[^`\n]+`")


def marks(text: str) -> list[str]:
    """Return the parts of a text in which one of those names would act as markup."""
    return _RAW.findall(_CODE.sub("", re.sub(r"\\[^\w\s]", "", text)))
