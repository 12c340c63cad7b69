"""Running a scenario: play its lines, run on, compare."""

from __future__ import annotations

import json
from typing import Any

from game.adepts.rules.game import Game
from game.adepts.rules.phases.turn import PHASES
from game.adepts.rules.scenario.format import Scenario, StepTable
from game.adepts.rules.scenario.setup import set_up

ALL_PASS = "all cast pass"


class Failed(Exception):
    """What a scenario does not hold: the refused line, or a path with what was expected and what there is."""


def run(scenario: Scenario) -> str | None:
    """Play a scenario to its end: None if it holds, else why it does not. Raises BadPosition if it cannot be set up."""
    runner = _Runner(set_up(scenario))
    try:
        for step in scenario.steps:
            runner.step(step)
    except Failed as failure:
        return str(failure)
    return None


class _Runner:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.taken = list(game.taken)

    def step(self, step: StepTable) -> None:
        for line in step.play.splitlines():
            move = " ".join(line.split("#")[0].split())
            if move == ALL_PASS:
                self.all_pass()
            elif move:
                self.line(move)
        if step.run_to:
            self.run_to(step.run_to)
        for move in step.legal:
            if not self.open(*move.split()):
                raise Failed(f"{move}: expected legal; {self.asked()}")
        for move in step.illegal:
            if self.open(*move.split()):
                raise Failed(f"{move}: expected illegal, but it is not")
        wrong = list(filter(None, (self.compare(path, value) for path, value in step.expect.items())))
        if wrong:
            raise Failed("; ".join(wrong))

    def line(self, line: str) -> None:
        """One move: an open question first, then a choice just taken by itself, then a pass of somebody not asked."""
        words = line.split()
        if len(words) != 3:
            raise Failed(f"{line}: a move is written P1 cast 3B")
        seat, kind, token = words
        if self.open(seat, kind, token):
            self.play(seat, token)
            return
        by_itself = next((i for i, move in enumerate(self.taken) if move == (seat, kind, token)), None)
        if by_itself is not None:
            del self.taken[: by_itself + 1]
        elif not (seat in self.game.seats and (kind, token) == ("cast", "pass") and self.game.kind(seat) != "cast"):
            raise Failed(f"{line}: refused; {self.asked()}")

    def all_pass(self) -> None:
        """Pass for everybody still to be asked in this casting step."""
        game, place = self.game, self.game.place
        while game.step == "cast" and game.place == place and not game.over:
            [seat] = game.asked
            if self.game.kind(seat) != "cast":
                raise Failed(f"{ALL_PASS}: a spell's choice is open; {self.asked()}")
            self.play(seat, "pass")

    def run_to(self, target: str) -> None:
        """Play on with passes, else first tokens, to the first question of a phase or a later one."""
        while not self.game.over and (target == "end" or _when(self.game.place) < _when(target)):
            seat = self.first_asked()
            legal = self.game.legal(seat)
            self.play(seat, "pass" if "pass" in legal else legal[0])

    def first_asked(self) -> str:
        """The asked seat that comes first in turn order."""
        seats = self.game.seats
        start = seats.index(self.game.first)
        return next(seat for seat in (*seats[start:], *seats[:start]) if seat in self.game.asked)

    def play(self, seat: str, token: str) -> None:
        self.game.play(seat, token)
        self.taken = list(self.game.taken)

    def open(self, seat: str, kind: str, token: str) -> bool:
        """Whether this is pending now, and in the list."""
        return seat in self.game.seats and self.game.kind(seat) == kind and token in self.game.legal(seat)

    def asked(self) -> str:
        """What is asked, with the legal tokens."""
        asked = [f"{seat} {self.game.kind(seat)}: {' '.join(self.game.legal(seat))}" for seat in self.game.asked]
        return f"asked {' | '.join(asked)}" if asked else "the game is over"

    def compare(self, path: str, expected: Any) -> str | None:
        """The difference at a path, if there is one."""
        wanted, found = _null(expected), _look_up(self.game.to_dict(), path)
        if wanted == found and isinstance(wanted, bool) == isinstance(found, bool):
            return None
        return f"{path}: expected {json.dumps(wanted)}, got {json.dumps(found)}"


def _when(place: str) -> tuple[int, int]:
    turn, _, phase = place.partition(".")
    return int(turn), PHASES.index(phase)


def _null(value: Any) -> Any:
    """The text "null" as null, inside lists and tables too."""
    match value:
        case "null":
            return None
        case list():
            return [_null(item) for item in value]
        case dict():
            return {key: _null(item) for key, item in value.items()}
    return value


def _look_up(data: Any, path: str) -> Any:
    """What stands at a path; None where there is nothing."""
    for part in path.split("."):
        if isinstance(data, dict):
            data = data.get(part)
        elif isinstance(data, list) and part.isdecimal() and int(part) < len(data):
            data = data[int(part)]
        else:
            return None
    return data
