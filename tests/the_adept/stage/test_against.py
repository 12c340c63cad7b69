"""What a roll is settled against: a number stays a number, an attack is waited for, an answer meets what it answers."""

from __future__ import annotations

import pytest

from game.core.errors import Refused
from game.core.layout import Place, Select
from tests.the_adept.stage.hands import STAGE, TALE, Hands, Table
from tests.the_adept.stage.tables import begun, hands, with_secrets
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, BEN, GM, sheet


def shown(table: Table, id: str) -> str:
    """Return what everybody reads about a roll in the channel."""
    return "".join(STAGE.posts(table.tale, Place(TALE))[f"roll {id}"].panel(None).words)


def test_a_number_is_not_the_roll_that_has_it_as_id(falls: Falls) -> None:
    """Difficulties and ids are both small numbers: no name is shown with a difficulty."""
    table = begun()
    _, ana, _ = hands(table)
    falls("d6:5 d6:6", "d6:3 d6:2")
    table.tale.act(BEN, "roll", {"character": "Bel", "pool": "2d6"})
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6"})
    ana.go("roll/2/with")
    ana.press("A number")
    ana.fill(number="1")
    for told in (ana.words, shown(table, "2"), "".join(STAGE.status(table.tale, Place(TALE)).words)):
        assert "against 1" in told
        assert "against 1, Bel" not in told


def test_a_number_that_is_met_is_no_contest(falls: Falls) -> None:
    """So it may have been a test to recover, whoever made the roll whose id is that number."""
    table = begun()
    gm, _, _ = hands(table)
    falls("d6:5 d6:6", "d6:3 d6:2 d8:4")
    table.tale.act(GM, "stress", {"character": "Iltani", "type": "injured", "hits": ["d6"]})
    table.tale.act(BEN, "roll", {"character": "Bel", "pool": "2d6"})
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6 d8"})
    table.tale.act(ANA, "settle", {"roll": "2", "difficulty": 1})
    gm.go("gm/roll/2")
    gm.pick("It was to recover from", "injured d6")


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("key", ["boss/Zephyr", "doom"])
def test_what_is_hidden_is_rolled_openly_as_dice_alone(key: str, at_once: bool) -> None:
    """A public roll of a game master for something hidden does not name it; for doom it includes what hidden crises
    took."""
    table = with_secrets()
    gm, _, _ = hands(table)
    if at_once:
        gm.command("roll", dice="2d6", against=key)
    else:
        gm.command("roll", against=key)
        gm.go("pool/opposes")
    roll = table.tale.state.rolls["1"]
    assert (roll.opposes, roll.secret, roll.what) == (True, False, "")


def test_an_opposition_that_has_rolled_is_offered_by_its_name(falls: Falls) -> None:
    """Not by the name of whoever pressed the button for it; dice without a name are those of who rolled them."""
    table = begun()
    gm, ana, _ = hands(table)
    falls("d8:5 d8:8", "d6:3 d6:2")
    table.tale.act(GM, "challenge", {"name": "Bridge", "die": "d8"})
    ana.command("roll", against="bridge")
    ana.go("pool/opposes")
    assert "Against Roll 1: 13, Bridge." in ana.words
    gm.go("pool/for/nobody")
    gm.press("+d6")
    gm.press("+d6")
    gm.press("Roll")
    assert "Roll 2: 5, Mara" in offered(ana, "Against")
    falls("d8:5 d8:8")
    ana.command("roll", dice="2d8")
    ana.press("Settle")
    assert sorted(offered(ana, "Settle against")) == ["Roll 1: 13, Bridge", "Roll 2: 5, Mara"]


# --- an attack that waits


def attacked(hidden: bool = False) -> Table:
    """Return a table at which the challenge Bridge goes for Iltani."""
    table = begun()
    table.tale.act(GM, "challenge", {"name": "Bridge", "die": "d8", "hidden": hidden})
    for who in ("Iltani", "Bel"):
        table.tale.act(GM, "hand", {"challenge": "Bridge", "to": who})
        table.tale.act(GM, "acted", {"challenge": "Bridge"})
    table.tale.act(GM, "challenge-acts", {"challenge": "Bridge", "grow": False, "target": "Iltani"})
    return table


def offered(hands: Hands, hint: str) -> list[str]:
    """Return the choices of a select."""
    return [
        way.label
        for each in hands.panel.controls
        if isinstance(each, Select) and each.hint.startswith(hint)
        for way in each.choices
    ]


