"""The board in letters has the same contents as the picture."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from rich.console import Console

from game.core.protocol import View
from game.mana_surge.boards.changes import Changes, changes
from game.mana_surge.boards.chart import LEGEND, SIGNS, letter, pieces
from game.mana_surge.boards.screen import screen
from game.mana_surge.rules.boards import boards
from game.mana_surge.rules.reader import ViewReader
from tests.games.positions import after
from tests.mana_surge.pictures import NAMES, position
from tests.mana_surge.playing import games, plies

COLUMNS = 60


def chart(now: ViewReader, new: Changes) -> list[str]:
    """Return the map as plain lines of text."""
    return ["".join(piece.text for piece in line).rstrip() for line in pieces(now, new)]


def cells(now: ViewReader, new: Changes | None = None) -> dict[str, tuple[str, str]]:
    """Return what the chart has for each hex: beside its name, and below it at the same column."""
    found = {}
    lines = chart(now, new or Changes())
    for names, below in zip(lines[::2], lines[1::2], strict=True):
        starts = [match.start() for match in re.finditer(r"[a-z]\d", names)]
        for start, end in zip(starts, [*starts[1:], None], strict=True):
            name, _, sign = names[start:end].strip().partition(" ")
            found[name] = (sign, below[start:end].strip())
    return found


def test_every_hex_stands_there_with_its_kind_and_its_token() -> None:
    for game in games(2 * len(boards())):
        for at in plies(game):
            if at.ply % 25 and not at.over:
                continue
            now = ViewReader(at.view(None))
            on, found = now.board, cells(now)
            assert tuple(found) == on.names
            for hex, (sign, token) in found.items():
                owner = now.spawner(hex)
                assert sign == SIGNS[on.kind(hex)] + (letter(now, owner) if owner else "")
                seat = now.troops.get(hex)
                if seat is None:
                    assert token in ("", ".")
                    continue
                note = "#" if now.locked(hex) else now.strength(hex)
                assert token == letter(now, seat) + ("" if note == "1/1" else f" {note}")


def on_screen(view: View, before: View | None = None, colour: bool = False) -> str:
    out = StringIO()
    console = Console(file=out, width=80, force_terminal=colour, color_system="standard" if colour else None)
    console.print(screen(view, NAMES, before))
    return out.getvalue()


def test_lines_are_short() -> None:
    for game in games(2 * len(boards())):
        for at in plies(game):
            if at.ply % 25 == 0 or at.over:
                lines = chart(ViewReader(at.view(None)), Changes())
                assert max(map(len, (*lines, *LEGEND))) <= COLUMNS


def test_what_is_new_is_marked() -> None:
    game = position("race", "f4-e4", "pass", "pass", "f2-e3", "pass")
    before = game.view(None)
    view = after(game, "e3xd4").view(None)
    text = on_screen(view, before)
    assert re.search(r"\bxR\b", text), "red died on d4"
    assert re.search(r"\bG\*", text), "green has a new token on b1"
    assert "Linus 🐧: e3 strikes d4; Grace Hopper's token on d4 dies." in " ".join(text.split())
    quiet = on_screen(view, view).split("+A +1 Attack", maxsplit=1)[0]
    assert "*" not in quiet
    assert "dies" not in quiet


def test_it_says_whose_turn_it_is_and_what_is_left() -> None:
    told = on_screen(position("fierce").view(None))
    assert "Waiting for Ada to attack, 2 points left." in " ".join(told.split())
    assert re.search(r"^> R  Ada +7/10 mana +5 tokens *$", told, re.M)
    assert re.search(r"^  G  Grace Hopper +9/10 mana +5 tokens *$", told, re.M)
    assert "Fierce:" in told


@pytest.mark.parametrize("colour", [True, False])
def test_a_terminal_shows_the_same(colour: bool) -> None:
    view = position("crowded").view(None)
    text = on_screen(view, colour=colour)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert ("\x1b[" in text) == colour
    for line in chart(ViewReader(view), changes(ViewReader(view), None)):
        assert line in plain
