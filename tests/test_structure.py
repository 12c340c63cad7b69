"""The folders are as the architecture says: imports go one way, and no file is long."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from game.core.discover import aid, aid_names, kits
from game.core.kit import Kit
from game.core.program import TABLE, USUAL
from tests.games.finding import more
from tests.imports import ROOT, Graph, circles, files, graph, names, room, rooms

MAY_IMPORT = {
    "drawing": set[str](),
    "game": {"drawing"},
    "agents": {"game"},
    "desk": {"game"},
    "storage": set[str](),
    "playground": set[str](),
    "bot": {"game", "drawing", "agents", "desk", "storage"},
    "cli": {"game", "drawing", "agents", "desk", "storage", "bot", "playground"},
}
"""What of ours a package may import, besides itself."""

GAMES = sorted(
    folder.name
    for folder in (ROOT / "game").iterdir()
    if folder.name != "core" and any((folder / f"{shape}.py").is_file() for shape in ("kit", "aid"))
)
"""The folders of `game` that hold a game or an aid, as the program finds them."""

OUTSIDE = ("agents", "bot", "cli", "desk", "drawing", "playground", "storage", "game/core")
"""Packages that serve any game."""

PURE = {
    "__future__", "abc", "bisect", "collections", "copy", "dataclasses", "enum", "fractions", "functools", "heapq",
    "importlib", "inspect", "itertools", "json", "math", "operator", "pydantic", "re", "string", "types", "typing",
}  # fmt: skip
"""What rules may import besides `game.core`: modules for working on data; `importlib` to find their own parts,
`inspect` and `pydantic` to check stored data. No files, clock, network, log or randomness are among them; chance comes
from `game.core.chance`."""

NAMING = Path("game/core/program.py")
"""The one file outside games that names one, since the program is called after its first game."""


INSIDE_PLAYGROUND = {
    "world": set[str](),
    "checks": {"world"},
    "traffic": {"world"},
    "messaging": {"world", "checks"},
    "gateway": {"world", "traffic"},
    "people": {"world", "checks", "messaging"},
    "rest": {"world", "checks", "traffic", "messaging", "gateway"},
    "supervisor": {"world", "traffic"},
    "control": {"world", "traffic", "messaging", "gateway", "people", "rest", "supervisor"},
    "client": {"world", "checks", "messaging", "people"},
    "page": set[str](),
    "guard.py": set[str](),
}
"""The folders of the playground; `server.py` and the package's `__init__`, which are above them, may import all."""

MODULES = files(*MAY_IMPORT)

PAGE = sorted(
    file.relative_to(ROOT)
    for kind in ("js", "css", "html")
    for file in (ROOT / "playground" / "page").rglob(f"*.{kind}")
)


def none(broken: Iterator[str]) -> None:
    """Assert that no file breaks a rule; the message lists those that do, and how."""
    found = list(broken)
    assert not found, "\n".join(found)


def test_imports_go_one_way() -> None:
    none(
        f"{file} imports {name}"
        for file in MODULES
        for name in names(file)
        if name.split(".")[0] in MAY_IMPORT.keys() - MAY_IMPORT[file.parts[0]] - {file.parts[0]}
    )


def test_games_stand_alone() -> None:
    """`game/core` imports no game, no game imports another, and none imports what presents it."""

    def others(mine: str) -> set[str]:
        return {"discord"} | {f"game.{name}" for name in GAMES if name != mine}

    none(
        f"{file} imports {name}"
        for file in files("game")
        for name in names(file)
        if {name.split(".")[0], ".".join(name.split(".")[:2])} & others(file.parts[1])
    )


