"""An hour of a table that plays by itself: tests, a challenge, a boss, a rest, advances (see `game.core.aids.demo`).

What is attempted stands in `demo.toml`; what happens depends on the dice, as at any table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Mapping, Sequence
from typing import Any

from game.core import toml
from game.core.aids.demo import Beat, Demo, Filled, Heard, Picked, Script, Tapped, Typed
from game.the_adept import texts

Part = Generator[Beat, Heard, Heard]
"""A part of the script; it returns what was seen last."""

ROLLS = 60
"""The least number of rolls that the demo makes."""

_SETTLE, _CHOOSE, _HIT, _ASSET = "Settle against", "Total and effect", "Set it against", "Make an asset of it"
_USED = 3
"""How many rolls of a scene the master uses the hitches of."""
_BUY = "What shall it be?"
_EFFECT = re.compile(r"effect _*(?:d\d+ )*(d\d+)")
"""Finds the largest effect die, which stands last."""
_AGAINST = re.compile(r"against (\d+)")
_ROLL = re.compile(r"Roll (\d+)")


def _read() -> Mapping[str, Any]:
    return toml.load(texts.__name__, "demo")


def demo() -> Demo:
    """Return the demo's table."""
    return Demo(tuple(_read()["people"]), _Hour().script)


class _Hour:
    """The state of the script: the number of rolls so far."""

    def __init__(self) -> None:
        told = _read()
        self.gm, *self.players = told["people"]
        self.names = [sheet["name"] for sheet in told["sheet"]]
        self.told = told
        self.rolls = 0

    def script(self) -> Script:
        yield from self._opening()
        for scene in self.told["scene"]:
            yield Typed(self.gm, "gm scene", {"name": scene["name"], "kind": scene["kind"]})
            for test in scene["tests"]:
                yield from self._test(test["who"] - 1, test["dice"], test["against"])
            yield from self._hitches()
        yield from self._challenge(self.told["challenge"])
        yield from self._boss(self.told["boss"])
        yield Typed(self.gm, "gm scene", {"name": "By the fire", "kind": "rest"})
        tests = [test for scene in self.told["scene"] for test in scene["tests"]]
        for test in tests * 4:
            if self.rolls >= ROLLS:
                break
            yield from self._test(test["who"] - 1, test["dice"], test["against"])
        yield from self._ending()

    def _opening(self) -> Script:
        told = self.told
        yield Typed(self.gm, "tale new", {"title": told["title"], "doom": told["doom"]})
        for player, sheet in zip(self.players, told["sheet"], strict=True):
            yield Typed(player, "tale join")
            yield Typed(player, "sheet import", {"text": json.dumps(sheet, ensure_ascii=False)})
        yield Typed(self.gm, "gm session", {"do": "start"})

    # --- rolls

    def _test(self, who: int, dice: str, against: str) -> Part:
        """Roll, choose, settle; one in three successes makes an asset."""
        heard = yield from self._roll(who, dice, against)
        player = self.players[who]
        if better := _better(heard):
            heard = yield Picked(player, _CHOOSE, better)
        heard = yield from self._settle(player, heard)
        if self.rolls % 3 == 0 and (made := heard.choices(_ASSET)):
            yield Picked(player, _ASSET, made[0])
            heard = yield Filled(player, [f"Find {self.rolls}"])
        return heard

    def _roll(self, who: int, dice: str, against: str) -> Part:
        rolled = 1 if against.isdigit() else 2  # the opposition rolls first
        heard = yield Typed(self.players[who], "roll", {"dice": dice, "against": against}, rolled)
        found = _ROLL.search(heard.words)
        self.rolls = int(found[1]) if found else self.rolls + 1
        return heard

    def _settle(self, player: str, heard: Heard) -> Part:
        return (yield Tapped(player, _SETTLE)) if heard.has(_SETTLE) else heard

    def _hitches(self) -> Script:
        """Handle the hitches that wait for the master: the first of a scene become a complication, the others go into
        doom."""
        heard = yield Typed(self.gm, "gm panel")
        for number in range(_USED):
            if not heard.has("Hitches"):
                return
            heard = yield Tapped(self.gm, "Hitches")
            into = [label for label in heard.labels if label.endswith("into doom")]
            if number and into:
                yield Tapped(self.gm, into[-1])
            else:
                heard = yield Tapped(self.gm, "Complication")
                if heard.has("A new one"):
                    yield Tapped(self.gm, "A new one")
                yield Filled(self.gm, [self.told["complications"][self.rolls % 3]])
            heard = yield Typed(self.gm, "gm panel")

    # --- what stands against them

    def _challenge(self, told: Mapping[str, Any]) -> Script:
        """Play turn after turn until the challenge is over, or its last round is."""
        name = told["name"]
        yield Typed(self.gm, "gm scene", {"name": "The gate", "kind": "action"})
        yield Typed(self.gm, "gm challenge", {key: told[key] for key in ("name", "die", "extra", "rounds")})
        for number in range(told["rounds"]):
            order = self._order(number)
            for who in order:
                yield Typed(self.gm, "gm hand", {"to": self.names[who], "challenge": name})
                heard = yield from self._roll(who, told["dice"][who], name)
                heard = yield from self._settle(self.players[who], heard)
                hits = heard.choices(_HIT)
                if hits:
                    heard = yield Picked(self.players[who], _HIT, hits[-1])
                    if not heard.choices(_HIT):
                        return
            yield Typed(self.gm, "gm hand", {"challenge": name, "acted": True})
            yield Typed(self.gm, "gm challenge", {"name": name, "acts": "grow"})

    def _order(self, number: int) -> Sequence[int]:
        """Return the order of a round: whoever was last begins the next one."""
        return (0, 1, 2) if number % 2 == 0 else (2, 1, 0)

    def _boss(self, told: Mapping[str, Any]) -> Script:
        """Let the players strike the boss in turn, each with a harm of their own."""
        yield Typed(self.gm, "gm boss", {"name": told["name"], "dice": told["dice"]})
        yield Typed(self.gm, "gm stress", {"who": self.names[0], "type": "injured", "hit": "d6"})
        for turn in range(told["turns"]):
            who = turn % len(self.players)
            heard = yield from self._test(who, self.told["challenge"]["dice"][who], told["against"])
            effect = _EFFECT.search(heard.words)
            if effect and "success" in heard.words.lower():
                harm = {"name": told["name"], "harm": told["harm"][who], "hit": effect[1]}
                heard = yield Typed(self.gm, "gm boss", harm)
                if "defeated" in heard.words:
                    return

    # --- the end

    def _ending(self) -> Script:
        """End with a record, XP, and one advance each."""
        yield Typed(self.gm, "gm session", {"do": "end", "record": self.told["record"], "xp": self.told["xp"]})
        for player in self.players:
            yield Typed(player, "sheet advance")
            heard = yield Tapped(player, "Specialty")
            larger = [each for each in heard.choices(_BUY) if "→" in each]
            yield Picked(player, _BUY, larger[0])
        yield Typed(self.gm, "tale log")
        yield Typed(self.gm, "tale proofs")


def _better(heard: Heard) -> str:
    """Return the choice with the largest effect that still beats the difficulty, or "" if it is the first one."""
    found, level = heard.choices(_CHOOSE), _AGAINST.search(heard.words)
    beat = [each for each in found if level and int(each.partition(",")[0]) > int(level[1])]
    return beat[-1] if len(beat) > 1 else ""
