"""The uses of an effect are searched for from the roll on, not from the beginning of the tale."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.the_adept.stage.rolling.uses import uses
from game.the_adept.tale.tale import Entry
from tests.the_adept.stage.tables import begun
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, GM


class Counted(tuple[Entry, ...]):
    """A log that counts how much of it is read."""

    looked = 0

    def __iter__(self) -> Iterator[Entry]:
        type(self).looked += len(self)
        return super().__iter__()

    def __reversed__(self) -> Iterator[Entry]:
        for at in range(len(self) - 1, -1, -1):
            type(self).looked += 1
            yield self[at]

    def __getitem__(self, which: Any) -> Any:
        found = super().__getitem__(which)
        return Counted(found) if isinstance(which, slice) else found


def test_uses_of_a_roll_are_found_from_there_on(falls: Falls) -> None:
    table = begun()
    falls("d6:4 d8:7 d10:8", "d6:2 d8:3")
    for number in range(40):
        table.tale.act(GM, "doom", {"pool": f"{2 + number % 5}d6"})
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d8 d10"})
    table.tale.act(ANA, "settle", {"difficulty": 9})
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d8"})
    table.tale.act(ANA, "use", {"roll": "1", "then": 1})
    table.tale.act(ANA, "asset", {"character": "Iltani", "name": "Fog", "effect": "d8"})
    told = {"1": ["Iltani: asset Fog d8"]}
    table.tale.log = Counted(table.tale.log)
    assert uses(table.tale, ["1"]) == uses(table.tale, ["2", "1"]) == told
    assert uses(table.tale, []) == {}
    assert Counted.looked < 40
