"""Notices: public messages that stand as long as something applies, such as an open vote or an invitation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from bot.announcer import faces, notice_faces
from bot.announcer.peace import Peace
from bot.announcer.posts import Posts, has_no_way
from bot.delivery.budget import Urgency
from bot.delivery.failures import Failures
from bot.delivery.rest import Gone, Later, Refused
from bot.panels.voting import lapsed
from bot.tables import Refusal, Table, Tables
from bot.tables.history.news import KEPT, no_more
from game.core.layout import Panel
from storage import Message, Status, Tenure, moment
from storage.topics import destination

_VOTE, _NEWS, _OFFER, _INVITE = "vote", "news", "offer", "invite"
"""The kinds of notices. If there can be several of a kind, a colon and what each is about follow."""
_RESTING = "~"
"""Stored before a user id that a message mentions and has not called yet."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What one notice is to show. key: what it is about, which is the kind of its row.

    called: user ids that it mentions. Somebody who is added later is called by a new post, unless `once`. until: when
    it ends by itself.
    """

    key: str
    channel_id: int
    panel: Panel
    called: Sequence[int] = ()
    once: bool = False
    until: datetime | None = None

    def noted(self, mentioned: Mapping[int, bool]) -> str:
        """Return what is stored of its message: whom it mentions, and whether it has called them; what it shows; until
        when."""
        users = ",".join(f"{user}" if is_called else f"{_RESTING}{user}" for user, is_called in mentioned.items())
        shown = f"{users} {faces.digest(self.panel)}"
        return shown if self.until is None else f"{shown} {self.until.isoformat()}"


def _mentioned(row: Message) -> dict[int, bool]:
    """Return the user ids that a notice's message mentions, and whether it has called them."""
    users = (row.shown or "").partition(" ")[0].split(",")
    known = {each.removeprefix(_RESTING): not each.startswith(_RESTING) for each in users}
    return {int(user): is_called for user, is_called in known.items() if user.isdecimal()}


def _until(row: Message) -> datetime | None:
    """Return when what a notice is about ends by itself; None if it does not."""
    return moment((row.shown or "").rpartition(" ")[2])


