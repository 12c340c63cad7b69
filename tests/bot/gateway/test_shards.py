"""Which shards a process runs, as the operator configures it."""

from __future__ import annotations

import pytest

from bot.gateway.shards import Shards
from cli.main import run
from storage import Share


@pytest.mark.parametrize(
    ("text", "shards"), [("0-3/8", Shards(0, 3, 8)), ("5/8", Shards(5, 5, 8)), (" 0-0/1 ", Shards(0, 0, 1))]
)
def test_they_are_read_as_they_are_written(text: str, shards: Shards) -> None:
    assert Shards.parse(text) == shards == Shards.parse(str(shards))


def test_each_server_is_one_shards_and_direct_messages_are_the_first_ones() -> None:
    """As Discord does it: by the timestamp in the server's id."""
    halves = Share(range(4), 8), Share(range(4, 8), 8)
    for time in range(50):
        assert {share.shard(time << 22) for share in halves} == {time % 8}
        assert [share.has(time << 22) for share in halves] == [time % 8 < 4, time % 8 >= 4]
    assert [share.has(None) for share in halves] == [True, False]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0-3", "'0-3' is not written as 0-3/8"),
        ("all", "'all' is not written as 0-3/8"),
        ("-1/2", "'-1/2' is not written as 0-3/8"),
        ("0-8/8", "shards are counted from 0: of 8 the last is 7, not 8"),
        ("3-0/8", "3-0 is the wrong way round: write 0-3"),
        ("0/0", "a bot has 1 to 16384 shards, not 0"),
        ("0-3/4", "--shards 0-3/4 has 4 shards in all, discord.shards 8"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    text: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.logs.set_up", lambda *_, **__: None)  # keep this process's logging
    monkeypatch.setenv("ADEPTS_DISCORD__TOKEN", "none")
    monkeypatch.setenv("ADEPTS_DISCORD__SHARDS", "8")
    assert run(["run", f"--shards={text}"]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert said in line
