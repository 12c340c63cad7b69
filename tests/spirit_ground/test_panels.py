"""The panel of a placement: two presses on the median, and what is confirmed is what was shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from typing import Any

from bot.components.render import rendered
from game.core.decisions import Event
from game.core.layout import Button, Panel, Place, Select, Style, Verb
from game.core.narrowing import Path, read_path
from game.core.words import Run
from game.spirit_ground import Game
from game.spirit_ground.kit import KIT
from game.spirit_ground.panels.decision import FINAL
from game.spirit_ground.panels.outlook import Outlook
from game.spirit_ground.panels.plan import PUT, Plan
from game.spirit_ground.players import greedy
from game.spirit_ground.rules.reader import ViewReader
from game.spirit_ground.rules.seats import SEAT_NAMES
from game.spirit_ground.words.board import MAP_LEGEND, plan
from playground.checks import rules
from tests.spirit_ground.playing import games, plies
from tests.spirit_ground.test_refusals import FIRST, scenario

NAMES = {"P1": "Ann", "P2": "*Bob*"}
PLACE = Place("abcdefgh", 99_999)
COMPONENTS = 40 - 9
"""Of the 40 components of a message, nine are left to the guide above the panel."""


def panel(game: Game, path: Path = ()) -> Panel:
    [decision] = game.pending.values()
    return KIT.panels.decision(PLACE, decision, game.view(decision.seat), NAMES, path)


def walk(game: Game) -> Plan:
    [decision] = game.pending.values()
    return Plan(decision, game.view(decision.seat))


def buttons(shown: Panel, verb: Verb) -> dict[str, Button]:
    return {each.label: each for each in shown.controls if isinstance(each, Button) and each.verb is verb}


def text(shown: Panel) -> str:
    return "\n".join(shown.words)


def positions(count: int, *kinds: str) -> Iterator[Game]:
    """Yield the positions of random games in which one of these kinds is asked."""
    for game in games(count):
        for at in plies(game):
            if not at.over and at.kind(at.asked[0]) in kinds:
                yield at.copy()


def answered(game: Game, tokens: Path) -> Game:
    """Return the game after the seat's answers, asserting that each is legal."""
    twin, seat = game.copy(), game.asked[0]
    for token in tokens:
        assert twin.asked == [seat]
        twin.play(seat, token)
    return twin


def test_what_cannot_be_paid_and_what_is_final_is_said() -> None:
    poor = scenario(**FIRST, P1={"energy": 1})
    assert "Relics too dear now, at least one spirit each: b2 (4), b4 (4), c3 (4), d2 (4) and d4 (4)" in text(
        panel(poor)
    )
    assert FINAL in text(panel(poor, ("e5",)))
    assert f"{plan(ViewReader(poor.view(None)))}\n{MAP_LEGEND}" in text(panel(poor))  # without a picture of the ground


def test_a_plan_tells_of_the_tile_that_is_placed_even_before_the_last_open_square() -> None:
    """The other player's tile then goes to the only square left without a question, and must not be taken for the
    planned one."""
    last = 0
    for at in positions(5, "place"):
        now = ViewReader(at.view(at.asked[0]))
        assert now.pair is not None
        own = now.pair[SEAT_NAMES.index(at.asked[0])]
        for square in at.legal(at.asked[0]):
            assert f"**{own.name} on {square}: strength" in text(panel(at, (square,)))
            outlook = Outlook(walk(at), (square,))
            assert ViewReader(outlook.view).newest == square
            last += len(ViewReader(outlook.view).tiles) - len(now.tiles) == 2
    assert last, "no game came to its last squares"


def test_what_is_no_placement_is_one_press() -> None:
    """For a pair, for who goes first, and for who is settled next: the press answers, and nothing is left to confirm.
    That is said by more than a colour."""
    asked = set()
    for at in (*positions(6, "pair", "order"), *positions(40, "target")):
        [decision] = at.pending.values()
        shown, way = panel(at), KIT.panels.narrowing(decision, at.view(decision.seat))
        ends = buttons(shown, Verb.MOVE)
        assert tuple(way.answers(read_path(end.rest))[0] for end in ends.values()) == decision.tokens
        assert {end.style for end in ends.values()} == {Style.SUCCESS}
        assert FINAL in text(shown)
        assert "green" not in text(shown).lower()
        asked.add(decision.kind)
    assert asked == {"pair", "order", "target"}


