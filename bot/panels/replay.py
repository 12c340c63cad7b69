"""A finished game step by step, for one person; and its film, for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from bot.ids import Verb
from game.adepts import texts as rulebook
from game.adepts.pictures import alt
from game.adepts.pictures.changes import changes
from game.adepts.replay import Still
from game.adepts.rules.gems import LAST_TURN
from game.adepts.words.gems import many
from game.adepts.words.log import sentences
from game.core import layout
from game.core.layout import Choice, Panel, Picture, Place
from game.core.text.names import shown, shown_names
from game.core.text.parts import parts

ROOM = 2500
"""Characters of what happened; the rest of a message's 4,000 is for what stands around it."""


class Film(StrEnum):
    """What becomes of the film, as its button says."""

    OFFERED = "Share as film"
    ASKED = "The film comes soon"


def replay_panel(
    game: str, here: Still, names: Mapping[str, str], pictures: Sequence[Picture], film: Film | None
) -> Panel:
    """A step of a game that is over; without pictures words sum it up. `film` is None where nothing can be shared."""
    place, view = Place(game), here.step.view
    title = "The end" if view["over"] else f"Phase {view['phase']}: {rulebook.phases()[view['phase']].name}"
    new = changes(view, here.before)
    told = [line if line.startswith("**") else f"- {line}" for line in sentences(here.step.events, names)]
    turns = [Choice(str(ply), f"Turn {turn}") for turn, ply in enumerate(here.turns, 1)]
    ways = (("« Phase", here.back), ("‹ Step", here.previous), ("Step ›", here.following), ("Phase »", here.onward))
    buttons = [
        place.button(Verb.REPLAY, label, f"{letter}{ply or 0}", disabled=ply is None)
        for letter, (label, ply) in zip("abcd", ways, strict=True)
    ]
    bricks = [
        layout.text(
            f"### Turn {view['turn']} of {LAST_TURN} · {title}",
            f"-# Replay · step {here.number} of {here.last}, after {many(here.step.ply, 'move')}",
        ),
        layout.gallery(pictures) if pictures else layout.text(alt.board(view, shown_names(names), new, None)),
        *map(layout.text, parts(told, ROOM)[:1]),
        place.select(Verb.JUMP, "", turns, "Go to a turn"),
        layout.row(*buttons),
    ]
    if film is not None:
        asked = film is Film.ASKED
        bricks.append(layout.row(place.button(Verb.FILM, film, str(here.step.ply), disabled=asked)))
    return layout.framed(*bricks)


def shared_film(film: Picture, title: str, by: str) -> Panel:
    """The film for everybody in the channel; `title` as it may stand in a text, `by` who shared it."""
    foot = layout.text(f"-# Shared by {shown(by)}")
    return layout.framed(layout.text(f"### Replay of {title}"), layout.gallery([film]), foot)
