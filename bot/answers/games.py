"""What private messages show of a game, and how long that stays true."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass

from bot.answers.replies import Reply, plain
from bot.answers.screens import GONE, OVER, PANEL, Content, Screens, Surface
from bot.components.ids import Verb
from bot.tables import Refusal, Table
from bot.tables.cache import TableCache
from bot.tables.errors import Replaced
from game.core import layout
from game.core.layout import Panel, Place, Style
from storage import Status
from storage.topics import END, PAUSE, REOPEN, RESUME


@dataclass(frozen=True)
class OfGame(Content):
    """Content that holds while the person keeps the same seat.

    The message is deleted when the game ends, unless the game was played to its end and `over` shows something. A panel
    moves below the board when its person is asked something.
    """

    over: Callable[[Surface, Table], Awaitable[None]] | None = None

    def of(self, about: Table, user_id: int, kind: str) -> Content:
        seat = _seat(about, user_id)

        def truth(table: Table) -> object:
            if seat is not None and _seat(table, user_id) != seat:  # it is somebody else's, or free
                return GONE
            if table.status.is_active:
                return self.truth(table)
            return OVER if self.over is not None and table.status is Status.OVER else GONE

        async def again(surface: Surface, table: Table) -> None:
            shows = self.again if table.status.is_active else self.over
            assert shows is not None
            await shows(surface, table)

        def follows(table: Table) -> bool:
            return kind == PANEL and _is_asked(table, user_id)

        return Content(truth) if self.again is None else Content(truth, again, follows=follows, at=self.at)


OF_THE_GAME = OfGame(lambda table: table.status)
"""What is said about a lobby holds until the game begins; what is said about a running game, until it ends."""
SETTLED = OfGame(lambda table: (table.status, table.paused))
"""The same, but only until the game is paused or goes on."""
TO_THE_HOST = OfGame(lambda table: (table.status, table.status is Status.LOBBY and table.row.host_id))
"""What the host of a lobby is told holds only while they are its host."""
ENDED = Content(lambda table: GONE if table.row.sealed_at is None else table.status)
"""What is said about a game that was ended holds as long as it can be taken up again."""
_REFUSED = "refused"
"""The kind of private message that says why something was refused, where there is no panel to say it in."""


def whether(question: Callable[[Table], Panel]) -> Callable[[Table], object]:
    """Return the truth of a question whether to end or leave a game: there is none to be asked about a game that cannot
    be read any more."""
    return lambda table: question(table) if table.under_way else GONE


def until_done(about: str) -> Content:
    """Return the content of a message that says what somebody has voted for or decided: it holds until that is done."""
    if about in (PAUSE, RESUME):
        return SETTLED
    if about == END:
        return OF_THE_GAME
    if about == REOPEN:
        return ENDED

    def truth(table: Table) -> object:
        asked = tuple((seat, offer.user_id) for seat, offer in table.offers.items())
        return table.status, table.row.channel_id, table.handovers, asked

    return OfGame(truth)


async def refuse(screens: Screens, cache: TableCache, reply: Reply, refusal: Refusal) -> None:
    """Say why something was refused. The message goes with the person's next refusal, and in a table's channel also
    when the game there begins, pauses, goes on or ends. A direct message that was pressed stays as it is: nothing would
    bring back what it shows."""
    if reply.in_letter:
        await reply.aside(_said(refusal))
        return
    table = cache.active_in(reply.channel_id)
    await reply.show(_said(refusal))
    if reply.in_place:  # it is shown in what was pressed, and goes with that
        return
    await screens.close(reply.user_id, _REFUSED)
    if table is not None:
        await screens.opened(reply, table, SETTLED, _REFUSED)
    else:
        await screens.opened_unchanging(reply, _REFUSED)


def _said(refusal: Refusal) -> Panel:
    """Return the refusal in words, with a button to take the seat back if it was lost."""
    said = plain(refusal.text)
    if not isinstance(refusal, Replaced):
        return said
    back = Place(refusal.game_id).button(Verb.BACK, "Take the seat back", refusal.seat, Style.SUCCESS)
    return said.with_component(layout.row(back))


def undone(table: Table) -> Hashable:
    """Return a value that changes when something is undone. What one takes back in secret, one knows oneself."""
    return table.context.undone


def _seat(table: Table, user_id: int) -> str | None:
    """Return the person's seat, or None; "" for any in a lobby, where seats move up when somebody leaves."""
    seat = table.find(user_id)
    if seat is None:
        return None
    return "" if table.status is Status.LOBBY else seat.seat


def _is_asked(table: Table, user_id: int) -> bool:
    seat = table.find(user_id)
    return seat is not None and table.status is Status.RUNNING and table.decision(seat.seat) is not None