def test_a_pool_that_is_cleared_stays_against_the_attack() -> None:
    """*Clear* empties the pool, but does not change who rolls or against what."""
    table = attacked()
    _, ana, _ = hands(table)
    ana.go("table")
    ana.press("Roll against Bridge")
    ana.go("pool/die/more/d8")
    ana.press("Done")
    ana.press("Clear")
    assert "Pick what goes into the pool" in ana.words
    assert "Against Bridge's attack" in ana.words
    ana.go("pool/die/more/d10")
    ana.go("pool/roll")
    assert table.tale.state.rolls["1"].aim == "attack/Bridge"


def test_a_pool_that_is_cleared_stays_secret() -> None:
    """Otherwise a game master's next roll would be public."""
    table = begun()
    gm, _, _ = hands(table)
    gm.command("roll", secret=True)
    gm.press("Clear")
    assert "secret" in gm.words


def test_a_roll_is_tied_to_the_attack_that_waits_for_it() -> None:
    """Also after it was made; then no other roll is waited for, and the attack beats it or not."""
    table = attacked()
    gm, ana, ben = hands(table)
    ben.command("roll", dice="2d6")
    ben.press("Settle")
    assert not any("Bridge" in each for each in offered(ben, "Settle against"))
    ana.command("roll", dice="2d6", against="5")
    ana.press("Settle otherwise")
    ana.pick("Settle against", "Bridge's attack: a tie is safe")
    assert "against Bridge's attack, a tie is safe" in ana.words
    ana.command("roll", dice="2d6")
    ana.press("Settle")
    assert not any("Bridge" in each for each in offered(ana, "Settle against"))
    gm.go("gm/roll/2")
    gm.press("Roll the attack")
    assert table.tale.state.rolls["2"].success is not None


def test_no_roll_is_tied_to_an_attack_on_somebody_else() -> None:
    table = attacked()
    table.tale.act(BEN, "roll", {"character": "Bel", "pool": "2d6"})
    with pytest.raises(Refused, match="goes for Bel"):
        table.tale.act(BEN, "meet", {"roll": "1", "against": "attack/Bridge"})


def test_an_attack_that_is_hidden_is_not_told_of() -> None:
    """It is not offered to the person attacked, and refusals do not reveal it; nor is it offered to game masters, who
    would name it to all."""
    table = attacked(hidden=True)
    gm, ana, _ = hands(table)
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6"})
    table.tale.act(BEN, "roll", {"character": "Bel", "pool": "2d6"})
    for each in (gm, ana):
        each.go("roll/1/with")
        assert not any("Bridge" in way for way in offered(each, "Settle against"))
    told = set[str]()
    for name in ("Bridge", "Breach"):
        with pytest.raises(Refused) as refused:
            table.tale.act(ANA, "meet", {"roll": "1", "against": f"attack/{name}"})
        told.add(refused.value.problem.replace(name, ""))
    assert len(told) == 1


# --- what answers a roll


def answered(falls: Falls, theirs: str) -> Table:
    """Return a table at which Ana's roll 2, with a total of five, answers the game master's roll 1 with these dice."""
    table = begun()
    falls(theirs, "d6:3 d6:2")
    table.tale.act(GM, "roll", {"pool": "2d8", "opposes": True})
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6", "against": "#1"})
    return table


def test_what_answers_a_roll_is_settled_otherwise_by_masters_alone(falls: Falls) -> None:
    """The opposition's best total must be beaten, unless the game master chooses otherwise (rules, "Tests")."""
    table = answered(falls, "d8:7 d8:6")
    gm, ana, _ = hands(table)
    ana.go("roll/2")
    assert "Settle against 13" in ana.buttons
    assert "Settle otherwise" not in ana.buttons
    ana.go("roll/2/with")  # a screen that was opened before
    assert "answers roll 1: only a game master settles it otherwise" in ana.words
    for action, given in (("settle", {"difficulty": 1}), ("meet", {"against": "1"})):
        with pytest.raises(Refused, match="answers roll 1: only a game master") as refused:
            table.tale.act(ANA, action, {"roll": "2", **given})
        assert refused.value.code == "rights"
    gm.go("roll/2")
    gm.press("Settle otherwise")
    gm.press("A number")
    gm.fill(number="4")
    assert table.tale.state.rolls["2"].success


def test_a_tale_in_which_a_player_settled_otherwise_before_is_still_read(falls: Falls) -> None:
    """Former versions allowed players to do that."""
    table = answered(falls, "d8:7 d8:6")
    table.tale.act(GM, "settle", {"roll": "2", "difficulty": 1})
    stored = table.tale.to_dict()
    assert stored["log"][-1]["who"] == GM
    stored["log"][-1]["who"] = ANA
    assert type(table.tale).from_dict(stored).state.rolls["2"].success


