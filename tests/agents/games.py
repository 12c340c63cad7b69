"""Games between computer players of Adepts, and the kinds of questions there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, repeat
from random import Random
from typing import NamedTuple

from agents import Policy, named
from game.adepts import Game
from game.adepts.kit import KIT
from game.core.decisions import Decision
from game.core.search import Late

KINDS = {
    *("cast", "pay", "enter", "assign", "again", "place", "opponent", "mine", "site", "from", "to", "miner"),
    *("give", "take", "gem", "steal", "stage", "yield", "type", "class", "purge", "take-spell", "realign"),
    *("siphon", "research", "draw", "discard"),
}
"""Every kind in the notation."""

ASKED_BY = {
    "opponent": {"1B", "12B", "15B"},
    "mine": {"3B", "8A", "8B", "emerald"},
    "site": {"6B", "10B"},
    "stage": {"9A", "14A"},
    "take-spell": {"15A", "15B"},
    "type": {"13B", "16B", "17A", "17B", "18A", "18B", "diamond"},
}
"""The kinds that several spells or adepts ask, each for another purpose."""


class Asked(NamedTuple):
    """A question, and the game that it is asked in."""

    game: Game
    decision: Decision


def late_after(trials: int) -> Late:
    """Return a clock that says that time is up after being read so often, so that each question gets the same time."""
    return chain(repeat(False, trials), repeat(True)).__next__


def questions(game: Game, rng: Random) -> Iterator[Asked]:
    """Play a random game in which players rarely pass, and yield every question."""
    while not game.over:
        seat = rng.choice(game.asked)
        decision = game.pending[seat]
        yield Asked(game, decision)
        token = rng.choice(decision.tokens)
        if token == "pass" and rng.random() < 0.8:
            token = decision.tokens[0]
        game.play(seat, token)


def match(game: Game, players: Mapping[str, str], rng: Random) -> Game:
    """Play a whole game between these computer players (by seat) and return it."""
    policies: dict[str, Policy] = {seat: named(name, KIT) for seat, name in players.items()}
    while not game.over:
        seat, decision = next(iter(game.pending.items()))
        game.play(seat, policies[seat](game.view(seat), decision, rng))
    return game


def wins(games: int, players: int, spells: str, star: str = "greedy", others: str = "random") -> float:
    """Return the share of games from fixed seeds that `star` wins against `others`; a shared victory counts in part.

    `star` sits in each seat in turn.
    """
    won = 0.0
    for number in range(games):
        game = Game.new(players=players, spells=spells, seed=f"strength-{number}")
        seat = game.seats[number % players]
        match(game, {other: star if other == seat else others for other in game.seats}, Random(number))
        scores = game.scores or {}
        if scores[seat]["rank"] == 1:
            won += 1 / sum(line["rank"] == 1 for line in scores.values())
    return won / games


def margins(games: int, star: str, other: str) -> list[int]:
    """Return how many mana `star` is ahead in each of these two-player games from fixed seeds, in both seats in
    turn."""
    found = []
    for number in range(games):
        game = Game.new(players=2, spells="first-game", seed=f"strength-{number // 2}")
        mine, theirs = game.seats if number % 2 else reversed(game.seats)
        match(game, {mine: star, theirs: other}, Random(number))
        scores = game.scores or {}
        found.append(scores[mine]["total"] - scores[theirs]["total"])
    return found
