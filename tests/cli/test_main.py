"""The command as a whole: help, wrong arguments, closed pipes, interrupts."""

from __future__ import annotations

import asyncio
import inspect
import os
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

from cli.configuration import run_async
from cli.main import COMMANDS
from storage import Storage
from tests.cli.conftest import Adepts, refused

ROOT = Path(__file__).parents[2]
ADEPTS = [sys.executable, "-m", "cli.main"]
BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


def test_help_names_every_command_and_shows_examples(adepts: Adepts) -> None:
    status, out, _ = adepts("--help")
    assert status == 0
    for name, purpose in COMMANDS.items():
        assert f"{name} " in out
        assert purpose in out
    assert "adepts play --players 3" in out
    assert adepts().out == out


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_teaches_with_examples_that_fit_a_terminal(adepts: Adepts, name: str) -> None:
    status, out, _ = adepts(name, "--help")
    assert status == 0
    assert "Examples:" in out
    assert f"adepts {name}" in out
    assert max(map(len, out.splitlines())) <= 80


def test_help_imports_neither_the_rules_nor_rich() -> None:
    code = (
        "import sys; from cli.main import run; run(['--help']);"
        "print([m for m in ('rich', 'pydantic', 'game.adepts', 'agents') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[]\n")


def test_a_health_check_loads_neither_games_nor_discord() -> None:
    """It runs every minute, in each container."""
    code = (
        "import sys; from cli.main import run; run(['doctor', '--alive', '--config', 'none.toml'])\n"
        "print([name for name in sys.modules if name.split('.')[-1] == 'kit' or name in ('discord', 'aiohttp', 'PIL')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_game_does_not_wait_for_others() -> None:
    """Playing one game imports no other, and nothing that its moves do not need."""
    script = (
        "import sys; from cli.main import run; run(['simulate', '--games', '1'])\n"
        "print([name for name in sys.modules if name.startswith('game.') and name.endswith('.kit')])\n"
        "print([name for name in ('pydantic', 'rich.markdown', 'PIL') if name in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert out.splitlines()[-2:] == ["['game.core.kit', 'game.adepts.kit']", "[]"]


def test_version(adepts: Adepts) -> None:
    status, out, _ = adepts("--version")
    assert status == 0
    assert out.startswith("adepts 0.")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["conquer"], ["No such command 'conquer'", "adepts --help"]),
        (["--loud"], ["No such option", "--loud"]),
        (["scenario"], ["Missing argument 'FILE...'", "adepts scenario --help"]),
        (["replay", "--positions"], ["--positions"]),
        (["replay", "a", "b"], ["unexpected extra argument"]),
        (["position", "game.adepts", "--ply", "-1"], ["--ply", "-1"]),
        (["position", "game.adepts", "--ply", "all"], ["--ply", "all"]),
        (["position", "game.adepts", "--seat", "P6"], ["--seat", "P6"]),
        (["simulate", "--players", "6"], ["--players", "6"]),
        (["simulate", "--games", "0"], ["--games", "0"]),
        (["simulate", "--jobs", "0"], ["--jobs", "0"]),
        (["simulate", "--deck", "tarot"], ["--deck", "tarot", "rulebook", "digital"]),
        (["simulate", "--spells", "nice"], ["--spells", "nice", "first-game"]),
        (["simulate", "--spells", "1A,2B"], ["each number from 1 to 20"]),
        (["simulate", "--policy", "wizard"], ["--policy", "wizard", "greedy"]),
        (["simulate", "--policy", "greedy,greedy,greedy"], ["--policy", "3", "2 seats"]),
        (["simulate", "--seed", 'a"b'], ["seed"]),
        (["play", "--players", "3", "--seat", "P4"], ["--seat", "P4", "3 players"]),
        (["play", "--policy", "wizard"], ["--policy", "wizard"]),
        (["play", "--spells", "nice"], ["--spells", "nice"]),
    ],
)
def test_bad_words_are_one_line_and_status_2(adepts: Adepts, words: list[str], said: list[str]) -> None:
    refused(adepts(*words), *said)


