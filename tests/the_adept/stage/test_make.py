"""Characters are made by presses: ready-made, by arrays, or by pathways; one can leave and continue, and undo each
step."""

from __future__ import annotations

import json

import pytest

from game.core.errors import Refused
from game.core.layout import Button, Panel, Style
from game.the_adept.rules.sheet import CREATION
from game.the_adept.stage.sheets.make_steps import missing
from game.the_adept.stage.sheets.suggested import models
from game.the_adept.tale.face import Shown
from game.the_adept.tale.texts import faults
from tests.the_adept.stage.hands import Hands
from tests.the_adept.stage.presser import pressed
from tests.the_adept.stage.tables import begun, hands
from tests.the_adept.tale.tables import BEN, GM

CEM = "cem"
CALLED = "Ninsun"


@pytest.fixture
def cem() -> Hands:
    table = begun()
    table.tale.act(CEM, "join", {"name": "Cem"})
    return Hands(table, CEM)


def primary(panel: Panel) -> str:
    return next(each.label for each in panel.controls if isinstance(each, Button) and each.style is Style.PRIMARY)


def made(cem: Hands) -> None:
    """Finish, and assert that the sheet is valid."""
    cem.press("Finish")
    assert cem.path == f"sheet/{CALLED}"
    found = cem.table.tale.state.characters[CALLED]
    assert found.owner == CEM
    assert faults(found.sheet, CREATION) == []
    assert CEM not in cem.table.tale.state.drafts


@pytest.mark.parametrize("model", [each.title for each in models()])
def test_somebody_ready_made_takes_two_taps_and_a_name(cem: Hands, model: str) -> None:
    cem.command("sheet new")
    before = cem.table.clicks
    cem.pick("Begin with", model)
    cem.fill(name=CALLED)
    assert primary(cem.panel) == "Finish"
    assert "arrays" not in cem.words
    made(cem)
    assert cem.table.clicks - before == 3


def test_an_own_sfx_that_is_not_to_be_had_yet_says_what_it_needs(cem: Hands) -> None:
    cem.go("make/named/quick", name=CALLED)
    cem.go("make/magic")
    cem.pick("Which Method?", "Will")
    assert own(cem.panel) == [True, True]
    assert "*Own SFX* and *Own Limit* need an Effect of Will Magic first." in cem.words
    cem.pick("Will Magic: an Effect", "Time")
    assert own(cem.panel) == [False, False]
    assert "need" not in cem.words
    for effect in ("Time", "Time", "Illusion", "Illusion", "Illusion"):  # 8 of 9 steps in all
        cem.pick("Will Magic: an Effect", effect)
    assert own(cem.panel) == [True, True]
    assert "*Own SFX* and *Own Limit* need 2 steps." in cem.words


def own(panel: Panel) -> list[bool]:
    """Return whether the buttons of one's own SFX and Limit are grey."""
    return [each.disabled for each in panel.controls if isinstance(each, Button) and each.label.startswith("Own")]


def test_by_arrays_with_taps_alone(cem: Hands) -> None:
    cem.command("sheet new")
    before = cem.table.clicks
    cem.press("By arrays")
    cem.fill(name=CALLED)
    for name in ("Wits", "Focus", "Guile", "Haste", "Flair"):
        cem.press(name)
    assert "Moves" in cem.words  # on to the next part
    for name in ("Assess", "Defend", "Influence", "Support", "Engage"):
        cem.press(name)
    cem.pick("Which Method?", "Spellcasting")
    for effect in (
        "Illusion",
        "Illusion d6",
        "Illusion d8",
        "Time",
        "Time Manipulation d6",
        "Soul",
        "Soul Manipulation d6",
    ):
        cem.pick("Spellcasting: an Effect", effect)
    cem.pick("Spellcasting: an Effect", "Portals")
    for name in ("Locks", "Rumours", "Poisons", "Herbs", "Haggling", "Weather"):
        cem.pick("A usual specialty", name)
    for kind, name in (("Upbringing", "Child of"), ("Trait", "Has to"), ("High Concept", "Walker")):
        cem.pick(f"{kind}: take one", name)
    assert primary(cem.panel) == "Finish"
    assert cem.table.clicks - before == 2 + 5 + 5 + 1 + 8 + 6 + 3
    made(cem)


