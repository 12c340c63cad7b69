"""`adepts simulate`: reproducible games, rotating seats, a summary that adds up, complete records."""

from __future__ import annotations

import errno
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.errors import BadInput
from cli.simulate.games import Plan, play_game, playing
from cli.simulate.summary import Summary
from game.adepts.terminal.tally import SpellTally
from game.core.faces import Played
from game.core.history import replay
from game.core.records import Move
from tests.cli.conftest import Adepts, refused
from tests.newborn import signalled_at_birth

OPTIONS = {"spells": "first-game", "deck": "rulebook"}


def test_the_same_seed_gives_the_same_summary_and_records_with_one_job_or_two(adepts: Adepts, tmp_path: Path) -> None:
    words = ("simulate", "--games", 5, "--players", 2, "--policy", "greedy,random", "--seed", "s")
    one = adepts(*words, "--out", tmp_path / "one")
    two = adepts(*words, "--out", tmp_path / "two", "--jobs", 2)
    assert one.status == two.status == 0
    assert one.out == two.out
    assert "--jobs 2" in two.err
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert files == [f"game-000{n}.adepts" for n in range(1, 6)]
    for name in files:
        assert (tmp_path / "one" / name).read_text() == (tmp_path / "two" / name).read_text()
    other = adepts(*words[:-1], "t")
    assert other.out.splitlines()[2:] != one.out.splitlines()[2:]


