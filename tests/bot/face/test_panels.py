"""Every decision can be answered by clicks alone, within Discord's limits (product, "Private panels")."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from game.adepts import scenario
from game.adepts.kit import KIT
from game.adepts.panels.decision import decision_panel
from game.adepts.panels.hand import hand_panel
from game.adepts.panels.previews import effect
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.tokens import PASS
from game.adepts.words.facts import Facts
from game.core.decisions import Decision
from game.core.layout import Row
from tests.bot.face.layouts import NAMES, PLACE, clicks, components, panel, text, walk
from tests.playouts import Setting, choose, settings, some_settings

MOST_CLICKS = {"assign": 3, "again": 3, "enter": 3, "place": 3, "take": 4, "to": 3, "stage": 3, "research": 3}
"""The most clicks by kind of question, Confirm included; two for all others."""


@pytest.mark.parametrize("setting", some_settings("panels"), ids=str)
async def test_every_legal_token_is_reached_by_clicks(setting: Setting) -> None:
    """Walks through the panels of random games: they offer exactly the legal tokens, in few clicks, and Discord accepts
    each layout."""
    rng = random.Random(setting.seed)
    game, walked = setting.start(), Counter[tuple[str, str]]()
    while not game.over:
        seat, token = choose(game, rng)
        decision = game.pending[seat]
        kind = (decision.kind, decision.source)
        if not walked[kind]:
            walked[kind] += 1
            found = walk(decision, lambda path, seat=seat: panel(game, seat, path), every=20)  # type: ignore[misc]
            assert set(found) == set(decision.tokens)
            assert max(found.values()) <= MOST_CLICKS.get(decision.kind, 2)
            if PASS in found:
                assert found[PASS] == 1
        else:
            components(panel(game, seat), shapes=rng.random() < 0.05)
        game.play(seat, token)


@pytest.mark.parametrize("setting", list(settings(24, "effects")), ids=str)
def test_every_token_of_every_decision_has_an_effect_in_words(setting: Setting) -> None:
    """The effect is shown before Confirm; for research, the hand can be opened instead."""
    rng = random.Random(setting.seed)
    game = setting.start()
    while not game.over:
        seat, token = choose(game, rng)
        decision = game.pending[seat]
        facts = Facts(game.view(seat), seat, NAMES)
        if decision.kind != "research":
            for each in decision.tokens:
                if each != PASS:
                    lines = effect(decision, facts, each)
                    assert lines[0].startswith("**")
                    assert all(lines)
        game.play(seat, token)


def test_every_kind_of_question_has_an_effect() -> None:
    """No kind of question lacks its text."""
    from game.adepts.panels.previews import _EFFECTS

    prompts = tomllib.loads(files("game.adepts.texts").joinpath("prompts.toml").read_text(encoding="utf-8"))
    assert set(prompts) == {*_EFFECTS, "research"}


def crowded(kind: str, source: str, tokens: list[str], **data: object) -> Decision:
    """Return a decision that is as large as the notation allows."""
    return Decision("P1", kind, (*tokens,), source, data, "Choose.")


GEMS_EVERYWHERE = [f"{gem}@{stage}" for gem in GEM_NAMES for stage in (1, 2, 3)]
SITES = [f"{gem}.{site}" for gem in GEM_NAMES for site in (1, 2, 3)]
PUSHES = [("1", "!"), ("2", ""), ("3", ""), ("3", "!")]
"""Sites and pushes offered if a group is on site I alone: the free sites, and each site after a push."""

LARGE = [
    crowded("give", "7B", GEMS_EVERYWHERE),
    crowded("gem", "12A", GEMS_EVERYWHERE),
    crowded("stage", "9A", GEMS_EVERYWHERE),
    crowded("stage", "14A", GEMS_EVERYWHERE),
    crowded("steal", "9B", [f"P2:{at}" for at in GEMS_EVERYWHERE], victim="P2"),
    crowded(
        "take",
        "7B",
        [f"P{seat}:{at}{count}" for seat in (2, 3, 4, 5) for at in GEMS_EVERYWHERE for count in ("", "x2")],
        chosen=["ruby@1"],
    ),
    crowded("take-spell", "15A", [f"{number}A" for number in range(1, 21)], chosen=[]),
    crowded("purge", "11A", ["1A", "2A", "3A", "4A", "5A", PASS]),
    crowded("discard", "", ["1A", "2A", "3A", "4A", "5A", "6A"]),
    crowded("cast", "", ["1A", "2A", "3A", "4A", "5A", PASS]),
    crowded("research", "", ["1A", "1A+2A", "1A+3A", "2A", "2A+3A", "3A", PASS], drawn=["1A", "2A", "3A"]),
    crowded("research", "", ["1A", "1A+1A", "1A+3A", "3A", PASS], drawn=["1A", "1A", "3A"]),
    crowded("research", "", ["1A", "1A+1A", PASS], drawn=["1A", "1A", "1A"]),
    crowded("assign", "", [f"{site}x{n}" for site in SITES for n in (2, 3, 4)], miners=12),
    crowded(
        "assign",
        "2B",
        [f"{gem}.{at}x{n}{push}" for gem in GEM_NAMES for at, push in PUSHES for n in (2, 3, 4)],
        miners=12,
    ),
    crowded("enter", "topaz", [*(f"{gem}.0x{n}" for gem in GEM_NAMES for n in (2, 3, 4)), PASS], miners=12),
    crowded("place", "1A", [f"{site}x1" for site in SITES], miners=12),
    crowded("to", "6A", [*(f"{site}x{n}" for site in SITES[1:] for n in range(1, 13)), PASS], chosen=["topaz.1"]),
    crowded(
        "pay",
        "4A",
        [f"topaz@{one}+ruby@{other}" for one in "123b" for other in "123b"],
        cost={"topaz": 1, "ruby": 1},
    ),
]


@pytest.mark.parametrize("decision", LARGE, ids=lambda d: f"{d.kind}-{d.source}-{len(d.tokens)}")
async def test_the_largest_questions_keep_within_discords_limits(decision: Decision) -> None:
    """25 options, 40 components, 4,000 characters, unique custom_ids, with everything a queue or hand can hold."""
    view = full_view(1 if decision.kind == "assign" else 3)
    found = walk(decision, lambda path: decision_panel(PLACE, decision, view, NAMES, path))
    assert set(found) == set(decision.tokens)


def full_view(taken: int = 3) -> dict[str, Any]:
    """Return the view of five players with gems in every stage, so many sites of each mine taken, full hands, and all
    titles with one player."""
    setting = Setting(5, "ivory-tower", "rulebook", "full")
    view = setting.start().view("P1")
    for seat, player in view["players"].items():
        player["queue"] = {gem: [9, 9, 9] for gem in GEM_NAMES}
        player["battery"] = dict.fromkeys(GEM_NAMES, 9)
        player["mana"], player["hand_size"] = 199, 5
        if seat == "P1":
            player["hand"] = ["1A", "2A", "3A", "4A", "5A"]
    view["adepts"] = dict.fromkeys(GEM_NAMES, "P1")
    view["phase"] = "III"
    for number, mine in enumerate(view["mines"].values()):
        mine["sites"] = [[f"P{(number + site) % 5 + 1}", 4] if site < taken else None for site in range(3)]
        mine["inside"], mine["barrier"] = ["P5", 4], ["P3", "P5"]
    return view


async def test_a_hand_of_six_different_spells_fits() -> None:
    """Phase IV can bring a sixth card for a moment."""
    view = full_view()
    view["players"]["P1"]["hand"] = ["1A", "6A", "11A", "13B", "16A", "18B"]
    shown = text(hand_panel(view, "P1", NAMES))
    assert "6 spells · 5 at most" in shown
    assert "Ambition" in shown
    assert "Stasis" in shown


async def test_a_path_that_leads_nowhere_shows_the_question_anew() -> None:
    """An old or made-up path is not an error."""
    game = Setting(3, "first-game", "rulebook", "stray").start()
    seat = game.asked[0]
    assert text(panel(game, seat, ("nowhere", "x"))) == text(panel(game, seat))
    assert text(panel(game, seat, ("pass",))) == text(panel(game, seat))


POSITION = """
[[scenario]]
title = "panels"
players = 2
turn = 3
phase = "I"
step = "assign"
[scenario.P1]
miners = 10
[scenario.stocks]
topaz = 9
[scenario.sites]
"topaz.1" = "P2x4"
"""


async def test_an_assignment_says_what_it_will_dig_and_what_is_left() -> None:
    """ "3 miners on Topaz II: 3 topazes in phase II, 2 left in the mine" (product, "Private panels")."""
    game = scenario.set_up(scenario.read(POSITION)[0])
    shown = text(panel(game, "P1", ("topaz", "2x3")))
    assert "**3 miners on 🧡 Topaz II**" in shown
    assert "They dig **3 🧡 topazes** in phase II; the mine has 2 left then." in shown
    assert "7 miners left to assign." in shown
    assert "I: Bo 4 · II: free · III: free" in shown


async def test_the_end_of_an_assignment_is_one_green_button() -> None:
    """Nothing is confirmed before mine, site and miners are named."""
    game = scenario.set_up(scenario.read(POSITION)[0])
    assert not [click for click in clicks(panel(game, "P1")) if click.verb == "move"]
    assert [click.path for click in clicks(panel(game, "P1", ("topaz", "2x3"))) if click.verb == "move"] == [
        ("topaz", "2x3")
    ]


REALIGNED = """
[[scenario]]
title = "realigned"
players = 2
turn = 5
phase = "V"
[scenario.P1]
hand = ["19A"]
queue = { emerald = [0, 0, 2], sapphire = [0, 0, 4], onyx = [0, 1, 3], diamond = [0, 1, 0] }
"""


async def test_levels_that_a_realignment_has_sent_to_a_battery_count_there() -> None:
    """Several types may be sent to one battery (ruling 32)."""
    game = scenario.set_up(scenario.read(REALIGNED)[0])
    for token in ("19A", "onyx@2+diamond@2", "ruby"):
        game.play("P1", token)
    decision = game.pending["P1"]
    assert decision.data == {"gem": "sapphire", "levels": 4, "tracks": {"ruby": 2}}
    assert "level 0 → 6" in text(panel(game, "P1", ("ruby",)))
    assert "counting the 2 sent there before" in text(panel(game, "P1", ("ruby",)))
    assert "level 0 → 4" in text(panel(game, "P1", ("amethyst",)))


TELEPATHY = """
[[scenario]]
title = "telepathy"
players = 2
turn = 3
phase = "II"
[scenario.P1]
hand = ["6A"]
battery = { citrine = 1 }
[scenario.sites]
"topaz.1" = "P1x4"
"ruby.1" = "P1x3"
"""


@pytest.mark.parametrize(("more", "said"), [("", False), ('"onyx.2" = "P1x2"\n', True)])
async def test_the_rest_is_sent_on_only_where_another_site_of_ones_own_is_left(more: str, said: bool) -> None:
    """Telepathy sends miners to each site once (ruling 20): with two sites it is over after the first."""
    game = scenario.set_up(scenario.read(TELEPATHY + more)[0])
    for token in ("6A", "topaz.1"):
        game.play("P1", token)
    shown = text(panel(game, "P1", ("ruby.1", "2")))
    assert "🧡 Topaz I: 2 miners." in shown
    assert ("You may send the rest to other sites, or stop." in shown) is said


BACKLASH = """
[[scenario]]
title = "backlash"
players = 2
turn = 3
phase = "I"
[scenario.P1]
hand = ["2B"]
battery = { ruby = 1 }
[scenario.sites]
"topaz.2" = "P2x4"
"""


async def test_groups_have_a_row_for_each_site_with_and_without_a_push() -> None:
    """A site that is free before and after the push of a Backlash has two rows, not one for each group."""
    game = scenario.set_up(scenario.read(BACKLASH)[0])
    game.play("P1", "2B")
    shown = decision_panel(PLACE, game.pending["P1"], game.view("P1"), NAMES, ("topaz",))
    rows = [[button.label for button in row.buttons] for row in shown.components if isinstance(row, Row)]
    assert rows[:4] == [
        [f"I·{n}" for n in (2, 3, 4)],
        [f"» I·{n}" for n in (2, 3, 4)],
        [f"» II·{n}" for n in (2, 3, 4)],
        [f"III·{n}" for n in (2, 3, 4)],
    ]


INFLATION = """
[[scenario]]
title = "inflation"
players = 2
turn = 3
phase = "V"
[scenario.P1]
hand = ["16B", "18A"]
mana = 4
battery = { onyx = 2 }
"""


async def test_a_card_that_cannot_be_cast_now_says_what_is_lacking() -> None:
    """Overload needs an opponent's gem in stage 3, Inflation five mana (ruling 7)."""
    game = scenario.set_up(scenario.read(INFLATION)[0])
    shown = text(panel(game, "P1"))
    assert "Overload (16B): there is nothing it could act on; Inflation (18A): it takes five mana" in shown


