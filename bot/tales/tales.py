"""Every read or change of a tale goes through here."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

import storage
from bot.tables.errors import NoGame, Refusal, Stale, WrongMoment
from bot.tables.keeper import Keeper
from bot.tales.live import Damaged, Live, revived, tales
from game.core import english
from game.core.aids.aid import Aid
from game.core.aids.signature import Values
from game.core.aids.stage import UNDO, Act, Step, carried_out, done_by
from game.core.aids.tale import Done, Tale
from game.core.errors import BadArguments, Refused
from game.core.text.parts import cut
from storage import Base, Storage, Written

log = logging.getLogger(__name__)

_KEPT = 64
_SAID = 500
"""The most characters of a refusal, since it may list everybody and a screen has to fit below it."""
NO_TALE = (
    "There is no tale here. In a server's channel `/tale new` opens one, `/tale tutorial` one to learn in, and"
    " `/tale move` takes one of yours there."
)
NOT_HERE = "This tale is not played here (any more). `/tale status` shows the one that is."
_OVER = "This tale has ended."
_DAMAGED = "What is stored of this tale cannot be read. Tell whoever runs the bot: `adepts doctor` says more."
_PRESSED = "That was done already, or something newer was. This is how things stand now."
_TAKEN = (
    "There is a tale in this channel already: `/tale status` brings its message down here, and whoever does not sit at"
    " it yet presses *Join* there. For another one use another channel, or a thread."
)


class Pressed(NamedTuple):
    """What a press came to, and the tale after it."""

    step: Step
    live: Live


class Tales(Keeper[Live]):
    """The tales in use, by their ids."""

    def __init__(self, store: Storage) -> None:
        super().__init__(store, _KEPT, refusals)

    async def active_in(self, channel_id: int) -> Live:
        """Return the tale played in this channel. Raises NoGame, WrongMoment."""
        tale_id = await self.store.tales.active_in(channel_id)
        if tale_id is None:
            raise NoGame(NO_TALE)
        return await self.look(tale_id)

    async def ended_in(self, channel_id: int) -> Live | None:
        """Return the last tale that ended in this channel, or None. Raises WrongMoment."""
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
        """Open a tale with this person as its master, and do the given acts in it at once. Raises Refusal."""
        with refusals():
            who = "u1"
            tale = tales(aid).new(who, given)
            tale, _ = carried_out(tale, who, acts, str(channel_id))
            first = written(tale, people={who: user_id})
            row = await self.store.tales.create(aid.name, guild_id=guild_id, channel_id=channel_id, first=first)
        log.info("tale opened", extra={"tale": row.id, "aid": aid.name})
        live = await self.look(row.id)
        self.notify(row.id)
        return live

    async def press(
        self,
        tale_id: str,
        user_id: int,
        decide: Callable[[Live], Step],
        *,
        number: int | None = None,
        interaction_id: int | None = None,
        count: Callable[[Sequence[Done]], None] = lambda _: None,
    ) -> Pressed:
        """Carry out a press. `decide` says what it comes to, given the tale as it is once its lock is held.

        number: how many things the person had done when they were shown what they pressed; None for a command, which is
        always meant. count: called with what is about to be done; it may refuse that. What is done is on disk when this
        returns. Raises Refusal; Stale for a press that comes too late.
        """
        async with self.hold(tale_id) as live:
            with refusals():
                step = decide(live)
            return Pressed(step, await self._carried_out(live, user_id, step, number, interaction_id, count))

    async def _carried_out(
        self,
        live: Live,
        user_id: int,
        step: Step,
        number: int | None,
        interaction_id: int | None,
        count: Callable[[Sequence[Done]], None],
    ) -> Live:
        who = live.who(user_id)
        kept = step.notes if step.notes != live.notes.get(who, {}) else None
        if live.is_over and (step.acts or step.form is not None):
            raise WrongMoment(_OVER)
        if not step.acts:
            return await self._keep_notes(live, user_id, kept) if kept is not None else live
        if number is not None and number != done_by(live.tale, who):
            raise Stale(_PRESSED)
        with refusals():
            tale, done = carried_out(live.tale, who, step.acts, str(interaction_id or ""))
        count(done)
        notes = {who: kept} if kept is not None else {}
        undone = any(act.action == UNDO for act in step.acts)
        change = written(tale, live, people={} if live.knows(user_id) else {who: user_id}, notes=notes, undone=undone)
        row = await self.store.tales.append(live.id, change, expected=len(live.tale.log), interaction_id=interaction_id)
        if tale.over:  # storage has unlinked its channels, and may have forgotten people
            return await self.reload(live.id)
        after = replace(
            live.known(user_id),
            row=row,
            tale=tale,
            notes={**live.notes, **notes},
            casts=live.casts + len(change.casts),
            secret=change.secret if change.secret is not None else live.secret,
        )
        self.put(after)
        return after

    async def _keep_notes(self, live: Live, user_id: int, kept: Values) -> Live:
        """Store what a person's screens remember, giving them a name in the tale if they have none."""
        who = live.who(user_id)
        await self.store.tales.save_notes(live.id, who, user_id, kept)
        after = replace(live.known(user_id), notes={**live.notes, who: kept})
        self._keep(after)
        return after

    async def link(self, tale_id: str, channel_id: int) -> Live:
        """Let another channel lead to the tale as well. Raises Refusal."""
        async with self.hold(tale_id):
            await self.store.tales.link(tale_id, channel_id)
            return await self.reload(tale_id)

    async def unlink(self, tale_id: str, channel_id: int) -> bool:
        """Stop a channel from leading to the tale. Return whether it did."""
        async with self.hold(tale_id):
            did = await self.store.tales.unlink(tale_id, channel_id)
            await self.reload(tale_id)
            return did

    async def move(self, tale_id: str, guild_id: int | None, channel_id: int) -> Live:
        """Move the tale to another channel. Raises Refusal."""
        async with self.hold(tale_id):
            await self.store.tales.move(tale_id, guild_id, channel_id)
            return await self.reload(tale_id)

    async def _load(self, tale_id: str) -> Live:
        return revived(await self.store.tales.load(tale_id))


def written(
    tale: Tale,
    before: Live | None = None,
    *,
    people: Mapping[str, int] | None = None,
    notes: Mapping[str, Values] | None = None,
    undone: bool = False,
) -> Written:
    """Return what is to be stored of a tale: all of it, or what is new or different since `before`."""
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
    """Turn what the rules and storage refuse into words for a person."""
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
    except storage.Duplicate:
        raise Stale(_PRESSED) from None
    except storage.ChannelTaken:
        raise WrongMoment(_TAKEN) from None


def sentence(problem: str) -> str:
    """Return a program's message as a sentence for people."""
    text = cut(english.sentence(problem), _SAID)
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
