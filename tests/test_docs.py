"""What the documentation shows is true: examples run, scenarios hold, records can be replayed, quoted code is real."""

from __future__ import annotations

import doctest
import re
import tomllib
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from textwrap import indent
from typing import Any

import discord
import pytest
import yarl

from bot.tables.waiting import timing
from cli.child import BotProcess
from game.adepts import Game, scenario
from game.adepts import texts as rulebook
from game.adepts.kit import KIT
from game.adepts.rules.spells import SPELLS
from game.adepts.texts import document
from game.adepts.words import wording
from game.core import history
from game.core.discover import kits
from game.core.kit import Kit
from playground import Playground
from storage.tables import TABLES
from tests.imports import PACKAGES, ROOT, graph
from tests.imports import files as files_of

DOCS = Path(__file__).parent.parent / "docs"
README = DOCS.parent / "README.md"
PAGES = [README, *sorted(DOCS.glob("*.md"))]
ALL = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
EXAMPLE = re.compile(r"^ *>>> ", re.MULTILINE)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def source(module: Path) -> str:
    """Return the source of one of our modules, named by its path from the root."""
    return (ROOT / module).read_text(encoding="utf-8")


def blocks(page: Path, language: str = "") -> list[str]:
    """Return the fenced blocks of a page in one language."""
    return [text for name, text in BLOCK.findall(page.read_text(encoding="utf-8")) if name == language]


def table(page: Path, heading: str) -> list[list[str]]:
    """Return the words in backquotes in each row's first column, from the first table whose head begins so."""
    lines = page.read_text(encoding="utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append(re.findall(r"`([^`]+)`", line.split("|")[1]))
    return rows


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page: Path) -> None:
    """Every example with a prompt prints what the page says."""
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    prompts = re.findall(r"^>>> ", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert result.attempted == len(prompts)


@pytest.mark.parametrize("module", [file for file in files_of(*PACKAGES) if EXAMPLE.search(source(file))], ids=str)
def test_examples_in_docstrings_run(module: Path) -> None:
    result = doctest.testmod(import_module(".".join(module.with_suffix("").parts).removesuffix(".__init__")))
    assert result.failed == 0
    assert result.attempted == len(EXAMPLE.findall(source(module)))


async def test_people_in_the_playground_act_as_its_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example runs, with the real bot where it says that a bot is to be started."""
    for owner, name in ((discord.http.Route, "BASE"), (discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY")):
        monkeypatch.setattr(owner, name, getattr(owner, name))  # what the example sets ends with this test

    async def start(pg: Playground) -> None:
        await pg.supervise(BotProcess(pg, database=tmp_path / "bot.sqlite3", prepares=False))

    [code] = blocks(DOCS / "playground.md", "python")
    known: dict[str, Any] = {"discord": discord, "yarl": yarl, "Playground": Playground, "start": start}
    exec(f"async def example():\n{indent(code.replace('...  #', 'await start(pg)  #'), '    ')}", known)
    await known["example"]()


def test_quoted_code_is_the_engines() -> None:
    """Python code in the architecture page is quoted from the source, to the letter."""
    package = Path(str(files("game")))
    folders = (package, DOCS.parent / "tests" / "games" / "more")
    source = "\n".join(path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py"))
    inside = re.sub("^    ", "", source, flags=re.MULTILINE)  # methods are quoted without their class
    for code in blocks(DOCS / "architecture.md", "python"):
        parts = [part for part in re.split(r"\n\n(?=def )", code.rstrip()) if part]
        assert ">>> " in code or code in source or all(part in inside for part in parts)


def test_modules_stand_upon_one_another_as_the_page_has_them() -> None:
    """The page lists modules from the bottom up: none imports what is listed after it, except the state for type
    checking."""
    for folder, rows in (
        ("game/core", table(DOCS / "architecture.md", "core modules")),
        ("game/adepts/rules", table(DOCS / "architecture.md", "modules")),
    ):
        assert {name.rstrip("/") for row in rows for name in row} == {
            path.stem
            for path in (ROOT / folder).iterdir()
            if path.suffix in {"", ".py"} and not path.name.startswith("__")
        }
        height = {name.rstrip("/"): number for number, row in enumerate(rows) for name in row}
        place = len(Path(folder).parts)
        for file, others in graph(files_of(folder)).items():
            for other in others:
                mine, theirs = (Path(each.parts[place]).stem for each in (file, other))
                known = theirs != "state" and mine in height and theirs in height
                assert not known or height[theirs] <= height[mine], f"{mine} imports {theirs}"


@pytest.mark.parametrize("page", ALL, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """A link inside the repository leads to an existing file, and to a heading that is in it; pictures exist too."""
    text = page.read_text(encoding="utf-8")
    for target, anchor in re.findall(r'(?:\]\(|src=")(?!https?:)([^)"#\s]*)#?([\w-]*)[)"]', text):
        file = page.parent / target if target else page
        assert file.is_file(), target
        if anchor:
            heads = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in [re.sub(r"[^\w\s-]", "", head).lower().replace(" ", "-") for head in heads]


@pytest.mark.parametrize("page", ALL, ids=lambda page: page.name)
def test_no_code_is_broken_across_lines(page: Path) -> None:
    """A command that is searched for, or copied, stands on one line."""
    prose = BLOCK.sub("", page.read_text(encoding="utf-8"))
    assert [line for line in prose.splitlines() if line.count("`") % 2 and "```" not in line] == []


def test_what_one_types_is_there() -> None:
    """Targets of make, and modules run with `python -m`, exist."""
    targets = set(re.findall(r"^(\w+):", source(Path("Makefile")), re.MULTILINE))
    typed = "\n".join(page.read_text(encoding="utf-8") for page in ALL)
    made = set(re.findall(r"(?:`|^\$ )make (\w+)", typed, re.MULTILINE))
    run = set(re.findall(r"python -m ([\w.]+\w)", typed)) - {"venv", "compileall"}
    assert made
    assert made <= targets
    assert run
    for module in run:
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), module


