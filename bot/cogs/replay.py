"""Replays of games, step by step for one person, and films of finished ones for everybody in the channel."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import groupby
from typing import NamedTuple

import discord
from cachetools import LRUCache

from bot.answers.games import OfGame, undone
from bot.answers.limits import Heavy
from bot.answers.replies import Post, Reply, with_picture
from bot.answers.screens import Surface
from bot.commands.finding import NAMED, own_table
from bot.commands.groups import Groups
from bot.components.ids import Id, Verb
from bot.components.links import link
from bot.delivery.rest import TOO_LARGE, Gone, Later, Refused
from bot.panels.games import from_list
from bot.panels.replay import APART_AT, Film, Scene, replay_panel, shared_film
from bot.services import Services
from bot.tables import Table
from bot.tables.errors import TooSoon, WrongMoment
from bot.tables.lobby_options import LETTERS
from bot.tables.tables import other_rules
from game.core import replay
from game.core.faces import Sketch
from game.core.history import History
from game.core.judging.telling import MistakeInWords
from game.core.layout import Picture
from game.core.text.numbers import whole
from game.core.words import Run
from storage import Status

log = logging.getLogger(__name__)

_KEPT = 1000
"""Films whose messages are remembered."""

_NO_FILM = "The film could not be made just now. Go to another step and try again in a moment."
_TOO_LARGE = (
    "This game is so long that its film is larger than Discord takes. The replay shows all of it, step by step."
)
_REFUSED = "Discord does not take the film from me: may I attach files in this channel?"


class FilmKey(NamedTuple):
    """The key of a film: a game, and the channel where it is shared."""

    game: str
    channel_id: int


class Share(NamedTuple):
    """A request for a film, and how to post it in that person's name."""

    reply: Reply
    post: Post


class PendingFilm(NamedTuple):
    """A film that is being made: all requests that could post it, and the task, which gives the message's id and whose
    reply has posted it, or None."""

    shares: list[Share]
    posted: asyncio.Task[tuple[int, Reply] | None]


