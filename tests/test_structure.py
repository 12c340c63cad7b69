"""The folders as the architecture has them: imports go one way, no file of rules is long."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random

import pytest

from game.core.discover import aid, aid_names, kits
from game.core.kit import Kit
from game.core.program import TABLE, USUAL
from tests.games.finding import more
from tests.imports import ROOT, circles, files, graph, names, room, rooms

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
"""What a package may import of ours, besides itself."""

GAMES = sorted(
    folder.name
    for folder in (ROOT / "game").iterdir()
    if folder.name != "core" and any((folder / f"{shape}.py").is_file() for shape in ("kit", "aid"))
)
"""The folders of `game` that are games, or aids to role-playing ones, as the program itself finds them."""

OUTSIDE = ("agents", "bot", "cli", "desk", "drawing", "playground", "storage", "game/core")
"""All that serves whichever game it is."""

PURE = {
    "__future__", "abc", "bisect", "collections", "copy", "dataclasses", "enum", "fractions", "functools", "heapq",
    "importlib", "inspect", "itertools", "json", "math", "operator", "pydantic", "re", "string", "types", "typing",
}  # fmt: skip
"""What rules may import besides `game.core`: data and how to work on it; `importlib` finds the modules of their own
parts, `inspect` and `pydantic` check what was stored. No file, clock, network, log or chance is among them; chance
comes from `game.core.chance`."""

NAMING = Path("game/core/program.py")
"""The one file outside a game that names one: the program is called after its first."""


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
"""The rooms of the playground; `server.py` and the package's face, which stand above them, may use all."""

MODULES = files(*MAY_IMPORT)
ARROWS = graph(MODULES)

PAGE = sorted(
    file.relative_to(ROOT)
    for kind in ("js", "css", "html")
    for file in (ROOT / "playground" / "page").rglob(f"*.{kind}")
)


@pytest.mark.parametrize("file", MODULES, ids=str)
def test_imports_go_one_way(file: Path) -> None:
    package, *_ = file.parts
    allowed = MAY_IMPORT[package] | {package}
    for name in names(file):
        top, *_ = name.split(".")
        if top in MAY_IMPORT:
            assert top in allowed, name


@pytest.mark.parametrize("file", files("game"), ids=str)
def test_games_stand_alone(file: Path) -> None:
    """What all games share imports none of them, and no game another. None knows who shows it."""
    mine = file.parts[1]
    theirs = {name.split(".")[1] for name in names(file) if name.startswith("game.")}
    assert theirs & {"core", *GAMES} <= {"core", mine}
    assert "discord" not in {name.split(".")[0] for name in names(file)}


@pytest.mark.parametrize("file", [file for name in GAMES for file in files(f"game/{name}/rules")], ids=str)
def test_rules_are_pure(file: Path) -> None:
    rules = f"game.{file.parts[1]}.rules"
    for name in names(file):
        if name.split(".")[0] == "game":
            assert name.startswith(("game.core.", f"{rules}.")) or name in ("game.core", rules), name
        else:
            assert name.split(".")[0] in PURE, name


@pytest.mark.parametrize("file", files(*OUTSIDE), ids=str)
def test_nothing_imports_a_game(file: Path) -> None:
    """Games are found, not named (`game.core.discover`)."""
    assert not imported(file)


@pytest.mark.parametrize("file", files(*OUTSIDE), ids=str)
def test_nothing_names_a_game(file: Path) -> None:
    """Nor what is a game's alone (`words_of`). In docstrings it may stand, and as the program's name."""
    found = sorted(named(file)) if file != NAMING else []
    assert not found, "\n".join(
        f"{file}: {text!r} is {WORDS.get(text, 'or has the title of a game')}" for text in found
    )


@pytest.mark.parametrize("file", files("bot", "desk", "game"), ids=str)
def test_commands_are_named_in_one_place(file: Path) -> None:
    """A text that names one of a group says so by `game.core.commands`: it works at that table, whatever is played."""
    if file != Path("game/core/commands.py"):
        assert not [text for text in texts(file) if COMMANDS.search(text)]


def imported(file: Path) -> set[str]:
    """What a module imports of games."""
    return {name for name in names(file) if name.startswith("game.") and name.split(".")[1] in GAMES}


