"""/play in words: the text of a button or option is that move in every game, and nothing else is guessed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from bot.tables.language.completion import choices
from bot.tables.language.naming import exactly, meant
from bot.tables.language.spoken import Sayable, Spoken, sayable
from bot.tables.language.words import (
    folded,
    words,
)
from game.core.decisions import PASS, Decision
from game.core.discover import kit
from game.core.layout import Button, Place, Select, Verb
from game.core.narrowing import Path, read_path
from game.core.protocol import View
from tests.games.test_contract import every_game, playouts, questions

NAMES = {"P1": "Ann", "P2": "Bob ⌘", "P3": "Cleo (2)", "P4": "Dan", "P5": "Eve: first"}


@cache
def asked(name: str) -> list[tuple[Decision, View, Sayable]]:
    """Return questions of the game, with the views of the seats asked and all that can be said to answer them."""
    found = [(decision, at.view(decision.seat)) for _, game in playouts(name) for at, decision in questions(game)]
    return [(decision, view, sayable(kit(name), decision, view, NAMES)) for decision, view in found]


def shown(name: str, decision: Decision, view: View) -> Iterator[tuple[str, Path]]:
    """Yield the label of every way on the panel and the path that it leads to, as the bot follows it."""
    which = kit(name)
    walk = which.panels.narrowing(decision, view)
    for control in which.panels.decision(Place(), decision, view, NAMES).controls:
        if isinstance(control, Button) and control.verb in (Verb.STEP, Verb.MOVE) and control.rest:
            yield control.label, read_path(control.rest)
        elif isinstance(control, Select) and control.verb == Verb.PICK:
            for choice in control.choices:
                yield choice.label, walk.next_path(read_path(control.rest), choice.value)


@every_game
def test_what_a_panel_shows_can_be_typed_as_it_stands(name: str) -> None:
    which, seen = kit(name), 0
    for decision, view, (moves, steps) in asked(name):
        walk = which.panels.narrowing(decision, view)
        ways = list(shown(name, decision, view))
        often = Counter(folded(label) for label, _ in ways)
        for label, path in ways:
            if often[folded(label)] > 1:  # such as "Keep" beside each of several cards
                continue
            answers = walk.answers(path if path == (PASS,) else walk.settled(path))
            for typed in (label, f"  {label.upper()} "):
                found = exactly(moves, typed)
                assert (found.answers if found else ()) == answers, (decision, label)
                assert answers or steps[folded(typed)].path == walk.settled(path)
            seen += 1
    assert seen


@every_game
def test_the_notation_of_every_move_is_that_move(name: str) -> None:
    for decision, _, (moves, _) in asked(name):
        for token in decision.tokens:
            for typed in (token, f"{decision.kind} {token}"):
                found = exactly(moves, typed)
                assert (found.answers if found else ()) == (token,), (decision, typed)


@every_game
def test_words_that_no_move_has_are_not_taken_for_one(name: str) -> None:
    for _, _, (moves, _) in asked(name):
        for typed in ("gibberish xyz", "meditatively", "+", "", "the", "zz9"):
            assert exactly(moves, typed) is None
            assert meant(moves, typed) is None


@every_game
def test_a_kind_alone_and_what_denies_a_move_is_none(name: str) -> None:
    """Nor is a token of another question: otherwise another piece might move than was meant, or the turn might end."""
    for decision, _, (moves, _) in asked(name):
        for label in {label for move in moves[:20] if move.answers != (PASS,) for label in move.labels}:
            for typed in (f"don't {label}", f"not {label}", f"{label} no"):
                assert meant(moves, typed) is None, (decision, typed)
        for typed in (decision.kind, f"{decision.kind} please", "purge 15B", "pay amethyst@3"):
            found = meant(moves, typed)
            assert found is None or found.value == typed, (decision, typed)


WAYS = [
    Spoken("move b1-c1 c1-d1", ("b1-c1", "c1-d1"), ("b1 to c1, then to d1 (the Mana Pool: locked there)",)),
    Spoken("move a2-a3", ("a2-a3",), ("a2 to a3",)),
    Spoken("move b1-c1 pass c1xc2", ("b1-c1", "pass", "c1xc2"), ("b1 to c1, then attacks c2",)),
    Spoken("muster 1 pass", ("1", PASS), ("Muster: 1, no battle",)),
    Spoken("pay onyx@2+diamond@b", ("onyx@2+diamond@b",), ("Pay 1 onyx from stage 2 and 1 diamond level",)),
    Spoken("unbinding", ("unbinding",), ("Unbinding",)),
    Spoken("move pass", (PASS,), ("Stop moving, then attack",)),
]


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("b1 to c1 then d1", "move b1-c1 c1-d1"),
        ("b1 to d1", "move b1-c1 c1-d1"),
        ("go to d1 please", "move b1-c1 c1-d1"),
        ("Go to d1!", "move b1-c1 c1-d1"),
        ("c1x4!", ""),
        ("to the pool", "move b1-c1 c1-d1"),
        ("b1 to c1 and attacks c2", "move b1-c1 pass c1xc2"),
        ("stop moving, then attack", "move pass"),
        ("no thanks", "move pass"),
        ("none of them", "move pass"),
        ("c1 to d1", ""),
        ("d1 to b1", ""),
        ("b1 to c1", ""),
        ("b1 attacks d1", ""),
        ("c2", ""),
        ("attack", ""),
        ("move", ""),
        ("no muster", ""),
        ("muster", "muster 1 pass"),
        ("1", ""),
        ("pay 1 diamond from stage 2", ""),
        ("binding", ""),
        ("spawn a3", ""),
        ("spawn d1", ""),
    ],
)
def test_of_a_way_the_ends_will_do_and_of_other_names_no_part(typed: str, value: str) -> None:
    found = meant(WAYS, typed)
    assert (found.value if found else "") == value


@pytest.mark.parametrize("typed", ["move pass", "with pass", "place pass"])
def test_to_decline_another_question_declines_nothing_here(typed: str) -> None:
    """ "Move pass" ends moving, and must not decline an attack if that is what is asked by now."""
    assert meant([Spoken("attack d1xe1", ("d1xe1",), ("d1 strikes e1",)), WAYS[-1]], typed) is None
    assert meant(WAYS, "please pass") == meant(WAYS, "I pass, please") == WAYS[-1]


KEEPING = [
    Spoken("keep fortx1", ("fortx1",), ("Keep 1 cube in the fortress",)),
    Spoken("keep fortx2", ("fortx2",), ("Keep 2 cubes in the fortress",)),
    Spoken("keep pass", (PASS,), ("Done: the rest comes back",)),
]
GOING = [
    Spoken("to emerald.2x1", ("emerald.2x1",), ("1 miner to Emerald II",)),
    Spoken("to pass", (PASS,), ("Stop here",)),
]
CLAIMING = [
    Spoken("invoke claim", ("claim",), ("Claim: a tile in a pattern",)),
    Spoken("invoke claim 3e", ("claim", "3e"), ("Claim: 3e Slow Drift (C)",)),
    Spoken("invoke claim 3x", ("claim", "3x"), ("Claim: 3x Driftwood (ABC)",)),
    Spoken("invoke pass", (PASS,), ("No more invocations: end the turn",)),
]

RESEARCHING = [
    Spoken("research 1A", ("1A",), ("Keep Ambition (1A)", "Keep")),
    Spoken("research 1A+1A", ("1A+1A",), ("Keep Ambition (1A) and Ambition (1A)",)),
    Spoken("research 1A+11A", ("1A+11A",), ("Keep Ambition (1A) and Purge (11A)",)),
    Spoken("research 11A", ("11A",), ("Keep Purge (11A)", "Keep")),
    Spoken("research pass", (PASS,), ("Keep none",)),
]
PAYING = [
    Spoken("pay topaz@2+ruby@b", ("topaz@2+ruby@b",), ("Pay 1 topaz from stage 2 and 1 ruby battery level",)),
    Spoken("pay topaz@2+ruby@3", ("topaz@2+ruby@3",), ("Pay 1 topaz from stage 2 and 1 ruby from stage 3",)),
    Spoken("pay topaz@b+ruby@b", ("topaz@b+ruby@b",), ("Pay 1 topaz battery level and 1 ruby battery level",)),
]
CRYSTALS = [
    Spoken("pay energyx2+spirit", ("energyx2+spirit",), ("Pay 2 energy and 1 spirit",)),
    Spoken("pay energy+spiritx2", ("energy+spiritx2",), ("Pay 1 energy and 2 spirits",)),
]
ONTO = [
    Spoken("enhance energy", ("energy",), ("1 energy onto Ridge Wolf",)),
    Spoken("enhance spirit", ("spirit",), ("1 spirit onto Ridge Wolf",)),
    Spoken("enhance energy+spirit", ("energy+spirit",), ("1 energy and 1 spirit onto Ridge Wolf",)),
]
NAMING = [
    Spoken("type ruby", ("ruby",), ("Let rubies pay 3 mana each", "Ruby")),
    Spoken("type onyx", ("onyx",), ("Let onyxes pay 3 mana each", "Onyx")),
]
TURNING = [
    Spoken("rotate n", ("n",), ("Top north, helps b3",)),
    Spoken("rotate s", ("s",), ("Top south, helps d3",)),
    Spoken("rotate n pass", ("n", PASS), ("▲ Top north: helps b3",)),
    Spoken("rotate s pass", ("s", PASS), ("▼ Top south: helps d3",)),
]


@pytest.mark.parametrize(
    ("moves", "typed", "value"),
    [
        (RESEARCHING, "keep ambition", "research 1A"),
        (RESEARCHING, "only purge", "research 11A"),
        (RESEARCHING, "ambition and purge", "research 1A+11A"),
        (RESEARCHING, "purge, ambition", "research 1A+11A"),
        (RESEARCHING, "ambition and ambition", "research 1A+1A"),
        (RESEARCHING, "ambition and siphon", ""),
        (RESEARCHING, "keep", ""),
        (PAYING, "with a battery level", ""),
        (PAYING, "1 topaz battery level and 1 ruby battery level", "pay topaz@b+ruby@b"),
        (CRYSTALS, "2 energy and 1 spirit", "pay energyx2+spirit"),
        (CRYSTALS, "2 spirits and 1 energy", "pay energy+spiritx2"),
        (CRYSTALS, "1 spirit, two energy", "pay energyx2+spirit"),
        (CRYSTALS, "two spirits and two energy", ""),
        (ONTO, "energy onto Ridge Wolf", "enhance energy"),  # every way has a 1 that counts something
        (ONTO, "spirit and energy onto Ridge Wolf", "enhance energy+spirit"),
        (ONTO, "2 energy onto Ridge Wolf", ""),
        (NAMING, "let onyxes pay", "type onyx"),
        (NAMING, "let onyxes pay 2 mana each", ""),
        (TURNING, "north", "rotate n"),  # nothing was said of the crystals
        (TURNING[:1], "top north, helps b3", "rotate n"),  # of a single move, too, the whole name is one
        (KEEPING, "done", "keep pass"),
        (KEEPING, "keep nothing", "keep pass"),
        (KEEPING, "no keep", "keep pass"),
        (KEEPING, "no fortress", ""),
        (WAYS, "stop moving", "move pass"),
        (KEEPING, "done: the rest comes back", "keep pass"),
        (KEEPING, "keep two cubes in the fortress", "keep fortx2"),
        (KEEPING, "keep three cubes in the fortress", ""),
        (GOING, "I'm done", "to pass"),
        (GOING, "stop", "to pass"),
        (GOING, "end", "to pass"),
        (WAYS, "done", "move pass"),
        (CLAIMING, "claim 3e slow drift", "invoke claim 3e"),
        (CLAIMING, "claim 3x slow drift", ""),
        (CLAIMING, "claim slow drift", ""),
        (CLAIMING, "end my turn", "invoke pass"),
        (CLAIMING, "no more invocations", "invoke pass"),
    ],
)
def test_a_name_has_all_of_a_label_where_less_is_the_name_of_another_move(
    moves: list[Spoken], typed: str, value: str
) -> None:
    found = meant(moves, typed)
    assert (found.value if found else "") == value


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("top north: helps b3", "rotate n"),
        ("Top west", "rotate w"),
        ("west", "rotate w"),
        ("◀ Top west", "rotate w energy"),
        ("rotate w energy", "rotate w energy"),
        ("Rotate W Energy", "rotate w energy"),
    ],
)
def test_what_a_buttons_name_does_not_say_is_answered_only_by_the_button(typed: str, value: str) -> None:
    """The crystals that are marked in the panel are not spent by whoever types where the top is to be."""
    moves = [
        *TURNING,
        Spoken("rotate w", ("w",), ("Top west, helps nothing free",)),
        Spoken("rotate w energy", ("w", "energy"), ("◀ Top west",)),
    ]
    found = exactly(moves, typed) or meant(moves, typed)
    assert found is not None
    assert found.value == value


def test_no_move_is_left_out_that_says_more_than_what_it_begins_with() -> None:
    assert Sayable(CLAIMING, {}).told == CLAIMING


def test_what_an_apostrophe_leaves_of_a_word_is_none() -> None:
    assert words("Bob's token, I’m sure, doesn't die: I'd like that") == [
        *("bob", "token", "i", "sure", "doesn", "t", "die", "i", "like", "that")
    ]


def test_what_stands_in_brackets_is_no_other_move() -> None:
    """Once a spell has been invoked, nobody can meditate; rituals whose labels mention meditating are not meant."""
    for decision, view, (moves, _) in asked("harrowing"):
        if decision.kind != "invoke":
            continue
        offered = [value for _, value in choices(kit("harrowing"), decision, view, NAMES, "meditate")]
        assert offered == ["invoke meditate"] * ("meditate" in decision.tokens)
        found = meant(moves, "meditate")
        assert (found is not None) == ("meditate" in decision.tokens)
