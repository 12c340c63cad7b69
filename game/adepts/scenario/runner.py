"""What is peculiar to scenarios of Adepts."""

from __future__ import annotations

from game.adepts.game import Game
from game.adepts.rules.phases.turn import PHASES
from game.adepts.rules.reader import ViewReader
from game.adepts.scenario import setup
from game.adepts.scenario.format import Scenario
from game.core.decisions import PASS
from game.core.scenario import Failed, Runner, ScenarioFormat

ALL_PASS = "all cast pass"


class AdeptsScenarios(ScenarioFormat[Scenario, Game]):
    """In scenarios of Adepts a casting step can be passed in one line, and a pass that nobody asks for is skipped."""

    table = Scenario

    def position(self, scenario: Scenario) -> Game:
        return setup.position(scenario)

    def reached(self, game: Game, target: str) -> bool:
        return _when(game.place) >= _when(target)

    def answer(self, game: Game) -> tuple[str, str]:
        """Answer as in any game; in research in turn order."""
        seat = next(seat for seat in ViewReader(game.view(None)).turn_order if seat in game.asked)
        legal = game.legal(seat)
        return seat, PASS if PASS in legal else legal[0]

    def special(self, runner: Runner[Game], line: str) -> bool:
        """For the line "all cast pass", pass for everybody who is still to be asked in this casting step."""
        if line != ALL_PASS:
            return False
        game, place = runner.game, runner.game.place
        while not game.over and game.place == place and ViewReader(game.view(None)).step == "cast":
            [seat] = game.asked
            if game.kind(seat) != "cast":
                raise Failed(f"{ALL_PASS}: a spell's choice is open; {runner.asked()}")
            runner.play(seat, PASS)
        return True

    def skipped(self, game: Game, seat: str, kind: str, token: str) -> bool:
        return (kind, token) == ("cast", PASS) and game.kind(seat) != "cast"


def _when(place: str) -> tuple[int, int]:
    turn, _, phase = place.partition(".")
    return int(turn), PHASES.index(phase)
