"""The table: who is there, whose turn it is, PP, log, undo, and provably honest dice."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from hashlib import sha256

import pytest

from game.core.aids.stage import Command
from game.core.errors import Refused
from game.core.layout import Button, Place, Select
from game.the_adept.stage.rolling.builder import Builder
from game.the_adept.tale.face import Shown
from game.the_adept.tale.view import status
from tests.the_adept.stage.hands import STAGE, TALE, Hands, Table, check
from tests.the_adept.stage.presser import pressed
from tests.the_adept.stage.tables import CHARACTERS, begun, hands, unknown, with_secrets
from tests.the_adept.tale.tables import ANA, BEN, GM, sheet


def refused(code: str, hands: Hands, path: str, **values: object) -> str:
    before = hands.table.tale.log
    with pytest.raises(Refused) as error:
        hands.go(path, **values)
    assert error.value.code == code
    assert hands.table.tale.log is before
    return error.value.problem


def labels(hands: Hands) -> list[str]:
    return [each.label for each in hands.panel.controls if hasattr(each, "label")]


def path(hands: Hands, label: str) -> str:
    return next(each.rest for each in hands.panel.controls if isinstance(each, Button) and each.label == label)


def hints(hands: Hands) -> list[str]:
    return [each.hint for each in hands.panel.controls if isinstance(each, Select)]


def pp(hands: Hands) -> int:
    return int(hands.table.tale.state.characters[CHARACTERS[hands.who]].sheet["pp"])


# --- who is there, whose turn it is


def test_who_is_not_at_the_table_joins_it_with_one_press() -> None:
    table = Table(Shown.new(GM, "The Tower", "Mara"))
    ana = Hands(table, ANA)
    ana.go("table")
    assert labels(ana) == ["Join", "Log", "Dice"]
    ana.press("Join")
    assert "You have no character yet" in ana.words
    assert labels(ana)[0] == "Make a character"
    assert ana.go("table/join").say == "You are at this table already."  # a public message does not know who reads it
    assert len(table.tale.log) == 1


def test_the_log_of_masters_says_what_nobody_else_reads() -> None:
    """That is the lines for masters, and those of what was shown and taken back; all others are in everybody's log."""
    table = begun()
    gm, ana, _ = hands(table)
    tale = table.tale
    tale.act(GM, "note", {"text": "the Lich is near"})
    tale.act(GM, "boss", {"name": "Lich", "dice": "3d10", "hidden": True})
    tale.act(GM, "reveal", {"name": "Lich"})
    tale.undo(GM)
    tale.act(ANA, "pp", {"character": "Iltani", "by": 1})
    tale.undo(ANA)
    gm.go("table/log")
    ana.go("table/log")
    seen = gm.words.splitlines()
    own = [line for line in seen if line.endswith(" · GM only")]
    assert own == [
        "the Lich is near (Mara) · GM only",
        "Boss Lich: 3d10, hidden. (Mara) · GM only",
        "~~Revealed: Lich, 3d10. (Mara)~~ · GM only",
        "Mara took back: Revealed: Lich, 3d10. · GM only",
    ]
    assert [line for line in seen if line not in own] == ana.words.splitlines()


def test_whose_character_is_lost_makes_another() -> None:
    table = begun()
    _, ana, _ = hands(table)
    ana.go("table")
    assert "Make a character" not in labels(ana)
    while not table.tale.state.characters["Iltani"].lost:
        table.tale.act(GM, "stress", {"character": "Iltani", "type": "injured", "hits": ["d12"]})
    assert "Iltani is lost for good." in ana.words
    assert labels(ana)[0] == "Make a character"


def test_nobody_begins_from_outside_what_takes_a_seat() -> None:
    """The first press is refused and *Join* offered; nothing of it is kept, and somebody who leaves has nothing
    open."""
    table = begun()
    dee = Hands(table, "u9", "Dee")
    for press in (partial(dee.go, "pool"), partial(dee.go, "make"), partial(dee.command, "roll", dice="2d6")):
        press()
        assert dee.step.say == "Only whoever sits at this table can do that: join it first."
        assert dee.path == "table"
        assert labels(dee)[0] == "Join"
    assert not table.notes
    dee.press("Join")
    dee.go("pool")
    table.tale.act("u9", "leave", {})
    with pytest.raises(Refused, match="join it first"):
        STAGE.screen(dee.reader, "pool")


