"""The colours of Adepts: of gems, and of the phases of a turn."""

from __future__ import annotations

from drawing.colours import rgb

GEMS = {
    "topaz": rgb("f58a1f"),
    "ruby": rgb("e0243f"),
    "citrine": rgb("f9d935"),
    "emerald": rgb("13a866"),
    "amethyst": rgb("a259e6"),
    "sapphire": rgb("2a6ff0"),
    "onyx": rgb("343846"),
    "diamond": rgb("d9f1fb"),
}

PHASES = {"I": rgb("c4521d"), "II": rgb("1d8148"), "III": rgb("5a4ccf"), "IV": rgb("9a6f0c"), "V": rgb("434a60")}
"""Chosen after the gems whose adepts and spells belong to the phase; IV has the gold of adept cards."""
