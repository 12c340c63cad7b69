"""Sheets are read, changed by presses, exported and imported; others see their open parts, and change nothing."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest

from bot.tales.tales import sentence
from game.core.errors import BadArguments, Refused
from game.core.layout import Button, Panel, Select
from game.the_adept.stage.sheets.files import exported
from game.the_adept.stage.sheets.sheet_words import PAGE, pages
from tests.the_adept.stage.hands import STAGE, Hands, Table
from tests.the_adept.stage.presser import pressed
from tests.the_adept.stage.tables import HIDDEN, begun, hands, unknown, with_secrets
from tests.the_adept.tale.tables import ANA, BEN, GM, sheet

SECRET = ("Never Lets a Riddle Lie", "Court Etiquette", "My own diary", "Quick Sign")
"""Parts of Ana's sheet that only she and the game master see."""

FOREIGN = [
    f"{path}/Iltani"
    for path in ("change/pp/1", "change/notes", "change/noted", "change/retire", "change/retired", "asset",
                 "stress/d8", "trouble/d6", "recover", "gear", "file/toml", "file/share")
]  # fmt: skip
"""Paths that are allowed with one's own character, and refused with others'."""


@pytest.fixture
def table() -> Table:
    found = begun()
    found.tale.act(ANA, "edit", {"character": "Iltani", "set": {"notes": "My own diary"}})
    found.tale.act(ANA, "stress", {"character": "Iltani", "type": "injured", "hits": ["d8"]})
    return found


def labels(panel: Panel) -> list[str]:
    return [each.label for each in panel.controls if isinstance(each, Button)]


def sheet_of(table: Table, name: str = "Iltani") -> Any:
    return table.tale.state.characters[name].sheet


def opened(sheet: Any) -> dict[str, Any]:
    """Return the distinctions of a sheet with all SFX unlocked."""
    return {
        kind: {**each, "sfx": [{**sfx, "open": True} for sfx in each["sfx"]]}
        for kind, each in sheet["distinctions"].items()
    }


def test_whoever_plays_it_and_masters_read_all_others_what_lies_open(table: Table) -> None:
    mara, ana, ben = hands(table)
    for who in (ana, mara):
        who.command("sheet show", character="iltani")
        for words in (
            *SECRET,
            "🔒 Ink-stained",
            "🔒: not unlocked yet, which *Advance* does.",
            "• Well Read",
            "Exact Spells",
            "Memorised Spells",
            "injured",
            "apprentice",
        ):
            assert words in who.words, words
    table.tale.act(GM, "edit", {"character": "Iltani", "set": {"distinctions": opened(sheet_of(table))}})
    assert "🔒" not in ana.words
    ben.command("sheet show", character="Iltani")
    assert "injured **d8**" in ben.words
    assert "PP 5" in ben.words
    assert not [words for words in (*SECRET, "wits", "XP", "Staff") if words in ben.words]
    assert labels(ben.panel) == ["All sheets", "Table"]
    ben.press("All sheets")
    ben.pick("Whose sheet?", "Bel")
    assert "wits" in ben.words


def test_one_s_only_character_needs_no_name(table: Table) -> None:
    mara, ana, _ = hands(table)
    ana.command("sheet show")
    assert "Iltani" in ana.words
    mara.command("sheet show")
    mara.pick("Whose sheet?", "Bel")
    assert "Bel" in mara.words
    assert [each.value for each in STAGE.complete(ana.reader, "sheet", "character", "")] == ["Iltani", "Bel"]
    assert [each.value for each in STAGE.complete(ana.reader, "file/out", "character", "")] == ["Iltani"]


def test_somebody_without_a_character_is_led_to_making_one() -> None:
    table = begun()
    table.tale.act("cem", "join", {"name": "Cem"})
    for name in ("Iltani", "Bel"):
        table.tale.act(GM, "retire", {"character": name})
    cem = Hands(table, "cem")
    cem.command("sheet show")
    assert labels(cem.panel)[0] == "Make a character"