class Replay:
    """Replays games in a thread and draws them in the studio. Everything that is shown is an onlooker's view."""

    def __init__(self, services: Services, groups: Groups) -> None:
        self._services = services
        self._pending: dict[FilmKey, PendingFilm] = {}
        """Films that are being made."""
        self._posted: LRUCache[FilmKey, int] = LRUCache(_KEPT)
        """Ids of the messages with films."""
        services.router.on_table(Verb.REPLAY, self._go, _is_apart)
        services.router.on_table(Verb.JUMP, lambda reply, table, _: self._open(reply, table, _ply(reply.values[0])))
        services.router.on_table(Verb.FILM, self._share)

        groups.on_a_game(self._begin, name="replay", description="See the game of this channel again, step by step")

    async def _begin(self, reply: Reply, game: str | None) -> None:
        tables, said = self._services.tables, ""
        if game or reply.guild_id is None:
            table = await own_table(tables, reply.interaction, game)
        else:
            table = await tables.seen_in(reply.channel_id, reply.user_id, NAMED)
            if table.status is Status.OVER:
                said = await tables.passed_over(reply.channel_id)
        await self._open(reply, table, 0, said=said)

    async def _go(self, reply: Reply, table: Table, wanted: Id) -> None:
        ply, reviewed = _ply(wanted.rest[1:]), wanted.rest.startswith(APART_AT)
        await self._open(reply, table, ply, await self._mistake(reply, table, ply) if reviewed else None)

    async def _mistake(self, reply: Reply, table: Table, ply: int) -> MistakeInWords | None:
        """Return the mistake made at this ply, as the review of a game that is over tells it; None if it is not one of
        the costliest, or if there is no review."""
        reviews = self._services.reviews
        if table.status is not Status.OVER or not table.kit.has("judge"):
            return None
        with suppress(WrongMoment, TooSoon):  # there is no review just now; the replay does without
            if not reviews.asked(table.id):
                reply.spend(Heavy.REVIEW)
            accounts = (await reviews.of(table)).accounts.values()
            return next((mistake for each in accounts for mistake in each.costliest if mistake.ply == ply), None)
        return None

    async def _open(
        self, reply: Reply, table: Table, ply: int, mistake: MistakeInWords | None = None, said: str = ""
    ) -> None:
        reply.spend(Heavy.REPLAY)
        history = await self._services.tables.history(table.id)
        reply.yields = True
        await self._show(reply, table, history, ply, _offered(reply, table), mistake, said)

    async def _share(self, reply: Reply, table: Table, wanted: Id) -> None:
        """Post the film. This takes seconds, in which the person may go on with the steps."""
        if table.status is not Status.OVER:
            raise WrongMoment("A film can be shared when the game is over.")
        history = await self._services.tables.history(table.id)
        key = FilmKey(table.id, reply.channel_id)
        posted = await self._found(key)
        pending = self._asked(reply, table, history, key) if posted is None else None
        await self._show(reply, table, history, _ply(wanted.rest), Film.ASKED)
        if pending is not None:
            try:
                made = await asyncio.shield(pending.posted)
            except discord.HTTPException as error:
                await reply.add(_TOO_LARGE if error.code == TOO_LARGE else _REFUSED)
                return
            if made is None:
                await reply.add(_NO_FILM)
                return
            posted, by = made
            if by is reply:
                return
        url = link(reply.interaction.guild_id, reply.channel_id, posted)
        await reply.add(f"The film of this game is in this channel already: {url}")

    async def _found(self, key: FilmKey) -> int | None:
        """Return the id of the message with the film, if it still exists."""
        posted = self._posted.get(key)
        if posted is None:
            return None
        channel = self._services.client.get_partial_messageable(key.channel_id)
        try:
            await self._services.rest.look(lambda: channel.fetch_message(posted))
        except Gone:
            if self._posted.get(key) == posted:
                del self._posted[key]
        except (Refused, Later):
            pass  # we may not read there; the message most likely exists
        return self._posted.get(key)

    def _asked(self, reply: Reply, table: Table, history: History, key: FilmKey) -> PendingFilm:
        """Return the film that is being made, or begin it. Whoever asked first posts it. Raises NotAllowed, TooSoon."""
        pending = self._pending.get(key)
        if pending is None:
            shares = [Share(reply, reply.share(Heavy.FILM))]
            pending = PendingFilm(shares, asyncio.create_task(self._post(shares, table, history, key)))
            self._pending[key] = pending
            pending.posted.add_done_callback(partial(self._made, key))
        elif reply.may_share:
            pending.shares.append(Share(reply, reply.share(None)))
        return pending

    def _made(self, key: FilmKey, posted: asyncio.Task[tuple[int, Reply] | None]) -> None:
        """Forget a film that is finished, and log its failure, as nobody may be waiting for it any more."""
        del self._pending[key]
        if not posted.cancelled() and (problem := posted.exception()) is not None:
            log.warning("a film was not posted", exc_info=problem, extra={"game": key.game})

    async def _post(
        self, shares: list[Share], table: Table, history: History, key: FilmKey
    ) -> tuple[int, Reply] | None:
        """Make the film, and post it by the first request whose answer is not lost; later ones may join meanwhile.
        Return the message's id and that reply; None if it could not be made or posted. Raises HTTPException."""
        made = await self._film(table, history)
        if made is None:
            return None
        for reply, post in shares:
            message = await post(shared_film(made, _titled(table), reply.name))
            if message is not None:
                self._posted[key] = message.id
                return message.id, reply
        return None

    async def _show(
        self,
        surface: Surface,
        table: Table,
        history: History,
        ply: int,
        film: Film | None,
        mistake: MistakeInWords | None = None,
        said: str = "",
    ) -> None:
        """Show a step. In a running game it is shown anew when somebody undoes a move."""
        scene = await self._scene(table, history, ply, mistake, said)
        drawn = await self._drawn(surface, table, scene)
        await with_picture(surface.show, lambda pictures: replay_panel(scene, pictures or (), film), drawn or None)

        async def again(surface: Surface, table: Table) -> None:
            await self._show(surface, table, await self._services.tables.history(table.id), ply, None)

        if scene.so_far:
            await self._services.screens.opened(surface, table, OfGame(undone, again, again), Verb.REPLAY)

    async def _scene(
        self, table: Table, history: History, ply: int, mistake: MistakeInWords | None, said: str
    ) -> Scene:
        with other_rules():
            here = await asyncio.to_thread(replay.frame, history, ply)
        succession = await self._services.tables.logbook.succession(table)
        past = [
            Run([event for _, event in told], held.names)
            for held, told in groupby(here.step.told, key=lambda each: succession.at(each[0]))
        ]
        return Scene(
            table.id,
            _titled(table),
            table.kit.words,
            here,
            succession.at(here.step.ply).names,
            past,
            table.status is Status.RUNNING,
            mistake,
            said,
        )

    async def _drawn(self, surface: Surface, table: Table, scene: Scene) -> list[Picture]:
        """Draw the step's pictures in the person's look; at the end of the game the score sheet is one of them."""
        view, names = scene.here.step.view, scene.names
        pictures, sketched = table.kit.pictures, list[Callable[[], Sketch | None]]()
        if pictures is not None:
            sketched.append(partial(pictures.board, view, names, scene.here.before))
            if view["over"]:
                sketched.append(partial(pictures.score, view, names))
        drawn = list[Picture]()
        for each in sketched:
            if picture := await self._services.showing.own_picture(surface.user_id, table, each):
                drawn.append(picture)
        return drawn

    async def _film(self, table: Table, history: History) -> Picture | None:
        """Make the film of a game; None if it has none or could not be drawn. It is drawn turn by turn, so that other
        drawings can come in between."""
        if (film := table.kit.film) is None:
            return None
        reels, succession = [], await self._services.tables.logbook.succession(table)
        steps = await asyncio.to_thread(replay.steps, history) if table.tenures else ()
        ends = {step.view["turn"]: step.ply for step in steps}
        for turn in range(1, table.turn + 1):
            names = succession.at(ends.get(turn, 0)).names
            made = await self._services.studio.draw(film.reel, history, names, turn, table.look == LETTERS)
            if made is None:
                return None
            reels.append(made)
        return film.joined(reels, table.public, table.names)


def _is_apart(interaction: discord.Interaction, wanted: Id) -> bool:
    """Whether the button is in a list of games or a review, which stay as they are."""
    return from_list(interaction, wanted) or wanted.rest.startswith(APART_AT)


def _offered(reply: Reply, table: Table) -> Film | None:
    """Return the film's button if the film can be shared from here."""
    can = table.kit.film is not None and table.status is Status.OVER and reply.may_share
    return Film.OFFERED if can else None


def _titled(table: Table) -> str:
    """Return the table's name with its game, as others of the same name may have been in the channel."""
    return f"{table.title} ({table.kit.title})"


def _ply(text: str) -> int:
    """Return the ply that a button carries; 0, the beginning, for an id that was tampered with."""
    return whole(text) or 0