def test_a_part_of_a_placement_that_is_asked_alone_looks_as_in_all_of_it() -> None:
    """Paying is one press; crystals are selected, and the result is confirmed by a green button. No grey button counts
    as an answer."""
    asked = set()
    for at in positions(12, "pay", "enhance"):
        [decision] = at.pending.values()
        shown = panel(at)
        assert not buttons(shown, Verb.STEP)
        assert {end.style for end in buttons(shown, Verb.MOVE).values()} == {Style.SUCCESS}
        selects = [each for each in shown.controls if isinstance(each, Select)]
        if decision.kind == "enhance":
            [select], way = selects, walk(at)
            chosen = [way.next_path(read_path(select.rest), choice.value) for choice in select.choices]
            ends = [buttons(panel(at, path), Verb.MOVE)["Confirm"].rest for path in chosen]
            assert {way.answers(read_path(end)) for end in ends} == {(token,) for token in decision.tokens}
        else:
            assert len(buttons(shown, Verb.MOVE)) == len(decision.tokens)
            assert not selects
        asked.add(decision.kind)
    assert asked == {"pay", "enhance"}


def test_every_square_is_one_press_and_lies_as_on_the_ground() -> None:
    for at in positions(6, "place"):
        shown = panel(at)
        [seat] = at.asked
        assert tuple(buttons(shown, Verb.STEP)) == at.legal(seat)
        for component in shown.components:
            rows = {button.label[0] for button in getattr(component, "buttons", ())}
            assert len(rows) <= 1


def test_what_is_confirmed_is_what_was_shown() -> None:
    """Every end of every plan is legal, and leads to the ground that was shown, unless something is drawn."""
    ends, rng = 0, Random(5)
    for at in positions(6, "place"):
        [seat] = at.asked
        for square in rng.sample(at.legal(seat), min(4, len(at.legal(seat)))):
            shown = panel(at, (square,))
            for button in buttons(shown, Verb.MOVE).values():
                path = read_path(button.rest)
                answers = walk(at).answers(path)
                assert answers == walk(at).real(path)
                assert answers[0] == square
                after, stand = answered(at, answers), walk(at).stand(path)
                assert stand is not None
                tiles = stand.game.view(None)["tiles"]
                assert tiles == after.view(None)["tiles"]
                ends += 1
    assert ends > 400


def test_crystals_are_chosen_on_the_same_panel() -> None:
    game = scenario(**FIRST, P1={"energy": 2, "spirit": 1})
    [select] = [each for each in panel(game, ("a1",)).controls if isinstance(each, Select)]
    assert select.chosen == f"{PUT}pass"
    assert [choice.label for choice in select.choices][:3] == [
        "Put nothing on it",
        "Put 1 energy on it",
        "Put 2 energy on it",
    ]
    path = walk(game).next_path(read_path(select.rest), f"{PUT}energyx2")
    assert path == ("a1", f"{PUT}energyx2")
    shown = panel(game, path)
    assert "Reed Heron on a1: strength 5" in text(shown)
    ends = {walk(game).answers(read_path(each.rest)) for each in buttons(shown, Verb.MOVE).values()}
    assert ends == {("a1", top, "energyx2") for top in ("n", "e", "s", "w")}
    assert walk(game).next_path(("a1",), f"{PUT}energyx9") == ("a1",)


def test_what_has_to_go_is_chosen_unless_something_else_is() -> None:
    game = scenario(**FIRST, P1={"energy": 2, "spirit": 2}, ground={"a2": {"energy": 2}})
    ends = {walk(game).answers(read_path(each.rest)) for each in buttons(panel(game, ("a2",)), Verb.MOVE).values()}
    assert ends == {("a2", top, "energyx2") for top in ("n", "e", "s", "w")}