def test_pp_and_notes(table: Table) -> None:
    _, ana, ben = hands(table)
    ana.command("sheet show")
    ana.press("PP +1")
    assert "6 PP" in ana.step.say
    ana.press("PP −1")
    ana.press("PP −1")
    assert sheet_of(table)["pp"] == 4
    ana.press("Notes")
    assert ana.form is not None
    assert ana.form.fields[0].value == "My own diary"
    ana.fill(notes="One\r\n\r\nTwo")
    assert sheet_of(table)["notes"] == "One\n\nTwo"
    assert "One\n\nTwo" in ana.words
    ana.press("Notes")
    ana.fill(notes=" ")
    assert "notes" not in sheet_of(table)
    for path in FOREIGN:
        with pytest.raises(Refused) as refused:
            ben.go(path)
        assert refused.value.code == "rights", path
        assert "riddle" not in str(refused.value).lower()


def test_stress_and_complications_by_taps(table: Table) -> None:
    _, ana, _ = hands(table)
    ana.command("sheet show")
    ana.press("Stress")
    ana.pick("Take stress", "Rattled")
    ana.press("d8")
    assert sheet_of(table)["stress"] == {"injured": "d8", "rattled": "d8"}
    ana.press("One step up")
    ana.press("Ease injured")
    assert sheet_of(table)["stress"] == {"injured": "d6", "rattled": "d10"}
    ana.press("Sheet")
    ana.press("Complications")
    ana.press("New d6")
    ana.fill(name="Lost in the Stacks")
    ana.pick("One step up", "Lost")
    assert sheet_of(table)["complications"] == {"Lost in the Stacks": "d8"}
    ana.pick("Let one go", "Lost")
    assert sheet_of(table)["complications"] == {}


def test_assets_of_tests_and_sfx(table: Table) -> None:
    _, ana, _ = hands(table)
    ana.command("sheet show")
    ana.press("Asset")
    ana.press("Name it")
    ana.fill(name="Fog")
    assert sheet_of(table)["assets"]["Fog"] == {"die": "d6", "lasts": "scene", "open": False}
    assert sheet_of(table)["pp"] == 4
    ana.press("Asset")
    ana.pick("Where it comes from", "A test with effect d10")
    ana.press("Open: own")
    assert "Costs **1 PP**" in ana.words
    ana.press("Name it")
    ana.fill(name="Rope")
    assert sheet_of(table)["assets"]["Rope"] == {"die": "d10", "lasts": "scene", "open": True}
    ana.press("Asset")
    ana.pick("Where it comes from", "Memorised Spells")
    assert "Costs **1 PP**" in ana.words
    ana.press("Name it")
    ana.fill(name="Ember Ward")
    assert sheet_of(table)["assets"]["Ember Ward"]["lasts"] == "session"
    assert sheet_of(table)["pp"] == 2
    ana.press("Asset")
    ana.press("Lasts: scene")
    ana.press("Open: own")
    with pytest.raises(AssertionError, match="no button 'Name it'"):  # it costs three PP, and there are two
        ana.press("Name it")


def test_signature_assets_are_given_up_for_others(table: Table) -> None:
    _, ana, _ = hands(table)
    ana.command("sheet show")
    ana.press("Signature assets")
    assert "Now: Staff **d8**\nGive one up" in ana.words
    ana.pick("Give one up", "Staff")
    assert ana.words.endswith("Now: none\nStaff d8 is replaced in the next scene.")
    table.tale.act(GM, "scene", {"name": "Next"})
    assert ana.words.endswith("Now: none\nStaff d8 was given up: say now what takes its place.")
    ana.pick("Take new ones", "2 new ones, 2d6")
    assert ana.form is not None
    assert ana.form.title == "In place of Staff d8"
    assert [each.label for each in ana.form.fields] == ["New one 1 of 2, d6", "New one 2 of 2, d6"]
    ana.fill(name1="Wand", name2="Ring")
    assert {name: each["die"] for name, each in sheet_of(table)["signature"].items()} == {"Wand": "d6", "Ring": "d6"}
    assert table.tale.log[-1].lines[0].text == "Iltani: Wand d6, Ring d6 in place of Staff d8."
    assert ana.step.say == "Iltani has new signature assets."


