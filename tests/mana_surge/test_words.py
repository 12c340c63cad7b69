"""Mana Surge in words: moves, events, places and positions as a person would put them."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from bot.tables.language.completion import choices
from bot.tables.language.misread import heard
from bot.tables.language.naming import by_name, exactly, meant, nearest
from bot.tables.language.spoken import sayable
from game.core.decisions import PASS, Event
from game.core.english import many
from game.core.errors import MoveError
from game.core.protocol import View
from game.mana_surge import Game
from game.mana_surge.kit import KIT
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.scenario import ManaSurgeScenarios
from game.mana_surge.words.board import LEGEND, SIGNS, legend
from game.mana_surge.words.moves import spelled
from game.mana_surge.words.terms import COLOURS
from tests.games.positions import by_hand
from tests.mana_surge.playing import games, plies

NAMES = {"P1": "Ann", "P2": "Bob", "P3": "Cleo"}
WORDS = KIT.words
TOKENS = re.compile(r"\bP[1-3]\b|\b[a-i]\d[-x][a-i]\d\b|_")
"""What people should not read: seats, tokens of two hexes, names of kinds."""
TRIED = {"b2-b3", "c3xc4", "pass", "red", "a1", "d4", "e3-d4", "d5xd4", "q"}


def board(phase: str = "move", points: int = 2, fierce: bool = False, **troops: list[str]) -> Game:
    tables = {seat: {"troops": hexes} for seat, hexes in troops.items()}
    return by_hand(ManaSurgeScenarios(), phase=phase, points=points, fierce=fierce, **tables)


def labels(game: Game) -> dict[str, str]:
    [decision] = game.pending.values()
    view = game.view(decision.seat)
    return {token: WORDS.move(decision, view, NAMES, token) for token in decision.tokens}


def begun(*tokens: str) -> Game:
    game = Game.new(seed="scenario")
    for token in tokens:
        game.play(game.asked[0], token)
    return game


def told(game: Game, *tokens: str) -> list[str]:
    """Return the sentences about these moves, each made by whoever is asked."""
    events = list[Event]()
    for token in tokens:
        events += game.play(game.asked[0], token)
    return WORDS.sentences(events, NAMES)


def test_the_choices_of_the_set_up() -> None:
    assert labels(begun()) == {"red": "Red", "green": "Green", "blue": "Blue"}
    assert labels(begun("red", "green")) == {
        "a1": "Corner a1, top left",
        "d7": "Corner d7, right",
        "g1": "Corner g1, bottom left",
    }


def test_moves_say_what_the_hex_brings() -> None:
    said = labels(board(P1=["b2", "d5", "b4", "e5"], P2=["f1"]))
    assert said["b2-b1"] == "b2 to b1"
    assert said["b2-c3"] == "b2 to c3 (+1 Attack)"
    assert said["b2-b3"] == "b2 to b3 (-1 Attack)"
    assert said["d5-d6"] == "d5 to d6 (+1 Defence)"
    assert said["b2-c2"] == "b2 to c2 (Extra Action: locked there)"
    assert said["b4-a4"] == "b4 to a4 (Extra Spawn: locked there)"
    assert said["d5-d4"] == "d5 to d4 (the Mana Pool: locked there)"


def test_answers_that_go_together_are_told_in_the_order_in_which_they_are_given() -> None:
    game = board(P1=["b2", "d5"], P2=["e4"])
    [decision] = game.pending.values()

    def said(*tokens: str) -> str:
        return WORDS.in_full(decision, game.view("P1"), NAMES, tokens[0], tokens[1:])

    assert said("b2-c3", "d5-d6") == "b2 to c3 (+1 Attack), then d5 to d6 (+1 Defence)"
    attack = "top moving, then attack: d5 strikes e4: it and Bob's token die"
    assert said("b2-c3", PASS, "d5xe4") == f"b2 to c3 (+1 Attack), then s{attack}"
    assert said(PASS, "d5xe4") == f"S{attack}"
    assert said(PASS, PASS) == "End the turn"


def test_a_new_token_says_what_the_hex_brings() -> None:
    assert labels(board("start", P2=["e1"])) == {
        "a2": "New token on a2",
        "b1": "New token on b1",
        "b2": "New token on b2 (+1 Defence)",
    }


def test_attacks_say_who_dies() -> None:
    said = labels(board("combat", P1=["d5", "e2", "b4"], P2=["d4", "e3", "c5"], P3=["c4"]))
    assert said["d5xd4"] == "d5 strikes d4: Bob's token on the Mana Pool dies"
    assert said["d5xc5"] == "d5 strikes c5: Bob's token on Extra Action dies"
    assert said["d5xc4"] == "d5 strikes c4: it and Cleo's token die"
    assert said["e2xe3"] == "e2 strikes e3: only the attacker dies, Bob's token strikes back"
    assert labels(board("combat", P1=["d5"], P2=["c6", "e5"]))["d5xe5"] == "d5 strikes e5: Bob's token dies"


def test_attacks_tell_apart_players_whose_names_are_alike_where_labels_cut_them() -> None:
    alike = {"P1": "Ann", "P2": "Alexander Miller-Jones", "P3": "Alexander Miller-Smith"}
    game = board("combat", P1=["d5"], P2=["d4"], P3=["e5"])
    said = [KIT.words.move(game.pending["P1"], game.view("P1"), alike, token) for token in ("d5xd4", "d5xe5")]
    assert said == [
        "d5 strikes d4: Alexander… (P2)'s token on the Mana Pool dies",
        "d5 strikes e5: Alexander… (P3)'s token dies",
    ]


def test_attacks_of_a_fierce_game_say_who_dies_there() -> None:
    said = labels(board("combat", fierce=True, P1=["b4", "d5"], P2=["b5", "b3", "d4"]))
    assert said["b4xb5"] == "b4 strikes b5: it and Bob's token die"
    assert said["b4xb3"] == "b4 strikes b3: Bob's token dies"
    assert said["d5xd4"] == "d5 strikes d4: it and Bob's token on the Mana Pool die"


def test_passing_says_what_comes_of_it() -> None:
    assert labels(board(P1=["c3"], P2=["b3"]))[PASS] == "Stop moving, then attack"
    assert labels(board(P1=["c3"], P2=["e6"]))[PASS] == "End the turn"
    assert labels(board("combat", P1=["c3"], P2=["b3"]))[PASS] == "End the turn"
    assert WORDS.declining("move") == "Stop moving"
    assert WORDS.declining("attack") == "End the turn"


def test_questions_say_what_is_left() -> None:
    def asked(game: Game) -> str:
        [decision] = game.pending.values()
        return WORDS.question(decision, NAMES)

    assert asked(begun()) == "Which colour do you play?"
    assert asked(begun("red", "green")) == "In which corner does your spawner stand?"
    assert asked(board("start")) == "Where does your new token appear?"
    two = board("start", P1=["a4"])
    assert asked(two) == "Where does your new token appear? You have 2 to place."
    assert asked(board(P1=["c3"])) == "You have 2 points. Move a token, or end your turn?"
    assert asked(board(P1=["c3"], P2=["b3"])) == "You have 2 points. Move a token, or keep them for an attack?"
    assert asked(board(points=1, P1=["c3"], P2=["b3"])) == "You have 1 point. Move a token, or keep it for an attack?"
    assert asked(board("combat", P1=["c3"], P2=["b3"])) == "You have 2 points. Attack, or end your turn?"


def test_what_somebody_did_in_one_go_is_one_sentence() -> None:
    game = board("start", P1=["a2"], P2=["c4"], P3=["d3"])
    assert told(game, "b2", "b2-c3", PASS, "c3xc4") == [
        "Ann got a token on b2, moved from b2 to c3 (+1 Attack) and traded the token on c3 for Bob's on c4."
    ]
    assert told(board(P1=["d5", "e6"], P2=["d4"]), PASS, "d5xd4") == [
        "Ann killed Bob's token on the Mana Pool from d5."
    ]
    assert told(board(points=1, P1=["d5", "e6"]), "d5-d4") == [
        "Ann moved from d5 to d4 (the Mana Pool) and drew mana from the Pool (1 now)."
    ]
    assert told(board("combat", fierce=True, P1=["d5"], P2=["d4"]), "d5xd4")[0] == (
        "Ann traded the token on d5 for Bob's on the Mana Pool."
    )
    assert told(board("combat", 1, P1=["b4"], P2=["c4"]), "b4xc4") == ["Ann lost the token on b4 to Bob's on c4."]
    assert told(board(points=3, P1=["b1", "b5"]), "b1-c1", "c1-d2", "b5-b4") == [
        "Ann moved from b1 over c1 to d2 and from b5 to b4."
    ]


def test_a_turn_without_a_move_is_told_once_to_everybody() -> None:
    """Whether it was ended, or nothing could be asked; an attack counts as something."""
    game = board("start", P1=["a2"], P2=["c4"], P3=["d3"])
    assert told(game, "b2", PASS) == ["Ann got a token on b2 and moved nothing."]
    assert WORDS.told(board(P1=["c3"]).play("P1", PASS), NAMES, "P1") == ["You moved nothing."]
    asked_nothing = board(points=1, P1=["d5"], P2=["a4", "b4", "b5"], P3=["c2"])
    assert "**Round 2**" not in told(asked_nothing, "d5-d6")
    assert "nothing" not in told(board("combat", 1, P1=["d5"], P2=["d4"]), "d5xd4")[0]


def test_that_there_was_no_room_is_told_of_a_turn_in_which_nothing_else_was_done() -> None:
    """Where something was, that says more."""
    no_room, rested = Event("found_no_room", "P1", {"count": 2}), Event("rested", "P1", {})
    moved = Event("moved", "P1", {"source": "a2", "target": "a3", "on": "plain"})
    assert WORDS.sentences([no_room, rested], NAMES) == ["Ann had no room for 2 new tokens and moved nothing."]
    assert WORDS.sentences([no_room, moved], NAMES) == ["Ann moved from a2 to a3."]


def test_the_beginning_is_told() -> None:
    assert told(begun(), "red", "blue", "d7", "a1") == [
        "Ann took red.",
        "Bob took blue.",
        "Cleo took green.",
        "Ann put the spawner in the corner d7, with tokens on c6, d6 and e6.",
        "Bob put the spawner in the corner a1, with tokens on a2, b1 and b2.",
        "Cleo put the spawner in the corner g1, with tokens on f1, f2 and g2.",
        "**Round 1**",
        "Bob had no room for a new token.",
    ]


def test_a_turn_and_the_end_are_told_by_themselves_too() -> None:
    """As in terminals and films."""
    game = board(points=1, P1=["d5"], P2=["c4"])
    events = game.play("P1", "d5-d4")
    assert [WORDS.tell(event, NAMES) for event in events] == [
        "Ann moved from d5 to d4 (the Mana Pool).",
        "Ann drew mana from the Pool (1 now).",
        "Round 1: Bob has 1 point.",
    ]
    last = by_hand(ManaSurgeScenarios(), phase="move", P1={"troops": ["d5"], "mana": 9})
    assert WORDS.sentences(last.play("P1", "d5-d4"), NAMES)[-1] == "**The game is over.**"


def test_a_line_on_a_round_says_who_drew_mana_and_who_lost_tokens() -> None:
    """Here on a whole game: whoever has fewer tokens than they got has lost the others."""
    dead = 0
    for game in games(4):
        events = [event for at in plies(game) for event in at.events]
        players = ViewReader(game.view(None)).players
        got = Counter(event.seat for event in events if event.kind == "spawned")
        drew = [f"{NAMES[seat]} drew {own.mana} mana and has {own.mana}" for seat, own in players.items() if own.mana]
        lost = {seat: 3 + got[seat] - own.tokens for seat, own in players.items()}
        fell = [f"{NAMES[seat]} lost {many(count, 'token')}" for seat, count in lost.items() if count]
        gained = {seat: (0, own.mana) for seat, own in players.items()}
        assert WORDS.turned(9, gained, events, NAMES) == " · ".join(["**Round 9**", *drew, *fell])
        dead += sum(lost.values())
    assert dead > 20
    assert WORDS.turned(9, {"P1": (2, 2)}, [], NAMES) == "**Round 9** · nobody drew mana"


def test_who_has_the_turn_is_marked() -> None:
    for at in plies(next(games(1))):
        marked = [line for line in WORDS.lines(at.view(None), NAMES) if "◀" in line]
        seats = [seat for seat, name in NAMES.items() if any(f"**{name}**" in line for line in marked)]
        assert seats == (at.asked if at.turn else []), "in the set-up nobody has a turn"
        assert len(marked) == len(seats)


def test_where_the_game_stands() -> None:
    assert WORDS.place(begun().view(None)) == "Setting up"
    assert WORDS.place(board("start").view(None)) == "Round 1 of 40 · new tokens · 1 to place, then 2 points"
    assert WORDS.place(board(P1=["c3"]).view(None)) == "Round 1 of 40 · moving · 2 points left"
    assert (
        WORDS.place(board("combat", 1, P1=["c3"], P2=["b3"]).view(None)) == "Round 1 of 40 · attacking · 1 point left"
    )
    over = by_hand(ManaSurgeScenarios(), turn=9, phase="combat", P1={"troops": ["d4"], "mana": 9})
    assert WORDS.place(over.view(None)) == "The end, in round 9"
    assert [WORDS.asked(at.view(None), NAMES) for at in (begun(), begun("red", "green"), board(P1=["c3"]), over)] == [
        "Ann chooses a colour",
        "Ann chooses a corner",
        "Ann moves tokens",
        "The game is over",
    ]


MAP = """```
       a1@R a2   a3   a4*
     b1   b2#R b3-  b4   b5
  c1   c2!G c3+  c4+  c5!  c6
d1*  d2   d3+  d4oB d5+  d6#  d7@G
  e1   e2-  e3+  e4+R e5-  e6
     f1   f2#  f3!  f4   f5
       g1@B g2   g3   g4*
```"""


def test_the_board_as_a_map_of_letters() -> None:
    game = board(P1=["b2", "e4"], P2=["c2"], P3=["d4"])
    shown = WORDS.lines(game.view(None), NAMES)
    assert shown[:3] == ["## Mana Surge", "-# Round 1 of 40 · moving · 2 points left", MAP]
    assert "🔴\u2063 **Ann** (red, corner a1) · **0** of 10 mana · 2 tokens ◀" in shown
    assert "🟢\u2063 **Bob** (green, corner d7) · **0** of 10 mana · 1 token · Extra Action" in shown
    assert "🔵\u2063 **Cleo** (blue, corner g1, on the Mana Pool) · **0** of 10 mana · 1 token" in shown


@pytest.mark.parametrize("name", ["surge", "whirlpool"])
def test_the_map_is_narrow_enough_for_a_phone(name: str) -> None:
    for line in WORDS.lines(Game.new(board=name, seed="s").view(None), NAMES)[2].splitlines():
        assert len(line) <= 45


def test_the_legend_explains_every_sign_of_the_map() -> None:
    told = legend()
    assert all(f"`{sign}`" in told for kind, sign in SIGNS.items() if kind != "plain")
    assert all(f"`{colour[0].upper()}` {colour}" in told for colour in COLOURS)


def test_the_map_tells_which_tokens_are_locked() -> None:
    """By the sign of their hex (ruling r7), below the map and in the legend."""
    kinds = ViewReader(Game.new(seed="s").view(None)).board
    signs = sorted({SIGNS[kinds.kind(hex)] for hex in kinds.names if kinds.locks >> kinds.index[hex] & 1})
    for told in (LEGEND, legend()):
        found = re.search(r"On (.+) a token is locked: it neither moves nor attacks until it dies", told)
        assert found is not None
        assert sorted(re.findall(r"`(.)`", found[1])) == signs


def test_the_last_steps_stand_in_the_text_and_not_on_the_board_where_they_are_told_anyway() -> None:
    game = board(points=1, P1=["b2"], P2=["c6"])
    game.play("P1", "b2-c3")
    view = game.view(None)
    assert not any("Last steps" in line for line in WORDS.lines(view, NAMES))
    assert "- Ann moved from b2 to c3 (+1 Attack)." in "\n".join(WORDS.position(view, NAMES))


def test_a_fierce_game_says_so() -> None:
    assert any("Fierce" in line for line in WORDS.lines(board(fierce=True, P1=["c3"]).view(None), NAMES))
    assert not any("Fierce" in line for line in WORDS.lines(board(P1=["c3"]).view(None), NAMES))


def test_people_read_names_and_sentences_and_never_seats_and_tokens() -> None:
    rng = Random(3)
    for game in games(8):
        for at in plies(game, rng):
            view = at.view(None)
            for seat, decision in at.pending.items():
                texts = [WORDS.question(decision, NAMES), *labels(at).values(), WORDS.asked(view, NAMES)]
                tried = rng.choice(sorted(TRIED.difference(decision.tokens)))
                with pytest.raises(MoveError) as refused:
                    at.play(seat, tried)
                texts.append(WORDS.refused(refused.value, NAMES))
                assert not any(TOKENS.search(text.replace("b2-c3", "").replace("c3xd4", "")) for text in texts), texts
            said = [*WORDS.sentences(at.events, NAMES), *WORDS.lines(view, NAMES), WORDS.place(view)]
            assert not any(TOKENS.search(text) for text in said), said
            assert all(text for text in said)


def offered(game: Game, typed: str) -> list[str]:
    [decision] = game.pending.values()
    view: View = game.view(decision.seat)
    return [label for label, _ in choices(KIT, decision, view, NAMES, typed)]


def test_moves_are_completed_from_plain_words() -> None:
    game = board(P1=["b2", "d5", "b4"], P2=["f1"])
    assert offered(game, "pool") == ["d5 to d4 (the Mana Pool: locked there)"]
    assert offered(game, "extra spawn") == ["b4 to a4 (Extra Spawn: locked there)"]
    assert offered(game, "b2 c3") == ["b2 to c3 (+1 Attack)", "b2 to c3, then to d3 (+1 Attack)"]
    assert offered(game, "end") == ["End the turn"]
    assert offered(game, "attack") == []  # nobody can be attacked, and "(+1 Attack)" is a move's effect
    assert "d5 to d4 (the Mana Pool: locked there)" in offered(game, "move it onto the pool please")
    fight = board("combat", P1=["d5", "e2"], P2=["d4", "e3"], P3=["c4"])
    assert offered(fight, "pool") == ["d5 strikes d4: Bob's token on the Mana Pool dies"]
    assert offered(fight, "cleo") == ["d5 strikes c4: it and Cleo's token die"]
    assert offered(begun(), "gre") == ["Green"]
    assert offered(begun("red", "green"), "bottom") == ["Corner g1, bottom left"]


def test_plain_words_are_a_move_where_they_can_mean_no_other() -> None:
    """Hexes are in the order of the move; if several moves or none are meant, nothing is guessed."""
    game = board(P1=["f1", "f2", "g2"], P2=["a2"], P3=["d6"])
    [decision] = game.pending.values()
    moves = sayable(KIT, decision, game.view("P1"), NAMES).moves
    for typed, answers in {
        "move the piece on f2 up to e3 and then onto the pool": ("f2-e3", "e3-d4"),
        "f2 to d4": ("f2-e3", "e3-d4"),
        "take the mana pool": ("f2-e3", "e3-d4"),
        "g2 to g3": ("g2-g3",),
        "go to e3 please": ("f2-e3",),
        "end turn": ("pass",),
        "stop": ("pass",),
        "e3 to f2": None,
        "g2 to d4": None,
        "attack": None,
        "f1": None,
        "go to the extra spawn": None,  # there are two
    }.items():
        found = exactly(moves, typed) or meant(moves, typed)
        assert (found.answers if found else None) == answers, typed
    assert all(move.label.startswith("g2 to ") for move in nearest(moves, "g2 to d4", 2))
    assert WORDS.spelled(decision, game.view("P1"), "g2 to d4") == "move g2-d4"


@pytest.mark.parametrize(
    ("kind", "typed", "move"),
    [
        ("move", "f2e3", "move f2-e3"),
        ("move", "walk my token from f2 to e3 please", "move f2-e3"),
        ("move", "to e3 from f2", "move f2-e3"),
        ("move", "f2 moves to e3", "move f2-e3"),
        ("move", "attack d4 with c3", "attack c3xd4"),
        ("attack", "attack d4 with c3", "attack c3xd4"),
        ("attack", "kill the token on d4 from c3", "attack c3xd4"),
        ("attack", "c3 takes d4", "attack c3xd4"),
        ("attack", "let c3 fight d4", "attack c3xd4"),
        ("attack", "d4 attacks c3", "attack d4xc3"),
        ("attack", "c3 does not attack d4", ""),
        ("move", "f2 e3 d4", ""),
    ],
)
def test_two_hexes_are_a_move_in_the_order_in_which_they_are_named_or_by_their_words(
    kind: str, typed: str, move: str
) -> None:
    now = ViewReader(board(P1=["f2", "c3"], P2=["d4"]).view("P1"))
    assert spelled(kind, now, typed) == move


def test_an_attack_is_read_while_moves_are_asked_for_even_where_none_is_possible() -> None:
    """It is refused with the reason then, and not for the words. Without the kind it answers the question of moves."""
    for rival, token in (("d4", "attack c3xd4"), ("d6", "c3xd4")):
        [decision] = (game := board(P1=["c3"], P2=[rival])).pending.values()
        for typed in ("attack d4 with c3", "attack c3xd4"):
            assert WORDS.spelled(decision, game.view("P1"), typed) == token


@pytest.mark.parametrize(
    ("typed", "whole", "found"),
    [
        ("attack bob on d4", True, ("d5 strikes d4: Bob's token on the Mana Pool dies",)),
        ("attack cleo", True, ("d5 strikes c4: it and Cleo's token die",)),
        ("attack the token on d3", True, ("b2 to c3, then strikes d3: it and Bob's token die",)),
        ("attack d6", False, ()),
        (
            "strike",
            True,
            (
                "d5 strikes c4: it and Cleo's token die",
                "d5 strikes d4: Bob's token on the Mana Pool dies",
                "b2 to c3, then strikes d3: it and Bob's token die",
            ),
        ),
    ],
)
def test_an_attack_told_in_part_is_one_while_moves_are_asked_for_too(
    typed: str, whole: bool, found: tuple[str, ...]
) -> None:
    """A step to the hex that is named is none."""
    [decision] = (game := board(P1=["b2", "d5"], P2=["d3", "d4"], P3=["c4"])).pending.values()
    view = game.view("P1")
    said = heard(KIT, decision, view, sayable(KIT, decision, view, NAMES), typed)
    assert said.whole == whole
    assert not whole or said.found == found


def test_a_player_named_like_the_sign_of_an_attack_can_be_meant_by_number() -> None:
    [decision] = (game := board(P1=["b2", "d5"], P2=["d4"])).pending.values()
    names = {**NAMES, "P2": "X"}
    assert by_name(KIT, decision, game.view("P1"), names, "attack player 2") == "attack X"


def test_to_stop_moving_is_not_to_end_the_turn_where_somebody_can_be_attacked() -> None:
    game = board(P1=["c3", "e3"], P2=["d4"])
    [decision] = game.pending.values()
    moves = sayable(KIT, decision, game.view("P1"), NAMES).moves
    for typed, answers in {"stop": ("pass",), "stop moving": ("pass",), "end my turn": ("pass", "pass")}.items():
        found = meant(moves, typed)
        assert found is not None
        assert found.answers == answers, typed


def test_a_view_is_read_back_with_a_type_for_everything() -> None:
    for game in games(4):
        for at in plies(game):
            view = at.view(None)
            now = ViewReader(view)
            for key in ("turn", "phase", "over", "first", "active", "points", "spawns", "pending", "troops"):
                assert getattr(now, key) == view[key]
            assert now.scores == view.get("scores")
            assert {seat: row._asdict() for seat, row in now.players.items()} == view["players"]
            assert now.fierce == (at.setup["fierce"] == "on")
            assert now.on_pool == view["troops"].get("d4" if view["board"] == "surge" else "e5")
            for corner in ("a1", "d7", "g1") if view["board"] == "surge" else ():
                owner = now.spawner(corner)
                assert owner is None or view["players"][owner]["corner"] == corner
