"""Thousands of random operations: each refuses or gives what the rules say, compared with the same done step by step
(`ledger`); none crashes."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import game.the_adept as adept
from game.the_adept.rules.advancing import ACTS, ADVANCES, MODES
from game.the_adept.rules.dice import MOST, Die, pool_of
from game.the_adept.rules.dice import written as canonical
from game.the_adept.rules.doom import SPENDS
from game.the_adept.rules.traits import AETHERS, STRESS
from tests.the_adept import ledger

RUNS = 15_000
SHEET = tomllib.loads((Path(__file__).parent / "cases.toml").read_text(encoding="utf-8"))["sheets"]["iltani"]
PEOPLE = ["Ana", "Ben", "Cem", "Dee"]
HARM = ("-", "d6", "d8", "d10", "d12")

Made = dict[str, Any]


class Dice:
    """Random arguments of operations, now and then wrong ones."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def one(self) -> str:
        return self.rng.choice(
            ["d4", "d6", "d8", "d10", "d12", "D8", "10", *(["d7", "-", "2d6", ""] if self.odd else [])]
        )

    def harm(self) -> str:
        return self.rng.choice([*HARM, "-", *(["d4", "d20"] if self.odd else [])])

    def hits(self) -> list[str]:
        return [self.rng.choice([self.one(), "up"]) for _ in range(self.rng.randrange(4))]

    def pool(self, most: int = 7) -> str:
        dice = [str(die) for die in self.rng.choices(list(Die), k=self.rng.randint(1, most))]
        return self.rng.choice([" ", ", ", " + "]).join(dice)

    def part(self, pool: str, most: int = 3) -> str:
        """Some dice of a pool, and now and then dice that it does not have."""
        dice = pool_of(pool) if not self.odd else tuple(self.rng.choices(list(Die), k=2))
        return canonical(self.rng.sample(dice, min(len(dice), self.rng.randint(1, most))))

    def roll(self) -> str:
        dice = self.rng.choices(list(Die), k=self.rng.randint(1, 8))
        return " ".join(f"{die}:{self.rng.randint(1, die)}" for die in dice) + (" d6:0" if self.odd else "")

    def some(self, items: Sequence[str]) -> list[str]:
        return self.rng.sample(items, self.rng.randint(0, len(items)))

    @property
    def odd(self) -> bool:
        return self.rng.random() < 0.1


def pools(told: Mapping[str, Any]) -> list[str]:
    return [told[key] for key in ("pool", "dice", "doom", "crisis", "bank") if key in told]


def sizes(text: str) -> list[int]:
    return [die.value for die in pool_of(text, none=True)]


def in_bounds(told: Mapping[str, Any]) -> None:
    """Check what holds for every result."""
    for pool in pools(told):
        assert pool == canonical(pool_of(pool, none=True))
        assert len(sizes(pool)) <= MOST
    for key in ("now", "trauma"):
        assert told.get(key, "-") in HARM
    if told.get("out"):
        assert told["now"] == "d12"


def step(d: Dice) -> Made:
    return {"die": d.one(), "by": d.rng.randint(-6, 9)}


def step_in_pool(d: Dice) -> Made:
    pool = d.pool()
    return {"pool": pool, "die": d.part(pool, 1), "by": d.rng.randint(-2, 5)} | (
        {"other": d.part(pool, 1)} if d.odd else {}
    )


def league(d: Dice) -> Made:
    return {"pool": d.pool(), "status": d.one(), "power": d.one()}


def build(d: Dice) -> Made:
    picks = [
        "distinction.trait", "distinction.concept!", "approach.wits", "approach.luck", "move.defend", "move.assess",
        "magic.spellcasting.illusion", "magic.will.telekinesis", "specialty.Alchemy",
        "specialty.Court Etiquette", "signature.Staff", "signature.Cup", "asset.Fog", "+2d6", "+d12",
    ]  # fmt: skip
    sheet = deepcopy(SHEET)
    sheet["signature"]["Cup"] = {"die": "d6", "sfx": []}
    sheet["magic_off"] = d.odd
    more = {"power": d.one()} if d.odd else {}
    return {
        "sheet": sheet,
        "picks": d.some(picks)[:5],
        "paid": d.rng.choice([0, 0, 0, 1, 2]),
        "aether": d.rng.choice([*AETHERS]) if d.odd else "mana",
    } | more


def stress(d: Dice) -> Made:
    now = d.harm()
    before = {"out": now == "d12" and d.rng.random() < 0.5, "magic_off": d.rng.random() < 0.2}
    return {"type": d.rng.choice(STRESS), "hits": d.hits(), "now": now, "trauma": d.harm()} | before


def doom(d: Dice) -> Made:
    pool = d.pool()
    paid = d.part(pool, 2)
    least = {"least": d.rng.choice([paid, d.one()])} if d.rng.random() < 0.7 else {}
    return {"pool": pool, "spend": d.rng.choice(SPENDS), "dice": paid, "floor": d.rng.randrange(5)} | least