def named(file: Path) -> set[str]:
    """The texts in a module that are, or name, something of a game."""
    return {text for text in texts(file) if text in WORDS or TITLES.search(text)}


def words_of(kit: Kit) -> dict[str, str]:
    """What is a game's alone, and what it is there: its name and its ids, tokens that have capitals and figures.

    The kinds and phases of most games are plain words, and many tokens mere numbers, which may stand anywhere. The
    usual game has those to itself too: the rest of the program was there with it, before there were others.
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
    """Plain words and numbers: a game that asks to "choose" among them finds nothing wrong in files of others."""
    with more():
        assert words_of(kits()["toy"]) == {"toy": "the name of a game"}
    own = words_of(kits()[USUAL])
    assert own["research"] == f"a kind of question of {USUAL}"
    assert own["3B"] == f"a token of {USUAL}"


def texts(file: Path) -> list[str]:
    """The string constants of a module, without its docstrings."""
    nodes = list(ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))))
    told = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    constants = (node for node in nodes if isinstance(node, ast.Constant) and id(node) not in told)
    return [node.value for node in constants if isinstance(node.value, str)]


AIDS = [aid(name) for name in aid_names()]
WORDS = {text: what for kit in kits().values() for text, what in words_of(kit).items()}
WORDS |= {aid.name: "the name of an aid" for aid in AIDS}
TITLES = re.compile("|".join(rf"\b{found.title}\b" for found in (*kits().values(), *AIDS)))


COMMANDS = re.compile(rf"`/({'|'.join([TABLE, *kits()])}|\{{\w+\}})? |`/$")
"""What begins like a command of a group in a text, whole or before what is filled in."""


def test_no_circle_of_files() -> None:
    """No file leads back to itself by imports, wherever in the file they stand."""
    found = circles(ARROWS)
    assert not found, "\n".join(
        f"{file} -> {other}" for circle in found for file in circle for other in ARROWS[file] & circle
    )


def test_no_circle_of_rooms() -> None:
    """Nor does a folder right under a package."""
    assert not circles(rooms(ARROWS))


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


@pytest.mark.parametrize("file", files("playground"), ids=str)
def test_rooms_of_the_playground_are_stacked(file: Path) -> None:
    mine, *_ = file.parts[1:]
    if mine in ("server.py", "__init__.py"):
        return
    theirs = {room(other).partition("/")[2] for other in ARROWS[file]}
    assert theirs <= INSIDE_PLAYGROUND[mine] | {mine}


@pytest.mark.parametrize("file", [*MODULES, *PAGE], ids=str)
def test_a_file_does_one_thing(file: Path) -> None:
    """At most 400 lines."""
    assert len((ROOT / file).read_text(encoding="utf-8").splitlines()) <= 400


CLOCKS = re.compile(
    r"\b(?:datetime|date)\.(?:now|utcnow|today)\b|\butc_?now\b|\btime\.(?:time|time_ns|localtime|gmtime)\b|\bloop\.time\b"
)
"""Ways to ask what time it is."""

ASK_THE_MACHINE = {
    "bot/clock/clock.py": "the one clock itself",
    "storage/rows.py": "the machine's clock",
    "storage/database.py": "where no clock is given",
    "storage/store.py": "likewise",
    "storage/holder.py": "another process, which knows the machine's clock alone",
    "bot/incoming/router.py": "how old an interaction is, by Discord's time",
    "bot/answers/ephemeral.py": "whether a token of Discord's is still good, by its time",
    "bot/delivery/budget.py": "how many requests went out in this process's last seconds",
    "bot/delivery/lull.py": "the event loop alone",
    "bot/delivery/reconciler.py": "how long Discord has failed, in this process",
}
"""Files that may, and why. Whatever waits, or is shown as a moment, goes by the one clock of the bot."""


@pytest.mark.parametrize("file", files("bot", "storage"), ids=str)
def test_all_ask_one_clock(file: Path) -> None:
    found = CLOCKS.findall((ROOT / file).read_text(encoding="utf-8"))
    assert bool(found) == (str(file) in ASK_THE_MACHINE), found