def test_rules_are_pure() -> None:
    """Rules import only data structures, `game.core`, and themselves."""

    def pure(file: Path, name: str) -> bool:
        rules = f"game.{file.parts[1]}.rules"
        ours = name.startswith(("game.core.", f"{rules}.")) or name in ("game.core", rules)
        return ours if name.split(".")[0] == "game" else name.split(".")[0] in PURE

    rules = (file for name in GAMES for file in files(f"game/{name}/rules"))
    none(f"{file} imports {name}" for file in rules for name in names(file) if not pure(file, name))


def test_nothing_imports_a_game() -> None:
    """Nothing outside a game imports it: games are found by `game.core.discover`."""
    none(
        f"{file} imports {name}"
        for file in files(*OUTSIDE)
        for name in names(file)
        if name.startswith("game.") and name.split(".")[1] in GAMES
    )


def test_nothing_names_a_game() -> None:
    """Nothing outside a game contains what is a game's alone (`words_of`). Docstrings may, and the program's name may
    be one."""
    words, titles = words_of_games()
    none(
        f"{file}: {text!r} is {words.get(text, 'or has the title of a game')}"
        for file in files(*OUTSIDE)
        if file != NAMING
        for text in texts(file)
        if text in words or titles.search(text)
    )


def test_commands_are_named_in_one_place() -> None:
    """A text that names a command of a group gets it from `game.core.commands`, so that it is right at any table."""
    named = re.compile(rf"`/({'|'.join([TABLE, *kits()])}|\{{\w+\}})? |`/$")
    none(
        f"{file}: {text!r}"
        for file in files("bot", "desk", "game")
        if file != Path("game/core/commands.py")
        for text in texts(file)
        if named.search(text)  # what begins like such a command, as a whole text or before a placeholder of an f-string
    )


def words_of(kit: Kit) -> dict[str, str]:
    """Return what is a game's alone, and what each of them is: its name, its ids, tokens with capitals and figures.

    The kinds and phases of most games are plain words, and many tokens mere numbers, which may be anywhere. Those of
    the usual game count too, since the rest of the program is older than the other games, and might use them.
    """
    found, usual = {kit.name: "the name of a game"}, kit.name == USUAL
    game, rng = kit.new(kit.seats[-1], kit.checked({}), "words"), Random(0)
    while not game.over:
        seat = rng.choice(list(game.asked))
        decision = game.pending[seat]
        ids = {token for token in decision.tokens if len(token) > 1 and re.search("[0-9A-Z]", token)}
        if usual:
            found |= {decision.kind: f"a kind of question of {kit.name}"}
            found |= {game.place.partition(".")[2]: f"a phase of {kit.name}"}
        else:
            ids = {token for token in ids if re.search("[0-9]", token) and re.search("[A-Z]", token)}
        found |= dict.fromkeys(ids, f"a token of {kit.name}")
        game.play(seat, rng.choice(decision.tokens))
    return {text: what for text, what in found.items() if text not in {*game.seats, "type", "place"}}


def test_what_may_stand_anywhere_is_no_game_s_own() -> None:
    """Plain words and numbers are not reserved: a game may have a question "choose" although other files contain that
    word."""
    with more():
        assert words_of(kits()["toy"]) == {"toy": "the name of a game"}
    own = words_of(kits()[USUAL])
    assert own["research"] == f"a kind of question of {USUAL}"
    assert own["3B"] == f"a token of {USUAL}"


def words_of_games() -> tuple[dict[str, str], re.Pattern[str]]:
    """Return, for all games and aids, their own words and what each of them is, and their titles."""
    aids = [aid(name) for name in aid_names()]
    words = {text: what for kit in kits().values() for text, what in words_of(kit).items()}
    words |= {found.name: "the name of an aid" for found in aids}
    titles = [*(kit.title for kit in kits().values()), *(found.title for found in aids)]
    return words, re.compile("|".join(rf"\b{title}\b" for title in titles))


@cache
def texts(file: Path) -> list[str]:
    """Yield the string constants of a module, without its docstrings."""
    nodes = list(ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))))
    told = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    constants = (node for node in nodes if isinstance(node, ast.Constant) and id(node) not in told)
    return [node.value for node in constants if isinstance(node.value, str)]


