"""The private panel: spells with their targets in one menu, their effects, and few presses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from statistics import median
from typing import Any

import pytest

from bot.components.render import rendered
from game.core import layout
from game.core.decisions import PASS, Event
from game.core.layout import Button, Choice, Panel, People, Place, Select, Style, Verb
from game.core.narrowing import WAYS, Path, read_path
from game.core.text.signs import bare
from game.core.words import Run
from game.harrowing import Game
from game.harrowing.kit import KIT
from game.harrowing.panels.menu import Group, Menu
from game.harrowing.panels.plan import AT, LOOK, PAGE, Plan, without
from game.harrowing.players.quick import answer
from game.harrowing.rules.content import OF_SET, TILES
from game.harrowing.rules.reader import ViewReader
from game.harrowing.words import spells
from game.harrowing.words.board import field
from game.harrowing.words.sets import BRINGS
from playground.checks import rules
from tests.games.positions import by_hand
from tests.harrowing.pictures import SCENARIOS, position
from tests.harrowing.playing import at, plies

NAMES = {"P1": "Ann", "P2": "Bob", "P3": "Cleo", "P4": "Dan"}
PLACE = Place("abcdefgh", 1)
COMPONENTS, PLIES = 40 - 9, 60
"""Of the 40 components of a message, nine are left to the guide above the panel."""


def walk(game: Game) -> Plan:
    [(seat, decision)] = game.pending.items()
    return Plan(decision, game.view(seat))


def panel(game: Game, path: Path = (), names: Mapping[str, str] = NAMES) -> Panel:
    [(seat, decision)] = game.pending.items()
    return KIT.panels.decision(PLACE, decision, game.view(seat), names, path)


def text(shown: Panel) -> str:
    return "\n".join(shown.words)


def buttons(shown: Panel, verb: Verb) -> dict[str, Button]:
    return {each.label: each for each in shown.controls if isinstance(each, Button) and each.verb is verb}


def choices(shown: Panel) -> dict[str, str]:
    """Return the values of all selects by their labels, without tiles to look at."""
    return {choice.label: choice.value for choice in offered(shown) if not choice.value.startswith(LOOK)}


def offered(shown: Panel) -> list[Choice]:
    """Return the choices of all selects."""
    return [choice for each in shown.controls if isinstance(each, Select) for choice in each.choices]


def onward(game: Game, path: Path) -> Iterator[Path]:
    """Yield the paths that one press on the panel leads to."""
    for control in panel(game, path).controls:
        if isinstance(control, Select):
            yield from (walk(game).next_path(read_path(control.rest), each.value) for each in control.choices)
        elif isinstance(control, Button) and control.verb is Verb.STEP:
            yield read_path(control.rest)


def ends(game: Game, path: Path) -> Iterator[Path]:
    """Yield the answers that one press on the panel gives."""
    for control in panel(game, path).controls:
        if isinstance(control, Button) and control.verb is Verb.MOVE:
            yield walk(game).answers(read_path(control.rest))


def test_a_spell_and_its_first_target_are_in_one_menu() -> None:
    shown = panel(position("middle"))
    found = choices(shown)
    assert found["Raise: 3c Barter (AB)"] == "raise~3c"
    assert found["Claim: 2c Waking Dream (C)"] == "claim~2c"
    assert "Muster: 2 cubes, no battle" in found
    assert "Muster: 2 cubes, battle Bob on 3e" in found
    assert "4 dice against 1 cube" in [each.note for each in offered(shown) if each.value == "muster~2~3e:P2"]
    assert set(buttons(shown, Verb.MOVE)) == {
        *["Weave: draw a tile", "1c Homestead: draw a tile"],
        *["Insight: slot 1 of 1, then it counts (+1 reroll)"],
        *["Renewal: slot 1 of 1, then it counts (after meditating: gain 1)"],
    }
    assert "**Weave**" not in text(shown)  # said once, before a turn's first invocation
    assert "**Weave**" in text(panel(Game.from_dict(position("middle").to_dict() | {"used": 0})))


def test_a_battle_is_told_in_full_whatever_the_defender_is_called() -> None:
    shown = panel(position("middle"), names={**NAMES, "P2": "Dr: Bob"})
    assert choices(shown)["Muster: 2 cubes, battle Dr: Bob on 3e"] == "muster~2~3e:P2"
    assert "4 dice against 1 cube" in [each.note for each in offered(shown) if each.value == "muster~2~3e:P2"]


ONE_TO_CLAIM = """
stack = ["1a"]
[scenario.field]
"1,0" = "3f1 P1"
"0,1" = "1e2 P1"
"1,1" = "3a2 P1"
"-1,2" = "2f1"
"2,1" = "2d1"
"""
"""The only tile of the pattern that is not locked draws tiles as it is claimed."""


def test_a_claim_is_shown_and_confirmed_although_a_tile_is_drawn_for_it() -> None:
    game = at(ONE_TO_CLAIM)
    assert "Claim" not in " ".join(buttons(panel(game), Verb.MOVE))
    assert choices(panel(game))["Claim: a tile in a pattern"] == "claim"
    shown = panel(game, ("claim",))
    assert "You invoked Claim and chose 3f New Shores to claim.\n- Then a tile is drawn." in text(shown)
    assert "Confirm" in buttons(shown, Verb.MOVE)


def test_what_cannot_be_taken_back_is_asked_once_more() -> None:
    """Invoking no more ends the turn, after which others act at once. The panel says so, and asks to confirm."""
    game = position("middle")
    leave = buttons(panel(game), Verb.STEP)["No more invocations: end the turn"]
    asked = panel(game, read_path(leave.rest))
    assert "Shall it be so?\n- You invoke no more spells." in text(asked)
    assert "Then 3e Slow Drift asks you." in text(asked)
    assert walk(game).answers(read_path(buttons(asked, Verb.MOVE)["Confirm"].rest)) == (PASS,)
    assert "Choose again" in buttons(asked, Verb.STEP)


def test_whose_turn_comes_is_said_as_it_is() -> None:
    """In random games, at every question and for every answer: a plan that ends a turn or the set-up says whose turn
    comes next, and no other does."""
    said = Counter[bool]()
    for players, seed in ((2, "a"), (3, "b"), (4, "c"), (2, "d")):
        for game in islice(plies(Game.new(players, seed)), PLIES):
            [seat] = game.asked
            for path in [(token,) for token in game.legal(seat)]:
                told = [line for line in text(panel(game, path)).split("\n") if "Then it is" in line]
                plan, twin = walk(game), game.copy()
                answers = (*path, PASS) if plan.kind(path) == "keep" else path  # said as if nothing more were kept
                if (stand := plan.stand(answers)) and stand.hidden:
                    assert not told
                    continue
                events = [event for token in answers for event in twin.play(seat, token)]
                begun = [event.seat or "" for event in events if event.kind == "began_turn"][:1]
                assert told == [f"- {turn_of(active, seat, first=twin.asked == [seat])}" for active in begun]
                said.update(active == seat for active in begun)
    assert min(said[True], said[False]) > 5


def turn_of(active: str, seat: str, first: bool) -> str:
    if active == seat:
        return "Then it is your turn."
    return f"Then it is the turn of {NAMES[active]}{', in which you are asked first' if first else ''}."


def test_whose_spell_waits_for_the_turn_of_another_is_told_that_it_comes_first() -> None:
    game = by_hand(SCENARIOS, used=1, field={"1,0": "1a2 P1 1", "0,1": "1b1 P1 0"})
    assert "- Then it is the turn of Bob, in which you are asked first." in text(panel(game, (PASS,)))
    game.play("P1", PASS)
    assert game.pending["P1"].kind == "raise"
    game.play("P1", PASS)
    game.play("P2", "meditate")
    assert game.asked == ["P1"]


def test_the_field_is_in_words_where_no_picture_shows_it() -> None:
    game = position("middle")
    for path in ((), ("raise",)):
        for line in field(ViewReader(game.view(None))):
            assert line in text(panel(game, path))


def test_a_few_ways_are_buttons() -> None:
    game = choosing_a_set(2)
    [decision] = game.pending.values()
    found = buttons(panel(game), Verb.STEP).values()
    assert [read_path(each.rest) for each in found] == [(token,) for token in decision.tokens]


def choosing_a_set(players: int) -> Game:
    game = Game.new(players, "sets")
    while game.kind(game.asked[0]) != "set":
        game.play(game.asked[0], game.legal(game.asked[0])[0])
    return game


def test_all_tiles_of_a_set_are_named_where_sets_are_chosen() -> None:
    """With what each set brings, and what choosing one means."""
    game = choosing_a_set(3)
    for path, offered in (((), game.legal(game.asked[0])), (("1",), ("1",))):
        shown = text(panel(game, path))
        for number in offered:
            assert BRINGS[int(number)] in shown
            assert all(face.name in shown for tile in OF_SET[int(number)] for face in TILES[tile].faces)
    assert "one stack of 3 sets" in text(panel(game))
    assert "Chosen so far: none." in text(panel(game))
    game.play(game.asked[0], "3")
    assert "Chosen so far: 3, Currents." in text(panel(game))


def test_a_set_is_looked_at_before_it_is_chosen_and_exchanged_by_one_press() -> None:
    """The picture shows all that its tiles do, and words do so if there is none."""
    game = choosing_a_set(2)
    [(seat, decision)] = game.pending.items()
    shown, sketch = panel(game, ("4",)), KIT.panels.sketch(decision, game.view(seat), NAMES, ("4",))
    assert all(spells.told(face) in text(shown) for tile in OF_SET[4] for face in TILES[tile].faces)
    ways = {label: read_path(each.rest) for label, each in buttons(shown, Verb.STEP).items() if each.rest}
    assert set(ways.values()) == {(token,) for token in decision.tokens}
    assert buttons(shown, Verb.STEP)["Set 4: Strife (battles)"].style is Style.PRIMARY
    assert walk(game).answers(read_path(buttons(shown, Verb.MOVE)["Confirm"].rest)) == ("4",)
    assert sketch is not None
    picture = sketch()
    brief = text(KIT.panels.decision(PLACE, decision, game.view(seat), NAMES, ("4",), "", picture))
    assert "Drums** (A) muster 2, battle" in brief
    assert len(brief) < len(text(shown))
    assert "Trophy (ABC)" in picture.alt


def test_nothing_is_to_be_looked_at_closely_while_the_core_lies_alone() -> None:
    for path in ((), ("1",)):
        assert not [each for each in panel(choosing_a_set(2), path).controls if isinstance(each, Select)]


def test_what_a_spell_would_do_is_shown_before_it_is_done() -> None:
    game = position("middle")
    shown = panel(game, ("raise", "2d"))
    assert "You invoked Raise and raised a pillar on 2d (2 there)." in text(shown)
    assert "pool 3 → 2" in text(shown)
    assert set(buttons(shown, Verb.MOVE)) == {"Confirm"}
    moved = panel(game, ("shift", "2x", "2,-2"))
    assert "you could no longer claim 2c, 2x and 3e" not in text(panel(game, ("raise", "2d")))
    assert "2x goes to 2,-2 beside 3e.\n- You invoked Shift and moved 2x." in text(moved)
    assert "you could no longer claim" in text(moved)
    dice = panel(game, ("muster", "2", "3e:P2"))
    assert "you roll **4 dice** against 1 cube" in text(dice)
    assert "you have three tiles with rune A" in text(panel(position("last"), ("claim", "1a")))


def test_both_sides_and_the_spots_are_on_one_panel() -> None:
    game = position("crowded", "weave")
    shown = panel(game)
    assert "**4c Rout** (C), cantrip" in text(shown)
    assert "**4c Shield Wall** (AB), ritual" in text(shown)
    spots = choices(shown)
    assert set(spots.values()) == {f"{AT}{spot}" for spot in walk(game).spots(())}
    assert "Where does 4c go? Its side comes next." in text(shown)
    [hex] = [value for label, value in spots.items() if label.startswith("2,1 ")]
    assert "Which side of 4c is up at 2,1?" in text(panel(game, (hex,)))
    sides = buttons(panel(game, (hex,)), Verb.MOVE)
    assert [walk(game).answers(read_path(each.rest)) for each in sides.values()] == [("4c1", "2,1"), ("4c2", "2,1")]
    [(seat, decision)] = game.pending.items()
    sketch = KIT.panels.sketch(decision, game.view(seat), NAMES, (hex,))
    assert sketch is not None
    assert sketch.keywords["cards"] == ("4c1", "4c2")
    assert sketch.keywords["taken"] == "2,1"


def test_a_tile_that_is_moved_is_called_by_the_side_that_is_up() -> None:
    """In random games, wherever it is asked where a tile goes."""
    said = Counter[int]()
    for game in plies(Game.new(3, "sides")):
        for token in game.legal(game.asked[0]) if game.kind(game.asked[0]) == "invoke" else ():
            walked = walk(game)
            ways = [
                path for path in onward(game, ()) if walked.real(path)[:1] == (token,) and walked.kind(path) == "spot"
            ]
            for path in ways:
                up = ViewReader(walked.view(path)).field[walked.asked(path).data["tile"]]
                assert f"Where does {up.id} {up.face.name} go?" in text(panel(game, path))
                said[up.side] += 1
        if min(said[1], said[2]) > 5:
            break
    assert min(said[1], said[2]) > 5


def test_spots_say_what_pattern_they_would_make() -> None:
    game = position("middle", "weave")
    [select, *_] = [each for each in panel(game).controls if isinstance(each, Select)]
    assert select.choices[0].note.startswith("pattern")
    assert "with 1c and 2c" in "".join(choice.note for choice in select.choices)


PAIR = '"1,-1" = "1d1 P1", "2,-1" = "2a1 P1"'
"""Two tiles of the first player beside one another, with rune A."""


@pytest.mark.parametrize(
    ("text", "moves", "pattern"),
    [
        (f'stack = ["2f"]\nfield = {{ {PAIR} }}', "weave", True),
        (f'stack = ["2f"]\nfield = {{ {PAIR}, "-3,3" = "3c1 P1x8", "-1,1" = "3d1", "-2,2" = "3e1" }}', "weave", False),
        (f'field = {{ {PAIR}, "0,1" = "1f2 P1", "0,-1" = "1a1" }}', "1f 1a", False),
        (f'field = {{ {PAIR}, "0,1" = "1f2 P1", "0,-1" = "1a1 P1" }}', "1f 1a", True),
        (f'field = {{ {PAIR}, "0,1" = "3e1 P1", "0,-1" = "1a1" }}', "3e 1a", True),
        (f'stack = ["2f"]\nfield = {{ {PAIR}, "1,0" = "3x1 P1" }}', "claim 3x pass", False),
    ],
)
def test_a_spot_makes_a_pattern_only_for_a_tile_that_is_then_one_s_own(text: str, moves: str, pattern: bool) -> None:
    """Ruling 15: it takes three own tiles, and a tile without one's pillar is not one's own."""
    spots = walk(at(text, *moves.split())).spots(())
    assert spots
    assert any(spots.values()) is pattern


def test_what_is_being_claimed_is_named_by_no_spot() -> None:
    """Ruling 17: it counts as gone, so spots are described by the other tiles alone."""
    shown = panel(at(f'stack = ["2f"]\nfield = {{ {PAIR}, "1,0" = "3x1 P1" }}', "claim", "3x", "pass"))
    labels = [label for label in choices(shown) if " beside " in label]
    assert {"2,0 beside 2a", "0,1 beside 1o"} <= set(labels)
    assert "1,1" not in {label.split()[0] for label in labels}
    assert not [label for label in labels if "3x" in label]


def test_what_stays_while_meditating_is_a_checklist() -> None:
    game = Game.from_dict(position("battle").to_dict() | {"used": 0})
    shown = panel(game, ("meditate",))
    ticks = buttons(shown, Verb.STEP)
    assert "☐ Insight (1 cube)" in ticks
    path = read_path(ticks["☐ Insight (1 cube)"].rest)
    assert path == ("meditate", "insight")
    kept = panel(game, path)
    assert read_path(buttons(kept, Verb.STEP)["☑ Insight (1 cube)"].rest) == ("meditate",)
    fort = walk(game).next_path(path, choices(kept)["Keep 2 cubes in the fortress"])
    done = buttons(panel(game, fort), Verb.MOVE)["Done: the rest comes back"]
    assert walk(game).answers(read_path(done.rest)) == ("meditate", "insight", "fortx2", PASS)


def test_one_marks_oneself_where_several_own_power() -> None:
    shared = position("middle")
    label = KIT.words.move
    [(seat, decision)] = shared.pending.items()
    pool = type(decision)(seat, "pool", ("P1", "P2"), "", {"spell": "2d", "count": 2}, "Whose?")
    assert [label(pool, shared.view(seat), NAMES, token) for token in pool.tokens] == ["To Ann (you)", "To Bob"]


def test_a_tile_is_looked_at_closely_with_one_press() -> None:
    game = position("middle")
    [select] = [each for each in panel(game).controls if isinstance(each, Select) and each.rest.endswith(LOOK)]
    path = walk(game).next_path(read_path(select.rest), f"{LOOK}3e")
    [(seat, decision)] = game.pending.items()
    sketch = KIT.panels.sketch(decision, game.view(seat), NAMES, path)
    assert sketch is not None
    assert sketch.keywords["cards"] == ("3e",)
    assert choices(panel(game, path)) == choices(panel(game))
    assert next(each.note for each in offered(panel(game)) if each.value == f"{LOOK}3e") == "aura C"


def test_what_would_come_of_it_stands_beside_the_picture_without_markup() -> None:
    game = position("battle", "muster", "pass")
    sketch = KIT.panels.sketch(game.pending["P1"], game.view("P1"), {**NAMES, "P2": "*Bob*"}, ("1b:P2",))
    assert sketch is not None
    assert sketch.args[2].startswith(
        "You attacked *Bob* on 1b: strength 4 against 4, 4 cubes against 2. Then you roll 4 dice"
    )


def test_who_is_asked_by_what_nobody_invoked_is_told_what_asks() -> None:
    """In another player's turn nothing else on the panel would say why."""
    field = '[scenario.field]\n"1,0" = "1a2 P1 1"\n"0,1" = "1b1 P1"'
    asked = text(panel(at(f'phase = "start"\nactive = "P2"\n{field}')))
    assert "-# **1a Sentinels**: At the start of each other player's turn: place a pillar on a tile of yours." in asked
    invoked = at('[scenario.field]\n"1,0" = "3c1 P1"\n"0,1" = "2a1"', "3c")
    assert "**3c Mirror**:" not in text(panel(invoked))


