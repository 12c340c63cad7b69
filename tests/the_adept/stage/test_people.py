"""People: who is put out of a tale by a game master and let in again, and what they can still see."""

from __future__ import annotations

from functools import partial

from game.core.errors import Refused
from game.core.layout import Button, Panel
from tests.the_adept.stage.hands import STAGE, Hands
from tests.the_adept.stage.presser import pressed
from tests.the_adept.stage.tables import begun, hands, unknown, with_secrets
from tests.the_adept.stage.test_masters import INSIDE, everything
from tests.the_adept.stage.test_secrets import seen
from tests.the_adept.stage.test_table import hints, labels, refused
from tests.the_adept.tale.tables import ANA, BEN, GM


def test_a_master_puts_somebody_out_and_lets_them_in_again() -> None:
    table = begun()
    gm, _, ben = hands(table)
    ben.go("table")
    gm.go("people")
    assert "Let somebody in again" not in hints(gm)
    gm.pick("Put somebody out of the tale", "Ben")
    assert "Put **Ben** out of the tale? Their characters are game masters' then" in gm.words
    assert BEN in table.tale.state.members, "it asks first"
    gm.press("Put them out")
    assert gm.step.say == "Ben was put out of the tale: Bel is the game master's now."
    assert "Played by game masters: Bel" in gm.words
    assert "You can sit at this table again once a game master lets you in. At it: Mara and Ana." in ben.words
    assert labels(ben) == ["Log", "Dice"]
    for press in (
        partial(ben.go, "pool"),
        partial(ben.go, "make"),
        partial(ben.go, "table/pp"),
        partial(ben.go, "file/in"),
        partial(ben.command, "roll", dice="2d6"),
    ):
        press()
        assert ben.step.say == "A game master has put you out of this tale, and can let you in again."
    refused("kicked", ben, "table/join")
    refused("unknown", gm, "table/appoint", person=BEN)
    gm.pick("Let somebody in again", "Ben")
    assert "Join" in labels(ben)
    ben.press("Join")
    assert BEN in table.tale.state.members


def test_who_comes_back_is_told_of_the_character_they_had() -> None:
    """A master plays whatever somebody leaves behind, and gives it back."""
    table = begun()
    _, ana, ben = hands(table)
    table.tale.act(BEN, "leave", {})
    ana.go("table/log")
    assert "Ben left: Bel is the game master's now." in ana.words
    ben.go("table/join")
    assert "Without a player: Bel. A game master may give you one." in ben.words
    table.tale.act(GM, "give", {"character": "Bel", "member": BEN})
    assert "Without a player" not in ben.words
    dee = Hands(table, "dee")
    dee.go("table/join")
    assert "You have no character yet: make one, or bring one along." in dee.words
    assert "Without a player" not in dee.words


def test_whoever_has_the_name_of_another_sits_down_with_a_number() -> None:
    """The names of people who were put out count too: nobody is taken for them, and their names stay free for them.
    Invisible characters are ignored."""
    table = begun()
    gm, *_ = hands(table)
    gm.command("tale kick", person=BEN)
    for who, name in (("u7", "ben"), ("u8", "Ana"), ("u9", "A\u200bna"), ("u10", "\u202e"), ("u11", "W" * 60)):
        Hands(table, who, name).go("table/join")
    members = table.tale.state.members
    names = {who: members[who].name for who in members if who not in (GM, ANA)}
    assert names == {"u7": "ben 2", "u8": "Ana 2", "u9": "Ana 3", "u10": "Somebody", "u11": "W" * 32}
    gm.command("tale readmit", person=BEN)
    Hands(table, BEN, "Ben").go("table/join")
    assert table.tale.state.members[BEN].name == "Ben"
    act = STAGE.joins(table.tale, "u12", "Mara")
    assert act is not None
    assert act.given == {"name": "Mara 2"}


def test_the_commands_do_the_same() -> None:
    table = begun()
    gm, ana, ben = hands(table)
    refused("rights", ana, "table/kick", person=BEN)
    refused("self", gm, "table/kick", person=GM)
    refused("unknown", gm, "table/kick", person="stranger")
    assert refused("unknown", gm, "table/readmit", person=BEN) == "nobody was put out of this tale"
    gm.command("tale kick", person=BEN)
    assert gm.step.say == "Ben was put out of the tale: Bel is the game master's now."
    assert refused("unknown", gm, "table/kick", person=BEN).startswith("Ben was put out of this tale: `/tale readmit`")
    assert refused("unknown", gm, "table/readmit", person=ANA) == "only who was put out is let in again: Ben"
    refused("rights", ana, "table/readmit", person=BEN)
    refused("rights", ben, "table/readmit", person=BEN)
    Hands(table, "mod", "Mo", manager=True).command("tale readmit", person=BEN)
    ben.go("table/join")
    gm.command("tale appoint", person=BEN)
    assert "is a game master" in refused("gm", gm, "table/kick", person=BEN)


def test_who_was_a_master_and_is_out_sees_what_a_stranger_sees() -> None:
    """On all screens that were open, and by all their buttons; the log keeps what they were told as a player."""
    table = with_secrets()
    gm, ana, _ = hands(table)
    gm.command("tale appoint", person=ANA)
    were, buttons = seen(table, ANA), set[str]()
    assert any(word in everything(each) for each in were.values() if isinstance(each, Panel) for word in unknown(table))
    for each in were.values():
        buttons |= {one.rest for one in each.controls if isinstance(one, Button)} if isinstance(each, Panel) else set()
    gm.command("tale appoint", person=ANA, gm=False)
    gm.command("tale kick", person=ANA)
    stranger = Hands(table, "u9")
    for path in [*were, *buttons]:
        shown = []
        for one in (ana, stranger):
            try:
                shown.append(everything(STAGE.screen(one.reader, path)))
            except Refused:
                shown.append("")
        if path != "table" and not path.startswith("table/undo"):  # these say why
            assert shown[0] == shown[1], path
        assert not [word for word in unknown(table) if word in shown[0]], path
    assert STAGE.export(ana.reader).data == STAGE.export(stranger.reader).data

    def look(hands: Hands, panel: Panel) -> None:
        assert not [word for word in unknown(table) if word in everything(panel)], hands.path

    log = len(table.tale.log)
    pressed(table, [ana], [*INSIDE, *buttons], 400, look)
    assert len(table.tale.log) == log


def test_each_is_written_the_last_that_became_of_them_until_they_sit_there() -> None:
    table = begun()
    gm, _, ben = hands(table)

    def letters() -> dict[str, str]:
        return {each.to: each.text for each in STAGE.letters(table.tale).values()}

    gm.command("tale kick", person=BEN)
    gm.command("tale kick", person=ANA)
    assert letters().keys() == {ANA, BEN}
    assert "put you out of **The Tower**" in letters()[BEN]
    table.tale.undo(GM)
    assert letters().keys() == {BEN}
    gm.command("tale readmit", person=BEN)
    assert letters()[BEN].startswith("You may sit down at **The Tower** again")
    let_in = table.tale.log[-1].number
    ben.go("table/join")
    assert letters() == {}
    table.tale.undo(BEN)
    assert letters() == {}, "they have sat there"
    table.tale.undo(GM, let_in)
    assert "put you out" in letters()[BEN]
    gm.command("tale readmit", person=BEN)
    ben.go("table/join")
    table.tale.act(BEN, "leave", {})
    assert letters() == {}
    ben.go("table/join")
    gm.command("tale kick", person=BEN)
    assert letters().keys() == {BEN}
    table.tale.act(GM, "end", {})
    assert letters() == {}
