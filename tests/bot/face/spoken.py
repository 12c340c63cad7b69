"""Everything that people are told in random games: log lines, questions, labels, notes, effects, refusals, alt texts.

``python -m tests.bot.face.spoken [GAMES]`` prints one example of each kind of sentence, to be read by somebody who
speaks English well. Sentences that differ only in names, figures, gems or spells count as one.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from game.adepts import Game
from game.adepts import boards as text
from game.adepts.kit import KIT
from game.adepts.panels.previews import effect
from game.adepts.panels.titles import confirm_label, heading, intro
from game.adepts.panels.tree import steps
from game.adepts.panels.ways import choices
from game.adepts.pictures import alt
from game.adepts.pictures.changes import changes
from game.adepts.rules.cards import SPELL_IDS
from game.adepts.rules.gems import GEM_NAMES, SEAT_NAMES
from game.adepts.rules.reader import ViewReader
from game.adepts.rules.spells import SPELLS
from game.adepts.rules.tokens import SITE_OF, SITE_TOKENS, STAGE_TOKENS, group_token
from game.adepts.words.explaining import explain
from game.adepts.words.facts import Facts
from game.adepts.words.force import in_force
from game.adepts.words.gems import SIGNS
from game.adepts.words.moves import move_label
from game.adepts.words.wording import tell
from game.core.decisions import Decision, Event
from game.core.errors import IllegalToken
from tests.playouts import Setting, choose, settings

NAMES = {"P1": "Anna", "P2": "Bo", "P3": "Cy", "P4": "Dee", "P5": "Eve"}

TOKENS = (
    "pass",
    *SEAT_NAMES,
    *GEM_NAMES,
    *SPELL_IDS,
    *SITE_TOKENS,
    *STAGE_TOKENS,
    *(f"P2:{token}" for token in STAGE_TOKENS),
    *(f"{token}+{token}" for token in SPELL_IDS),
    *(
        group_token(SITE_OF[site], count, push)
        for site in SITE_TOKENS
        for count in (1, 2, 3, 5)
        for push in (False, True)
    ),
    "mana",
    "major",
)
"""Tokens to try, legal or not."""


class Said(NamedTuple):
    """A sentence, what it is (such as "log" or "refusal cast"), and the seed of its game."""

    what: str
    text: str
    seed: str


def spoken(setting: Setting, share: float = 0.3) -> Iterator[Said]:
    """Yield what is said in a random game; only a share of the questions is looked at."""
    rng = random.Random(setting.seed)
    game = setting.start()
    yield from (Said(*said, setting.seed) for said in _told(game.events, setting.players))
    before = game.view(None)
    while not game.over:
        seat, token = choose(game, rng)
        if rng.random() < share:
            yield from (Said(*said, setting.seed) for said in _asked(game, seat, token, rng))
        events = game.play(seat, token)
        yield from (Said(*said, setting.seed) for said in _told(events, setting.players))
        if rng.random() < share / 3:
            view = game.view(None)
            seen = ViewReader(view)
            yield Said("alt board", alt.board(seen, NAMES, changes(seen, ViewReader(before)), None), setting.seed)
            yield Said("alt queues", alt.queues(seen, NAMES), setting.seed)
            yield from (
                Said("position", line, setting.seed) for line in "\n".join(text.position(view, NAMES)).split("\n")
            )
        before = game.view(None)


def _told(events: tuple[Event, ...], players: int) -> Iterator[tuple[str, str]]:
    for event in events:
        yield f"event {event.kind}", tell(event, NAMES)
    for seat in (None, *SEAT_NAMES[:players]):
        for line in KIT.words.sentences([event for event in events if event.visible_to(seat)], NAMES):
            yield "log", line


def _asked(game: Game, seat: str, token: str, rng: random.Random) -> Iterator[tuple[str, str]]:
    decision, view = game.pending[seat], game.view(seat)
    kind, facts = f"{decision.kind} {decision.source}", Facts(view, seat, NAMES)
    yield f"question {kind}", heading(decision, facts).split("\n", 1)[1]
    yield from ((f"intro {kind}", line) for line in intro(decision, facts, ()))
    yield f"label {kind}", move_label(decision, facts, token)
    if token != "pass":
        yield f"confirm {kind}", confirm_label(decision, token)
    yield from _ways(decision, facts, token, kind)
    if token != "pass" and decision.kind != "research":
        yield from ((f"effect {kind}", line) for line in effect(decision, facts, token))
    yield from (("in force", line) for line in in_force(facts))
    yield "alt hand", alt.hand(facts, seat)
    for wrong in rng.sample(TOKENS, 12):
        if wrong not in decision.tokens:
            yield f"refusal {kind}", refusal(game, seat, wrong)


def _ways(decision: Decision, facts: Facts, token: str, kind: str) -> Iterator[tuple[str, str]]:
    path = steps(decision.kind, decision.source, token)
    for at in range(len(path)):
        for way in choices(decision, facts, path[:at]):
            yield f"way {kind} {at}", f"{way.label} | {way.note}"


def refusal(game: Game, seat: str, token: str) -> str:
    """Return why the token is not legal, as the bot says it."""
    try:
        game.copy().play(seat, token)
    except IllegalToken as error:
        return explain(error.reason, NAMES, SIGNS)
    raise AssertionError(f"{token} was legal")


_VARIES = re.compile(
    "|".join(
        [r"\d+", *map(re.escape, NAMES.values()), *(spell.name for spell in SPELLS.values())]
        + [f"{gem}\\w*" for gem in (*GEM_NAMES, "rubies")]
        + ["[🧡♦️🟡🟩🔮💧🪨💎1️⃣\u2063]+", r"\bI+\b"]
    ),
    re.IGNORECASE,
)


def listing(games: int) -> dict[tuple[str, str], str]:
    """Return one sentence of each kind, by what it is and what is left of it without the parts that vary."""
    seen: dict[tuple[str, str], str] = {}
    for setting in settings(games, "spoken"):
        for said in spoken(setting):
            seen.setdefault((said.what, _VARIES.sub("_", said.text)), said.text)
    return seen


def main(arguments: list[Any]) -> None:
    """Print the listing."""
    for (what, _), said in sorted(listing(int(arguments[0]) if arguments else 24).items()):
        print(f"{what}\t{said}")


if __name__ == "__main__":
    main(sys.argv[1:])
