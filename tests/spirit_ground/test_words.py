"""Spirit Ground in words: questions, moves, events, the position."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from random import Random

import pytest

from game.core.decisions import Decision
from game.core.english import listed
from game.core.layout import LABEL
from game.core.words import Names
from game.spirit_ground import Game
from game.spirit_ground.kit import KIT
from game.spirit_ground.pictures import score_sheet
from game.spirit_ground.rules.ground import NAMES as SQUARES
from game.spirit_ground.rules.ground import TOPS
from game.spirit_ground.rules.reader import ViewReader
from game.spirit_ground.words.board import cell, plan
from game.spirit_ground.words.moves import gains
from game.spirit_ground.words.terms import FACING
from tests.spirit_ground import naive
from tests.spirit_ground.playing import games, plies
from tests.spirit_ground.positions import closing_in, lay_out
from tests.spirit_ground.test_refusals import FIRST, scenario

NAMES: Names = {"P1": "Ann", "P2": "Bob"}


def label(game: Game, token: str) -> str:
    [(seat, decision)] = game.pending.items()
    return KIT.words.move(decision, game.view(seat), NAMES, token)


def told(game: Game, *tokens: str) -> list[str]:
    """Return what the last of these answers brought about."""
    for token in tokens:
        game.play(game.asked[0], token)
    return KIT.words.sentences(game.events, NAMES)


def test_moves_say_what_they_bring() -> None:
    tiles = {"a1": {"tile": "F2"}, "b1": {"tile": "C2"}}
    game = scenario(**FIRST, tiles=tiles, P1={"energy": 2, "spirit": 2}, ground={"a2": {"energy": 2}})
    assert label(game, "a2") == "a2: +2 energy, +1 support, surrounds a1"
    assert label(game, "b2") == "b2: relic for 3, +1 support"
    assert label(game, "e5") == "e5"
    game.play("P1", "b2")
    assert label(game, "energy+spiritx2") == "Pay 1 energy and 2 spirits"
    game.play("P1", "energyx2+spirit")
    assert label(game, "n") == "Top north, helps a2"
    assert label(game, "e") == "Top east, helps b3"
    game.play("P1", "n")
    assert label(game, "spirit") == "1 spirit onto Reed Heron"
    assert label(game, "pass") == "Keep all crystals"


def test_a_review_says_which_warrior_a_choice_is_about() -> None:
    """A square or a direction alone would not tell: there the question does not stand above it."""
    game = scenario(**FIRST, tiles={"b1": {"tile": "C2"}}, P1={"energy": 2, "spirit": 2})
    assert KIT.words.source(game.pending["P1"]) == "Reed Heron"
    for token, source in (("b2", "Reed Heron"), ("energyx2+spirit", "Reed Heron"), ("n", "")):
        game.play("P1", token)
        assert KIT.words.source(game.pending["P1"]) == source  # "1 spirit onto Reed Heron" says it itself
    assert KIT.words.source(scenario(stream=["F3+C1", "F2+C2"]).pending["P1"]) == ""


def test_no_more_support_is_promised_than_there_is_energy_in_the_supply() -> None:
    """Ruling 11: an arrow brings one energy from the supply, as long as there is some."""
    tiles = {"a1": {"tile": "F2"}, "a3": {"tile": "F12"}}
    said = {left: label(scenario(**FIRST, tiles=tiles, supply={"energy": left}), "a2") for left in (2, 1, 0)}
    assert said == {2: "a2: +2 support", 1: "a2: +1 support", 0: "a2"}
    shrine = {"tiles": {"a1": {"tile": "F5"}, "a2": {"tile": "C2"}}, "supply": {"energy": 0}}
    poor = scenario(**FIRST, **shrine, P1={"energy": 2, "spirit": 1})  # pays two energy into the supply first
    rich = scenario(**FIRST, **shrine, P1={"energy": 1, "spirit": 3})
    assert (label(poor, "b2"), label(rich, "b2")) == ("b2: relic for 3, +1 support", "b2: relic for 3")


def test_pairs_and_orders_are_named() -> None:
    """To the player asked: which warrior is theirs, and who says who goes first."""
    game = scenario(stream=["F3+C1", "F2+C2"])
    assert label(game, "F3+C1") == "Your Marsh Toad (1), their Horned Ibex (4); you say who is first"
    game.play("P1", "F3+C1")
    assert (label(game, "P1"), label(game, "P2")) == ("You go first", "Bob goes first")
    assert KIT.words.spelled(game.pending["P1"], game.view("P1"), "me first") == "order P1"
    assert KIT.words.spelled(game.pending["P1"], game.view("P1"), "not me") == ""
    for said, seat in {"I start": "P1", "I'll go second": "P2", "me last": "P2"}.items():
        assert KIT.words.spelled(game.pending["P1"], game.view("P1"), said) == f"order {seat}"
    other = scenario(stream=["F3+C1", "F2+C2"], active="P2")
    assert label(other, "F3+C1") == "Your Horned Ibex (4), their Marsh Toad (1); they say who is first"


def test_what_a_choice_promises_is_what_comes() -> None:
    """In games from rare positions: who says who is first, what a square gives, and whom it
    surrounds."""
    seen, rng = Counter[str](), Random("promised")
    for _ in range(100):
        game = Game.from_dict(lay_out(rng).position)
        while not game.over:
            [(seat, decision)] = game.pending.items()
            view = game.view(seat)
            if decision.kind == "place":
                now = ViewReader(view)
                assert {each: gains(now, seat, each) for each in decision.tokens} == {
                    each: promised(view, seat, each) for each in decision.tokens
                }
            closing = decision.kind == "place" and rng.random() < 0.7
            token = closing_in(view, rng) if closing else rng.choice(decision.tokens)
            said, suits = label(game, token), KIT.words.choice(decision, view, NAMES, token)
            events = game.play(seat, token)
            if decision.kind == "pair":
                asked = game.asked[0]
                assert said.endswith(f"; {'you' if asked == seat else 'they'} say who is first")
                assert suits.endswith(f"; {NAMES[asked]} says who is first")
            elif decision.kind == "order":
                did = "took the first turn" if token == seat else f"let {NAMES[token]} go first"
                assert KIT.words.tell(events[0], NAMES) == f"{NAMES[seat]} {did}."
                assert suits == f"{NAMES[token]} goes first"
            seen[decision.kind] += 1
    assert min(seen[kind] for kind in ("pair", "order", "place")) >= 10, seen


def test_the_rest_of_a_turn_is_told_after_its_first_answer() -> None:
    """What is not put on a warrior is not told."""
    game = scenario(**FIRST, P1={"energy": 2})
    for answers, told in ((("e", "energyx2"), "top east and 2 energy onto it"), (("n", "pass"), "top north")):
        said = KIT.words.follow_ups(game.pending["P1"], game.view("P1"), NAMES, "a1", answers)
        assert said == f", then {told}"


def test_a_surrounded_warrior_is_said_to_fall_if_it_will() -> None:
    """Only if the enemies are stronger (ruling r15)."""
    rng, seen = Random("falls"), Counter[str]()
    for _ in range(50):
        game = Game.from_dict(lay_out(rng).position)
        view = game.view(None)
        tiles = {square: row for square, row in view["tiles"].items() if row["alive"]}
        asked = Decision("P1", "target", tuple(tiles), "", {}, "")
        for square, row in tiles.items():
            fate = "falls" if naive.killed(view["tiles"], square) else "lives"
            odds = f"{row['strength']} against {naive.against(view['tiles'], square)}"
            said = KIT.words.move(asked, view, NAMES, square)
            assert said == f"{naive.tiles()[row['tile']]['name']} on {square} {fate}, {odds}"
            seen[fate] += 1
    assert min(seen.values()) > 50


def promised(view: naive.Position, seat: str, square: str) -> list[str]:
    """Return what the second engine says that a square gives, with as little energy paid for a relic as possible."""
    tiles, supply, found = view["tiles"], dict(view["supply"]), []
    if square in view["relics"]:
        price = naive.price(view, square)
        found.append(f"relic for {price}")
        supply["energy"] += max(0, price - view["players"][seat]["spirit"])
    there = view["ground"].get(square, {"energy": 0, "spirit": 0})
    found += [f"+{there['energy']} energy"] if there["energy"] else []
    found += [f"+{there['spirit']} spirit{'s' * (there['spirit'] > 1)}"] if there["spirit"] else []
    support = naive.supported({**view, "supply": supply}, seat, square)
    found += [f"+{support} support"] if support else []
    closed_in = naive.targets({**tiles, square: {}}, square)
    found += [f"surrounds {listed(closed_in)}"] if closed_in else []
    return found + ["is surrounded itself"] * naive.surrounded(tiles, square)


def test_who_goes_first_is_clear_where_labels_cut_names_that_are_alike() -> None:
    alike = {"P1": "Alexander Miller-Jones", "P2": "Alexander Miller-Smith"}
    game = scenario(stream=["F3+C1", "F2+C2"])
    asked, view = game.pending["P1"], game.view("P1")
    said = "Alexander… (P1)'s Marsh Toad (1), Alexander… (P2)'s Horned Ibex (4); Alexander… (P1) says who is first"
    assert KIT.words.choice(asked, view, alike, "F3+C1") == said
    game.play("P1", "F3+C1")
    assert KIT.words.move(game.pending["P1"], game.view("P1"), alike, "P2") == "Alexander… (P2) goes first"


def test_every_pair_is_told_whole_on_a_button() -> None:
    """What matters most comes last: who says who is first."""
    game = Game.new(seed="pairs")
    tiles = game.state.content.tiles
    for mine, other in product(*([tile.id for tile in tiles if tile.id[0] == deck] for deck in "FC")):
        for seat in game.seats:
            pair = f"{mine}+{other}"
            asked = Decision(seat, "pair", (pair,), "", {}, "")
            view = game.view(seat) | {"stream": [[mine, other]]}
            assert len(KIT.words.move(asked, view, NAMES, pair)) <= LABEL


def test_who_goes_first_is_told_before_anything_is_placed() -> None:
    for first, told in (("P1", "Ann took the first turn."), ("P2", "Ann let Bob go first.")):
        game = scenario(stream=["F3+C1", "F2+C2"])
        game.play("P1", "F3+C1")
        assert KIT.words.sentences(game.play("P1", first), NAMES)[-1] == told


def test_what_happened_is_told_in_one_go() -> None:
    tiles = {"a1": {"tile": "F3", "spirit": 1}, "b1": {"tile": "C2"}}
    position = {**FIRST, "first": "P2", "pair": "F1+C7", "tiles": tiles, "ground": {"a2": {"energy": 1}}}
    game = scenario(**position)
    assert told(game, "a2") == ["Bob placed Scree Lynx on a2 (+1 energy)."]
    assert told(game, "n") == ["Bob turned its top north."]
    assert told(game, "energy") == [
        "Bob put 1 energy on it.",
        "Ann's Marsh Toad on a1 fell, 1 against 6; 1 spirit went onto the newest warrior.",
    ]


def test_a_relic_is_told_with_its_price_and_what_it_brought() -> None:
    game = scenario(**FIRST, P1={"energy": 3, "spirit": 1}, bag=["spirit", "energy"])
    assert told(game, "c3") == [
        "Ann placed Reed Heron on c3, paid 3 energy and 1 spirit for the shrine and took the relic (1 now,"
        " +1 energy and 1 spirit from the bag)."
    ]


def test_support_is_told_apart_from_what_is_put_on_a_warrior() -> None:
    game = scenario(**FIRST, tiles={"a1": {"tile": "F2"}}, P1={"energy": 3})
    told(game, "a2", "n")
    assert KIT.words.sentences(game.events, NAMES)[0] == "Ann turned its top north (+1 support)."


def test_what_lies_there_is_told_in_its_number() -> None:
    now = ViewReader(scenario(**FIRST, ground={"b3": {"energy": 1, "spirit": 2}, "c2": {"spirit": 1}}).view("P1"))
    assert gains(now, "P1", "b3")[:2] == ["+1 energy", "+2 spirits"]
    assert gains(now, "P1", "c2")[0] == "+1 spirit"


def test_every_end_says_why() -> None:
    seen = set()
    for game in games(40):
        *_, end = plies(game)
        line = KIT.words.sentences(end.events, NAMES)[-1]
        seen.add(line)
        assert line.startswith("**The game is over: ")
    assert len(seen) >= 2


def test_deaths_are_told_as_they_are_where_more_than_six_have_fallen() -> None:
    """Six deaths or more end the game, once the round is over (ruling 19)."""
    ends = (list(plies(game))[-1] for game in games(40))
    end = next(each for each in ends if each.to_dict()["spirit_track"] > 6)
    assert KIT.words.sentences(end.events, NAMES)[-1] == "**The game is over: six warriors or more have fallen.**"
    [line] = [line for line in KIT.words.lines(end.view(None), NAMES) if line.startswith("Deaths")]
    assert line.startswith(f"Deaths: **{end.to_dict()['spirit_track']}** (6 end the game) · ")


def test_the_map_has_every_square() -> None:
    for game in games(4):
        for at in plies(game):
            now = ViewReader(at.view(None))
            rows = plan(now).splitlines()[2:-1]
            found = [word for row in rows for word in row.split()[1:]]
            assert found == [cell(now, name) for name in SQUARES]
            assert not [word for word in found if re.match(r"[FC]\d", word)]  # the name of a tile


def test_a_line_on_a_round_says_who_has_how_many_points_and_who_fell() -> None:
    """Here on a whole game: all that lie there fallen have fallen in it."""
    for game in games(4):
        events = [event for at in plies(game) for event in at.events]
        now, points = ViewReader(game.view(None)), {seat: line["total"] for seat, line in game.standing().items()}
        said = KIT.words.turned(9, {seat: (0, count) for seat, count in points.items()}, events, NAMES).split(" · ")
        assert said[:3] == ["**Round 9**", *(f"{NAMES[seat]} {count} (+{count})" for seat, count in points.items())]
        fell = [f"{NAMES[each.seat]}'s {each.tile.name} fell" for each in now.tiles.values() if not each.alive]
        assert sorted(said[3:]) == sorted(fell) != []


def test_pairs_are_listed_while_there_are_any_to_choose() -> None:
    for at in plies(next(games(1))):
        lines, view = KIT.words.lines(at.view(None), NAMES), at.view(None)
        listed = [line.split()[1] for line in lines if re.match(r"- F\d", line)]
        assert listed == ([] if at.over else [mine for mine, _ in view["stream"]])
        assert ("**Stream:**" in lines) == bool(listed)
        assert any("This round:" in line for line in lines) == bool(view["pair"] and not at.over)


def test_who_is_asked_is_marked() -> None:
    for at in plies(next(games(1))):
        marked = [line for line in KIT.words.lines(at.view(None), NAMES) if "◀" in line]
        assert [seat for seat, name in NAMES.items() if any(f"**{name}**" in line for line in marked)] == at.asked
        assert len(marked) == len(at.asked)


def test_no_text_names_a_seat_or_breaks_off_in_bold() -> None:
    for game in games(4):
        for at in plies(game):
            view = at.view(None)
            texts = [*KIT.words.position(view, NAMES), KIT.words.glance(view, NAMES), KIT.words.asked(view, NAMES)]
            texts += KIT.words.sentences(at.events, NAMES)
            texts += KIT.words.standing(at.standing(), NAMES)
            assert not re.search(r"\bP[12]\b|\b1\b\W* points", "\n".join(texts))
            assert all(line.count("**") % 2 == 0 for line in "\n".join(texts).splitlines())


def test_a_direction_in_words_is_one_that_is_offered() -> None:
    """If two turns leave the arrows alike, the one that is offered is meant; a whole sentence is not a direction."""
    game = scenario(**FIRST, tiles={})
    game.play("P1", "a1")
    while game.kind("P1") != "rotate":
        game.play("P1", game.legal("P1")[0])
    [decision] = game.pending.values()
    view = game.view("P1")
    for top, facing in FACING.items():
        token = KIT.words.spelled(decision, view, f"top {facing}").removeprefix("rotate ")
        assert token in decision.tokens
        tile = ViewReader(view).tiles["a1"].tile
        assert tile.turned(TOPS.index(token)) == tile.turned(TOPS.index(top))
    assert KIT.words.spelled(decision, view, "c4 facing north") == ""
    assert KIT.words.spelled(decision, view, "right") == KIT.words.spelled(decision, view, "east")


def test_a_square_is_named_beside_the_warrior_that_is_placed() -> None:
    """A further word may be about something else, such as another square or a direction."""
    game = scenario(**FIRST, tiles={})
    decision, name = game.pending["P1"], game.pending["P1"].data["name"]
    for said in ("square e2", f"put {name} on e2, please", "my tile onto E2", "i place my warrior on e2"):
        assert KIT.words.spelled(decision, game.view("P1"), said) == "place e2"
    for said in ("e2 facing north", "e2 or e3", "not e2", "square z9"):
        assert KIT.words.spelled(decision, game.view("P1"), said) == ""


def test_both_tiles_of_a_pair_name_it() -> None:
    """A pair that does not lie in the stream is none, and one of its tiles is no pair."""
    decision = Decision("P1", "pair", ("F1+C7", "F11+C1"), "", {}, "")
    view = scenario(**FIRST, tiles={}).view("P1")
    for said in ("F11 and C1", "take f11 with c1", "C1 F11"):
        assert KIT.words.spelled(decision, view, said) == "pair F11+C1"
    for said in ("F11", "F11 and C7", "not F11 and C1"):
        assert KIT.words.spelled(decision, view, said) == ""


def test_everything_that_is_put_on_a_warrior_is_all_of_the_storage() -> None:
    decision = Decision("P1", "enhance", ("energy", "spirit", "energyx2+spirit", "pass"), "", {}, "")
    view = scenario(**FIRST, tiles={}).view("P1")
    for said in ("all", "Everything", "put everything on it please", "all crystals"):
        assert KIT.words.spelled(decision, view, said) == "enhance energyx2+spirit"
    for said in ("not all", "keep all", "all energy", "put it on"):
        assert KIT.words.spelled(decision, view, said) == ""


@pytest.mark.parametrize(
    ("squares", "last", "why"),
    [
        ({"a1": "F4", "e5": "C4"}, None, ""),
        ({"a1": "F4", "b2": "C4"}, "P2", ""),
        ({"a1": "F4", "e5": "C4", "e1": "C3"}, None, "Equal points: more living is ahead"),
        ({"b2": "F4", "b4": "C4"}, "P2", "Equal points and living: the last relic is ahead"),
    ],
)
def test_the_score_says_by_what_players_with_equal_points_rank(
    squares: dict[str, str], last: str | None, why: str
) -> None:
    """More living warriors, then the last relic (ruling r21); in words, on the picture and in its description."""
    tiles = {square: {"tile": tile} for square, tile in squares.items()}
    game = scenario(**FIRST, tiles=tiles, **({"last_relic": last} if last else {}))
    said, sheet = "\n".join(KIT.words.score(game.standing(), NAMES)), score_sheet(game.view(None), NAMES)
    for text in (said, sheet.alt):
        assert f"{why}." in text if why else "qual" not in text
