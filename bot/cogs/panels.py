"""What a person is shown in private of a game: the question, or what came of an answer; kept true while it is open."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import TYPE_CHECKING

from bot import panels
from bot.announcer import research
from bot.ids import Verb
from bot.panels import passing
from bot.replies import Reply
from bot.screens import Content, Surface
from bot.showing import Showing
from bot.tables import Live, steps
from game.core import layout
from game.core.faces import Asked
from game.core.layout import Brick, Button, Panel, Picture, Place
from game.core.narrowing import Path
from storage import Status

if TYPE_CHECKING:
    from bot.client import AdeptsBot


class Panels:
    """Each method shows one of them on a surface; what was open before it of the same kind closes itself."""

    def __init__(self, bot: AdeptsBot) -> None:
        self._tables = bot.tables
        self._showing = Showing(bot.studio, bot.tables)
        self._computers = bot.computers
        self._screens = bot.screens

    async def current(self, surface: Surface, live: Live, said: str = "", *, news: bool = False) -> None:
        """Show what the person is asked now, or who is; and say something. Raises NotSeated, WrongMoment."""
        seat = live.seat_of(surface.user_id).seat
        steps.require_running(live)
        if live.decision(seat) is not None:
            await self.ask(surface, live, seat, news=news, said=said)
            return
        answer = f"It is not your move: the table waits for {live.waited_for}."
        if live.in_secret:
            answer = f"{live.kit.words.done}; the table waits for {live.waited_for}."
        if seat in live.side.ahead:
            answer += f" {live.kit.words.passing}"
        said = "\n".join(filter(None, (said, *passing.over(live.kit.words, live.side.ended.get(seat), live.names))))
        await surface.show(panels.notice("\n".join(filter(None, (answer, said))), *_buttons(live, seat)))
        waiting = partial(_standing, seat=seat, waiting=True)
        await self._screens.opened(surface, live, Content(waiting, partial(self.current, news=True)))

    async def ask(
        self, surface: Surface, live: Live, seat: str, path: Path = (), *, news: bool = False, said: str = ""
    ) -> None:
        """Show the panel of what the seat is asked; above it the guide, and what happened since, if there is cause."""
        decision, view, number = live.playing.pending[seat], live.playing.view(seat), live.questions[seat].number
        advice = await self._computers.advice(live, seat) if seat in live.side.guided else ""
        table = live.row.name if surface.guild_id is None else ""

        def build(picture: Picture | None) -> Panel:
            place = Place(live.id, number)
            panel = live.kit.panels.decision(place, decision, view, live.names, path, table, picture)
            for text in filter(None, (said, *passing.over(live.kit.words, live.side.ended.get(seat), live.names))):
                panel = panel.with_brick(layout.text(text))
            if seat in live.side.due:
                panel = panel.with_brick(layout.text(passing.DUE)).with_brick(layout.row(_ahead_button(live, seat)))
            return panels.guide.above(panel, *_guide(live, seat, path, news, advice, picture is not None))

        async def again(surface: Surface, live: Live) -> None:
            if seat in live.questions and live.questions[seat].number == number:
                await self.ask(surface, live, seat, path, news=news, said=said)
            else:
                await self.current(surface, live, news=True)

        await self._showing.show(surface, live, live.kit.panels.sketch(decision, view, live.names, path), build)
        await self._screens.opened(surface, live, Content(partial(_standing, seat=seat), again))

    async def told(self, surface: Surface, live: Live, seat: str, said: str) -> None:
        """Show what came of an answer, with what the person may still do."""

        async def again(surface: Surface, live: Live) -> None:
            if live.decision(seat) is None:
                await self.told(surface, live, seat, said)
            else:
                await self.current(surface, live, news=True)

        await surface.show(panels.notice(said, *_buttons(live, seat)))
        await self._screens.opened(surface, live, Content(partial(_standing, seat=seat), again))

    async def exhibit(self, surface: Surface, live: Live, name: str) -> None:
        """Show a hand, all queues or the like. Raises NotSeated for what only players have, WrongMoment."""
        exhibit, more = await self._showing.exhibit(surface, live, name)
        if isinstance(surface, Reply):
            for panel in more:
                await surface.add(panel)
        if exhibit.private:
            seat = live.seat_of(surface.user_id).seat
            again = partial(self.exhibit, name=name)
            await self._screens.opened(surface, live, Content(partial(_own, seat=seat), again), name)

    async def letter(self, reply: Reply, live: Live, seat: str, said: str = "") -> None:
        """Let the direct message that was pressed on show what is true of its turn; and say something."""
        message = reply.interaction.message
        row = await self._tables.store.messages.find(message.id) if message is not None else None
        turn = research.turn_of(row) if row is not None else live.turn

        def build(picture: Picture | None) -> Panel:
            letter = research.view(live, seat, turn, picture)
            return letter.with_brick(layout.text(said)) if said else letter

        await self._showing.show(reply, live, research.sketch(live, seat, turn), build)


def _guide(live: Live, seat: str, path: Path, news: bool, advice: str, pictured: bool) -> list[Brick]:
    """What stands above the panel of a question: what led there, lessons, and buttons for these.

    Once something is selected, only what to press is left, so that the panel comes into view.
    """
    decision, guided = live.playing.pending[seat], live.side.guided.get(seat)
    bricks, buttons = list[Brick](), list[Button]()
    if not path and (news or guided is not None):
        bricks += panels.guide.news(live.kit.words.sentences(live.side.events_since(seat), live.names))
    if guided is not None and (guide := live.kit.guide):
        view, before = live.playing.view(seat), [Asked(*each[1:]) for each in guided]
        lessons = panels.guide.lessons(guide, decision, view, live.names, before, advice, pictured)
        bricks += lessons[-1:] if path else lessons
        if lessons or live.turn == 1:
            buttons.append(Place(live.id).button(Verb.SKIP, "Skip the guide"))
    if news and live.can_undo(seat):
        buttons.append(Place(live.id).button(Verb.UNDO, "Undo"))
    return [*bricks, *layout.rows(buttons)]


def _buttons(live: Live, seat: str) -> list[Button]:
    """What somebody who is not asked anything may still do."""
    buttons = [Place(live.id).button(Verb.UNDO, "Undo")] if live.can_undo(seat) else []
    if live.status is Status.RUNNING:
        buttons.append(_ahead_button(live, seat))
    return buttons


def _ahead_button(live: Live, seat: str) -> Button:
    label, rest = ("Ask me again", "off") if seat in live.side.ahead else ("Pass ahead", "on")
    return Place(live.id).button(Verb.AHEAD, label, rest)


def _standing(live: Live, seat: str, waiting: bool = False) -> Hashable:
    """What a panel of this seat depends on; `waiting`: it also says for whom the table waits."""
    question = live.questions.get(seat)
    others = (tuple(live.waiting), live.in_secret) if waiting and live.game is not None else ()
    side = live.side
    ahead = seat in side.ahead, seat in side.due, side.ended.get(seat)
    return question.number if question else None, live.can_undo(seat), ahead, others


def _own(live: Live, seat: str) -> Hashable:
    """What depends on all that the seat has."""
    if live.game is None:
        return None
    own = live.game.view(seat)["players"][seat]
    return live.game.place, str(own)
