"""The comparison finds what differs, but nothing that differs in every run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from playground.traffic.log import Entry
from tests.compare.__main__ import compare
from tests.compare.games import played
from tests.compare.patterns import patterns
from tests.compare.sent import Sent


def request(n: int, body: object, what: str = "POST /channels/1573874777783795712/messages") -> Entry:
    return Entry(n, 0.0, "request", what, {"body": body})


def test_ids_times_and_order_do_not_count() -> None:
    one = [request(0, {"content": "<@1573874777783795712> <t:1700000000:R> abc123"}), request(1, {"content": "b"})]
    other = [request(0, {"content": "b"}), request(1, {"content": "<@1573874777783795799> <t:1800000000:R> xyz789"})]
    assert Sent("abc123").during("it", one) == Sent("xyz789").during("it", other)


def test_words_buttons_and_pictures_count() -> None:
    told = Sent("g").during("it", [request(0, {"content": "a"})])
    assert told != Sent("g").during("it", [request(0, {"content": "b"})])
    picture = Entry(1, 0.0, "answer", "POST", {"request": 0, "body": {"url": f"http://x/y.png?hm={'a' * 64}"}})
    assert told != Sent("g").during("it", [request(0, {"content": "a"}), picture])


async def test_a_game_is_the_same_each_time() -> None:
    """The first actions of a game, twice."""
    runs = []
    for _ in range(2):
        rows = []
        game = played(1)
        async for row in game:
            rows.append(json.dumps(row, sort_keys=True))
            if len(rows) == 40:
                break
        await game.aclose()
        runs.append(rows)
    assert runs[0] == runs[1]
    assert len(runs[0]) == 40


@pytest.mark.parametrize(("other", "status"), [("a", 0), ("b", 1)])
def test_the_exit_status_says_whether_they_differ(other: str, status: int, tmp_path: Path) -> None:
    files = []
    for name, text in (("before", "a"), ("after", other)):
        file = tmp_path / name
        file.write_text(json.dumps({"did": "x", "game": 0, "sent": [["POST", text, []]]}) + "\n", encoding="utf-8")
        files.append(str(file))
    result = CliRunner().invoke(compare, ["diff", *files])
    assert result.exit_code == status
    assert f"{status} differ" in result.output


def recorded(file: Path, *lines: str, did: str = "0 P1 assign: panel") -> Path:
    """Write a recording of one action, after which one message with these lines was sent."""
    body = {"components": [{"type": 10, "content": "\n".join(lines)}]}
    file.write_text(json.dumps({"game": 0, "did": did, "sent": [["POST", body, []]]}) + "\n", encoding="utf-8")
    return file


def test_what_differs_by_numbers_and_names_is_one_pattern(tmp_path: Path) -> None:
    before = recorded(tmp_path / "before", "person1 dug 2 rubies", "person2 dug 3 onyxes", "person1 left")
    after = recorded(tmp_path / "after", "person1 left", "You dug 2 rubies", "person2 dug 3 onyxes.")
    found = {(each.sign, each.shape): each.count for each in patterns(before, after)}
    assert found == {("-", "text NAME dug # GEM"): 2, ("+", "text You dug # GEM"): 1, ("+", "text NAME dug # GEM."): 1}


def test_what_one_side_alone_did_is_a_pattern(tmp_path: Path) -> None:
    before, after = recorded(tmp_path / "before", "a"), recorded(tmp_path / "after", "a", did="0 P1 assign: 1. Ruby")
    assert [(each.sign, each.shape) for each in patterns(before, after)] == [("-", "did panel"), ("+", "did #. GEM")]


def test_rules_leave_what_was_not_meant(tmp_path: Path) -> None:
    before, after = recorded(tmp_path / "before", "ruby 2", "b"), recorded(tmp_path / "after", "ruby: 2", "news", "c")
    rules = tmp_path / "rules.toml"
    rules.write_text(
        """
[[rule]]
why = "A colon"
side = "after"
find = 'ruby:'
put = 'ruby'
[[rule]]
why = "News"
side = "after"
find = '^text news$'
""",
        encoding="utf-8",
    )
    result = CliRunner().invoke(compare, ["diff", str(before), str(after), "--rules", str(rules)])
    assert result.exit_code == 1
    assert "- text b" in result.output
    assert "+ text c" in result.output
    assert result.output.endswith("2 patterns differ\n")
