"""Why a move is refused: the reason, and the ruling behind it."""

from __future__ import annotations

import pytest

from game.core.errors import IllegalToken, NotAsked, UnreadableToken
from game.harrowing.kit import KIT
from game.harrowing.rules.content import BOARD_OF, face
from tests.harrowing.playing import at

LINE = 'field = { "1,0" = "1a1 P1", "2,0" = "1b1 P2", "3,0" = "1c1", "0,1" = "1d1 P1", "-1,1" = "1e1 P1" }\n'
PATTERN = 'field = { "1,0" = "1a1 P1", "1,-1" = "1d1 P1", "2,-1" = "2a1 P1", "3,-1" = "1b1", "0,1" = "1c1 P1" }\n'
RING = 'field = { "1,0" = "3d1 P1", "2,0" = "1a1", "2,-1" = "1b1", "-1,0" = "1c1", "-1,1" = "1d1", "-2,1" = "1e1" }\n'


@pytest.mark.parametrize(
    ("text", "moves", "token", "kind", "ruling"),
    [
        ("", "", "pass", "begin", 6),
        ("", "might", "meditate", "too_late", 6),
        ("", "", "1,0", "other", None),
        ("", "", "weave", "idle", 5),
        ("P1 = { pool = 1 }", "", "muster", "idle", 5),
        ('P1 = { power = { insight = "1" } }', "", "insight", "full", None),
        (LINE, "", "1b", "not_yours", None),
        (LINE, "", "1d", "no_slots", None),
        ('P1 = { claimed = ["2d2 sealed"] }', "", "2d", "sealed", 24),
        (LINE, "raise", "pass", "must_choose", 7),
        (LINE, "raise", "1b", "not_free", None),
        (LINE, "raise", "1o", "core", 14),
        (LINE, "raise", "4a", "not_on_field", None),
        (LINE, "raise", "weave", "other", None),
        (LINE, "shift", "1b", "not_own", None),
        (LINE, "shift", "1a", "locked", None),
        (PATTERN, "claim", "1c", "no_pattern", 15),
        (PATTERN, "claim", "2a", "locked", None),
        (PATTERN, "claim", "1b", "not_own", None),
        (PATTERN, "shift 1c", "1,0", "taken", 23),
        (PATTERN, "shift 1c", "-1,0", "not_beside_own", 23),
        ('stack = ["1f"]\n' + LINE, "weave", "1a1", "no_side", None),
        ('stack = ["1f"]\n' + LINE, "weave 1f1", "5,5", "not_beside", 23),
        ('stack = ["1f"]\n' + LINE, "weave", "5,5", "not_beside", 23),
        ('stack = ["1f"]\n' + LINE, "weave", "1,0", "taken", 23),
        ('stack = ["1f"]\n' + LINE, "weave", "1,1", "other", None),
        ("", "muster", "4", "too_many", None),
        ("P1 = { fort = 1 }\n" + LINE, "muster pass", "1b:P3", "no_pillars", None),
        ("P1 = { fort = 1 }\n" + LINE, "muster pass", "1a:P1", "yourself", None),
        ("P1 = { fort = 1 }\n" + LINE.replace("1c1", "1c1 P2"), "muster pass", "1c:P2", "no_strength", 19),
        (RING, "3d", "1a+1b+1c", "not_adjacent", None),
        ('P1 = { power = { might = "10", raise = "100" } }', "meditate", "raise", "no_ritual", 13),
        ('P1 = { power = { might = "10" } }', "meditate", "insight", "nothing_to_keep", 13),
        ('P1 = { fort = 2, power = { might = "10" } }', "meditate", "fortx3", "fortress", 13),
        ('core = "1o 10"\nfield = { "1,0" = "2b1 P1" }', "2b", "P3", "not_owner", 9),
        ('seed = "h"\nP1 = { fort = 4, power = { insight = "1" } }\nfield = { "1,0" = "1a1 P1x4 P2" }',
         "muster pass 1a:P2", "clashx3", "no_dice", 21),
        ('P1 = { claimed = ["1a1"] }\nP2 = { claimed = ["1b1", "1c1", "1d1 sealed"] }\nfield = { "1,0" = "4f1 P1" }',
         "4f", "1a", "own_claim", 24),
        ('P2 = { claimed = ["1b1", "1c1", "1d1 sealed"] }\nfield = { "1,0" = "4f1 P1" }', "4f", "1d", "sealed", 24),
        ('P2 = { claimed = ["1b1", "1c1"] }\nfield = { "1,0" = "4f1 P1" }', "4f", "4f", "not_claimed", 24),
        ('players = 3\nP1.fort = 2\nP2.fort = 1\nP3.fort = 1\nfield = { "1,0" = "4c1 P1" }',
         "4c", "P1", "yourself", None),
        ('field = { "1,0" = "3c2 P1", "2,0" = "1a1 P1", "3,0" = "1b1", "4,0" = "1d1 P1" }',
         "3c 1a", "1b", "not_own", None),
        ('field = { "1,0" = "3c2 P1", "2,0" = "1a1 P1", "3,0" = "1b1 P1" }', "3c 1a", "1a", "itself", None),
        ('field = { "1,0" = "2c1 P1" }', "meditate", "meditate", "meditating", 13),
        ('field = { "1,0" = "1d2 P1", "1,-1" = "1b1 P1", "2,-1" = "1e1 P1" }', "claim 1d", "1d", "claiming", 17),
    ],
)  # fmt: skip
def test_the_first_rule_that_stands_against_it(text: str, moves: str, token: str, kind: str, ruling: int) -> None:
    game = at(text, *moves.split())
    before = game.to_dict()
    with pytest.raises(IllegalToken) as refused:
        game.play("P1", token)
    assert (refused.value.reason.kind, refused.value.reason.ruling) == (kind, ruling)
    assert game.to_dict() == before
    assert str(refused.value)
    spell = refused.value.reason.data.get("spell", "")  # named as people do, where the notation does not
    assert spell not in BOARD_OF or face(spell).name in KIT.words.refused(refused.value, {})


def test_whoever_is_not_asked_is_told_who_is() -> None:
    game = at("")
    with pytest.raises(NotAsked, match="it is for P1 to choose"):
        game.play("P2", "might")
    with pytest.raises(NotAsked, match="no such seat"):
        game.play("P3", "might")


@pytest.mark.parametrize("token", ["", "9z", "1a3", "1a+1a+1b", "1b+1a+1c", "hitx1", "fortx0", "1;0", "01,0", "5:P1"])
def test_what_is_no_token_is_told_so(token: str) -> None:
    with pytest.raises(UnreadableToken):
        at("").play("P1", token)