class Notices:
    """Keeps notices up to date: posts new ones, edits those that have changed, deletes those that no longer apply."""

    def __init__(self, posts: Posts, tables: Tables, poke: Callable[[str], object]) -> None:
        """poke: called with the id of a game when somebody can be called who was left in peace."""
        self._posts = posts
        self._tables = tables
        self._peace = Peace(poke, tables.cache.clock.now)

    def wait(self, game_id: str) -> bool:
        """Return whether a notice has yet to call somebody who is left in peace."""
        return game_id in self._peace

    async def bring(self, game_id: str) -> None:
        """Update all notices of a game. Raises Later; Gone and Refused if the game's own channel takes none."""
        table = await self._tables.look(game_id)
        rows = await self._posts.of_kinds(game_id, _VOTE, _NEWS, _OFFER, _INVITE)
        found = [*await self._votes(table), *self._invitations(table), *self._offers(table), *self._news(table, rows)]
        wanted = {notice.key: notice for notice in found}
        resting = await self._resting(table, found)
        failures = Failures()
        for row in rows:
            notice = wanted.get(row.kind)
            if notice is None and (said := self._lapsed(table, row) or _outcome(table, row)):
                with failures.kept(Refused, Later):  # it is to say so as soon as that is possible
                    await self._posts.finish(row, faces.texts(said))
            elif notice is None or notice.channel_id != row.channel_id:
                self._posts.delete_later(row)
        # Those in other channels first: if the game's own channel takes none, a vote can move the game to another.
        for notice in sorted(wanted.values(), key=lambda each: each.channel_id == table.row.channel_id):
            about = [row for row in rows if (row.kind, row.channel_id) == (notice.key, notice.channel_id)]
            try:
                await self._show(table, notice, about, resting)
            except (Gone, Refused):
                if notice.channel_id == table.row.channel_id:
                    raise
        failures.raise_kept()

    async def _show(self, table: Table, notice: Notice, rows: Sequence[Message], resting: Collection[int]) -> None:
        """Post or edit a notice. Its post calls each person it mentions, once; an edit calls nobody. Somebody who is
        left in peace then is called by another post afterwards, which replaces the former message.

        Raises Gone, Refused, Later.
        """
        posted = [row for row in rows if row.message_id is not None]
        planned = next((row for row in rows if row.message_id is None), None)
        before = _mentioned(posted[-1]) if posted else {}
        now = {user: before.get(user, False) or user not in resting for user in notice.called}
        new = [user for user, is_called in now.items() if is_called and not before.get(user)]
        calls = any(user in before or not notice.once for user in new)
        doubt = planned is not None and not has_no_way(planned)  # it may be there: posting it again returns it
        if posted and not doubt and not calls and await self._edited(posted[-1], notice, before):
            posted.pop()
        else:
            row = await self._posts.plan(table.id, notice.key, notice.channel_id, former=planned)
            to_call = [user for user in new if await self._tables.people.wants_calls(user)]
            urgency = Urgency.CALLS if notice.called else Urgency.SHOWS
            await self._posts.post(row, notice.panel, notice.noted(now), to_call, urgency=urgency)
        for former in posted:
            self._posts.delete_later(former)

    async def _edited(self, row: Message, notice: Notice, mentioned: Mapping[int, bool]) -> bool:
        """Let a message show the notice, without calling anybody. Return whether the message is there. Raises Refused,
        Later."""
        if row.shown != (now := notice.noted(mentioned)):
            try:
                await self._posts.edit(row, notice.panel, now)
            except Gone:
                return False
        return True

    async def _resting(self, table: Table, notices: Sequence[Notice]) -> Collection[int]:
        """Return who of those to be called is left in peace now. The game is poked when the first of them no longer
        is."""
        users = {user for notice in notices for user in notice.called}
        until = {user: await self._tables.people.resting(user, table) for user in users}
        resting = {user: moment for user, moment in until.items() if moment is not None}
        self._peace.schedule(table.id, resting.values())
        return resting

    async def _votes(self, table: Table) -> Iterator[Notice]:
        """Return a notice for each open vote, in the channel that it is about."""
        votes = await self._tables.votes.open_in(table)
        return (
            Notice(
                f"{_VOTE}:{vote.about}",
                destination(vote.about) or table.row.channel_id,
                notice_faces.voting(table, vote),
                notice_faces.unheard(table, vote),
                once=True,
                until=vote.lapses,
            )
            for vote in votes
        )

    def _lapsed(self, table: Table, row: Message) -> str:
        """Return what is left standing of a vote that lapsed by itself; "" for other notices, and for a vote that was
        withdrawn or decided."""
        about, until = row.kind.removeprefix(f"{_VOTE}:"), _until(row)
        if about == row.kind or until is None or self._tables.cache.clock.now() < until:
            return ""
        with suppress(Refusal):
            self._tables.decisions.require_possible(table, about)
            return lapsed(table, about)
        return ""

    def _offers(self, table: Table) -> Iterator[Notice]:
        """Yield a notice for each person who is asked to take a seat."""
        for seat, offer in table.offers.items() if table.status is Status.RUNNING else ():
            keeps = table.seat(seat).user_id if table.may_keep(seat) else None
            called = [offer.user_id] if keeps is None else [offer.user_id, keeps]
            key, panel = _offer(table, seat, offer.since), notice_faces.offering(table, seat, offer)
            yield Notice(key, table.row.channel_id, panel, called)

    def _news(self, table: Table, rows: Sequence[Message]) -> Iterator[Notice]:
        """Yield notices about the last seat that changed hands, and about earlier ones that can still be taken back.
        They call people who have lost a seat.

        What was told stays known as long as the game can be taken up again, so that it is not told a second time.
        """
        told = {row.kind for row in rows if row.channel_id == table.row.channel_id}
        for tenure in table.tenures:
            is_last, key = tenure is table.tenures[-1], _key(tenure)
            lost = [tenure.user_id] if tenure.user_id is not None and not tenure.own else []
            if table.status is Status.RUNNING and (is_last or (key in told and _leads_back(table, tenure))):
                yield Notice(key, table.row.channel_id, notice_faces.news(table, tenure), lost)
            elif is_last and table.row.sealed_at is not None and any(row.kind == key for row in rows):
                yield Notice(key, table.row.channel_id, faces.texts(notice_faces.handed_over(table, tenure)), lost)

    def _invitations(self, table: Table) -> Iterator[Notice]:
        """Yield one message to all who have not answered; once everybody has, one to the host, whom the game waits
        for."""
        if table.status is Status.LOBBY and table.awaited:
            asked = [each.user_id for each in table.awaited]
            yield Notice(_INVITE, table.row.channel_id, notice_faces.inviting(table, asked), asked)
        elif table.status is Status.LOBBY and table.invited and (host := table.row.host_id) is not None:
            yield Notice(
                f"{_INVITE}:start", table.row.channel_id, faces.texts(notice_faces.to_start(table, host)), [host]
            )


def _key(tenure: Tenure) -> str:
    return f"{_NEWS}:{tenure.number}"


def _leads_back(table: Table, tenure: Tenure) -> bool:
    """Return whether the seat can be taken back, and has not changed hands again."""
    newest = next(each for each in reversed(table.tenures) if each.seat == tenure.seat)
    return newest is tenure and table.former(tenure.seat) is not None


def _offer(table: Table, seat: str, since: str) -> str:
    """Return the key of an offer of the seat: another one for each offer, and each time the seat has changed hands."""
    changed = sum(each.seat == seat for each in table.tenures)
    return f"{_OFFER}:{seat}:{changed or ''}:{since}".rstrip(":")


def _outcome(table: Table, row: Message) -> str:
    """Return what is left standing of a notice about a seat: who has got it, or keeps it after an offer. "" if it is
    deleted."""
    if row.kind.startswith(f"{_NEWS}:"):
        return next((notice_faces.handed_over(table, each) for each in table.tenures if _key(each) == row.kind), "")
    seat, _, since = (*row.kind.removeprefix(f"{_OFFER}:").split(":", 2), "", "")[:3]
    if table.status is not Status.RUNNING or seat not in table.names:
        return ""
    asked = next(iter(_mentioned(row)), None)
    if asked is not None and asked == table.seat(seat).user_id:
        return ""  # that they have accepted is told by another notice
    stays = row.kind == _offer(table, seat, since)
    verb = "keeps" if stays and seat not in table.offers else "has"
    said = f"**{table.named(seat)}** {verb} the seat at {table.title}"
    if asked is None:
        return f"{said}."
    own = (each.event for each in reversed(table.context.log) if each.event.kind == KEPT)
    ends = (each for each in own if (each.data["seat"], each.data.get("offer", "")) == (seat, since))
    kept = next(ends, None)
    if kept is None:
        return f"{said}. <@{asked}> is not asked to take it any more."
    return f"{said}: {no_more(kept, table.names, f'<@{asked}>')}"