def test_who_may_roll_again_is_told_how_often_and_what_lies_there_without_the_picture_too() -> None:
    """Whether dice are left depends on both."""
    game = position("battle", "muster", "pass", "1b:P2")
    asked, view = game.pending["P1"], game.view("P1")
    assert asked.text == "Which dice do you roll again? (3 rerolls left)"
    lies = "**Battle:** Ann attacks Bob on 1b, 4 cubes against 2; rolled 💥 2 hits, ✖️ 1 clash and ▫️ 1 blank\n"
    assert lies in bare(text(panel(game)))
    assert lies in bare("\n".join(KIT.words.position(view, NAMES)))
    sketch = KIT.panels.sketch(asked, view, NAMES)
    assert sketch is not None
    assert "Battle: Ann attacks Bob on 1b, 4 against 2: hit" in sketch().alt


def test_what_would_be_left_is_a_sentence_in_the_alternative_text() -> None:
    """On the panel it is a line; in the text of the picture more comes after it."""
    game = position("middle", "shift", "2x")
    sketch = KIT.panels.sketch(game.pending["P1"], game.view("P1"), NAMES, ("1,1",))
    assert sketch is not None
    assert re.search(r"\. Pool \d[^.]*\. ", sketch().alt)


def test_a_tile_is_looked_at_without_losing_sight_of_the_spots() -> None:
    """The spots are still drawn while they are in a select, and the chosen one stays chosen."""
    game = position("crowded", "weave")
    [(seat, decision)] = game.pending.items()
    [select] = [each for each in panel(game, ("@2,1",)).controls if isinstance(each, Select) and LOOK in each.rest]
    path = walk(game).next_path(read_path(select.rest), f"{LOOK}3e")
    sketch = KIT.panels.sketch(decision, game.view(seat), NAMES, path)
    assert sketch is not None
    assert sketch.keywords["cards"] == ("3e",)
    assert sketch.keywords["taken"] == "2,1"
    assert set(sketch.keywords["spots"]) == set(walk(game).spots(()))
    assert "Which side of 4c is up at 2,1?" in text(panel(game, path))
    assert read_path(buttons(panel(game, path), Verb.STEP)["Look no longer"].rest) == ("@2,1",)


