"""Why a move is refused: each reason in a position where it applies, with its kind and words."""

from __future__ import annotations

import pytest

from game.core.decisions import Reason
from game.core.errors import IllegalToken, NotAsked, UnreadableToken
from game.mana_surge import Game
from game.mana_surge.rules import explaining
from game.mana_surge.rules.explaining import explain
from game.mana_surge.rules.scenario import ManaSurgeScenarios
from tests.games.positions import by_hand

NAMES = {"P1": "Ann", "P2": "Bob", "P3": "Cleo"}
SMALL = {"P1": "ann", "P2": "bob", "P3": "cleo"}


def board(phase: str = "move", fierce: bool = False, **troops: list[str]) -> Game:
    """Return a position in P1's turn, with tokens by seat."""
    tables = {seat: {"troops": hexes} for seat, hexes in troops.items()}
    return by_hand(ManaSurgeScenarios(), phase=phase, fierce=fierce, **tables)


def begun(*tokens: str) -> Game:
    game = Game.new(seed="scenario")
    for token in tokens:
        game.play(game.asked[0], token)
    return game


MOVING = board(P1=["b2", "c2", "b5"], P2=["c3", "e2"], P3=["f1"])
READY = board(P1=["d5"], P2=["d4"])
FIGHTING = board("combat", P1=["d5", "c2", "d4", "a2", "e2"], P2=["c5", "d6", "e5", "f1"], P3=["b3"])
SPAWNING = board("start", P1=["b1"], P2=["e6"])
CASES = [
    (begun(), "pass", "must_choose", 1, "You cannot pass here: choose a colour."),
    (begun(), "a1", "colours_only", None, "That is not a colour: there are red, green and blue."),
    (begun("red"), "red", "colour_taken", 1, "Red is taken: Ann plays it."),
    (begun("red", "green"), "blue", "no_colour", None, "Colours are chosen already: now choose a corner."),
    (begun("red", "green"), "a4", "no_corner", 1, "A spawner cannot stand on a4: that is not a corner for one."),
    (begun("red", "green"), "b2-c3", "other", None, "Name one hex: now choose a corner."),
    (begun("red", "green", "a1"), "a1", "corner_taken", 1, "The corner a1 is taken: Ann's spawner stands there."),
    (SPAWNING, "pass", "must_choose", 6, "You cannot pass here: place your new token."),
    (SPAWNING, "c3", "not_beside_spawner", 6, "New tokens appear beside your spawner; c3 does not touch it."),
    (SPAWNING, "e6", "not_beside_spawner", 6, "New tokens appear beside your spawner; e6 does not touch it."),
    (MOVING, "y9", "no_hex", None, "This board has no hex y9."),
    (MOVING, "b2-h9", "no_hex", None, "This board has no hex h9."),
    (MOVING, "b2", "other", None, "Name two hexes, such as b2-c3: from where and to where."),
    (READY, "d5xd4", "other_phase", 12, "Attacks come after moves: stop moving first."),
    (READY, "d5xe5", "no_enemy", 9, "There is nobody to attack on e5: no token stands there."),
    (
        MOVING,
        "b2xc3",
        "no_kill",
        11,
        "Nobody would die: your attack of 1 on b2 does not beat the defence of 1 of Bob's token on c3, nor its"
        " attack of 2 your defence of 2.",
    ),
    (
        MOVING,
        "c2xc3",
        "locked",
        8,
        "Your token on c2 is locked: on Extra Action it neither moves nor attacks until it dies.",
    ),
    (MOVING, "red", "no_colour", None, "Colours are chosen already: now move a token or stop moving."),
    (MOVING, "c3-c4", "not_own", 7, "The token on c3 is Bob's: only your own tokens act."),
    (MOVING, "c4-c5", "not_own", 7, "No token stands on c4."),
    (
        MOVING,
        "c2-c1",
        "locked",
        8,
        "Your token on c2 is locked: on Extra Action it neither moves nor attacks until it dies.",
    ),
    (MOVING, "b5-d5", "too_far", 7, "The hexes b5 and d5 do not touch."),
    (MOVING, "b2-c3", "occupied", 7, "There is no room on c3: Bob's token stands there."),
    (MOVING, "b2-c2", "occupied", 7, "There is no room on c2: a token of yours stands there."),
    (MOVING, "b2-a1", "spawner", 2, "Nothing enters or attacks a spawner, and one stands on a1."),
    (FIGHTING, "d5", "other", None, "Name two hexes, such as c3xd4: who strikes whom."),
    (FIGHTING, "a2-a3", "other_phase", 12, "Moving is over for this turn: now you may attack."),
    (
        FIGHTING,
        "d4xc4",
        "locked",
        8,
        "Your token on d4 is locked: on the Mana Pool it neither moves nor attacks until it dies.",
    ),
    (FIGHTING, "c5xd5", "not_own", 9, "The token on c5 is Bob's: only your own tokens act."),
    (FIGHTING, "d5xb3", "too_far", 9, "The hexes d5 and b3 do not touch."),
    (FIGHTING, "d5xe4", "no_enemy", 9, "There is nobody to attack on e4: no token stands there."),
    (FIGHTING, "d5xd4", "no_enemy", 9, "There is nobody to attack on d4: the token there is your own."),
    (
        FIGHTING,
        "d5xd6",
        "no_kill",
        11,
        "Nobody would die: your attack of 2 on d5 does not beat the defence of 2 of Bob's token on d6, nor its"
        " attack of 1 your defence of 1.",
    ),
    (
        FIGHTING,
        "e2xf1",
        "no_kill",
        11,
        "Nobody would die: your attack of 0 on e2 does not beat the defence of 1 of Bob's token on f1, nor its attack"
        " of 1 your defence of 1.",
    ),
]


