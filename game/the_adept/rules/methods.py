"""What Methods of magic come with: each its own Limit and SFX, and all of them the Limit Out of Mana.

The first Effect of a Method brings both, unlocked. Whatever the bot can compute of them stands beside the text as
numbers: steps of a die, PP, how long an asset lasts.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from game.the_adept.rules.traits import METHODS


class Special(NamedTuple):
    """An SFX or a Limit: its name and text, and in numbers what the bot computes.

    effect: by how many steps the effect die changes. pp: change of the player's PP. lasts: how long an asset made with
    it lasts; "" as usual.
    """

    name: str
    text: str
    effect: int = 0
    pp: int = 0
    lasts: Literal["", "scene", "session"] = ""


class Method(NamedTuple):
    """A Method of magic: its name for people, its own Limit and SFX."""

    title: str
    limit: Special
    sfx: Special


OUT_OF_MANA = Special(
    "Out of Mana",
    "Drained past d12 stays d12 and shuts your magic down until it steps down. Or say that you are out of mana: no "
    "magic for the scene, +1 PP.",
)
_METHODS = {
    "enchantment": Method(
        "Enchantment",
        Special("Time Intensive", "Making an asset with it takes a whole scene."),
        Special("Lasting Enchantment", "An asset that took you two days or more lasts the session.", lasts="session"),
    ),
    "craft": Method(
        "Magical Craftsmanship",
        Special("Prepared Environment", "It works only where there is a workshop, found or set up by tests."),
        Special("Non Fungible Asset", "An asset that is good for one use: its effect die steps up.", effect=1),
    ),
    "ritual": Method(
        "Ritual Magic",
        Special("Preparation", "It takes long preparation, and never works amid a fight."),
        Special("Reagents", "Assets that the ritual uses up count double: one more die of the same size each."),
    ),
    "spellcasting": Method(
        "Spellcasting",
        Special("Exact Spells", "Bend a memorised spell to another end: its power steps down for this roll, +1 PP."),
        Special("Memorised Spells", "For 1 PP you had that spell by heart: a d6 asset for the session.",
                pp=-1, lasts="session"),
    ),
    "will": Method(
        "Will Magic",
        Special("Unstable Spells", "A failed test takes effect all the same, out of control; doom gains a die as large "
                "as the largest of your pool."),
        Special("Crude Magic", "Where finesse does not matter, your power steps up or is doubled; doom gains a die as "
                "large as your effect die."),
    ),
}  # fmt: skip
BY_METHOD = {name: _METHODS[name] for name in METHODS}
"""All Methods by id, in their order."""

EFFECT_TITLES = {
    "animation": ("Animation", "lifeless things move: corpses, statues, machines"),
    "chaos": ("Chaos Manipulation", "good luck, bad luck, odds bent"),
    "senses": ("Extraordinary Senses", "sharper senses, and new ones"),
    "flesh": ("Flesh Manipulation", "bodies healed, or made over"),
    "hyper": ("Hyperinteractions", "dealings with the Seven Spheres, and ways to them"),
    "illusion": ("Illusion", "disguises, phantasms, senses deceived"),
    "materialisation": ("Materialisation", "matter out of aether"),
    "matter": ("Matter Transformation", "other shapes, other substances"),
    "mental": ("Mental Manipulation", "minds, moods and instincts"),
    "metamagic": ("Metamagic", "spells undone, absorbed, rewoven"),
    "portals": ("Portals & Teleportation", "from here to there at once"),
    "soul": ("Soul Manipulation", "what souls are made of"),
    "space": ("Space Manipulation", "distances, sizes, shapes of space"),
    "summoning": ("Summoning", "beings from beyond, called or banished"),
    "telekinesis": ("Telekinesis & Levitation", "things moved without a hand"),
    "time": ("Time Manipulation", "time that hurries, drags or twists"),
}
"""By Effect of magic, its name for people and what it is about. An element's Effect is called after the element."""