def test_selects_of_spots_say_which_of_the_numbers_in_the_picture_are_in_them() -> None:
    def groups(game: Game, numbered: bool) -> list[Group]:
        return Menu(walk(game), NAMES, ()).spots(numbered)

    many = next(game for game in plies(Game.new(4, "a")) if len(walk(game).spots(())) > WAYS)
    count = len(walk(many).spots(()))
    rest = f"{WAYS + 1} to {count}" if count > WAYS + 1 else str(count)
    assert [each.hint for each in groups(many, True)] == [f"Where it goes: 1 to {WAYS}", f"Where it goes: {rest}"]
    assert groups(many, True)[1].choices[0].label.startswith(f"{WAYS + 1}: ")
    first, second = groups(many, False)
    assert (first.hint, second.hint) == ("Where it goes", "Where it goes: more, beside 1 tile")
    assert all(" and " in choice.label for choice in first.choices[:5])
    assert not any(" and " in choice.label for choice in second.choices)
    assert [each.hint for each in groups(position("crowded", "weave"), True)] == ["Where it goes"]


def test_every_tile_of_a_large_field_can_be_looked_at() -> None:
    """One select has room for 25 tiles; with four players there are up to 36 and the core."""
    game = next(each for each in plies(Game.new(4, "a")) if len(each.view(None)["field"]) > WAYS + 1)
    looks = [each for each in panel(game).controls if isinstance(each, Select) and LOOK in each.rest]
    ids = [*game.view(None)["field"]]
    assert ids == sorted(ids)
    spans = [f"{ids[0]} to {ids[WAYS - 1]}", f"{ids[WAYS]} to {ids[-1]}"]
    assert [each.hint for each in looks] == [f"Look closely at a tile: {span}" for span in spans]
    ways = [(read_path(each.rest), choice.value) for each in looks for choice in each.choices]
    looked = [walk(game).next_path(rest, value) for rest, value in ways]
    assert looked == [(f"{LOOK}{id}",) for id in game.view(None)["field"]]
    assert all("Look no longer" in buttons(panel(game, path), Verb.STEP) for path in looked)


