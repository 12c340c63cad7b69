"""What The Harrowing declares (see `game.core.kit`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from game.core.desk import Desk
from game.core.faces import Film, Guide, Judge, Pictures, Scenarios
from game.core.kit import Kit
from game.core.panels import Panels
from game.core.players import Player
from game.core.protocol import Game as AnyGame
from game.core.protocol import View
from game.core.words import Words, ranked
from game.harrowing.rules.game import Game
from game.harrowing.rules.reader import on_board, resolving
from game.harrowing.rules.seats import FEWEST, MOST
from game.harrowing.rules.view import VERSION

if TYPE_CHECKING:
    from game.core.terminal import Terminal


class Harrowing(Kit):
    """Two to four wizards, a field of two-sided hexes that grows, and a name to win."""

    name = "harrowing"
    title = "The Harrowing"
    tag = "Harrowing"
    suffix = ".harrowing"
    seats = range(FEWEST, MOST + 1)
    pitch = "wizards on a growing field · weave tiles, raise pillars, claim three with one rune"
    about = (
        "Wizards without a name place two-sided tiles, raise pillars on them, and invoke the spells of whatever they"
        " own. A tile in a triangle of own tiles that share a rune can be claimed; whoever claims a third tile with one"
        " rune wins a name, and the game."
    )
    credit = (
        "The Harrowing follows *Unnamed Wizard Game V2* by **FarCryFromHuman**, a playtest's rules; it is unofficial,"
        " and the name, the tiles and the board are our own."
    )
    version = VERSION
    ahead = True
    players = (
        Player("greedy", "Regular", "for your first games: weighs one spell", "game.harrowing.players.greedy"),
        Player(
            "search",
            "Strong",
            "for those who beat Regular: plays two rounds on in its mind",
            "game.harrowing.players.search",
            takes=0.3,
            clocked=True,
        ),
    )
    usual_player = "greedy"

    def new(self, players: int, options: Mapping[str, Any], seed: str | None = None) -> Game:
        return Game.new(players, seed)

    def restore(self, data: Mapping[str, Any]) -> Game:
        return Game.from_dict(data)

    def points(self, line: Mapping[str, Any]) -> int:
        """The most claimed tiles with one rune; three win."""
        return int(line["set"])

    # --- records: the result gives ranks

    def result(self, game: AnyGame) -> str:
        return " ".join(f"{seat} {line['rank']}" for seat, line in ranked(game.scores or {}))

    # --- replays: a whole invocation is one step

    def seen(self, view: View) -> Mapping[str, Any]:
        return on_board(view)

    def is_mid_step(self, game: AnyGame) -> bool:
        return resolving(game.view(None))

    # --- passing ahead

    def passable(self, view: View, seat: str) -> Collection[str]:
        from game.harrowing.passable import passable

        return passable(view, seat)

    # --- faces

    @cached_property
    def scenarios(self) -> Scenarios:
        from game.harrowing.rules.scenario import HarrowingScenarios

        return HarrowingScenarios()

    @cached_property
    def words(self) -> Words:
        from game.harrowing.words.face import HarrowingWords

        return HarrowingWords(self.title)

    @cached_property
    def panels(self) -> Panels:
        from game.harrowing.panels.face import HarrowingPanels

        return HarrowingPanels(self.words)

    @cached_property
    def pictures(self) -> Pictures:
        from game.harrowing.pictures.face import PICTURES

        return PICTURES

    @cached_property
    def desk(self) -> Desk:
        from game.harrowing.desk import HarrowingDesk

        return HarrowingDesk()

    @cached_property
    def guide(self) -> Guide:
        from game.harrowing.guide.face import HarrowingGuide

        return HarrowingGuide(self.words)

    @cached_property
    def terminal(self) -> Terminal:
        from game.harrowing.terminal import HarrowingTerminal

        return HarrowingTerminal(self.words)

    @cached_property
    def film(self) -> Film:
        from game.harrowing.pictures.film import film, reel

        return Film(reel, film)

    @cached_property
    def judge(self) -> Judge:
        from game.harrowing.players.judge import HarrowingJudge

        return HarrowingJudge()


KIT = Harrowing()
"""The Harrowing, after the system of Unnamed Wizard Game: what the rest of the program knows of it."""
