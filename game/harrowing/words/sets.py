"""The sets of tiles in words: what each has much of, what it brings into the game, its tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.core.english import listed, many
from game.harrowing.rules.content import OF_SET, SETS, TILES, Face, Tile
from game.harrowing.rules.reader import ViewReader
from game.harrowing.words import spells

WILD = "wild"
ABOUT: Mapping[int, str] = {1: "pillars", 2: "power", 3: "moving tiles", 4: "battles"}
"""What the tiles of each set are mainly about."""
BRINGS: Mapping[int, str] = {
    1: "more pillars in more places, and ways to take others' off",
    2: "more cubes, power back without meditating, more invocations",
    3: "tiles that are moved, swapped, flipped and rotated, so that patterns come and go",
    4: "strength, dice and wards for battles, and seals on what others have claimed",
}
"""What a game with each set has more of."""


def label(number: int) -> str:
    """Return "Set 1: Foundations (pillars)"."""
    return f"Set {number}: {SETS[number]} ({ABOUT[number]})"


def tiles(number: int) -> list[Tile]:
    """Return the tiles of a set, with one for its wilds, which are alike."""
    return list({tile.faces[0].name: tile for tile in (TILES[each] for each in reversed(OF_SET[number]))}.values())[
        ::-1
    ]


def faces(number: int) -> list[Face]:
    """Return all sides of a set's tiles, with one wild."""
    return [face for tile in tiles(number) for face in tile.faces]


def meaning(now: ViewReader) -> str:
    """Say what it means to choose a set."""
    chosen = listed((f"{number}, {SETS[number]}" for number in sorted(now.sets)), "none")
    return (
        f"Everybody draws from one stack of {many(len(now.seats), 'set')}, one from each player: nine tiles each, three"
        f" of them wild. Chosen so far: {chosen}."
    )


def outlined(number: int) -> str:
    """Return a set in two lines: what it brings, and the names of its tiles, both sides of each."""
    names = " · ".join(" / ".join(face.name for face in tile.faces) for tile in tiles(number))
    return f"**{number}, {SETS[number]}**: {BRINGS[number]}.\n-# {names} (wild)"


def told(number: int, whole: bool) -> Iterator[str]:
    """Yield lines on what a set's tiles do: briefly, a line for each tile, or with `whole` in full, a line for each
    side."""
    yield f"**{SETS[number]}**: {BRINGS[number]}."
    for tile in tiles(number):
        which = "three wilds" if tile.what == WILD else tile.id
        if whole:
            yield from (
                f"- **{face.name}** ({which}; {face.runes}), {face.kind}: {spells.told(face)}" for face in tile.faces
            )
        else:
            sides = " / ".join(f"**{face.name}** ({face.runes}) {spells.brief(face)}" for face in tile.faces)
            yield f"- {which}: {sides}"