def test_what_a_square_is_worth_stands_on_the_panel() -> None:
    tiles = {"a1": {"tile": "F2"}, "b1": {"tile": "C2"}, "d1": {"tile": "F3"}}
    game = scenario(**FIRST, P1={"energy": 2, "spirit": 2}, tiles=tiles, ground={"a2": {"energy": 1, "spirit": 1}})
    said = text(panel(game))
    assert "**a2** +1 energy, +1 spirit, +1 support, surrounds a1" in said
    assert "**c1** +1 support" in said
    assert "**b2** relic for 3, +1 support" in said
    assert "**c3** relic for 4" in said
    assert buttons(panel(game), Verb.STEP)["b2"].style is Style.PRIMARY


def test_a_direction_names_the_squares_it_helps_in_square_order() -> None:
    """As in the words of the move itself, even if another direction also helps the later square."""
    game = scenario(**{**FIRST, "pair": "F6+C2"})
    shown = buttons(panel(game, ("c2",)), Verb.MOVE)
    assert [each for each in shown if "south" in each] == ["▼ Top south: helps c1 and d2"]
    game.play("P1", "c2")
    assert KIT.words.move(game.pending["P1"], game.view("P1"), NAMES, "s") == "Top south, helps c1 and d2"


def test_who_would_fall_is_said_before() -> None:
    tiles = {"a1": {"tile": "F3"}, "b1": {"tile": "C2"}}
    position = {**FIRST, "first": "P2", "pair": "F1+C7", "tiles": tiles}
    said = text(panel(scenario(**position), ("a2",)))
    assert "\\*Bob\\*" not in said
    assert "Ann's Marsh Toad on a1 would **fall**, 1 against 5" in said
    game = scenario(**FIRST, tiles={"a1": {"tile": "C2"}, "b1": {"tile": "F2"}})
    sketch = KIT.panels.sketch(game.pending["P1"], game.view("P1"), NAMES, ("a2",))
    assert sketch is not None
    assert " *Bob*'s Rock Marmot on a1 would fall, " in sketch.args[1]  # alt texts have no markup


def test_a_shrine_is_confirmed_before_it_is_turned() -> None:
    """It is not known in advance what the relic draws, so the plan ends there."""
    tiles = {"a2": {"tile": "F2"}}
    game = scenario(**FIRST, P1={"energy": 2, "spirit": 2}, tiles=tiles)
    shown = panel(game, ("b2",))
    assert set(buttons(shown, Verb.MOVE)) == {"Pay 2 energy and 1 spirit", "Pay 1 energy and 2 spirits"}
    single = scenario(**FIRST, P1={"energy": 3, "spirit": 1})
    assert walk(single).answers(read_path(buttons(panel(single, ("b2",)), Verb.MOVE)["Confirm"].rest)) == ("b2",)
    assert "draw two crystals" in text(panel(single, ("b2",)))


def test_with_a_relic_nobody_is_told_to_turn_a_warrior_that_has_no_arrows() -> None:
    """Its direction is not asked for (ruling 10)."""
    for pair, turns in (("F1+C1", True), ("F1+C3", False)):
        game = scenario(**{**FIRST, "first": "P2", "pair": pair}, P2={"energy": 3, "spirit": 1})
        told = text(panel(game, ("c3",)))
        assert "you take the relic and draw two crystals" in told
        assert ("then you turn the tile" in told) == turns
        game.play("P2", "c3")
        assert (game.kind("P2") == "rotate") == turns


def test_a_plan_says_that_the_game_is_over_with_it() -> None:
    """In every last placement of random games, and in no other."""
    said = Counter[bool]()
    for at in positions(3, "place", "rotate"):
        [seat] = at.asked
        for token in at.legal(seat):
            shown = panel(at, (token,))
            for end in buttons(shown, Verb.MOVE).values():
                over = answered(at, walk(at).answers(read_path(end.rest))).over
                assert ("With it the game is over." in text(shown)) is over
                said[over] += 1
    assert said[True] > 3 < said[False]