def test_dice_of_who_had_no_character_are_not_a_character_s() -> None:
    table = begun()
    dee = Hands(table, "u9", "Dee")
    dee.go("table/join")
    dee.go("pool")
    dee.press("+d8")
    assert "`d8` · hitch 13 %" in dee.words.splitlines()
    assert "d8" not in dee.words.splitlines()  # they are the pool itself
    table.tale.act("u9", "enter", {"sheet": sheet("Cyd"), "new": True})
    assert "`d8`" not in dee.words
    assert Builder(dee.reader).extra == []


def test_everybody_reads_what_is_next_for_them() -> None:
    table = begun()
    gm, ana, ben = hands(table)
    table.tale.act(GM, "challenge", {"name": "Curse", "die": "d8"})
    for each in (gm, ana, ben):
        each.go("table")
    assert "the game master names who acts next" in ana.words
    assert hints(ana) == []
    gm.go("table/hand/Curse", value="Bel")
    assert labels(ben)[:2] == ["End the turn", "Roll"]
    assert "it is Bel's turn" in ana.words
    assert "End the turn" not in labels(ana)
    end = path(ben, "End the turn")
    for button in (end, "table/acted/Curse"):  # the latter of an earlier version, which names no turn
        refused("rights", ana, button)
    ben.press("End the turn")
    assert "it is Iltani's now" in refused("turn", gm, end), "two pressed: the next one's turn goes on"
    assert "Who acts next" not in hints(ben)
    ana.press("End the turn")
    assert "the challenge acts now" in ana.words


def test_of_two_who_name_the_next_at_once_the_first_is_heard() -> None:
    table = begun()
    table.tale.act(GM, "appoint", {"member": BEN})
    gm, _, ben = hands(table)
    ben.go("turn")
    named_by_ben = ben.panel
    gm.go("turn")
    gm.pick("Who acts next", "Iltani")
    (select,) = (each for each in named_by_ben.controls if isinstance(each, Select))
    with pytest.raises(Refused, match="Iltani has not acted yet"):
        ben.go(select.rest, value="Bel")


def test_the_turns_of_the_scene_are_named_by_taps() -> None:
    table = begun()
    gm, ana, ben = hands(table)
    for each in (gm, ana, ben):
        each.go("table")
    assert hints(ana) == []
    gm.pick("Who acts next", "Iltani")
    assert labels(ana)[:2] == ["End the turn", "Roll"]
    assert "Round 1: **Iltani** acts" in "\n".join(STAGE.status(table.tale, Place(TALE)).words)
    ana.press("End the turn")  # only Bel can be next
    assert "Round 1: **Bel** acts" in "\n".join(STAGE.status(table.tale, Place(TALE)).words)
    refused("rights", ana, path(ben, "End the turn"))
    ben.press("End the turn")
    ben.pick("Who acts next", "Bel")  # the last one names the first of the next round
    assert table.tale.state.scene
    assert table.tale.state.scene.order
    assert table.tale.state.scene.order.round == 2


def test_an_open_roll_waits_on_the_table() -> None:
    table = begun()
    _, ana, ben = hands(table)
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d8"})
    ana.go("table")
    ben.go("table")
    assert "Your last roll is open" in ana.words
    assert "Roll 1" in labels(ana)
    assert "Roll 1" not in labels(ben)
    table.tale.act(GM, "scene", {"name": "The Road"})
    assert "Your last roll is open" not in ana.words


def test_a_tale_that_is_over_is_read_alone() -> None:
    table = begun()
    table.tale.act(GM, "end", {})
    for who in (GM, ANA, "stranger"):
        reader = Hands(table, who)
        reader.go("table")
        assert labels(reader) == ["Log", "Dice"]
        assert "the tale has ended" in reader.words
        for path in ("pool", "gm", "sheet/Iltani", "table/pp"):  # open screens lead back to the table
            with pytest.raises(Refused, match="this tale has ended"):
                reader.go(path)


def test_nobody_acts_any_more_in_a_tale_that_is_over() -> None:
    table = begun()
    table.tale.act(GM, "scene", {"name": "The Bridge", "kind": "action"})
    table.tale.act(GM, "hand", {"to": "Bel"})
    for name in ("Flood", "Fire"):
        table.tale.act(GM, "challenge", {"name": name, "die": "d8"})
    table.tale.act(GM, "hand", {"challenge": "Fire", "to": "Bel"})
    for told in (status_words(table), " ".join(status(table.tale))):
        assert "Bel acts" in told.replace("*", "")
    assert "rest until the challenge is over" in status_words(table)
    table.tale.act(GM, "end", {})
    for told in (status_words(table), " ".join(status(table.tale))):
        assert "Flood" in told
        assert "acts" not in told


def status_words(table: Table) -> str:
    return "".join(STAGE.status(table.tale, Place(TALE)).words)


