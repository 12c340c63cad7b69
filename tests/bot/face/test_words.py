"""Moves, events, names and refusals in words."""

from __future__ import annotations

import random

import pytest

from bot.tables.language.completion import choices
from game.adepts import Game, scenario
from game.adepts.kit import KIT
from game.adepts.words import log
from game.adepts.words.facts import Facts
from game.adepts.words.force import in_force
from game.adepts.words.moves import move_label
from game.core.decisions import Decision, Event
from game.core.text.names import label, quoted, shown
from game.core.text.parts import LIMIT, parts
from game.core.text.signs import bare
from game.core.words import Run
from tests.bot.face.layouts import NAMES
from tests.bot.hostile import HOSTILE, marks
from tests.playouts import Setting, choose, settings

POSITION = """
[[scenario]]
title = "words"
players = 2
turn = 3
[scenario.P1]
hand = ["3B", "2A", "16A", "1A"]
queue = { topaz = [2, 0, 0] }
[scenario.P2]
hand = ["3B", "4B"]
battery = { topaz = 3, ruby = 3 }
[[scenario.steps]]
play = \"\"\"
P1 cast pass
{cast}
\"\"\"
"""


SUSPENDING = """
[[scenario]]
title = "suspending"
players = 2
turn = 2
[scenario.P1]
hand = ["1B"]
battery = { topaz = 1 }
[scenario.P2]
miners = {miners}
"""


def after(cast: str) -> Game:
    """Return a position in which P1 assigns, after P2 has cast this."""
    made = scenario.read(POSITION.replace("{cast}", cast))[0]
    game = scenario.set_up(made)
    for line in f"P1 cast pass\n{cast}".splitlines():
        seat, _, token = line.split()
        game.play(seat, token)
    return game


@pytest.mark.parametrize("setting", list(settings(16, "typed")), ids=str)
def test_every_move_is_found_by_typing_it(setting: Setting) -> None:
    """At most 25 choices, with labels of at most 100 characters; both the value and the label's words lead to the
    move."""
    rng = random.Random(setting.seed)
    game = setting.start()
    while not game.over:
        seat, token = choose(game, rng)
        decision, view = game.pending[seat], game.view(seat)
        if rng.random() < 0.3:
            value = f"{decision.kind} {token}"
            offered = choices(KIT, decision, view, NAMES, "")
            assert len(offered) == min(25, len(decision.tokens))
            typed = choices(KIT, decision, view, NAMES, value)
            assert value in [found for _, found in typed]
            for label, found in [*offered, *typed]:
                assert len(label) <= 100
                assert found.removeprefix(f"{decision.kind} ") in decision.tokens
            [label] = [label for label, found in typed if found == value]
            spoken = label.split()
            rng.shuffle(spoken)
            assert value in [found for _, found in choices(KIT, decision, view, NAMES, " ".join(spoken))]
        game.play(seat, token)


def test_typed_words_count_in_any_order_and_misspelt() -> None:
    """ "topaz 3" and "3 topaz" find the same; "saphire" finds sapphire."""
    game = after("P2 cast pass")
    decision, view = game.pending["P1"], game.view("P1")
    one, other = (choices(KIT, decision, view, NAMES, typed) for typed in ("topaz 3 ii", "II 3 TOPAZ"))
    assert one == other == [("3 miners to Topaz II: 3 topazes", "assign topaz.2x3"), *one[1:]]
    assert {value.split(".")[0] for _, value in choices(KIT, decision, view, NAMES, "saphire")} == {"assign sapphire"}
    assert choices(KIT, decision, view, NAMES, "nothing of the kind") == []


def test_nothing_typed_offers_every_mine() -> None:
    """There are 25 of 72 choices, and no mine is missing."""
    game = after("P2 cast pass")
    offered = choices(KIT, game.pending["P1"], game.view("P1"), NAMES, "")
    assert len({value.split(".")[0] for _, value in offered}) == 8


def told(events: list[Event]) -> list[str]:
    """Return the sentences as people read them."""
    return [bare(line) for line in KIT.words.sentences(events, NAMES)]