def test_what_goes_with_a_signature_asset_is_said_before(table: Table) -> None:
    """If several were given up, each is replaced by the one chosen for it."""
    _, ana, _ = hands(table)
    sfx = [{"name": name, "text": "", "open": True} for name in ("Lean on It", "Glow")]
    more = {"signature.Staff.sfx": sfx, "signature.Ring": {"die": "d6", "sfx": []}}
    table.tale.act(GM, "edit", {"character": "Iltani", "set": more})
    ana.go("gear/Iltani")
    [give_up] = [each for each in ana.panel.controls if isinstance(each, Select)]
    assert [(each.label, each.note) for each in give_up.choices] == [
        ("Staff d8", "its SFX go with it: Lean on It, Glow"),
        ("Ring d6", ""),
    ]
    for name in ("Staff", "Ring"):
        ana.pick("Give one up", name)
    table.tale.act(GM, "scene", {"name": "Next"})
    [new] = [each for each in ana.panel.controls if isinstance(each, Select)]
    assert [(each.label, each.note) for each in new.choices] == [
        ("One new, d8", "in place of Staff d8"),
        ("2 new ones, 2d6", "in place of Staff d8"),
        ("One new, d6", "in place of Ring d6"),
    ]
    ana.pick("Take new ones", "1 Ring")
    ana.fill(name1="Bracelet")
    assert ana.step.say == "Iltani has a new signature asset."
    assert {name: each["die"] for name, each in sheet_of(table)["signature"].items()} == {"Bracelet": "d6"}
    for wrong in ("3 Staff", "1 Ring", "0 Staff", "x"):
        with pytest.raises(BadArguments):
            ana.go("gear/new/Iltani", value=wrong)


def test_of_two_signature_assets_alike_each_is_replaced(table: Table) -> None:
    """A new one of the same name was given up as well; the older one comes first."""
    _, ana, _ = hands(table)
    for scene in ("Next", "Last"):
        table.tale.act(ANA, "drop", {"character": "Iltani", "name": "Staff"})
        table.tale.act(GM, "scene", {"name": scene})
        if scene == "Next":
            table.tale.act(GM, "edit", {"character": "Iltani", "set": {"signature.Staff": {"die": "d8", "sfx": []}}})
    for name in ("Wand", "Ring"):
        ana.go("gear/Iltani")
        ana.pick("Take new ones", "One new, d8")
        ana.fill(name1=name)
    assert {name: each["die"] for name, each in sheet_of(table)["signature"].items()} == {"Wand": "d8", "Ring": "d8"}
    assert table.tale.state.characters["Iltani"].dropped == ()


def test_what_is_shared_is_for_everybody_to_read(table: Table) -> None:
    _, ana, _ = hands(table)
    ana.command("sheet show")
    step = ana.press("Share")
    assert step.shared is not None
    assert not list(step.shared.controls)
    assert "Never Lets a Riddle Lie" in "".join(step.shared.words)
    assert len("".join(step.shared.words)) <= 4000


def test_a_long_sheet_has_pages_and_is_shared_without_its_texts(table: Table) -> None:
    sfx = [{"name": f"Trick {number}", "text": "t" * 400, "open": True} for number in range(12)]
    more = {f"Skill {number:02}": "d6" for number in range(60)}
    table.tale.act(GM, "edit", {"character": "Iltani", "set": {"signature.Staff.sfx": sfx, "specialties": more}})
    _, ana, _ = hands(table)
    ana.command("sheet show")
    found = pages(ana.reader, "Iltani")
    assert len(found) > 1
    assert all(len(page) <= PAGE for page in found)
    ana.press("Page ▶ 2")
    assert any("Trick" in words for words in (ana.words, found[0]))
    ana.press("◀ Page 1")
    step = ana.press("Share")
    assert step.shared is not None
    assert len("".join(step.shared.words)) <= 4000


