"""Ten thousand random operations: each refuses or gives a result within the bounds of the rules; none crashes."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import game.the_adept as adept
from game.the_adept.rules.dice import MOST, Die, pool_of
from game.the_adept.rules.dice import written as canonical
from game.the_adept.rules.doom import SPENDS
from game.the_adept.rules.traits import AETHERS, STRESS

RUNS = 10_000
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


def stepped(given: Made, told: Made) -> None:
    [die] = pool_of(given["die"])
    ranks = [die.rank for die in pool_of(told["dice"], none=True)]
    by = given["by"]
    if by <= 0:
        assert ranks == ([die.rank + by] if die.rank + by >= 0 else [])
    else:
        assert sum(ranks) == die.rank + by  # a new d6 is a step


def step_in_pool(d: Dice) -> Made:
    pool = d.pool()
    return {"pool": pool, "die": d.part(pool, 1), "by": d.rng.randint(-2, 5)} | (
        {"other": d.part(pool, 1)} if d.odd else {}
    )


def stepped_in_pool(given: Made, told: Made) -> None:
    joined = len(sizes(told["pool"])) - len(sizes(given["pool"]))
    if given["by"] >= 0:  # a d6 that is added counts as one step
        assert sum(sizes(told["pool"])) - sum(sizes(given["pool"])) == 2 * given["by"] + 4 * joined


def league(d: Dice) -> Made:
    return {"pool": d.pool(), "status": d.one(), "power": d.one()}


def in_league(given: Made, told: Made) -> None:
    before, after = Counter(sizes(given["pool"])), Counter(sizes(told["pool"]))
    assert after.total() == before.total()
    assert after[4] - before[4] == told["replaced"]


def build(d: Dice) -> Made:
    picks = [
        "distinction.trait", "distinction.concept!", "approach.wits", "approach.luck", "move.defend", "move.assess",
        "magic.spellcasting.illusion", "magic.will.telekinesis", "specialty.Alchemy", "signature.Staff", "asset.Fog",
        "+2d6", "+d12",
    ]  # fmt: skip
    sheet = deepcopy(SHEET)
    sheet["magic_off"] = d.odd
    more = {"power": d.one()} if d.odd else {}
    return {
        "sheet": sheet,
        "picks": d.some(picks)[:5],
        "paid": d.rng.choice([0, 0, 0, 1, 2]),
        "aether": d.rng.choice([*AETHERS]) if d.odd else "mana",
    } | more


def built(given: Made, told: Made) -> None:
    free = sum(2 if pick == "+2d6" else 1 for pick in given["picks"])
    assert len(sizes(told["pool"])) == free
    assert told["pp"] == sum(pick.endswith("!") for pick in given["picks"]) - given["paid"]


def stress(d: Dice) -> Made:
    return {"type": d.rng.choice(STRESS), "hits": d.hits(), "now": d.harm(), "trauma": d.harm()}


def stressed(given: Made, told: Made) -> None:
    before, after = sizes(given["now"]), sizes(told["now"])
    assert not given["hits"] or after
    assert before <= after
    assert sizes(given["trauma"]) <= sizes(told["trauma"])
    assert not (told["gone"] and told["trauma"] != "d12")
    if given["type"] == "drained":
        assert not told["out"]
        assert told["trauma"] == given["trauma"]
    assert told["magic_off"] <= (given["type"] == "drained")


def doom(d: Dice) -> Made:
    pool = d.pool()
    return {"pool": pool, "spend": d.rng.choice(SPENDS), "dice": d.part(pool), "floor": d.rng.randrange(5)} | (
        {"least": d.one()} if d.rng.random() < 0.5 else {}
    )


def spent(given: Made, told: Made) -> None:
    left = Counter(sizes(told["pool"]))
    assert left + Counter(sizes(given["dice"])) == Counter(sizes(given["pool"]))
    assert left.total() >= given["floor"]
    assert told["gives"] == "-" or sizes(told["gives"]) <= sizes(given["dice"])


def transfer(d: Dice) -> Made:
    pool = d.pool()
    how = d.rng.choice(["as-is", "split", "combine"])
    return {"doom": pool, "take": d.part(pool, 2), "how": how, "floor": d.rng.randrange(3)}


def transferred(given: Made, told: Made) -> None:
    assert Counter(sizes(told["doom"])) + Counter(sizes(given["take"])) == Counter(sizes(given["doom"]))
    assert len(sizes(told["doom"])) >= given["floor"]
    grown = {"as-is": 0, "split": 1, "combine": -1}[given["how"]]
    assert len(sizes(told["crisis"])) == len(sizes(given["take"])) + grown


def hit(d: Dice) -> Made:
    pool = d.pool(4)
    targets = d.part(pool, 3).split()
    return {"pool": pool, "hits": [f"{d.one()}>{target}" for target in targets]}


def was_hit(given: Made, told: Made) -> None:
    before, after = sizes(given["pool"]), sizes(told["pool"])
    assert len(after) <= len(before)
    assert sum(before) - sum(after) >= 2 * len(given["hits"])
    assert told["over"] == (not after)


def boss(d: Dice) -> Made:
    return {"dice": f"{d.rng.randint(1, 5)}{d.one()}", "hit": d.rng.choice([d.one(), "up"]), "now": d.harm()}


def struck(given: Made, told: Made) -> None:
    lost = len(sizes(given["dice"])) - len(sizes(told["dice"]))
    assert lost in (0, 1)
    assert (told["now"] == "-") == (lost == 1)
    assert told["defeated"] == (told["dice"] == "-")
    assert lost or sizes(told["now"])[0] <= sizes(told["dice"])[0]


def handoff(d: Dice) -> Made:
    done = d.some(PEOPLE)
    return {"players": PEOPLE, "done": done, "challenge_done": len(done) == len(PEOPLE), "out": d.some(PEOPLE)[:2]}


def handed(given: Made, told: Made) -> None:
    assert told["next"] == ["challenge"] or not set(told["next"]) & set(given["out"])
    assert given["challenge_done"] or not set(told["next"]) & set(given["done"])
    assert told["chooser"] == "GM" or told["chooser"] == given["done"][-1]


def nothing_more(given: Made, told: Made) -> None:
    """Check nothing but what holds for every result."""


KINDS: dict[Callable[..., Any], tuple[Callable[[Dice], Made], Callable[[Made, Made], None]]] = {
    adept.parse: (lambda d: {"text": d.pool() + d.rng.choice(["", "", " Wits", " d7", " x1"])}, nothing_more),
    adept.step: (step, stepped),
    adept.step_in_pool: (step_in_pool, stepped_in_pool),
    adept.league: (league, in_league),
    adept.build: (build, built),
    adept.analyse: (
        lambda d: {"roll": d.roll(), "keep": d.rng.choice([2, 2, 3]), "effects": d.rng.choice([1, 1, 2])},
        nothing_more,
    ),
    adept.stress: (stress, stressed),
    adept.complication: (lambda d: {"hits": d.hits(), "now": d.harm()}, nothing_more),
    adept.hitch: (lambda d: {"hitches": d.rng.randint(-1, 6), "now": d.harm(), "botch": d.odd}, nothing_more),
    adept.recover: (
        lambda d: {
            "die": d.harm(),
            "total": d.rng.randint(0, 24),
            "difficulty": d.rng.randint(0, 24),
            "effect": d.one(),
            "hitches": d.rng.randrange(3),
        },
        nothing_more,
    ),
    adept.rest: (lambda d: {"stress": {type: d.harm() for type in d.some(STRESS)}}, nothing_more),
    adept.drop: (lambda d: {"die": d.one(), "n": d.rng.randint(0, 5)}, nothing_more),
    adept.hero: (lambda d: {"bank": d.part("d4 d6 d8 d10 d12"), "opposition": d.roll()}, nothing_more),
    adept.hero_use: (
        lambda d: {"bank": d.part("d4 d6 d8 d10 d12"), "total": 7, "rolled": d.roll()[:5].strip(), "back": d.odd},
        nothing_more,
    ),
    adept.doom: (doom, spent),
    adept.transfer: (transfer, transferred),
    adept.challenge: (lambda d: {"die": d.one(), "extra": d.rng.randint(-1, 4)}, nothing_more),
    adept.grow: (lambda d: {"pool": d.pool()} | ({"die": d.one()} if d.odd else {}), nothing_more),
    adept.hit: (hit, was_hit),
    adept.boss: (boss, struck),
    adept.handoff: (handoff, handed),
}


def test_random_operations_keep_the_bounds() -> None:
    d, carried_out, refused = Dice(15), Counter[str](), Counter[str]()
    for _ in range(RUNS):
        operation = d.rng.choice([*KINDS])
        make, check = KINDS[operation]
        given = make(d)
        before = deepcopy(given)
        try:
            told = operation(**given)
        except adept.Refused:
            refused[operation.__name__] += 1
        else:
            in_bounds(told)
            check(before, told)
            carried_out[operation.__name__] += 1
        assert given == before
    assert min(carried_out[each.__name__] for each in KINDS) > 50
    assert min(refused[each.__name__] for each in KINDS if each is not adept.handoff) > 3
