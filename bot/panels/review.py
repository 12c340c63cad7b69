"""The review of a finished game: for one person, with links into the replay, and for everybody once shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.components.ids import Verb
from bot.panels.replay import APART_AT
from game.core import layout
from game.core.english import sentence
from game.core.judging import telling
from game.core.judging.telling import LINE, Account, MistakeInWords, Report
from game.core.layout import Component, Panel, Picture, Place
from game.core.text.names import label, shown, shown_names
from game.core.text.parts import cut, parts
from game.core.text.signs import space

_ROOM = 3900
"""Maximum length of the texts of a message, with a few characters to spare."""
_FORMER = 250
"""Maximum length of the text on former players."""
_LINE = 70
"""Maximum length of an answer in words."""


class Reviewed(NamedTuple):
    """A game and the report on it. `title`: of the game, escaped. `former`: sentences on who had the seats before their
    present players."""

    game: str
    title: str
    report: Report
    names: Mapping[str, str]
    former: Sequence[str] = ()


def review_panel(reviewed: Reviewed, seat: str, picture: Picture | None, can_share: bool, said: str = "") -> Panel:
    """Return the review with the costliest choices of one seat (of none for ""). A picture takes the place of the
    scores in words. `said`: a line above all else."""
    place, names, called = Place(reviewed.game), reviewed.names, shown_names(reviewed.names)
    costliest = reviewed.report.accounts[seat].costliest if seat else ()
    choices: list[Component] = [
        layout.section(
            f"{cut(mistake.chosen, _LINE)}\n-# {_when(mistake, names[seat])} · **{mistake.lost}** worse than"
            f" {mistake.beside(cut(mistake.better, _LINE))}",
            place.button(Verb.REPLAY, "See it", f"{APART_AT}{mistake.ply}"),
        )
        for mistake in costliest
    ]
    buttons = [
        place.button(Verb.REVIEW, label(name), each, disabled=each == seat)
        for each, name in called.items()
        if len(called) > 1 or not seat
    ]
    if not seat:
        head = "Whose costliest choices do you want to see?"
    elif costliest:
        head = f"**The costliest choices of {called[seat]}**"
    else:
        head = f"**{called[seat]}** made no choice that was clearly a mistake."
    return _panel(
        reviewed,
        picture,
        said,
        layout.line(),
        layout.text(head),
        *choices,
        *layout.rows(buttons),
        *([layout.row(place.button(Verb.PUBLISH, "Share", seat))] if can_share else []),
    )


def shared_review(reviewed: Reviewed, picture: Picture | None, by: str) -> Panel:
    """Return the review for everybody in the channel. `by`: the name of who shares it."""
    button = Place(reviewed.game).button(Verb.REVIEW, "Costliest choices")
    foot = layout.text(f"-# Shared by {shown(by)}")
    return _panel(reviewed, picture, "", foot, layout.row(button))


def _panel(reviewed: Reviewed, picture: Picture | None, said: str, *below: Component) -> Panel:
    """Return what the report says of everybody, above these components; scores in words take the room that is left."""
    _, title, report, names, former = reviewed
    called = shown_names(names)
    before = [f"-# {cut(' '.join(former), _FORMER)} The figures of a seat are of all who had it."] if former else []
    small = (f"-# {each}" for each in (said, *report.about) if each)
    head = layout.text(f"### Review of {title}", *small, *before)
    losses = layout.text(*(line for seat, each in report.accounts.items() for line in _lines(called[seat], each)))
    room = _ROOM - sum(map(space, layout.framed(head, losses, *below).words))
    scores = parts([f"**{report.heading}**", *telling.turns(report, called)], room)[0]
    return layout.framed(
        head, layout.gallery([picture]) if picture is not None else layout.text(scores), losses, *below
    )


def _when(mistake: MistakeInWords, name: str) -> str:
    """Return when a choice was made, and by whom if somebody else had the seat then."""
    return mistake.place if mistake.by == name else f"{mistake.place}, by {shown(mistake.by)}"


def _lines(name: str, account: Account) -> list[str]:
    shares = (f"-# {cut(share, LINE)}" for share in account.shares)
    return [f"**{name}** · {sentence(account.lost)} · {account.luck}", *shares]
