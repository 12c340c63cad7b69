"""What a plan would lead to, as data and in words: the new tile's strength, and who would be surrounded."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial

from game.core.english import sentence
from game.core.faces import Names, Sketch
from game.core.narrowing import Path
from game.core.protocol import View
from game.core.text.names import shown_names, unmarked
from game.spirit_ground import pictures
from game.spirit_ground.panels.plan import Plan
from game.spirit_ground.pictures.field import Fate
from game.spirit_ground.rules.ground import INDEX, NAMES, TOPS, squares
from game.spirit_ground.rules.reader import ViewReader, with_newest
from game.spirit_ground.rules.state import PLACE
from game.spirit_ground.words.terms import crystals


class Outlook:
    """What a path leads to. Where no direction is chosen yet, the first one is assumed."""

    def __init__(self, walk: Plan, path: Path) -> None:
        self.walk = walk
        self.tops = walk.tops(path)
        self._end = walk.whole(path, self.tops[0] if self.tops else "")
        self._steps = [step for at in range(1, len(self._end) + 1) if (step := walk.stand(self._end[:at]))]
        before = ViewReader(walk.seen).newest
        self.square: str | None = self._end[0] if walk.decision.kind == PLACE and self._end else before
        """Where the plan's own tile lies. It need not be the newest one: on the last open square the other player's
        tile is placed without a question."""

    @property
    def fates(self) -> list[Fate]:
        """The warriors that would be surrounded, in the order in which they are settled."""
        return [
            Fate(event.data["square"], event.data["strength"], event.data["enemies"], event.kind == "fell")
            for step in self._steps
            for event in step.events
            if event.kind in ("fell", "survived")
        ]

    @property
    def contested(self) -> bool:
        """Whether the seat would be asked in which order they are settled."""
        return bool(self._steps) and self._steps[-1].game.kind(self.walk.seat) == "target"

    @cached_property
    def view(self) -> View:
        """The view after the plan, with the plan's own tile as the newest."""
        return with_newest(self._steps[-1].game.view(None) if self._steps else self.walk.seen, self.square)

    @cached_property
    def now(self) -> ViewReader:
        """A reader of that view."""
        return ViewReader(self.view)

    @cached_property
    def helps(self) -> dict[str, str]:
        """The open squares at which the new tile's arrows would point, in square order, each with the directions that
        do so ("ns")."""
        now = self.now
        if self.square is None or not self.tops:
            return {}
        tile, found = now.tiles[self.square].tile, dict[str, str]()
        for top in self.tops:
            for square in squares(now.content.aims[tile.number][TOPS.index(top)][INDEX[self.square]]):
                if NAMES[square] not in now.tiles:
                    found[NAMES[square]] = found.get(NAMES[square], "") + top
        return {name: found[name] for name in NAMES if name in found}

    def told(self, names: Names) -> Iterator[str]:
        """Yield lines on the tile with its strength, who would fall, and what is left then, if anything."""
        now, shown = self.now, shown_names(names)
        if self.square is None or not self._steps:
            return
        lying = now.tiles[self.square]
        strength = next((fate.strength for fate in self.fates if fate.square == self.square), lying.strength)
        yield f"**{lying.tile.name} on {self.square}: strength {strength}**"
        for fate in self.fates:
            target = now.tiles[fate.square]
            whose = "your own" if target.seat == self.walk.seat else f"{shown.get(target.seat, target.seat)}'s"
            will = "would **fall**" if fate.falls else "would be surrounded and live"
            yield f"- {whose} {target.tile.name} on {fate.square} {will}, {fate.strength} against {fate.enemies}"
        if self.contested:
            yield "- several would be surrounded: you choose which is settled first"
        relic = [event for step in self._steps for event in step.events if event.kind == "took_relic"]
        if relic:
            turns = "; then you turn the tile" if len(now.content.tops[lying.tile.number]) > 1 else ""
            yield f"- you take the relic and draw two crystals{turns}"
        elif self._steps[-1].game.over:
            yield "-# With it the game is over."
        else:
            yield f"-# Then you have {crystals(now.players[self.walk.seat].storage)} in storage."


def sketch(walk: Plan, view: View, names: Names, path: Path) -> Sketch | None:
    """Return a sketch of the ground after the plan; at the choice of a pair or of the order, of the pairs."""
    kind = walk.decision.kind
    if kind in ("pair", "order"):
        ways = tuple(path[:1]) if kind == "pair" else ()
        return partial(pictures.pairs, view, ways)
    path = walk.settled(path)
    if kind == "place" and not path:
        return partial(pictures.preview, view, "", (), tuple(walk.decision.tokens))
    if kind == "target" and not path:
        return partial(pictures.preview, view, "", (), tuple(walk.decision.tokens))
    outlook = Outlook(walk, path)
    if kind == "pay" and not path:
        return partial(pictures.preview, view)
    said = (sentence(unmarked(line.lstrip("-# ")).rstrip(".")) for line in outlook.told(names))
    told = " ".join(f"{each}." for each in said)
    return partial(
        pictures.preview,
        outlook.view,
        told,
        tuple(outlook.fates),
        (),
        outlook.helps,
        tuple(outlook.tops),
        False,
    )
