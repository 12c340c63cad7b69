"""What a command suggests while it is typed: what it takes, and nothing that its reader may not know."""

from __future__ import annotations

from tests.the_adept.stage.hands import STAGE, Hands, Table
from tests.the_adept.stage.tables import hands, with_secrets
from tests.the_adept.tale.tables import GM


def suggested(hands: Hands, command: str, option: str, typed: str = "") -> list[str]:
    path = next(each.path for each in STAGE.commands if each.name == command)
    return [each.value for each in STAGE.complete(hands.reader, path, option, typed)]


def test_completion_tells_nobody_else() -> None:
    table = with_secrets()
    gm, ana, _ = hands(table)
    table.tale.act(GM, "gmc", {"name": "Wraith", "traits": {"Cold": "d8"}})
    for command in STAGE.commands:
        for option in (each.name for each in command.options if each.completes):
            told = " ".join(suggested(ana, command.name, option))
            assert not [name for name in ("Xylem", "Quorum", "Zephyr", "Wraith") if name in told], command.name
    assert suggested(gm, "gm reveal", "name") == ["Quorum", "Xylem", "Zephyr"]
    assert suggested(gm, "gm boss", "name", "ZE") == ["Zephyr"]
    assert suggested(gm, "gm hand", "challenge") == ["Quorum"]
    assert suggested(ana, "gm hand", "to", "b") == ["Bel"]
    assert suggested(gm, "gm doom", "crisis") == ["Xylem"]
    assert suggested(gm, "gm gmc", "name") == ["Wraith"]
    assert suggested(gm, "gm distinction", "name") == []


def test_only_what_a_command_takes_is_suggested_however_much_else_there_is(table: Table, gm: Hands) -> None:
    for number in range(26):
        gm.command("gm gmc", name=f"Ant {number}", traits="Small d4")
    gm.command("gm challenge", name="Zeta", die="d8")
    gm.command("gm crisis", name="Fire", take="d8")
    gm.command("gm comp", who="Bel", name="Lost")
    gm.command("gm asset", who="Bel", name="Rope")
    assert suggested(gm, "gm challenge", "name") == ["Zeta"]
    assert suggested(gm, "gm crisis", "name") == ["Fire"]
    assert suggested(gm, "gm doom", "name", "fi") == []
    assert suggested(gm, "gm comp", "name") == ["Lost"]
    assert suggested(gm, "gm asset", "name") == ["Rope"]
    assert suggested(gm, "gm asset", "who") == ["Bel", "Iltani"]
    assert len(suggested(gm, "gm stress", "who")) == 25


def test_gm_boss_suggests_extras_too_and_opens_them(table: Table, gm: Hands) -> None:
    """It harms them as bosses. An extra with a boss's name is not meant, as the boss goes before it."""
    gm.command("gm boss", name="Lich", dice="2d8")
    for name in ("Guard", "lich"):
        gm.command("gm distinction", name=name, kind="extra")
    gm.command("gm boss", name="guard", harm="Wound", hit="d6")
    gm.command("gm boss", name="Lich", harm="Fear", hit="d6")
    assert suggested(gm, "gm boss", "name") == ["Guard", "Lich"]
    assert suggested(gm, "gm boss", "harm") == ["Fear", "Wound"]
    gm.command("gm boss", name="guard")
    assert "Wound d6" in gm.words
    gm.command("gm boss", name="Lich")
    assert "Boss" in gm.words


def test_suggestions_contain_each_word_that_is_typed(table: Table, gm: Hands) -> None:
    """In any order, and in letters that look alike; those that begin with it come first."""
    for name in ("An old lantern", "Lantern of old", "Old rope"):
        gm.command("gm asset", who="Bel", name=name)
    assert suggested(gm, "gm asset", "name", "lantern OLD") == ["An old lantern", "Lantern of old"]
    assert suggested(gm, "gm asset", "name", "ｌantern") == ["Lantern of old", "An old lantern"]
    assert suggested(gm, "gm asset", "name", "new lantern") == []
