"""The Harrowing in words: moves, events, who could win next, the position."""

from __future__ import annotations

import re
from random import Random

from game.core.decisions import Event
from game.core.text.signs import bare
from game.core.words import Names
from game.harrowing import Game
from game.harrowing.boards.news import stands
from game.harrowing.kit import KIT
from game.harrowing.rules.content import FACES
from game.harrowing.rules.reader import ViewReader
from game.harrowing.words import spells
from tests.harrowing.pictures import position
from tests.harrowing.playing import at

NAMES: Names = {"P1": "Ann", "P2": "Bob", "P3": "Cleo", "P4": "Dan"}


def label(game: Game, token: str) -> str:
    [(seat, decision)] = game.pending.items()
    return KIT.words.move(decision, game.view(seat), NAMES, token)


def told(game: Game, *tokens: str) -> list[str]:
    """Return what the last of these answers brought about, without signs."""
    for token in tokens:
        game.play(game.asked[0], token)
    return [re.sub(r"[^\x00-\x7f]+ ?", "", bare(line)) for line in KIT.words.sentences(game.events, NAMES)]


def test_moves_say_what_they_bring() -> None:
    game = position("middle")
    assert label(game, "raise") == "Raise: pillar on open or own tile"
    assert label(game, "insight") == "Insight: slot 1 of 1, then it counts (+1 reroll)"
    assert label(game, "meditate") == "Meditate: 10 cubes could come back"
    assert label(position("middle", "claim"), "2c") == "2c Waking Dream (C)"
    assert label(position("middle", "shift", "2x"), "1,1") == "1,1 beside 1c, 2c and 2d"
    assert label(position("middle", "muster"), "2") == "2 cubes to the fortress"
    assert label(position("last", "claim"), "1a") == "1a Obelisk (A): you win"
    battle = position("battle", "muster", "pass")
    assert label(battle, "1b:P2") == "Bob on 1b: 4 dice against 2 cubes"
    assert label(battle, "pass") == "No battle"


def test_what_somebody_chose_is_told_to_everybody_without_you() -> None:
    """As in a review, which all read."""

    def choice(game: Game, token: str) -> str:
        [(seat, decision)] = game.pending.items()
        assert re.search(r"you", label(game, token))
        return KIT.words.choice(decision, game.view(seat), NAMES, token)

    assert choice(position("last", "claim"), "1a") == "claim 1a Obelisk (A): a win"
    assert choice(position("middle", "shift"), "2x") == "move 2x Geode (ABC)"
    game = position("middle")
    [decision] = game.pending.values()
    answers = KIT.words.follow_ups(decision, game.view("P1"), NAMES, "shift", ("2x", "1,1"))
    assert answers == ", then move 2x Geode (ABC), to 1,1 beside 1c, 2c and 2d"  # as nobody has chosen a tile yet


def test_a_review_says_by_which_spell_and_what_was_done_with_a_tile() -> None:
    """There the question does not stand above its answer, and a tile alone would not tell."""

    def told(game: Game, token: str) -> tuple[str, str]:
        [decision] = game.pending.values()
        return KIT.words.source(decision), KIT.words.choice(decision, game.view(decision.seat), NAMES, token)

    flipped = at('[scenario.field]\n"1,0" = "3c1 P1"\n"0,1" = "2a1"', "3c")
    assert told(flipped, "2a") == ("3c Mirror", "flip 2a Mother Lode (A)")
    assert told(position("middle", "shift", "2x"), "1,1") == ("Shift", "to 1,1 beside 1c, 2c and 2d")
    assert told(position("middle", "muster"), "2") == ("Muster", "2 cubes to the fortress")
    assert told(position("middle"), "insight") == ("", "Insight: slot 1 of 1, then it counts (+1 reroll)")
    assert told(position("battle", "muster", "pass"), "pass") == ("Muster", "No battle")


def test_what_further_answers_do_stands_within_the_sentence() -> None:
    game = at('P1 = { fort = 2, power = { might = "10" } }')
    told = KIT.words.follow_ups(game.pending["P1"], game.view("P1"), NAMES, "meditate", ("might", "pass"))
    assert told == ", then keep Might (1 cube), done: the rest comes back"


def test_an_invocation_is_one_sentence() -> None:
    game = position("middle")
    events = [*game.play("P1", "raise"), *game.play("P1", "3c")]
    assert KIT.words.sentences(events, NAMES) == ["Ann invoked Raise and raised a pillar on 3c."]
    assert told(game, "shift", "2x", "2,-2") == ["Ann moved 2x."]


