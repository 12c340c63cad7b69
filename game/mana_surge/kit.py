"""What Mana Surge declares (see `game.core.kit`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from game.core.desk import Desk
from game.core.faces import Film, Guide, Judge, Pictures, Scenarios
from game.core.kit import Kit
from game.core.options import Option, Value
from game.core.panels import Panels
from game.core.players import Player
from game.core.protocol import Game as AnyGame
from game.core.protocol import View
from game.core.words import Words
from game.mana_surge.rules.boards import boards
from game.mana_surge.rules.game import Game
from game.mana_surge.rules.options import CHOSEN, OFF, ON, SEATED
from game.mana_surge.rules.reader import on_board
from game.mana_surge.rules.seats import PLAYERS
from game.mana_surge.rules.view import VERSION

if TYPE_CHECKING:
    from game.core.terminal import Terminal

BOARD = Option(
    "board",
    "Board",
    "Which board is played on",
    tuple(Value(board.name, board.title, board.about) for board in boards().values()),
)
COLOURS = Option(
    "colours",
    "Colours",
    "How colours are given out",
    (
        Value(CHOSEN, "Chosen", "each player chooses, in the order of the seats"),
        Value(SEATED, "By seat", "red, green and blue in the order of the seats"),
    ),
)
FIERCE = Option(
    "fierce",
    "Fierce",
    "Whether an attack equal to the defence kills too",
    (
        Value(OFF, "Off", "an attack kills if it is greater than the defence"),
        Value(ON, "On", "an attack that equals the defence kills too"),
    ),
)


class ManaSurge(Kit):
    """Three players, a board of hexes, one Pool of mana."""

    name = "mana-surge"
    title = "Mana Surge"
    tag = "ManaSurge"
    suffix = ".manasurge"
    seats = range(PLAYERS, PLAYERS + 1)
    pitch = "a fight over one Pool of mana · the first to draw ten from it wins"
    about = (
        "Three players and one Pool of mana in the middle of a board of hexes. Each turn a token joins you at your"
        " spawner, and you step or strike; while one of yours stands on the Pool, it brings a mana a turn and cannot"
        " leave. The first to have ten wins."
    )
    credit = "Mana Surge is a game by **Alexander Shepherd**."
    hides = False
    options = (BOARD, COLOURS, FIERCE)
    version = VERSION
    players = (
        Player("greedy", "Regular", "for your first games: weighs one step", "game.mana_surge.players.greedy"),
        Player(
            "search",
            "Strong",
            "for those who beat Regular: sees every end of its turn",
            "game.mana_surge.players.search",
            takes=0.02,
        ),
    )
    usual_player = "greedy"
    adviser = "search"

    def new(self, players: int, options: Mapping[str, Any], seed: str | None = None) -> Game:
        return Game.new(players, options["board"], options["colours"], options["fierce"] == ON, seed)

    def restore(self, data: Mapping[str, Any]) -> Game:
        return Game.from_dict(data)

    def points(self, line: Mapping[str, Any]) -> int:
        return int(line["mana"])

    def colours(self, view: View) -> Mapping[str, str]:
        from game.mana_surge.pictures.colours import USUAL
        from game.mana_surge.rules.reader import ViewReader

        players = ViewReader(view).players
        return {seat: USUAL[player.colour] for seat, player in players.items() if player.colour}

    # --- records: options at their defaults get no tag, except the board

    def tags(self, game: AnyGame) -> dict[str, str]:
        tags = super().tags(game)
        return {name: value for name, value in tags.items() if name == "Board" or value not in (CHOSEN, OFF)}

    def setup_of(self, tags: Mapping[str, str]) -> dict[str, Any]:
        return super().setup_of({"Colours": CHOSEN, "Fierce": OFF, **tags})

    # --- replays

    def seen(self, view: View) -> Mapping[str, Any]:
        return on_board(view)

    # --- faces

    @cached_property
    def words(self) -> Words:
        from game.mana_surge.words.face import ManaSurgeWords

        return ManaSurgeWords(self.title)

    @cached_property
    def desk(self) -> Desk:
        from game.mana_surge.desk import ManaSurgeDesk

        return ManaSurgeDesk()

    @cached_property
    def terminal(self) -> Terminal:
        from game.mana_surge.terminal import ManaSurgeTerminal

        return ManaSurgeTerminal(self.words)

    @cached_property
    def panels(self) -> Panels:
        from game.mana_surge.panels.face import ManaSurgePanels

        return ManaSurgePanels(self.words)

    @cached_property
    def pictures(self) -> Pictures:
        from game.mana_surge.pictures.face import PICTURES

        return PICTURES

    @cached_property
    def film(self) -> Film:
        from game.mana_surge.pictures.film import film, reel

        return Film(reel, film)

    @cached_property
    def guide(self) -> Guide:
        from game.mana_surge.guide.face import ManaSurgeGuide

        return ManaSurgeGuide(self.words)

    @cached_property
    def scenarios(self) -> Scenarios:
        from game.mana_surge.rules.scenario import ManaSurgeScenarios

        return ManaSurgeScenarios()

    @cached_property
    def judge(self) -> Judge:
        from game.mana_surge.players.search.judge import ManaSurgeJudge

        return ManaSurgeJudge()


KIT = ManaSurge()