def test_all_that_is_pressed_is_legal_and_every_panel_fits_a_message() -> None:
    """Random presses in random games: whatever a button answers can be played, one token after another."""
    for players, seed in ((2, "a"), (4, "c")):
        game, rng = Game.new(players, seed), Random(seed)
        while game.ply < PLIES:
            path: Path = ()
            for _ in range(3):
                shown = panel(game, path)
                components: Any = rendered(shown).to_components()
                rules.check_message({"components": components, "flags": 1 << 15}, set())
                assert len(list(rules.walk(components))) <= COMPONENTS
                rests = [(control.verb, control.rest) for control in shown.controls if not isinstance(control, People)]
                assert len(set(rests)) == len(rests)
                for answers in ends(game, path):
                    twin, seat = game.copy(), game.asked[0]
                    for token in answers:
                        assert twin.asked == [seat]
                        twin.play(seat, token)
                path = rng.choice(list(onward(game, path)))
            found = list(ends(game, path)) or [(rng.choice(game.legal(game.asked[0])),)]
            for token in rng.choice(found):
                game.play(game.asked[0], token)


def test_a_turn_late_in_a_game_of_four_leaves_room_in_its_message_whatever_they_are_called() -> None:
    """Where there are very many tiles to battle on, it is chosen first how many cubes muster, then where."""
    names = {f"P{number}": str(number) + "👪" * 19 for number in range(1, 5)}
    game, rng = Game.new(4, "12"), Random(12)
    while game.ply < 151:
        [seat] = game.asked
        game.play(seat, answer(game, rng) if rng.random() < 0.7 else rng.choice(game.legal(seat)))
    assert game.kind(game.asked[0]) == "invoke"
    shown = panel(game, names=names)
    assert shown.weight < layout.BYTES - 2000
    ways = choices(shown)
    counts = [way for way in ways if way.startswith("Muster: ")]
    assert sorted(counts) == ["Muster: 1 cube", "Muster: 2 cubes", "Muster: 3 cubes", "Muster: no cube"]
    after = walk(game).next_path((), ways["Muster: 2 cubes"])
    then = panel(game, after, names)
    assert then.weight < layout.BYTES - 2000
    battles = [token for token in walk(game).tokens(after) if token != PASS]
    assert len(battles) > 10
    assert list(choices(then).values()) == battles
    assert panel(game, walk(game).next_path((), ways["Muster: no cube"]), names).fits


