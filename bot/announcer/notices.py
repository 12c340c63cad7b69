"""Messages that stand as long as something is so: an open vote, an invitation. Everybody in their channel sees them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from bot.announcer import faces
from bot.announcer.peace import Peace
from bot.announcer.posts import Posts, has_no_way
from bot.components.ids import Verb
from bot.delivery.budget import Urgency
from bot.delivery.failures import Failures
from bot.delivery.rest import Gone, Refused
from bot.panels.voting import AGAINST, lapsed, wording
from bot.tables import Refusal, Table, Tables
from bot.tables.hands import host_instead, withdrawing
from bot.tables.lobby_options import AGAIN
from bot.tables.news import KEPT, decided, no_more
from bot.tables.timing import Offered
from bot.tables.votes import Vote, settled_by
from game.core import layout
from game.core.commands import at_table
from game.core.english import listed
from game.core.layout import Button, Panel, Place, Style
from game.core.text.names import called, shown
from storage import Message, Status, Tenure, moment
from storage.topics import destination, replaced

_VOTE, _NEWS, _OFFER = "vote:", "news:", "offer:"
_RESTING = "~"
"""Before somebody who is mentioned in a message, and not called yet."""


@dataclass(frozen=True, slots=True)
class Notice:
    """One of them: `key` says what it is about, and is the kind of its row; those in `called` are mentioned, and by a
    new post if they come to be later, unless it is to call `once`. `until`: when it is over by itself."""

    key: str
    channel_id: int
    panel: Panel
    called: Sequence[int] = ()
    once: bool = False
    until: datetime | None = None

    def noted(self, users: Sequence[str]) -> str:
        """What is kept of its message, which has called these."""
        shown = f"{','.join(users)} {faces.digest(self.panel)}"
        return shown if self.until is None else f"{shown} {self.until.isoformat()}"


class Notices:
    """Posts what has become so, edits what has changed, takes away what is so no longer."""

    def __init__(self, posts: Posts, tables: Tables, poke: Callable[[str], object]) -> None:
        """poke: told of a game when somebody can be called who was left in peace."""
        self._posts = posts
        self._tables = tables
        self._peace = Peace(poke, tables.cache.clock.now)

    def wait(self, game_id: str) -> bool:
        """Whether one of them has yet to call somebody, who is left in peace."""
        return game_id in self._peace

    async def bring(self, game_id: str) -> None:
        """All of a game. Raises Later; Gone, Refused if the game's own channel takes none."""
        table = await self._tables.look(game_id)
        rows = await self._posts.notices(game_id)
        found = [*await self._votes(table), *self._invitations(table), *self._offers(table), *self._news(table, rows)]
        wanted = {notice.key: notice for notice in found}
        resting = await self._resting(table, found)
        failures = Failures()
        for row in rows:
            notice = wanted.get(row.kind)
            if notice is None and (said := self._lapsed(table, row) or _outcome(table, row)):
                with failures.kept(Refused):  # it is to say so once that can be
                    await self._posts.leave(row, faces.texts(said))
            elif notice is None or notice.channel_id != row.channel_id:
                self._posts.delete(row)
        # Those elsewhere come first: where its own channel takes none, a vote takes the game to another.
        for notice in sorted(wanted.values(), key=lambda each: each.channel_id == table.row.channel_id):
            about = [row for row in rows if (row.kind, row.channel_id) == (notice.key, notice.channel_id)]
            try:
                await self._show(table, notice, about, resting)
            except (Gone, Refused):
                if notice.channel_id == table.row.channel_id:
                    raise
        failures.rise()

    async def _show(self, table: Table, notice: Notice, rows: Sequence[Message], resting: Collection[int]) -> None:
        """Who is mentioned in a message is called by its post, once: an edit calls nobody. Who is left in peace then is
        called by another post when that is over. A former message goes when that is there.

        Raises Gone, Refused, Later.
        """
        posted = [row for row in rows if row.message_id is not None]
        planned = next((row for row in rows if row.message_id is None), None)
        before = (posted[-1].shown or "" if posted else "").partition(" ")[0].split(",")
        sleeping = {str(user) for user in resting} - {*before}
        users = [_RESTING * (user in sleeping) + user for user in map(str, notice.called)]
        new = {user for user in users if not user.startswith(_RESTING)} - {*before}
        calls = bool(new) and not (notice.once and new.isdisjoint(user.removeprefix(_RESTING) for user in before))
        doubt = planned is not None and not has_no_way(planned)  # it may be there: posting it again finds it
        if posted and not doubt and not calls and await self._edited(posted[-1], notice, before):
            posted.pop()
        else:
            row = await self._posts.plan(table.id, notice.key, notice.channel_id, former=planned)
            uncalled = [user for user in notice.called if str(user) not in before]
            to_call = await self._tables.people.to_call(uncalled, table)
            urgency = Urgency.CALLS if notice.called else Urgency.SHOWS
            await self._posts.post(row, notice.panel, notice.noted(users), to_call, urgency=urgency)
        for former in posted:
            self._posts.delete(former)

    async def _edited(self, row: Message, notice: Notice, called: Sequence[str]) -> bool:
        """Let a message show that, which has called these; whether it is there. Raises Refused, Later."""
        if row.shown != (now := notice.noted(called)):
            try:
                await self._posts.edit(row, notice.panel, now)
            except Gone:
                return False
        return True

    async def _resting(self, table: Table, notices: Sequence[Notice]) -> Collection[int]:
        """Who of those that are to be called is left in peace now. The game is poked when the first is so no longer."""
        users = {user for notice in notices for user in notice.called}
        until = {user: await self._tables.people.resting(user, table) for user in users}
        resting = {user: moment for user, moment in until.items() if moment is not None}
        self._peace.lasts(table.id, resting.values())
        return resting

    async def _votes(self, table: Table) -> Iterator[Notice]:
        """Each vote in the channel that it is about."""
        votes = await self._tables.votes.open_in(table)
        return (
            Notice(
                f"{_VOTE}{vote.about}",
                destination(vote.about) or table.row.channel_id,
                voting(table, vote),
                unheard(table, vote),
                once=True,
                until=vote.lapses,
            )
            for vote in votes
        )

    def _lapsed(self, table: Table, row: Message) -> str:
        """What stays told of a vote that has come to nothing by itself; nothing of all others, nor of one that was
        withdrawn or decided."""
        about, until = row.kind.removeprefix(_VOTE), moment((row.shown or "").rpartition(" ")[2])
        if about == row.kind or until is None or self._tables.cache.clock.now() < until:
            return ""
        with suppress(Refusal):
            self._tables.decisions.require_possible(table, about)
            return lapsed(table, about)
        return ""

    def _offers(self, table: Table) -> Iterator[Notice]:
        """Each to the person who is asked to take a seat."""
        for seat, offer in table.offers.items() if table.status is Status.RUNNING else ():
            keeps = table.seat(seat).user_id if table.may_keep(seat) else None
            called = [offer.user_id] if keeps is None else [offer.user_id, keeps]
            yield Notice(_offer(table, seat), table.row.channel_id, offering(table, seat, offer), called)

    def _news(self, table: Table, rows: Sequence[Message]) -> Iterator[Notice]:
        """The last seat that changed hands; whoever has lost it is called.

        What was told stays known as long as the game can be taken up again, so that it is not told a second time.
        """
        if not table.tenures:
            return
        last = table.tenures[-1]
        lost = [last.user_id] if last.user_id is not None and not last.own else []
        if table.status is Status.RUNNING:
            yield Notice(_key(last), table.row.channel_id, news(table, last), lost)
        elif table.row.sealed_at is not None and any(row.kind == _key(last) for row in rows):
            yield Notice(_key(last), table.row.channel_id, faces.texts(handed_over(table, last)), lost)

    def _invitations(self, table: Table) -> Iterator[Notice]:
        """One message to all who have not answered; once there are none, one to the host, whom the game waits for."""
        if table.status is Status.LOBBY and table.awaited:
            asked = [each.user_id for each in table.awaited]
            yield Notice("invite", table.row.channel_id, inviting(table, asked), asked)
        elif table.status is Status.LOBBY and table.invited and (host := table.row.host_id) is not None:
            yield Notice("invite:start", table.row.channel_id, faces.texts(to_start(table, host)), [host])


