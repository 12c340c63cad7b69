"""The colours of runes, kinds of spells, power, and what lies on the field."""

from __future__ import annotations

from collections.abc import Mapping

from drawing.colours import EDGE, INK, NIGHT, PANEL, TEXT, Colour, mix, rgb

RUNES: Mapping[str, Colour] = {"A": rgb("ff9f45"), "B": rgb("62c8ff"), "C": rgb("a6e05b")}
"""By letter; runes differ in shape too."""
KINDS: Mapping[str, Colour] = {
    "sorcery": rgb("ffd75e"),
    "cantrip": rgb("cdd6e6"),
    "ritual": rgb("d38a52"),
    "aura": rgb("b58cf2"),
}
"""The edges of tiles, as in the rules except for auras, whose black would be invisible on this background."""
POWER = rgb("ff6fae")
"""The colour of a cube in a slot."""
BURST = rgb("ffd75e")
"""The burst around an auto-return slot."""

GROUND = mix(NIGHT, PANEL, 0.85)
"""The background of a tile."""
CORE = mix(PANEL, EDGE, 0.45)
EMPTY = mix(NIGHT, EDGE, 0.35)
"""The edge of an empty hex."""
HOLE = mix(INK, NIGHT, 0.4)
"""The colour of an empty slot."""
SHADE = mix(GROUND, TEXT, 0.66)
"""The colour of a tile's name."""