def test_a_run_of_production_is_one_line_a_player() -> None:
    """Mine by mine it would fill the screen."""
    events = [
        Event("gained", "P1", {"gem": "topaz", "count": 3, "stage": 1}),
        Event("gained", "P2", {"gem": "topaz", "count": 1, "stage": 1}),
        Event("gained", "P1", {"gem": "ruby", "count": 2, "stage": 1}),
        Event("gained", "P1", {"gem": "onyx", "count": 2, "stage": 3}),
    ]
    assert told(events) == [
        "Anna dug 3 🧡 topazes and 2 ♦️ rubies.",
        "Anna dug 2 🪨 onyxes, straight into stage 3.",
        "Bo dug 1 🧡 topaz.",
    ]


def test_processing_tells_gems_mana_and_levels_together() -> None:
    """This too is one line for each player."""
    events = [
        Event("charged", "P1", {"gem": "topaz", "levels": 2}),
        Event("rose", "P1", {"mana": 2}),
        Event("processed", "P1", {"gems": {"topaz": 2}, "mana": 2}),
    ]
    assert told(events) == ["Anna processed 2 🧡 topazes: +2 mana, battery 🧡 +2."]


def test_what_spells_and_titles_brought_is_told_apart() -> None:
    """The log says which levels onyx gave, which type Negation took, and what was left at the end."""
    events = [
        Event("charged", "P1", {"gem": "topaz", "levels": 1, "source": "onyx"}),
        Event("charged", "P1", {"gem": "topaz", "levels": 2, "source": ""}),
        Event("rose", "P1", {"mana": 2, "leftover": False}),
        Event("processed", "P1", {"gems": {"topaz": 2, "ruby": 2}, "mana": 2, "voided": ["ruby"]}),
        Event("rose", "P1", {"mana": 3, "leftover": True}),
        Event("rose", "P2", {"mana": 5, "leftover": False}),
        Event("charged", "P2", {"gem": "ruby", "levels": 3, "source": "12A"}),
    ]
    assert told(events) == [
        "Anna, as 👑🪨 onyx adept: battery 🧡 +1.",
        "Anna processed 2 🧡 topazes and 2 ♦️ rubies: +2 mana, battery 🧡 +2;"
        " Negation cancelled the mana of the ♦️ rubies.",
        "Anna gained 3 mana for the gems left in the queue.",
        "Bo, through Transmission: battery ♦️ +3.",
        "Bo gained 5 mana.",
    ]


def test_whose_an_adept_title_was_is_told_with_whose_it_is() -> None:
    """Phase IV decides titles anew: they are won, taken from somebody, or lost to nobody."""
    events = [
        Event("won_title", "P1", {"gem": "topaz", "of": None}),
        Event("won_title", "P1", {"gem": "ruby", "of": "P2"}),
        Event("lost_title", "P2", {"gem": "onyx"}),
        Event("lost_title", "P2", {"gem": "emerald"}),
    ]
    assert told(events) == [
        "Anna became adept of 👑🧡 topaz and 👑♦️ ruby (Bo's before).",
        "Bo is no longer adept of 👑🪨 onyx or 👑🟩 emerald; nobody is.",
    ]


def test_events_of_games_begun_before_this_version_are_told() -> None:
    """They lack data that was added since."""
    events = [
        Event("won_title", "P1", {"gem": "ruby"}),
        Event("gained", "P1", {"gem": "topaz", "count": 1, "stage": 1}),
        Event("processed", "P1", {"gems": {"topaz": 2}, "mana": 2}),
        Event("withdrew", "P2", {"site": "topaz.1", "count": 2}),
        Event("rose", "P2", {"mana": 5}),
    ]
    assert told(events)[0] == "Anna became adept of 👑♦️ ruby."
    assert told(events)[-2:] == ["2 of Bo's miners left 🧡 Topaz I.", "Bo gained 5 mana."]