def test_a_player_counts_and_is_recorded_under_its_name_whatever_it_is_called(adepts: Adepts, tmp_path: Path) -> None:
    words = ("simulate", "--games", 2, "--seed", "s", "--spells", "ivory-tower")
    plain = adepts(*words, "--policy", "novice", "--out", tmp_path / "plain")
    titled = adepts(*words, "--policy", "Novice,NOVICE", "--out", tmp_path / "titled")
    assert titled.out == plain.out
    records = [(tmp_path / each / "game-0001.adepts").read_text() for each in ("plain", "titled")]
    assert records[0] == records[1]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_an_interrupt_is_not_for_the_processes_at_work_not_even_while_they_start(
    adepts: Adepts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signalled_at_birth(signal.SIGINT, tmp_path, monkeypatch)
    assert adepts("simulate", "--games", 3, "--policy", "random", "--jobs", 2).status == 0


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_an_interrupt_ends_all_processes_at_once_and_quietly(tmp_path: Path) -> None:
    """Also in the middle of a game that takes long."""
    words = ("simulate", "--games", "8", "--policy", "master", "--jobs", "2", "--out", str(tmp_path / "out"))
    with subprocess.Popen(
        [sys.executable, "-m", "cli.main", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # background jobs ignore it
    ) as process:
        while not (tmp_path / "out").exists():
            time.sleep(0.01)
        time.sleep(1.0)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=10)
    assert process.returncode == 130
    assert err.strip() == ""


def test_a_process_that_dies_is_missed() -> None:
    with playing(Plan("adepts", ("random", "random"), OPTIONS, "s"), 500, 2) as games:
        assert next(games).number == 1
        for process in multiprocessing.active_children():
            process.kill()
        with pytest.raises(BadInput, match="a process that played has died"):
            list(games)


def test_too_many_processes_are_refused(adepts: Adepts, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_process(*_: object) -> int:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr("multiprocessing.util.spawnv_passfds", no_process)
    told = os.strerror(errno.EAGAIN)
    refused(adepts("simulate", "--games", 2, "--jobs", 2), f"--jobs: so many processes cannot be started: {told}")


def test_records_replay(adepts: Adepts, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "records"
    assert adepts("simulate", "--games", 2, "--players", 5, "--policy", "random", "--out", out).status == 0
    told = (out / "game-0001.adepts").read_text()
    assert '[Names "random 1 | random 2 | random 3 | random 4 | random 5"]' in told
    for path in out.iterdir():
        assert replay(path.read_text()).over


def test_without_a_seed_the_one_drawn_is_shown_and_gives_the_same_games(adepts: Adepts) -> None:
    words = ("simulate", "--games", 2, "--policy", "random", "--spells", "random", "--deck", "digital")
    first = adepts(*words)
    seed = re.search(r"seed ([0-9a-f]{64})$", first.out.splitlines()[0])
    assert seed
    assert adepts(*words, "--seed", seed[1]).out == first.out


def test_twenty_ids_are_a_selection(adepts: Adepts) -> None:
    ids = ",".join(f"{n}B" for n in range(1, 21))
    status, out, _ = adepts("simulate", "--games", 1, "--policy", "random", "--spells", ids)
    assert status == 0
    assert "20B " in out
    assert "20A " not in out


def test_players_move_on_by_one_seat_each_game() -> None:
    plan = Plan("adepts", ("a", "b", "c"), OPTIONS, "s")
    assert [plan.seating(n) for n in (1, 2, 3, 4)] == [
        ("a", "b", "c"),
        ("c", "a", "b"),
        ("b", "c", "a"),
        ("a", "b", "c"),
    ]


def test_a_game_tells_who_won_and_what_was_played() -> None:
    played = play_game(Plan("adepts", ("random", "random"), OPTIONS | {"spells": "battlefield"}, "s"), 1)
    scores = replay(played.record).scores or {}
    assert played.points == tuple(scores[seat]["total"] for seat in ("P1", "P2"))
    assert played.wins[played.points.index(max(played.points))] == 1
    assert list(map(str, played.moves)) == played.record.partition("\n\n")[2].splitlines()


def casts(seat: str, *spells: str) -> list[Move]:
    return [Move("1.I", seat, "cast", spell) for spell in spells]


def passes(count: int) -> list[Move]:
    return casts("P2", *["pass"] * count)


def rows(summary: Summary) -> dict[str, list[str]]:
    """Return the summary's rows by their first word."""
    from rich.console import Console

    console = Console(width=100)
    with console.capture() as capture:
        console.print(summary.tables())
    return {words[0]: words[1:] for words in map(str.split, capture.get().splitlines()) if words}


def test_shared_wins_count_in_parts_and_spells_are_weighed_within_a_policy() -> None:
    summary = Summary(SpellTally(["1A"]))
    summary.add(Played(1, ("greedy", "random"), (100, 100), (0.5, 0.5), (*casts("P1", "1A", "1A"), *passes(148)), ""))
    summary.add(Played(2, ("random", "greedy"), (40, 80), (0.0, 1.0), (*casts("P1", "3B"), *passes(159)), ""))
    table = rows(summary)
    assert table["greedy"] == ["2", "1.5", "75.0", "%", "90.0", "80", "100"]
    assert table["random"] == ["2", "0.5", "25.0", "%", "70.0", "40", "100"]
    assert table["P1"] == ["2", "0.5", "25.0", "%", "70.0", "40", "100"]
    assert table["1A"] == ["Ambition", "I", "2", "1", "50.0", "%", "+20.0"]
    assert table["3B"] == ["Barrier", "I", "1", "1", "0.0", "%", "-60.0"]
    assert "155 moves a game on average, 150 to 160" in " ".join(table["Length:"])


def test_a_directory_that_cannot_be_written_is_refused_before_anything_is_played(
    adepts: Adepts, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    words = ("simulate", "--games", 100000, "--out")
    refused(adepts(*words, file), file, "directory")
    refused(adepts(*words, file / "below"), file / "below")
    refused(adepts(*words, "/proc"), "adepts: /proc: ")


def test_no_directory_is_made_for_options_that_are_wrong(adepts: Adepts, tmp_path: Path) -> None:
    refused(adepts("simulate", "--spells", "nice", "--out", tmp_path / "out"), "nice")
    assert not (tmp_path / "out").exists()


def test_how_many_play_is_said_of_the_game(adepts: Adepts) -> None:
    refused(adepts("simulate", "--game", "mana-surge", "--players", "2"), "Mana Surge is for 3 players, not 2")
    refused(adepts("simulate", "--players", "6"), "Adepts is for 2 to 5 players, not 6")
    assert "Adepts has: random, novice, casual, greedy, strong, master" in " ".join(
        adepts("simulate", "--help").out.split()
    )
