"""Tales with 120 characters of long names and many people, or with many things of the longest names in any alphabet:
every screen still fits into a message."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tales.tales import sentence
from game.core.errors import Refused
from game.core.layout import BYTES, Panel, Select
from game.core.text.signs import weight
from game.the_adept.stage.selecting import ON_A_PAGE
from game.the_adept.stage.stage import ROOMS
from tests.the_adept.stage.hands import STAGE, Hands, Table, check
from tests.the_adept.stage.presser import pressed
from tests.the_adept.stage.tables import begun, hands
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


# --- names in any alphabet


def _long(letter: str, name: str, most: int = 40) -> str:
    return name + letter * (most - len(name))


def _wide(letter: str, many: int) -> Table:
    """Return a table with so many of everything that can have a name, all of them as long as they may be."""

    def names(name: str, most: int = 40) -> list[str]:
        return [_long(letter, f"{name}{number}", most) for number in range(many)]

    table = begun()
    act = table.tale.act
    sfx = [{"name": _long(letter, each, 60), "text": letter * 400, "open": True} for each in ("one", "two")]
    own: dict[str, Any] = {
        "distinctions": {
            kind: {"name": _long(letter, kind, 60), "die": "d8", "sfx": sfx}
            for kind in ("upbringing", "trait", "concept")
        },
        "magic": {
            "will": {"effects": {f"elemental:{each}": "d6" for each in names("fire", 30)}, "sfx": [], "limits": []}
        },
        "specialties": dict.fromkeys(names("specialty"), "d6"),
        "signature": {each: {"die": "d8", "sfx": []} for each in names("signature")},
        "assets": {each: {"die": "d8", "lasts": "scene", "open": True} for each in names("asset")},
        "complications": dict.fromkeys(names("complication"), "d8"),
        "records": [
            {"name": each, "session": 0, "called": False, "ever": True, "spent": False} for each in names("record", 60)
        ],
        "notes": letter * 2000,
    }
    for number, name in enumerate(names("character")):
        act(f"p{number}", "join", {"name": _long(letter, f"p{number}")})
        act(ANA if number % 2 else GM, "enter", {"sheet": sheet(name, **own)})
    act(GM, "crisis", {"name": _long(letter, "crisis"), "take": "d8"})
    for foe in range(many):
        act(GM, "place", {"name": names("place")[foe]})
        act(GM, "challenge", {"name": names("challenge")[foe], "die": "d8", "hidden": foe % 2 == 0})
        act(GM, "boss", {"name": names("boss")[foe], "dice": "4d10", "hidden": foe % 2 == 0})
        act(GM, "strike", {"boss": names("boss")[foe], "harm": _long(letter, "harm"), "hit": "d8"})
        act(GM, "gmc", {"name": names("gmc")[foe], "traits": dict.fromkeys(names("trait")[:5], "d8")})
        act(GM, "appear", {"name": names("gmc")[foe], "hidden": foe % 2 == 0})
        act(GM, "hurt", {"gmc": names("gmc")[foe], "harm": _long(letter, "harm"), "hits": ["d8"]})
    for each in names("character")[:4]:
        act(GM, "roll", {"character": each, "picks": ["approach.wits", "move.assess"], "what": letter * 200})
    act(GM, "settle", {"difficulty": 1})
    return table


@pytest.mark.parametrize(("letter", "many"), [("x", 12), ("я", 12), ("天", 6), ("🧙", 6)])
def test_names_of_any_alphabet_leave_every_screen_a_message(letter: str, many: int) -> None:
    """Discord can keep only so many bytes of all that is written in one, in its buttons and selects too."""
    table = _wide(letter, many)
    paths = [*WITH_SCREENS, "table/undo", "table/pp", "pool/more", "doom/buy/gmc/-", "roll/4", "gm/roll/4"]
    paths += [
        f"{room}/{_long(letter, 'character1')}" for room in ("sheet", "edit", "recover", "trouble", "grow", "gear")
    ]
    met = pressed(table, hands(table), paths, 500, lambda *_: None)
    assert met["pool"] > 10
    assert met["table"] > 10


def test_a_select_for_which_there_is_no_room_has_pages_with_all_choices() -> None:
    table = _wide("🧙", 6)
    master = Hands(table, GM)
    master.go("pool/for/" + _long("🧙", "character1"))
    seen = dict[str, None]()
    for _ in range(100):
        [choices] = [
            each.choices for each in master.panel.controls if isinstance(each, Select) and each.hint == "Against"
        ]
        seen |= dict.fromkeys(each.label for each in choices)
        after = [each for each in choices if each.label.startswith("After")]
        if not after:
            break
        assert len(choices) < ON_A_PAGE
        master.go("pool/against", value=after[0].value)
    assert len([each for each in seen if each.startswith(("Challenge", "Boss"))]) == 12
    assert any(each.startswith("Before") for each in seen)


def test_a_select_opens_where_its_choice_is() -> None:
    table = begun()
    specialties = {f"Specialty {number}": "d6" for number in range(40)}
    table.tale.act(GM, "edit", {"character": "Iltani", "set": {"specialties": specialties}})
    ana = Hands(table, ANA)
    ana.go("pool")
    ana.pick("Specialty", "After these")
    ana.pick("Specialty", "Specialty 39")
    ana.pick("Approach", "Wits")
    table.notes[ANA].pop("pages")  # as when another select was turned since
    [select] = [each for each in ana.panel.controls if isinstance(each, Select) and each.hint == "Specialty"]
    assert select.chosen in [each.value for each in select.choices]


@pytest.mark.parametrize("letter", ["天", "🧙"])
def test_a_roll_of_long_names_is_a_message_with_its_picture(letter: str) -> None:
    """The picture's description says all again, and Discord keeps it with the message."""
    table = begun()
    act, name = table.tale.act, _long(letter, "character")
    act(ANA, "enter", {"sheet": sheet(name)})
    act(GM, "roll", {"character": name, "pool": "30d4", "what": letter * 200})
    while table.tale.state.rolls["1"].hitches != "-":
        act(GM, "hitch", {"take": "d4", "roll": "1", "complication": _long(letter, str(len(table.tale.log)))})
    post = STAGE.posts(table.tale, Hands(table, GM).reader.place)["roll 1"]
    alt = post.sketch.args[-2]  # type: ignore[union-attr]
    assert len(alt.encode()) <= 2000
    assert post.panel(None).weight + weight(alt) <= BYTES


