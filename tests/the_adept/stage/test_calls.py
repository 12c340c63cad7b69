"""Whoever is waited for is called in the channel, once, by a message with a button for what to do."""

from __future__ import annotations

import pytest

from game.core.aids.stage import Post
from game.core.errors import Refused
from game.core.layout import Panel, Place
from tests.the_adept.stage.hands import STAGE, TALE, Hands, Table
from tests.the_adept.stage.tables import begun, hands
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, BEN, GM


def newest(table: Table) -> Post:
    return [*STAGE.posts(table.tale, Place(TALE)).values()][-1]


def shown(post: Post) -> tuple[str, list[str]]:
    panel = post.panel(None, "<@1>" if post.calls else "")
    return "".join(panel.words), labels(panel)


def labels(panel: Panel) -> list[str]:
    return [each.label for each in panel.controls if hasattr(each, "label")]


def test_whoever_is_named_is_called_and_led_to_a_roll() -> None:
    table = begun()
    _, ana, ben = hands(table)
    table.tale.act(GM, "hand", {"to": "bel"})
    post = newest(table)
    assert (post.calls, shown(post)) == ((BEN,), ("<@1> Round 1: Bel acts.", ["Roll"]))
    ben.press("Roll", post.panel(None))
    assert ben.words.startswith("**Bel** · PP 5")
    with pytest.raises(Refused, match="you do not roll for 'Bel'"):
        ana.press("Roll", post.panel(None))


def test_a_call_is_over_with_what_it_waits_for() -> None:
    """Then it only says what happened, without buttons; also when that is taken back, and when the tale ends."""
    table = begun()
    table.tale.act(GM, "hand", {"to": "Bel"})
    table.tale.act(BEN, "acted", {})
    assert (newest(table).calls, shown(newest(table))) == ((), ("Round 1: Bel acts.", []))
    table.tale.act(BEN, "hand", {"to": "Iltani"})
    assert [post.calls for post in STAGE.posts(table.tale, Place(TALE)).values()] == [(), (ANA,)]
    table.tale.undo(BEN)
    assert shown(newest(table)) == ("~~Round 1: Iltani acts.~~\nTaken back.", [])
    table.tale.act(BEN, "hand", {"to": "Iltani"})
    table.tale.act(GM, "end", {})
    *_, before, last = STAGE.posts(table.tale, Place(TALE)).values()
    assert shown(before) == ("Round 1: Iltani acts.", [])
    assert shown(last) == ("The tale has ended.", []), "where people look"


def test_nobody_calls_themselves_and_a_master_is_called_for_who_is_theirs() -> None:
    table = begun()
    gm, _, _ = hands(table)
    table.tale.act(GM, "gmc", {"name": "Wolf", "traits": {"Huge": "d10"}})
    table.tale.act(GM, "appear", {"name": "Wolf", "hidden": False})
    table.tale.act(GM, "hand", {"to": "Bel"})
    table.tale.act(BEN, "acted", {})
    table.tale.act(BEN, "hand", {"to": "Wolf"})
    assert (newest(table).calls, shown(newest(table))[1]) == ((GM,), ["Roll"])
    gm.press("Roll", newest(table).panel(None))
    assert gm.path == "foes/gmc/Wolf"
    table.tale.act(GM, "acted", {})
    table.tale.act(GM, "hand", {"to": "Iltani"})
    table.tale.act(ANA, "acted", {})
    table.tale.act(GM, "hand", {"to": "Wolf"})
    assert (newest(table).calls, shown(newest(table))) == ((), ("Round 2: Wolf acts.", ["Roll"]))


def test_a_turn_in_a_challenge_leads_to_a_roll_against_it() -> None:
    table = begun()
    _, _, ben = hands(table)
    table.tale.act(GM, "challenge", {"name": "Storm", "die": "d8"})
    table.tale.act(GM, "hand", {"to": "Bel", "challenge": "storm"})
    post = newest(table)
    assert (post.calls, shown(post)) == ((BEN,), ("<@1> Storm, round 1: Bel acts.", ["Roll"]))
    ben.press("Roll", post.panel(None))
    assert "Against Challenge Storm 2d8." in ben.words
    table.tale.act(BEN, "acted", {"challenge": "Storm"})
    with pytest.raises(Refused, match="nobody acts in 'Storm' now"):
        ben.press("Roll", post.panel(None))


