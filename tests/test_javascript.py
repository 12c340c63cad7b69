"""The check of the page's JavaScript finds faults, leaves nothing out, and runs with the locked tools."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.imports import ROOT
from tests.javascript import LOCK, are_here, check

SCRIPTS = ROOT / "playground" / "page" / "js"
PLATFORMS = ("linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64", "win32-arm64")

PACKAGES: dict[str, dict[str, Any]] = json.loads(LOCK.read_text(encoding="utf-8"))["packages"]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the scripts and of the tools' settings."""
    if not are_here():
        pytest.skip("the tools are not here: python -m tests.javascript downloads them")
    shutil.copytree(SCRIPTS, tmp_path / SCRIPTS.relative_to(ROOT))
    for name in ("biome.json", "tsconfig.json", "package.json"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


MESSAGE = '/** @import { Message } from "./wire.js" */\n\n/** @param {Message} m */\n'
RIGHT = {
    "planted": "export const day = 1;\n",
    "a-field": f"{MESSAGE}export const a = (m) => m.id;\n",
}
WRONG_TYPES = {
    "no-such-field": f"{MESSAGE}export const a = (m) => m.ip;\n",
    "no-type": "export const a = (b) => b;\n",
    "nothing-found": 'import { find } from "./dom.js";\n\nexport const a = () => find(document, ".a").focus();\n',
}
WRONG_WORDS = {
    "layout": "export const a = 1\n",
    "lint": "export const a = 1 == 2;\n",
}


@pytest.mark.parametrize("wrong", [WRONG_WORDS, WRONG_TYPES], ids=["lint", "types"])
def test_the_check_finds_what_is_wrong_in_each_file_and_nothing_else(
    copy: Path, wrong: dict[str, str], capfd: pytest.CaptureFixture[str]
) -> None:
    scripts = copy / SCRIPTS.relative_to(ROOT)
    for name, text in RIGHT.items():
        (scripts / f"{name}.js").write_text(text)
    for name, text in wrong.items():
        (scripts / f"{name}.js").write_text(text)
    capfd.readouterr()
    assert check(copy) != 0
    told = "".join(capfd.readouterr())
    assert {name for name in (*RIGHT, *wrong) if f"{name}.js" in told} == wrong.keys()


def test_the_check_finds_a_circle_of_files(copy: Path) -> None:
    scripts = copy / SCRIPTS.relative_to(ROOT)
    (scripts / "one.js").write_text('import { two } from "./two.js";\n\nexport const one = () => two;\n')
    (scripts / "two.js").write_text("export const two = 2;\n")
    assert check(copy) == 0
    (scripts / "two.js").write_text('import { one } from "./one.js";\n\nexport const two = () => one;\n')
    assert check(copy) != 0


@pytest.mark.parametrize("file", sorted(SCRIPTS.rglob("*.js")), ids=lambda file: file.name)
def test_no_script_is_left_out(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert not [word for word in ("@ts-", "biome-ignore", "{any}", "{*}") if word in text]


def test_every_locked_tool_has_its_hash_and_no_address() -> None:
    for name, package in PACKAGES.items():
        if name:
            assert package["integrity"].startswith("sha512-"), name
            assert "resolved" not in package, name


@pytest.mark.parametrize("tool", ["@biomejs/cli", "@typescript/typescript"])
def test_the_tools_are_locked_for_every_machine(tool: str) -> None:
    assert {f"node_modules/{tool}-{platform}" for platform in PLATFORMS} <= PACKAGES.keys()