def test_a_battle_is_told_step_by_step() -> None:
    game = position("battle")
    lines = told(game, "muster", "pass", "1b:P2")
    assert lines[0] == "Ann attacked Bob on 1b: strength 4 against 4, 4 cubes against 2."
    assert re.fullmatch(r"Ann rolled: .*(hit|clash|blank).*\.", lines[1])
    settled = told(game, "pass")
    assert re.match(r"Ann lost \d cubes?, Bob 2 cubes", settled[0])
    assert "pillar" in settled[0]


def test_a_win_is_told() -> None:
    game = position("last")
    lines = told(game, "claim", "1a")
    assert "Ann claimed 1a Obelisk ()." in lines  # the sign was its rune
    assert lines[-1] == "**The game is over: Ann has three tiles with rune A, and a name.**"
    assert KIT.words.result(game.standing(), NAMES)[0] == "## 🏆 Ann wins a name"
    field = 'field = { "1,0" = "3b2 P1", "0,1" = "4b2 P1", "1,1" = "1c1 P1" }'
    both = at(f'{field}\nP1 = {{ claimed = ["1b2", "2b2"] }}', "claim", "3b")
    assert "has three tiles with runes A and C, and a name." in KIT.words.sentences(both.events, NAMES)[-1]


def test_a_set_of_three_that_was_unsealed_is_no_name() -> None:
    """Rulings 18 and 25: unsealing wins nothing, and after round 30 the game ends without a winner."""
    claimed = 'P1 = { claimed = ["1a1", "2a1", "3a1 sealed"] }'
    game = at(f'turn = 30\nfirst = "P2"\nactive = "P1"\n{claimed}', "meditate")
    for end in (game, Game.from_dict(game.to_dict())):
        assert end.standing()["P1"] == {"set": 3, "claimed": 3, "tiles": 0, "rank": 1, "won": False}
        assert KIT.words.result(end.standing(), NAMES)[0] == "## No name is won · Ann is ahead after thirty rounds"
        said = stands(ViewReader(end.view(None)), NAMES)
        assert said == "The game is over in round 30: nobody has won a name, Ann came first."
    game = position("last", "claim", "1a")
    for end in (game, Game.from_dict(game.to_dict())):
        assert [line["won"] for line in end.standing().values()].count(True) == 1
        assert stands(ViewReader(end.view(None)), NAMES).endswith(": Ann wins a name.")


def test_what_is_freed_does_not_come_back_because_the_turn_ends() -> None:
    """Ruling 11: only cubes in auto-return slots come back at the end of a turn, after all else is done."""
    game = at('core = "2o"\nused = 2\nP1 = { power = { raise = "010", muster = "100" } }', "2o", "raise")
    freed, ended, *_ = KIT.words.sentences(game.events, NAMES)
    assert freed == "Ann took 1 cube back from Raise."
    assert ended == "Ann's turn ended: 1 cube came back from Muster."
    shared = 'field = { "1,0" = "1a1 P1 P2 10" }'
    game = at(f'core = "4o"\nphase = "end"\n{shared}', "P1")
    assert KIT.words.sentences(game.events, NAMES)[0] == "Ann's turn ended: 1 cube came back from 1a."


def test_who_meditates_has_no_invocations_left() -> None:
    """Ruling 6: meditating replaces the invocations."""
    left = re.compile(r"Ann's turn: (\d) invocations? left")
    game = at('field = { "1,0" = "2c1 P1" }\nP1 = { fort = 2 }')
    for token, count in (("meditate", "3"), ("might", "0"), ("fortx1", "0")):
        assert left.findall("\n".join(KIT.words.lines(game.view(None), NAMES))) == [count]
        game.play("P1", token)
    game = at("")
    for count in ("3", "2", "1"):
        assert left.findall("\n".join(KIT.words.lines(game.view(None), NAMES))) == [count]
        game.play("P1", "might" if count != "1" else "insight")


def test_one_takes_ones_own_cubes_back() -> None:
    """Also where each event is a sentence of its own."""
    back = Event("returned", "P1", {"spell": "muster", "count": 1, "to": "P1", "auto": True})
    assert KIT.words.tell(back, NAMES) == "Ann took 1 cube back from Muster."
    assert (
        KIT.words.tell(back._replace(data={**back.data, "to": "P2"}), NAMES)
        == "Ann returned 1 cube from Muster to Bob."
    )


def test_a_wild_has_no_rune_once_it_is_claimed() -> None:
    claimed = Event("claimed", "P4", {"tile": "3y", "side": 1})
    assert KIT.words.tell(claimed, NAMES) == "Dan claimed 3y Driftwood (wild: no rune)."
    game = at('P2 = { claimed = ["3y1", "1b1"] }\nfield = { "1,0" = "4f1 P1" }', "4f")
    assert [label(game, token) for token in game.legal("P1")] == [
        "Bob's 1b Colonnade (B)",
        "Bob's 3y Driftwood (wild: no rune)",
    ]


