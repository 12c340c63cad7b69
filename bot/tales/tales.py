"""Everything that reads or changes a tale does it here: one lock a tale, and those used last kept alive."""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import NamedTuple

from cachetools import LRUCache

import storage
from bot.tables.cache import DOUBT
from bot.tables.errors import Elsewhere, NoGame, Refusal, Stale, WrongMoment
from bot.tales.live import Damaged, Live, revived, tales
from game.core.aid import Aid
from game.core.errors import BadArguments, Refused
from game.core.signature import Values
from game.core.stage import UNDO, Act, Step, carried_out, done_by
from game.core.tale import Tale
from storage import Base, Storage, Written

log = logging.getLogger(__name__)

_KEPT = 64
NO_TALE = "There is no tale in this channel. `/tale new` opens one, `/tale move` takes one of yours here."
NOT_HERE = "This tale is not played here (any more). `/tale status` shows the one that is."
_OVER = "This tale has ended."
_DAMAGED = "What is stored of this tale cannot be read. Tell whoever runs the bot: `adepts doctor` says more."
_PRESSED = "That was done already, or something newer was. This is how things stand now."
_TAKEN = (
    "There is a tale in this channel already: *Join* on its status message, which `/tale status` brings down here. For"
    " another one use another channel, or a thread."
)


class Pressed(NamedTuple):
    """What a press came to, and the tale after it."""

    step: Step
    live: Live


class Tales:
    """The tales in use. `changed` are called with the id of each that is another than before; they must not block."""

    def __init__(self, store: Storage) -> None:
        self.store = store
        self.changed: list[Callable[[str], None]] = []
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()
        self._kept: LRUCache[str, Live] = LRUCache(_KEPT)
        self._cleared = 0
        """How often all was to be loaded anew."""

    async def look(self, tale_id: str) -> Live:
        """The tale as it stands, for reading. Raises NoGame, WrongMoment."""
        live = self._kept.get(tale_id)
        if live is not None:
            return live
        async with self._lock(tale_id):
            return await self._get(tale_id)

    async def active_in(self, channel_id: int) -> Live:
        """The tale that is played there. Raises NoGame, WrongMoment."""
        tale_id = await self.store.tales.active_in(channel_id)
        if tale_id is None:
            raise NoGame(NO_TALE)
        return await self.look(tale_id)

    async def ended_in(self, channel_id: int) -> Live | None:
        """The tale that ended there last. Raises WrongMoment."""
        tale_id = await self.store.tales.ended_in(channel_id)
        return await self.look(tale_id) if tale_id is not None else None

    async def open(
        self,
        aid: Aid,
        user_id: int,
        given: Values,
        acts: Sequence[Act] = (),
        *,
        guild_id: int | None,
        channel_id: int,
    ) -> Live:
        """Open a tale, of which this person is the master, and do something in it at once. Raises Refusal."""
        with refusals():
            who = "u1"
            tale = tales(aid).new(who, given)
            tale, _ = carried_out(tale, who, acts, str(channel_id))
            first = written(tale, people={who: user_id})
            row = await self.store.tales.create(aid.name, guild_id=guild_id, channel_id=channel_id, first=first)
        log.info("tale opened", extra={"tale": row.id, "aid": aid.name})
        return await self._anew(row.id)

    async def press(
        self,
        tale_id: str,
        user_id: int,
        decide: Callable[[Live], Step],
        *,
        number: int | None = None,
        interaction_id: int | None = None,
    ) -> Pressed:
        """Do what comes of a press: `decide` says it of the tale as it is then.

        number: how much the person had done when they were shown what they pressed; None: a command, which is always
        meant. What is done is on disk when this returns. Raises Refusal; Stale for a press that has been overtaken.
        """
        async with self._hold(tale_id) as live:
            with refusals():
                step = decide(live)
                return Pressed(step, await self._carried_out(live, user_id, step, number, interaction_id))

    async def _carried_out(
        self, live: Live, user_id: int, step: Step, number: int | None, interaction_id: int | None
    ) -> Live:
        who = live.who(user_id)
        notes = {who: step.notes} if step.notes is not None and step.notes != live.notes.get(who, {}) else {}
        if not step.acts:
            return await self._keep_notes(live, user_id, notes) if notes else live
        if live.is_over:
            raise WrongMoment(_OVER)
        if number is not None and number != done_by(live.tale, who):
            raise Stale(_PRESSED)
        salt = str(interaction_id or "")
        tale, _ = carried_out(live.tale, who, step.acts, salt)
        undone = any(act.action == UNDO for act in step.acts)
        change = written(tale, live, people={} if live.knows(user_id) else {who: user_id}, notes=notes, undone=undone)
        try:
            row = await self.store.tales.append(
                live.id, change, expected=len(live.tale.log), interaction_id=interaction_id
            )
        except storage.Duplicate:
            raise Stale(_PRESSED) from None
        if tale.over:  # no channel leads to it any longer, and it may know somebody no longer
            return await self._anew(live.id, held=True)
        after = replace(
            live.known(user_id),
            row=row,
            tale=tale,
            notes={**live.notes, **notes},
            casts=live.casts + len(change.casts),
            secret=change.secret if change.secret is not None else live.secret,
        )
        self._put(after)
        return after

    async def _keep_notes(self, live: Live, user_id: int, notes: Mapping[str, Values]) -> Live:
        """What a screen remembers; who has none yet gets a name in the tale for that."""
        ((who, kept),), before = notes.items(), self._cleared
        if not live.knows(user_id):
            await self.store.tales.know(live.id, who, user_id)
        await self.store.tales.keep(live.id, who, kept)
        after = replace(live.known(user_id), notes={**live.notes, who: kept})
        if before == self._cleared:
            self._keep(after)
        return after

    async def link(self, tale_id: str, channel_id: int) -> Live:
        """Let another channel lead to the tale as well. Raises Refusal."""
        async with self._hold(tale_id):
            with refusals():
                await self.store.tales.link(tale_id, channel_id)
            return await self._anew(tale_id, held=True)

    async def unlink(self, tale_id: str, channel_id: int) -> bool:
        """Let it lead there no longer; whether it did."""
        async with self._hold(tale_id):
            did = await self.store.tales.unlink(tale_id, channel_id)
            await self._anew(tale_id, held=True)
            return did

    async def move(self, tale_id: str, guild_id: int | None, channel_id: int) -> Live:
        """Go on in another channel. Raises Refusal."""
        async with self._hold(tale_id):
            with refusals():
                await self.store.tales.move(tale_id, guild_id, channel_id)
            return await self._anew(tale_id, held=True)

    # --- keeping

    def clear(self) -> None:
        """Load everything anew: somebody may have been forgotten."""
        self._cleared += 1
        self._kept.clear()

    @asynccontextmanager
    async def _hold(self, tale_id: str) -> AsyncIterator[Live]:
        """The tale, for changing it. Raises NoGame, WrongMoment, Elsewhere."""
        async with self._lock(tale_id):
            live = await self._get(tale_id)
            if not self.store.share.has(live.row.guild_id):
                raise Elsewhere(tale_id)
            try:
                yield live
            except Refusal:
                raise
            except BaseException as error:  # nobody knows whether it is stored
                self._kept.pop(tale_id, None)
                if isinstance(error, storage.DatabaseAway):
                    asyncio.get_running_loop().call_later(DOUBT, self._tell, tale_id)
                raise

    async def _anew(self, tale_id: str, *, held: bool = False) -> Live:
        self._kept.pop(tale_id, None)
        live = await self._get(tale_id) if held else await self.look(tale_id)
        self._tell(tale_id)
        return live

    def _put(self, live: Live) -> None:
        self._keep(live)
        self._tell(live.id)

    def _keep(self, live: Live) -> None:
        self._kept[live.id] = live

    def _tell(self, tale_id: str) -> None:
        for listener in self.changed:
            listener(tale_id)

    def _lock(self, tale_id: str) -> asyncio.Lock:
        lock = self._locks.get(tale_id)
        if lock is None:
            lock = self._locks[tale_id] = asyncio.Lock()
        return lock

    async def _get(self, tale_id: str) -> Live:
        live = self._kept.get(tale_id)
        if live is None:
            before = self._cleared
            with refusals():
                live = revived(await self.store.tales.load(tale_id))
            if before == self._cleared and self.store.share.has(live.row.guild_id):  # else it may be as it was before
                self._keep(live)
        return live