@pytest.mark.parametrize(("game", "token", "kind", "ruling", "said"), CASES)
def test_a_refusal_names_the_rule_that_stands_against_it(
    game: Game, token: str, kind: str, ruling: int | None, said: str
) -> None:
    [seat] = game.asked
    before = game.to_dict()
    with pytest.raises(IllegalToken) as refused:
        game.play(seat, token)
    assert (refused.value.reason.kind, refused.value.reason.ruling) == (kind, ruling)
    assert explain(refused.value.reason, NAMES) == said
    small = explain(refused.value.reason, SMALL)
    assert not any(name in small for name in NAMES.values()), "people are called as they call themselves"
    assert seat in str(refused.value)
    assert game.to_dict() == before


def test_where_fierce_is_on_an_attack_has_to_reach_the_defence() -> None:
    """On a board where guard hexes touch, as none of ours do."""
    facts = {"source": "b2", "target": "b3", "seat": "P2", "attack": (1, 1), "defence": (2, 2), "fierce": True}
    said = explain(Reason("no_kill", facts, 11), NAMES)
    assert said.startswith("Nobody would die: your attack of 1 on b2 does not reach the defence of 2 of Bob's token")


def test_every_reason_has_a_case() -> None:
    assert {kind for _, _, kind, _, _ in CASES} == set(explaining._SENTENCES)


def test_who_is_not_asked_is_told_so() -> None:
    for seat, said in (("P2", "it is for P1 to choose"), ("P4", "no such seat"), ("", "no such seat")):
        with pytest.raises(NotAsked, match=said):
            MOVING.play(seat, "pass")
    over = by_hand(ManaSurgeScenarios(), phase="combat", P1={"troops": ["d4"], "mana": 9})
    assert over.over
    with pytest.raises(NotAsked, match="the game is over"):
        over.play("P1", "pass")


@pytest.mark.parametrize("text", ["", "B2-C3", "b2 c3", "b0", "b26", "b2-c3 ", "b2->c3", "b2xc3xd4", "Red", "b２-c3"])
def test_what_is_no_token_is_told_from_what_is_not_legal(text: str) -> None:
    with pytest.raises(UnreadableToken, match="this is not a token of the notation"):
        MOVING.play("P1", text)