def test_words_and_commands_are_read_in_texts_alone(tmp_path: Path) -> None:
    """Docstrings and comments do not count, since only developers read them."""
    source = tmp_path / "a.py"
    source.write_text(
        '"""In a docstring."""\nx = "one"  # two\ndef f() -> None:\n    """Here too."""\n    g("three")\n'
    )
    assert sorted(texts(source)) == ["one", "three"]


@cache
def arrows() -> Graph:
    """Return the import graph of our modules."""
    return graph(MODULES)


def test_no_circle_of_files() -> None:
    """No file imports itself through others, wherever in the files the imports are; benchmarks and tools count too."""
    everything = graph(files(*MAY_IMPORT, "benchmarks", "tools"))
    none(
        f"{file} -> {other}"
        for circle in circles(everything)
        for file in sorted(circle)
        for other in sorted(everything[file] & circle)
    )


def test_no_circle_of_rooms() -> None:
    """Nor does a folder directly under a package."""
    assert not circles(rooms(arrows()))


def test_circles_are_found_wherever_the_imports_stand(tmp_path: Path) -> None:
    sources = {
        "a/__init__.py": "from a.one import x",
        "a/one.py": "def f():\n    from .room import two",
        "a/room/__init__.py": "",
        "a/room/two.py": "if TYPE_CHECKING:\n    from a.room.three import y as z",
        "a/room/three.py": "import json\nimport_module('a.one')",
        "a/alone.py": "from . import one",
    }
    for name, text in sources.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    arrows = graph(map(Path, sources), tmp_path)
    assert circles(arrows) == [{Path("a/one.py"), Path("a/room/two.py"), Path("a/room/three.py")}]
    assert circles(rooms(arrows)) == [{"a/one.py", "a/room"}]


def test_rooms_of_the_playground_are_stacked() -> None:
    none(
        f"{file} imports {other}"
        for file in files("playground")
        if (mine := file.parts[1]) not in ("server.py", "__init__.py")
        for other in sorted(arrows()[file])
        if room(other).partition("/")[2] not in INSIDE_PLAYGROUND[mine] | {mine}
    )


def test_a_file_does_one_thing() -> None:
    """No file has more than 400 lines."""
    none(
        f"{file} has {lines} lines"
        for file in (*MODULES, *PAGE)
        if (lines := len((ROOT / file).read_text(encoding="utf-8").splitlines())) > 400
    )


CLOCKS = re.compile(
    r"\b(?:datetime|date)\.(?:now|utcnow|today)\b|\butc_?now\b|\btime\.(?:time|time_ns|localtime|gmtime)\b|\bloop\.time\b"
)
"""Ways to ask what time it is."""

ASK_THE_MACHINE = {
    "bot/clock/clock.py": "the one clock itself",
    "storage/columns.py": "the machine's clock",
    "storage/database.py": "where no clock is given",
    "storage/store.py": "likewise",
    "storage/fate.py": "a command, which knows the machine's clock alone",
    "storage/lease_holder.py": "another process, which knows the machine's clock alone",
    "bot/incoming/router.py": "how old an interaction is, by Discord's time",
    "bot/delivery/budget.py": "how many requests went out in this process's last seconds",
    "bot/delivery/lull.py": "the event loop alone",
    "bot/delivery/reconciler.py": "how long Discord has failed, in this process",
}
"""Files that may ask the machine, and why. Whatever waits, or is shown as a moment, goes by the bot's one clock."""


def test_all_ask_one_clock() -> None:
    """Only the files listed ask the machine for the time; a file that does so no longer must be removed from the
    list."""
    asking = {str(file) for file in files("bot", "storage") if CLOCKS.search((ROOT / file).read_text(encoding="utf-8"))}
    assert asking == ASK_THE_MACHINE.keys()