def test_miners_that_telepathy_moves_are_not_told_as_lost() -> None:
    moved = Event("moved", "P1", {"site": "topaz.1", "to": "ruby.2", "count": 2})
    assert told([moved]) == ["Anna moved 2 miners from 🧡 Topaz I to ♦️ Ruby II."]


def test_nobody_is_told_to_keep_gateways_for_a_group_that_cannot_follow() -> None:
    """The question is answered by itself where only passing is left, with a single miner too (ruling 41)."""
    made = """
    [[scenario]]
    title = "one left"
    players = 2
    turn = 3
    P1 = { hand = ["3A"], battery = { topaz = 2 }, miners = 5 }
    """
    game = scenario.set_up(scenario.read(made)[0])
    game.play("P1", "3A")
    assert told(list(game.play("P1", "topaz.1x4")))[1:] == ["Anna assigned no second group."]


def test_two_barriers_on_one_mine_are_one_line() -> None:
    """Neither caster may assign there, so nobody may."""
    view = Setting(3, "first-game", "rulebook", "force").start().view(None)
    view["effects"] = [{"source": "3B", "seat": "P1", "gem": "ruby"}]
    assert list(map(bare, in_force(Facts(view, "", NAMES)))) == [
        "**Barrier**: only Anna may assign to the sites of ♦️ Ruby"
    ]
    view["effects"].append({"source": "3B", "seat": "P2", "gem": "ruby"})
    assert list(map(bare, in_force(Facts(view, "", NAMES)))) == [
        "**Barrier**: nobody may assign to the sites of ♦️ Ruby, closed by Anna and Bo"
    ]


@pytest.mark.parametrize(
    ("source", "miners", "label"),
    [
        ("6B", 3, "Remove two miners from Ruby I"),
        ("6B", 1, "Remove the only miner from Ruby I"),
        ("10B", 3, "Clear Ruby I"),
    ],
)
def test_a_site_s_label_says_what_happens_there(source: str, miners: int, label: str) -> None:
    """Teleport removes two miners; only Earthquake clears a site."""
    view = Setting(2, "first-game", "rulebook", "label").start().view("P1")
    view["mines"]["ruby"]["sites"][0] = ["P2", miners]
    decision = Decision("P1", "site", ("ruby.1",), source, {}, "")
    assert move_label(decision, Facts(view, "P1", NAMES), "ruby.1").startswith(label)


def test_a_choice_about_one_s_own_site_suits_every_reader() -> None:
    """A review shows everybody's choices to everybody, so nobody is "you" in them."""
    view = Setting(2, "first-game", "rulebook", "label").start().view("P1")
    view["mines"]["ruby"]["sites"] = [["P1", 3], ["P1", 1], None]
    for kind, source in (("site", "10B"), ("from", "6A"), ("miner", "7A")):
        decision = Decision("P1", kind, ("ruby.1", "ruby.2"), source, {}, "")
        told = [KIT.words.choice(decision, view, NAMES, token) for token in decision.tokens]
        assert [each.partition(" (")[2] for each in told] == ["3 miners)", "1 miner)"]


@pytest.mark.parametrize("setting", list(settings(12, "told")), ids=str)
def test_every_event_has_its_words(setting: Setting) -> None:
    """No seat's number stands in for a name, and parts keep within the limit."""
    rng = random.Random(setting.seed)
    game, events = setting.start(), list[Event]()
    while not game.over:
        events += game.play(*choose(game, rng))
    parts_told = KIT.words.sentences(events, NAMES)
    assert all(len(part) <= LIMIT for part in parts_told)
    assert not any(f"P{seat} " in part for part in parts_told for seat in range(1, 6))


@pytest.mark.parametrize(
    "name",
    [
        "*b* _i_ ~s~ |x| `c`",
        "@everyone",
        "<@123>",
        "<t:0:R>",
        "# big",
        "- item",
        "> q",
        "[x](https://a.b)",
        "a\n# b",
        "‮x",
        "",
    ],
)
def test_names_are_harmless(name: str) -> None:
    """A name leads to no markup, mention, link, heading or line break."""
    made = shown(name)
    assert "\n" not in made
    assert not marks(made)
    assert "‮" not in made
    assert made[0] not in "#->+*"
    assert made
    assert len(label(made)) <= 20


