"""What a player is shown in private: the question, or what came of an answer; kept true while it is open."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial

from bot.answers.games import OF_THE_GAME, OfGame
from bot.answers.replies import Reply
from bot.answers.screens import Screens, Surface
from bot.answers.showing import Showing, named
from bot.automatic.helping import Helper
from bot.components.ids import Verb
from bot.panels import guide as box
from bot.panels import passing, planning, waiting
from bot.panels.company import which
from bot.panels.hint import hinted
from bot.panels.notice import notice
from bot.tables import Table, past, planned, transitions
from bot.tables.standing import At
from game.core import layout
from game.core.decisions import PASS
from game.core.faces import Asked, Exhibit
from game.core.hint import Tip
from game.core.layout import Accent, Button, Component, Panel, Picture, Place
from game.core.narrowing import Path, write_path
from storage import Status
from storage.topics import RESUME

_STOOD = "-# This is how far you were. Nothing is chosen before you confirm it."


class PlayerPanels:
    """Each method shows one of them on a surface; what was open before it of the same kind closes itself."""

    def __init__(self, showing: Showing, screens: Screens, helper: Helper) -> None:
        self._showing = showing
        self._screens = screens
        self._helper = helper

    async def current(self, surface: Surface, table: Table, said: str = "", *, news: bool = False) -> None:
        """Say something, and show what the person is asked now, or who is. Raises NotSeated, WrongMoment."""
        seat = table.seat_of(surface.user_id).seat
        if table.paused:
            go_on = Place(table.id).button(Verb.VOTE, "Go on", RESUME)
            stands = "\n".join(filter(None, (said, transitions.PAUSED)))
            await surface.show(notice(named(surface, table, stands), go_on))
            await self._screens.opened(surface, table, OfGame(partial(_standing, seat=seat), self.current, self.over))
            return
        transitions.require_running(table)
        if table.decision(seat) is not None:
            await self.ask(surface, table, seat, news=news, said=said)
            return
        answer = f"It is not your move: the table waits for {table.waited_for}."
        if table.in_secret:
            answer = f"{table.kit.words.done}; the table waits for {table.waited_for}."
        answer += transitions.gone_back(table, seat)
        times = waiting.for_all(table)
        if wish := table.context.ahead.get(seat):
            answer += f" {passing.told(table.kit.words, wish)}"
        said = "\n".join(filter(None, (said, answer, *_over(table, seat), *times, *_plan(table, seat))))
        if table.status is Status.OVER:
            await self.over(surface, table, said)
            return
        await surface.show(notice(named(surface, table, said), *_buttons(table, seat)))
        truth = partial(_standing, seat=seat, waiting=True)
        await self._screens.opened(surface, table, OfGame(truth, partial(self.current, news=True), self.over))

    async def resume(self, surface: Surface, table: Table) -> None:
        """The same, as far as the person has chosen in the panel that is open. Raises NotSeated, WrongMoment."""
        seat, at = table.seat_of(surface.user_id).seat, self._screens.at(table.id, surface.user_id)
        is_asked = not table.paused and table.decision(seat) is not None
        if is_asked and at is not None and at.path and at.question == table.questions[seat].number:
            await self.ask(surface, table, seat, at.path, said=_STOOD)
        else:
            await self.current(surface, table)

    async def ask(
        self, surface: Surface, table: Table, seat: str, path: Path = (), *, news: bool = False, said: str = ""
    ) -> None:
        """Show the panel of what the seat is asked; above it the guide, and what happened since, if there is cause."""
        decision, view, number = table.pending[seat], table.view(seat), table.questions[seat].number
        title = which(table) if surface.guild_id is None else ""
        tips, advice = self._helper.hinted(table, seat), ""
        if seat in table.context.guided:  # who asked for a hint is told one thing
            advice = tips[0].token if tips else await self._helper.advice(table, seat)
        hint = hinted(table.kit, decision, view, table.names, tips, briefly=bool(path)) if tips else ""

        def build(picture: Picture | None) -> Panel:
            place = Place(table.id, number)
            panel = table.kit.panels.decision(place, decision, view, table.names, path, title, picture)
            if hint:
                panel = panel.with_component(layout.text(hint))
            if choices := _to_tips(place, table, seat, tips, panel) if tips and not path else []:
                panel = panel.with_component(layout.row(*choices))
            for text in filter(None, (said, *_over(table, seat), *by_itself(table, seat))):
                panel = panel.with_component(layout.text(text))
            if left := waiting.for_one(table, seat):
                panel = panel.with_component(layout.text(left))
            if buttons := [*_at_once(place, table, seat), *_changing(table, seat, helps=bool(path) or not tips)]:
                panel = panel.with_component(layout.row(*buttons))
            return box.above(panel, *_guide(table, seat, path, news, advice, picture is not None))

        async def again(surface: Surface, table: Table) -> None:
            if not table.paused and seat in table.questions and table.questions[seat].number == number:
                await self.ask(surface, table, seat, path, news=news, said=said)
            else:
                await self.current(surface, table, news=True)

        sketched = partial(table.kit.panels.sketch, decision, view, table.names, path)
        truth, at = partial(_standing, seat=seat), At(number, path)
        await self._showing.show(surface, table, sketched, build, truth)
        await self._screens.opened(surface, table, OfGame(truth, again, self.over, at=at))

    async def told(self, surface: Surface, table: Table, seat: str, said: str) -> None:
        """Show what came of an answer, with what the person may still do."""

        async def again(surface: Surface, table: Table) -> None:
            if table.decision(seat) is None:
                await self.told(surface, table, seat, said)
            else:
                await self.current(surface, table, news=True)

        if table.status is Status.OVER:
            await self.over(surface, table, said)
            return
        await surface.show(notice(named(surface, table, said), *_buttons(table, seat)))
        await self._screens.opened(surface, table, OfGame(partial(_standing, seat=seat), again, self.over))

    async def over(self, surface: Surface, table: Table, said: str = "") -> None:
        """Show that the game is over, unless that is `said` by what came of the last choice, and how it came out."""
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
        """Show what can be passed ahead, before anything is. Raises NotSeated, WrongMoment."""
        seat = table.seat_of(surface.user_id).seat
        transitions.require_running(table)
        wish, passable = table.context.ahead.get(seat), table.kit.passable(table.view(seat), seat)
        if wish is None and not passable:  # a button from before
            await self.current(surface, table, "-# There is nothing left to pass ahead.")
            return
        await surface.show(passing.choice(table.kit.words, Place(table.id), wish, passable))
        again = partial(self.current, news=True)
        await self._screens.opened(surface, table, OfGame(partial(_standing, seat=seat), again))

    async def exhibit(self, surface: Surface, table: Table, name: str, *, leads_back: bool = False) -> None:
        """Show a hand, all queues or the like. Raises NotSeated for what only players have, WrongMoment."""
        leads_back = leads_back or (isinstance(surface, Reply) and surface.in_place)
        exhibit, more = await self._showing.exhibit(surface, table, name, leads_back=leads_back)
        if isinstance(surface, Reply):
            for panel in more:
                await surface.go_on(panel)
        content = replace(OF_THE_GAME, again=partial(self.exhibit, name=name, leads_back=leads_back))
        if exhibit.private:
            seat = table.seat_of(surface.user_id).seat
            content = replace(content, truth=partial(_held, seat=seat, exhibit=exhibit))
        await self._screens.opened(surface, table, content, name)


def _guide(table: Table, seat: str, path: Path, news: bool, advice: str, pictured: bool) -> list[Component]:
    """What stands above the panel of a question: what led there, lessons, and buttons for these.

    Once something is selected, only what to press is left, so that the panel comes into view.
    """
    decision, guided = table.pending[seat], table.context.guided.get(seat)
    buttons = list[Button]()
    components = box.news(_news(table, seat, tells=not path and (news or guided is not None)))
    if guided is not None and (guide := table.kit.guide):
        view, before = table.view(seat), [Asked(*each[1:]) for each in guided]
        lessons = box.lessons(guide, decision, view, table.names, before, advice, pictured)
        components += lessons[-1:] if path else lessons
        if lessons:
            buttons.append(Place(table.id).button(Verb.SKIP, "Skip the guide"))
    if table.can_undo(seat):
        buttons.append(Place(table.id).button(Verb.UNDO, "Undo"))
    return [*components, *layout.rows(buttons)]


def _news(table: Table, seat: str, tells: bool) -> list[str]:
    """What led to the question, if that is told; what the person chose last in any case, if *Undo* takes that back."""
    since = past.told(table, table.context.since_acting(seat), seat) if tells else []
    is_among = tells and table.context.of_last(seat)
    return since if is_among or not table.can_undo(seat) else [*transitions.chose(table, seat)[:1], *since]


def _buttons(table: Table, seat: str) -> list[Button]:
    """What somebody who is not asked anything may still do."""
    buttons = [Place(table.id).button(Verb.UNDO, "Undo")] if table.can_undo(seat) else []
    return [*buttons, *_ahead_buttons(table, seat)] if table.status is Status.RUNNING else buttons


def _ahead_buttons(table: Table, seat: str) -> list[Button]:
    """To set down ahead what is to be answered, and to change that."""
    offered = [_passes(table, seat)] if _can_pass(table, seat) else []
    return [*offered, _plans(table, seat)] if table.can_plan(seat) else offered


def _can_pass(table: Table, seat: str) -> bool:
    """Whether the seat passes ahead, or could."""
    if not table.kit.ahead:
        return False
    return seat in table.context.ahead or bool(table.kit.passable(table.view(seat), seat))


def _passes(table: Table, seat: str) -> Button:
    label, rest = ("Stop passing ahead", "off") if seat in table.context.ahead else ("Pass ahead", "")
    return Place(table.id).button(Verb.AHEAD, label, rest)


def _plans(table: Table, seat: str) -> Button:
    return Place(table.id).button(Verb.PLAN, "Your plan" if seat in table.context.plans else "Plan ahead")


def _hint(table: Table, seat: str) -> Button:
    return Place(table.id, table.questions[seat].number).button(Verb.HINT, "Hint")


def _to_tips(place: Place, table: Table, seat: str, tips: Sequence[Tip], panel: Panel) -> list[Button]:
    """To where each of the best answers is confirmed, unless the panel has a button that leads there; as for a pass."""
    known = {each.rest for each in panel.controls if each.verb == Verb.STEP}
    paths = {number: _path(table, seat, tip.token) for number, tip in enumerate(tips, 1) if tip.token != PASS}
    return [place.button(Verb.STEP, f"Choose {number}", path) for number, path in paths.items() if path not in known]


def _path(table: Table, seat: str, token: str) -> str:
    """Where the panel's selects lead to that answer."""
    return write_path(table.kit.panels.narrowing(table.pending[seat], table.view(seat)).path_to(token))


