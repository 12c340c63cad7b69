"""Two tales by chance, alike but for what masters do in secret in one of them: nobody else can tell them apart."""

from __future__ import annotations

import json
import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from game.core.errors import BadArguments, Refused
from game.the_adept.tale import honest
from game.the_adept.tale.acting import ACTIONS, MASTERS
from game.the_adept.tale.tale import UNDO, Entry
from game.the_adept.tale.view import status, view
from tests.the_adept.tale.tables import ANA, BEN, GM, table
from tests.the_adept.tale.test_random import NEVER, given

RUNS, ACTS = 4, 400
OTHERS = (ANA, BEN, "", "stranger")
SECRETLY = (
    "acted", "appear", "boss", "challenge", "challenge-acts", "depart", "gmc", "hand", "hit", "hurt", "note", "remove",
    "roll", "soothe", "strike",
)  # fmt: skip
"""What masters do to hidden things, besides what they do openly."""
OFTEN = ("choose", "hero", "meet", "roll", "settle")
"""What players do to what lies on the table."""
AIMS = ("attack", "boss", "challenge", "gmc")
OPENLY = ("appear", "opportunity", "reveal", "roll", "spend")
"""What masters may do openly with what is hidden."""
TELLING = ("crisis", "doom", "tend", "contest", "settle", "assail", "choose")
"""What masters do that may change what all see by what is hidden: the docs say what can be guessed."""


class Twin:
    """A tale whose public dice fall as in the other one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seeds = 0
        self.patch = monkeypatch
        monkeypatch.setattr(honest, "new_seed", self.seed)
        self.tale = table(hidden=True)

    def seed(self) -> str:
        self.seeds += 1
        return f"{self.seeds:064x}"

    def act(self, who: str, action: str, given: Any) -> Entry | str:
        """Return what was done, or why it was refused."""
        self.patch.setattr(honest, "new_seed", self.seed)
        try:
            return self.tale.undo(who) if action == UNDO else self.tale.act(who, action, given)
        except (Refused, BadArguments) as error:
            return f"{getattr(error, 'code', '')} {error}"

    def last(self, who: str) -> str:
        """Return what somebody could take back."""
        mine = (each.action for each in reversed(self.tale.log) if each.who == who and each.struck is None)
        return next((action for action in mine if action != UNDO), "")


def chosen(rng: Random, twin: Twin) -> tuple[str, str, Any]:
    """Return who does what."""
    who = rng.choice([GM, GM, GM, ANA, BEN, "stranger"])
    if who != GM and rng.random() < 0.05 and twin.last(who) not in ("", "join", "enter"):
        return who, UNDO, None
    never = {*NEVER, *(TELLING if who == GM else ())}
    often = SECRETLY if who == GM else OFTEN
    action = rng.choice(often if rng.random() < 0.5 else sorted(ACTIONS.keys() - never))
    made = given(rng, twin.tale, action)
    state, public = twin.tale.state, [id for id, roll in twin.tale.state.rolls.items() if not roll.secret]
    if action == "roll" and who != GM:
        made["aim"] = rng.choice(("", *(f"{kind}/{name}" for kind in AIMS for name in state.against)))
    if action == "hit" and public:
        made["by"] = rng.choice(("", public[-1]))
    if who == GM and "hidden" in ACTIONS[action].signature.parameters:
        made["hidden"] = rng.random() < 0.8
    if action == "roll" and who == GM:
        made["secret"] = not made.get("character") and rng.random() < 0.7
        if made["secret"] and public:
            made["against"] = rng.choice(("", f"#{public[-1]}"))
    return who, action, made


@pytest.mark.parametrize("seed", range(RUNS))
def test_what_masters_do_in_secret_shows_to_nobody_else(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not in what others see, not in what they can do, not in how they are refused."""
    rng, done = Random(seed), Counter[str]()
    full, plain = Twin(monkeypatch), Twin(monkeypatch)
    for _ in range(ACTS):
        who, action, made = chosen(rng, rng.choice((full, plain)))
        before = {**vars(full.tale)}, full.seeds
        one = full.act(who, action, made)
        if who != GM:
            two = plain.act(who, action, made)
            assert isinstance(one, Entry) == isinstance(two, Entry), (action, made, one, two)
            assert isinstance(one, Entry) or one == two
            done["refused" if isinstance(one, str) else "player"] += 1
            if isinstance(one, str):
                continue
        elif isinstance(one, str):
            continue
        elif any(line.to != MASTERS for line in one.lines):
            if isinstance(plain.act(who, action, made), str):  # it was done openly with something hidden
                assert action in OPENLY
                if action == "roll":
                    assert not names_hidden(full), made
                vars(full.tale).update(before[0])
                full.seeds = before[1]
                continue
            done["open"] += 1
        else:
            done["secret"] += 1
        for other in rng.sample(OTHERS, 2):
            assert seen(full, other) == seen(plain, other), (action, made)
            assert status(full.tale, other) == status(plain.tale, other)
    assert min(done.values()) > 3, done
    settle_in_secret(full)


def seen(twin: Twin, who: str) -> str:
    """Return what somebody sees as text, in which the order of names shows too."""
    return json.dumps(view(twin.tale, who))


def names_hidden(twin: Twin) -> set[str]:
    """Return which names of hidden things others read where a roll tells who rolled."""
    state = twin.tale.state
    told = view(twin.tale, ANA)
    last = [*told["rolls"].values()][-1]
    return {name for name in state.against if name not in state.known_against and name in (last["gmc"], last["what"])}


def settle_in_secret(twin: Twin) -> None:
    """What open rolls are settled against shows to nobody else, if that was rolled in secret."""
    rolls = twin.tale.state.rolls
    hidden = next((id for id, roll in rolls.items() if roll.secret), "")
    done = [twin.act(GM, "settle", {"roll": id, "against": hidden}) for id, roll in rolls.items() if not roll.secret]
    for other in OTHERS if hidden and any(isinstance(each, Entry) for each in done) else ():
        assert not re.search(r"\bs\d+\b", seen(twin, other))


@pytest.mark.parametrize(("pool", "ends"), [("5d12", "goes no further"), ("d4", "won the contest")])
def test_what_masters_answer_in_secret_keeps_nobody_from_answering(
    pool: str, ends: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does it decide a contest, or keep one from being given up."""
    full, plain = Twin(monkeypatch), Twin(monkeypatch)
    spy = {"gmc": "Spy", "picks": ["Unseen"], "pool": "9d12", "secret": True}
    assert isinstance(full.act(GM, "gmc", {"name": "Spy", "traits": {"Unseen": "d12"}}), Entry)
    for twin in (full, plain):
        for who, made in (
            (ANA, {"character": "Iltani", "pool": "6d8"}),
            (BEN, {"character": "Bel", "pool": pool, "against": "#1", "decides": True}),
        ):
            rolled = twin.act(who, "roll", made)
            assert isinstance(rolled, Entry), rolled
            if twin is full:
                twin.act(GM, "roll", {**spy, "against": f"#{rolled.casts[0]}"})
        twin.act(GM, "lay-aside", {"roll": "2"})
    assert len(full.tale.dice.secret) == 2
    assert seen(full, ANA) == seen(plain, ANA)
    assert ends in " ".join(view(plain.tale, ANA)["log"])
