"""The lesson: a tale in which somebody learns alone, as player and game master at once.

Whether a step is done is read from the log, so it may be done in any way: on the screens, by a command, or by *Do it
for me*. After undo it has to be done again. Steps may be skipped.
"""

from __future__ import annotations

from typing import NamedTuple

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Command, Step
from game.core.layout import Accent, Button, Component, Line, Panel, Row, Style, framed, rows, text
from game.the_adept.stage.buttons import goes
from game.the_adept.stage.lessons.tasks import DONE_FOR, IS_DONE, Task, last_roll, tasks, written
from game.the_adept.stage.rolling.pool import PoolRoom
from game.the_adept.stage.room import Room, Seen, is_master
from game.the_adept.tale.face import Shown
from game.the_adept.tale.view import line

_SKIPPED = "lesson"
"""Key in the notes: by a step's id, the length of the log when it was skipped."""


class At(NamedTuple):
    """How far somebody is: how many steps are over, and the entry after which the current step must be done."""

    over: int
    since: int


def opening(name: str) -> tuple[Values, tuple[Act, ...], str]:
    """Return the arguments, first acts and first screen of a tale to learn with (see `Stage.lesson`)."""
    given = {"title": written()["title"], **({"name": name} if name else {})}
    acts = (
        Act("enter", {"sheet": written()["sheet"], "new": True}),
        Act("session"),
        Act("scene", {"name": written()["scene"], "kind": "bridge"}),
    )
    return given, acts, LessonRoom.name


class LessonRoom(Room):
    """The room that shows what to do next, with a button that does it."""

    name = "lesson"
    commands = (Command("tale lesson", "Go on with the lesson of this tale", "lesson"),)

    def screen(self, seen: Seen, rest: str) -> Panel:
        name = learner(seen)
        if not name:
            said = "There is no lesson for you in this tale: `/tale tutorial` opens one, where you play alone."
            return framed(text("## First steps", said), *rows([_back(seen)]))
        at = progress(seen)
        parts: list[Component] = [text(f"## {written()['title']} · {_step(at)}")]
        if at.over == len(tasks()):
            parts.append(text(tasks()[-1].done, written()["closing"].strip()))
            return framed(*parts, *rows([_back(seen, Style.PRIMARY)]), accent=Accent.WON)
        task = tasks()[at.over]
        before = written()["opening"].strip().format(name=name) if not at.over else tasks()[at.over - 1].done
        words = task.task.format(name=name)
        parts += [text(before), Line(), text(f"**{at.over + 1}.** {words}"), text(f"-# {_now(seen.tale, name)}")]
        return framed(*parts, *rows(_buttons(seen, task, name)), accent=Accent.ASKING)

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        name, at = learner(seen), progress(seen)
        if not name or at.over == len(tasks()):
            return Step(show=self.name)
        task = tasks()[at.over]
        what, _, id = rest.partition("/")
        if id and id != task.id:
            return Step(show=self.name, say="That step is over already.")
        if what == "skip":
            skipped = {**seen.notes.get(_SKIPPED, {}), task.id: len(seen.tale.log)}
            return Step(notes={**seen.notes, _SKIPPED: skipped}, show=self.name)
        if what == "do":
            acts, said = DONE_FOR[task.id](seen.tale, name)
            return Step(acts, show=self.name, say=said)
        return Step(show=self.name)


def beside(seen: Seen, path: str, panel: Panel) -> Panel:
    """Return another screen with the current step and the way back to the lesson added, while that goes on and there is
    room."""
    name = learner(seen) if path.partition("/")[0] != LessonRoom.name else ""
    at = progress(seen) if name else At(len(tasks()), 0)
    if at.over == len(tasks()):
        return panel
    task = tasks()[at.over]
    number, what = f"Lesson, {at.over + 1}.", task.task.format(name=name)
    here = _is_for(task, path, name)
    words, style = (f"**{number}** {what}", Style.SECONDARY) if here else (f"-# {number} {what}", Style.SUCCESS)
    back = goes(seen, f"Lesson ({_step(at)})", LessonRoom.name, style)
    both = panel + Panel((text(words), Row((back,))))
    return both if both.fits else panel


def _is_for(task: Task, path: str, name: str) -> bool:
    """Return whether a screen serves this step alone, so that the task stands out, and not the way back. A roll serves
    several steps, and the way back tells what each has taught."""
    where = task.where.format(name=name, roll="")
    return path == where or path.partition("/")[0] == where.partition("/")[0] == PoolRoom.name


def learner(seen: Seen) -> str:
    """Return the character that somebody learns with; "" if this is no lesson of theirs."""
    state, name = seen.tale.state, written()["sheet"]["name"]
    found = state.characters.get(name)
    mine = found is not None and found.owner == seen.who and is_master(seen)
    return name if mine and state.title == written()["title"] and not state.over else ""


def progress(seen: Seen) -> At:
    """Return the first step that was neither skipped nor done after those before it."""
    skipped = seen.notes.get(_SKIPPED, {})
    live = [each for each in seen.tale.log if each.who == seen.who and each.struck is None]
    since = _OPENING
    for place, task in enumerate(tasks()):
        done = (each.number for each in live if each.number > since and IS_DONE[task.id](seen.tale, each))
        when = skipped[task.id] if task.id in skipped else next(done, None)
        if when is None:
            return At(place, since)
        since = max(since, when)
    return At(len(tasks()), since)


_OPENING = len(opening("")[1])
"""How many entries the log has when the lesson begins."""


# --- what is on the screen


def _step(at: At) -> str:
    return f"{at.over + 1} of {len(tasks())}" if at.over < len(tasks()) else "done"


def _now(tale: Shown, name: str) -> str:
    """Return how things stand: the character, doom, the last roll."""
    last = last_roll(tale, name)
    came = "" if last is None or last.success is None else ", won" if last.success else ", lost"
    rolled = f" · last roll {last.total}, effect {last.effect}{came}" if last else ""
    return f"{line(name, tale.state.characters[name])} · doom {tale.state.doom}{rolled}"


def _buttons(seen: Seen, task: Task, name: str) -> list[Button]:
    last = last_roll(seen.tale, name)
    there = task.where.format(name=name, roll=last.cast if last else "")
    buttons = []
    if last is not None or "{roll}" not in task.where:
        buttons.append(goes(seen, task.button, there, Style.PRIMARY))
    buttons.append(goes(seen, "Do it for me", f"lesson/do/{task.id}"))
    buttons.append(goes(seen, "Skip", f"lesson/skip/{task.id}"))
    return [*buttons, _back(seen)]


def _back(seen: Seen, style: Style = Style.SECONDARY) -> Button:
    return goes(seen, "To the table", "table", style)