@pytest.mark.parametrize("name", [*HOSTILE.values(), "a\\*b\\", "‹ \\[", "#1", "🧡 x", "x://y"])
def test_on_a_label_people_are_called_what_they_are_called(name: str) -> None:
    assert label(shown(name, 99)) == " ".join(name.split())
    assert not marks(shown(name, 99))


def test_what_was_typed_is_quoted_whatever_it_is() -> None:
    """It cannot end the code span that it is in."""
    assert quoted("pass") == "`pass`"
    assert quoted("``` <@1>\nx").count("`") == 2
    assert "\n" not in quoted("a\nb")
    assert quoted(" ") == quoted("\u200b") == "` `", "nobody is named by it"


@pytest.mark.parametrize("letter", ["x", "я", "天", "🧙"])
def test_a_part_takes_no_more_bytes_than_discord_can_keep(letter: str) -> None:
    """Discord keeps some 10,000 bytes of a message, with its buttons."""
    made = parts([letter * 5000, *[letter * 200] * 50])
    assert all(len(part) <= LIMIT and len(part.encode()) <= 2 * LIMIT + 2 for part in made)
    assert min(len(part.encode()) for part in made[:-1]) > LIMIT - 200


def test_long_texts_come_in_parts() -> None:
    """Nothing is lost between parts."""
    lines = [f"line {number} " + "x" * 50 for number in range(300)]
    made = parts(lines)
    assert "\n".join(made).split("\n") == lines
    assert all(len(part) <= LIMIT for part in made)


def test_what_is_in_force_names_all_whom_it_hits_once() -> None:
    """Four rows of Lassitude are one line, and so are the four gems of an Intensify."""
    view = Setting(3, "first-game", "rulebook", "force").start().view(None)
    view["effects"] = [
        {"source": "5B", "seat": "P1", "count": 2},
        {"source": "5B", "seat": "P2", "count": 2},
        *({"source": "20A", "seat": "P1", "gem": gem} for gem in ("ruby", "emerald", "sapphire", "diamond")),
    ]
    assert list(map(bare, in_force(Facts(view, "", NAMES)))) == [
        "**Lassitude**: Anna and Bo must do without 2 miners",
        "**Intensify**: major gems make two levels each for Anna",
    ]


@pytest.mark.parametrize(
    ("casters", "whom"), [(["P1"], "except for Anna"), (["P1", "P2"], "for everybody: Anna and Bo cast it")]
)
def test_whoever_casts_subsidence_is_bound_by_that_of_another(casters: list[str], whom: str) -> None:
    """As with Barrier, nobody is spared if several cast it (ruling 39)."""
    view = Setting(3, "first-game", "rulebook", "force").start().view(None)
    view["effects"] = [{"source": "4B", "seat": seat, "count": 2} for seat in casters]
    assert in_force(Facts(view, "", NAMES)) == [f"**Subsidence**: two miners at most on a site I, {whom}"]


def test_what_several_cast_on_one_victim_adds_up_in_words() -> None:
    """Two Suspensions skip two turns (ruling 14), two Lassitudes take four miners (ruling 19)."""
    view = Setting(3, "first-game", "rulebook", "force").start().view(None)
    view["effects"] = [
        *({"source": "1B", "seat": seat, "count": 1} for seat in ("P1", "P2", "P1")),
        *({"source": "5B", "seat": seat, "count": 2} for seat in ("P1", "P2", "P1")),
    ]
    assert list(map(bare, in_force(Facts(view, "", NAMES)))) == [
        "**Suspension**: Anna will skip two assignment turns",
        "**Suspension**: Bo will skip an assignment turn",
        "**Lassitude**: Anna must do without 4 miners",
        "**Lassitude**: Bo must do without 2 miners",
    ]