def _key(tenure: Tenure) -> str:
    return f"{_NEWS}{tenure.number}"


def _offer(table: Table, seat: str) -> str:
    """What is offered is the seat as somebody has it, not as it is once it has changed hands."""
    changed = sum(each.seat == seat for each in table.tenures)
    return f"{_OFFER}{seat}:{changed}" if changed else f"{_OFFER}{seat}"


def _outcome(table: Table, row: Message) -> str:
    """What stays told where a notice was; nothing if it goes: who has got a seat, or keeps one that was offered."""
    if row.kind.startswith(_NEWS):
        return next((handed_over(table, each) for each in table.tenures if _key(each) == row.kind), "")
    seat = row.kind.removeprefix(_OFFER).partition(":")[0]
    if table.status is not Status.RUNNING or seat not in table.names:
        return ""
    asked = (row.shown or "").partition(" ")[0].partition(",")[0].removeprefix(_RESTING)
    if asked == str(table.seat(seat).user_id):
        return ""  # who has accepted is told of as such
    verb = "keeps" if row.kind == _offer(table, seat) else "has"
    said = f"**{table.named(seat)}** {verb} the seat at {table.title}"
    if not asked.isdecimal():
        return f"{said}."
    own = (each.event for each in reversed(table.context.log) if each.event.kind == KEPT)
    kept = next((each for each in own if each.data["seat"] == seat), None) if verb == "keeps" else None
    if kept is None:
        return f"{said}. <@{asked}> is not asked to take it any more."
    return f"{said}: {no_more(kept, table.names, f'<@{asked}>')}"


