"""What only game masters may see reaches nobody else: two tales that differ only in it look alike."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from game.core.chance import commitment
from game.core.errors import Refused
from game.the_adept.tale import honest
from game.the_adept.tale.honest import Honest, faults, secret_faults
from game.the_adept.tale.view import dice, log, rolled, status, view
from tests.the_adept.tale.tables import ANA, BEN, GM, At, table

Act = tuple[str, dict[str, Any]]
"""An action and what it is given."""


def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(7)
    monkeypatch.setattr(honest, "new_seed", lambda: f"{rng.getrandbits(256):064x}")


def played(monkeypatch: pytest.MonkeyPatch, secrets: bool) -> At:
    """Play the same hour, with or without hidden things."""
    seeded(monkeypatch)
    at = At(table(hidden=True))
    if secrets:
        at(GM, "boss", name="Lich", dice="3d10")
        at(GM, "challenge", name="Curse", die="d8")
        at(GM, "roll", pool="4d12", secret=True)
        at(GM, "note", text="the Lich is near")
        at(GM, "crisis", name="Rot", take="d8", how="split")
        at(GM, "crisis", name="rot", take="d10")
        at(GM, "gmc", name="Spy", traits={"Unseen": "d8"})
        at(GM, "appear", name="Spy", hidden=True)
        at(GM, "hurt", gmc="Spy", harm="injured", hits=["d6"])
        at(GM, "lay-aside", roll="s1")
    at(ANA, "roll", character="Iltani", picks=["approach.wits", "move.assess"])
    if secrets:
        at(GM, "hand", challenge="Curse", to="Iltani")
        at(GM, "strike", boss="Lich", harm="Wound", hit="d8")
        for _ in range(25):
            at(GM, "roll", pool="2d6", secret=True)
        at(GM, "settle", difficulty=3)
        at(GM, "hit", name="Rot", hits=["d8>d6"])
        at(GM, "roll", gmc="Spy", picks=["Unseen"], secret=True)
        at.tale.undo(GM)
    at(BEN, "roll", character="Bel", pool="2d8 5d4")
    hitches = at.tale.state.rolls["2"].hitches
    assert hitches != "-"
    at(GM, "hitch", take=hitches, roll="2")  # the log says how doom grew
    return at


@pytest.mark.parametrize("who", [ANA, BEN, "", "stranger"])
def test_hidden_things_leave_no_trace(monkeypatch: pytest.MonkeyPatch, who: str) -> None:
    plain, full = played(monkeypatch, secrets=False), played(monkeypatch, secrets=True)
    assert view(plain.tale, who) == view(full.tale, who)
    assert status(plain.tale, who) == status(full.tale, who)
    assert status(plain.tale, GM) != status(full.tale, GM)
    text = json.dumps(view(full.tale, who))
    assert not [
        word
        for word in ("Lich", "Curse", "Rot", "Spy", "veil", full.tale.dice.own, full.tale.dice.coming)
        if word in text
    ]


@pytest.mark.parametrize(
    ("action", "given"),
    [
        ("hit", {"name": "Curse", "hits": ["d8>d8"]}),
        ("hit", {"name": "Rot", "hits": ["d8>d8"]}),
        ("hand", {"to": "Spy"}),
        ("acted", {}),
        ("roll", {"gmc": "Spy", "picks": ["Unseen"]}),
        ("hand", {"challenge": "Curse", "to": "Bel"}),
        ("acted", {"challenge": "Curse"}),
        ("choose", {"roll": "s1"}),
        ("settle", {"roll": "1", "against": "s1"}),
        ("opportunity", {"character": "Iltani", "take": "d6", "what": "x", "roll": "s1"}),
    ],
)
def test_errors_tell_nothing_either(monkeypatch: pytest.MonkeyPatch, action: str, given: dict[str, str]) -> None:
    said = []
    for secrets in (False, True):
        at = played(monkeypatch, secrets)
        with pytest.raises(Refused) as error:
            at(ANA, action, **given)
        said.append((error.value.code, error.value.problem))
    assert said[0] == said[1]


def both(monkeypatch: pytest.MonkeyPatch, hidden: list[Act], plain: list[Act]) -> None:
    """Assert that these actions look the same to others, with a hidden crisis of d8 and d10 first and without."""
    seen = []
    for secrets, acts in ((True, hidden), (False, plain)):
        seeded(monkeypatch)
        at = At(table(hidden=True))
        if secrets:
            at(GM, "crisis", name="Rot", take="d8 d10")
        for action, given in acts:
            at(GM, action, **given)
        shown = view(at.tale, ANA)
        assert len(shown["log"]) > 8
        seen.append([shown, status(at.tale, ANA)])
    assert seen[0] == seen[1]


def test_a_hidden_crisis_spends_as_doom_does(monkeypatch: pytest.MonkeyPatch) -> None:
    spend = {"spend": "asset", "dice": "d8", "name": "Fog"}
    both(monkeypatch, [("spend", {**spend, "crisis": "Rot"})], [("spend", spend)])


def test_the_last_dice_of_a_hidden_crisis_are_spent_as_those_of_doom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing reveals that the crisis is over."""
    first, last = ({"spend": "asset", "dice": die, "name": name} for die, name in (("d8", "Fog"), ("d10", "Mud")))
    hidden = [("spend", {**spend, "crisis": "Rot"}) for spend in (first, last)]
    both(monkeypatch, hidden, [("spend", first), ("spend", last)])