def test_nobody_is_said_to_skip_a_turn_who_has_no_group_left_to_assign() -> None:
    """Suspension waits for a turn in which its victim could assign; if none comes, nothing happens (ruling 40)."""
    view = Setting(3, "first-game", "rulebook", "force").start().view(None)
    view["effects"] = [{"source": "1B", "seat": seat, "count": 1} for seat in ("P1", "P2", "P3")]
    view["players"]["P1"]["miners"], view["players"]["P2"]["miners"], view["players"]["P3"]["miners"] = 0, 1, 2
    assert list(map(bare, in_force(Facts(view, "", {})))) == [
        "**Suspension**: nothing left to skip for P1 and P2",
        "**Suspension**: P3 will skip an assignment turn",
    ]


@pytest.mark.parametrize(
    ("miners", "told"), [(2, "will skip an assignment turn"), (1, "has no assignment turn left to skip")]
)
def test_who_is_suspended_is_told_whether_a_turn_is_left_to_skip(miners: int, told: str) -> None:
    """Also by the spell itself, where the victim's miners are gone before it is cast."""
    game = scenario.set_up(scenario.read(SUSPENDING.replace("{miners}", str(miners)))[0])
    [suspended] = [event for event in game.play("P1", "1B") if event.kind == "suspended"]
    assert log.sentences([suspended], NAMES) == [f"Anna suspended Bo, who {told}."]


def test_those_who_are_dealt_cards_are_told_in_one_line_whoever_reads_it() -> None:
    """One's own cards, which only oneself is told about, are in between."""
    events = [
        Event("was_dealt", "P1", {"count": 3}),
        Event("drew", "P1", {"spells": ["1A", "2A", "3A"]}, ("P1",)),
        Event("was_dealt", "P2", {"count": 3}),
    ]
    names = {"P1": "Ann", "P2": "Bob"}
    drawn = [Event("drew_one", "P1", {}), Event("drew", "P1", {"spells": ["1A"]}, ("P1",)), Event("drew_one", "P2", {})]
    assert [line[:9] for line in KIT.words.told(drawn, names, "P1")] == ["You drew ", "Bob drew "]
    assert "a spell" not in KIT.words.told(drawn, names, "P1")[0]
    assert KIT.words.told(events, names, "P1")[0] == "You and Bob drew three spells each for research."
    assert len(KIT.words.told(events, names, "P1")) == 2
    assert KIT.words.sentences([events[0], events[2]], names) == ["Ann and Bob drew three spells each for research."]


FULL_HANDS = """
[[scenario]]
title = "full hands"
players = 3
turn = 3
step = "research"
library = ["1A", "2A", "3A", "4A", "5A", "6A", "7A", "8A", "9A"]
[scenario.P1]
hand = ["11A", "12A", "13A", "14A", "15A"]
[scenario.P2]
adepts = ["amethyst"]
hand = ["16A", "17A", "18A", "19A", "20A"]
[scenario.P3]
hand = ["10A", "20A"]
"""


def test_research_is_told_to_be_done_once_and_what_came_of_it_after_that() -> None:
    """Whoever discards for the hand limit, and whatever levels are gained in between."""
    game = scenario.set_up(scenario.read(FULL_HANDS)[0])
    told = [event for move in ("P1 2A", "P1 11A", "P3 pass", "P2 4A", "P2 16A") for event in game.play(*move.split())]
    names = {"P1": "Anna", "P2": "Bo", "P3": "Cid"}
    said = [bare(line) for line in KIT.words.sentences([each for each in told if each.visible_to(None)], names)]
    done, *rest = said[: said.index(next(line for line in said if "Phase IV" in line))]
    assert done == "Research is done. Spells in hand: Anna 5, Bo 5 and Cid 2."
    assert [line.replace(",", "").split()[:2] for line in rest] == [
        ["Anna", "discarded"],
        ["Bo", "as"],
        ["Bo", "discarded"],
    ]
    own = [bare(line) for line in KIT.words.told([each for each in told if each.visible_to("P1")], names, "P1")]
    assert [line for line in own if "done" in line] == ["Research is done. Spells in hand: you 5, Bo 5 and Cid 2."]


