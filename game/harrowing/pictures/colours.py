"""The colours of The Harrowing: of runes, kinds of spells, power, and what lies on the field."""

from __future__ import annotations

from collections.abc import Mapping

from drawing.colours import DIM, EDGE, INK, NIGHT, PANEL, TEXT, Colour, mix, rgb

RUNES: Mapping[str, Colour] = {"A": rgb("ff9f45"), "B": rgb("62c8ff"), "C": rgb("a6e05b")}
"""By letter; each has its form too."""
KINDS: Mapping[str, Colour] = {
    "sorcery": rgb("ffd75e"),
    "cantrip": rgb("cdd6e6"),
    "ritual": rgb("d38a52"),
    "aura": rgb("b58cf2"),
}
"""The edges of tiles, as the rules have them but for auras: black would be seen by nobody here."""
POWER = rgb("ff6fae")
"""A cube in a slot."""
BURST = rgb("ffd75e")
"""Around a slot that gives its cube back by itself."""
SEALED = DIM

GROUND = mix(NIGHT, PANEL, 0.85)
"""A tile."""
CORE = mix(PANEL, EDGE, 0.45)
EMPTY = mix(NIGHT, EDGE, 0.35)
"""The edge of a hex where nothing lies."""
HOLE = mix(INK, NIGHT, 0.4)
"""An empty slot."""
SHADE = mix(GROUND, TEXT, 0.66)
"""What a tile is called."""