@pytest.mark.parametrize("house", ["bot", "playground"])
def test_rooms_have_the_modules_that_are_told_of_them(house: str) -> None:
    """The table of the bot's folders names each of them, and only modules that are in the folder; capitalised names are
    classes."""
    rows = re.findall(
        r"^\|[^`\n]*\| `(\w+)/` \|([^|]*)|^\| `(\w+)/` \|([^|]*)", source(Path(f"docs/{house}.md")), re.MULTILINE
    )
    rooms = {row[0] or row[2]: row[1] + row[3] for row in rows}
    assert set(rooms) == {path.parent.name for path in (ROOT / house).glob("*/__init__.py")}
    for room, told in rooms.items():
        there = {path.stem for path in (ROOT / house / room).rglob("*.py")}
        assert set(re.findall(r"`([a-z_]+)`", told)) <= there, room


def test_all_that_a_game_may_bring_is_in_the_page() -> None:
    """All that a kit may define is in the page, except for what is required and what follows from the rest."""
    must = {"name", "title", "tag", "suffix", "seats", "pitch", "options", "version", "new", "restore"}
    made = {"checked", "has", "exhibits", "player", "levels", "level", "policy"}
    there = {name for name in {*vars(Kit), *Kit.__annotations__} if not name.startswith("_")}
    listed = [name for row in table(DOCS / "architecture.md", "face") for name in row]
    assert len(listed) == len(set(listed))
    assert set(listed) == there - must - made


def test_tables_are_all_in_the_page() -> None:
    assert sorted(name for row in table(DOCS / "storage.md", "table") for name in row) == sorted(TABLES)


def test_all_that_waits_is_in_the_page() -> None:
    kinds = {value for name, value in vars(timing).items() if name.isupper() and isinstance(value, str)}
    assert {name for row in table(DOCS / "days.md", "kind") for name in row} == kinds


MORE = {
    "mana-surge": (["Ann", "Bob", "Cy"], ["colour", "corner", "spawn", "move", "attack"], set[str]()),
    "spirit-ground": (
        ["Ann", "Bob"],
        ["pair", "order", "place", "pay", "rotate", "enhance", "target"],
        {"pay", "target"},
    ),
    "harrowing": (
        ["Ann", "Bob"],
        [
            *["core", "set", "invoke", "keep", "order", "free", "pool", "rout", "raise", "march", "to", "banish"],
            *["side", "spot", "shift", "swap", "with", "flip", "rotate", "spin", "claim", "seal", "muster", "battle"],
            "reroll",
        ],
        {"set", "order", "pool", "rout", "march", "to", "banish", "swap", "with", "rotate", "spin", "claim", "seal"}
        | {"reroll", "free", "flip", "battle"},
    ),
}
"""The other games: names used in the record of their page, their kinds of questions, and the rare ones among these."""