def written(
    tale: Tale,
    before: Live | None = None,
    *,
    people: Mapping[str, int] | None = None,
    notes: Mapping[str, Values] | None = None,
    undone: bool = False,
) -> Written:
    """What is to be stored of a tale: all, or what it has more or otherwise than before."""
    known = (before.tale.since, len(before.tale.log), before.casts) if before is not None else ()
    parts = tale.parts(*known)
    struck = {}
    if before is not None and undone:
        pairs = zip(before.tale.log, tale.log, strict=False)
        struck = {new.number: new.struck for old, new in pairs if new.struck is not None and old.struck is None}
    return Written(
        entries=parts.entries,
        casts=parts.casts,
        struck=struck,
        base=Base(parts.since, parts.version, dict(parts.base)) if parts.base else None,
        secret=parts.secret if before is None or parts.secret != before.secret else None,
        people=people or {},
        notes=notes or {},
        over=tale.over,
    )


@contextmanager
def refusals() -> Iterator[None]:
    """Turns what the rules and storage refuse into words for a person."""
    try:
        yield
    except Refused as refused:
        raise Refusal(sentence(refused.problem or refused.code)) from refused
    except BadArguments as error:
        raise Refusal(sentence(str(error))) from error
    except Damaged as error:
        log.error("a tale cannot be read", extra={"problem": str(error)})
        raise WrongMoment(_DAMAGED) from None
    except storage.NoSuchGame:
        raise NoGame(NOT_HERE) from None
    except storage.WrongStatus:
        raise WrongMoment(_OVER) from None
    except storage.ChannelTaken:
        raise WrongMoment(_TAKEN) from None


def sentence(problem: str) -> str:
    """What a program says, as a person would."""
    text = problem[:1].upper() + problem[1:]
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
