"""The tales of The Adept as the rest of the program sees them (see `game.core.aids.tale`)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from game.core.aids.signature import Signature, Values
from game.core.aids.tale import Parts, Tales
from game.core.aids.tale import Tale as AnyTale
from game.core.errors import BadPosition
from game.the_adept.tale import view
from game.the_adept.tale.acting import ACTIONS
from game.the_adept.tale.tale import VERSION, Tale


class Shown(Tale):
    """A tale that can be shown as lines of text."""

    @property
    def over(self) -> bool:
        return self.state.over

    def parts(self, since: int = -1, entries: int = 0, casts: int = 0) -> Parts:
        return Parts(
            VERSION,
            self.since,
            self.base.model_dump(mode="json") if since != self.since else {},
            self.dice.model_dump_json(exclude={"casts"}),
            [each.model_dump(mode="json", exclude={"struck"}) for each in self.log[entries:]],
            [each.model_dump(mode="json") for each in self.dice.casts[casts:]],
        )

    def status(self, who: str = "") -> Sequence[str]:
        return view.status(self, who)

    def story(self, who: str = "", since: int = 0) -> Sequence[str]:
        return view.log(self, who, since)

    def faults(self) -> Sequence[str]:
        return self.dice.faults(self.over)

    def proofs(self) -> Sequence[str]:
        return [
            f"first {self.dice.first}",
            *(f"own {name} {each}" for name, each in view.own(self).items()),
            *(line for cast in self.dice.open(self.over) for line in view.rolled(cast)),
            *self.dice.verdict(self.over),
        ]


class AdeptTales(Tales):
    """Opens and restores tales of The Adept."""

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

    def assembled(self, parts: Parts) -> AnyTale:
        try:
            dice = {**json.loads(parts.secret), "casts": parts.casts}
        except (ValueError, TypeError):
            raise BadPosition("they cannot be read", "dice") from None
        data = {"version": parts.version, "base": parts.base, "since": parts.since, "log": parts.entries, "dice": dice}
        return Shown.from_dict(data)
