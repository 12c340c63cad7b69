"""One sign for each thing that has an icon: words show the sign; where Discord can, the icon takes its place."""

from __future__ import annotations

import re

from game.adepts.rules.gems import GEM_NAMES

GEMS = dict(zip(GEM_NAMES, ["🧡", "♦️", "🟡", "🟩", "🔮", "💧", "🪨", "💎"], strict=True))
"""The colour of each gem, no two of one shape, none with the shape that another gem has in the pictures."""

ADEPTS = {name: f"👑{sign}" for name, sign in GEMS.items()}
"""For texts alone: a button takes one sign, not two."""

PHASES = dict(zip(["I", "II", "III", "IV", "V"], ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣"], strict=True))

COMPUTER = "⌘"
"""Behind the name of each computer player, in texts and pictures, whose letters have it; no person's name holds it."""

ICONS = {
    **GEMS,
    **{f"adept_{name}": sign for name, sign in ADEPTS.items()},
    **{f"phase_{number}": sign for number, sign in enumerate(PHASES.values(), 1)},
}
"""The sign of each icon, by the icon's name."""

FOREIGN = "\u200b"
"""An invisible character after a sign that is not ours, as in a person's name: no icon takes its place."""

SIGN = re.compile(f"({'|'.join(sorted(ICONS.values(), key=len, reverse=True))})(?!{FOREIGN})")
"""A sign of ours in a text."""

_NAMES = {sign: name for name, sign in ICONS.items()}
_ID = 19
"""Digits of an emoji's id."""


def foreign(text: str) -> str:
    """The text, no sign of which is ours."""
    return SIGN.sub(rf"\1{FOREIGN}", text)


def length(text: str) -> int:
    """How many characters a text has when icons, `<:name:id>`, have taken the place of its signs."""
    return len(text) + sum(len(_NAMES[sign]) + len("<::>") + _ID - len(sign) for sign in SIGN.findall(text))
