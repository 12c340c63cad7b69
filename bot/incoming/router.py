"""Where every interaction passes: each is counted once, always answered, and finished before the bot ends."""

from __future__ import annotations

import asyncio
import logging
import secrets
import weakref
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from time import perf_counter

import discord
from cachetools import LRUCache
from discord.app_commands import Choice

from bot.answers.answering import Answering
from bot.answers.ephemeral import PROBLEMS, InDoubt, is_ours
from bot.answers.replies import Reply
from bot.components import ids
from bot.components.ids import Id, Verb
from bot.tables.errors import Elsewhere, Refusal, TooSoon
from bot.watch import figures
from game.core.commands import at_table
from storage import DatabaseAway, LeaseLost

log = logging.getLogger(__name__)

Handler = Callable[[Reply, Id], Awaitable[None]]
Apart = Callable[[discord.Interaction, Id], bool]
"""Whether what was pressed stays as it is, and its answer is a message of its own: known before anything is asked."""
Admit = Callable[[discord.Interaction, Id], Awaitable[object]]
"""Whether a button of a game or tale may be pressed from where it was: raises a Refusal if not."""
Refuse = Callable[[Reply, Refusal], Awaitable[None]]
"""Tells somebody why what they wanted is not done."""
After = Callable[[Reply], Awaitable[None]]
"""What follows an answer."""
HandOver = Callable[[int, str], Awaitable[bool]]
"""Lets the process answer an interaction, by its id, that holds this game; whether there is one."""

_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "click",
    discord.InteractionType.modal_submit: "form",
}
_SUGGESTION = "autocomplete"
ANSWER_AFTER = 1.5
"""Seconds after which an answer that is still being worked on is deferred; Discord waits three."""
_FOR_ANOTHER = 2.0
"""Seconds that another process has to answer first, where it may be the one that has our games."""
_AFTER_ANOTHER = 2.3
"""Seconds after which an answer is deferred that waited for that."""
_LATE = 2.0
_REMEMBERED = 4096
_AT_ONCE = 3
"""Interactions of one person that are worked on together: a film may be made while its steps are looked at."""
_WAITING = 20
"""Interactions of one person that may wait for that."""
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
    "Discord did not say whether it took what everybody is to see. Look whether it is in the channel before you try"
    " again, so that it does not stand there twice."
)
_APOLOGY = (
    "Sorry, something went wrong on our side. The game is safe; please try again."
    " If it happens again, tell whoever runs the bot this number: `{incident}`."
)


