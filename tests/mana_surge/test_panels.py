"""The panel of a turn: moves and attacks side by side, few presses, and what is confirmed is what was shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import median
from typing import Any

import pytest

from agents import named
from bot.components.render import rendered
from game.core.decisions import PASS, Decision
from game.core.layout import Button, Panel, Place, Row, Select, Style, Verb
from game.core.narrowing import WAYS, Path, read_path
from game.mana_surge import Game
from game.mana_surge.kit import KIT
from game.mana_surge.panels.plan import Plan
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.scenario import ManaSurgeScenarios
from game.mana_surge.words.board import LEGEND, plan
from playground.checks import rules
from tests.games.positions import by_hand
from tests.mana_surge.playing import games, plies

NAMES = {"P1": "Ann", "P2": "*Bob*", "P3": "@everyone <@1>"}
PLACE = Place("abcdefgh", 99_999)
COMPONENTS = 40 - 9
"""Of the 40 components of a message, nine are left to the guide above the panel."""


def scenario(**position: Any) -> Game:
    """Return a position set up by hand, from the keys of a scenario."""
    return by_hand(ManaSurgeScenarios(), **position)


def asked(game: Game) -> Decision:
    [decision] = game.pending.values()
    return decision


def positions(count: int, every: int) -> Iterator[Game]:
    """Yield every so many positions of random games."""
    for game in games(count):
        for at in plies(game):
            if not at.over and at.ply % every == 0:
                yield at.copy()


def walk(game: Game) -> Plan:
    decision = asked(game)
    return Plan(decision, game.view(decision.seat))


def panel(game: Game, path: Path = ()) -> Panel:
    decision = asked(game)
    return KIT.panels.decision(PLACE, decision, game.view(decision.seat), NAMES, path)


def buttons(shown: Panel, verb: Verb) -> dict[str, Button]:
    return {each.label: each for each in shown.controls if isinstance(each, Button) and each.verb is verb}


def text(shown: Panel) -> str:
    return "\n".join(shown.words)


def onward(game: Game, path: Path) -> Iterator[Path]:
    """Yield the paths of the controls that lead one step further."""
    for control in panel(game, path).controls:
        if isinstance(control, Select):
            for choice in control.choices:
                yield walk(game).next_path(read_path(control.rest), choice.value)
        elif control.verb is Verb.STEP:
            yield read_path(control.rest)


def answered(game: Game, tokens: Sequence[str]) -> Game:
    """Return the game after the seat's answers, asserting that each is legal."""
    twin, seat = game.copy(), game.asked[0]
    for token in tokens:
        assert twin.asked == [seat]
        twin.play(seat, token)
    return twin


# --- what can be pressed


def test_all_that_is_legal_is_one_press_from_the_first_panel() -> None:
    """Each token, and each attack that would be legal after moving."""
    seen = set()
    for at in positions(8, 7):
        decision = asked(at)
        paths = list(onward(at, ()))
        legal = {token for token in decision.tokens if token != PASS}
        if decision.kind == "move":
            after = answered(at, [PASS])
            if after.asked == [decision.seat] and after.turn == at.turn and after.kind(decision.seat) == "attack":
                legal |= set(after.legal(decision.seat)) - {PASS}
        if decision.kind == "colour":
            assert {each.rest for each in buttons(panel(at), Verb.MOVE).values()} == legal
            assert not paths
        else:
            assert {path[0] for path in paths if len(path) == 1} == legal
        assert (PASS in decision.tokens) == any(way.startswith("End the turn") for way in buttons(panel(at), Verb.MOVE))
        seen.add(decision.kind)
    assert seen == {"colour", "corner", "spawn", "move", "attack"}


