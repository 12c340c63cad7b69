"""What Adepts declares (see `game.core.kit`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from game.adepts.game import Game
from game.adepts.rules.cards import SELECTIONS, SPELL_IDS, custom
from game.adepts.rules.masking import masked
from game.adepts.rules.new_game import MAX_PLAYERS, MIN_PLAYERS
from game.adepts.rules.reader import on_board
from game.adepts.rules.spells import asks
from game.adepts.rules.view import VERSION
from game.core.decisions import PASS, Decision, Event
from game.core.desk import Desk
from game.core.errors import SetupError
from game.core.faces import Film, Guide, Judge, Pictures, Planning, Scenarios
from game.core.kit import Kit
from game.core.options import Option, Value
from game.core.panels import Panels
from game.core.players import Player
from game.core.protocol import Game as AnyGame
from game.core.protocol import View
from game.core.records import Move
from game.core.words import Words

if TYPE_CHECKING:
    from game.core.terminal import Terminal


def _twenty(typed: str) -> list[str]:
    """Read twenty spells of one's own, as ids between spaces or commas. Raises SetupError."""
    try:
        return list(custom(_spelled(word) for word in typed.replace(",", " ").split()))
    except SetupError as error:
        raise SetupError(
            f"for spells there is: {', '.join(SELECTIONS)}; or name twenty, one side of each number (1A 2B 3A …)."
            f" Yours will not do: {error}"
        ) from None


def _spelled(word: str) -> str:
    """Return an id in capitals; what is no id is left as it was typed."""
    return word.upper() if word.upper() in SPELL_IDS else word


_AIMED = ("1B", "6B", "7B", "8B", "12B", "15B")
"""Attacks on one opponent, or on whoever is in one place: whom they hit is said only when they are carried out."""
_HITS = ("suspended", "withdrew", "handed", "fell", "lost_spell")
"""Kinds of events that tell what these attacks do, with the seat that they hit."""

SPELLS = Option(
    "spells",
    "Spells",
    "Which spells: a selection, or twenty such as 1A 2B 3A …",
    (
        Value("first-game", "First game", "a mix of helpful spells and attacks, made for beginners"),
        Value("ivory-tower", "Ivory tower", "all A sides, where everybody helps themselves, no attacks"),
        Value("battlefield", "Battlefield", "all B sides, nothing but attacks"),
        Value("two-players", "Two players", "a mix that suits two"),
        Value("five-players", "Five players", "a mix that suits five"),
        Value("random", "Random", "a coin is tossed for each of the twenty spells"),
    ),
    read=_twenty,
    hint="Twenty spells of your own: `spells:1A 2B 3A …`",
    example="1A,2B,3A,...",
)
DECK = Option(
    "deck",
    "Deck",
    "How many copies of each",
    (
        Value("rulebook", "Rulebook", "60 cards, cheap spells more often"),
        Value("digital", "Digital edition", "64 cards, a few more cheap ones"),
    ),
)


_PLAYERS = "game.adepts.players"


class Adepts(Kit):
    """Two to five mages, eight mines, forty spells, eight turns."""

    name = "adepts"
    title = "Adepts"
    tag = "Adepts"
    suffix = ".adepts"
    seats = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    pitch = "a board game of mines, gems and spells · 8 turns"
    about = (
        "Two to five mages compete for eight mines. Miners dig gems, gems become mana or pay for spells, and after"
        " eight turns the most mana wins."
    )
    credit = "Adepts is a board game by **Nicolas Leonardi**."
    secret = "Spell research"
    ahead = True
    options = (SPELLS, DECK)
    version = VERSION
    players = (
        Player("novice", "Novice", "for your first game: overlooks much, forgets to cast", f"{_PLAYERS}.novice"),
        Player("casual", "Casual", "for your second: makes half as many mistakes", f"{_PLAYERS}.casual"),
        Player("greedy", "Regular", "for those who know the spells: takes what brings most now", f"{_PLAYERS}.greedy"),
        Player(
            "strong", "Strong", "for those who beat Regular: thinks to the end of the turn", f"{_PLAYERS}.strong", 0.05
        ),
        Player(
            "master", "Master", "for those who beat Strong: takes a second to be sure", f"{_PLAYERS}.master", 1.0, True
        ),
    )
    usual_player = "greedy"
    adviser = "strong"  # reviews judge by the same values: nobody is advised what they would call a mistake

    def new(self, players: int, options: Mapping[str, Any], seed: str | None = None) -> Game:
        return Game.new(players, options["spells"], options["deck"], seed)

    def restore(self, data: Mapping[str, Any]) -> Game:
        return Game.from_dict(data)

    # --- records

    def setup_of(self, tags: Mapping[str, str]) -> dict[str, Any]:
        return {"spells": tags["Spells"].split(), "deck": tags["Deck"]}

    def masked(self, moves: Iterable[Move], game: AnyGame) -> list[Move]:
        return list(masked(moves))

    # --- what somebody has set down ahead

    def against(self, decision: Decision, token: str, events: Iterable[Event], seat: str) -> str:
        """A spell against all opponents counts when it is cast; one against somebody, when that seat is hit."""
        cast = decision.kind == "cast" and token != PASS
        spell = token if cast else decision.source
        if spell not in _AIMED:
            return spell if cast and spell.endswith("B") else ""
        hit = token.partition(":")[0] == seat or any(each.seat == seat and each.kind in _HITS for each in events)
        return spell if hit else ""

    def passable(self, view: View, seat: str) -> Collection[str]:
        from game.adepts.passable import passable

        return passable(view, seat)

    # --- replays

    def seen(self, view: View) -> Mapping[str, Any]:
        return on_board(view)

    def is_mid_step(self, game: AnyGame) -> bool:
        """Whether somebody still has to pay for a spell or to say what it does."""
        return any(asks(decision.kind, decision.source) for decision in game.pending.values())

    # --- faces

    @cached_property
    def words(self) -> Words:
        from game.adepts.words.face import AdeptsWords

        return AdeptsWords(self.title)

    @cached_property
    def panels(self) -> Panels:
        from game.adepts.panels.face import AdeptsPanels

        return AdeptsPanels(self.words)

    @cached_property
    def scenarios(self) -> Scenarios:
        from game.adepts.scenario import SCENARIOS

        return SCENARIOS

    @cached_property
    def pictures(self) -> Pictures:
        from game.adepts.pictures.face import PICTURES

        return PICTURES

    @cached_property
    def terminal(self) -> Terminal:
        from game.adepts.terminal.face import AdeptsTerminal

        return AdeptsTerminal(self.words)

    @cached_property
    def desk(self) -> Desk:
        from game.adepts.desk import AdeptsDesk

        return AdeptsDesk()

    @cached_property
    def film(self) -> Film:
        from game.adepts.pictures.film import film, reel

        return Film(reel, film)

    @cached_property
    def judge(self) -> Judge:
        from game.adepts.players.strong.judge import AdeptsJudge

        return AdeptsJudge()

    @cached_property
    def planning(self) -> Planning:
        from game.adepts.planning import AdeptsPlanning

        return AdeptsPlanning()

    @cached_property
    def guide(self) -> Guide:
        from game.adepts.guide.face import AdeptsGuide

        return AdeptsGuide()


KIT = Adepts()
