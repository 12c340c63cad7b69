"""A game step by step for one person, and its film for everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from bot.components.ids import Verb
from bot.panels.turns import turn_choices
from bot.tables.history import news
from game.core import layout
from game.core.english import many
from game.core.judging.telling import MistakeInWords
from game.core.layout import LABEL, Panel, Picture, Place
from game.core.replay import Frame
from game.core.text.names import shown
from game.core.text.parts import cut, parts
from game.core.words import Run, Words

APART_AT = "r"
"""Begins the rest of a button that shows a step in a message of its own."""
ROOM = 2500
"""Maximum length of what happened; the rest of a message's 4,000 characters is for what stands around it."""


class Film(StrEnum):
    """The state of the film's button, and its label."""

    OFFERED = "Share as film"
    ASKED = "Film asked for"


class Scene(NamedTuple):
    """A step of a table's game, and what is told of it.

    `title`: the table's, escaped. `names`: of those who had the seats then. `past`: what led to the step. `so_far`: the
    game is still running; its steps are counted but not its moves, as everybody has seen the steps. `mistake`: the one
    made next, if a review has led here. `said`: a note on which game this is, if somebody could mistake it for another.
    """

    game: str
    title: str
    words: Words
    here: Frame
    names: Mapping[str, str]
    past: Sequence[Run]
    so_far: bool = False
    mistake: MistakeInWords | None = None
    said: str = ""


def replay_panel(scene: Scene, pictures: Sequence[Picture], film: Film | None) -> Panel:
    """Return the panel of a step; without pictures, words sum up the board. `film` is None where nothing can be
    shared."""
    words, here = scene.words, scene.here
    place, view = Place(scene.game), here.step.view
    told = [line for run in scene.past for line in news.lines(words, run.events, run.names)]
    turns = [(str(ply), words.turn(turn)) for turn, ply in enumerate(here.turns, here.first)]
    at = str(max(ply for ply in here.turns if ply <= here.step.ply))
    made = "so far" if scene.so_far else f"after {many(here.step.ply, 'move')}"
    far = "Phase" if here.phased else words.turns
    ways = ((f"« {far}", here.back), ("‹ Step", here.previous), ("Step ›", here.following), (f"{far} »", here.onward))
    buttons = [
        place.button(Verb.REPLAY, label, f"{letter}{ply or 0}", disabled=ply is None)
        for letter, (label, ply) in zip("abcd", ways, strict=True)
    ]
    components = [
        layout.text(
            f"### {words.moment(view)}",
            f"-# Replay of {scene.title} · step {here.number} of {here.last}, {made}",
            *([f"-# {scene.said}"] if scene.said else []),
            *(_reviewed(scene.mistake) if scene.mistake is not None else ()),
        ),
        layout.gallery(pictures) if pictures else layout.text(words.glance(view, scene.names, here.before)),
        *map(layout.text, parts(told, ROOM)[:1]),
        place.select(Verb.JUMP, "", turn_choices(turns, at), f"Go to a {words.turns.lower()}"),
        layout.row(*buttons),
    ]
    if film is not None:
        asked = film is Film.ASKED
        components.append(layout.row(place.button(Verb.FILM, film, str(here.step.ply), disabled=asked)))
    return layout.framed(*components)


def _reviewed(mistake: MistakeInWords) -> tuple[str, str]:
    """Return which choice is meant, and what the review says of it."""
    return (
        f"**Here {shown(mistake.by)} chose:** {cut(mistake.chosen, LABEL)}",
        f"-# **{mistake.lost}** worse than {mistake.beside(cut(mistake.better, LABEL))}"
        " · *Step ›* shows what was chosen",
    )


def shared_film(film: Picture, title: str, by: str) -> Panel:
    """Return the film for everybody in the channel. `title`: escaped; `by`: the name of who shares it."""
    foot = layout.text(f"-# Shared by {shown(by)}")
    return layout.framed(layout.text(f"### Replay of {title}"), layout.gallery([film]), foot)
