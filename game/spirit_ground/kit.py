"""What Spirit Ground declares (see `game.core.kit`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from game.core.desk import Desk
from game.core.faces import Film, Guide, Judge, Pictures, Scenarios
from game.core.kit import Kit
from game.core.panels import Panels
from game.core.players import Player
from game.core.protocol import Game as AnyGame
from game.core.protocol import View
from game.core.words import Words
from game.spirit_ground.rules.content import USUAL, content
from game.spirit_ground.rules.game import Game
from game.spirit_ground.rules.reader import on_board, turning
from game.spirit_ground.rules.seats import PLAYERS
from game.spirit_ground.rules.view import VERSION

if TYPE_CHECKING:
    from game.core.terminal import Terminal


class SpiritGround(Kit):
    """Two players, a ground of five by five, two tribes of twelve warriors."""

    name = "spirit-ground"
    title = "Spirit Ground"
    tag = "SpiritGround"
    suffix = ".spiritground"
    seats = range(PLAYERS, PLAYERS + 1)
    pitch = "two tribes on twenty-five squares · surround, survive, and take the relics"
    about = (
        "Two players place the warriors of their tribes on a ground of five by five squares, one each a round. Allies'"
        " arrows make a new warrior strong; one that is closed in on all sides dies if the enemies beside it are"
        " stronger. Gems of living warriors, spirits on them and relics are points."
    )
    credit = (
        "Spirit Ground follows the system of *Maatatahay* by **Kudos Chou and Waymau** (Compound Eye Fox Studio, 2023),"
        " as its help on Board Game Arena sums it up; it is unofficial, and the name, the tiles and the set-up are our"
        " own."
    )
    version = VERSION
    players = (
        Player("greedy", "Regular", "for your first games: weighs one answer", "game.spirit_ground.players.greedy"),
        Player(
            "search",
            "Strong",
            "for those who beat Regular: sees what you can answer",
            "game.spirit_ground.players.search",
            takes=0.1,
        ),
    )
    usual_player = "greedy"
    adviser = "search"

    def new(self, players: int, options: Mapping[str, Any], seed: str | None = None) -> Game:
        return Game.new(players, USUAL, seed)

    def restore(self, data: Mapping[str, Any]) -> Game:
        return Game.from_dict(data)

    # --- records: the content is named, although there is only one so far

    def tags(self, game: AnyGame) -> dict[str, str]:
        return {"Content": game.content if isinstance(game, Game) else USUAL, **super().tags(game)}

    def setup_of(self, tags: Mapping[str, str]) -> dict[str, Any]:
        content(tags["Content"])
        return super().setup_of(tags)

    # --- replays: a whole placement is one step

    def seen(self, view: View) -> Mapping[str, Any]:
        return on_board(view)

    def is_mid_step(self, game: AnyGame) -> bool:
        return turning(game.view(None))

    # --- faces

    @cached_property
    def words(self) -> Words:
        from game.spirit_ground.words.face import SpiritGroundWords

        return SpiritGroundWords(self.title)

    @cached_property
    def panels(self) -> Panels:
        from game.spirit_ground.panels.face import SpiritGroundPanels

        return SpiritGroundPanels(self.words)

    @cached_property
    def pictures(self) -> Pictures:
        from game.spirit_ground.pictures.face import PICTURES

        return PICTURES

    @cached_property
    def film(self) -> Film:
        from game.spirit_ground.pictures.film import film, reel

        return Film(reel, film)

    @cached_property
    def desk(self) -> Desk:
        from game.spirit_ground.desk import SpiritGroundDesk

        return SpiritGroundDesk()

    @cached_property
    def guide(self) -> Guide:
        from game.spirit_ground.guide.face import SpiritGroundGuide

        return SpiritGroundGuide(self.words)

    @cached_property
    def terminal(self) -> Terminal:
        from game.spirit_ground.terminal import SpiritGroundTerminal

        return SpiritGroundTerminal(self.words)

    @cached_property
    def scenarios(self) -> Scenarios:
        from game.spirit_ground.rules.scenario import SpiritGroundScenarios

        return SpiritGroundScenarios()

    @cached_property
    def judge(self) -> Judge:
        from game.spirit_ground.players.search.judge import SpiritGroundJudge

        return SpiritGroundJudge()


KIT = SpiritGround()