# --- masters


def command(name: str) -> Command:
    return next(each for each in STAGE.commands if each.name == name)


def test_masters_appoint_and_so_does_who_manages_the_channel() -> None:
    table = begun()
    gm, ana, ben = hands(table)
    assert command("tale appoint").options[0].name == "person"
    assert "or whoever manages the tale's channel" in ana.refused("rights", "tale appoint", person=ANA)
    refused("unknown", gm, "table/appoint", person="stranger")
    gm.command("tale appoint", person=ANA)
    assert table.tale.state.members[ANA].gm
    manager = Hands(table, "mod", "Mo", manager=True)
    manager.command("tale appoint", person=BEN)
    assert table.tale.state.members[BEN].gm
    assert table.tale.story()[-1] == "Mo, who manages the channel, made Ben a game master."
    refused("rights", manager, "table/appoint", person=GM, gm=False)  # they can appoint game masters, not dismiss them
    ben.command("tale appoint", person=ANA, gm=False)
    assert not table.tale.state.members[ANA].gm


# --- PP


def test_pp_buy_assets_and_what_they_may_be() -> None:
    table = begun()
    _, ana, _ = hands(table)
    ana.go("table/pp")
    ana.press("d6 asset")
    ana.fill(name="Fog")
    assert pp(ana) == 4
    ana.pick("Keep or open an asset", "Fog: lasts the session")
    ana.pick("Keep or open an asset", "Fog: open to all")
    assert table.tale.state.characters["Iltani"].sheet["assets"]["Fog"] == {
        "die": "d6",
        "lasts": "session",
        "open": True,
    }
    assert "Keep or open an asset · 1 PP" not in hints(ana)
    assert pp(ana) == 2
    ana.press("open to all")
    ana.fill(name="Rope")
    assert (pp(ana), "Rope d6 (open)" in ana.words) == (0, True)
    with pytest.raises(AssertionError, match="no button 'd6 asset'"):
        ana.press("d6 asset")  # nothing is left to pay with
    assert not [hint for hint in hints(ana) if hint.endswith("· 1 PP")]
    assert "Without PP nothing can be bought." in ana.words
    refused("funds", ana, "table/spend/new-scene/Iltani", name="Wall")


def test_an_opportunity_is_used_by_a_tap() -> None:
    table = begun()
    _, ana, ben = hands(table)
    table.tale.act(GM, "stress", {"character": "Iltani", "type": "injured", "hits": ["d10"]})
    number = 0
    while not (table.tale.state.rolls and list(table.tale.state.rolls.values())[-1].hitches.startswith("2")):
        number += 1
        table.tale.act(GM, "roll", {"pool": "2d4"}, salt=str(number))
    ana.go("table/pp")
    ana.pick("Use an opportunity", "injured d10 down by 2")
    assert table.tale.state.characters["Iltani"].sheet["stress"] == {"injured": "d6"}
    assert pp(ana) == 4
    ben.go("table/pp")
    assert "Use an opportunity · 1 PP" not in hints(ben)  # Bel has nothing that it would help


def test_pp_are_gained() -> None:
    table = begun()
    _, ana, ben = hands(table)
    ana.go("table/pp")
    ana.pick("Gain 1 PP", "Exact Spells")
    ana.press("Out of mana")
    ana.press("+1 PP")
    assert pp(ana) == 8
    assert "no magic" in ana.words
    ana.pick("Use an SFX", "Dogged")
    ana.press("1 PP for something")
    ana.fill(why="a bribe")
    assert pp(ana) == 6
    assert list(table.tale.story()[-2:]) == [
        "Iltani: -1 PP, Dogged. (Ana)",
        "Iltani: -1 PP, a bribe. (Ana)",
    ]
    refused("unknown", ana, "table/pp/Bel")
    refused("rights", ben, "table/spend/less/Iltani", why="")


def test_a_record_is_called_once_in_a_session() -> None:
    table = begun()
    _, ana, _ = hands(table)
    table.tale.act(GM, "end-session", {"name": "The First Door"})
    ana.go("table/pp")
    assert "Call a record: +1 PP" not in hints(ana)  # in none, it could be called and at once again
    refused("session", ana, "table/spend/record/Iltani", value="The First Door")
    table.tale.act(GM, "session", {})
    ana.pick("Call a record", "The First Door")
    assert pp(ana) == 6
    assert "Call a record: +1 PP" not in hints(ana)


def test_a_master_has_everybody_s_pp() -> None:
    gm, _, _ = hands(begun())
    gm.go("table/pp")
    gm.pick("Of whom", "Bel")
    gm.press("+1 PP")
    assert gm.table.tale.state.characters["Bel"].sheet["pp"] == 6


