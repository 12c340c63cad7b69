"""A tale with 120 characters of long names and many people: every screen still fits into a message."""

from __future__ import annotations

import pytest

from bot.tales.tales import sentence
from game.core.errors import Refused
from game.core.layout import Panel
from game.the_adept.stage.stage import ROOMS
from tests.the_adept.stage.hands import STAGE, Hands, Table, check
from tests.the_adept.stage.tables import begun
from tests.the_adept.tale.tables import ANA, GM, sheet

CHARACTERS, PEOPLE = 120, 40
NAME = f"000 {'long_' * 7}x"
"""A character's name of forty characters, and more once its markup is escaped."""
WITH_SCREENS = [room.name for room in ROOMS if room.name not in ("roll", "buy", "nudge")]
"""Groups of screens with one of their own, or with one about a character."""


@pytest.fixture(scope="module", params=["one has all", "nobody has any", "each has some"])
def crowded(request: pytest.FixtureRequest) -> Table:
    table = begun()
    for number in range(PEOPLE):
        table.tale.act(f"p{number}", "join", {"name": f"{number:03} {'name_' * 6}"[:32]})
    for number in range(CHARACTERS):
        name = f"{number:03}{NAME[3:]}"
        owner = ANA if request.param == "one has all" else GM
        table.tale.act(owner, "enter", {"sheet": sheet(name), "new": True})
        if request.param == "each has some":
            table.tale.act(GM, "give", {"character": name, "member": f"p{number % PEOPLE}"})
        elif request.param == "nobody has any":
            table.tale.act(GM, "give", {"character": name})
    return table


@pytest.mark.parametrize("room", WITH_SCREENS)
def test_the_first_screen_of_each_room_is_a_message(crowded: Table, room: str) -> None:
    check(_first(crowded, room))


def _first(table: Table, room: str) -> Panel:
    """Return the game master's screen; if it is about a character, about the first one."""
    reader = Hands(table, GM).reader
    try:
        return STAGE.screen(reader, room)
    except Refused:
        return STAGE.screen(reader, f"{room}/{NAME}")


def test_the_master_s_people_are_told_and_the_others_counted(crowded: Table) -> None:
    words = "\n".join(STAGE.screen(Hands(crowded, GM).reader, "people").words)
    assert "**Mara** (game master)" in words
    assert " more" in words


def test_whoever_is_not_there_reads_who_is(crowded: Table) -> None:
    with pytest.raises(Refused) as refused:
        Hands(crowded, GM).go("people/master", value="stranger")
    assert "here are Mara, Ana, Ben" in refused.value.problem
    assert len(refused.value.problem) < 1000


def test_a_refusal_that_lists_them_leaves_room_for_a_screen() -> None:
    """Otherwise the screen would be shown without a word about the refusal."""
    said = sentence(f"no character is called X: there is {', '.join(f'{n:03}{NAME[3:]}' for n in range(CHARACTERS))}")
    assert said.startswith("No character is called X: there is 000")
    assert said.endswith("…")
    assert len(said) <= 500