def test_where_no_name_is_won_nobody_has_a_cup() -> None:
    line = {"set": 0, "claimed": 1, "tiles": 3, "rank": 1}
    standing = {"P4": line, "P2": {**line, "claimed": 0, "rank": 2}}
    assert KIT.words.unwon(standing, NAMES) == "No name is won · Dan is ahead after thirty rounds"
    assert KIT.words.result(standing, NAMES)[0] == "## No name is won · Dan is ahead after thirty rounds"
    assert not KIT.words.unwon({**standing, "P4": {**line, "set": 3, "won": True}}, NAMES)


def test_who_could_win_next_is_said_once_somebody_can_and_while_the_game_runs() -> None:
    game = position("last")
    text = "\n".join(KIT.words.lines(game.view(None), NAMES))
    assert "**Could win with the next claim:** Ann with A (1a, 1d and 2d can be claimed as they lie)" in text
    assert "ould win" not in "\n".join(KIT.words.lines(position("battle").view(None), NAMES))
    game.play("P1", "claim")
    game.play("P1", "1a")
    assert "ould win" not in "\n".join(KIT.words.lines(game.view(None), NAMES))


def test_what_can_be_claimed_is_said_as_a_picture_shows_it() -> None:
    assert "Ann could claim 2c, 2x or 3e" in KIT.words.lines(position("middle").view(None), NAMES)


def test_players_whose_names_are_alike_where_labels_cut_them_are_told_apart() -> None:
    alike = {"P1": "Alexander Miller-Jones", "P2": "Alexander Miller-Smith"}
    game = position("battle", "muster", "pass")
    said = KIT.words.move(game.pending["P1"], game.view("P1"), alike, "1b:P2")
    assert said == "Alexander… (P2) on 1b: 4 dice against 2 cubes"


def test_what_befalls_a_player_is_told_to_that_player() -> None:
    """Also what a round has cost: all pillars lost by a player, in battles and to spells, in one number."""
    banished = Event("banished", "P1", {"seat": "P2", "tile": "2c"})
    fought = {"defender": "P2", "tile": "2c", "hits": 0, "clashes": 2, "lost": 2, "taken": 0, "pillars": 2}
    told = [
        (banished, "Ann banished one of your pillars from 2c."),
        (Event("routed", "P1", {"seat": "P2", "count": 1}), "Ann routed your fortress (1 cube)."),
        (Event("sealed", "P1", {"seat": "P2", "tile": "2c"}), "Ann sealed your 2c."),
        (Event("fought", "P1", fought), "Ann lost 2 cubes, you 2 pillars (0 hits, 2 clashes)."),
    ]
    for event, said in told:
        assert KIT.words.told([event], NAMES, "P2") == [said]
    assert KIT.words.turned(3, {}, [event for event, _ in told], NAMES) == "**Round 3** · Bob lost 3 pillars"
    assert KIT.words.turned(3, {}, [], NAMES) == "**Round 3** · nobody claimed a tile or lost a pillar"


def test_every_spell_has_words_of_its_own() -> None:
    """They are built from its steps: spells that do the same say the same, and no others."""
    said: dict[str, set[object]] = {}
    for face in FACES:
        assert spells.told(face).endswith(".")
        assert len(spells.brief(face)) <= 44
        assert not re.search(r"[2-9] (reroll|hit|ward|invocation)\b", spells.brief(face))
        said.setdefault(spells.told(face), set()).add((face.steps, face.when, tuple(face.gives.items())))
    assert all(len(does) == 1 for does in said.values())


def test_every_event_of_random_games_is_told_and_no_seat_is_left_in_it() -> None:
    kinds = set[str]()
    for players, seed in ((2, "a"), (3, "b"), (4, "c"), (4, "d")):
        game, rng, events = Game.new(players, seed), Random(seed), list[Event]()
        while not game.over:
            events += game.play(game.asked[0], rng.choice(game.legal(game.asked[0])))
        kinds |= {event.kind for event in events}
        for line in (*KIT.words.sentences(events, NAMES), *(KIT.words.tell(event, NAMES) for event in events)):
            assert not re.search(r"\bP[1-4]\b|None|\{", line), line
        turned = KIT.words.turned(3, {}, events, NAMES)
        assert turned.startswith("**Round 3**")
    assert kinds >= {"invoked", "placed", "attacked", "rolled", "fought", "gathered", "claimed", "returned", "ended"}
    assert {tag for event in events for tag in KIT.words.tagged(event)} <= KIT.words.tags.keys()


def test_the_position_fits_messages_however_large_the_field() -> None:
    parts = KIT.words.position(position("crowded").view(None), NAMES)
    assert all(len(part) <= 2000 for part in parts)
    text = bare("\n".join(parts))
    assert "`0,-1` **1a Obelisk**" in text
    assert "claimed: 3f New Shores" in text