def test_whoever_the_scene_waits_for_after_a_challenge_is_called_again() -> None:
    """By the new line, and no longer by the one before the challenge."""
    table = begun()
    _, _, ben = hands(table)
    table.tale.act(GM, "hand", {"to": "Bel"})
    table.tale.act(GM, "challenge", {"name": "Storm", "die": "d8"})
    table.tale.act(GM, "hand", {"to": "Iltani", "challenge": "Storm"})
    table.tale.act(GM, "remove", {"name": "Storm"})
    first, _, last = STAGE.posts(table.tale, Place(TALE)).values()
    words = "The challenge Storm is gone.\n<@1> The Gate goes on, round 1: Bel acts."
    assert (last.calls, shown(last)) == ((BEN,), (words, ["Roll"]))
    assert shown(first) == ("Round 1: Bel acts.", [])
    ben.press("Roll", last.panel(None))
    assert ben.words.startswith("**Bel** · PP 5")
    table.tale.act(BEN, "acted", {})
    assert not newest(table).calls, "that was it"


def test_whoever_names_who_acts_after_a_challenge_is_called() -> None:
    table = begun()
    _, _, ben = hands(table)
    table.tale.act(GM, "hand", {"to": "Bel"})
    table.tale.act(BEN, "acted", {})
    for name in ("Storm", "Flood"):
        table.tale.act(GM, "challenge", {"name": name, "die": "d8"})
        table.tale.act(GM, "hand", {"to": "Iltani", "challenge": name})
        table.tale.act(GM, "remove", {"name": name})
    post = newest(table)
    assert (post.calls, shown(post)[1]) == ((BEN,), ["Name who acts"])
    ben.press("Name who acts", post.panel(None))
    assert "**The Gate**: you name who acts next." in ben.words
    table.tale.act(BEN, "hand", {"to": "Iltani"})
    assert [each.calls for each in STAGE.posts(table.tale, Place(TALE)).values() if each.calls] == [(ANA,)]


def test_turns_of_a_hidden_challenge_call_nobody() -> None:
    table = begun()
    table.tale.act(GM, "challenge", {"name": "Storm", "die": "d8", "hidden": True})
    table.tale.act(GM, "hand", {"to": "Bel", "challenge": "Storm"})
    assert not STAGE.posts(table.tale, Place(TALE))


def attacked(table: Table) -> Post:
    """The challenge Storm goes for Bel."""
    table.tale.act(GM, "challenge", {"name": "Storm", "die": "d8"})
    for who in ("Iltani", "Bel"):
        table.tale.act(GM, "hand", {"challenge": "Storm", "to": who})
        table.tale.act(GM, "acted", {"challenge": "Storm"})
    table.tale.act(GM, "challenge-acts", {"challenge": "Storm", "grow": False, "target": "Bel"})
    return newest(table)


def test_whom_a_challenge_goes_for_is_called_to_roll_against_that_until_they_have(falls: Falls) -> None:
    table = begun()
    _, _, ben = hands(table)
    post = attacked(table)
    assert (post.calls, shown(post)) == ((BEN,), ("<@1> Storm goes for Bel, who rolls first.", ["Roll"]))
    ben.press("Roll", post.panel(None))
    assert "Against Storm's attack 2d8: a tie is safe." in ben.words
    falls("d12:3")
    ben.pick("Approach", "Wits")
    ben.press("Roll")
    *_, told, roll = STAGE.posts(table.tale, Place(TALE)).values()
    assert (told.calls, roll.calls) == ((), ())
    assert shown(told) == ("Storm goes for Bel, who rolls first.", [])


def test_whoever_is_to_answer_a_roll_is_called_to_a_roll_against_it(falls: Falls) -> None:
    table = begun()
    table.tale.act("cem", "join", {"name": "Cem"})
    gm, ana, ben = hands(table)
    falls("d6:4 d8:3", "d12:9")
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "d6 d8", "aim": "character/Bel"})
    post = newest(table)
    assert post.calls == (BEN,)
    words, buttons = shown(post)
    assert "7: **Bel** rolls against it, or gives in. <@1>\n" in words
    assert buttons[:2] == ["Roll against it", "Contest"]
    for other in (ana, Hands(table, "cem")):
        with pytest.raises(Refused, match="Bel rolls against roll 1, and you do not play them"):
            other.press("Roll against it", post.panel(None))
    ben.press("Roll against it", post.panel(None))
    assert "Against Roll 1: 7, Iltani." in ben.words
    ben.pick("Approach", "Wits")
    ben.press("Roll")
    first, second = STAGE.posts(table.tale, Place(TALE)).values()
    assert (first.calls, second.calls) == ((), (ANA,)), "it is theirs again"
    gm.press("Roll against it", second.panel(None))
    assert gm.words.startswith("**Iltani**")