def test_what_is_left_of_a_spell_that_has_done_something_can_be_declined() -> None:
    """In games of computer players: whoever claims a tile that frees a spell may free none, but a spell is not offered
    if it would then do nothing at all."""
    declined = 0
    for number in range(3):
        game, rng = Game.new(2, f"presses {number}"), Random(number)
        while not game.over:
            if game.kind(game.asked[0]) == "invoke":
                ways, plan = choices(panel(game)).values(), walk(game)
                for token in game.legal(game.asked[0]):
                    done = {event.kind for event in plan.events((token,))} - {"invoked", "meditated"}
                    if done and PASS in plan.tokens((token,)) and plan.kind((token,)) != "keep":
                        assert f"{token}~{PASS}" in ways
                        assert plan.answers((token, PASS)) == (token, PASS)
                        declined += 1
                    elif not done:
                        assert f"{token}~{PASS}" not in ways
            game.play(game.asked[0], answer(game, rng))
    assert declined


def test_previews_do_not_show_what_will_be_drawn() -> None:
    """Two games that differ only in stack and seed have the same panels and the same pictures."""
    game, rng, asked = Game.new(3, "hidden"), Random(3), 0
    while not game.over:
        data = game.to_dict()
        data["stack"].reverse()
        twin, [(seat, decision)] = Game.from_dict(data | {"seed": "another"}), game.pending.items()
        for path in [(), *list(onward(game, ()))[:6]]:
            assert panel(twin, path) == panel(game, path)
            one, two = (KIT.panels.sketch(decision, each.view(seat), NAMES, path) for each in (game, twin))
            assert (one and (one.args, one.keywords)) == (two and (two.args, two.keywords))
        asked += 1
        game.play(seat, rng.choice(decision.tokens))
        if asked > 120:
            return


