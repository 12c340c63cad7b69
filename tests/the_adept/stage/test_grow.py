"""Characters grow by presses, for XP or records, as the tale's mode and scene allow."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.errors import Refused
from game.core.layout import Button, Panel, Select
from game.the_adept.stage.sheets.offers import TITLES, offers, written
from tests.the_adept.stage.hands import Hands, Table
from tests.the_adept.stage.presser import pressed
from tests.the_adept.stage.tables import begun, hands
from tests.the_adept.tale.tables import ANA, GM

RECORDS = [
    {"name": name, "session": number, "called": False, "ever": name != "Never Called", "spent": name == "Spent One"}
    for number, name in enumerate(["The Flood", "Spent One", "The Fire", "Never Called", "The Fall", "The Feast"], -5)
]


def rich(mode: str, kind: str, xp: int = 100) -> Table:
    table = begun(mode=mode)
    table.tale.act(GM, "edit", {"character": "Iltani", "set": {"xp": xp, "records": RECORDS}})
    table.tale.act(GM, "scene", {"name": "Later", "kind": kind})
    return table


def sheet_of(table: Table) -> Any:
    return table.tale.state.characters["Iltani"].sheet


def ana_at(table: Table) -> Hands:
    _, ana, _ = hands(table)
    ana.command("sheet advance")
    return ana


def choices(panel: Panel) -> dict[str, str]:
    return {each.label: each.note for select in panel.controls if isinstance(select, Select) for each in select.choices}


def test_who_can_grow_now_reads_so_at_the_table() -> None:
    """With a button; not while nothing can be bought, nor about somebody who cannot pay."""
    table = rich("milestones", "action", xp=12)
    gm, ana, bo = hands(table)
    assert "can grow" not in (ana.go("table"), ana.words)[1]
    table.tale.act(GM, "end-session", {"name": "One"})
    assert "**Iltani** can grow: 12 XP to spend." in (ana.go("table"), ana.words)[1]
    for other in (gm, bo):
        assert "can grow" not in (other.go("table"), other.words)[1]
    ana.press("Advance")
    assert ana.path == "grow/Iltani"
    table.tale.act(GM, "edit", {"character": "Iltani", "set": {"xp": 4}})
    assert "can grow" not in (ana.go("table"), ana.words)[1]


def test_xp_buy_at_once_in_a_bridge_scene() -> None:
    table = rich("milestones", "bridge")
    ana = ana_at(table)
    assert "**100 XP**" in ana.words
    assert "ecords" not in ana.words, "they buy nothing in this tale"
    before = table.clicks
    ana.press("Approach")
    assert "There are **100 XP**." in ana.words
    ana.pick("What shall it be?", "Guile d8 → d10")
    assert table.clicks - before == 2
    assert (sheet_of(table)["approaches"]["guile"], sheet_of(table)["xp"]) == ("d10", 75)
    assert "**75 XP**" in ana.words


@pytest.mark.parametrize(
    ("button", "choice", "fields", "path", "value", "price"),
    [
        ("Move", "Unleash d4", {}, "moves.unleash", "d6", 15),
        ("Status", "Master: d8", {}, "distinctions.concept.die", "d8", 30),
        ("Specialty", "A new one", {"name": "Chess"}, "specialties.Chess", "d6", 5),
        ("Specialty", "Alchemy d6", {}, "specialties.Alchemy", "d8", 10),
        ("Signature", "A new one", {"name": "Ring"}, "signature.Ring.die", "d6", 5),
        ("Signature", "Staff d8", {}, "signature.Staff.die", "d10", 15),
        ("Effect", "Telekinesis", {}, "magic.will.effects.telekinesis", "d8", 15),
        ("Unlock", "Mask (", {}, "distinctions.concept.sfx.0.open", True, 5),
        ("New SFX", "Limit of Will", {"name": "Slow"}, "magic.will.limits.0.name", "Slow", 10),
        ("New SFX", "SFX of Staff", {"name": "Glow", "text": ""}, "signature.Staff.sfx.1.name", "Glow", 10),
        ("Other", "Trait", {"name": "Bold", "sfx1": "A", "sfx2": "B"}, "distinctions.trait.sfx.0.open", True, 5),
        ("Other", "High", {"name": "Bold", "sfx1": "A", "sfx2": "B"}, "distinctions.concept.sfx.0.open", False, 5),
    ],
)  # fmt: skip
def test_all_that_there_is_to_buy(
    button: str, choice: str, fields: dict[str, str], path: str, value: Any, price: int
) -> None:
    table = rich("milestones", "bridge")
    ana = ana_at(table)
    ana.press(button)
    ana.pick("In place of which?" if button == "Other" else "What shall it be?", choice)
    if fields:
        ana.fill(**fields)
    found = sheet_of(table)
    for part in path.split("."):
        found = found[int(part)] if part.isdecimal() else found[part]
    assert found == value
    assert sheet_of(table)["xp"] == 100 - price
    assert fields.get("name", "") in ana.step.say, "what was written is what there is now"
    assert "buy" not in table.notes.get(ANA, {})


def test_a_new_effect_of_a_method_that_one_had_not() -> None:
    table = rich("milestones", "bridge")
    ana = ana_at(table)
    ana.press("Effect of magic")
    ana.pick("A new Effect", "Ritual")
    ana.pick("What shall it be?", "An element")
    ana.fill(name="Sea Ice")
    assert sheet_of(table)["magic"]["ritual"]["effects"] == {"elemental:sea ice": "d6"}
    assert sheet_of(table)["xp"] == 90


def test_records_pay_in_tag_scenes_and_one_chooses_which() -> None:
    table = rich("records", "tag")
    ana = ana_at(table)
    assert "**4 records** to spend" in ana.words
    ana.press("Specialty")
    ana.pick("What shall it be?", "A new one")
    ana.fill(name="Chess")
    assert "• The Flood" in ana.words  # the oldest are proposed
    assert "• The Fire" in ana.words
    ana.pick("Take or leave", "✓ The Flood")
    with pytest.raises(AssertionError, match="no button 'Spend them'"):
        ana.press("Spend them")
    ana.pick("Take or leave", "The Feast")
    ana.press("Spend them")
    assert sheet_of(table)["specialties"]["Chess"] == "d6"
    assert {each["name"] for each in sheet_of(table)["records"] if each["spent"]} == {
        "Spent One",
        "The Fire",
        "The Feast",
    }
    assert "**2 records** to spend" in ana.words


def test_what_is_in_place_of_a_distinction_is_what_one_buys() -> None:
    """The panel asks which one it replaces, and the news name the new one; the log counts the records."""
    table = rich("records", "tag")
    ana = ana_at(table)
    ana.press("Other distinction")
    old = sheet_of(table)["distinctions"]["trait"]["name"]
    ana.pick("In place of which?", "Trait")
    assert ana.form is not None
    assert ana.form.title == f"In place of Trait: {old}"[:45]
    assert ana.form.fields[0].label == "The new Trait"
    ana.fill(name="Bold", sfx1="A", sfx2="B")
    assert "## Trait: Bold\nCosts 1 record; 1 chosen. It is spent for good.\n• The Flood" in ana.words
    ana.press("Spend it")
    assert ana.step.say == "Iltani has grown: Trait: Bold."
    assert table.tale.log[-1].lines[0].text == "Iltani advanced: another distinction (trait), for 1 record."


def test_never_more_records_are_chosen_than_are_spent() -> None:
    """Another one replaces the first."""
    table = rich("records", "tag")
    ana = ana_at(table)
    ana.press("Specialty")
    ana.pick("What shall it be?", "A new one")
    ana.fill(name="Chess")
    assert "2 chosen. They are spent for good.\n• The Flood\n• The Fire" in ana.words
    ana.pick("Take or leave", "The Feast")
    assert "2 chosen. They are spent for good.\n• The Fire\n• The Feast" in ana.words
    ana.press("Spend them")
    assert ana.step.say == "Iltani has grown: Chess: d6."


def test_of_records_with_one_name_only_the_latest_is_spent() -> None:
    """One that cannot be spent stands in the way of no other."""
    table = rich("records", "tag")
    again = {"name": "The Flood", "session": 0, "called": False, "ever": False, "spent": False}
    table.tale.act(GM, "edit", {"character": "Iltani", "set": {"records": [*RECORDS, again]}})
    ana = ana_at(table)
    assert "Can be spent: The Fire, The Fall, The Feast." in ana.words
    ana.press("Other distinction")
    ana.pick("In place of which?", "Trait")
    ana.fill(name="Bold", sfx1="A", sfx2="B")
    ana.press("Spend it")
    assert sheet_of(table)["distinctions"]["trait"]["name"] == "Bold"


def test_how_records_stand_is_said_where_they_pay() -> None:
    """Records called this session can be spent; if only XP pay, no records are spent."""
    table = rich("records", "tag")
    ana = ana_at(table)
    assert "Can be spent: The Flood, The Fire, The Fall, The Feast." in ana.words
    assert "To be called first, by *Spend PP*: Never Called." in ana.words
    assert "Spent One" not in ana.words
    ana.go("table/pp")
    assert choices(ana.panel)["Never Called"] == "never called: can be spent then"
    assert choices(ana.panel)["The Fire"] == ""
    ana.pick("Call a record", "Never Called")
    ana.command("sheet advance")
    assert "**5 records** to spend" in ana.words
    assert "To be called" not in ana.words
    ana.command("sheet show")
    assert "• -2. Never Called (called this session, can be spent)" in ana.words
    assert "• -4. Spent One (spent)" in ana.words
    plain = ana_at(rich("milestones", "bridge"))
    plain.command("sheet show")
    assert "• -5. The Flood\n• -4. Spent One (spent)" in plain.words
    plain.go("table/pp")
    assert choices(plain.panel)["Never Called"] == ""


def test_what_cannot_be_bought_now_says_why_before_anything_is_written() -> None:
    for mode, kind, what, choice, code, words in (
        ("milestones", "action", "specialty", "A new one", "scene", "between sessions or in a bridge scene"),
        ("records", "bridge", "specialty", "A new one", "scene", "tag scene"),
        ("records", "tag", "status", "Master", "funds", "6 records: there are 4"),
        ("combined", "tag", "move", "Assess d10", "funds", "7 records: there are 4"),
        ("combined", "tag", "specialty", "A new one", "scene", "bridge scene"),
    ):
        table = rich(mode, kind)
        ana = ana_at(table)
        offer = next(each for each in offers(sheet_of(table), what) if each.label.startswith(choice))
        ana.go(f"buy/{what}/Iltani")
        assert offer.label not in choices(ana.panel)
        assert offer.label in ana.words
        with pytest.raises(Refused) as refused:
            ana.go("buy/take/Iltani", value=offer.key)
        assert refused.value.code == code
        assert words in refused.value.problem


def test_what_is_too_dear_is_read_and_not_chosen() -> None:
    poor = rich("milestones", "bridge", xp=12)
    ana = ana_at(poor)
    with pytest.raises(AssertionError, match="no button 'Approach'"):
        ana.press("Approach")  # the first step costs 15
    ana.press("Specialty")
    assert choices(ana.panel)["A new one: d6"] == "5 XP"
    ana.press("All advances")
    ana.press("Effect of magic")
    assert "Telekinesis & Levitation (Will Magic) d6 → d8 · 15 XP" in ana.words
    assert [label for label in choices(ana.panel) if "→" in label] == []
    ana.pick("A new Effect", "Ritual")
    ana.pick("What shall it be?", "Time")
    assert sheet_of(poor)["xp"] == 2


def test_what_was_bought_meanwhile_is_said() -> None:
    table = rich("milestones", "bridge")
    mara, ana, _ = hands(table)
    ana.command("sheet advance")
    ana.press("Specialty")
    key = next(each.value for select in ana.panel.controls if isinstance(select, Select) for each in select.choices
               if each.label.startswith("Alchemy"))  # fmt: skip
    mara.go("buy/take/Iltani", value=key)
    with pytest.raises(Refused) as refused:
        ana.go("buy/take/Iltani", value=key)
    assert refused.value.code == "advance"
    assert sheet_of(table)["xp"] == 90


@pytest.mark.parametrize("kind", ["specialty", "signature", "effect-will"])
def test_a_name_with_a_full_stop_is_refused_by_what_is_wrong_with_it(kind: str) -> None:
    table = rich("milestones", "bridge")
    _, ana, _ = hands(table)
    ana.go(f"buy/{kind}/Iltani")
    ana.pick("What shall it be?", "A")
    with pytest.raises(Refused, match=r"'Dr\. Who': the name of a trait on a sheet has no full stop"):
        ana.fill(name="Dr. Who")


@pytest.mark.parametrize(
    ("kind", "name"), [("specialty", "alchemy"), ("signature", "STAFF"), ("effect-spellcasting", "fire")]
)
def test_nothing_is_bought_twice_under_one_name(kind: str, name: str) -> None:
    """Whatever its case, as where it is renamed."""
    table = rich("milestones", "bridge")
    _, ana, _ = hands(table)
    ana.go(f"buy/{kind}/Iltani")
    ana.pick("What shall it be?", "A")
    with pytest.raises(Refused, match=f"'{name}' is on the sheet already: step it up, or choose another"):
        ana.fill(name=name)


def test_an_asset_of_the_session_becomes_a_signature_asset_unless_there_is_one_of_that_name() -> None:
    table = rich("milestones", "bridge")
    for name in ("staff", "Rope"):
        table.tale.act(GM, "asset", {"character": "Iltani", "name": name})
    ana = ana_at(table)
    ana.press("Signature asset")
    assert [each for each in choices(ana.panel) if "session" in each] == ["Rope, an asset of this session: d6"]
    ana.pick("What shall it be?", "Rope")
    assert sheet_of(table)["signature"]["Rope"] == {"die": "d6", "sfx": []}


@pytest.mark.parametrize(("mode", "kind"), [("milestones", "bridge"), ("records", "tag")])
def test_what_cannot_be_written_is_refused_in_words_before_records_are_chosen(mode: str, kind: str) -> None:
    table = rich(mode, kind)
    ana = ana_at(table)
    ana.press("Other distinction")
    ana.pick("In place of which?", "Trait")
    with pytest.raises(Refused, match=r"That cannot stand there: distinctions\.trait\.name: holds signs"):
        ana.fill(name="Bo\u202eld", sfx1="A", sfx2="B")
    assert ana.path == "buy/switch/Iltani"


def test_the_first_price_is_that_of_the_smallest_die_there_is() -> None:
    table = rich("milestones", "bridge")
    for dice, price in (("d6", "from 20 XP"), ("d12", "the highest")):
        traits = dict.fromkeys(sheet_of(table)["approaches"], dice)
        table.tale.act(GM, "edit", {"character": "Iltani", "set": {"approaches": traits}})
        assert f"Approach: {price}" in ana_at(table).words


def test_a_kind_of_which_nothing_is_left_to_buy_is_not_opened() -> None:
    table = rich("milestones", "bridge")
    best = {part: dict.fromkeys(sheet_of(table)[part], "d12") for part in ("approaches", "moves")}
    table.tale.act(GM, "edit", {"character": "Iltani", "set": best})
    for path, _, _, sfx in written(sheet_of(table)):
        if sfx:
            table.tale.act(GM, "edit", {"character": "Iltani", "set": {path: [{**each, "open": True} for each in sfx]}})
    ana = ana_at(table)
    closed = {each.label for each in ana.panel.controls if isinstance(each, Button) and each.disabled}
    assert closed == {"Approach", "Move", "Unlock an SFX"}
    assert "Unlock an SFX: nothing is locked" in ana.words


def test_nobody_else_lets_a_character_grow() -> None:
    table = rich("milestones", "bridge")
    _, _, ben = hands(table)
    for path in ("grow/Iltani", "buy/move/Iltani", "buy/done/Iltani", "buy/pay/Iltani"):
        with pytest.raises(Refused) as refused:
            ben.go(path)
        assert refused.value.code == "rights"
        assert "XP" not in refused.value.problem


def test_any_press_while_growing_shows_a_screen_or_says_why_not() -> None:
    table = rich("combined", "tag")
    starts = ["grow/Iltani", *(f"buy/{kind}/Iltani" for kind in (*TITLES, "effect-will", "pay", "nothing"))]
    met = pressed(table, [*hands(table), Hands(table, "stranger")], starts, 1200, lambda *_: None)
    assert met["did advance"], met
    assert met["buy"] > 50