def test_previews_do_not_show_what_will_be_drawn() -> None:
    """Two games that differ only in decks and bag have the same panels and the same pictures."""
    for at in positions(3, "place", "rotate"):
        data = at.to_dict()
        data["bag_order"].reverse()
        for deck in data["decks"].values():
            deck.reverse()
        twin, [seat] = Game.from_dict(data), at.asked
        for token in at.legal(seat):
            assert panel(twin, (token,)) == panel(at, (token,))
            sketches = []
            for each in (at, twin):
                [decision] = each.pending.values()
                sketches.append(KIT.panels.sketch(decision, each.view(seat), NAMES, (token,)))
            one, two = sketches
            assert one is not None
            assert two is not None
            assert (one.args, one.keywords) == (two.args, two.keywords)


def test_a_path_that_leads_nowhere_is_none() -> None:
    game = scenario(**FIRST)
    for path in [("z9",), ("a1", "ne"), ("b2",), ("a1", "n", "energy"), ("pass",)]:
        assert walk(game).answers(path) == ()
        assert panel(game, path) == panel(game)


def test_panels_fit_a_message_that_is_guided_too() -> None:
    for at in positions(5, "pair", "order", "place", "pay", "rotate", "enhance", "target"):
        [seat] = at.asked
        for path in ((), *((token,) for token in at.legal(seat)[:4] if token != "pass")):
            shown = panel(at, path)
            components: Any = rendered(shown).to_components()
            rules.check_message({"components": components, "flags": 1 << 15}, set())
            assert len(list(rules.walk(components))) <= COMPONENTS
            rests = [(control.verb, control.rest) for control in shown.controls]
            assert len(set(rests)) == len(rests)
            assert all(len(label) <= 80 for label in buttons(shown, Verb.STEP))


def presses(game: Game, tokens: Path) -> int:
    """Return the least number of presses that give these answers of a placement, from the open panel."""
    square, *rest = tokens
    count = 1
    path: Path = (square,)
    for button in buttons(panel(game, path), Verb.MOVE).values():
        if walk(game).answers(read_path(button.rest)) == tokens:
            return count + 1
    puts = [token for token in rest if token in walk(game).puts(path)]
    path = walk(game).next_path(path, f"{PUT}{puts[-1]}")
    ends = {walk(game).answers(read_path(each.rest)) for each in buttons(panel(game, path), Verb.MOVE).values()}
    assert tokens in ends
    return count + 2


def test_placing_takes_two_presses_on_the_median() -> None:
    """In games of good computer players: the square, then the direction; choosing crystals is one more."""
    counts = []
    for number in range(2):
        game, rng = Game.new(seed=f"presses {number}"), Random(number)
        while not game.over:
            start, [seat], tokens = game.copy(), game.asked, list[str]()
            place = game.kind(seat) == "place"
            while True:
                tokens.append(greedy.policy(game.view(seat), game.pending[seat], rng))
                events = game.play(seat, tokens[-1])
                drawn = any(event.reveals or event.kind == "began_round" for event in events)
                if drawn or not place or game.asked != [seat] or game.kind(seat) in ("place", "target"):
                    break
            if place:
                counts.append(presses(start, tuple(tokens)))
    assert len(counts) > 30
    assert median(counts) <= 2
    assert max(counts) <= 3


def test_a_round_is_told_on_the_board_once_something_has_happened_in_it() -> None:
    """Its heading says which round it is."""
    game = KIT.new(2, {}, "headings")

    def told(events: Sequence[Event]) -> str:
        return text(KIT.panels.board(game.view(None), NAMES, {}, [Run(events, NAMES)]))

    begun = list(game.events)
    assert "**Round 1**" not in told(begun)
    seat = game.asked[0]
    chosen = game.play(seat, game.legal(seat)[0])
    assert "**Round 1**\n- " in told([*begun, *chosen])