def test_what_is_confirmed_is_what_was_shown() -> None:
    """The answers of a plan are legal one after another, and lead to where the panel said."""
    rng, plans = Random(3), 0
    for at in positions(8, 9):
        path: Path = ()
        while True:
            stand = walk(at).stand(walk(at).settled(path))
            assert stand is not None
            for label, button in buttons(panel(at, path), Verb.MOVE).items():
                answers = walk(at).answers(read_path(button.rest))
                assert answers, label
                after = answered(at, answers)
                if "nd the turn" in label:
                    assert (after.turn, after.asked) != (at.turn, at.asked)
                elif at.turn:
                    assert after.view(None) == stand.game.view(None)
                    assert stand.done == ((after.turn, after.asked) != (at.turn, at.asked))
                plans += 1
            ways = [step for step in onward(at, path) if len(step) > len(path)]
            if not ways:
                break
            path = rng.choice(ways)
    assert plans > 200


def test_a_colour_is_taken_by_one_press_and_the_panel_says_what_comes_of_it() -> None:
    """It affects only the looks, so no effect is shown first; everything else is shown, then confirmed."""
    game = Game.new(seed="colours")
    game.play("P1", "green")
    for path in ((), ("red",)):
        shown = panel(game, path)
        assert "Your tokens and your spawner have it" in text(shown)
        assert {label: (each.rest, each.style) for label, each in buttons(shown, Verb.MOVE).items()} == {
            "Red": ("red", Style.SUCCESS),
            "Blue": ("blue", Style.SUCCESS),
        }
        assert len(list(shown.controls)) == 2
    game.play("P2", "red")
    assert asked(game).kind == "corner"
    assert not buttons(panel(game), Verb.MOVE)


def test_a_path_that_leads_nowhere_is_none() -> None:
    game = scenario(phase="move", points=2, P1={"troops": ["b2", "c1"]})
    for path in [("b2-g4",), ("b2-b3", "b2-c3"), ("pass", "b2-b3"), ("c3xd4",), ("red",), ("~9", "b2-b3", "x")]:
        assert walk(game).answers(path) == ()
        assert panel(game, path) == panel(game)
    assert walk(game).next_path(("b2-b3",), "g4-f4") == ("b2-b3",)


def test_where_there_is_one_way_it_is_taken() -> None:
    game = scenario(phase="combat", P1={"troops": ["c3"]}, P2={"troops": ["d4"]})
    assert "**c3 strikes d4: \\*Bob\\*'s token on the Mana Pool dies**" in text(panel(game))
    assert walk(game).answers(walk(game).settled(())) == ("c3xd4",)


# --- moves and attacks together


def test_an_attack_stands_beside_moves_and_is_named_by_what_it_brings() -> None:
    game = scenario(phase="move", P1={"troops": ["c3", "b1"]}, P2={"troops": ["d4"]})
    shown = panel(game)
    strike = next(label for label in buttons(shown, Verb.STEP) if "strikes" in label)
    assert strike.startswith("c3 strikes d4: ")
    assert strike.endswith("token on the Mana Pool dies")
    assert "b1 to b2 (+1 Defence)" in buttons(shown, Verb.STEP)
    chosen = panel(game, read_path(buttons(shown, Verb.STEP)[strike].rest))
    assert buttons(chosen, Verb.STEP)[strike].style is Style.PRIMARY
    assert walk(game).answers(("c3xd4",)) == ("pass", "c3xd4")
    assert "your turn ends" in text(chosen)


def test_a_turn_is_ended_by_one_press_whatever_is_still_asked() -> None:
    game = scenario(phase="move", P1={"troops": ["c3", "b1"]}, P2={"troops": ["d4"]})
    end = buttons(panel(game), Verb.MOVE)["End the turn"]
    answers = walk(game).answers(read_path(end.rest))
    assert answers == ("pass", "pass")
    assert answered(game, answers).asked == ["P2"]