def test_what_is_left_of_a_hidden_crisis_s_doom_is_gone_after_it_was_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks as if doom had been set then."""
    spend = {"spend": "asset", "dice": "d8", "name": "Fog"}
    ends: list[Act] = [("hit", {"name": "Rot", "hits": ["d12>d10"]}), ("spend", {**spend, "crisis": "Rot"})]
    both(monkeypatch, ends, [("spend", spend), ("doom", {"pool": "2d6"})])


def test_what_it_never_had_in_doom_is_as_if_put_there(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    for secrets in (True, False):
        seeded(monkeypatch)
        at = At(table(hidden=True))
        if secrets:
            at(GM, "crisis", name="Rot", take="d10", how="split")
            at(GM, "spend", spend="asset", dice="d8", name="Fog", crisis="Rot")
        else:  # d8 is in doom, but not in the crisis's share of it
            at(GM, "place", name="Fog", kind="asset", die="d8")
        seen.append(view(at.tale, ANA))
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    "ends",
    [[("remove", {"name": "Rot"})], [("hit", {"name": "Rot", "hits": ["d12>d8", "d12>d10"]})]],
    ids=["removed", "over"],
)
def test_a_hidden_crisis_that_is_gone_looks_as_if_doom_was_set(
    monkeypatch: pytest.MonkeyPatch, ends: list[Act]
) -> None:
    both(monkeypatch, ends, [("doom", {"pool": "2d6"})])


def test_a_hidden_crisis_that_is_taken_back_looks_as_if_doom_was_set(at: At) -> None:
    at(GM, "crisis", name="Rot", take="d10", hidden=True)
    at(GM, "doom", pool="2d6")
    assert status(at.tale, ANA)[1] == "Doom 2d6 d10"
    at.tale.undo(GM, at.tale.log[-2].number)
    assert status(at.tale, ANA)[1] == "Doom 2d6"
    assert log(at.tale, ANA)[-2:] == ["Doom is 2d6 d10. (Mara)", "Doom is 2d6. (Mara)"]


def test_doom_is_told_whenever_something_is_taken_back_that_it_came_of(at: At) -> None:
    """Otherwise doom would change without a word if a hidden crisis had been removed, and doom set since."""
    at(GM, "crisis", name="Rot", take="d10", hidden=True)
    at(GM, "remove", name="Rot")
    at(GM, "doom", pool="2d6")
    at.tale.undo(GM, at.tale.log[-2].number)
    assert status(at.tale, ANA)[1] == "Doom 2d6 d10"
    assert log(at.tale, ANA)[-1] == "Doom is 2d6 d10. (Mara)"


def test_masters_read_what_doom_really_is_when_hitches_make_it_grow(at: At) -> None:
    at(GM, "crisis", name="Rot", take="d10", hidden=True)
    while (hitches := [each.hitches for each in at.tale.state.rolls.values()][-1:]) in ([], ["-"]):
        at(BEN, "roll", character="Bel", pool="5d4")
    at(GM, "hitch", take=hitches[0])
    assert "Doom is really" in log(at.tale, GM)[-1]
    assert log(at.tale, ANA)[-1].startswith("Doom grew by ")
    assert not any("really" in each for each in [*at.tale.state.rolls.values()][-1].befell)


def test_doom_is_what_others_see_until_a_crisis_is_revealed(at: At) -> None:
    at(GM, "crisis", name="Rot", take="d8", how="split", hidden=True)
    assert (status(at.tale, ANA)[1], status(at.tale, GM)[1]) == (
        "Doom 2d6 d8 d10", "Doom 2d6 d10 · others see 2d6 d8 d10",
    )  # fmt: skip
    at(GM, "reveal", name="Rot")
    assert status(at.tale, ANA)[1:3] == ["Doom 2d6 d10", "Crisis Rot: 2d6"]
    assert log(at.tale, ANA)[-2:] == ["Revealed: Rot, 2d6. (Mara)", "Doom is 2d6 d10. (Mara)"]
    with pytest.raises(Refused, match="is not hidden"):
        at(GM, "reveal", name="Rot")


def test_a_gm_character_may_enter_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    spy: Act = ("gmc", {"name": "Spy", "traits": {"Unseen": "d8"}})
    seen = []
    for acts in (
        [spy, ("spend", {"spend": "gmc", "dice": "d8", "name": "Spy"})],
        [("doom", {"pool": "2d6 d10"})],
    ):
        seeded(monkeypatch)
        at = At(table(hidden=True))
        for action, given in acts:
            at(GM, action, **given)
        seen.append(view(at.tale, ANA))
    assert seen[0] == seen[1]


def test_what_is_revealed_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    at = played(monkeypatch, secrets=True)
    at(GM, "reveal", name="lich")
    assert "Boss Lich: 3d10 · Wound d8" in status(at.tale, ANA)
    assert log(at.tale, ANA)[-1] == "Revealed: Lich, 3d10. (Mara)"


def test_others_see_of_a_sheet_what_lies_on_the_table(at: At) -> None:
    seen = view(at.tale, BEN)["characters"]
    assert "distinctions" in seen["Bel"]["sheet"]
    assert set(seen["Iltani"]["sheet"]) == {"name", "pp", "hero", "stress", "assets"}
    assert "distinctions" in view(at.tale, GM)["characters"]["Iltani"]["sheet"]


def test_anybody_can_check_the_dice(at: At) -> None:
    shown = at.tale.commitments[0]
    for _ in range(3):
        entry = at(ANA, "roll", character="Iltani", picks=["approach.wits", "move.assess", "+3d6"])
        [cast] = [each for each in at.tale.dice.casts if each.id == entry.casts[0]]
        assert commitment(cast.seed) == shown  # the commitment shown before
        shown = cast.next
        assert rolled(cast)[0] == f"Roll {cast.id}: {cast.dice}"
    assert faults(at.tale.dice.first, at.tale.dice.public) == []


def test_cheating_shows(at: At) -> None:
    for _ in range(3):
        at(ANA, "roll", character="Iltani", pool="4d6")
    first, casts = at.tale.dice.first, at.tale.dice.public
    better = casts[1].model_copy(update={"dice": "d6:6 d6:6 d6:6 d6:6"})
    assert faults(first, [casts[0], better, casts[2]]) == ["roll 2: its dice do not follow from the proof"]
    assert "roll 2 is missing: 3 stands there" in faults(first, [casts[0], casts[2]])
    _, other = Honest.new().cast("4d6", "", False)
    again = other.model_copy(update={"id": "2", "next": casts[1].next})
    assert faults(first, [casts[0], again, casts[2]]) == ["roll 2: its proof is not what was committed to"]


def test_masters_dice_are_proved_when_the_tale_ends(at: At) -> None:
    at(GM, "roll", pool="3d10", secret=True)
    before = view(at.tale, ANA)["own"]
    assert "proof" not in before
    assert dice(at.tale, ANA) == []
    at(GM, "end")
    after = view(at.tale, ANA)
    assert commitment(after["own"]["proof"]) == before["commitment"]
    assert [cast["pool"] for cast in after["dice"]] == ["3d10"]


def test_masters_dice_are_counted_and_checked_when_the_tale_ends(at: At) -> None:
    """Not before the end, since their number is hidden; then the proofs list all dice that were rolled."""
    at(ANA, "roll", character="Iltani", pool="4d6")
    at(GM, "roll", pool="3d10", secret=True)
    at(ANA, "roll", character="Iltani", pool="4d6")
    dice = at.tale.dice
    assert dice.verdict(over=False) == ["2 rolls, all honest"]
    assert dice.verdict(over=True) == ["3 rolls, 1 of masters alone, all honest"]
    assert [cast.id for cast in dice.open(over=True)] == ["1", "2", "s1"]  # on a page each, at the same place as ever
    better = dice.secret[0].model_copy(update={"dice": "d10:10 d10:10 d10:10"})
    assert secret_faults(dice.own, [better]) == ["roll s1: its dice do not follow from the proof"]
    _, other = Honest.new().cast("3d10", "", True)
    assert secret_faults(dice.own, [other]) == ["roll s1: its proof does not follow from the tale's secret"]
    assert secret_faults(dice.own, []) == []
    cheated = dice.model_copy(update={"casts": (*dice.public, better)})
    assert cheated.faults(over=False) == []
    assert cheated.verdict(over=True) == ["roll s1: its dice do not follow from the proof"]


def test_dice_that_were_checked_are_not_checked_again(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a running tale only the new ones are checked, and any that have changed."""
    checked = list[str]()
    fall = honest.shown

    def falls(seed: str, salt: str, pool: str) -> str:
        checked.append(pool)
        return fall(seed, salt, pool)

    for pool in ("4d6", "3d8"):
        at(ANA, "roll", character="Iltani", pool=pool)
    monkeypatch.setattr(honest, "shown", falls)
    assert at.tale.dice.verdict(over=False) == ["2 rolls, all honest"]
    assert checked == ["4d6", "3d8"]
    at(ANA, "roll", character="Iltani", pool="2d10")
    checked.clear()
    for _ in range(2):
        assert at.tale.dice.verdict(over=False) == ["3 rolls, all honest"]
    assert checked == ["2d10"]
    dice = at.tale.dice
    first, second, third = dice.public
    better = first.model_copy(update={"dice": "d6:6 d6:6 d6:6 d6:6"})
    assert dice.model_copy(update={"casts": (better, second, third)}).verdict(over=False) == [
        "roll 1: its dice do not follow from the proof"
    ]
    assert dice.model_copy(update={"casts": (first, third)}).verdict(over=False) == [
        "roll 2 is missing: 3 stands there",
        "roll 3: its proof is not what was committed to",
    ]
    assert dice.model_copy(update={"first": third.next}).verdict(over=False) == [
        "roll 1: its proof is not what was committed to"
    ]
    assert dice.verdict(over=False) == ["3 rolls, all honest"]