def test_what_answers_a_roll_is_settled_against_it_by_who_rolled(falls: Falls) -> None:
    table = answered(falls, "d8:2 d8:1")
    _, ana, _ = hands(table)
    ana.go("roll/2")
    ana.press("Settle against 2")
    assert table.tale.state.rolls["2"].success


def test_what_waits_for_an_attack_is_settled_by_the_attack() -> None:
    """Its player cannot settle it by a number; once the attack is dropped, the roll is theirs again."""
    table = attacked()
    _, ana, _ = hands(table)
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6", "aim": "attack/Bridge"})
    ana.go("roll/1")
    assert "It waits for Bridge's attack, which the game master rolls." in ana.words
    assert not {"Settle", "Settle otherwise"} & {*ana.buttons}
    with pytest.raises(Refused, match="waits for Bridge's attack: only a game master"):
        table.tale.act(ANA, "settle", {"roll": "1", "difficulty": 1})
    table.tale.act(GM, "assail", {"challenge": "Bridge"})
    assert "Settle" in ana.buttons


def test_a_roll_that_was_answered_is_settled_by_the_contest(falls: Falls) -> None:
    """Even if somebody had the form for a number open before it was answered."""
    table = begun()
    _, ana, _ = hands(table)
    falls("d6:3 d6:2", "d6:5 d6:6")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6", "aim": "character/Bel"})
    ana.go("roll/1/with")
    table.tale.act(BEN, "roll", {"character": "Bel", "pool": "2d6", "against": "#1"})
    with pytest.raises(Refused, match="is answered by roll 2: only a game master"):
        ana.fill(number="1")


def test_a_secret_answer_is_told_to_nobody() -> None:
    """Not by a refusal either."""
    table = begun()
    table.tale.act(GM, "gmc", {"name": "Spy", "traits": {"Unseen": "d10"}})
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6"})
    table.tale.act(GM, "roll", {"gmc": "Spy", "picks": ["Unseen"], "secret": True, "against": "#1"})
    table.tale.act(ANA, "settle", {"roll": "1", "difficulty": 1})
    assert table.tale.state.rolls["1"].success is not None


# --- who rolls


def test_a_change_of_who_rolls_takes_the_target_away() -> None:
    """The target of one character is not that of another, or of free dice; the same character keeps it."""
    table = begun()
    gm, _, ben = hands(table)
    table.tale.act(GM, "gmc", {"name": "Rusk", "traits": {"Strong": "d10"}})
    gm.command("roll", secret=True)
    gm.pick("Who rolls", "GM: Rusk")
    gm.pick("Against", "Iltani")
    gm.go("pool/die/more/d8")
    gm.go("pool/roll")
    gm.command("roll")
    gm.pick("Who rolls", "GM: Rusk")
    assert "Against Iltani." in gm.words
    gm.pick("Who rolls", "Nobody")
    assert "Against Iltani" not in gm.words
    ben.go("pool/against", value="test/d8")
    table.tale.act(BEN, "enter", {"sheet": sheet("Zu"), "new": True})
    ben.go("pool/for/Zu")  # opened from a sheet
    assert "Against" not in ben.words


def test_who_is_there_no_more_leaves_no_target() -> None:
    table = begun()
    gm, _, _ = hands(table)
    table.tale.act(GM, "gmc", {"name": "Rusk", "traits": {"Strong": "d10"}})
    gm.command("roll")
    gm.pick("Who rolls", "GM: Rusk")
    gm.pick("Against", "Iltani")
    table.tale.act(GM, "remove", {"name": "Rusk"})
    assert "Free dice" in gm.words
    assert "Against Iltani" not in gm.words


def test_a_roll_that_whoever_rolls_now_may_answer_stays_the_target(falls: Falls) -> None:
    """After *Roll against it* one chooses for whom to roll."""
    table = begun()
    gm, _, _ = hands(table)
    falls("d8:2 d8:3", "d6:3 d6:2")
    table.tale.act(GM, "roll", {"pool": "2d8", "opposes": True})
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6"})
    table.tale.act(GM, "gmc", {"name": "Rusk", "traits": {"Strong": "d10"}})
    gm.go("pool/against/roll/1")
    gm.pick("Who rolls", "GM: Rusk")
    assert "Against Roll 1: 5" in gm.words
