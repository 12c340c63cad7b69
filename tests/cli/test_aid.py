"""`adepts adept`: operations with key=value arguments, files of cases; and how the command finds an aid."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from cli.aid import written
from cli.arguments import arguments
from cli.main import COMMANDS
from game.core.discover import aid, aid_names
from game.core.errors import SetupError
from tests.cli.conftest import Adepts

CASES = Path(__file__).parents[1] / "the_adept" / "cases.toml"
SHEET = tomllib.loads(CASES.read_text(encoding="utf-8"))["sheets"]["iltani"]


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "iltani.json"
    path.write_text(json.dumps(SHEET), encoding="utf-8")
    return path


def test_cases_get_a_line_each(adepts: Adepts) -> None:
    status, out, err = adepts("adept", "cases", CASES)
    *lines, last = out.splitlines()
    assert (status, last, err) == (0, "172 passed, 0 failed", "")
    assert len(lines) == 172
    assert lines[0] == "ok parse: order and counts become canonical"
    assert all(line.startswith("ok ") for line in lines)


def test_a_case_that_fails_says_why(adepts: Adepts, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(
        '[[case]]\ntitle = "wrong"\nop = "step"\nin = { die = "d6", by = 1 }\nout = { dice = "d12" }\n'
        '[[case]]\ntitle = "right"\nop = "step"\nin = { die = "d6", by = 1 }\nout = { dice = "d8" }\n',
        encoding="utf-8",
    )
    said = 'FAIL wrong: dice: expected "d12", got "d8"\nok right\n1 passed, 1 failed\n'
    assert adepts("adept", "cases", path) == (1, said, "")


def test_a_file_of_no_cases_is_refused(adepts: Adepts, tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    path.write_text("title = 1", encoding="utf-8")
    status, out, err = adepts("adept", "cases", path)
    assert (status, out) == (2, "")
    assert err.startswith(f"adepts: {path}: case: ")
    assert adepts("adept", "cases", tmp_path / "nowhere.toml").status == 2


@pytest.mark.parametrize(
    ("words", "out"),
    [
        (["parse", "text=d8 Flair, 2D6 + 10"], 'pool = "2d6 d8 d10"\nn = 4\n'),
        (["step", "die=d8", "by=-1"], 'dice = "d6"\n'),
        (["contest", "totals=12,15", "give_in=Yes"], "open = false\nwinner = \"B\"\nmargin = 0\nheroic = 0\npp = 1\n"),
        (["contest", "totals=[12, 15]", "give-in=no"], 'open = true\nto_beat = 15\nturn = "A"\n'),
        (["hit", "pool=d6 d8", "hits=d10>d8, d4>d6"], 'pool = "d4"\nover = false\n'),
        (["rest", "stress=injured: d8, rattled: d6"], 'stress = { injured = "d6" }\n'),
        (["rest", 'stress={"injured": "d6"}'], "stress = {}\n"),
        (["asset"], 'die = "d6"\n'),
        (["doom", "pool=2d6 d8", "spend=gmc", "dice=d8", "least=d8"], 'pool = "2d6"\ngives = "-"\npp = 0\n'),
        (
            ["analyse", "roll=d6:5 d8:6 d10:3"],
            'hitches = "-"\nbotch = false\n'
            'best_total = { total = 11, effect = "d10", uses = [1, 2], from = [3] }\n'
            'best_effect = { total = 11, effect = "d10", uses = [1, 2], from = [3] }\n'
            'options = ["11 d10"]\npp = 0\n',
        ),
    ],
)  # fmt: skip
def test_an_operation_takes_and_gives_values_by_name(adepts: Adepts, words: list[str], out: str) -> None:
    assert adepts("adept", *words) == (0, out, "")


def test_a_sheet_is_a_file(adepts: Adepts, sheet: Path, tmp_path: Path) -> None:
    assert adepts("adept", "validate", f"sheet={sheet}").out == "errors = []\n"
    assert adepts("adept", "build", f"sheet={sheet}", "picks=approach.wits,+2d6").out.startswith('pool = "2d6 d12"\n')
    toml = tmp_path / "iltani.toml"
    toml.write_text('format = 1\nname = "Iltani"\nluck = 1\n', encoding="utf-8")
    assert '"unknown luck"' in adepts("adept", "validate", f"sheet={toml}", "stage=play").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["parse", "text=d20"], "parse: 'd20': dice are d4 d6 d8 d10 d12 [size]"),
        (["parse", "d20"], "parse: 'd20': write KEY=VALUE; parse takes text"),
        (["parse"], "parse: text is missing: parse takes text"),
        (["parse", "text=d6", "text=d8"], "parse: text is given twice"),
        (["parse", "test=d6"], "parse: 'test' is not an argument: parse takes text"),
        (["step", "die=d6", "by=one"], "step: by = 'one': a whole number is wanted"),
        (["contest", "totals=12", "give_in=perhaps"], "contest: give_in = 'perhaps': write true or false"),
        (["contest", "totals=12,x"], "contest: totals = 'x': a whole number is wanted"),
        (["contest", "totals=[12"], "contest: totals: this is not JSON"),
        (["rest", "stress=injured"], "rest: stress = 'injured': write name:value"),
        (["validate", "sheet=nowhere.toml"], "nowhere.toml: No such file"),
        (["conquer"], "No such command 'conquer'"),
    ],
)
def test_what_is_refused_is_said_on_one_line(adepts: Adepts, words: list[str], said: str) -> None:
    status, out, err = adepts("adept", *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_a_file_that_is_no_sheet_is_refused(adepts: Adepts, tmp_path: Path) -> None:
    for name, text, said in [
        ("a.toml", "x = [", "a.toml: "),
        ("a.json", "[1]", "not a table"),
        ("b.json", "{", "not JSON"),
    ]:
        (tmp_path / name).write_text(text, encoding="utf-8")
        status, _, err = adepts("adept", "validate", f"sheet={tmp_path / name}")
        assert status == 2
        assert said in err


@pytest.mark.parametrize("value", [[], {}, [1, "a"], {"a": {"b": [True, "-"]}}, "é\n", 7, False])
def test_values_are_written_as_files_have_them(value: object) -> None:
    assert tomllib.loads(f"x = {written(value)}") == {"x": value}


@pytest.mark.parametrize(("text", "value"), [('{"a": 1}', {"a": 1}), ("[1]", [1]), ("d8", "d8"), ("1", "1")])
def test_what_may_be_anything_is_a_text_unless_it_is_written_as_a_table_or_a_list(text: str, value: object) -> None:
    tales = aid("adept").tales
    assert tales is not None
    assert arguments(tales.actions["advance"][1], [f"value={text}"]) == {"value": value}


def test_aids_are_found_and_teach(adepts: Adepts) -> None:
    assert aid_names() == ("adept",)
    assert not set(aid_names()) & set(COMMANDS)
    found = aid("adept")
    assert found.name == "adept"
    assert found.pitch in " ".join(adepts("--help").out.split())
    out = adepts("adept", "--help").out
    assert "Examples:" in out
    assert all(f"  {name} " in out for name in [*found.operations, "cases", "tale"])
    assert max(map(len, out.splitlines())) <= 80
    for name, operation in found.operations.items():
        assert f"Takes: {', '.join(operation.parameters)}." in " ".join(adepts("adept", name, "--help").out.split())
    with pytest.raises(SetupError, match="no aid is called 'conquer'; there is: adept"):
        aid("conquer")


def test_operations_load_neither_pictures_nor_discord() -> None:
    code = (
        "import sys; from cli.main import run; run(['adept', 'step', 'die=d6', 'by=1']);"
        "print([m for m in ('discord', 'PIL', 'rich', 'game.adepts') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == 'dice = "d8"\n[]\n'