def test_the_other_array_and_dealing_anew(cem: Hands) -> None:
    cem.command("sheet new", name=CALLED)
    cem.press("Haste d10")
    for name in ("Wits", "Focus", "Guile"):
        cem.press(name)
    draft = cem.table.tale.state.drafts[CEM].sheet["approaches"]
    assert (draft["haste"], draft["wits"], draft["flair"], draft["force"]) == ("d10", "d10", "d6", "d6")
    cem.press("Overview")
    cem.press("Approaches")
    cem.press("Deal anew")
    assert set(cem.table.tale.state.drafts[CEM].sheet["approaches"].values()) == {"d4"}


def test_each_step_is_taken_back(cem: Hands) -> None:
    mara, *_ = hands(cem.table)
    cem.command("sheet new", name=CALLED)
    cem.press("Wits")
    mara.go("change/pp/1/Bel")  # the steps do not depend on this
    cem.press("Undo")
    assert set(cem.table.tale.state.drafts[CEM].sheet["approaches"].values()) == {"d4"}
    cem.press("Undo")
    assert CEM not in cem.table.tale.state.drafts
    assert "Make a character" in cem.words


def test_what_was_given_up_comes_back(cem: Hands) -> None:
    cem.command("sheet new", name=CALLED)
    cem.press("Overview")
    assert cem.press("Give it up").say == f"{CALLED} is given up; Undo brings it back."
    cem.press("Undo")
    assert CEM in cem.table.tale.state.drafts
    assert f"## {CALLED}" in cem.words


def test_no_step_is_taken_back_that_is_too_long_ago(cem: Hands) -> None:
    cem.command("sheet new", name=CALLED)
    for by in [1, -1] * 100:
        cem.table.tale.act(GM, "pp", {"character": "Bel", "by": by})
    assert "Undo" not in cem.buttons


def test_a_master_takes_back_the_own_step_and_nobody_else_s() -> None:
    table = begun()
    mara, ana, _ = hands(table)
    mara.command("sheet new", name=CALLED)
    mara.press("Wits")
    ana.go("change/pp/1/Iltani")
    mara.press("Undo")
    assert table.tale.state.drafts[GM].sheet["approaches"]["wits"] == "d4"
    assert table.tale.state.characters["Iltani"].sheet["pp"] == 6


def test_one_leaves_and_comes_back(cem: Hands) -> None:
    cem.command("sheet new", name=CALLED)
    cem.press("Wits")
    cem.table.tale = Shown.from_dict(json.loads(json.dumps(cem.table.tale.to_dict())))
    again = Hands(cem.table, CEM)
    again.command("sheet new", name="Somebody Else")
    assert CALLED in again.words
    assert "already" in again.step.say
    assert "○ **Approaches**: wits d12" in again.words
    assert "11 steps left" in again.words or "8 steps left" in again.words


def test_what_is_missing_is_said_all_at_once_and_where_to_tap(cem: Hands) -> None:
    cem.command("sheet new", name=CALLED)
    with pytest.raises(Refused) as refused:
        cem.go("make/finish")
    for words in ("Approaches: 12 steps left", "Moves: 10 steps", "Magic: 9 steps", "Extras: 6 steps",
                  "Distinctions: Upbringing, Trait and High Concept not written"):  # fmt: skip
        assert words in refused.value.problem
    cem.go("make")
    assert "tap *Magic*" in cem.words


