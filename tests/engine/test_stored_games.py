"""A waiting game is plain data: stored, copied or replayed at any question, it continues exactly as before."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from game.adepts import Game
from game.adepts.kit import KIT
from game.core.errors import BadPosition
from game.core.history import play, replay, write
from game.core.records import Move
from tests.games.stored import Change, Position, drop, put, puts
from tests.playouts import Setting, choose, playout, some_settings

GAMES = some_settings("stored")


def face(game: Game) -> tuple[object, ...]:
    """Return all that can be asked of a game."""
    pending = {seat: (d.kind, d.tokens, d.source, d.data, d.text) for seat, d in game.pending.items()}
    return game.to_dict(), pending, {seat: game.legal(seat) for seat in game.seats}, game.scores


@pytest.mark.parametrize("setting", GAMES, ids=str)
def test_a_game_stored_at_every_question_plays_on_to_the_same_end(setting: Setting) -> None:
    """At every ply the game read back from JSON has the same position, questions and tokens, and then replaces the
    original."""
    rng = random.Random(setting.seed)
    game = setting.start()
    while not game.over:
        stored = json.dumps(game.to_dict())
        twin = Game.from_dict(json.loads(stored))
        assert face(twin) == face(game)
        seat, token = choose(game, rng)
        assert game.play(seat, token) == twin.play(seat, token)
        assert game.to_dict() == twin.to_dict()
        if rng.random() < 0.5:
            game = twin


@pytest.mark.parametrize("setting", GAMES[::4], ids=str)
def test_a_copy_shares_nothing_that_moves(setting: Setting) -> None:
    """Playing on with a copy leaves the original as it was, at every ply."""
    rng = random.Random(setting.seed)
    game = setting.start()
    while not game.over:
        before = face(game)
        copy = game.copy()
        assert face(copy) == before
        for _ in range(12):
            if not copy.over:
                copy.play(*choose(copy, rng))
        assert face(game) == before
        game.play(*choose(game, rng))


@pytest.mark.parametrize("setting", GAMES[::3], ids=str)
def test_a_record_replays_to_the_same_position(setting: Setting) -> None:
    """The seed and the moves reproduce the game exactly (notation, "Record")."""
    game, moves = playout(setting)
    record = write(KIT, game, moves, [f"Player {i}" for i in range(setting.players)])
    assert replay(record).to_dict() == game.to_dict()


def test_a_refused_move_leaves_the_game_and_the_moves_untouched() -> None:
    """Errors leave the game as it was."""
    game, moves = Game.new(2, seed="refused"), list[Move]()
    before = face(game)
    for seat, token in (("P1", "topaz.1x9"), ("P2", "topaz.1x9"), ("P1", "nonsense"), ("P7", "pass"), ("P1", "")):
        with pytest.raises(Exception, match=f"{seat} "):
            play(game, moves, seat, token)
    assert face(game) == before
    assert not moves


@pytest.mark.parametrize(
    "spoil",
    [
        lambda d: d.pop("mines"),
        lambda d: d["more"].update(version=99),
        lambda d: d.pop("more"),
        lambda d: d["players"]["P1"].update(hand=["99Z"]),
        lambda d: d["more"]["agenda"].append(["Nonsense"]),
        lambda d: d.update(first="P9"),
        lambda d: d["players"]["P1"]["queue"].pop("ruby"),
        lambda d: d["more"]["agenda"].clear(),
        lambda d: d["more"]["agenda"].append(["Assign"]),
        lambda d: d["more"]["agenda"].append(["Do", "no_such_step", []]),
        lambda d: d["more"]["agenda"].append(["Assign", "P1", 0]),
        lambda d: d["more"]["agenda"].append(["Assign", -1, 0]),
        lambda d: d["more"]["agenda"].append(["Choice", "3B", 0, None, None, []]),
        lambda d: d.update(turn="two"),
        lambda d: d.update(first="P4"),
        lambda d: d.update(pending={}),
        lambda d: d["mines"]["ruby"].update(stock=-5),
        lambda d: d["players"]["P2"]["battery"].update(onyx=11),
        lambda d: d["library"].extend(["1A"] * 9),
        lambda d: d["players"]["P1"]["queue"]["ruby"].append(0),
        lambda d: d["players"]["P1"]["queue"]["ruby"].pop(),
        lambda d: d["mines"]["ruby"]["sites"].append(None),
        lambda d: d["mines"]["ruby"]["sites"].__setitem__(0, ["P1", "4"]),
        lambda d: d["more"]["agenda"].insert(0, ["Do", "put_away", ["1A"]]),
        lambda d: d["more"]["agenda"].insert(0, ["Do", "no_such_step", []]),
        lambda d: d["more"].update(sealed=[0, [2, 2, 2], [["P1"]]]),
        lambda d: d["more"].update(uses=None),
        lambda d: d.update(ply=None),
    ],
)
def test_data_that_is_no_game_is_refused(spoil: object) -> None:
    """Raises BadPosition, never anything else."""
    data = Game.new(3, seed="spoilt").to_dict()
    assert callable(spoil)
    spoil(data)
    with pytest.raises(BadPosition):
        Game.from_dict(data)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (put("players", "P2", "mana", value="1"), "players.P2: '1' is not a number from 0 up"),
        (put("library", 0, value="7A"), "players: the deck has 3 of '7A', and there are 4"),
        (put("over", value=0), "over: it says 0 in turn 1, phase I"),
        (put("step", value="process"), "step: 'process' is no step of phase I"),
        (put("processing", value="P1"), "processing: nobody processes gems in the step 'assign'"),
    ],
)
def test_who_reads_a_position_that_cannot_be_is_told_where(change: Change, told: str) -> None:
    data = json.loads(json.dumps(Game.new(3, seed="spoilt").to_dict()))
    change(data)
    with pytest.raises(BadPosition) as refusal:
        Game.from_dict(data)
    assert str(refusal.value) == told


def test_a_position_can_be_altered_by_hand() -> None:
    """Cards may be exchanged or left out, hands in any order, and nothing that follows from that need be put right."""
    game = Game.new(2, seed="altered")
    data = json.loads(json.dumps(game.to_dict()))
    data["players"]["P1"]["hand"], data["library"] = [*reversed(data["library"][:3])], data["library"][3:5]
    again = Game.from_dict(data)
    assert Counter(again.view("P1")["players"]["P1"]["hand"]) == Counter(data["players"]["P1"]["hand"])
    assert (again.view(None)["players"]["P1"]["hand_size"], again.view(None)["library_size"]) == (3, 2)


def no_agendas(position: Position) -> list[Change]:
    """Return changes of what is still to be done in a position, and of what is kept for it, that make it another's."""
    agenda = position["more"]["agenda"]
    *_, (name, *values) = agenda
    found = [drop("more", "agenda", place) for place in range(len(agenda))]
    found += [
        put("more", "agenda", value=[*agenda[:place], *agenda[place - 1 :]]) for place in range(1, len(agenda) + 1)
    ]
    found += [put("more", "agenda", 0, value=["Do", "end_phase", []]), put("more", "agenda", -2, 0, value="Nap")]
    found += [put("more", "aside", value=[]), put("more", "aside", 0, value=["1A"])]
    match name, values:
        case "Study", [_, rows]:
            found += [put("more", "sealed", value=None), put("more", "sealed", 1, value=[])]
            found += [put("more", "agenda", -1, 2, 0, 1, value=["20A", "20B"])] if rows else []
        case "Siphoning", _:
            found += puts("more", "agenda", -1, 2, 0, values=[99, "x"])
        case "Realigning", _:
            found.append(put("more", "agenda", -1, 3, 0, value="x"))
        case "Choice", ["7B" | "14A", *_, [_, *_]]:
            found += puts("more", "agenda", -1, 5, values=[["P1"], [None]])
    if name in ("Choice", "Pay"):
        found += [put("players", seat, "in_play", value=[]) for seat in position["players"]]
    return found


def test_what_is_still_to_be_done_follows_from_the_position() -> None:
    """At each kind of question a position is refused at once, not at the next move, if its agenda is another's."""
    seen = set[str]()
    for setting in GAMES:
        rng, game = random.Random(setting.seed), setting.start()
        while not game.over:
            [asked, *_] = game.pending.values()
            if (key := f"{asked.kind} {'chosen' in asked.data}") not in seen:
                seen.add(key)
                for change in no_agendas(game.to_dict()):
                    data = json.loads(json.dumps(game.to_dict()))
                    change(data)
                    if data != game.to_dict():
                        with pytest.raises(BadPosition):
                            Game.from_dict(data)
            game.play(*choose(game, rng))
    assert {"research False", "discard False", "pay False", "take True", "siphon False", "realign False"} <= seen
