"""The colours of tribes, crystals, and what lies on the ground."""

from __future__ import annotations

from collections.abc import Mapping

from drawing.colours import EDGE, INK, NIGHT, PANEL, SEATS, Colour, mix, rgb

TRIBES: Mapping[str, Colour] = {"P1": mix(SEATS["P1"], INK, 0.16), "P2": SEATS["P2"]}
"""The tribes' colours by seat, like the players' in other games; tribes differ in shape too."""
ENERGY = rgb("c9a2ff")
SPIRIT = rgb("f7fbff")
RELIC = rgb("ffd75e")
GEM = rgb("7ff0c4")
ARROW = rgb("ffe9a8")

BARE = PANEL
"""The colour of a free square."""
SHRINE = mix(NIGHT, RELIC, 0.24)
STONE = mix(EDGE, INK, 0.35)
"""The colour of a fallen warrior, which lies face down."""