class Router:
    """Takes commands and clicks; knows which are under way."""

    def __init__(self, answering: Answering) -> None:
        self.closing = False
        self.admit: Admit = _nobody
        self.hand_over: HandOver = _to_nobody
        self.gives_way: Callable[[], bool] = lambda: False
        """Whether another process may have our games, and be asked the same: who answers first is heard alone."""
        self.refuse: Refuse = lambda reply, refusal: reply.tell(refusal.text)
        self.stayed: After = _nothing
        """After what was pressed in a message that stays as it is."""
        self._answering = answering
        self._handlers: dict[Verb, Handler] = {}
        self._apart: dict[Verb, Apart] = {}
        self._seen: LRUCache[int, None] = LRUCache(_REMEMBERED)
        self._turns: weakref.WeakValueDictionary[int, asyncio.Semaphore] = weakref.WeakValueDictionary()
        self._queued: Counter[int] = Counter()
        self._running = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def on(self, verb: Verb, handler: Handler, apart: Apart = lambda *_: False) -> None:
        """Who answers the buttons with this verb. One for each verb."""
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
        """A button was pressed, something or somebody chosen in a select, or a form sent."""
        what = custom_id.split(":")[1] if custom_id.count(":") > 1 else "unknown"
        try:
            wanted = ids.decode(custom_id)
            handler = self._handlers[wanted.verb]
            if wanted.verb in ids.SELECTS and not values:
                raise ids.BadId(custom_id)
        except (ids.BadId, KeyError):
            await self.serve(interaction, what, lambda reply: reply.tell(_UNKNOWN_BUTTON))
            return

        async def work(reply: Reply) -> None:
            if wanted.game:
                await self.admit(interaction, wanted)
            await handler(reply, wanted)

        apart = self._apart[wanted.verb](interaction, wanted)
        reply = Reply(interaction, self._answering, apart=apart, values=values, people=people, fields=fields)
        await self._serve(reply, what, work)

    async def serve(
        self, interaction: discord.Interaction, what: str, work: Callable[[Reply], Awaitable[None]]
    ) -> None:
        """Do the work and see to it that the person is answered, whatever happens. An interaction counts once."""
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
                await reply.tell(_RESTARTING)
                figures.INTERACTIONS.labels(kind, "refused").inc()
                return
            outcome = await self._answer(reply, what, work)
            if reply.apart:
                with suppress(DatabaseAway, LeaseLost):  # the next press shows it
                    await self.stayed(reply)
        figures.INTERACTIONS.labels(kind, "lost" if reply.lost else outcome).inc()
        if not reply.lost:
            figures.ANSWERS.labels(kind).observe((reply.confirmed or perf_counter()) - began)

    async def suggest(self, interaction: discord.Interaction, work: Awaitable[list[Choice[str]]]) -> list[Choice[str]]:
        """Answer an autocompletion with these suggestions; with none if they cannot be made.

        They are given back for discord.py, which asks for them and then sees that they have been sent.
        """
        began, outcome = perf_counter(), "answered"
        found = list[Choice[str]]()
        with self.under_way():
            if self.gives_way():
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
            except PROBLEMS as problem:  # too late, or typed on
                figures.INTERACTIONS.labels(_SUGGESTION, "failed" if is_ours(problem) else "lost").inc()
                raise
        figures.INTERACTIONS.labels(_SUGGESTION, outcome).inc()
        figures.ANSWERS.labels(_SUGGESTION).observe(perf_counter() - began)
        return found

    @contextmanager
    def under_way(self) -> Iterator[None]:
        """For as long as an interaction is worked on, or is sorted before it comes here."""
        self._running += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._running -= 1
            if not self._running:
                self._idle.set()

    async def idle(self) -> None:
        """Until no interaction is under way."""
        while self._running:  # one may begin as another ends
            await self._idle.wait()

    @property
    def queues(self) -> dict[str, int]:
        """Interactions that are under way, and how many of them wait for others of the same person."""
        return {"interactions": self._running, "interactions waiting": sum(self._queued.values())}

    async def drain(self, seconds: float) -> bool:
        """Take no more work and wait for what is under way; whether all was finished in time."""
        self.closing = True
        await asyncio.sleep(0)  # what has just come in begins
        try:
            async with asyncio.timeout(seconds):
                await self.idle()
        except TimeoutError:
            return False
        return True

    async def _answer(self, reply: Reply, what: str, work: Callable[[Reply], Awaitable[None]]) -> str:
        """What came of it: answered, refused, failed, lost, or handed over to another process."""
        outcome = "refused"
        waiting: set[asyncio.Task[None]] = set()
        gives_way = self.gives_way()
        timer = asyncio.get_running_loop().call_later(
            _AFTER_ANOTHER if gives_way else ANSWER_AFTER, lambda: waiting.add(asyncio.create_task(reply.defer()))
        )
        try:
            if gives_way:
                await asyncio.sleep(_FOR_ANOTHER)
            async with self._turn(reply.user_id):
                await work(reply)
            outcome = "refused" if reply.refused else "answered"
        except TooSoon as refusal:
            await self._tell(reply.aside(refusal.text))
        except Refusal as refusal:
            await self._tell(self.refuse(reply, refusal))
        except Elsewhere as elsewhere:
            timer.cancel()
            # what is on its way to Discord may have come there already
            ours = waiting or reply.answered or reply.interaction.response.is_done()
            if ours or not await self.hand_over(reply.interaction.id, elsewhere.game_id):
                await self._tell(reply.tell(_RESTARTING))
            else:
                return "handed over"
        except DatabaseAway:
            outcome = "failed"
            await self._tell(reply.tell(_AWAY))
        except InDoubt as doubt:
            outcome = "lost"
            log.warning("a message for all is in doubt", extra={"what": what, "problem": str(doubt)})
            await self._tell(reply.aside(_IN_DOUBT))
        except LeaseLost:
            await self._tell(reply.tell(_RESTARTING))
        except Exception:
            incident, outcome = secrets.token_hex(4), "failed"
            log.exception("an interaction failed", extra={"incident": incident, "what": what})
            await self._tell(reply.tell(_APOLOGY.format(incident=incident)))
        finally:
            timer.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
        if not reply.answered and not reply.lost:
            await self._tell(reply.tell("Done."))
        return outcome

    async def _tell(self, telling: Awaitable[None]) -> None:
        try:
            await telling
        except discord.HTTPException:
            log.exception("an answer was refused")

    def _is_new(self, interaction_id: int) -> bool:
        if interaction_id in self._seen:
            return False
        self._seen[interaction_id] = None
        return True

    @asynccontextmanager
    async def _turn(self, user_id: int) -> AsyncIterator[None]:
        """One person's interactions wait for each other, so that nobody else's have to. Raises TooSoon."""
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


async def _to_nobody(_: int, __: str) -> bool:
    """Where there is no other process."""
    return False


async def _nothing(_: Reply) -> None:
    """Before there are private messages."""


async def _nobody(_: discord.Interaction, wanted: Id) -> None:
    """Before the tables are there."""
    raise LookupError(wanted.game)