def test_nothing_from_an_argument_reaches_the_terminal_as_control_characters(adepts: Adepts) -> None:
    outcome = adepts("replay", "a\x1b[31m\nb")
    refused(outcome, "a\\x1b[31m b")


def test_a_reader_that_goes_away_is_no_traceback(record: Path) -> None:
    process = subprocess.Popen(
        [*ADEPTS, "replay", str(record), "--positions", "-"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=BUFFERED,
    )
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


@pytest.mark.skipif(os.name != "posix", reason="a shell closes them")
@pytest.mark.parametrize(
    ("words", "closed"),
    [
        *product(["--version", "games list"], ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"]),
        ("play --players 2", "<&- >&- 2>&-"),
    ],
)
def test_what_it_is_started_without_is_as_if_it_led_nowhere(words: str, closed: str, tmp_path: Path) -> None:
    """If input or output is closed, the database must not get its file descriptor."""
    database = tmp_path / "games.db"
    asyncio.run(_made(database))
    done = subprocess.run(
        f"exec {shlex.join(ADEPTS)} {words} {closed}",
        shell=True,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env={**BUFFERED, "ADEPTS_STORAGE__PATH": str(database)},
    )
    assert done.stderr == ""
    assert done.returncode == 0
    assert (done.stdout != "") == (">&-" not in closed.split() and words != "games list")


async def _made(database: Path) -> None:
    async with await Storage.open(database):
        pass


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_one_line(record: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*ADEPTS, "position", str(record)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=BUFFERED,
        )
    assert done.returncode == 2
    assert done.stderr == "adepts: standard output: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="the current directory cannot be removed there")
def test_a_current_directory_that_is_gone_is_named(tmp_path: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'rmdir "$PWD" && exec {shlex.join(ADEPTS)} games list'],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**BUFFERED, "PYTHONPATH": str(ROOT)},
    )
    assert (done.returncode, done.stderr) == (2, "adepts: the current directory: No such file or directory\n")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_an_interrupt_is_quiet_and_status_130() -> None:
    with subprocess.Popen(
        [*ADEPTS, "play", "--seed", "i"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=BUFFERED,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # background jobs ignore it
    ) as process:
        assert process.stdout is not None
        seen = ""
        while not seen.endswith("assign> "):
            seen += process.stdout.read(1)
        assert process.stderr is not None
        while process.poll() is None:  # input() may miss one while it writes the prompt
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=15)  # a second one while it ends would kill it
        err = process.stderr.read()
    assert process.returncode == 130
    assert err.strip() == ""


def test_an_interrupt_before_anything_is_done_warns_of_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        pass

    def interrupted() -> asyncio.AbstractEventLoop:
        raise KeyboardInterrupt

    monkeypatch.setattr("cli.configuration.new_event_loop", interrupted)
    todo = work()
    with pytest.raises(KeyboardInterrupt):
        run_async(todo)
    assert inspect.getcoroutinestate(todo) == inspect.CORO_CLOSED


_STOPPED = """
import os, sys, time, weakref
from cli.entry import main

def signalled(_):
    os.kill(os.getpid(), {number})
    time.sleep(5)

class Asked:
    def find_spec(self, name, *_):
        if name == {module!r}:
            gone = weakref.ref(set(), signalled)  # as in the import system itself; what is raised there is ignored
            os._exit(7)

sys.meta_path.insert(0, Asked())
sys.argv = ["adepts", "run"]
main()
"""


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root makes the first process")
@pytest.mark.parametrize("first", [(), ("unshare", "--pid", "--fork")])
@pytest.mark.parametrize("module", ["click", "bot.client"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_while_it_is_loaded_ends_it_at_once_without_a_trace(
    first: tuple[str, ...], module: str, number: signal.Signals
) -> None:
    """Also as the first process of a container, which by default ignores such signals."""
    done = subprocess.run(
        [*first, sys.executable, "-c", _STOPPED.format(module=module, number=int(number))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # whatever our own process ignores
    )
    assert done.stderr.strip() == ""
    assert done.returncode in (128 + number, -number)