def test_a_path_that_leads_nowhere_is_none() -> None:
    game = position("middle")
    for path in [("z9",), ("raise", "1o"), ("weave", "2c1"), ("claim", "3a")]:
        assert walk(game).answers(path) == ()
        assert panel(game, path) == panel(game)


def presses(game: Game, tokens: Path) -> int:
    """Return the least number of presses that give a seat these answers, starting from the open panel, and continuing
    on the next panels."""
    paths: list[Path] = [()]
    for count in range(1, 7):
        found = [answers for path in paths for answers in ends(game, path) if answers == tokens[: len(answers)]]
        if found:
            done = max(found, key=len)
            twin = game.copy()
            for token in done:
                twin.play(game.asked[0], token)
            return count + (presses(twin, tokens[len(done) :]) if len(done) < len(tokens) else 0)
        paths = list({after: None for path in paths for after in onward(game, path) if _leads(after, tokens)})
    raise AssertionError(tokens)


def _leads(path: Path, tokens: Path) -> bool:
    spots = [step.removeprefix(AT) for step in path if step.startswith(AT)]
    if any(step.startswith(LOOK) for step in path) or not path:
        return False
    answers = without(path, AT, LOOK, PAGE)
    return answers == tokens[: len(answers)] and all(spot in tokens for spot in spots)


