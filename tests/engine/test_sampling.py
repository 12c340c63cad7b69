"""Games that agree with what a seat knows: the same view and question, and nothing of what it does not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

from game.adepts import Game
from game.adepts.rules.cards import full_deck
from game.adepts.sampling import sample
from game.adepts.scenario import SCENARIOS
from game.core.decisions import Decision
from tests.agents.games import ASKED_BY, KINDS
from tests.games.positions import by_hand
from tests.playouts import choose, settings

AMBITION = {
    "title": "Ambition is cast while a group stands on a site",
    "players": 2,
    "turn": 2,
    "sites": {"topaz.1": "P1x3"},
    "P1": {"hand": ["1A"], "queue": {"topaz": [1, 0, 0]}},
}


def asked(games: int, prefix: str, often: int) -> Iterator[tuple[Game, str, Decision]]:
    """Yield questions of random games of two to five players with all selections and decks: at most `often` of each
    kind, evenly spread if they are frequent."""
    met = Counter[tuple[str, str, int]]()
    for setting in settings(games, prefix):
        game, rng = setting.start(), Random(setting.seed)
        while not game.over:
            seat = rng.choice(game.asked)
            decision = game.pending[seat]
            what = decision.kind, decision.source, len(decision.data.get("chosen", ()))
            met[what] += 1
            if met[what] <= often or game.ply % 97 == 0:
                yield game, seat, decision
            game.play(*choose(game, rng))


def unanswered(view: dict[str, Any], game: Game, seat: str) -> dict[str, Any]:
    """Return the view as if nobody else had answered yet in the current research, which is what `sample` goes by."""
    if view["step"] != "research":
        return view
    closed = {row["seat"] for row in view["effects"] if row["source"] == "13A"}
    others = {each: "research" for each in game.seats if each != seat and each not in closed}
    return {**view, "pending": {**others, seat: view["pending"][seat]}}


def cards(data: dict[str, Any]) -> Counter[str]:
    """Return all cards, wherever they are."""
    players = data["players"].values()
    hands = chain.from_iterable([*row["hand"], *row["drawn"], *row["in_play"]] for row in players)
    return Counter(chain(data["library"], data["discard"], chain.from_iterable(data["more"]["aside"]), hands))


def to_do(data: dict[str, Any]) -> list[Any]:
    """Return what is still to be done, without what no longer matters: who could not assign."""
    return [row[:2] if row[0] == "Assign" else row for row in data["more"]["agenda"]]


def test_a_sample_has_the_same_view_and_question_and_every_card() -> None:
    met = set()
    for game, seat, decision in asked(48, "sampling", 12):
        view = game.view(seat)
        twin = sample(view, decision, Random(game.ply))
        assert twin.view(seat) == unanswered(view, game, seat)
        assert twin.pending[seat] == decision
        whole = twin.to_dict()
        assert decision.private or to_do(whole) == to_do(game.to_dict())
        assert cards(whole) == Counter(full_deck(game._state.spells, game.deck))
        assert Game.from_dict(whole).to_dict() == whole
        met.add((decision.kind, decision.source))
    assert {kind for kind, _ in met} == KINDS
    assert met >= {(kind, source) for kind, sources in ASKED_BY.items() for source in sources}


def test_a_sample_of_a_position_set_up_by_hand_tells_groups_that_stood_there_from_those_of_a_spell() -> None:
    game = by_hand(SCENARIOS, **AMBITION)
    for token in ("1A", "ruby.1x1"):
        game.play("P1", token)
    decision = game.pending["P1"]
    assert (decision.kind, decision.data) == ("place", {"miners": 6, "chosen": ["ruby.1x1"]})
    assert sample(game.view("P1"), decision, Random(1)).pending["P1"] == decision


def test_whoever_has_answered_in_research_makes_no_difference() -> None:
    """Nor does what they have kept."""
    compared = 0
    for setting in settings(4, "sampling-research"):
        game, rng = setting.start(), Random(setting.seed)
        while not game.over:
            first = game.asked[0]
            decision = game.pending[first]
            if decision.private and len(game.asked) > 1:
                before = sample(game.view(first), decision, Random(3)).to_dict()
                later = game.copy()
                later.play(later.asked[1], rng.choice(later.legal(later.asked[1])))
                assert sample(later.view(first), later.pending[first], Random(3)).to_dict() == before
                compared += 1
            game.play(*choose(game, rng))
    assert compared > 20


def test_what_is_hidden_is_dealt_anew_each_time_and_evenly() -> None:
    """In 600 deals for the first question, the other's two cards are any of the 58 unseen ones, each spell by its
    number of copies."""
    game = Game.new(players=2, seed="dealt")
    [seat] = game.pending
    view, decision, rng = game.view(seat), game.pending[seat], Random(1)
    [other] = set(game.seats) - {seat}
    twins = [sample(view, decision, rng) for _ in range(600)]
    assert len({twin.seed for twin in twins}) == 600
    held = Counter(card for twin in twins for card in twin.to_dict()["players"][other]["hand"])
    unseen = Counter(full_deck(game._state.spells, game.deck)) - Counter(view["players"][seat]["hand"])
    for spell, copies in unseen.items():
        mean = 1200 * copies / unseen.total()
        assert abs(held[spell] - mean) < 4 * mean**0.5


def test_a_sample_is_played_to_its_end() -> None:
    for number, (game, seat, decision) in enumerate(asked(2, "sampling-end", 1)):
        twin, rng = sample(game.view(seat), decision, Random(number)), Random(number)
        while not twin.over:
            twin.play(*choose(twin, rng))
        assert twin.scores
