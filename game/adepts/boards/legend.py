"""What the signs of the board in words mean."""

from __future__ import annotations

from game.adepts.rules.gems import BATTERY_MANA, GEM_NAMES, TOP_LEVEL
from game.adepts.words.facts import worth
from game.adepts.words.gems import adept, gem, listed, mine

_PAIR = 2


def legend() -> str:
    """Return the legend, which is the same for every game."""
    gems = [f"{gem(name)} {worth(name)}" for name in GEM_NAMES]
    pairs = [" · ".join(gems[at : at + _PAIR]) for at in range(0, len(gems), _PAIR)]
    battery = listed(f"{mana}" for mana in BATTERY_MANA[1:])
    return "\n".join(
        (
            "**The mines**",
            f"- {mine('topaz')} 9: the gems that are left in the mine",
            "- *inside: Ada 2*: these miners dig first",
            "- *I: Ada 4*: a group on work site I, and how many miners; I digs before II, II before III",
            "- 🔒 Ada: closed to all but this player",
            "**The players**",
            "- ▶: whose move it is",
            "- +9 next: the mana that phase V brings next, as things stand",
            f"- {adept('topaz')}: the adept of this gem",
            f"- Batteries {mine('topaz').split()[0]} 3: level 3; levels 1 to {TOP_LEVEL} add {battery} mana at the end",
            "**The gems, and the mana for one**",
            *(f"- {pair}" for pair in pairs),
        )
    )