def _changing(table: Table, seat: str, helps: bool) -> list[Button]:
    """For somebody who is asked: to change what is set down about it; and to be helped, if that is of use."""
    decision = table.pending[seat]
    passes, hint = seat in table.context.ahead and decision.ahead, helps and len(decision.tokens) > 1
    return [
        *([_passes(table, seat)] if passes else []),
        *([_plans(table, seat)] if seat in table.context.plans else []),  # what is over is planned no longer
        *([_hint(table, seat)] if hint and table.hints(seat) else []),
    ]


def _at_once(place: Place, table: Table, seat: str) -> list[Button]:
    """To give the answer now that was planned and would come as late as a person's; a pass has its button anyhow."""
    token = _planned(table, seat) if seat in table.context.due else None
    return [] if token is None else [place.button(Verb.MOVE, "Do it now", _path(table, seat, token))]


def _planned(table: Table, seat: str) -> str | None:
    """What somebody who is asked has planned to answer, if that can be done."""
    return planned.answer(table.kit, table.context.plans.get(seat, ()), table.pending[seat], table.view(seat))


def _plan(table: Table, seat: str) -> list[str]:
    """What the seat has planned."""
    plan = table.context.plans.get(seat)
    if not plan:
        return []
    steps, _ = planned.outlook(table.kit, table.view(seat), seat, plan)
    return ["Your plan:", *planning.lines(table.kit, steps, table.names)]


