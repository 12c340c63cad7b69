"""How the golden pictures and those of the README are drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from drawing.picture import Picture
from game.adepts import Game
from game.adepts.pictures import board, choice, hand, legend, preview, queues, score_sheet, spell_card
from game.adepts.scenario import read, set_up
from tests.harrowing.pictures import SHOTS as HARROWING
from tests.mana_surge.pictures import SHOTS as SURGE
from tests.spirit_ground.pictures import SHOTS as SPIRIT
from tests.the_adept.pictures.shots import SHOTS as ADEPT

HERE = Path(__file__).parent
GOLDEN = HERE.parents[1] / "golden"
README = HERE.parents[2] / "docs" / "pictures"

NAMES = {"P1": "Ada", "P2": "Grace Hopper", "P3": "Linus 🐧", "P4": "Маргарет", "P5": "Donald Ervin Knuth"}


@cache
def _scenarios() -> dict[str, str]:
    """Return the text of each scenario by its title."""
    parts = (HERE / "positions.toml").read_text(encoding="utf-8").split("[[scenario]]\n")[1:]
    return {part.split('"')[1]: f"[[scenario]]\n{part}" for part in parts}


def position(title: str, *moves: tuple[str, str]) -> Game:
    """Return a position of positions.toml after these moves. Where a cost can be paid in several ways, the first is
    taken."""
    game = set_up(read(_scenarios()[title])[0])
    for seat, token in moves:
        game.play(seat, token)
        while game.asked and game.pending[game.asked[0]].kind == "pay":
            game.play(game.asked[0], game.legal(game.asked[0])[0])
    return game


def to_the_end(game: Game) -> Game:
    """Pass wherever possible until the game is over, and return it."""
    while not game.over:
        seat = game.asked[0]
        tokens = game.legal(seat)
        game.play(seat, "pass" if "pass" in tokens else tokens[0])
    return game


CASTING = (("P2", "3B"), ("P2", "ruby"), ("P3", "4B"), ("P1", "1B"), ("P1", "P3"), ("P3", "topaz.0x2"))
"""A Barrier on ruby, a Subsidence, a Suspension, then the topaz adept goes inside."""


LASTING = (("P1", "16A"), ("P2", "18B"), ("P2", "ruby"), ("P3", "20B"))
"""A Mutability, a Stasis and a Negation."""


def start() -> Picture:
    return board(Game.new(2, seed="golden").view(None), NAMES)


def assign() -> Picture:
    """Phase I, after a group was placed, with a preview of another."""
    game = position("assign", *CASTING)
    before = game.view(None)
    game.play(game.asked[0], "citrine.2x4")
    return board(game.view(None), NAMES, before, (game.asked[0], "amethyst.2x2"))


def backlash() -> Picture:
    """A preview of a group that pushes the others back."""
    view = position("assign").view(None)
    return board(view, NAMES, preview=("P1", "onyx.1x4!"))


def crowded() -> Picture:
    return board(position("crowded", ("P4", "9A"), ("P4", "amethyst@3")).view(None), NAMES)


def produced() -> Picture:
    """Phase II is over, and everybody has gained gems."""
    game = position("crowded")
    before = game.view(None)
    while game.phase == "II":
        seat = game.asked[0]
        tokens = game.legal(seat)
        game.play(seat, "pass" if "pass" in tokens else tokens[0])
    return board(game.view(None), NAMES, before)


def research() -> Picture:
    return board(position("research").view(None), NAMES)


def adepts() -> Picture:
    """Research is over, and the titles are awarded anew."""
    game = position("research")
    before = game.view(None)
    while game.phase == "III":
        game.play(game.asked[0], "pass")
    return board(game.view(None), NAMES, before)


def late() -> Picture:
    """Several spells of phase V are in force."""
    return board(position("late", *LASTING).view(None), NAMES, position("late").view(None))


def end() -> Picture:
    return board(to_the_end(position("late")).view(None), NAMES)


def _hand(title: str, seat: str) -> Picture:
    return hand(position(title).view(seat), seat)


def _kept() -> Picture:
    """Research, with one of three cards chosen to be kept."""
    view = position("research").view("P1")
    drawn = view["players"]["P1"]["drawn"]
    return choice(view, "P1", "Dealt to you", drawn, drawn[:1])


SHOTS: dict[str, Callable[[], Picture]] = {
    "board-start-2": start,
    "board-start-5": lambda: board(Game.new(5, seed="golden").view(None), NAMES),
    "board-assign-3": assign,
    "board-backlash-3": backlash,
    "board-crowded-5": crowded,
    "board-produced-5": produced,
    "board-research-4": research,
    "board-adepts-4": adepts,
    "board-casting-2": lambda: board(position("hand").view(None), NAMES),
    "board-late-4": late,
    "board-end-2": lambda: board(to_the_end(position("hand")).view(None), NAMES),
    "board-end-4": end,
    "preview-3": lambda: preview(position("assign", *CASTING).view("P1"), NAMES, "P1", "amethyst.2x4", letters=True),
    "queues-2": lambda: queues(position("hand").view(None), NAMES),
    "queues-5": lambda: queues(position("crowded").view(None), NAMES),
    "hand-casting": lambda: hand(position("hand").view("P1"), "P1"),
    "hand-dealt": lambda: hand(position("research").view("P1"), "P1"),
    "cards-kept": _kept,
    "hand-none": lambda: hand(position("hand").view("P2"), "P2"),
    **{f"hand-crowded-{seat}": partial(_hand, "crowded", seat) for seat in NAMES},
    "score-end-4": lambda: score_sheet(to_the_end(position("late")).view(None), NAMES),
    "score-so-far-5": lambda: score_sheet(position("crowded").view(None), NAMES),
    "legend": legend,
    "letters-legend": partial(legend, letters=True),
    "letters-board-4": lambda: board(position("late", *LASTING).view(None), NAMES, letters=True),
    "letters-queues-5": lambda: queues(position("crowded").view(None), NAMES, letters=True),
    "letters-hand": lambda: hand(position("hand").view("P1"), "P1", letters=True),
    "spell-2B": lambda: spell_card("2B"),
    **SURGE,
    **SPIRIT,
    **HARROWING,
    **ADEPT,
}

IN_README = {
    "hand": SHOTS["hand-casting"],
    "mana-surge": SURGE["surge-race"],
    "spirit-ground": SPIRIT["spirit-crowded"],
    "harrowing": HARROWING["harrowing-middle"],
}