def test_two_points_are_spent_in_one_plan() -> None:
    """As moves of several tokens, or as one combined move of a single token; the rest of the points can be left."""
    game = scenario(phase="move", points=2, P1={"troops": ["b3", "b1"]}, P2={"troops": ["d4"]})
    shown = panel(game)
    pair = next(label for label in buttons(shown, Verb.STEP) if "then strikes" in label)
    assert pair.startswith("b3 to c4, then strikes d4: ")
    path = read_path(buttons(shown, Verb.STEP)[pair].rest)
    assert walk(game).answers(path) == ("b3-c4", "pass", "c4xd4")
    assert "1. **b3 to c4 (+1 Attack)**\n2. **c4 strikes d4: " in text(panel(game, path))
    begun = panel(game, ("b1-c1",))
    assert "Then you have 1 point left." in text(begun)
    assert {"Confirm", "Confirm and end the turn", "End the turn without it"} == set(buttons(begun, Verb.MOVE))
    assert walk(game).answers(("b1-c1", PASS)) == ("b1-c1", "pass")
    assert buttons(begun, Verb.STEP)["Start over"].rest == ""
    beside = scenario(phase="move", points=2, P1={"troops": ["c3", "b1"]}, P2={"troops": ["d4"]})
    assert "After an attack nothing moves" in text(panel(beside))
    assert "After an attack nothing moves" not in text(shown)
    assert not any(re.match(r"(..) to .., then to \1\b", label) for label in buttons(panel(beside), Verb.STEP))


def test_a_select_says_what_there_is_in_it() -> None:
    """Attacks have buttons beside it, unless there are too many of them."""
    own, others = {"troops": ["c3", "c4", "b4", "f4"]}, ["b3", "c2", "d3", "d4", "d5", "c5"]
    hints = [
        [
            each.hint
            for each in panel(scenario(phase="move", P1=own, P2={"troops": there})).controls
            if isinstance(each, Select)
        ]
        for there in (others[:3], others)
    ]
    assert hints == [["Move a token"], ["Move a token or attack"]]


def test_no_press_by_habit_ends_the_turn() -> None:
    """No button beside Confirm drops the plan, and no button in Confirm's place ends the next turn."""
    ended = 0
    for at in positions(6, 3):
        for path in ((), *list(onward(at, ()))[:4]):
            rows = [each.buttons for each in panel(at, path).components if isinstance(each, Row)]
            for row in rows[1:]:
                assert all((each.verb, each.rest) != (Verb.MOVE, PASS) for each in row)
            labels = list(buttons(panel(at, path), Verb.MOVE))
            if any(label.startswith("End the turn") for label in labels):
                ended += 1
                assert ("End the turn" in labels) != ("Confirm" in labels)
    assert ended > 50


def test_heading_and_question_agree_on_what_is_left() -> None:
    game = scenario(phase="move", points=2, P1={"troops": ["b3", "b1"]}, P2={"troops": ["d4"]})
    for path in ((), ("b1-c1",), ("b1-c1", "c1-d1")):
        counts = {
            count for line in panel(game, path).words[0].split("\n") for count in re.findall(r"(\d) points? left", line)
        }
        assert len(counts) == 1, panel(game, path).words[0]


def test_a_plan_of_two_steps_is_drawn_whole() -> None:
    game = scenario(phase="move", points=2, P1={"troops": ["b2"]}, P2={"troops": ["g4"]})
    decision = asked(game)
    sketch = KIT.panels.sketch(decision, game.view("P1"), NAMES, ("b2-c3", "c3-d4"))
    assert sketch is not None
    assert sketch.keywords["before"] == ("b2-c3",)
    assert sketch().data != sketch.func(*sketch.args).data


def test_a_turn_may_begin_with_a_new_token() -> None:
    """The plan continues from there; the turn cannot be ended before the token is placed."""
    game = scenario(phase="start", spawns=1, P1={"troops": ["b1"]})
    assert set(buttons(panel(game), Verb.STEP)) == {"New token on a2", "New token on b2 (+1 Defence)"}
    assert not buttons(panel(game), Verb.MOVE)
    after = panel(game, ("a2",))
    assert {"Confirm", "Confirm and end the turn"} == set(buttons(after, Verb.MOVE))
    assert walk(game).answers(("a2", "a2-a3")) == ("a2", "a2-a3")


def test_a_plan_says_with_which_turn_the_game_is_over() -> None:
    for turn, last in ((39, False), (40, True)):
        game = scenario(phase="move", turn=turn, active="P3", P3={"troops": ["f5"]})
        assert ("your turn ends. With it the game is over." in text(panel(game, ("f5-f4",)))) is last