HAND = """
[[scenario]]
title = "hand"
players = 2
turn = {turn}
phase = "{phase}"
[scenario.P1]
hand = ["2A", "12A"]
battery = {{ ruby = 1, sapphire = 1 }}
queue = {{ topaz = [1, 0, 0] }}
"""


@pytest.mark.parametrize(
    ("turn", "phase", "played", "said"),
    [
        (3, "I", [], ["in this phase", "in phase III ·"]),
        (3, "I", ["pass"], ["in phase I of the next turn", "in phase III ·"]),
        (3, "III", ["12A"], ["in phase I of the next turn"]),
        (8, "III", ["pass"], ["any more in this game", "any more in this game"]),
    ],
)
async def test_a_hand_says_when_each_spell_can_be_cast_next(
    turn: int, phase: str, played: list[str], said: list[str]
) -> None:
    """Each phase of a turn has one opportunity (ruling 5), which goes by with a spell as with a pass."""
    game = scenario.set_up(scenario.read(HAND.format(turn=turn, phase=phase))[0])
    for token in played:
        game.play("P1", token)
    lines = [line for line in text(hand_panel(game.view("P1"), "P1", NAMES)).splitlines() if "astable" in line]
    assert len(lines) == len(said)
    assert all(map(str.__contains__, lines, said)), lines