def test_a_turn_of_three_invocations_takes_at_most_nine_presses_on_the_median() -> None:
    """In games of computer players, from the first question of a turn to its end, with every answer counted."""
    counts = []
    for number in range(3):
        game, rng = Game.new(2, f"presses {number}"), Random(number)
        pressed = invoked = 0
        while not game.over:
            seat, turn = game.asked[0], (game.state.turn, game.state.active)
            plan, start, tokens = walk(game), game.copy(), list[str]()
            while not game.over and game.asked == [seat] and (not tokens or plan.kind(tuple(tokens))):
                tokens.append(answer(game, rng))
                invoked += game.kind(seat) == "invoke" and tokens[-1] not in (PASS, "meditate")
                game.play(seat, tokens[-1])
            pressed += presses(start, tuple(tokens))
            if (game.state.turn, game.state.active) != turn:
                counts += [pressed] if invoked == 3 else []
                pressed = invoked = 0
    assert len(counts) > 15
    assert median(counts) <= 9


def test_meditating_shows_what_would_come_back() -> None:
    game = Game.from_dict(position("battle").to_dict() | {"used": 0})
    assert "pool 3 → 9 · fortress 4 → 0" in text(panel(game, ("meditate",)))
    assert "pool 3 → 6 · fortress 4 → 2" in text(panel(game, ("meditate", "insight", "fortx2")))


