"""`make quick` chooses the tests that a change reaches by imports, nearest first, and no others."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests import quick
from tests.imports import PACKAGES, ROOT, Graph, files, graph
from tests.quick import LONG, Limit, concerned, nearest

MODULES = files(*PACKAGES, "tests")
ALL = {file for file in MODULES if file.name.startswith("test_")}


@cache
def arrows() -> Graph:
    return graph(MODULES)


def chosen(*changes: str) -> list[str]:
    return [file.as_posix() for file in nearest(concerned(map(Path, changes), arrows()))]


def test_nothing_changed_concerns_nothing() -> None:
    assert chosen() == []


def test_on_the_base_itself_what_was_not_pushed_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(*arguments: str) -> None:
        subprocess.run(
            ("git", "-c", "user.name=x", "-c", "user.email=x", "-c", "commit.gpgsign=no", *arguments),
            cwd=tmp_path,
            check=True,
        )

    monkeypatch.setattr(quick, "ROOT", tmp_path)
    git("init", "-q", "-b", "main")
    git("commit", "-q", "--allow-empty", "-m", "pushed")
    git("update-ref", "refs/remotes/origin/main", "HEAD")
    (tmp_path / "new.py").touch()
    git("add", "new.py")
    git("commit", "-q", "-m", "not pushed")
    assert quick.changed("main") == {Path("new.py")}
    git("switch", "-q", "-c", "idea")
    assert quick.changed("main") == set()


def test_the_nearest_come_first_and_the_unconcerned_not_at_all() -> None:
    found = chosen("game/core/chance.py")
    assert found[0] == "tests/engine/test_chance.py"
    assert "tests/bot/core/test_clicks.py" in found
    assert "tests/playground/test_commands.py" not in found


def test_tests_in_a_folder_of_the_same_name_come_before_those_that_import_more_directly() -> None:
    found = chosen("playground/world/clock.py")
    own = {file.as_posix() for file in ALL if file.parts[1] == "playground"}
    assert set(found[: len(own)]) == own
    assert "tests/bot/faults/test_requests.py" in found[len(own) :]


def test_a_changed_test_is_concerned_itself() -> None:
    assert chosen("tests/engine/test_chance.py") == ["tests/engine/test_chance.py"]


def test_what_a_folder_sets_up_concerns_its_tests() -> None:
    found = chosen("tests/playground/conftest.py")
    assert {f"tests/playground/{file.name}" for file in ALL if file.parent.name == "playground"} <= set(found)
    assert "tests/engine/test_chance.py" not in found


@pytest.mark.parametrize(
    ("file", "test"),
    [
        ("tests/scenarios/faq1.toml", "tests/engine/test_scenarios.py"),
        ("playground/page/js/log.js", "tests/browser/page/test_page.py"),
        ("docs/bot.md", "tests/test_docs.py"),
        ("game/adepts/gone.py", "tests/engine/test_scenarios.py"),
    ],
)
def test_files_that_nobody_imports_concern_who_reads_them(file: str, test: str) -> None:
    assert test in chosen(file)


def test_after_the_time_no_test_begins() -> None:
    late, early = Limit(-1), Limit(1000)
    late.pytest_collection_finish()
    early.pytest_collection_finish()
    early.pytest_runtest_setup()
    with pytest.raises(pytest.skip.Exception, match="make test"):
        late.pytest_runtest_setup()


def test_what_is_left_out_is_there() -> None:
    """If a folder of whole games were renamed, `make quick` would run it, and take too long."""
    assert all((ROOT / "tests" / name).exists() for name in LONG)