def test_dice_are_fair_enough() -> None:
    """Each side of each die comes up about equally often: 6,000 rolls, five standard deviations."""
    for sides in (4, 6, 8, 10, 12):
        values = [
            int(die.partition(":")[2]) for n in range(200) for die in honest.shown(f"{n}", "x", f"30d{sides}").split()
        ]
        expected = len(values) / sides
        for side in range(1, sides + 1):
            assert abs(values.count(side) - expected) < 5 * expected**0.5


@pytest.mark.parametrize(
    ("action", "given"),
    [
        ("reveal", {"name": "Lich"}),
        ("boss", {"name": "Wyrm", "dice": "3d10"}),
        ("challenge", {"name": "Wyrm", "die": "d8"}),
        ("crisis", {"name": "Wyrm", "take": "d8"}),
        ("appear", {"name": "Spy"}),
        ("spend", {"spend": "gmc", "name": "Spy", "dice": "d8"}),
    ],
)
def test_what_was_shown_by_mistake_and_taken_back_is_masters_alone(action: str, given: dict[str, Any]) -> None:
    """As if it had never been shown; game masters read it struck out."""
    at = At(table())
    at(GM, "boss", name="Lich", dice="3d10", hidden=True)
    at(GM, "gmc", name="Spy", traits={"Unseen": "d8"})
    before, mine = view(at.tale, ANA), len(log(at.tale, GM))
    at(GM, action, **given)
    assert log(at.tale, ANA) != before["log"]
    at.tale.undo(GM)
    assert view(at.tale, ANA) == before
    struck, taken = log(at.tale, GM)[mine], log(at.tale, GM)[-1]
    assert struck.startswith("~~")
    assert taken.startswith("Mara took back: ")
    at(GM, action, **given)  # now on purpose
    assert len(log(at.tale, ANA)) > len(before["log"])