@pytest.mark.parametrize("setting", list(settings(3, "last lines")), ids=str)
def test_the_last_lines_are_those_of_all(setting: Setting) -> None:
    """They are worded without the earlier ones, since a board is written after every move."""
    rng = random.Random(setting.seed)
    game, events = setting.start(), list[Event]()
    while not game.over:
        events += game.play(*choose(game, rng))
        seen = [event for event in events if event.visible_to(None)][-60:]
        found = [line.text for line in log.last_lines([Run(seen, NAMES)])]
        assert found == KIT.words.sentences(seen, NAMES)[-len(found) :]


def test_the_log_speaks_to_its_reader() -> None:
    events = [Event("advanced", "P1", {"gem": "topaz", "stage": 2}), Event("cast", "P2", {"spell": "1A"})]
    own, other = KIT.words.told(events, {"P1": "Ann", "P2": "Bob"}, "P1")
    assert own.startswith("Your ")
    assert other.startswith("Bob cast")
    plain, _ = KIT.words.sentences(events, {"P1": "Ann", "P2": "Bob"})
    assert plain.startswith("Ann's ")


GROUPS = {
    "put 3 miners on citrine 2": "citrine.2x3",
    "Assign three miners to the second citrine site, please": "citrine.2x3",
    "3 on the first site of ruby": "ruby.1x3",
    "diamond I with four miners": "diamond.1x4",
    "second diamond site 3 miners": "diamond.2x3",
    "site 2 of the onyx mine with 4 miners": "onyx.2x4",
    "four miners to emerald one": "emerald.1x4",
    "ruby 2 x 3": "ruby.2x3",
    "saphire ii 2 miners": "sapphire.2x2",
    "2 amethists I": "amethyst.1x2",
    "5 miners on ruby 2": "ruby.2x5",
    "1 miner on topaz 1": "topaz.1x1",
    "3 to site 2 of topaz": "topaz.2x3",
    "put 1 on topaz 2": "topaz.2x1",
    "2 x topaz 3": "topaz.3x2",
    "site 3, ruby, 2 miners": "ruby.3x2",
    "4 on the 2nd spot of onyx, pls": "onyx.2x4",
    "I want 2 on onyx 1": "onyx.1x2",
    "saphire 3 at one": "sapphire.1x3",
    "ruby: two on 3": "ruby.3x2",
    "3 onto 2, ruby": "ruby.2x3",
    "3 on the 2 ruby": "ruby.2x3",
    "emerald #2 with 3": "emerald.2x3",
    "#2 emerald 3": "emerald.2x3",
    "ruby site 2 miners 3": "ruby.2x3",
    "o2 3": "onyx.2x3",
    "ruby, second site, three miners": "ruby.2x3",
    "0 on onyx 1": "onyx.1x0",
    "pay 3 to ruby 1": "",
    "ruby site 1 site 3": "",
    "ruby.2.3": "",
    "move 3 miners to ruby 1": "ruby.1x3",
    "move 3 miners from ruby 1": "",
    "keep 3 on ruby 1": "",
    "at 3 2 ruby": "",
    "ruby 3 to 1": "",
    "ruby 1 4": "",
    "ruby 2 3": "",
    "2 3 ruby": "",
    "don't put 3 on ruby 2": "",
    "not 3 on ruby 2": "",
    "citrine 2": "",
    "ruby": "",
    "3 miners on ruby 1 and 2 on topaz 1": "",
    "3 miners on ruby 1, then cast a spell": "",
    "2 3 4 ruby": "",
}


@pytest.mark.parametrize("said", GROUPS)
def test_a_group_is_told_by_a_mine_a_site_and_miners_in_any_words(said: str) -> None:
    """Whether it is legal or not: then the refusal gives the rule. Nothing ambiguous is guessed."""
    game = Setting(3, "first-game", "rulebook", "said").start()
    [(seat, decision)] = game.pending.items()
    found = KIT.words.spelled(decision, game.view(seat), said)
    assert found == (f"assign {GROUPS[said]}" if GROUPS[said] else "")