def handed_over(table: Table, tenure: Tenure) -> str:
    """Who has got whose seat."""
    later = [each for each in table.tenures if each.seat == tenure.seat and each.number > tenure.number]
    name = shown(called(later[0].name)) if later else table.named(tenure.seat)
    former = f"<@{tenure.user_id}>" if tenure.user_id is not None else shown(called(tenure.name))
    number = str(tenure.number)
    names, known = table.holders_after(tenure.number).names, table.context.decided_by
    by = f" {decided(known[number], names)}" if number in known else ""
    if tenure.is_return:
        return f"**{name}** is back at {table.title} in {table.turn_called(tenure.turn)}, in place of {former}."
    if tenure.policy is not None:
        return f"**{name}** plays on for {former} at {table.title}, from {table.turn_called(tenure.turn)} on."
    how = "has left" if tenure.own else "was replaced at"
    instead = host_instead(table, tenure.seat) if not later else ""
    host = f" {table.named(instead)} is host {'now' if tenure.own else 'for now'}." if instead else ""
    return f"{former} {how} {table.title} in {table.turn_called(tenure.turn)}: **{name}** plays on.{by}{host}"


def news(table: Table, tenure: Tenure) -> Panel:
    """The same, with the way back where there is one."""
    said = handed_over(table, tenure)
    if table.former(tenure.seat) is None:
        return faces.texts(said)
    back = (
        f"\n-# The seat can be taken back at once as long as the computer has it; {at_table('replace')} gives it to"
        " somebody else."
    )
    return faces.texts(said + back).with_component(
        layout.row(Place(table.id).button(Verb.BACK, "Take the seat back", tenure.seat))
    )


def offering(table: Table, seat: str, offer: Offered) -> Panel:
    """Asking somebody to take a seat."""
    place = Place(table.id)
    declining, own, keeping = "Only you", "", list[Button]()
    if table.may_keep(seat):
        who = table.names.get(offer.by or "")
        by = shown(who) if who is not None else "Somebody who manages the channel"
        declining = f"Only you and {table.named(seat)}"
        whose = f"<@{table.seat(seat).user_id}> this is your seat: {by} decided it."
        own = f"\n{whose} **I am here** keeps it, and so does any move of yours."
        keeping = [place.button(Verb.HERE, "I am here", seat)]
    lapses = f" The offer stands until <t:{int(offer.until.timestamp())}:f>." if offer.until is not None else ""
    hidden = "You see what is hidden there when you have it. " if table.kit.hides else ""
    said = (
        f"<@{offer.user_id}> will you take {table.named(seat)}'s seat at {table.title}, in {table.turn_name}?\n"
        f"-# {hidden}Until then it is played as before.{lapses}"
        f" {declining} can decline. {withdrawing(table)}{own}"
    )
    return faces.texts(said).with_component(
        layout.row(
            place.button(Verb.ACCEPT, "Take the seat", seat, Style.SUCCESS),
            place.button(Verb.REFUSE, "No, thanks", seat),
            *keeping,
        )
    )


