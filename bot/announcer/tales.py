"""What the channel sees of a tale: the message that says how things stand, and messages of their own, such as rolls."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

import discord
from cachetools import LRUCache

from bot.announcer.channels import Channels
from bot.announcer.faces import digest
from bot.announcer.letters import Letters
from bot.announcer.posts import Posts, noted
from bot.answers.screens import Screens
from bot.components.links import link
from bot.delivery.budget import Urgency
from bot.delivery.failures import Failures
from bot.delivery.illustrated import InWords, illustrated, require_pictures
from bot.delivery.reconcilers import Reconcilers
from bot.delivery.rest import Asleep, Gone, Later, Refused
from bot.pictures.studio import Studio
from bot.tables.errors import NoGame, Refusal
from bot.tables.people import People
from bot.tales import Live, Tales
from game.core.faces import Sketch
from game.core.layout import Panel, Picture, Place, bare, text
from game.core.stage import Post
from game.core.text import names
from storage import Message

log = logging.getLogger(__name__)

STATUS, POST, LINK = "status", "post", "link"
"""Kinds of messages; after a colon a post has its key, and a link the channel that leads to the tale from elsewhere."""
_SCREENS, _TIDY, _LETTERS = "screens", "tidy", "letters"
_FAR = 12
"""Messages below a status message that is not pinned, after which it is out of sight."""
_GONE = "gone"
"""What a message shows that somebody has deleted."""
_PINNED, _LOOSE = "pinned", "loose"
_NOTED = 1024
_Drawings = dict[str, asyncio.Task[Picture | None]]
"""Pictures that are being drawn, by what a message shows with them."""


class Teller:
    """`poke` it whenever a tale has changed; it never blocks and never raises."""

    patience = 1.0
    """Seconds that a message waits for its picture; it gets that later if it takes longer."""

    def __init__(
        self,
        channels: Channels,
        tales: Tales,
        studio: Studio,
        screens: Screens,
        people: People,
        retry: float,
    ) -> None:
        self._channels = channels
        self._tales = tales
        self._studio = studio
        self._screens = screens
        self._people = people
        self._reconcilers = Reconcilers(self._work, retry)
        poking = self._reconcilers.poking
        self._posts = Posts(channels, tales.store.tale_messages, self._server, poking(_TIDY))
        self._letters = Letters(self._posts, people, self.poke)
        self._anew: set[str] = set()
        self._showed: LRUCache[str, int] = LRUCache(_NOTED)
        self._drawings: dict[str, _Drawings] = {}
        """Those for which the last look at a tale did not wait: the next one takes them, and drops the others."""
        tales.changed.append(self.poke)
        screens.listen(poking(_SCREENS))

    def poke(self, tale_id: str) -> None:
        """Something has changed in this tale: compare everything of it anew."""
        self._reconcilers.poke(tale_id, _LETTERS, STATUS, _SCREENS)

    def anew(self, tale_id: str) -> None:
        """Post the status message again, at the bottom of the channel."""
        self._anew.add(tale_id)
        self.poke(tale_id)

    async def start(self) -> None:
        """Go over all tales whose messages may not show what is true; some at a time."""
        await self._reconcilers.go_over(await self._tales.store.tales.not_shown(), self.poke)

    async def let_in(self, guild_id: int) -> None:
        """We were invited to this server, maybe again: its tales may show what was so long ago."""
        for tale_id in await self._tales.store.tales.not_shown(guild_id):
            self.poke(tale_id)

    async def let_do_more(self, guild_id: int) -> None:
        """We may do more than before in this server: what was refused may go well now."""
        await self._reconcilers.try_again(lambda tale_id: self._posts.is_in(tale_id, guild_id))

    async def idle(self, tale_id: str | None = None, within: float | None = None) -> None:
        """Until nothing is under way (in this tale), at most so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                await self._reconcilers.idle(tale_id)

    async def stop(self, seconds: float = 2.0) -> None:
        """Finish what is being written, if that is soon done; the rest is compared again at the next start."""
        await self._reconcilers.stop(seconds)

    async def link(self, live: Live) -> str:
        """Where the status message is, as an address; "" if it is nowhere."""
        rows = await self._posts.of(live.id, STATUS)
        if not rows or rows[-1].message_id is None:
            return ""
        return link(live.row.guild_id, rows[-1].channel_id, rows[-1].message_id)

    async def _work(self, tale_id: str, kind: str) -> None:
        if kind == STATUS:
            await self._bring(tale_id)
        elif kind == _SCREENS:
            await self._screens.bring(tale_id)
        else:
            status = self._reconcilers.of(tale_id, STATUS)
            with suppress(Refusal):
                if kind == _LETTERS:
                    await self._letters.bring(await self._tales.look(tale_id))
                    if status.busy:  # which comes to see it
                        return
                else:
                    await self._posts.tidy(tale_id)
                status.poke()  # now all may be shown

    # --- what is shown

    async def _bring(self, tale_id: str) -> None:
        begun = self._drawings.pop(tale_id, {})
        try:
            live = await self._tales.look(tale_id)
        except NoGame:
            return
        except Refusal:
            log.warning("a tale is not shown", extra={"tale": tale_id})
            return
        failures = Failures()
        try:
            for key, post in live.stage.posts(live.tale, Place(live.id), self._shown(live)).items():
                with failures.kept(Refused, Later, discord.HTTPException):
                    await self._post(live, key, post, begun)
            await self._status(live)
        except Gone:
            if not (await self._links(live, "") and live.is_over):
                raise
            await self._posts.forget_all(tale_id)  # there is no place any more to show the end in
            return
        except Refused:
            await self._links(live, await self.link(live))
            raise
        awake = await self._links(live, await self.link(live) if live.is_over else "")
        failures.rise()
        if live.id not in self._drawings:
            is_done = awake and await self._posts.is_tidy(live.id) and self._is_written(live.id)
            self._showed[live.id] = live.row.sequence  # if it is not done, a start looks over its last entry again
            self._tales.store.tales.showed(live.id, live.row.sequence - (not is_done))
        if not awake:
            raise Asleep("locked")

    def _is_written(self, tale_id: str) -> bool:
        """Whether all letters are."""
        return self._reconcilers.are_done(tale_id, [_LETTERS]) and not self._letters.wait(tale_id)

    async def _server(self, tale_id: str) -> int | None:
        return (await self._tales.look(tale_id)).row.guild_id

    def _shown(self, live: Live) -> int:
        """The number of the last entry that the channel was shown; a smaller one does no harm."""
        return self._showed.get(live.id, live.row.shown or 0)

    async def _post(self, live: Live, key: str, post: Post, begun: _Drawings) -> None:
        """A message of its own: posted where the tale is, once, unless it is withdrawn; whoever deletes it does not get
        it back."""
        rows = await self._posts.of(live.id, f"{POST}:{key}")
        if post.withdrawn:
            for each in rows:
                await self._posts.withdraw(each)
            return
        row = rows[-1] if rows else None
        sketch = post.sketch
        called = [user for user in map(live.people.get, post.calls) if user is not None]
        mention = " ".join(f"<@{user}>" for user in called)
        shown = digest(post.panel(None, mention), sketch)
        if row is not None and row.shown in (shown, _GONE):
            return
        drawn, without = await self._drawn(live.id, sketch, shown, begun)

        async def send(pictures: Sequence[Picture], why: InWords | None) -> None:
            nonlocal row
            now = noted(shown, why)
            panel = post.panel(next(iter(pictures), None), mention)
            if row is None or row.message_id is None:
                row = await self._posts.plan(live.id, f"{POST}:{key}", live.row.channel_id, former=row)
                to_call, urgency = await self._people.to_call(called), Urgency.CALLS if called else Urgency.SHOWS
                row = await self._posts.post(row, panel, now, to_call, pictures, urgency=urgency)
            elif row.shown != now:
                row = await self._posts.edit(row, panel, now, pictures)

        try:
            found = await illustrated(send, drawn, without)
        except Gone:
            if row is None or row.message_id is None:
                raise
            self._posts.note(row, _GONE)
        else:
            if shown not in self._drawings.get(live.id, {}):  # what is being drawn comes by itself
                require_pictures(found)

    async def _drawn(
        self, tale_id: str, sketch: Sketch | None, shown: str, begun: _Drawings
    ) -> tuple[Sequence[Picture], InWords]:
        """The picture, and why it is missing where it is: words do not wait for one that comes yet."""
        if sketch is None:
            return (), InWords.MEANT
        drawing = begun.get(shown) or asyncio.create_task(self._studio.draw_in_turn(sketch))
        done, _ = await asyncio.wait({drawing}, timeout=self.patience)
        if not done:
            drawing.add_done_callback(lambda _: self.poke(tale_id))
            self._drawings.setdefault(tale_id, {})[shown] = drawing
        picture = drawing.result() if done else None
        return [picture] if picture is not None else [], InWords.FOR_NOW

    async def _status(self, live: Live) -> None:
        """Posted once and edited in place; anew where it is gone or old, or out of sight and cannot be pinned."""
        rows = await self._posts.of(live.id, STATUS)
        row = rows[-1] if rows else None
        panel = live.stage.status(live.tale, Place(live.id))
        shown = digest(panel)
        pinned, _, before = (row.shown or "").partition(" ") if row is not None else ("", "", "")
        here = row is not None and row.message_id is not None and row.channel_id == live.row.channel_id
        if here and before == shown and live.id not in self._anew:
            return  # whatever was done is for nobody's eyes here: not even by coming down does it tell of itself
        if row is not None and here and not await self._comes_down(live, row, pinned):
            try:
                await self._posts.edit(row, panel, f"{pinned} {shown}")
                return
            except Gone:
                self._posts.forget(row)
                rows = [each for each in rows if each.id != row.id]
        row = await self._posts.plan(live.id, STATUS, live.row.channel_id, former=row)
        posted = await self._posts.post(row, panel, f"{_LOOSE} {shown}", urgency=Urgency.SHOWS)
        self._anew.discard(live.id)
        for former in rows:
            if former.id != posted.id:
                self._posts.delete(former)
        if posted.message_id is not None and await self._channels.pin(posted.channel_id, posted.message_id):
            self._posts.note(posted, f"{_PINNED} {shown}")

    async def _links(self, live: Live, address: str) -> bool:
        """In other channels that lead to the tale: where it is played; and that it has ended, with the `address` of its
        last status. Whether all say so: none is a locked thread. Raises Later."""
        rows = {row.channel_id: row for row in await self._posts.of_kind(live.id, LINK)}
        leads = {*(rows if live.is_over else live.channels)} - {live.row.channel_id}
        for channel_id in rows.keys() - leads:
            self._posts.delete(rows[channel_id])
        panel, awake = _link(live, address), True
        shown = digest(panel)
        for channel_id in leads:
            row = rows.get(channel_id)
            try:
                if row is not None and row.shown != shown and self._posts.is_shut(row):
                    raise Asleep("locked")
                if row is None or row.message_id is None:
                    row = await self._posts.plan(live.id, f"{LINK}:{channel_id}", channel_id, former=row)
                    await self._posts.post(row, panel, shown, urgency=Urgency.SHOWS)
                elif row.shown != shown:
                    await self._posts.edit(row, panel, shown)
            except Asleep:
                awake = False
                continue
            except (Gone, Refused):  # whoever deletes it does not get it back, and nothing else waits for it
                if row is not None:
                    self._posts.note(row, shown)
            if live.is_over and row is not None:
                self._posts.forget(row)
        return awake

    async def _comes_down(self, live: Live, row: Message, pinned: str) -> bool:
        """Whether it is posted anew, at the bottom, when it shows something else; or when somebody asked for that."""
        if live.id in self._anew:
            return True
        if live.is_over:
            return False
        if self._posts.is_old(row):
            return True
        return pinned != _PINNED and await self._posts.is_out_of_sight(row, _FAR)


def _link(live: Live, address: str) -> Panel:
    """What another channel is told of a tale that it leads to."""
    title = names.shown(live.tale.status()[0], 200)
    if not live.is_over:
        return bare(text(f"**{title}**", f"Its commands work here too. It is played in <#{live.row.channel_id}>."))
    return bare(text(f"**{title}**.", f"Its last status, with its log and dice: {address}" if address else ""))
