"""What every game promises the rest of the program (`game.core.kit`), tested for each game found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import cache, reduce
from io import StringIO
from operator import getitem
from random import Random
from typing import NamedTuple

import pytest
from rich.console import Console

from agents import hurried
from bot.announcer.faces import BLANK, pictured
from bot.components import ids
from bot.components.render import rendered
from bot.panels.lobby import options_panel
from bot.tables import lobby_options
from drawing.picture import Picture
from game.core import history
from game.core.decisions import Decision, Event
from game.core.discover import by_tag, kit
from game.core.errors import BadPosition, MoveError
from game.core.kit import Kit
from game.core.layout import Button, Panel, Place, Select, Verb
from game.core.narrowing import WAYS
from game.core.program import TABLE
from game.core.protocol import Game
from game.core.records import Move
from game.core.scenario import NewGames
from game.core.text.names import unmarked
from game.core.words import Run
from tests.agents.games import late_after
from tests.games.finding import more, names
from tests.games.stored import comes_back, others, places, put, stays_while_a_copy_plays

PLACE = Place("abcdefgh", 99_999)
LONGEST_PATH, CONTENT, LABEL, COMPONENTS = 60, 4000, 100, 40
NAMES = {f"P{number}": name for number, name in enumerate(("Ann", "*Bob*", "`Cleo`", "Dan", "Eve", "Fay"), 1)}
IDS = {seat: f"10000000000000000{seat[1:]}" for seat in NAMES}
PICTURE = 150_000

every_game = pytest.mark.parametrize("name", names())


class Played(NamedTuple):
    """A random game: the positions before each move, the moves of its record, and its end."""

    before: tuple[Game, ...]
    moves: tuple[Move, ...]
    end: Game


def playouts(name: str) -> list[tuple[Kit, Played]]:
    """Return the kit with random games of the fewest and of the most players."""
    return [(kit(name), played(name, players)) for players in {kit(name).seats[0], kit(name).seats[-1]}]


@cache
def played(name: str, players: int, again: str = "") -> Played:
    with more():
        game = kit(name).new(players, kit(name).checked({}), f"contract {players}{again}")
    rng, before, moves = Random(f"{players}{again}" if again else players), [], list[Move]()
    while not game.over:
        before.append(game.copy())
        seat = rng.choice(list(game.asked))
        history.play(game, moves, seat, rng.choice(list(game.legal(seat))))
    return Played(tuple(before), tuple(moves), game)


def some(game: Played, most: int = 12) -> list[Game]:
    """Return about `most` positions, evenly spread over the game."""
    return list(game.before[:: max(1, len(game.before) // most)])


def questions(game: Played) -> Iterator[tuple[Game, Decision]]:
    """Yield the first question of each kind and source, and all questions of `some` positions."""
    seen = set()
    for at in game.before:
        for decision in at.pending.values():
            if (what := (decision.kind, decision.source)) not in seen:
                seen.add(what)
                yield at, decision
    for at in some(game):
        yield from ((at, decision) for decision in at.pending.values())


@every_game
def test_a_game_is_found_by_its_name_and_by_its_tag(name: str) -> None:
    assert kit(name).name == name
    assert name not in {TABLE, "play", "hand", "rules", "settings"}  # the bot's own commands
    assert by_tag(kit(name).tag) is kit(name)
    assert kit(name).suffix.startswith(".")
    assert kit(name).title


@every_game
def test_no_option_is_called_as_one_of_the_tables(name: str) -> None:
    assert not {option.name for option in kit(name).options} & lobby_options.OWN


@every_game
def test_whatever_is_changed_in_a_position_is_refused_or_comes_back(name: str) -> None:
    rng = Random(name)
    for which, game in playouts(name):
        for at in [*some(game), game.end]:
            stored = json.dumps(at.to_dict())
            paths = [*places(json.loads(stored))]
            for path in rng.sample(paths, min(60, len(paths))):
                for other in others(reduce(getitem, path, json.loads(stored))):
                    put(*path, value=other)(changed := json.loads(stored))
                    with suppress(BadPosition):
                        again = which.restore(changed).to_dict()
                        assert which.restore(json.loads(json.dumps(again))).to_dict() == again, (path, other)


@every_game
def test_a_position_is_plain_data_and_comes_back(name: str) -> None:
    for which, game in playouts(name):
        for at in [*some(game), game.end]:
            comes_back(at, which.restore)
            again = which.restore(at.to_dict())
            assert [again.view(seat) for seat in (None, *at.seats)] == [at.view(seat) for seat in (None, *at.seats)]


@every_game
def test_a_copy_shares_nothing_that_moves(name: str) -> None:
    for _, game in playouts(name):
        for at in some(game):
            stays_while_a_copy_plays(at, 1)


@every_game
def test_what_is_asked_is_what_is_legal(name: str) -> None:
    for _, game in playouts(name):
        for at in some(game):
            assert set(at.asked) == set(at.pending)
            for seat in at.seats:
                decision = at.pending.get(seat)
                assert at.kind(seat) == (decision.kind if decision else None)
                assert tuple(at.legal(seat)) == (decision.tokens if decision else ())
            seat, before = at.asked[0], at.to_dict()
            with pytest.raises(MoveError):
                at.copy().play(seat, "no-such-token")
            assert at.to_dict() == before
        assert not game.end.pending


@every_game
def test_what_somebody_chose_is_told_to_everybody_without_you(name: str) -> None:
    for which, game in playouts(name):
        for at, decision in questions(game):
            view = at.view(decision.seat)
            told = [which.words.choice(decision, view, NAMES, token) for token in decision.tokens[:WAYS]]
            assert not [each for each in told if re.search(r"\byou(rs?|rself)?\b", each, re.IGNORECASE)]


@every_game
def test_views_have_what_every_game_has(name: str) -> None:
    for _, game in playouts(name):
        for at in [*some(game), game.end]:
            for seat in (None, *at.seats):
                view = at.view(seat)
                assert json.loads(json.dumps(view)) == view
                assert {"turn", "phase", "over", "ply", "players", "pending"} <= view.keys()
                assert list(view["players"]) == list(at.seats)
                assert view["over"] == at.over
                assert set(view["pending"]) <= set(at.seats)


@every_game
def test_no_view_and_no_event_depends_on_the_seed(name: str) -> None:
    """What is yet to be drawn follows from the seed, so nobody may see any of it."""
    for which, game in playouts(name):
        for at in some(game):
            stored = json.dumps(at.to_dict())
            twin = which.restore(json.loads(stored.replace(json.dumps(at.seed), json.dumps("another"))))
            assert twin.seed == "another"
            for seat in (None, *at.seats):
                assert twin.view(seat) == at.view(seat)
                assert at.seed not in json.dumps(at.view(seat))
            assert all(at.seed not in json.dumps(event.data) for event in at.events)


@every_game
def test_a_secret_answer_shows_to_nobody_else(name: str) -> None:
    """While others are still asked, their views, events and questions do not depend on what somebody answers in
    private."""
    rng = Random(7)
    for which, game in playouts(name):
        for index, at in enumerate(game.before):
            seat = rng.choice(list(at.asked))
            decision = at.pending[seat]
            if not decision.private or len(at.asked) < 2:
                continue
            seen: dict[bool, list[object]] = {True: [], False: []}
            for token in rng.sample(decision.tokens, min(4, len(decision.tokens))):
                twin, moves = at.copy(), list(game.moves[:index])
                events = history.play(twin, moves, seat, token)
                others = [other for other in (None, *at.seats) if other != seat]
                shown = [(twin.view(other), visible(events, other), twin.pending.get(other or "")) for other in others]
                done = seat not in twin.pending  # others may see who has answered
                seen[done].append((shown, history.write_masked(which, twin, moves)))
            assert all(each == group[0] for group in seen.values() for each in group)


def visible(events: Iterable[Event], seat: str | None) -> list[Event]:
    return [event for event in events if event.visible_to(seat)]


@every_game
def test_what_is_asked_in_secret_has_a_name(name: str) -> None:
    """A kit that names a secret round (`secret`), to be asked by direct message, has private questions."""
    asked = [decision for which, game in playouts(name) for at in game.before for decision in at.pending.values()]
    assert asked
    assert not kit(name).secret or any(decision.private for decision in asked)


@every_game
def test_what_can_be_passed_ahead_is_declared(name: str) -> None:
    """*Pass ahead* is offered exactly in the games whose questions can be passed ahead."""
    which, games = kit(name), [game for _, game in playouts(name)]
    found = any(_asks_ahead(game) for game in games)
    if which.ahead and not found:  # such questions may be rare
        found = any(_asks_ahead(played(name, which.seats[-1], f" {again}")) for again in range(20))
    assert which.ahead == found


def _asks_ahead(game: Played) -> bool:
    return any(decision.ahead for at in game.before for decision in at.pending.values())


@every_game
def test_every_token_is_reached_by_a_panel(name: str) -> None:
    """Every token can be reached in short lists, by buttons that Discord accepts."""
    for which, game in playouts(name):
        for at, decision in questions(game):
            walk = which.panels.narrowing(decision, at.view(decision.seat))
            assert sorted(walk.leaves.values()) == sorted(decision.tokens)
            for path, token in walk.leaves.items():
                assert all(len(walk.options(path[:deep])) <= WAYS for deep in range(len(path)))
                assert len("/".join(path)) <= LONGEST_PATH
                ids.encode(Verb.MOVE, PLACE.game, PLACE.question, "/".join(path))
                assert walk.token_of(path) == token
            for path in list(walk.leaves)[:: max(1, len(walk.leaves) // 5)]:
                for deep in range(len(path) + 1):
                    _fits(which, at, decision, path[:deep])


def _fits(which: Kit, at: Game, decision: Decision, path: tuple[str, ...]) -> None:
    """Assert that the panel fits one message, and that something on it can be used."""
    panel = which.panels.decision(PLACE, decision, at.view(decision.seat), NAMES, path)
    assert sum(len(getattr(component, "words", "")) for component in panel.components) <= CONTENT
    controls = list(panel.controls)
    assert controls
    for control in controls:
        ids.encode(control.verb, control.place.game, control.place.question, control.rest)
        if isinstance(control, Select):
            assert 1 <= len(control.choices) <= WAYS
            assert len({choice.value for choice in control.choices}) == len(control.choices)
            assert all(choice.label and len(choice.value) <= LABEL for choice in control.choices)
        else:
            assert isinstance(control, Button)
            assert control.label


@every_game
def test_everything_has_words(name: str) -> None:
    """Questions, moves, refusals, events, places, positions and scores have texts that are not empty and fit a
    message."""
    for which, game in playouts(name):
        words = which.words
        for at, decision in questions(game):
            view = at.view(decision.seat)
            assert words.question(decision, NAMES)
            assert words.place(view)
            assert set(re.findall(r"\d+", words.asked(at.view(None), IDS))) >= {
                IDS[seat] for seat in at.pending
            }  # mentioned
            labels = [words.move(decision, view, NAMES, token) for token in decision.tokens]
            assert all(labels)
            assert len(set(labels)) == len(labels)
            with pytest.raises(MoveError) as refused:
                at.copy().play(decision.seat, "no-such-token")
            assert words.refused(refused.value, NAMES)
            assert 0 < max(map(len, words.position(view, NAMES))) <= CONTENT
        for at in game.before:
            assert all(words.tell(event, NAMES) for event in at.events)
        texts = [
            *words.sentences(game.end.events, NAMES),
            *words.score(game.before[-1].standing(), NAMES),
            *words.score(game.end.scores or {}, NAMES, game.end.seed),
        ]
        assert all(0 < len(text) <= CONTENT for text in texts)
        assert game.end.seed in texts[-1]


@every_game
def test_boards_and_exhibits_fit_a_message(name: str) -> None:
    for which, game in playouts(name):
        for at in some(game):
            board = which.panels.board(at.view(None), NAMES, {}, [Run(visible(at.events, None), NAMES)])
            panels = [board]
            for exhibit in which.panels.exhibits:
                for seat in at.seats if exhibit.private else ("",):
                    panels += exhibit.panels(at.view(seat or None), seat, NAMES, None)
            for panel in panels:
                assert 0 < sum(len(getattr(component, "words", "")) for component in panel.components) <= CONTENT


def public(which: Kit, game: Played, picture: Picture) -> Iterator[Panel]:
    """Yield what everybody sees of some positions and of the end, with a picture."""
    said = [Run(visible(game.end.events, None), NAMES)]
    for at in some(game):
        yield which.panels.board(at.view(None), NAMES, {}, said, picture)
    end = which.panels.final(game.end.scores or {}, NAMES, game.end.seed, picture)
    yield end.ending(*which.panels.last(game.end.view(None), NAMES, said, picture))


@every_game
def test_a_board_says_the_same_beside_any_picture(name: str) -> None:
    """It is made before its picture is drawn."""
    drawn = Picture(b"png", "described", "board.png")
    for which, game in playouts(name):
        blank, whole = (list(public(which, game, picture)) for picture in (BLANK, drawn))
        assert [pictured(panel, drawn) for panel in blank] == whole != blank


@every_game
def test_what_the_rules_say_of_a_moment_fits_a_message(name: str) -> None:
    """For everybody who can press *Rules*, at every question. No part may be empty, since Discord refuses that."""
    for made, game in playouts(name):
        if made.desk is None:
            continue
        for at in (*game.before, game.end):
            for seat in ("", *at.seats):
                told = made.desk.now(at.view(seat or None), seat, NAMES, at.pending.get(seat))
                if told is not None:
                    assert all(words.strip() for words in told[0].words)
                    assert sum(map(len, told[0].words)) <= CONTENT
                    assert sum(1 for _ in told[0].components) <= COMPONENTS


@every_game
def test_pictures_are_small(name: str) -> None:
    for which, game in playouts(name):
        if which.pictures is None:
            continue
        for at in (game.before[0], game.before[-1]):
            drawn = which.pictures.board(at.view(None), NAMES)(letters=False)
            assert len(drawn.data) <= PICTURE
            assert 0 < len(drawn.alt) <= 1024


@every_game
def test_descriptions_of_pictures_have_names_that_the_pictures_cannot_write(name: str) -> None:
    for which, game in playouts(name):
        if which.pictures is None:
            continue
        names = dict(zip(game.end.seats, "龍虎雀亀蛇", strict=False))
        for sketch in (which.pictures.board, which.pictures.score):
            told = sketch(game.end.view(None), names)(letters=False).alt
            assert all(called in told for called in names.values()), told


@every_game
def test_a_record_gives_the_game_again(name: str) -> None:
    for which, game in playouts(name):
        text = history.write(which, game.end, game.moves)
        recorded = history.read(text)
        assert recorded.kit is which
        assert recorded.replay().to_dict() == game.end.to_dict()
        assert recorded.history().start().to_dict() == game.before[0].to_dict()


@every_game
def test_a_record_that_was_read_is_written_as_it_was(name: str) -> None:
    for which, game in playouts(name):
        text = history.write(which, game.end, game.moves, list(NAMES.values())[: len(game.end.seats)])
        recorded = history.read(text)
        again, moves = recorded.start(), list[Move]()
        for step in list(recorded.record.lines):
            history.play(again, moves, step.move.seat, step.move.token)
        assert history.write(which, again, moves, list(NAMES.values())[: len(again.seats)]) == text


@every_game
def test_a_scenario_gives_the_game_again(name: str) -> None:
    """A scenario of a new game with all its moves holds if it expects the end as it was, and fails if it expects
    anything else."""
    for which, game in playouts(name):
        lines, start = [f"{move.seat} {move.kind} {move.token}" for move in game.moves], game.before[0]
        text = "\n".join(lines)
        table = {"title": "The same again", "players": len(start.seats), "seed": start.seed, "options": start.setup}
        key, value = next((key, value) for key, value in game.end.to_dict().items() if type(value) in (str, int))
        for expected, said in ((value, None), ([value], f"{key}: expected")):
            steps = [{"play": text, "expect": {key: expected}}]
            scenarios = NewGames(which)
            [scenario] = scenarios.read({"scenario": [{**table, "steps": steps}]})
            found = scenarios.run(scenario)
            assert found is None if said is None else said in (found or "")


SEATS = re.compile(r"\bP[1-9]\b")


@every_game
def test_people_are_called_by_their_names(name: str) -> None:
    """In all events and refusals, whatever was tried: neither seats nor rulings are named."""
    for which, game in playouts(name):
        tried = sorted({token for at in game.before for decision in at.pending.values() for token in decision.tokens})
        for at in game.before:
            for event in at.events:
                assert not SEATS.search(which.words.tell(event, NAMES)), event
        for at, decision in questions(game):
            for token in tried[:: max(1, len(tried) // 60)]:
                if token in decision.tokens:
                    continue
                with pytest.raises(MoveError) as refused:
                    at.copy().play(decision.seat, token)
                said = which.words.refused(refused.value, NAMES)
                assert said
                assert not SEATS.search(said.replace(token, "")), (token, said)
                assert "ruling" not in said


@every_game
def test_a_face_is_there_where_the_kit_says_so(name: str) -> None:
    """`has` tells it without building the face, so a face that a kit says it has may not be None."""
    optional = ("pictures", "film", "desk", "guide", "scenarios", "planning", "judge", "cautious")
    said = {face: kit(name).has(face) for face in optional}
    assert said == {face: getattr(kit(name), face) is not None for face in optional}
    assert said == {face: kit(name).has(face) for face in optional}


@every_game
def test_each_icon_has_a_sign(name: str) -> None:
    pictures = kit(name).pictures
    assert (pictures.icons() if pictures is not None else {}).keys() == kit(name).words.signs.keys()


@every_game
def test_the_end_on_a_terminal_says_who_has_won(name: str) -> None:
    """All players are named as they are, even where a name would be markup, and the result is stated."""
    for of, game in playouts(name):
        end = game.end
        console = Console(file=StringIO(), width=120)
        called = dict(zip(end.seats, ("Ann", "*Bob*", "[red]Cleo", "# Dan", "Eve_1", "Fay"), strict=False))
        with console.capture() as printed:
            console.print(of.terminal.position(end, end.view(None), called, console.width))
        rows = printed.get()
        assert all(said in rows for said in called.values()), rows
        unwon = unmarked(of.words.unwon(end.standing(), called))
        assert unwon in rows if unwon else re.search(r"\b(wins|share the victory|rank)\b", rows), rows


@every_game
def test_its_options_fit_one_message(name: str) -> None:
    """Discord counts nested components too."""
    assert options_panel(kit(name), PLACE.game, {}).size <= COMPONENTS


def test_seven_options_fit_without_pictures_and_hints_and_eight_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """One less if there are pictures, whose look is an option too, and one less again with a judge, as hints are an
    option."""
    toy = kit("toy")
    [option] = toy.options
    for count, fits in ((7, True), (8, False)):
        monkeypatch.setattr(type(toy), "options", [replace(option, name=f"option{n}") for n in range(count)])
        with nullcontext() if fits else pytest.raises(ValueError, match="maximum"):
            rendered(options_panel(toy, PLACE.game, {}))


@every_game
def test_the_setup_gives_the_game_again(name: str) -> None:
    for which, game in playouts(name):
        again = which.new(len(game.end.seats), game.before[0].setup, game.end.seed)
        assert again.to_dict() == game.before[0].to_dict()
        others = {which.new(len(game.end.seats), game.before[0].setup).seed for _ in range(2)}
        assert len(others - {None, game.end.seed}) == 2, "without a seed each game draws one of its own: new_seed()"
        for move in game.moves:
            again.play(move.seat, move.token)
        assert again.to_dict() == game.end.to_dict()


@every_game
def test_the_score_has_a_rank_for_everybody(name: str) -> None:
    for which, game in playouts(name):
        scores = game.end.scores
        assert scores is not None
        assert list(scores) == list(game.end.seats)
        assert min(line["rank"] for line in scores.values()) == 1
        assert len(which.result(game.end).split()) == 2 * len(scores)
        assert game.before[-1].scores is None


@every_game
def test_its_own_players_choose_what_is_legal(name: str) -> None:
    """An equal view, decision and generator give an equal answer."""
    for which, game in playouts(name):
        for at in some(game, 4):
            for player in which.players:
                decision = at.pending[at.asked[0]]
                view, clocks = at.view(decision.seat), [late_after(20) for _ in range(2)]
                chosen = {hurried(player.name, which, late)(view, decision, Random(1)) for late in clocks}
                assert len(chosen) == 1
                assert chosen <= set(decision.tokens)
