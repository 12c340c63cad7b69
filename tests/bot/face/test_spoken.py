"""Everything that people are told, checked against patterns that no text may match."""

from __future__ import annotations

import random
import re

import pytest

from game.adepts.kit import KIT
from game.adepts.rules.gems import GEM_NAMES
from game.core.english import plural
from game.core.text.names import YOU
from tests.bot.face.spoken import Said, spoken
from tests.playouts import Setting, choose, settings

THINGS = (*GEM_NAMES, "miner", "level", "spell", "card", "move", "player")
_SIGN = r"(?:[^\w\s]+ )?"
WRONG = {
    "a plural that is none": re.compile(
        rf"\b(?:0|[2-9]|\d\d+) {_SIGN}(?:\*\*)?(?:{'|'.join(THINGS)})\b(?! (?:battery |level|mine))"
    ),
    "a singular that is none": re.compile(rf"(?<![\d+−-])\b1 {_SIGN}(?:{'|'.join(map(plural, THINGS))})\b"),
    "a token": re.compile(r"\w@\w|\b(?:" + "|".join(GEM_NAMES) + r")\.\d"),
    "a ruling": re.compile(r"\(ruling|\[ruling"),
    "a seat": re.compile(r"\bP[1-5]\b"),
    "an article": re.compile(r"\ba (?:amethyst|emerald|onyx|adept|opponent)|\ban (?:topaz|ruby|miner)"),
    "a word twice": re.compile(r"\b([a-z]+|\d+) \1\b"),
    "a blank": re.compile(r"\{|\}|  +(?=[a-z])| [.,;:]|\bNone\b"),
    "another word for a title": re.compile(r"adept card"),
    "another word for digging": re.compile(r"\bproduc(?!tion)"),
}


@pytest.mark.parametrize("setting", list(settings(24, "read")), ids=str)
def test_nothing_that_is_told_jars(setting: Setting) -> None:
    """Numbers agree with their nouns; there are no tokens, rulings, seats or gaps; one term is used for one thing."""
    found = [(wrong, said) for said in spoken(setting) for wrong, look in WRONG.items() if look.search(said.text)]
    assert not found, "\n".join(f"{wrong}: {said.what}: {said.text}" for wrong, said in found[:20])


@pytest.mark.parametrize("setting", list(settings(12, "read")), ids=str)
def test_sentences_begin_and_end_as_sentences_do(setting: Setting) -> None:
    """Lines of the log, events and refusals begin with a capital, a figure or a sign, and end with a full stop."""
    for said in spoken(setting):
        if said.what.startswith(("event", "log", "refusal")) and not said.text.startswith("**"):
            assert said.text.endswith("."), said
            assert not said.text[0].islower(), said


@pytest.mark.parametrize("setting", list(settings(12, "labels")), ids=str)
def test_every_label_says_what_is_done(setting: Setting) -> None:
    """ "Draw a spell", not "Choose draw"."""
    labels = {said.text for said in spoken(setting, share=1) if said.what.startswith("label")}
    assert labels
    assert not [label for label in labels if label.startswith("Choose") or label == "Pass"]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Bo paid 2 ruby", "a plural that is none"),
        ("Bo dug 3 ♦️ ruby.", "a plural that is none"),
        ("1 miners left", "a singular that is none"),
        ("1 ♦️ rubies", "a singular that is none"),
        ("P1 paid diamond@1", "a token"),
        ("put on topaz.2", "a token"),
        ("closed (ruling 17)", "a ruling"),
        ("P2 drew a spell", "a seat"),
        ("Give back 1 1 onyx", "a word twice"),
    ],
)
def test_what_jars_is_found(text: str, wrong: str) -> None:
    assert WRONG[wrong].search(text)


def test_the_listing_hears_every_kind() -> None:
    """Log, questions, labels, notes, effects, refusals and what is in force are all included."""
    heard = {said.what.split()[0] for setting in settings(2, "heard") for said in spoken(setting)}
    assert heard >= {"event", "log", "question", "intro", "label", "confirm", "way", "effect", "refusal", "in", "alt"}


def test_said_knows_its_game() -> None:
    setting = next(settings(1, "known"))
    assert all(isinstance(said, Said) and said.seed == setting.seed for said in spoken(setting, share=0))


@pytest.mark.parametrize("setting", list(settings(8, "addressed")), ids=str)
def test_whoever_is_told_what_happened_is_you(setting: Setting) -> None:
    """In whatever sentence, with the right form of the verb; lines about others do not change."""
    rng, game, seen = random.Random(setting.seed), setting.start(), set[str]()
    names = {seat: f"Zed{seat[1:]}" for seat in game.seats}
    while not game.over:
        events = game.play(*choose(game, rng))
        for line, plain in zip(KIT.words.told(events, names, "P1"), KIT.words.sentences(events, names), strict=True):
            assert "Zed1" not in line
            assert YOU not in line
            assert (line == plain) == ("Zed1" not in plain)
            seen.add(line)
    said = " ".join(seen)
    assert "You dug" in said
    assert not re.search(
        r"\b[Yy]ou (is|was|has|goes|skips|does|holds|takes|gets)\b|\byou's|\. you|\byour (on|before)\b", said
    )
