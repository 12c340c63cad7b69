"""All interactions pass through here: each is handled once, always answered, and finished before the bot shuts down."""

from __future__ import annotations

import asyncio
import logging
import secrets
import weakref
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from time import perf_counter
from typing import NoReturn

import discord
from cachetools import LRUCache
from discord.app_commands import Choice

from bot.answers.answering import Answering
from bot.answers.replies import Reply
from bot.components import ids
from bot.components.ids import Id, Verb
from bot.delivery.rest import PROBLEMS, InDoubt, is_ours
from bot.tables import Table
from bot.tables.errors import Elsewhere, Refusal, TooSoon
from bot.tales import Live
from bot.watch import figures
from game.core.commands import at_table
from storage import DatabaseAway, LeaseLost

log = logging.getLogger(__name__)

Handler = Callable[[Reply, Id], Awaitable[None]]
TableHandler = Callable[[Reply, Table, Id], Awaitable[None]]
TaleHandler = Callable[[Reply, Live, Id], Awaitable[None]]
Apart = Callable[[discord.Interaction, Id], bool]
"""Whether the pressed message stays as it is and the answer becomes a message of its own. It is asked before any work
is done, as deferring depends on it."""
FindTable = Callable[[discord.Interaction, str], Awaitable[Table]]
"""Returns the table of this game. Raises a Refusal if this person may not press its buttons from where they are."""
FindTale = Callable[[discord.Interaction, Id], Awaitable[Live]]
"""Returns the tale of this button. Raises a Refusal likewise."""
Refuse = Callable[[Reply, Refusal], Awaitable[None]]
"""Tells a person why their request is not carried out."""
After = Callable[[Reply], Awaitable[None]]
"""Called after an answer."""
HandOver = Callable[[int, str], Awaitable[bool]]
"""Hands the interaction with this id over to the process that holds this game; returns whether there is one."""

_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "click",
    discord.InteractionType.modal_submit: "form",
}
_SUGGESTION = "autocomplete"
ANSWER_AFTER = 1.5
"""Seconds after which an answer that is not ready is deferred; Discord waits for three."""
_FOR_ANOTHER = 2.0
"""Seconds for which another process that may have taken over our games can answer first."""
_AFTER_ANOTHER = 2.3
"""Seconds after which an answer is deferred that has first waited for such a process."""
_LATE = 2.0
_REMEMBERED = 4096
_AT_ONCE = 3
"""Interactions of one person that are handled concurrently: a film may be made while its steps are looked at."""
_WAITING = 20
"""Further interactions of one person that may wait for these."""
_TOO_FAST = "You press faster than I can answer. Look at what came of it, then go on."
_UNKNOWN_BUTTON = (
    f"This button is too old: it is not from this version of the bot. {at_table('board')} brings up the table with new"
    " ones, and `/play` makes a move."
)
_RESTARTING = "The bot is restarting. Press again in a moment: nothing is lost."
_AWAY = (
    "The database cannot be reached just now. The game is safe: look at the table in a minute, and if what you did is"
    " not there, do it again."
)
_IN_DOUBT = (
    "Discord did not confirm the message for everybody. Check whether it is in the channel before you try again, so"
    " that it does not appear twice."
)
_APOLOGY = (
    "Sorry, something went wrong on our side. The game is safe; please try again."
    " If it happens again, tell whoever runs the bot this number: `{incident}`."
)


def _never(_: discord.Interaction, __: Id) -> bool:
    return False


