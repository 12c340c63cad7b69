"""What is told of a move is what has changed: who knows how the table was, and hears what happens, knows how it is."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from game.core.decisions import Event
from tests.engine.positions import begun, lay_out
from tests.engine.reference.game import Reference
from tests.engine.reference.notation import BATTERY, GEMS, read
from tests.playouts import Setting, choose, settings

PHASES = 12
"""Phases from positions by chance, for each setting."""


class Listener:
    """Knows gems, batteries, mana and groups of a public view, and brings them up to date by what it hears."""

    def __init__(self, view: dict[str, Any]) -> None:
        players, mines = view["players"], view["mines"]
        self.queues = {seat: deepcopy(player["queue"]) for seat, player in players.items()}
        self.batteries = {seat: Counter(player["battery"]) for seat, player in players.items()}
        self.mana = {seat: player["mana"] for seat, player in players.items()}
        self.stocks = Counter({gem: mine["stock"] for gem, mine in mines.items()})
        self.groups = {gem: [mine["inside"], *mine["sites"]] for gem, mine in mines.items()}

    def hear(self, event: Event) -> None:
        """Bring up to date what one event concerns."""
        seat, data = event.seat or "", event.data
        gem, count, stage = data.get("gem", ""), data.get("count", 0), data.get("stage", 0)
        match event.kind:
            case "gained":
                self._move(seat, gem, stage, count)
                self.stocks[gem] -= count
            case "returned":
                self._move(seat, gem, stage, -count)
                self.stocks[gem] += count
            case "handed":
                self._move(seat, gem, stage, -count)
                self._move(data["taker"], gem, stage, count)
            case "paid":
                for part in data["price"].split("+"):
                    _, gem, place, count, _ = read(part)
                    if place == BATTERY:
                        self.batteries[seat][gem] -= count
                    else:
                        self._move(seat, gem, place, -count)
                        self.stocks[gem] += count
            case "processed":
                for gem, count in data["gems"].items():
                    self._move(seat, gem, 3, -count)
                    self.stocks[gem] += count
            case "charged" | "drained":
                self.batteries[seat][gem] += data["levels"] if event.kind == "charged" else -data["levels"]
            case "rose" | "fell":
                self.mana[seat] += data["mana"] if event.kind == "rose" else -data["mana"]
            case "placed":
                self._go(seat, data["site"], count)
            case "withdrew":
                self._go(seat, data["site"], -count)
            case "moved":
                self._go(seat, data["site"], -count)
                self._go(seat, data["to"], count)
            case "pushed":
                inside, first, second, _ = self.groups[data["mine"]]
                self.groups[data["mine"]] = [inside, None, first, second]
            case "began_phase" if data["phase"] == "III":
                self.groups = {gem: [None] * 4 for gem in GEMS}

    def _move(self, seat: str, gem: str, stage: int, count: int) -> None:
        self.queues[seat][gem][stage - 1] += count

    def _go(self, seat: str, site: str, count: int) -> None:
        at = read(site)
        owner, there = self.groups[at.gem][at.place] or (seat, 0)
        assert owner == seat
        self.groups[at.gem][at.place] = [seat, there + count] if there + count else None


@pytest.mark.parametrize("setting", list(settings(48, "events")), ids=str)
def test_what_is_told_of_a_move_is_what_has_changed(setting: Setting) -> None:
    """Gems, batteries, mana and groups; only that queues move on in phase V is not told."""
    rng, reference = random.Random(setting.seed), Reference(*setting)
    for _ in range(PHASES):
        lay_out(reference, rng)
        game = begun(reference)
        place = game.place
        while game.place == place and not game.over:
            before = game.view(None)
            listener = Listener(before)
            for event in game.play(*choose(game, rng)):
                if event.to is None:
                    listener.hear(event)
            now = Listener(game.view(None))
            if game.phase == "V" or game.turn != before["turn"]:
                for each in (listener, now):
                    each.queues = {seat: {gem: sum(queue[gem]) for gem in GEMS} for seat, queue in each.queues.items()}
            assert vars(listener) == vars(now)
