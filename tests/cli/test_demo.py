"""Files that `adepts demo` must not touch."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from cli.demo.watch import Watch, check_free
from cli.errors import BadInput
from cli.terminal import stdout
from playground import Person


def test_files_of_a_former_demo_are_replaced_and_nobody_else_s(tmp_path: Path) -> None:
    transcript, record = files = tmp_path / "transcript.md", tmp_path / "game.adepts"
    check_free(transcript, "A game", files)
    record.write_text("somebody's")
    with pytest.raises(BadInput, match=r"game\.adepts is there already"):
        check_free(transcript, "A game", files)
    transcript.write_text("# A game\n\n**somebody**\n")
    check_free(transcript, "A game", files)
    with pytest.raises(BadInput, match=r"transcript\.md is there already, and not from a demo of this game: "):
        check_free(transcript, "An hour", files)


def test_a_transcript_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    file = tmp_path / "transcript.md"
    file.mkdir()
    with pytest.raises(BadInput, match=re.escape(str(file))):
        Watch(stdout(), cast(Person, SimpleNamespace(raw=[])), {1: "Ann"}).save(file, "A game")
