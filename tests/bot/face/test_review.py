"""The panels of a review: Discord accepts them, whatever players are called and however much there is to say."""

from __future__ import annotations

from bot.components.ids import Verb
from bot.panels.review import Reviewed, review_panel, shared_review
from game.core.judging.telling import Account, MistakeInWords, Report
from game.core.layout import Button
from game.core.text.names import shown_names
from tests.bot.face.layouts import GAME, NAMES, components, text

LONG = shown_names(NAMES)["P3"]
DEAR = MistakeInWords(
    321,
    "Turn 8, Miner Assignment",
    NAMES["P3"],
    f"Take 4 amethysts from {LONG}'s stage 2",
    "Pay " * 30,
    "123 ± 10 mana",
    "queue −100, the others' queue +50, citrine title −20, the rest +47",
)
SHARES = (
    "Miner Assignment 311, Gem Production 113, Spell Research 108, Adept Selection 100, Gem Processing 100",
    "assigning miners 203, entering mines 167, casting 139, aiming spells 123, paying 100, choosing spells 99,"
    " using adepts 90, discarding 88",
)
DEAREST = tuple(DEAR._replace(ply=321 + number) for number in range(5))
ACCOUNT = Account("1332 mana lost by 123 of 158 choices", SHARES, "luck brought 117 mana", DEAREST)
MEANT = (
    "Each choice is weighed by what its player could see then.",
    "What is lost is how much further ahead of the others one could expect to end.",
)
REPORT = Report(
    dict.fromkeys(NAMES, ACCOUNT), (dict.fromkeys(NAMES, 283.4),) * 8, "Expected score", "after turn", MEANT
)


def test_the_largest_review_without_a_picture_fits_a_message() -> None:
    former = [f"{'W' * 32} had {'W' * 32}'s seat until turn {turn}." for turn in range(1, 9)]
    panel = review_panel(Reviewed(GAME, "*Ann*'s table", REPORT, NAMES, former), "P3", None, True)
    components(panel)
    told = text(panel)
    assert told.count("123 ± 10 mana") == told.count(f": {DEAR.why}") == 5
    assert told.count("1332 mana lost") == 5
    assert "After turn 4" in told
    assert "how much further ahead of the others one could expect to end" in told  # as a hint says it
    rests = [control.rest for control in panel.controls if isinstance(control, Button) and control.verb == Verb.REPLAY]
    assert rests == ["r321", "r322", "r323", "r324", "r325"]
    components(shared_review(Reviewed(GAME, "*Ann*'s table", REPORT, NAMES, former), None, "W" * 32))


def test_who_made_no_mistake_is_told_so_and_alone_there_is_nobody_to_choose() -> None:
    account = Account("no mistake found in 50 choices", (), "luck made no difference", ())
    panel = review_panel(
        Reviewed(GAME, "a table", REPORT._replace(accounts={"P1": account}, expected=({"P1": 3.0},)), {"P1": "Ann"}),
        "P1",
        None,
        False,
    )
    assert "**Ann** made no choice that was clearly a mistake." in text(panel)
    assert not list(panel.controls)