@pytest.mark.parametrize("name", MORE)
def test_another_game_is_as_its_page_says(name: str) -> None:
    """The record in another game's page can be replayed, its scenario holds, and its tables have all kinds and keys."""
    page, kit = DOCS / f"{name}-notation.md", kits()[name]
    names, known, seldom = MORE[name]
    [text] = [block for block in blocks(page) if block.startswith(f"[{kit.tag}")]
    recorded = history.read(text)
    assert history.write(recorded.kit, recorded.replay(), [line.move for line in recorded.record.lines], names) == text
    [scenarios] = [tomllib.loads(text) for text in blocks(page, "toml")]
    assert scenarios["game"] == kit.name
    assert kit.scenarios is not None
    read = kit.scenarios.read({"scenario": scenarios["scenario"]})
    assert [kit.scenarios.run(one) for one in read] == [None]
    game, kinds = kit.new(kit.seats[-1], kit.checked({}), "docs"), set[str]()
    while not game.over:
        [(seat, decision)] = game.pending.items()
        kinds.add(decision.kind)
        game.play(seat, decision.tokens[len(kinds) % len(decision.tokens)])
    assert [kind for row in table(page, "kind | in phase") for kind in row] == known
    assert kinds | seldom == set(known)
    assert {key for row in table(page, "key") for key in row} == set(game.to_dict())


def test_scenarios_hold() -> None:
    """The scenario file in the notation's page can be read, and its scenarios hold."""
    [text] = blocks(DOCS / "notation.md", "toml")
    scenarios = scenario.read(text)
    assert len(scenarios) == 2
    assert [scenario.run(one) for one in scenarios] == [None, None]


def test_record_plays_back() -> None:
    """The record in the notation's page can be replayed, and the engine writes the same one."""
    [text] = [block for block in blocks(DOCS / "notation.md") if block.startswith("[Adepts")]
    recorded = history.read(text)
    moves = [line.move for line in recorded.record.lines]
    game = recorded.replay()
    uncommented = re.sub(r"\s+#.*", "", text)
    assert history.write(KIT, game, moves, ["Ann", "Bo"]) == uncommented
    assert len(moves) == game.ply == 17


def test_kinds_are_all_in_the_table() -> None:
    """The table of choices has exactly the kinds of questions that the engine asks."""
    kinds = [kind for row in table(DOCS / "notation.md", "kind") for kind in row]
    prompts = tomllib.loads(files(rulebook).joinpath("prompts.toml").read_text(encoding="utf-8"))
    assert sorted(kinds) == sorted(prompts)


def test_keys_of_a_position_are_all_in_the_table() -> None:
    """The table of positions has every key of a finished game's position, and no other."""
    game = Game.new(players=2, seed="keys")
    while not game.over:
        game.play(game.asked[0], game.legal(game.asked[0])[-1])
    position = game.to_dict()
    listed = [key.split(".") for [key] in table(DOCS / "notation.md", "key")]
    assert {path[0] for path in listed} == set(position)
    for part, one in (("mines", "ruby"), ("players", "P1")):
        assert {path[2] for path in listed if path[0] == part} == set(position[part][one])


def test_events_are_all_in_the_table() -> None:
    """The table of events has exactly the kinds that can be put into words."""
    kinds = [kind for row in table(DOCS / "python.md", "kind") for kind in row]
    assert sorted(kinds) == sorted(wording._SENTENCES)


def test_lasting_spells_are_listed() -> None:
    """The list of spells that stay in play until the phase ends is the same as the engine's."""
    text = " ".join((DOCS / "notation.md").read_text(encoding="utf-8").split())
    lasting = " ".join(spell for spell in SPELLS if SPELLS[spell].lasting)
    assert f"until the phase ends: {lasting}." in text


def test_the_rules_page_is_made_from_the_texts() -> None:
    """docs/rules.md is what ``make docs`` writes."""
    assert (DOCS / "rules.md").read_text(encoding="utf-8") == document.markdown()