@pytest.mark.parametrize(("mana", "said"), [(3, "the Pool gives you 1 mana: 4 of 10"), (9, "10th mana: you win")])
def test_the_end_of_a_turn_says_what_the_pool_gives(mana: int, said: str) -> None:
    game = scenario(phase="move", P1={"troops": ["d3", "b1"], "mana": mana})
    assert said in text(panel(game, ("d3-d4",)))
    assert "mana" not in text(panel(game, ("b1-c1",)))


# --- how it fits


def test_panels_fit_a_message_that_is_guided_too() -> None:
    for at in positions(8, 5):
        for path in ((), *list(onward(at, ()))[:6]):
            shown = panel(at, path)
            components: Any = rendered(shown).to_components()
            rules.check_message({"components": components, "flags": 1 << 15}, set())
            assert shown.size <= COMPONENTS
            rests = [(control.verb, control.rest) for control in shown.controls]
            assert len(set(rests)) == len(rests)
            assert all(len(label) <= 80 for label in buttons(shown, Verb.STEP))


def test_more_ways_than_a_select_can_show_are_on_pages() -> None:
    """On the larger board with many tokens; each way is still one press."""
    crowd = ["b3", "b5", "c3", "c5", "c7", "d2", "d4", "d6", "f3", "f5", "f7"]
    game = scenario(board="whirlpool", phase="move", points=2, P1={"troops": crowd})
    tokens = set(asked(game).tokens) - {PASS}
    assert len(tokens) > WAYS
    selects = [each for each in panel(game).controls if isinstance(each, Select)]
    assert len(selects) > 1
    assert {choice.value for each in selects for choice in each.choices} == tokens
    value = selects[1].choices[3].value
    path = walk(game).next_path(read_path(selects[1].rest), value)
    assert path == (value,)
    chosen = next(each for each in panel(game, path).controls if isinstance(each, Select))
    assert chosen.rest.startswith(value)  # the next choice, with a point left


# --- presses


def presses(game: Game, tokens: list[str]) -> int:
    """Return the least number of presses, from the open panel, by which it gives these answers of a turn in their
    order.

    Options that combine two answers reduce it; questions that must be asked again after a Confirm increase it.
    """
    steps = [token for token in tokens if token != PASS]
    if not steps:
        return 1
    path: Path = ()
    count = 0
    while len(path) < len(steps):
        longer = [way for way in onward(game, path) if way == tuple(steps[: len(way)]) and len(way) > len(path)]
        if walk(game).settled(path) == tuple(steps[: len(path) + 1]) and not path:
            path = walk(game).settled(path)
            continue
        path = max(longer, key=len)
        count += 1
    ends = {walk(game).answers(read_path(each.rest)) for each in buttons(panel(game, path), Verb.MOVE).values()}
    assert tuple(tokens) in ends
    return count + 1


def turns(policy: str, count: int) -> Iterator[tuple[Game, list[str]]]:
    """Yield the position at the beginning of each turn, with the turn's answers, from games of three such players."""
    choose: Callable[..., str] = named(policy, KIT)
    for number in range(count):
        game, rng = Game.new(seed=f"presses {number}"), Random(number)
        while not game.over:
            start, seat, tokens = game.copy(), game.asked[0], list[str]()
            while game.asked == [seat] and game.turn == start.turn:
                tokens.append(choose(game.view(seat), asked(game), rng))
                game.play(seat, tokens[-1])
                if not start.turn:
                    break
            if start.turn:
                yield start, tokens


@pytest.mark.parametrize("policy", ["greedy", "random"])
def test_a_turn_takes_three_presses_on_the_median(policy: str) -> None:
    """On the open panel, which follows the game; if there is none, *Your move* opens it."""
    counts = [presses(game, tokens) for game, tokens in turns(policy, 3)]
    assert len(counts) > 100
    assert median(counts) <= 3
    assert max(counts) <= 6


def test_the_board_is_in_words_where_no_picture_shows_it() -> None:
    game = scenario(phase="move", points=2, P1={"troops": ["b3", "b1"]}, P2={"troops": ["d4"]})
    assert f"{plan(ViewReader(game.view(None)))}\n{LEGEND}" in "\n".join(panel(game).words)
