"""What a player's private panels show and offer besides the question itself."""

from __future__ import annotations

from collections.abc import Sequence

from bot.components.ids import Verb
from bot.panels import guide as box
from bot.panels import passing, planning
from bot.tables import Table, transitions
from bot.tables.history import past
from bot.tables.planning import planned
from game.core import layout
from game.core.decisions import PASS
from game.core.faces import PastQuestion
from game.core.judging.hint import Tip
from game.core.layout import Button, Component, Panel, Place, Style
from game.core.narrowing import Narrowing, Path, write_path
from storage import Status


def head(table: Table, seat: str, path: Path, tells: bool, advice: Path, pictured: bool) -> list[Component]:
    """Return what stands above the panel of a question: what led to it if it `tells` that, lessons, and the buttons
    that belong to these.

    Once something is selected, only what to press is left, so that the panel is in view.
    """
    decision, guided = table.pending[seat], table.context.guided.get(seat)
    buttons = list[Button]()
    components = box.news(_news(table, seat, tells))
    if guided is not None and (guide := table.kit.guide):
        view, before = table.view(seat), [PastQuestion(*each[1:]) for each in guided]
        lessons = box.lessons(guide, decision, view, table.names, before, advice, pictured)
        components += lessons[-1:] if path else lessons
        if lessons:
            buttons.append(Place(table.id).button(Verb.SKIP, "Skip the guide"))
    return [*components, *layout.rows([*buttons, *undo(table, seat)])]


def _news(table: Table, seat: str, tells: bool) -> list[str]:
    """Return what led to the question, if `tells`; and in any case what the person last chose, if *Undo* takes that
    back."""
    happened = table.context.since_acting(seat) if tells else []
    if happened and happened[-1].event.kind in table.kit.words.asking and happened[-1].event.seat == seat:
        happened.pop()
    since = past.sentences(table, happened, seat)
    is_among = tells and table.context.of_last(seat)
    return since if is_among or not table.can_undo(seat) else [*transitions.chose(table, seat)[:1], *since]


def meanwhile(table: Table, seat: str) -> list[Button]:
    """Return the buttons for somebody who is not asked anything."""
    buttons = undo(table, seat)
    return [*buttons, *_ahead_buttons(table, seat)] if table.status is Status.RUNNING else buttons


def undo(table: Table, seat: str) -> list[Button]:
    """Return the button that takes back the seat's last choice, if that is possible."""
    return [Place(table.id).button(Verb.UNDO, "Undo", table.undo_mark(seat))] if table.can_undo(seat) else []


def _ahead_buttons(table: Table, seat: str) -> list[Button]:
    """Return the buttons for passing and planning ahead, or for changing that."""
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
    """Return the place for buttons that are about the seat's question."""
    return Place(table.id, table.questions[seat].number)


def ways_to_tips(table: Table, seat: str, tips: Sequence[Tip]) -> tuple[Path, ...]:
    """Return for each tip the path at which its answer is confirmed."""
    narrowing = walk(table, seat)
    return tuple(narrowing.path_to_all(tip.answers) for tip in tips)


def to_tips(
    table: Table, seat: str, tips: Sequence[Tip], ways: Sequence[Path], panel: Panel, path: Path
) -> list[Button]:
    """Return a button for each tip. It leads to where that answer is confirmed (`ways`, one path per tip); where the
    panel has a button that plays the answer at once, such as a pass, so does this one. Once something is selected (at
    `path`) only a pass does that is not selected itself, as the button that has selected an answer would then play it.
    The best one alone stands out."""
    place, found = _question(table, seat), list[Button]()
    at_once = {each.rest: each for each in panel.controls if isinstance(each, Button) and each.verb == Verb.MOVE}
    for number, (tip, way) in enumerate(zip(tips, ways, strict=True), 1):
        rest, label = write_path(way), f"Choose {number}"
        is_selected = bool(path) and (tip.token != PASS or path[0] == PASS)
        if is_selected or (taking := at_once.get(rest)) is None:
            verb, best = Verb.TIP, Style.PRIMARY
        else:
            verb, best = Verb.TAKE, Style.SUCCESS
            label += f": {taking.label}" if tip.token == PASS else ""
        found.append(place.button(verb, label[: layout.LABEL], rest, best if number == 1 else Style.SECONDARY))
    return found


def walk(table: Table, seat: str) -> Narrowing:
    """Return the narrowing of the seat's question."""
    return table.kit.panels.narrowing(table.pending[seat], table.view(seat))


def changing(table: Table, seat: str, path: Path, helps: bool) -> list[Button]:
    """Return buttons for somebody who is asked: to change what they have passed or planned ahead, and for a hint.

    `path`: what is selected, which a hint keeps. `helps`: whether a hint would be of use.
    """
    decision = table.pending[seat]
    passes, hint = seat in table.context.ahead and decision.ahead, helps and len(decision.tokens) > 1
    return [
        *([_passes(table, seat)] if passes else []),
        *([_plans(table, seat)] if seat in table.context.plans else []),  # a plan that has ended is not among them
        *([_question(table, seat).button(Verb.HINT, "Hint", write_path(path))] if hint and table.hints(seat) else []),
    ]


def at_once(table: Table, seat: str) -> list[Button]:
    """Return the button that gives a planned answer now, which would else be given after a delay. Passes have their
    own."""
    token = _planned(table, seat) if seat in table.context.due else None
    if token is None:
        return []
    path = write_path(walk(table, seat).path_to(token))
    return [_question(table, seat).button(Verb.MOVE, "Do it now", path)]


def _planned(table: Table, seat: str) -> str | None:
    """Return the planned answer to the seat's question; None if there is none or it is not possible."""
    return planned.answer(table.kit, table.context.plan(seat), table.pending[seat], table.view(seat))


def plan(table: Table, seat: str) -> list[str]:
    """Return the seat's plan in words; nothing if it has none."""
    plan = table.context.plan(seat)
    if not plan:
        return []
    steps, _ = planned.outlook(table.kit, table.view(seat), seat, plan)
    return ["Your plan:", *planning.lines(table.kit, steps, table.names)]


def cancelled(table: Table, seat: str) -> list[str]:
    """Return the news that another player's move has ended what the seat had passed or planned ahead, if so."""
    return passing.cancelled(table.kit.words, table.context, seat, table.names)


def automatic(table: Table, seat: str) -> list[str]:
    """Return what will be answered for the seat automatically, or why nothing will be."""
    kit, game = table.kit, table.playing
    decision, plan = game.pending[seat], table.context.plan(seat)
    view = table.view(seat)
    if seat not in table.context.due:
        why = planned.reasons(kit, plan, game, seat, table.names)
        wish = table.context.ahead.get(seat) if decision.ahead else None
        still = [f"-# {passing.told(kit.words, wish)}"] if wish is not None else []
        return [planning.stuck(why)] if why else still
    answer = _planned(table, seat)
    return [passing.DUE if answer is None else planning.goes_on(kit, answer, decision, view, table.names)]
