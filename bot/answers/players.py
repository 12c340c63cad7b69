"""What a player is shown in private: the question, or the result of an answer; kept up to date while it is open."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import NamedTuple

from bot.answers.games import OF_THE_GAME, OfGame
from bot.answers.replies import Reply
from bot.answers.screens import Screens, Surface
from bot.answers.showing import Showing, named
from bot.automatic.helping import Helper
from bot.components.ids import Verb
from bot.panels import guide as box
from bot.panels import own, passing, waiting
from bot.panels.company import which
from bot.panels.hint import hinted
from bot.panels.notice import notice
from bot.tables import Table, transitions
from bot.tables.errors import WrongMoment
from bot.tables.language.standing import At
from bot.tables.lobby_options import WORDS
from game.core import layout
from game.core.commands import at_table
from game.core.faces import Exhibit, Sketch
from game.core.layout import Accent, Panel, Picture, Place
from game.core.narrowing import Path
from storage import Status
from storage.topics import RESUME

_STOOD = "-# This is how far you were. Nothing is chosen before you confirm it."


class _Extras(NamedTuple):
    """What the panel of a question shows besides the question if there is room: buttons that choose what a hint names,
    what happened since, and the reasons of the hint."""

    tips: bool = True
    news: bool = True
    reasons: bool = True


_EXTRAS = (
    _Extras(),
    _Extras(tips=False),
    _Extras(news=False),
    _Extras(tips=False, news=False),
    _Extras(tips=False, news=False, reasons=False),
)
"""What is shown, from all to nothing: the first that has room in a message."""


class PlayerPanels:
    """Shows the private panels of players. Each method shows one on a surface; the person's former panel of the same
    kind closes."""

    def __init__(self, showing: Showing, screens: Screens, helper: Helper) -> None:
        self._showing = showing
        self._screens = screens
        self._helper = helper

    async def current(self, surface: Surface, table: Table, said: str = "", *, news: bool = False) -> None:
        """Show what is `said`, and what the person is asked now, or else whom the table waits for.

        news: whether to tell what happened since their last move. Raises NotSeated, WrongMoment.
        """
        seat = table.seat_of(surface.user_id).seat
        if table.paused:
            go_on = Place(table.id).button(Verb.VOTE, "Go on", RESUME)
            stands = "\n".join(filter(None, (said, transitions.PAUSED)))
            await surface.show(notice(named(surface, table, stands), go_on))
            await self._screens.opened(surface, table, OfGame(partial(_standing, seat=seat), self.current, self.over))
            return
        transitions.require_running(table)
        if table.decision(seat) is not None:
            await self.ask(surface, table, news=news, said=said)
            return
        answer = f"It is not your move: the table waits for {table.waited_for}."
        if table.in_secret:
            answer = f"{table.kit.words.done}; the table waits for {table.waited_for}."
        answer += transitions.gone_back(table, seat)
        times = waiting.for_all(table)
        if wish := table.context.ahead.get(seat):
            answer += f" {passing.told(table.kit.words, wish)}"
        said = "\n".join(filter(None, (said, answer, *own.cancelled(table, seat), *times, *own.plan(table, seat))))
        await surface.show(notice(named(surface, table, said), *own.meanwhile(table, seat)))
        truth = partial(_standing, seat=seat, waiting=True)
        await self._screens.opened(surface, table, OfGame(truth, partial(self.current, news=True), self.over))

    async def resume(self, surface: Surface, table: Table, said: str = "") -> None:
        """Show the same, with what the person has already chosen in the panel that is open, as is told if nothing is
        `said`. Raises NotSeated, WrongMoment."""
        seat, at = table.seat_of(surface.user_id).seat, self._screens.at(table.id, surface.user_id)
        is_asked = not table.paused and table.decision(seat) is not None
        if is_asked and at is not None and at.path and at.question == table.questions[seat].number:
            await self.ask(surface, table, at.path, said=said or _STOOD)
        else:
            await self.current(surface, table, said)

    async def ask(
        self,
        surface: Surface,
        table: Table,
        path: Path = (),
        *,
        news: bool = False,
        said: str = "",
        whole: bool = False,
    ) -> None:
        """Show the panel of what the person is asked; above it the guide and what happened since, if there is cause.

        path: what was chosen so far. whole: show the hint in full, if there is one, as is done where nothing was chosen
        yet. Raises NotSeated.
        """
        seat = table.seat_of(surface.user_id).seat
        decision, view, number = table.pending[seat], table.view(seat), table.questions[seat].number
        title = which(table) if surface.guild_id is None else ""
        hint, whole = self._helper.hinted(table, seat), whole or not path
        advice: Path = ()
        if seat in table.context.guided:  # with a hint, the guide proposes the same
            advice = hint.tips[0].answers if hint else (await self._helper.advice(table, seat),)
        left = waiting.for_one(table, seat)
        ways = own.ways_to_tips(table, seat, hint.tips) if hint else ()

        def built(picture: Picture | None, extras: _Extras) -> Panel:
            place = Place(table.id, number)
            panel = table.kit.panels.decision(place, decision, view, table.names, path, title, picture)
            if hint:
                briefly = not (whole and extras.reasons)
                helped = hinted(table.kit, decision, view, table.names, hint, briefly=briefly)
                panel = panel.with_component(layout.text(helped))
            if hint and whole and extras.tips and (tips := own.to_tips(table, seat, hint.tips, ways, panel, path)):
                panel = panel.with_component(layout.row(*tips))
            if told := [*filter(None, (said, *own.cancelled(table, seat), *own.automatic(table, seat), left))]:
                panel = panel.with_component(layout.text(*told))
            if buttons := [*own.at_once(table, seat), *own.changing(table, seat, path, helps=not (hint and whole))]:
                panel = panel.with_component(layout.row(*buttons))
            tells = extras.news and not path and (news or seat in table.context.guided)
            return box.above(panel, *own.head(table, seat, path, tells, advice, picture is not None))

        def build(picture: Picture | None) -> Panel:
            for extras in _EXTRAS:
                panel = built(picture, extras)
                if panel.fits:
                    break
            return panel

        async def again(surface: Surface, table: Table) -> None:
            if not table.paused and seat in table.questions and table.questions[seat].number == number:
                await self.ask(surface, table, path, news=news, said=said, whole=whole)
            else:
                await self.current(surface, table, news=True)

        sketched = partial(table.kit.panels.sketch, decision, view, table.names, path)
        truth, at = partial(_standing, seat=seat), At(number, path, ways)
        await self._showing.show(surface, table, sketched, build, truth)
        await self._screens.opened(surface, table, OfGame(truth, again, self.over, at=at))

    async def told(self, surface: Surface, table: Table, said: str) -> None:
        """Show the result of an answer, with what the person may still do. Raises NotSeated."""
        if table.status is Status.OVER:
            await self.over(surface, table, said)
            return
        seat = table.seat_of(surface.user_id).seat

        async def again(surface: Surface, table: Table) -> None:
            if table.decision(seat) is None:
                await self.told(surface, table, said)
            else:
                await self.current(surface, table, news=True)

        await surface.show(notice(named(surface, table, said), *own.meanwhile(table, seat)))
        await self._screens.opened(surface, table, OfGame(partial(_standing, seat=seat), again, self.over))

    async def over(self, surface: Surface, table: Table, said: str = "") -> None:
        """Show that the game is over and how it came out. said: the result of the last choice, if that tells it
        already."""
        result = table.kit.words.result(table.playing.standing(), table.names)
        place = Place(table.id)
        review = [place.button(Verb.REVIEW, "Review")] if table.kit.has("judge") else []
        await surface.show(
            layout.framed(
                layout.text(named(surface, table, said or "The game is over."), *result),
                layout.row(place.button(Verb.REPLAY, "Replay"), *review, place.button(Verb.LOG, "Log")),
                accent=Accent.WON,
            )
        )
        await self._screens.opened(surface, table, OF_THE_GAME)

    async def ahead(self, surface: Surface, table: Table) -> None:
        """Show what can be passed ahead of being asked. Raises NotSeated, WrongMoment."""
        seat = table.seat_of(surface.user_id).seat
        transitions.require_running(table)
        wish, passable = table.context.ahead.get(seat), table.kit.passable(table.view(seat), seat)
        if wish is None and not passable:  # an old button
            await self.current(surface, table, "-# There is nothing left to pass ahead.")
            return
        await surface.show(passing.choice(table.kit.words, Place(table.id), wish, passable))
        again = partial(self.current, news=True)
        await self._screens.opened(surface, table, OfGame(partial(_standing, seat=seat), again))

    async def exhibit(self, surface: Surface, table: Table, name: str, *, leads_back: bool = False) -> None:
        """Show a hand, all queues or the like. Raises NotSeated for what only players have; WrongMoment.

        leads_back: whether what everybody may see has a button to the panel whose place it has taken.
        """
        exhibit = next((each for each in table.kit.exhibits if each.name == name), None)
        if exhibit is None:
            table.require_game()  # else there is no board either
            board = f"what you have stands on the board, which {at_table('board')} brings down"
            raise WrongMoment(f"{table.kit.title} has no {name}: {board}.")
        leads_back = leads_back or (isinstance(surface, Reply) and surface.in_place)
        seat = table.seat_of(surface.user_id).seat if exhibit.private else ""
        view, names, shown = table.view(seat or None), table.names, list[Panel]()
        title = named(surface, table)

        def build(picture: Picture | None) -> Panel:
            shown[:] = exhibit.panels(view, seat, names, picture)
            panel = shown[0]
            if leads_back and not exhibit.private:
                panel = panel.with_component(layout.row(Place(table.id).button(Verb.TURN, "Your move")))
            return layout.bare(layout.text(title)) + panel if title else panel

        def sketched() -> Sketch | None:
            in_words = table.look == WORDS and not exhibit.private  # as the board is
            return None if in_words else exhibit.sketch(view, seat, names)

        await self._showing.show(surface, table, sketched, build)
        if isinstance(surface, Reply):
            for panel in shown[1:]:
                await surface.go_on(panel)
        truth = partial(_held, seat=seat, exhibit=exhibit) if exhibit.private else OF_THE_GAME.truth
        again = partial(self.exhibit, name=name, leads_back=leads_back)
        await self._screens.opened(surface, table, OfGame(truth, again), name)


def _standing(table: Table, seat: str, waiting: bool = False) -> Hashable:
    """Return what a panel of this seat depends on; waiting: the panel also says for whom the table waits."""
    question = table.questions.get(seat)
    others: Hashable = ()
    if waiting and table.game is not None:
        others = tuple(table.waiting), table.in_secret, transitions.gone_back(table, seat)
    left = tuple(table.deadlines.items()) if waiting else table.deadlines.get(seat)
    context = table.context
    ahead = seat in context.ahead, seat in context.due, context.ended.get(seat)
    plan = context.plans.get(seat), context.unplanned.get(seat)
    asked, names = question.number if question else None, tuple(table.names.items())
    return asked, names, table.can_undo(seat), ahead, plan, others, left, table.paused


def _held(table: Table, seat: str, exhibit: Exhibit) -> Hashable:
    """Return what an exhibit, such as a hand, says in words: it changes only when what is shown does."""
    if table.game is None:
        return None
    return tuple(exhibit.panels(table.view(seat), seat, table.names, None))