# --- files


def test_a_character_retires_once_its_player_is_sure(table: Table) -> None:
    mara, ana, ben = hands(table)
    mara.command("gm hand", to="Iltani")
    ana.command("sheet edit")
    ana.press("Retire")
    assert "Retire **Iltani**?" in ana.words
    ana.press("Export")
    assert ana.step.file is not None
    ana.press("Sheet")
    assert "Iltani" in table.tale.state.characters
    ana.go("change/retire/Iltani")
    ana.press("Retire")
    assert (ana.step.say, ana.path) == ("Iltani left the tale.", "table")
    assert [*table.tale.state.characters] == ["Bel"]
    assert labels(ana.panel)[0] == "Make a character"
    ana.go("table/undo")
    ana.press("Take it back")
    assert "Iltani acts" in " ".join(table.tale.status())
    with pytest.raises(Refused):
        ben.go("change/retire/Iltani")
    mara.go("change/retired/Bel")  # a game master may, too
    assert [*table.tale.state.characters] == ["Iltani"]


def test_a_sheet_goes_out_and_comes_back(table: Table) -> None:
    _, ana, ben = hands(table)
    for form, read in (("toml", tomllib.loads), ("json", json.loads)):
        step = ana.command("sheet export", format=form)
        assert step.file is not None
        assert step.file.filename == f"iltani.{form}"
        assert read(step.file.data.decode())["notes"] == "My own diary"
    assert step.file is not None
    before = sheet_of(table)
    table.tale.act(ANA, "retire", {"character": "Iltani"})
    ana.command("sheet import", file=step.file.data.decode())
    assert sheet_of(table) == before
    assert table.tale.state.characters["Iltani"].owner == ANA
    with pytest.raises(Refused) as refused:
        ben.command("sheet import", file=step.file.data.decode())
    assert refused.value.code == "name"
    assert sheet_of(table) == before


def test_a_sheet_that_is_there_is_replaced_when_its_player_says_so(table: Table) -> None:
    mara, ana, _ = hands(table)
    new = sheet("iltani", notes="Other", pp=50, xp=99, stress={"unsound": "d6"})
    ana.command("sheet import", text=json.dumps(new))
    assert "Replace" in labels(ana.panel)
    assert sheet_of(table)["notes"] == "My own diary"
    ana.press("Leave it")
    assert "import" not in table.notes[ANA]
    ana.command("sheet import")
    assert ana.form is not None
    ana.fill(text=json.dumps(new))
    ana.press("Replace")
    assert sheet_of(table)["notes"] == "Other"
    assert sheet_of(table)["pp"] == 5  # a file does not change PP
    assert sheet_of(table)["xp"] == 0
    assert sheet_of(table)["stress"] == {"injured": "d8"}
    mara.command("sheet import", text=json.dumps(new))
    mara.press("Replace")
    assert (sheet_of(table)["pp"], sheet_of(table)["stress"]) == (50, {"unsound": "d6"})
    with pytest.raises(Refused):
        mara.go("file/replace")  # it has been done already


def test_all_that_is_wrong_with_a_file_is_said_at_once(table: Table) -> None:
    _, ana, _ = hands(table)
    bad = sheet("Zu", format=3, hero=["d6", "d6"], notes=1)
    bad["approaches"] |= {"luck": "d20", "wits": "d20"}
    bad["stress"] = {"injured": "d4"}
    bad["moves"] = {}
    before = table.tale.state
    with pytest.raises(Refused) as refused:
        ana.command("sheet import", text=json.dumps(bad))
    for words in (
        "format = 1",
        "hero.d6: there is one",
        "notes: nothing of this kind",
        "approaches.luck",
        "approaches.wits = 'd20': only d4 d6 d8 d10 d12 may stand here",
        "stress.injured = 'd4': only d6 d8 d10 d12 may stand here",
        "moves.assess, defend, engage, influence, support, unleash: missing",
    ):
        assert words in sentence(refused.value.problem)
    assert table.tale.state is before