def _over(table: Table, seat: str) -> list[str]:
    return passing.over(table.kit.words, table.context, seat, table.names)


def by_itself(table: Table, seat: str) -> list[str]:
    """What is going to be answered for somebody who is asked, or why it is not."""
    kit, game = table.kit, table.playing
    decision, plan = game.pending[seat], table.context.plans.get(seat, ())
    view = table.view(seat)
    if seat not in table.context.due:
        why = planned.reasons(kit, plan, game, seat, table.names)
        wish = table.context.ahead.get(seat) if decision.ahead else None
        still = [f"-# {passing.told(kit.words, wish)}"] if wish is not None else []
        return [planning.stuck(why)] if why else still
    answer = _planned(table, seat)
    return [passing.DUE if answer is None else planning.goes_on(kit, answer, decision, view, table.names)]


def _standing(table: Table, seat: str, waiting: bool = False) -> Hashable:
    """What a panel of this seat depends on; `waiting`: it also says for whom the table waits."""
    question = table.questions.get(seat)
    others = (tuple(table.waiting), table.in_secret) if waiting and table.game is not None else ()
    left = tuple(table.deadlines.items()) if waiting else table.deadlines.get(seat)
    context = table.context
    ahead = seat in context.ahead, seat in context.due, context.ended.get(seat)
    plan = context.plans.get(seat), context.unplanned.get(seat)
    asked, names = question.number if question else None, tuple(table.names.items())
    return asked, names, table.can_undo(seat), ahead, plan, others, left, table.paused


def _held(table: Table, seat: str, exhibit: Exhibit) -> Hashable:
    """What is shown of a hand and the like, whatever else happens: what it says in words."""
    if table.game is None:
        return None
    return tuple(exhibit.panels(table.view(seat), seat, table.names, None))