def transfer(d: Dice) -> Made:
    pool = d.pool()
    how = d.rng.choice(["as-is", "split", "combine"])
    return {"doom": pool, "take": d.part(pool, 2), "how": how, "floor": d.rng.randrange(3)}


def hit(d: Dice) -> Made:
    pool = d.pool(4)
    targets = d.part(pool, 3).split()
    if d.rng.random() < 0.3:  # what a die of the pool may have become
        targets.append(str(d.rng.choice(list(Die))))
    return {"pool": pool, "hits": [f"{d.one()}>{target}" for target in targets]}


def boss(d: Dice) -> Made:
    return {"dice": f"{d.rng.randint(1, 5)}{d.one()}", "hit": d.rng.choice([d.one(), "up"]), "now": d.harm()}


def price(d: Dice) -> Made:
    name = d.rng.choice(ADVANCES)
    size = f" {d.rng.choice(list(Die))}" if len(ledger.PRICES[name][0]) > 1 else ""
    more = {"now": d.rng.choice(["d4", *HARM]), "xp": d.rng.randrange(50), "sessions": d.rng.randrange(10)}
    return {"mode": d.rng.choice(MODES), "advance": name + size} | {key: more[key] for key in d.some([*more])}


def handoff(d: Dice) -> Made:
    done = d.some(PEOPLE)
    return {"players": PEOPLE, "done": done, "challenge_done": len(done) == len(PEOPLE), "out": d.some(PEOPLE)[:2]}


KINDS: dict[Callable[..., Any], Callable[[Dice], Made]] = {
    adept.parse: lambda d: {"text": d.pool(40) + d.rng.choice(["", "", " Wits", " d7", " x1"])},
    adept.step: step,
    adept.step_in_pool: step_in_pool,
    adept.league: league,
    adept.build: build,
    adept.analyse: lambda d: {"roll": d.roll(), "keep": d.rng.choice([2, 2, 3]), "effects": d.rng.choice([1, 1, 2])},
    adept.test: lambda d: {
        "total": d.rng.randint(0, 40),
        "difficulty": d.rng.randint(0, 24),
        "effect": d.pool(2),
        "extra": d.rng.choice([0, 0, 1, 2]),
    },
    adept.contest: lambda d: {
        "totals": sorted(d.rng.choices(range(20), k=d.rng.randint(0, 4))) + [d.rng.randrange(20)] * d.odd,
        "give_in": d.rng.random() < 0.3,
    },
    adept.stress: stress,
    adept.complication: lambda d: {"hits": d.hits(), "now": d.harm()},
    adept.hitch: lambda d: {"hitches": d.rng.randint(-1, 6), "now": d.harm(), "botch": d.odd},
    adept.recover: lambda d: {
        "die": d.harm(),
        "total": d.rng.randint(0, 24),
        "difficulty": d.rng.randint(0, 24),
        "effect": d.one(),
        "hitches": d.rng.randrange(3),
    },
    adept.rest: lambda d: {"stress": {type: d.harm() for type in d.some(STRESS)}},
    adept.asset: lambda d: {"effect": d.pool(2), "cap": d.one()},
    adept.drop: lambda d: {"die": d.one(), "n": d.rng.randint(0, 5)},
    adept.hero: lambda d: {"bank": d.part("d4 d6 d8 d10 d12"), "opposition": d.roll()},
    adept.hero_use: lambda d: {
        "bank": d.part("d4 d6 d8 d10 d12"),
        "total": 7,
        "rolled": d.roll()[:5].strip(),
        "back": d.odd,
    },
    adept.doom: doom,
    adept.transfer: transfer,
    adept.challenge: lambda d: {"die": d.one(), "extra": d.rng.randint(-1, 4)},
    adept.grow: lambda d: {"pool": d.pool()} | ({"die": d.one()} if d.odd else {}),
    adept.hit: hit,
    adept.boss: boss,
    adept.handoff: handoff,
    adept.price: price,
    adept.record: lambda d: {
        "act": d.rng.choice(ACTS),
        **{key: d.rng.random() < 0.4 for key in ("called", "ever", "spent", "current")},
    },
}

STEP_BY_STEP = {each: getattr(ledger, each.__name__) for each in KINDS if each is not adept.analyse}
"""The same by the ledger; rolls are compared in `test_odds`."""


def test_random_operations_keep_the_bounds() -> None:
    d, carried_out, refused = Dice(15), Counter[str](), Counter[str]()
    for _ in range(RUNS):
        operation = d.rng.choice([*KINDS])
        given = KINDS[operation](d)
        before = deepcopy(given)
        other = STEP_BY_STEP.get(operation)
        try:
            told = operation(**given)
        except adept.Refused:
            refused[operation.__name__] += 1
            assert other is None or other(**given) is None, (operation.__name__, given)
        else:
            assert other is None or other(**given) == told, (operation.__name__, given)
            in_bounds(told)
            carried_out[operation.__name__] += 1
        assert given == before
    assert min(carried_out[each.__name__] for each in KINDS) > 50
    assert min(refused[each.__name__] for each in KINDS if each is not adept.handoff) > 3