@pytest.mark.parametrize(
    ("said", "spell"),
    [
        ("cast transmission", "12A"),
        ("Transmision", "12A"),
        ("12a", "12A"),
        ("I cast 12 A", "12A"),
        ("play purge", "11A"),
    ],
)
def test_a_spell_is_told_by_its_name_or_number(said: str, spell: str) -> None:
    decision = Decision("P1", "cast", ("pass",), "", {}, "")
    assert KIT.words.spelled(decision, {}, said) == f"cast {spell}"
    for none in ("cast something nice", f"don't {said}", f"no {said}", f"not {said}", f"{said} never"):
        assert KIT.words.spelled(decision, {}, none) == ""


@pytest.mark.parametrize("kind", ["mine", "type", "siphon", "realign"])
def test_a_gem_is_told_by_its_name_in_the_plural_too(kind: str) -> None:
    decision = Decision("P1", kind, ("ruby", "pass"), "", {}, "")
    for said in ("rubies", "name rubies", "the ruby mine", "my ruby battery please", "a rubby"):
        assert KIT.words.spelled(decision, {}, said) == f"{kind} ruby"
    for none in ("no rubies", "not ruby", "ruby and onyx", "ruby ruby", "gems", "ruby stage 2"):
        assert KIT.words.spelled(decision, {}, none) == ""


def test_the_gems_that_telekinesis_takes_may_be_counted() -> None:
    """As its preview counts them; where no gems are taken a number says something else."""
    for source, found in (("8A", "mine emerald"), ("3B", "")):
        decision = Decision("P1", "mine", ("ruby", "emerald"), source, {}, "")
        for said in ("Take 2 emeralds", "two emeralds", "take 2 gems out of the emerald mine", "get 2 from emerald"):
            assert KIT.words.spelled(decision, {}, said) == found
        for none in ("3 emeralds", "2 emeralds and 2 rubies"):
            assert KIT.words.spelled(decision, {}, none) == ""


def test_a_group_of_the_rounds_is_not_told_as_asked_for_by_backlash() -> None:
    """A review names the spell that asked for a choice. Whether Backlash was used is said of the group itself."""
    plain, pushed = (Decision("P1", "assign", ("topaz.1x2", "topaz.1x2!"), source, {}, "") for source in ("2A", "2B"))
    view = Setting(2, "battlefield", "rulebook", "label").start().view("P1")
    assert KIT.words.source(plain) == "Initiative (2A)"
    assert KIT.words.source(pushed) == ""
    assert KIT.words.move(pushed, view, NAMES, "topaz.1x2!").startswith("2 miners after a push to Topaz I")


TAGGED = """
[[scenario]]
title = "tags"
players = 2
turn = 3
phase = "{phase}"
P1 = {{ hand = ["{spell}"], mana = 9, battery = {{ emerald = 1, amethyst = 1, sapphire = 1, onyx = 2 }} }}
P2 = {{ hand = ["1A"], mana = 4, queue = {{ ruby = [0, 0, 2] }} }}
{sites}
"""


@pytest.mark.parametrize(
    ("spell", "phase", "kind", "attack"),
    [
        ("7A", "II", "withdrew", False),
        ("18A", "V", "fell", False),
        ("14B", "III", "discarded", True),
        ("16B", "V", "returned", True),
        ("11B", "III", "fell", True),
    ],
)
def test_an_attack_is_what_one_does_to_others_not_to_oneself(spell: str, phase: str, kind: str, attack: bool) -> None:
    """The log can be narrowed to attacks: miners that leave by Extraction and mana paid for Inflation are none."""
    sites = '[scenario.sites]\n"topaz.1" = "P1x2"' if phase == "II" else ""
    game = scenario.set_up(scenario.read(TAGGED.format(spell=spell, phase=phase, sites=sites))[0])
    events = [*game.play("P1", spell)]
    while game.kind("P1") not in (None, "cast", "research") and game.step == "cast":
        events += game.play("P1", game.legal("P1")[0])
    [found, *_] = [event for event in events if event.kind == kind]
    assert (log.ATTACKS in log.tagged(found)) is attack
