"""Whole games in the servers of two processes at once: `adepts demo --processes 2`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import storage
from cli.main import run
from game.core.history import replay
from storage import Server, Share, Storage
from storage.columns import utc_now


async def games(server: Server) -> dict[int, tuple[int, dict[str, object]]]:
    """Return by shard the number of moves that stand, and the final position of its game."""
    found = {}
    async with await Storage.open(server) as store:
        for row in await store.games.finished(utc_now()):
            stored = await store.games.load(row.id)
            assert stored.snapshot is not None
            moves = storage.standing(await store.moves.entries(row.id))
            found[Share((), 2).shard(row.guild_id)] = len(moves), stored.snapshot.state
        assert await store.games.active() == ()
    return found


@pytest.fixture(autouse=True)
def _directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_each_process_plays_the_whole_game_of_its_server_and_is_clicked_in_direct_messages(
    fresh_server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    """Discord sends all direct messages to the first process, which hands on those about the second one's game."""
    asked = ["demo", "--players", "2", "--spells", "two-players", "--out", "out"]
    asked += ["--database", fresh_server.url, "--processes", "2", "--words"]
    assert run(asked) == 0
    said = capsys.readouterr()
    assert said.err == ""
    kept = asyncio.run(games(fresh_server))
    for shard in (0, 1):
        game = replay(Path(f"out/game-{shard + 1}.adepts").read_text(encoding="utf-8"))
        assert game.over
        assert (game.ply, game.to_dict()) == kept[shard]
        transcript = Path(f"out/transcript-{shard + 1}.md").read_text(encoding="utf-8")
        assert f"Adepts · Server {shard}" in said.out
        clicks = [line for line in transcript.splitlines() if line.endswith(": In secret › …*")]
        assert {line.partition(":")[0] for line in clicks} == {("*Bob", "*Dan")[shard]}
        assert len(clicks) > 5
    assert storage.check(fresh_server) == ()
    assert len([*Path("out").iterdir()]) == 4

    assert run(asked) == 2
    assert "there is something in that database already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--processes", "2"], "--database"),
        (["--database", "games.sqlite3"], "not an address such as postgresql://"),
        (["--database", "postgresql://nobody@127.0.0.1:1/none"], "connection"),
        (["--players", "5", "--processes", "4", "--database", "postgresql://nobody@127.0.0.1:1/none"], "15 people"),
    ],
)
def test_what_cannot_be_shared_is_refused_before_anything_starts(
    flags: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["demo", "--out", "out", *flags]) == 2
    assert words in capsys.readouterr().err
