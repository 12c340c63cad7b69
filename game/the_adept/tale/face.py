"""Tales as the rest of the program knows them (see `game.core.tale`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.core.signature import Signature, Values
from game.core.tale import Tale as AnyTale
from game.core.tale import Tales
from game.the_adept.tale import view
from game.the_adept.tale.acting import ACTIONS
from game.the_adept.tale.honest import faults
from game.the_adept.tale.tale import Tale


class Shown(Tale):
    """A tale with its lines."""

    @property
    def over(self) -> bool:
        return self.state.over

    def status(self, who: str = "") -> Sequence[str]:
        return view.status(self, who)

    def story(self, who: str = "", since: int = 0) -> Sequence[str]:
        return view.log(self, who, since)

    def proofs(self) -> Sequence[str]:
        wrong = faults(self.dice.first, self.dice.public)
        return [
            f"first {self.dice.first}",
            *(line for cast in self.dice.public for line in view.rolled(cast)),
            *(wrong or [f"{len(self.dice.public)} rolls, all honest"]),
        ]


class AdeptTales(Tales):
    """Tales of The Adept."""

    @property
    def actions(self) -> Mapping[str, tuple[str, Signature]]:
        return {name: (each.about, each.signature) for name, each in ACTIONS.items()}

    @property
    def opens(self) -> Signature:
        return Signature("new", Tale.new, skip=1)

    def new(self, who: str, given: Values) -> AnyTale:
        self.opens.check(given)
        return Shown.new(who, **given)

    def restore(self, data: Values) -> AnyTale:
        return Shown.from_dict(data)