# --- undo


def test_one_takes_back_one_s_last_change_and_sees_it_before() -> None:
    table = begun()
    _, ana, ben = hands(table)
    ana.go("table/pp")
    ana.press("+1 PP")
    ben.go("table/pp")
    ben.press("+1 PP")
    ana.command("tale undo")
    assert "Your last change: Iltani: +1 PP." in ana.words
    said = ana.press("Take it back").say
    assert said == "Taken back: Iltani: +1 PP."
    assert (pp(ana), pp(ben)) == (5, 6)
    assert ana.path == "table"
    refused("rights", ana, f"table/undone/{BEN}.3")
    refused("rights", ana, f"table/undone/{BEN}.4")


def test_a_button_to_take_something_back_says_that_the_tale_has_ended() -> None:
    """To masters and players alike."""
    table = begun()
    gm, ana, ben = hands(table)
    ben.go("table/pp")
    ben.press("+1 PP")
    mark = f"{BEN}.{sum(each.who == BEN for each in table.tale.log)}"
    table.tale.act(GM, "end", {})
    for person in (gm, ana, ben):
        refused("over", person, f"table/undone/{mark}")


def test_what_something_rests_on_says_so_before_it_is_pressed() -> None:
    table = begun()
    _, ana, _ = hands(table)
    table.tale.act(ANA, "asset", {"character": "Iltani", "name": "Fog"})
    table.tale.act(GM, "roll", {"character": "Iltani", "picks": ["asset.Fog", "move.assess"]})
    ana.go("table/undo")
    assert "It cannot be taken back: something rests on it" in ana.words
    assert labels(ana) == ["Back"]


def test_a_secret_roll_neither_stops_an_undo_nor_shows() -> None:
    words = []
    for secret in (False, True):
        table = begun()
        _, ana, _ = hands(table)
        table.tale.act(ANA, "asset", {"character": "Iltani", "name": "Fog"})
        if secret:
            table.tale.act(GM, "roll", {"character": "Iltani", "picks": ["asset.Fog"], "secret": True})
        ana.go("table/undo")
        words.append(ana.words)
        ana.press("Take it back")
        words.append(ana.words)
    assert words[:2] == words[2:]


def test_masters_choose_what_to_take_back() -> None:
    table = begun()
    gm, ana, _ = hands(table)
    for _ in range(60):
        table.tale.act(ANA, "pp", {"character": "Iltani", "by": 1})
    gm.go("table/undo")
    assert hints(gm) == ["Something else", "Something older"]
    oldest = [each.choices[-1].value for each in gm.panel.controls if isinstance(each, Select)][-1]
    assert int(oldest) == len(table.tale.log) - 49
    gm.pick("Something older", oldest)
    assert "By Ana: Iltani: +1 PP." in gm.words
    gm.press("Take it back")
    assert pp(ana) == 64
    assert table.tale.log[int(oldest) - 1].struck


def test_who_is_a_master_no_more_takes_their_last_change_back_and_sees_what_it_was() -> None:
    """Though they no longer read what masters do."""
    table = begun()
    gm, ana, _ = hands(table)
    gm.command("tale appoint", person=ANA)
    ana.command("gm note", text="The Warden lies.")
    gm.command("gm note", text="Ana knows.")
    gm.command("tale appoint", person=ANA, gm=False)
    ana.go("table/undo")
    assert "Your last change: The Warden lies." in ana.words
    assert "Ana knows" not in ana.words
    ana.press("Take it back")
    assert table.tale.log[-1].lines[0].to == "masters"


def test_a_master_sees_that_what_somebody_is_making_goes_with_their_joining() -> None:
    table = begun()
    gm, _, _ = hands(table)
    table.tale.act("u9", "join", {"name": "Dee"})
    joined = table.tale.log[-1].number
    table.tale.act("u9", "create", {"name": "Zu"})
    gm.go("table/undo")
    gm.pick("Something else", str(joined))
    assert "The character that Dee is making goes with it." in gm.words
    gm.press("Take it back")
    assert "u9" not in table.tale.state.members


# --- log and dice