def test_what_a_screen_weighs_is_what_discord_keeps_of_it() -> None:
    from bot.components.render import rendered
    from playground.checks.rules import _weight

    table = _wide("天", 4)
    for path in ("pool", "sheet", "table/undo", "foes"):
        panel = STAGE.screen(Hands(table, GM).reader, path)
        assert _weight(rendered(panel).to_components()) <= panel.weight + 60
    assert weight("天", "x") == 4


def test_very_many_people_are_counted_where_their_names_have_no_room() -> None:
    table = begun()
    for number in range(200):
        table.tale.act(f"p{number}", "join", {"name": f"Somebody with the number {number}"})
    for who in ("p0", "p1"):
        table.tale.act(GM, "appoint", {"member": who})
    ana, stranger = Hands(table, ANA), Hands(table, "stranger")
    ana.go("gm")
    names = "Mara, Somebody with the number 0 and Somebody with the number 1"
    assert f"in this tale for {names}." in ana.words
    stranger.go("table")
    assert "At it: Mara, Ana, Ben, Somebody with the number 0, " in stranger.words
    assert " others. Join to play" in stranger.words
    status = "\n".join(STAGE.status(table.tale, stranger.reader.place).words)
    assert "Without a character yet: Somebody with the number 2, " in status
    assert status.endswith(" others") or " others\n" in status
