"""Entries on a sheet are edited through screens and by dotted paths, as far as that is allowed."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.errors import BadArguments, Refused
from tests.the_adept.stage.hands import STAGE, Hands, Table
from tests.the_adept.stage.presser import pressed
from tests.the_adept.stage.tables import hands
from tests.the_adept.tale.tables import ANA


@pytest.fixture
def ana(table: Table) -> Hands:
    found = Hands(table, ANA)
    found.command("sheet edit")
    return found


def sheet_of(table: Table) -> Any:
    return table.tale.state.characters["Iltani"].sheet


def test_distinctions_sfx_and_names_by_screens(table: Table, ana: Hands) -> None:
    ana.pick("What is written anew?", "Trait: Never")
    assert ana.form is not None
    assert [each.value for each in ana.form.fields[:2]] == ["Never Lets a Riddle Lie", "Dogged"]
    ana.fill(name="Never Lets Go", text2="When …")
    trait = sheet_of(table)["distinctions"]["trait"]
    assert (trait["name"], trait["die"]) == ("Never Lets Go", "d8")
    assert [each["open"] for each in trait["sfx"]] == [True, False]
    assert trait["sfx"][1] == {"name": "Carried Away", "text": "When …", "open": False}
    ana.pick("What is written anew?", "SFX of Spellcasting: Quick Sign")
    ana.fill(name="Quicker Sign")
    assert sheet_of(table)["magic"]["spellcasting"]["sfx"] == [{"name": "Quicker Sign", "text": "...", "open": True}]
    ana.pick("What is written anew?", "Specialty: Alchemy")
    ana.fill(name="Brewing")
    assert list(sheet_of(table)["specialties"]) == ["Brewing", "Court Etiquette"]
    ana.pick("What is written anew?", "Signature asset: Staff")
    ana.fill(name="Cane")
    assert sheet_of(table)["signature"]["Cane"]["sfx"][0]["name"] == "Anchor"
    ana.pick("What is written anew?", "For the group's map")
    ana.fill(elements="The Archive,, A quarrel ")
    assert sheet_of(table)["elements"] == ["The Archive", "A quarrel"]
    ana.pick("An aether", "Psi")
    assert sheet_of(table)["aethers"] == ["psi"]
    ana.pick("An aether", "✓ Psi")
    assert sheet_of(table)["aethers"] == []


def test_a_name_that_is_there_or_cannot_be_is_refused(table: Table, ana: Hands) -> None:
    before = sheet_of(table)
    for name in ("court etiquette", "A" * 41, "a.b", "turn\u202eabout", " "):
        ana.pick("What is written anew?", "Specialty: Alchemy")
        with pytest.raises(Refused):
            ana.fill(name=name)
    assert sheet_of(table) == before


@pytest.mark.parametrize(
    ("path", "value", "found"),
    [
        ("moves.assess", "d8", "d8"),
        ("notes", "Seen at 9", "Seen at 9"),
        ("aethers", '["psi"]', ["psi"]),
        ("specialties.Chess", "d6", "d6"),
        ("distinctions.trait.name", "Bold", "Bold"),
    ],
)
def test_a_dotted_path_takes_a_text_or_what_toml_reads(table: Table, path: str, value: str, found: Any) -> None:
    _, ana, _ = hands(table)
    ana.command("sheet edit", path=path, value=value)
    now = sheet_of(table)
    for part in path.split("."):
        now = now[part]
    assert now == found
    assert ana.path == "sheet/Iltani"


def test_what_cannot_be_edited_says_whether_it_changes_at_all(ana: Hands) -> None:
    for path, why in (("name", "it stays as it was brought"), ("pp", "pp has its own way to change")):
        with pytest.raises(Refused, match=why):
            ana.command("sheet edit", path=path, value="7")


@pytest.mark.parametrize(
    ("path", "value", "error"),
    [
        ("pp", "99", Refused),
        ("records", "[]", Refused),
        ("name", "Zu", Refused),
        ("out", '["injured"]', Refused),
        ("moves.assess", "d20", Refused),
        ("moves.luck", "d6", Refused),
        ("notes", "[" * 999, Refused),
        ("notes", "9" * 999, Refused),
        ("notes", "[1, nan]", Refused),
        ("distinctions.trait", "", Refused),
        ("..", "x", BadArguments),
    ],
)
def test_what_may_not_be_edited_is_refused(table: Table, path: str, value: str, error: type[Exception]) -> None:
    _, ana, _ = hands(table)
    before = table.tale.state
    with pytest.raises(error):
        ana.command("sheet edit", path=path, value=value)
    assert table.tale.state is before


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (
            "approaches.wits",
            "d20",
            "'d20' cannot stand there: approaches.wits: only d4 d6 d8 d10 d12 may stand here",
        ),
        ("class", "mage", "'mage' cannot stand there: class: nothing of this kind can stand here; a place is such as"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(table: Table, path: str, value: str, said: str) -> None:
    _, ana, _ = hands(table)
    with pytest.raises(Refused) as refused:
        ana.command("sheet edit", path=path, value=value)
    assert refused.value.problem.startswith(said)


def test_paths_are_suggested_and_taken_away_without_a_value(table: Table) -> None:
    _, ana, ben = hands(table)
    found = [each.value for each in STAGE.complete(ana.reader, "edit", "path", "alch")]
    assert found == ["specialties.Alchemy"]
    ana.go("edit/path/Iltani")
    ana.fill(path="specialties.Alchemy", value="")
    assert "Alchemy" not in sheet_of(table)["specialties"]
    with pytest.raises(Refused) as refused:
        ben.command("sheet edit", character="Iltani", path="moves.assess", value="d12")
    assert refused.value.code == "rights"


def test_any_press_while_editing_shows_a_screen_or_says_why_not(table: Table) -> None:
    starts = ["edit/Iltani", "edit/Bel", "edit/path/Iltani", "edit", "edit/place/Bel"]
    met = pressed(table, [*hands(table), Hands(table, "stranger")], starts, 1000, lambda *_: None)
    assert met["did edit"], met