class Router:
    """Dispatches interactions to their handlers, and counts those under way."""

    def __init__(self, answering: Answering) -> None:
        self.closing = False
        self.find_table: FindTable = _nobody
        self.find_tale: FindTale = _nobody
        self.hand_over: HandOver = _to_nobody
        self.lease_has_run_out: Callable[[], bool] = lambda: False
        """Whether another process may have taken over our games and got the same interactions. This one then waits, as
        Discord takes only the first answer."""
        self.refuse: Refuse = lambda reply, refusal: reply.tell(refusal.text)
        self.stayed: After = _nothing
        """Called after a press that leaves its message as it is."""
        self._answering = answering
        self._handlers: dict[Verb, Handler] = {}
        self._apart: dict[Verb, Apart] = {}
        self._seen: LRUCache[int, None] = LRUCache(_REMEMBERED)
        self._turns: weakref.WeakValueDictionary[int, asyncio.Semaphore] = weakref.WeakValueDictionary()
        self._queued: Counter[int] = Counter()
        self._running = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def on(self, verb: Verb, handler: Handler) -> None:
        """Register the one handler of components with this verb. Raises ValueError if there is one."""
        self._add(verb, handler, _never)

    def on_table(self, verb: Verb, handler: TableHandler, apart: Apart = _never) -> None:
        """Register it likewise for a verb of a table's components; it is called with that table."""

        async def admitted(reply: Reply, wanted: Id) -> None:
            await handler(reply, await self.find_table(reply.interaction, wanted.game), wanted)

        self._add(verb, admitted, apart)

    def on_tale(self, verb: Verb, handler: TaleHandler) -> None:
        """Register it likewise for a verb of a tale's components; it is called with that tale."""

        async def admitted(reply: Reply, wanted: Id) -> None:
            await handler(reply, await self.find_tale(reply.interaction, wanted), wanted)

        self._add(verb, admitted, _never)

    def _add(self, verb: Verb, handler: Handler, apart: Apart) -> None:
        if verb in self._handlers:
            raise ValueError(f"{verb} has a handler")
        self._handlers[verb], self._apart[verb] = handler, apart

    @property
    def verbs(self) -> frozenset[Verb]:
        return frozenset(self._handlers)

    async def press(
        self,
        interaction: discord.Interaction,
        custom_id: str,
        values: tuple[str, ...] = (),
        people: tuple[discord.abc.User, ...] = (),
        fields: Mapping[str, str] | None = None,
    ) -> None:
        """Handle a pressed button, a choice in a select, or a form that was submitted.

        values: what was chosen. people: the users that were chosen. fields: what was written in the form, by field
        name.
        """
        what = custom_id.split(":")[1] if custom_id.count(":") > 1 else "unknown"
        try:
            wanted = ids.decode(custom_id)
            handler = self._handlers[wanted.verb]
            if wanted.verb in ids.SELECTS and not values:
                raise ids.BadId(custom_id)
        except (ids.BadId, KeyError):
            await self.serve(interaction, what, lambda reply: reply.tell(_UNKNOWN_BUTTON))
            return

        apart = self._apart[wanted.verb](interaction, wanted)
        reply = Reply(interaction, self._answering, apart=apart, values=values, people=people, fields=fields)
        await self._serve(reply, what, lambda reply: handler(reply, wanted))

    async def serve(
        self, interaction: discord.Interaction, what: str, work: Callable[[Reply], Awaitable[None]]
    ) -> None:
        """Do the work, and see to it that the person is answered whatever happens. `what` names it in the log. An
        interaction that comes twice is handled once."""
        await self._serve(Reply(interaction, self._answering), what, work)

    async def _serve(self, reply: Reply, what: str, work: Callable[[Reply], Awaitable[None]]) -> None:
        interaction, began = reply.interaction, perf_counter()
        if not self._is_new(interaction.id):
            log.info("an interaction came twice", extra={"interaction": interaction.id})
            return
        late = (discord.utils.utcnow() - interaction.created_at).total_seconds()
        log.log(
            logging.INFO if late > _LATE else logging.DEBUG,
            "an interaction arrived",
            extra={"interaction": interaction.id, "what": what, "late": f"{late:.3f}"},
        )
        kind = _KINDS.get(interaction.type, "other")
        with self.under_way():
            if self.closing:
                await reply.aside(_RESTARTING)
                figures.INTERACTIONS.labels(kind, "refused").inc()
                return
            outcome = await self._answer(reply, what, work)
            if reply.apart:
                with suppress(DatabaseAway, LeaseLost):  # the next press shows what is true
                    await self.stayed(reply)
        figures.INTERACTIONS.labels(kind, "lost" if reply.lost else outcome).inc()
        if not reply.lost:
            figures.ANSWERS.labels(kind).observe((reply.confirmed or perf_counter()) - began)

    async def suggest(self, interaction: discord.Interaction, work: Awaitable[list[Choice[str]]]) -> list[Choice[str]]:
        """Answer an autocompletion with these suggestions; with none if they cannot be made.

        Return them, since discord.py asks for them, though it then sees that they have been sent. Raises the error if
        Discord does not take them, as when the person has typed on.
        """
        began, outcome = perf_counter(), "answered"
        found = list[Choice[str]]()
        with self.under_way():
            if self.lease_has_run_out():
                await asyncio.sleep(_FOR_ANOTHER)
            try:
                found = await work
            except Refusal:
                outcome = "refused"
            except Exception:
                log.exception("no suggestions")
                outcome = "failed"
            try:
                await interaction.response.autocomplete(found)
            except PROBLEMS as problem:  # too late, or the person typed on
                figures.INTERACTIONS.labels(_SUGGESTION, "failed" if is_ours(problem) else "lost").inc()
                raise
        figures.INTERACTIONS.labels(_SUGGESTION, outcome).inc()
        figures.ANSWERS.labels(_SUGGESTION).observe(perf_counter() - began)
        return found

    @contextmanager
    def under_way(self) -> Iterator[None]:
        """A context in which an interaction counts as under way: while it is handled, or routed between processes
        before that."""
        self._running += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._running -= 1
            if not self._running:
                self._idle.set()

    async def idle(self) -> None:
        """Wait until no interaction is under way."""
        while self._running:  # another may have begun before we are resumed
            await self._idle.wait()

    @property
    def queues(self) -> dict[str, int]:
        """How many interactions are under way, and how many of them wait for others of the same person."""
        return {"interactions": self._running, "interactions waiting": sum(self._queued.values())}

    async def drain(self, seconds: float) -> bool:
        """Refuse new interactions, and wait up to so many seconds for those under way. Return whether all have
        finished."""
        self.closing = True
        await asyncio.sleep(0)  # lets those that have just arrived begin
        try:
            async with asyncio.timeout(seconds):
                await self.idle()
        except TimeoutError:
            return False
        return True

    async def _answer(self, reply: Reply, what: str, work: Callable[[Reply], Awaitable[None]]) -> str:
        """Do the work and answer. Return the outcome: "answered", "refused", "failed", "lost", or "handed over" to
        another process."""
        outcome, is_done = "refused", False
        waiting: set[asyncio.Task[None]] = set()
        may_be_second = self.lease_has_run_out()
        timer = asyncio.get_running_loop().call_later(
            _AFTER_ANOTHER if may_be_second else ANSWER_AFTER, lambda: waiting.add(asyncio.create_task(reply.defer()))
        )
        try:
            if may_be_second:
                await asyncio.sleep(_FOR_ANOTHER)
            async with self._turn(reply.user_id):
                await work(reply)
            outcome, is_done = "refused" if reply.refused else "answered", True
        except TooSoon as refusal:
            await self._tell(reply, reply.aside(refusal.text))
        except Refusal as refusal:
            await self._tell(reply, self.refuse(reply, refusal))
        except Elsewhere as elsewhere:
            timer.cancel()
            # once we have answered, or are about to, no other process can
            ours = waiting or reply.answered or reply.interaction.response.is_done()
            if ours or not await self.hand_over(reply.interaction.id, elsewhere.game_id):
                await self._tell(reply, reply.aside(_RESTARTING))
            else:
                return "handed over"
        except DatabaseAway:
            outcome = "failed"
            await self._tell(reply, reply.aside(_AWAY))
        except InDoubt as doubt:
            outcome = "lost"
            log.warning("a message for all is in doubt", extra={"what": what, "problem": str(doubt)})
            await self._tell(reply, reply.aside(_IN_DOUBT))
        except LeaseLost:
            await self._tell(reply, reply.aside(_RESTARTING))
        except Exception:
            outcome = "failed"
            await self._tell(reply, _apologise(reply, "an interaction failed", what=what))
        finally:
            timer.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
        if is_done and not reply.answered and not reply.lost:
            await self._tell(reply, reply.tell("Done."))
        return outcome

    async def _tell(self, reply: Reply, telling: Awaitable[None]) -> None:
        """Tell it, or apologise if Discord refuses the words."""
        try:
            await telling
        except discord.HTTPException:
            with suppress(discord.HTTPException):
                await _apologise(reply, "an answer was refused")

    def _is_new(self, interaction_id: int) -> bool:
        if interaction_id in self._seen:
            return False
        self._seen[interaction_id] = None
        return True

    @asynccontextmanager
    async def _turn(self, user_id: int) -> AsyncIterator[None]:
        """Wait for one of the person's few places, so that a person's flood holds up nobody else. Raises TooSoon if too
        many wait."""
        turn = self._turns.setdefault(user_id, asyncio.Semaphore(_AT_ONCE))
        if turn.locked() and self._queued[user_id] >= _WAITING:
            raise TooSoon(_TOO_FAST)
        self._queued[user_id] += 1
        try:
            await turn.acquire()
        finally:
            self._queued[user_id] -= 1
            if not self._queued[user_id]:
                del self._queued[user_id]
        try:
            yield
        finally:
            turn.release()


async def _apologise(reply: Reply, happened: str, **more: object) -> None:
    """Log the exception that is being handled, and tell the person the number that it has in the log."""
    incident = secrets.token_hex(4)
    log.exception(happened, extra={"incident": incident, **more})
    await reply.aside(_APOLOGY.format(incident=incident))


async def _to_nobody(_: int, __: str) -> bool:
    """The default: there is no other process."""
    return False


async def _nothing(_: Reply) -> None:
    """The default, until private messages are set up."""


async def _nobody(_: discord.Interaction, __: object) -> NoReturn:
    """The default, until the tables and tales are set up."""
    raise LookupError
