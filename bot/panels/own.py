"""What a player's private panels say and offer beside what is asked."""

from __future__ import annotations

from collections.abc import Sequence

from bot.components.ids import Verb
from bot.panels import guide as box
from bot.panels import passing, planning
from bot.tables import Table, past, planned, transitions
from game.core import layout
from game.core.decisions import PASS
from game.core.faces import Asked
from game.core.hint import Tip
from game.core.layout import Button, Component, Panel, Place
from game.core.narrowing import Narrowing, Path, write_path
from storage import Status


def head(table: Table, seat: str, path: Path, news: bool, advice: str, pictured: bool) -> list[Component]:
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


def meanwhile(table: Table, seat: str) -> list[Button]:
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


def _question(table: Table, seat: str) -> Place:
    """What a button says that is about what the seat is asked."""
    return Place(table.id, table.questions[seat].number)


def ways_to_tips(table: Table, seat: str, tips: Sequence[Tip]) -> tuple[Path, ...]:
    """For each of the best answers where it is confirmed."""
    walk = _walk(table, seat)
    return tuple(walk.path_to_all((tip.token, *tip.onward)) for tip in tips)


def to_tips(table: Table, seat: str, tips: Sequence[Tip], ways: Sequence[Path], panel: Panel) -> list[Button]:
    """For each of the best answers to where it is confirmed, which is at `ways`; what the panel has a button for that
    counts at once, such as a pass, counts at once here too, and looks so."""
    place, found = _question(table, seat), list[Button]()
    at_once = {each.rest: each for each in panel.controls if isinstance(each, Button) and each.verb == Verb.MOVE}
    for number, (tip, way) in enumerate(zip(tips, ways, strict=True), 1):
        path, label = write_path(way), f"Choose {number}"
        if (taking := at_once.get(path)) is None:
            found.append(place.button(Verb.TIP, label, path))
        else:
            label += f": {taking.label}" if tip.token == PASS else ""
            found.append(place.button(Verb.TAKE, label[: layout.LABEL], path, taking.style))
    return found


def _walk(table: Table, seat: str) -> Narrowing:
    return table.kit.panels.narrowing(table.pending[seat], table.view(seat))


def changing(table: Table, seat: str, path: Path, helps: bool) -> list[Button]:
    """For somebody who is asked: to change what is set down about it; and to be helped, if that is of use, where what
    was selected stays."""
    decision = table.pending[seat]
    passes, hint = seat in table.context.ahead and decision.ahead, helps and len(decision.tokens) > 1
    return [
        *([_passes(table, seat)] if passes else []),
        *([_plans(table, seat)] if seat in table.context.plans else []),  # what is over is planned no longer
        *([_question(table, seat).button(Verb.HINT, "Hint", write_path(path))] if hint and table.hints(seat) else []),
    ]


def at_once(table: Table, seat: str) -> list[Button]:
    """To give the answer now that was planned and would come as late as a person's; a pass has its button anyhow."""
    token = _planned(table, seat) if seat in table.context.due else None
    if token is None:
        return []
    path = write_path(_walk(table, seat).path_to(token))
    return [_question(table, seat).button(Verb.MOVE, "Do it now", path)]


def _planned(table: Table, seat: str) -> str | None:
    """What somebody who is asked has planned to answer, if that can be done."""
    return planned.answer(table.kit, table.context.plans.get(seat, ()), table.pending[seat], table.view(seat))


def plan(table: Table, seat: str) -> list[str]:
    """What the seat has planned."""
    plan = table.context.plans.get(seat)
    if not plan:
        return []
    steps, _ = planned.outlook(table.kit, table.view(seat), seat, plan)
    return ["Your plan:", *planning.lines(table.kit, steps, table.names)]


def over(table: Table, seat: str) -> list[str]:
    """That somebody has ended what the seat had set down ahead."""
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
