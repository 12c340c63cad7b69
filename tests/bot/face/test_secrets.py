"""No text shows what its reader may not know (rulings, 3; product, "Rules the bot keeps")."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest

from bot.tables.language.completion import choices
from game.adepts import Game
from game.adepts import boards as boards
from game.adepts.kit import KIT
from game.adepts.panels.hand import hand_panel
from game.adepts.rules.spells import SPELLS
from game.core.decisions import Event
from game.core.words import Run
from tests.bot.face.layouts import NAMES, panel, text
from tests.bot.face.spoken import refusal
from tests.engine.test_hidden import exchanged
from tests.playouts import Setting, choose, settings

NOW = datetime(2026, 11, 20, tzinfo=UTC)


def public(game: Game, events: list[Event]) -> str:
    """Return all that an onlooker can read."""
    view = game.view(None)
    seen = [event for event in events if event.visible_to(None)]
    waiting = dict.fromkeys(game.asked, NOW)
    parts = [*boards.queues(view, NAMES), *boards.position(view, NAMES), *KIT.words.sentences(seen, NAMES)]
    return "\n".join([text(boards.board(view, NAMES, waiting, [Run(seen, NAMES)])), *parts])


def private(game: Game, seat: str) -> str:
    """Return all that a player can read besides."""
    seen = [text(hand_panel(game.view(seat), seat, NAMES))]
    if seat in game.asked:
        decision, view = game.pending[seat], game.view(seat)
        seen.append(text(panel(game, seat)))
        seen += [label for typed in ("", "1", "topaz") for label, _ in choices(KIT, decision, view, NAMES, typed)]
        seen += [
            refusal(game, seat, token) for token in ("pass", "1A", "20B", "ruby.1x5") if token not in decision.tokens
        ]
    return "\n".join(seen)


@pytest.mark.parametrize("setting", list(settings(16, "dark")), ids=str)
async def test_texts_do_not_depend_on_what_is_hidden(setting: Setting) -> None:
    """If cards that the reader does not know are exchanged, the reader's texts are the same, letter for letter."""
    rng = random.Random(setting.seed)
    game, events, compared = setting.start(), list[Event](), 0
    while not game.over:
        seat, token = choose(game, rng)
        if rng.random() < 0.25:
            reader = rng.choice([None, *game.seats])
            twin = exchanged(game, reader, rng)
            assert public(twin, events) == public(game, events)
            if reader is not None:
                assert private(twin, reader) == private(game, reader)
            compared += 1
        events = (events + list(game.play(seat, token)))[-60:]
    assert compared > 10


@pytest.mark.parametrize("setting", list(settings(6, "names")), ids=str)
async def test_no_spell_is_named_in_public_that_is_not_open(setting: Setting) -> None:
    """Besides the list of the game's spells, public texts name only spells that were cast, discarded, in play or in
    force."""
    rng = random.Random(setting.seed)
    game, events = setting.start(), list[Event]()
    while not game.over:
        seat, token = choose(game, rng)
        if rng.random() < 0.2:
            view = game.view(None)
            seen = [event for event in events if event.visible_to(None)]
            shown = "\n".join(
                [text(boards.board(view, NAMES, {}, [Run(seen, NAMES)])), *KIT.words.sentences(seen, NAMES)]
            )
            told = {str(value) for event in seen for value in event.data.values()}
            negated = {"20B" for event in seen if event.data.get("voided")}
            open_now = {row["source"] for row in view["effects"]} | told | negated
            named = {card for card, spell in SPELLS.items() if spell.name in shown}
            assert named <= open_now
        events = (events + list(game.play(seat, token)))[-60:]


async def test_the_seed_is_told_only_at_the_end() -> None:
    """The sheet of a running game ignores the seed; the final one shows it (ruling 2)."""
    game = Setting(2, "first-game", "rulebook", "a-secret-seed").start()
    assert game.seed not in public(game, list(game.events))
    assert game.seed not in "\n".join(boards.score(game.standing(), NAMES))
    assert game.seed not in "\n".join(boards.score(game.standing(), NAMES, game.seed))
    assert game.seed in text(boards.final(game.standing(), NAMES, game.seed))