def test_the_whole_tale_goes_out_as_somebody_may_see_it() -> None:
    table = with_secrets()
    table.tale.act(ANA, "create", {"name": "Draft of Ana"})
    mine, others, master = (exported(table.tale, who).data.decode() for who in (ANA, BEN, GM))
    assert json.loads(mine)["characters"]["Iltani"]["sheet"]["approaches"]
    assert "Draft of Ana" in mine
    assert "Draft of Ana" not in others
    assert "approaches" not in json.loads(others)["characters"]["Iltani"]["sheet"]
    for name in HIDDEN:
        assert name in master
        assert name not in mine + others
    for data in (mine, others, master):
        assert table.tale.dice.own not in data
        assert table.tale.dice.coming not in data
    assert STAGE.export(Hands(table, BEN).reader).filename == "the-tower.json"


# --- at random


def test_any_press_of_anybody_shows_a_screen_or_says_why_not() -> None:
    table = with_secrets()
    table.tale.act(ANA, "edit", {"character": "Iltani", "set": {"notes": "My own diary", "aethers": ["psi"]}})
    everybody = [*hands(table), Hands(table, "stranger")]
    starts = ["sheet", "sheet/Iltani", "sheet/Bel", "page/2/Iltani", "file/in", "file/replace", "asset/Iltani",
              "recover/Bel", "gear/Iltani", "trouble/Bel", "stress/Iltani", "change/pp/1/Bel"]  # fmt: skip

    def look(who: Hands, panel: Panel) -> None:
        words = "\n".join(panel.words) + repr(list(panel.controls))
        if STAGE.is_master(table.tale, who.who):
            return
        if table.tale.state.characters["Iltani"].owner != who.who:
            assert "My own diary" not in words
        assert not [name for name in unknown(table) if name in words]

    met = pressed(table, everybody, starts, 1500, look, again=0.3)
    assert {"sheet", "stress", "trouble", "gear", "did pp", "did stress"} <= set(met), met


def test_selects_of_more_than_there_is_room_for_have_pages(table: Table) -> None:
    many = {f"Wand {number:02}": {"die": "d6", "sfx": []} for number in range(60)}
    table.tale.act(GM, "edit", {"character": "Iltani", "set": {"signature": many}})
    _, ana, _ = hands(table)
    ana.go("gear/Iltani")
    ana.pick("Give one up", "After these")
    ana.pick("Give one up", "After these")
    ana.pick("Give one up", "Before these")
    ana.pick("Give one up", "Wand 30")
    assert "Wand 30" not in sheet_of(table)["signature"]
    for page in ("99999", "²", "-1"):  # forged
        with pytest.raises(Refused):
            ana.go("gear/drop/Iltani", value=f"…page{page}|gear/Iltani")


def test_names_of_forty_characters_and_slashes_fit_every_screen() -> None:
    table = begun(mode="combined")
    name = "Ama/rgi *the* Long-Named of the Reed Sea"
    assert len(name) == 40
    table.tale.act(ANA, "enter", {"sheet": sheet(name, xp=99)})
    for room in ("sheet", "page/1", "asset", "gear", "stress", "trouble", "recover", "edit", "grow", "buy/move",
                 "buy/effect-enchantment", "file/toml", "file/share", "change/pp/-1", "change/notes",
                 "change/retire"):  # fmt: skip
        ana = Hands(table, ANA)
        ana.go(f"{room}/{name}")
        if ana.path is not None:
            assert not [label for label in labels(ana.panel) if len(label) > 20]
            assert "*the*" not in ana.words.replace("\\*", "")