def inviting(table: Table, users: Sequence[int]) -> Panel:
    """Asking people to sit down."""
    host = table.host_name or "the host"
    everybody = " ".join(f"<@{user_id}>" for user_id in users)
    begins = "The game begins by itself when all who are invited have joined."
    begins = f"When you have joined, {host} may press **Start**." if table.waits_for_host else begins
    place = Place(table.id)
    what = f"a rematch of {table.kit.title}" if AGAIN in table.options else f"play {table.kit.title}"
    return faces.texts(f"{everybody} {host} invites you to {what} here.\n-# {begins}").with_component(
        layout.row(
            place.button(Verb.JOIN, "Join", style=Style.SUCCESS),
            place.button(Verb.DECLINE, "Decline"),
        )
    )


def to_start(table: Table, host_id: int) -> str:
    """What the host can do whose guests have answered, where the game has not begun by that."""
    declined = [shown(called(each.name)) for each in table.declined]
    why = f"{listed(declined)} {'has' if len(declined) == 1 else 'have'} declined" if declined else "All have joined"
    ready = len(table.seats) >= table.kit.seats[0]
    begin, others = ("press **Start** on the table, or ", "") if ready else ("", ", or add a computer player")
    return f"<@{host_id}> {why}, and the game waits for you: {begin}invite somebody{others}."


def unheard(table: Table, vote: Vote) -> list[int]:
    """The people at the table who have not voted; they are called to see that there is a vote."""
    heard = {*vote.yes, *vote.no}
    return [seat.user_id for seat in table.people if seat.user_id is not None and seat.user_id not in heard]


def voting(table: Table, vote: Vote) -> Panel:
    """An open vote with its buttons; who is missing can say that they are not."""
    words, place, change = wording(table, vote.about), Place(table.id), replaced(vote.about)
    about = change.seat if change is not None else ""
    alone = change is not None and vote.people == 1
    others = [seat for seat in table.people if seat.seat != about]
    host = table.host_name if table.host != about else ""
    yes, no = (
        [table.named(seat.seat) for seat in table.people if seat.user_id in side] for side in (vote.yes, vote.no)
    )
    against = f" Against it: {listed(no)}." if no else ""
    stands = f"For it: {listed(yes, 'nobody yet')} ({len(vote.yes)} of {vote.people}); it takes {vote.needed}.{against}"
    if alone:
        stands = f"{listed(table.named(seat.seat) for seat in others)} decides."
    notes = [words.follows] if words.follows else []
    if host and not alone and settled_by(table, vote.about, table.row.host_id):
        notes.append(f"If {host}, the host, presses *{words.label}*, it is done at once.")
    elif host and change is not None and not alone:
        notes.append(f"If {table.named(about)} and {host}, the host, are for it, it is done at once.")
    if vote.hopeless:
        notes.append("Too many are against it, unless somebody thinks again.")
    if not alone:
        notes.append("Each vote counts for a day.")
    if vote.until:
        notes.append(f"The first vote lapses {layout.since(vote.until)}.")
    here = [place.button(Verb.HERE, "I am here", about, Style.SUCCESS)] if about in table.missing else []
    small = [f"-# {' '.join(notes)}"] if notes else []
    opposed = [] if alone else [place.button(Verb.VOTE, "No", f"{AGAINST}{vote.about}")]
    called = [f"<@{user_id}>" for user_id in unheard(table, vote)]
    return faces.texts("\n".join((" ".join((*called, f"**{words.question}**", stands)), *small))).with_component(
        layout.row(*here, place.button(Verb.VOTE, words.label, vote.about, words.style), *opposed)
    )
