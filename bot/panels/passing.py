"""What a person alone is told of what they pass ahead."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bot.components.ids import Verb
from bot.tables.context import Context
from bot.tables.planning.ahead import OWN_ANSWERS, Ahead
from game.core import layout
from game.core.layout import Accent, Panel, Place, Style
from game.core.text.names import shown
from game.core.words import NOTHING, Words

_OWN_TIME = (
    "So that it gives nothing away, such a pass takes as long as you do, and begins when I have seen"
    f" {OWN_ANSWERS} of your own answers here."
)
_HOW = (
    "-# Nobody is told. When you are asked, I wait about as long as a person would, and pass for you; until then you"
    " can still choose."
)
DUE = "-# You pass ahead: choose now, or I pass for you about when a person would. Nobody else is told."


def choice(words: Words, place: Place, now: Ahead | None, passable: Collection[str]) -> Panel:
    """Return the panel in which to choose what to pass ahead: the kinds that would pass something now, with what each
    means. The present choice is marked."""
    kinds = {kind: each for kind, each in words.passes.items() if kind in passable or (now and kind == now.kind)}
    lines = [f"- **{each.label}**: {each.about}." for each in kinds.values()]
    styles = {kind: Style.PRIMARY if now is not None and now.kind == kind else Style.SECONDARY for kind in kinds}
    buttons = [place.button(Verb.AHEAD, each.label, kind, styles[kind]) for kind, each in kinds.items()]
    off = place.button(Verb.AHEAD, "Stop passing ahead", "off") if now else place.button(Verb.TURN, "Back")
    how = f"{_HOW} {words.ahead_ends}"
    how += f"; only *{kinds[NOTHING].label}* goes on. {_OWN_TIME}" if NOTHING in kinds else "."
    return layout.framed(
        layout.text("## Pass ahead", *lines, how), *layout.rows(buttons), layout.row(off), accent=Accent.QUIET
    )


def told(words: Words, wish: Ahead) -> str:
    """Return what a person is told who passes ahead."""
    own_time = f" {_OWN_TIME}" if wish.kind == NOTHING else ""
    return f"{words.passes[wish.kind].told}; nobody else is told.{own_time}"


def cancelled(words: Words, context: Context, seat: str, names: Mapping[str, str]) -> list[str]:
    """Return the news that another player has ended what the seat had passed or planned ahead, and how; nothing if none
    has."""
    ended, unplanned = context.ended.get(seat), context.unplanned.get(seat)
    if ended == unplanned:
        return _cancelled("**Pass ahead** and your **plan** are", words, ended, names)
    return [
        *_cancelled("**Pass ahead** is", words, ended, names),
        *_cancelled("**plan** is", words, unplanned, names),
    ]


def _cancelled(what: str, words: Words, ended: tuple[str, str] | None, names: Mapping[str, str]) -> list[str]:
    """`ended`: the seat that has ended it, and its token; the token is "" if that seat took back a choice."""
    if ended is None:
        return []
    by, token = ended
    did = words.instead(token) if token else "took back a choice that came before it"
    return [f"-# Your {what} over: {shown(names[by])} {did}."]