def test_what_happened_begins_on_the_board_with_whose_turn_it_was() -> None:
    """However long a turn was; a mark shows where lines are left out."""
    game, rng, events, cut = Game.new(players=3, seed="turns"), Random(3), list[Event](), False
    for _ in range(90):
        seat = game.asked[0]
        events += [each for each in game.play(seat, rng.choice(list(game.legal(seat)))) if each.visible_to(None)]
        shown = KIT.panels.board(game.view(None), NAMES, {}, [Run(events, NAMES)])
        told = shown.words[-1].split("\n")
        whole, left = KIT.words.sentences(events, NAMES), [line for line in told if line != "- …"]
        if not any(line.startswith("**Round ") for line in whole[: -len(left)]):
            continue  # still back in the set-up
        assert told[0].startswith("**Round ")
        assert [line.removeprefix("- ") for line in left[1:]] == whole[1 - len(left) :]
        cut |= told[1] == "- …"
    assert cut


def test_a_spell_that_then_asks_is_not_told_as_resolved() -> None:
    """Living Stone and Vigil may be declined when they ask: at the end of one's own turn, and of another's."""
    stone = at('used = 2\nfield = { "1,0" = "1d1 P1" }\nP1 = { pool = 2 }')
    told = text(panel(stone, ("might",)))
    assert "Then 1d Living Stone asks you." in told
    assert "resolved" not in told
    vigil = at('used = 2\nfield = { "1,0" = "4d2 P2 1" }\nP1 = { pool = 2 }')
    assert "Then 4d Vigil asks Bob." in text(panel(vigil, ("might",)))


def test_whom_power_goes_to_is_offered_with_how_much_it_is_and_from_where() -> None:
    """A spell with one target asks at once to whose pool: the target is not in the label."""
    game = at('core = "2o"\n[scenario.field]\n"1,0" = "1a1 P1 P2 11"')
    notes = {choice.label: choice.note for choice in offered(panel(game)) if choice.value.startswith("2o")}
    assert notes == {"2o Spring: To Ann (you)": "2 cubes from 1a", "2o Spring: To Bob": "2 cubes from 1a"}
    asked = at('core = "2o"\n[scenario.field]\n"1,0" = "1a1 P1 P2 11"', "2o")
    assert {"To Ann (you)", "To Bob"} <= {each.label for each in panel(asked).controls if isinstance(each, Button)}