def test_the_log_is_read_page_by_page() -> None:
    table = begun()
    _, ana, _ = hands(table)
    ana.go("table/log")
    assert "page" not in ana.words
    for number in range(90):
        table.tale.act(ANA, "pp", {"character": "Iltani", "by": 1, "why": f"*reason* {number}"})
    table.tale.undo(ANA)
    ana.command("tale log")
    assert r"~~Iltani: +1 PP, \*reason\* 89. (Ana)~~" in ana.words
    pages = 1
    while "Older" in labels(ana):
        ana.press("Older")
        pages += 1
    assert pages > 2
    assert "Ana joined." in ana.words
    ana.press("Newer")
    for page, read in (("0", 1), ("999", pages), ("²", pages)):  # forged ids
        ana.go(f"table/log/{page}")
        assert f"page {read} of {pages}" in ana.words
    ana.press("Back")
    assert ana.path == "table"


def test_anybody_can_check_a_roll_by_what_is_shown() -> None:
    table = begun()
    stranger = Hands(table, "stranger")
    for number in range(7):
        table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d10"}, salt=f"click {number}")
    stranger.command("tale proofs")
    assert "7 rolls, all honest" in stranger.words
    assert "**Roll 7**" in stranger.words
    stranger.press("Older")
    roll = stranger.words.split("**Roll 2**")[1].split("**Roll 3**")[0].split("`")
    dice, secret, salt = roll[1], roll[3], roll[5]
    values = [
        int(sha256(f"{secret}/{salt}/{i}".encode()).hexdigest(), 16) % sides + 1 for i, sides in enumerate((6, 10))
    ]
    assert dice == f"d6:{values[0]} d10:{values[1]}"
    before = stranger.words.split("**Roll 1**")[1].split("**Roll 2**")[0].split("`")[7]
    assert sha256(secret.encode()).hexdigest() == before


# --- status


def test_the_status_has_a_line_for_each_and_opens_everything() -> None:
    table = begun()
    table.tale.act(GM, "stress", {"character": "Iltani", "type": "injured", "hits": ["d8"]})
    table.tale.act(ANA, "asset", {"character": "Iltani", "name": "Fog"})
    table.tale.act(GM, "edit", {"character": "Iltani", "set": {"hero": ["d6"]}})
    panel = STAGE.status(table.tale, Place(TALE))
    assert "**Iltani** PP 4 · injured d8 · Fog d6 · hero d6" in "\n".join(panel.words)
    assert [each.label for each in panel.controls if hasattr(each, "label")] == [
        "Roll", "Sheet", "Spend PP", "Undo", "GM", "Join",
    ]  # fmt: skip


def test_what_is_fixed_for_the_first_roll_is_shown_before_it() -> None:
    table = begun()
    shown = f"Fixed for the first roll: `{table.tale.dice.first}`"
    assert shown in "\n".join(STAGE.status(table.tale, Place(TALE)).words)
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6"})
    assert shown not in "\n".join(STAGE.status(table.tale, Place(TALE)).words)


def test_a_full_table_fits_into_the_status() -> None:
    table = begun()
    for number in range(20):
        table.tale.act(GM, "enter", {"sheet": sheet(f"{number} {'Long' * 9}"), "new": True})
        table.tale.act(GM, "boss", {"name": f"{number} {'*' * 36}", "dice": "4d10"})
        for harm in ("Wound of the left hand", "Fear"):
            table.tale.act(GM, "strike", {"boss": f"{number} {'*' * 36}", "harm": harm, "hit": "d8"})
    for name in table.tale.state.characters:
        for _ in range(3):
            table.tale.act(GM, "complication", {"character": name, "name": f"{'_' * 30} {_}", "hits": ["d8"]})
    panel = STAGE.status(table.tale, Place(TALE))
    check(panel)
    assert "… and 1" in "\n".join(panel.words)


# --- all of it


def test_whoever_presses_whatever_nothing_breaks_and_nothing_leaks() -> None:
    table = with_secrets()
    gm, ana, ben = hands(table)
    everybody = [gm, ana, ben, Hands(table, "zoe", "Zoe")]

    def look(who: Hands, panel: object) -> None:
        if not STAGE.is_master(table.tale, who.who):
            said = repr(panel)
            assert not [each for each in unknown(table) if each in said]

    paths = ["table", "table/pp", "table/pp/Iltani", "table/pp/Bel", "table/undo", "table/log", "table/proofs"]
    met = pressed(table, everybody, paths, 1000, look)
    assert {"did pp", "did asset", "did undo", "did extend", "table"} <= set(met), met


@pytest.mark.parametrize("path", ["table/hand", "table/hand/Siege", "table/appoint", "turn/hand", "harm/pp/much/Bel"])
def test_a_path_that_no_control_has_does_nothing(path: str) -> None:
    """Forged: a button with the path of a select, so nothing was picked."""
    table = begun()
    for who in hands(table):
        with suppress(Refused):
            who.go(path)
        assert not who.step.acts