@pytest.mark.parametrize(
    ("held", "adept", "said"),
    [
        (5, False, "Your hand is full: if you keep one, you discard one of these next."),
        (5, True, "Your hand is full: if you keep one, you discard one of these next, if two, two."),
        (4, True, "Your hand has room for one more: if you keep two, you discard one of these next."),
        (4, False, ""),
        (3, True, ""),
    ],
)
async def test_research_says_what_keeping_spells_costs_a_full_hand(held: int, adept: bool, said: str) -> None:
    """The sapphire adept may keep two, and a hand holds five (ruling 26)."""
    head = '[[scenario]]\ntitle = "research"\nplayers = 2\nturn = 3\nstep = "research"\n[scenario.P1]\n'
    titles = 'adepts = ["sapphire"]\n' if adept else ""
    game = scenario.set_up(scenario.read(f"{head}{titles}hand = {['1A', '2A', '3A', '6A', '16A'][:held]}\n")[0])
    shown = text(panel(game, "P1"))
    assert said in shown
    assert ("discard one of these" in shown) is bool(said)


@pytest.mark.parametrize(("turn", "late"), [(7, 0), (8, 2)])
async def test_research_says_of_which_spells_the_phase_does_not_come_again(turn: int, late: int) -> None:
    head = f'[[scenario]]\ntitle = "last"\nplayers = 2\nturn = {turn}\nstep = "research"\n'
    game = scenario.set_up(scenario.read(f'{head}library = ["1A", "11A", "16A"]\n')[0])
    shown = text(panel(game, "P1"))
    assert shown.count("Not castable any more in this game") == late
    assert shown.count("You have ") == 3 - late


PURGE = """
[[scenario]]
title = "purge"
players = 2
turn = 3
phase = "III"
[scenario.P1]
hand = ["11A", "16A", "18A"]
battery = { amethyst = 1 }
"""


async def test_who_has_purged_a_spell_is_not_offered_to_purge_none() -> None:
    """Declining then keeps the other spell, and takes nothing back."""
    game = scenario.set_up(scenario.read(PURGE)[0])
    game.play("P1", "11A")
    assert "Purge none" in text(panel(game, "P1"))
    game.play("P1", "16A")
    shown, decision = text(panel(game, "P1")), game.pending["P1"]
    assert "Purge none" not in shown
    assert KIT.words.move(decision, game.view("P1"), NAMES, PASS) == "Purge no more"
    assert "Purge no more" in shown
