"""Hostile files, names and values: one line, exit status 2, and no control characters reach the terminal."""

from __future__ import annotations

import os
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import click
import pytest

from cli.files import NAMED, NAMED_OR_STDOUT, NAMED_UNREAD
from cli.main import adepts as program
from cli.main import run
from cli.terminal import stdout
from cli.text import lines, printable, shortened, words
from game.core import toml
from tests.cli.conftest import Adepts, refused

STEERS = "\x1b[2J\x9b1m\r\u202e\u2066\u2028\x07"
"""Clears the screen, changes the writing direction, breaks lines, rings."""
SCENARIO = '[[scenario]]\ntitle = "x"\nplayers = 2\n'
ROOT = Path(__file__).parents[2]


def harmless(text: str) -> bool:
    return all(character.isprintable() for character in text.replace("\n", ""))


def put(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_what_steers_a_terminal_is_written_out() -> None:
    assert printable("Zoë 🎲 \x1b[2J\n\u202e\U000e0001") == "Zoë 🎲 \\x1b[2J\\x0a\\u202e\\U000e0001"
    assert printable("👩\u200d🔬") == "👩\u200d🔬"
    assert lines("a\r\nb") == "a\\x0d\nb"
    assert words(" a\t\r\n b\x1b ") == "a b\\x1b"
    assert harmless(printable(STEERS))
    assert len(shortened("x" * 10**6)) < 5_000


def test_nothing_is_printed_but_through_the_helpers() -> None:
    """Output goes through `say` and the console of `stdout`, which escape control characters of others."""
    allowed = {"text.py", "main.py"}
    for file in sorted((ROOT / "cli").rglob("*.py")):
        if file.name not in allowed:
            source = file.read_text(encoding="utf-8")
            assert "click.echo(" not in source, file
            assert " print(" not in source, file
            assert file.name == "terminal.py" or "= Console(" not in source, file


def test_a_console_steers_the_terminal_alone(capsys: pytest.CaptureFixture[str]) -> None:
    stdout().print(f"a {STEERS} b\nc")
    out = capsys.readouterr().out
    assert harmless(out)
    assert out.startswith("a \\x1b[2J")


def test_a_title_says_nothing_of_its_own(adepts: Adepts, tmp_path: Path) -> None:
    title = '"\\u001b[2J\\u202e\\n5 passed, 0 failed"'
    status, out, err = adepts("scenario", put(tmp_path / "s.toml", SCENARIO.replace('"x"', title)))
    assert (status, err) == (0, "")
    assert out == "ok \\x1b[2J\\u202e\\x0a5 passed, 0 failed\n1 passed, 0 failed\n"


def test_what_a_terminal_cannot_show_is_shown_as_a_question_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = TextIOWrapper(BytesIO(), encoding="latin-1")
    monkeypatch.setattr("sys.stdout", shown)
    assert run(["scenario", str(put(tmp_path / "s.toml", SCENARIO.replace('"x"', '"é Ω"')))]) == 0
    shown.seek(0)
    assert shown.readline() == "ok é ?\n"


def test_a_failure_and_a_bad_place_quote_harmlessly(adepts: Adepts, tmp_path: Path) -> None:
    steps = '[[scenario.steps]]\n[scenario.steps.expect]\n"a\\u001b\\nok y" = "\\u009b\\u202e"\n'
    out = adepts("scenario", put(tmp_path / "s.toml", SCENARIO + steps)).out
    assert harmless(out)
    assert out.count("\n") == 2
    outcome = adepts("scenario", put(tmp_path / "s\u202e\x1b.toml", SCENARIO + '"\\u001b[2J" = 1\n'))
    assert outcome.status == 2
    assert harmless(outcome.err)
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("command", [("replay",), ("position",), ("position", "--json"), ("position", "--seat", "P2")])
def test_names_in_a_record_say_nothing_of_their_own(
    adepts: Adepts, tmp_path: Path, text: str, command: tuple[str, ...]
) -> None:
    path = put(tmp_path / "\x1bg.adepts", text.replace("Anna", "A\u202en\x1b[2Ja\u2066"))
    word, *options = command
    outcome = adepts(word, path, *options)
    assert outcome.status == 0
    assert harmless(outcome.out + outcome.err)


def test_alternative_texts_and_echoed_answers_are_harmless(
    adepts: Adepts, tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(tmp_path / "g.adepts", text.replace("Anna", "A\u202en\x1b[2Ja"))
    assert harmless(adepts("board", path, "-o", tmp_path / "b.png").out)
    typed = put(tmp_path / "typed", f"{STEERS}\nspell {STEERS}\nsave {STEERS}/x\n")
    with typed.open(encoding="utf-8") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        monkeypatch.chdir(tmp_path)  # where it saves
        outcome = adepts("play", "--seed", "s", "--name", STEERS)
    assert outcome.status == 0
    assert harmless(outcome.out + outcome.err)
    assert "is not an answer" in outcome.out


TOML = {
    "deep list": SCENARIO + "spells = " + "[" * 5000 + "]" * 5000,
    "deep but readable": SCENARIO + "spells = " + "[" * 40 + "]" * 40,
    "deep table": SCENARIO + "x = " + "{a = " * 5000,
    "many digits": SCENARIO.replace("2", "9" * 5000),
    "many digits in base 16": SCENARIO + "[[scenario.steps]]\n[scenario.steps.expect]\nturn = 0x" + "f" * 20_000,
    "long key": ".".join("a" * 50_000) + " = 1\n",
    "long quoted key": " . ".join(['"a"'] * 50_000) + " = 1\n",
    "long header": "[" + ".".join("a" * 50_000) + "]\n",
    "large": "#" * 3_000_000,
    "no text": "\x00\x01",
    "nothing": "",
}


@pytest.mark.parametrize("kind", TOML)
def test_toml_that_costs_is_refused(adepts: Adepts, tmp_path: Path, kind: str) -> None:
    path = put(tmp_path / "hostile.toml", TOML[kind])
    outcome = adepts("scenario", path)
    assert (outcome.status, outcome.out) == (2, "0 passed, 0 failed\n")
    assert outcome.err.startswith(f"adepts: {path}: ")
    assert outcome.err.count("\n") == 1
    assert len(outcome.err) < 1_000
    if TOML[kind]:
        refused(adepts("games", "list", "--config", path), path)


def test_what_people_write_is_no_long_key() -> None:
    words_with_dots = ". ".join(["word"] * 31)
    assert toml.parse(f"# {words_with_dots}\na.b.c = '{words_with_dots}'\n")["a"]["b"] == {"c": words_with_dots}
    assert toml.parse("x = " + "[" * 30 + "]" * 30)
    with pytest.raises(ValueError, match="line 2: a key has more than 32 parts"):
        toml.parse("a = 1\n" + ".".join("b" * 40) + " = 1")
    with pytest.raises(ValueError, match="Expected"):
        toml.parse("a" * 2_000_000)


RECORDS: dict[str, Any] = {
    "a line of 1.5 MB": lambda head: head + "\n" + "x" * 1_500_000,
    "a token of 1.5 MB": lambda head: head + "\n1.I P1 assign " + "x" * 1_500_000,
    "a tag of 1.5 MB": lambda head: "[" + "x" * 1_500_000,
    "a tag's value of 1.5 MB": lambda head: head.replace('[Deck "', '[Deck "' + "x" * 1_500_000),
    "many digits": lambda head: head.replace('[Players "3', '[Players "' + "3" * 5_000),
    "3 MB": lambda head: head + "#" * 3_000_000,
    "a seed that steers": lambda head: head.replace('[Seed "', '[Seed "\x1b[2J\u202e'),
}


@pytest.mark.parametrize("kind", RECORDS)
@pytest.mark.parametrize("command", ["replay", "position"])
def test_of_a_record_only_the_beginning_is_quoted(
    adepts: Adepts, tmp_path: Path, text: str, command: str, kind: str
) -> None:
    head = text.split("\n\n")[0] + "\n"
    outcome = adepts(command, put(tmp_path / "hostile.adepts", RECORDS[kind](head)))
    refused(outcome, "hostile.adepts: ")
    assert len(outcome.err) < 2_000  # it lists all legal moves there
    assert harmless(outcome.err)


@pytest.mark.parametrize("command", [("scenario",), ("replay",), ("position",), ("games", "list", "--config")])
def test_what_is_no_file_is_refused_and_waits_for_nobody(
    adepts: Adepts, tmp_path: Path, command: tuple[str, ...]
) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, Path("/"), Path("/dev/zero"), tmp_path / ("x" * 300)):
        outcome = adepts(*command, path)
        assert outcome.status == 2
        assert outcome.err.count("\n") == 1
    outcome = adepts(*command, tmp_path / "pipe")
    assert outcome.status == 2
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("where", ["/", ".", "/dev/full", "/proc/none"])
@pytest.mark.parametrize("option", ["--pictures", "--gif", "--positions"])
def test_outputs_that_cannot_be_are_refused(adepts: Adepts, tmp_path: Path, text: str, option: str, where: str) -> None:
    """With a game that has just begun, since a film of a whole one takes time."""
    head, _, moves = text.partition("\n\n")
    begun = "\n".join(line for line in head.splitlines() if not line.startswith("[Result "))
    path = put(tmp_path / "begun.adepts", f"{begun}\n\n" + "\n".join(moves.splitlines()[:3]) + "\n")
    refused(adepts("replay", path, option, where), f"{where}: ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("games", "delete", "--older-than", "9" * 20), "--older-than"),
        (("position", "x", "--ply", "9" * 5000), "--ply"),
        (("simulate", "--spells", "\x1b" * 10_000), "for spells there is"),
        (("simulate", "--seed", "\udcff"), "a seed is"),
        (("playground", "--host", "a" * 300, "--port", "0", "--no-open"), "not the name of a host"),
        (("\x1b[2J",), "No such command"),
    ],
)
def test_values_that_cannot_be_are_refused(
    adepts: Adepts, words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = adepts(*words)
    refused(outcome, said)
    assert len(outcome.err) < 5_000
    assert harmless(outcome.err)


@pytest.mark.parametrize(
    "words",
    [
        ("backup", "-"),
        ("games", "export", "-"),
        ("simulate", "--games", "1", "--out", "-"),
        ("demo", "--out", "-"),
        ("replay", "game.adepts", "--pictures", "-"),
        ("position", "-"),
        ("adept", "tale", "new", "-", "mara"),
        ("doctor", "--config", "-"),
    ],
)
def test_a_dash_is_no_name(
    adepts: Adepts, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a file nor a directory of that name is made where somebody wanted a pipe."""
    monkeypatch.chdir(tmp_path)
    refused(adepts(*words), "'-' names nothing")
    assert list(tmp_path.iterdir()) == []


def test_every_path_says_whether_it_may_be_standard_output() -> None:
    for where, param in parameters(program):
        if isinstance(param.type, click.Path):
            assert param.type in (NAMED, NAMED_UNREAD, NAMED_OR_STDOUT), where


def parameters(command: click.Command, path: str = "") -> Iterator[tuple[str, click.Parameter]]:
    """Yield the parameters of a command and of all below it."""
    ctx = click.Context(command)
    for param in command.get_params(ctx):
        yield f"{path} {param.name}", param
    if isinstance(command, click.Group):
        for name in command.list_commands(ctx):
            if (below := command.get_command(ctx, name)) is not None:
                yield from parameters(below, f"{path} {name}")