def test_pathways_stage_by_stage(cem: Hands) -> None:
    cem.command("sheet new")
    cem.press("By pathways")
    cem.fill(name=CALLED)
    assert "Stage 1 of 5: **Origin**" in cem.words
    approaches = iter(["Wits"] * 4 + ["Focus"] * 3 + ["Guile"] * 2 + ["Haste"] * 2 + ["Flair"])
    moves = iter(["Assess"] * 3 + ["Defend", "Influence", "Support"] * 2 + ["Engage"])
    stages = ("Origin", "Youth", "Focus", "Road", "Event")
    kinds = {"Origin": "Upbringing", "Focus": "Trait", "Event": "High Concept"}
    maps = ("two elements", "one element", "", "one element, and two may be changed", "two elements")
    for number, stage in enumerate(stages):
        assert f"**{stage}**" in cem.words
        assert f"For the group's map: {maps[number]}" * bool(maps[number]) in cem.words
        if stage != "Origin":
            cem.press("Approaches")
            for _ in range(3):
                cem.press(next(approaches))
            cem.go("make/moves")
        else:
            cem.press("Moves")
            assert "Stage 1 of 5: **Origin**" in cem.words
        cem.press(next(moves))
        cem.press(next(moves))
        if stage in kinds:
            cem.go("make/extras")
            cem.pick("A usual specialty", ("Locks", "Herbs", "Poisons")[number // 2])
            if stage == "Origin":
                cem.pick("One step up", "Locks: d8")
            else:
                cem.pick("A usual specialty", ("", "Rumours", "Weather")[number // 2])
            cem.go("make/distinctions")
            select = f"{kinds[stage]}: take one"
            cem.pick(select, {"Origin": "Child", "Focus": "Has", "Event": "Walker"}[stage])
            cem.go("make/distinctions")
            for each in next(reversed(cem.table.tale.state.drafts[CEM].sheet["distinctions"].values()))["sfx"]:
                assert f"{each['name']}: {each['text']}" in cem.words.replace("\\", "")
        if stage == "Road":
            cem.go("make/magic")
            cem.pick("Which Method?", "Will")
            cem.pick("Will Magic: an Effect", "An element")
            cem.fill(name="Sea Ice")
            for _ in range(2):
                cem.pick("Will Magic: an Effect", "Sea ice")
            cem.press("Own SFX")
            cem.fill(name="Tide", text="It comes back.")
            cem.press("Own Limit")
            cem.fill(name="Ebb")
            cem.pick("Will Magic: an Effect", "Time")
        cem.go("make")
        assert missing(cem.table.tale.state.drafts[CEM]) == {}
        if stage != "Event":
            assert primary(cem.panel).startswith("On to")
            cem.press("On to")
    made(cem)
    assert cem.table.tale.state.characters[CALLED].sheet["magic"]["will"]["sfx"][0]["name"] == "Tide"


def test_own_words_sfx_and_what_is_unlocked(cem: Hands) -> None:
    cem.command("sheet new")
    cem.pick("Begin with", "Spellwright")
    cem.fill(name=CALLED)
    cem.press("Distinctions")
    cem.press("Write High Concept")
    cem.fill(name="Apprentice of *Nobody*", sfx1="Mask", text1="When masked, …", sfx2="Second Mask", text2="")
    cem.press("Distinctions")
    assert "🔒 Second Mask\n" in cem.words
    assert "somebody" not in cem.words
    assert "2 of 2 SFX are unlocked" in cem.words
    cem.pick("Unlock or lock", "Unlock: Mask")
    assert "3 of 2" in cem.words
    cem.pick("Unlock or lock", "Lock: Nothing Is Lost")
    cem.press("Write Upbringing")  # the form has the present texts; unlocked SFX stay
    cem.fill()
    cem.go("make/extras")
    cem.pick("One step down", "Lean on It")
    cem.pick("An SFX for an asset", "Staff")
    cem.fill(name="Firm Grip", text="Nobody takes it from you.")
    cem.go("make/form/notes")
    cem.fill(elements="The Reed Archive, A quarrel", notes="Tall.\nLoud.")
    made(cem)
    sheet = cem.table.tale.state.characters[CALLED].sheet
    assert sheet["elements"] == ["The Reed Archive", "A quarrel"]
    assert sheet["notes"] == "Tall.\nLoud."
    assert sheet["signature"]["Staff"]["sfx"][0]["name"] == "Firm Grip"
    assert [each["open"] for each in sheet["distinctions"]["concept"]["sfx"]] == [True, False]


def test_steps_down_and_names_that_cannot_be(cem: Hands) -> None:
    cem.command("sheet new")
    cem.pick("Begin with", "Storm-Caller")
    cem.fill(name=CALLED)
    cem.press("Magic")
    cem.pick("One step down", "Eye of the Storm")
    cem.pick("One step down", "Storm d10")
    assert "4 steps left" in cem.words
    cem.go("make/extras")
    cem.pick("One step down", "Weather")
    cem.press("New specialty")
    for name in ("A" * 41, "Mr. Dot", "turn\u202eabout", " "):
        cem.go("make/form/specialty")
        with pytest.raises(Refused):
            cem.fill(name=name)
    cem.go("make/form/specialty")
    cem.fill(name="Knots")
    assert cem.table.tale.state.drafts[CEM].sheet["specialties"]["Knots"] == "d6"


@pytest.mark.parametrize(
    ("name", "said"),
    [(" ", "the character needs a name"), ("A" * 41, "is too long: the name of the character may have 40 letters")],
)
def test_a_name_that_cannot_be_is_refused_by_what_is_wrong_with_it(cem: Hands, name: str, said: str) -> None:
    cem.command("sheet new")
    cem.press("By arrays")
    with pytest.raises(Refused, match=said):
        cem.fill(name=name)


@pytest.mark.parametrize(("path", "value"), [("make/form/specialty", ""), ("make/form/signature", ""),
                                             ("make/effect/will", "element")])  # fmt: skip
def test_a_name_with_a_full_stop_is_refused_by_what_is_wrong_with_it(cem: Hands, path: str, value: str) -> None:
    cem.command("sheet new", name="Ku")
    cem.go(path, value=value)
    with pytest.raises(Refused, match=r"'Dr\. Who': the name of a trait on a sheet has no full stop"):
        cem.fill(name="Dr.  Who")


def test_a_draft_is_nobody_else_s() -> None:
    table = begun()
    _, ana, ben = hands(table)
    ana.command("sheet new", name="Xanthippe")
    ben.command("sheet new")
    assert "Xanthippe" not in ben.words
    with pytest.raises(Refused) as refused:
        ben.go("make/finish")
    assert "Xanthippe" not in str(refused.value)
    ben.command("sheet new", name="Xanthippe")  # nothing reveals that it is being made
    ana.go("make/discard")
    assert BEN in table.tale.state.drafts


def test_any_press_while_making_shows_a_screen_or_says_why_not() -> None:
    table = begun()
    table.tale.act(CEM, "join", {"name": "Cem"})
    everybody = [*hands(table), Hands(table, CEM)]
    starts = [
        "make",
        "make/approaches",
        "make/moves",
        "make/magic/will",
        "make/extras",
        "make/distinctions",
        "make/begin/pathways",
    ]
    words = {who: f"Secret {who}" for who in (CEM, GM)}
    for who, name in words.items():
        table.tale.act(who, "create", {"name": name, "way": "pathways" if who == CEM else "quick"})

    def look(who: Hands, panel: Panel) -> None:
        seen = "\n".join(panel.words) + repr(list(panel.controls))
        for owner, name in words.items():
            if who.who not in (owner, GM) and name not in table.tale.state.characters:
                assert name not in seen

    met = pressed(table, everybody, starts, 1200, look)
    for action in ("create", "raise", "fill", "arrange", "discard", "undo"):
        assert met[f"did {action}"], met
