"""The sign of each thing that has an icon, as texts write it."""

from __future__ import annotations

from game.adepts.rules.gems import GEM_NAMES
from game.core.text.names import COMPUTER as COMPUTER
from game.core.text.signs import ours

_GEMS = dict(zip(GEM_NAMES, ["🧡", "♦️", "🟡", "🟩", "🔮", "💧", "🪨", "💎"], strict=True))

GEMS = {name: ours(sign) for name, sign in _GEMS.items()}
"""A sign in the colour of each gem. No two have the same shape, and none has the shape of another gem in the
pictures."""

ADEPTS = {name: ours(f"👑{sign}") for name, sign in _GEMS.items()}
"""Signs for texts only: a button takes one sign, not two."""

PHASES = dict(zip(["I", "II", "III", "IV", "V"], map(ours, ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣"]), strict=True))

ICONS = {
    **GEMS,
    **{f"adept_{name}": sign for name, sign in ADEPTS.items()},
    **{f"phase_{number}": sign for number, sign in enumerate(PHASES.values(), 1)},
}
"""The sign of each icon, by the icon's name."""
