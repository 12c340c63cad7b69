"""Calls ("it is your move"): what they say, and whom a message has called so far."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from bot.components.ids import Verb
from bot.components.links import link
from bot.delivery.rest import Gone, Out
from bot.panels import passing, planning, waiting
from bot.panels.company import which
from bot.tables import Table
from bot.tables.planning import planned
from game.core import layout
from game.core.commands import at_table
from game.core.layout import Panel, Place, Row, Style
from game.core.text.names import shown_names
from storage import Seat

_OWN = 4
"""The most buttons that fit beside *Your move* in its row."""
_NOWHERE: Mapping[type[Exception] | None, tuple[str, str]] = {
    Gone: ("Its channel is not there any more", "another channel"),
    Out: ("I am not in its server any more", "a channel of another server where I am"),
}
"""Why there is nothing in a channel that a link could lead to, and where the game can go on instead."""

Call = tuple[int, int]
"""Since when somebody is waited for (in milliseconds; 0: unknown), and how often they were called again since then."""


@dataclass(frozen=True, slots=True)
class Called:
    """The calls of a message by user id; and in `closed` those whom it tells that their direct messages are closed."""

    calls: Mapping[int, Call]
    closed: frozenset[int] = frozenset()

    @property
    def users(self) -> list[int]:
        return [*self.calls]

    def written(self) -> str:
        """Return it as it is stored: "11@1700000000000!0,12@1700000000000!1 12", where 12 was called again, and told
        so."""
        calls = ",".join(f"{user}@{since}!{times}" for user, (since, times) in sorted(self.calls.items()))
        return f"{calls or '-'} {','.join(map(str, sorted(self.closed))) or '-'}"

    def new_since(self, before: Called) -> list[int]:
        """Return the user ids of those who are called now and were not before, or are called again."""
        return [user for user, call in self.calls.items() if not is_known(before.calls.get(user), call)]


def read(kept: str | None) -> Called:
    """Parse what `written` returned, also in earlier versions: "11,12!", "11@1700000000000!!"."""
    calls, _, rest = (kept or "").partition(" ")
    found = dict[int, Call]()
    for each in calls.split(","):
        who, _, times = each.partition("!")
        user, _, since = who.partition("@")
        if user.isdecimal():
            often = int(times) if times.isdecimal() else each.count("!")
            found[int(user)] = int(since) if since.isdecimal() else 0, often
    closed = rest.partition(" ")[0].split(",")
    return Called(found, frozenset(int(user) for user in closed if user.isdecimal()))


def of(table: Table, seats: Mapping[Seat, int], closed: Sequence[Seat]) -> Called:
    """Return the calls of a message that calls these seats, each with how often it was called again by then."""
    calls = {
        seat.user_id: (since(table, seat.seat), often) for seat, often in seats.items() if seat.user_id is not None
    }
    return Called(calls, frozenset(seat.user_id for seat in closed if seat.user_id is not None))


def panel(table: Table, seats: Collection[Seat], closed: Sequence[Seat], board: int | None) -> Panel:
    """Return the message that mentions who is next, with what is asked as far as everybody may know, and a link.

    board: the message id of the board, if there is one. The people in `closed` are told that their direct messages are
    closed.
    """
    names = [seat.seat for seat in seats]
    still = " still" if any(reminded(table, seat) for seat in names) else ""
    lines = [
        f"It is{still} your move: {_asked(table, seats)}. {_link(table, board)}",
        *waiting.times(table, names),
    ]
    if closed:
        who = " ".join(f"<@{seat.user_id}>" for seat in closed)
        lines.append(
            f"-# {who}: your direct messages are closed to me, so choose here: press **Your move**. `/settings` says"
            " how you are called."
        )
    return layout.bare(layout.text(*lines), _own_buttons(table))


def letter(table: Table, seat: str, board: int | None, closed: type[Exception] | None, *, instead: bool) -> Panel:
    """Return the same for a direct message, which may say what is asked. closed: why the channel takes no calls or no
    board, if so (`Posts.refusal`). instead: whether the person would rather be called there."""
    decision = table.decision(seat)
    question = table.kit.words.question(decision, shown_names(table.names)) if decision is not None else ""
    still = " still" if reminded(table, seat) else ""
    over = passing.cancelled(table.kit.words, table.context, seat, table.names)
    why = planned.reasons(table.kit, table.context.plan(seat), table.playing, seat, table.names)
    over += [planning.stuck(why)] if why else []
    lines = [
        f"It is{still} your move at **{which(table)}**.",
        question if closed in _NOWHERE else f"{question} {_link(table, board)}",
        *waiting.times(table, [seat]),
    ]
    if closed is not None:
        lines.append(_elsewhere(table, seat, closed, instead))
    return layout.bare(layout.text(*lines, *over), _own_buttons(table))


def _elsewhere(table: Table, seat: str, closed: type[Exception], instead: bool) -> str:
    """Say what is wrong with the channel, if need be that this is why the person is called by direct message, and how
    the game can go on in another channel."""
    why, where = _NOWHERE.get(closed, ("I cannot write in its channel", "another channel"))
    is_host = table.seat(seat).user_id == table.row.host_id
    does = "takes the game there" if is_host else "asks all players whether the game goes on there"
    here = ", so I call you here" if instead else ""
    return f"-# {why}{here}. {at_table('move')}, typed in {where}, {does}."


def since(table: Table, seat: str) -> int:
    """Return since when the seat is waited for, in milliseconds."""
    return int(table.waiting[seat].timestamp() * 1000)


def reminded(table: Table, seat: str) -> int:
    """Return how often the seat was reminded so far."""
    return table.deadlines[seat].reminded if seat in table.deadlines else 0


def _asked(table: Table, seats: Collection[Seat]) -> str:
    """Return whose move it is, and what is asked, with mentions for the names of these seats: "<@1> and Bob
    research"."""
    ids = {seat.seat: str(seat.user_id) for seat in seats}  # a mention in place of a name would be escaped
    said = table.kit.words.asked(table.public, {**table.names, **ids})
    return re.sub(rf"\b(?:{'|'.join(ids.values())})\b", r"<@\g<0>>", said)


def _link(table: Table, board: int | None) -> str:
    """Return a link to the board, or, if there is none yet, to its channel."""
    what = "board" if board is not None else "channel"
    return f"[To the {what}]({link(table.row.guild_id, table.row.channel_id, board)})"


def _own_buttons(table: Table) -> Row:
    """Return a row of buttons that lead to the question and to what the person holds."""
    place = Place(table.id)
    own = [place.button(Verb.SHOW, each.label, each.name) for each in table.kit.exhibits if each.private]
    return layout.row(place.button(Verb.TURN, "Your move", style=Style.SUCCESS), *own[:_OWN])


def is_known(before: Call | None, call: Call) -> bool:
    """Return whether this call was made before: for the same question, and at least as often."""
    return before is not None and before[0] in (0, call[0]) and before[1] >= call[1]
