"""The steps of the lesson: what each asks for, how the log shows that it was done, and how to do it for somebody."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from typing import Any, NamedTuple

from game.core import toml
from game.core.aids.stage import Act
from game.the_adept import texts
from game.the_adept.rules.dice import NONE, pool_of, roll_of
from game.the_adept.tale.face import Shown
from game.the_adept.tale.state import Roll
from game.the_adept.tale.tale import Entry


class Task(NamedTuple):
    """A step: the task, the screen for it (`button`, `where`), and what was learnt when it is `done`."""

    id: str
    task: str
    button: str
    where: str
    done: str


def written() -> Mapping[str, Any]:
    """Return the contents of `lesson.toml`."""
    return toml.load(texts.__name__, "lesson")


@cache
def tasks() -> tuple[Task, ...]:
    """Return the steps in order."""
    return tuple(Task(**row) for row in written()["step"])


# --- whether a step was done


def _paid(tale: Shown, each: Entry) -> bool:
    given = each.given
    more = given.get("keep", 2) > 2 or given.get("effects", 1) > 1
    return (each.action == "choose" and more) or bool(each.given.get("paid")) or _made(tale, each)


def _made(_: Shown, each: Entry) -> bool:
    return each.action == "asset" and not each.given.get("free") and each.given.get("effect") is None


def _won(tale: Shown, each: Entry) -> bool:
    found = tale.state.rolls.get(str(each.given.get("roll")))
    return each.action == "settle" and (found is None or bool(found.success))


def _did(*actions: str) -> Callable[[Shown, Entry], bool]:
    return lambda _, each: each.action in actions


IS_DONE: Mapping[str, Callable[[Shown, Entry], bool]] = {
    "roll": _did("roll"),
    "choose": _did("choose", "settle"),
    "pay": _paid,
    "settle": _did("settle"),
    "hitch": _did("hitch"),
    "stress": _did("stress"),
    "asset": _made,
    "win": _won,
}


# --- doing it for somebody

Doing = tuple[tuple[Act, ...], str]
"""The acts that do a step, and what is said about them."""
_PICKS = ("distinction.upbringing", "approach.wits", "move.assess", "specialty.Locks")


def last_roll(tale: Shown, name: str) -> Roll | None:
    """Return the character's last roll on the table; None if there is none."""
    return next((each for each in reversed([*tale.state.rolls.values()]) if each.character == name), None)


def _roll(name: str, more: Sequence[str] = ()) -> Act:
    return Act("roll", {"character": name, "picks": [*_PICKS, *more]})


def _do_roll(_: Shown, name: str) -> Doing:
    return (_roll(name),), "Rolled: Child of the Salt Stairs, wits, assess, locks."


def _open_roll(tale: Shown, name: str) -> Doing:
    """Return nothing to do and the id of the last roll if that is open; else an act that rolls, and "", which means the
    last roll."""
    last = last_roll(tale, name)
    return ((), last.cast) if last and last.success is None and not last.botch else ((_roll(name),), "")


def _do_choose(tale: Shown, name: str) -> Doing:
    before, roll = _open_roll(tale, name)
    return (*before, Act("choose", {"roll": roll, "option": 1})), "The best total with its best effect is taken."


def _do_pay(tale: Shown, name: str) -> Doing:
    last = last_roll(tale, name)
    good = [each for each in roll_of(last.dice) if not each.hitch] if last else []
    if last is None or last.success is not None or len(good) < 3:
        roll = Act("roll", {"character": name, "picks": [*_PICKS, "approach.focus"], "paid": 1})
        return (
            *_one_pp(tale, name),
            roll,
        ), "No die is left for that, so the PP brings a second approach into a new roll."
    act = Act("choose", {"roll": last.cast, "option": 1, "keep": last.keep + 1, "effects": last.effects})
    return (act,), "Three dice are in the total now."


def _do_settle(tale: Shown, name: str) -> Doing:
    before, roll = _open_roll(tale, name)
    return (*before, Act("settle", {"roll": roll, "difficulty": 7})), ""


def _do_hitch(tale: Shown, name: str) -> Doing:
    for id, each in reversed([*tale.state.rolls.items()]):
        if each.character == name and each.hitches != NONE:
            take = str(pool_of(each.hitches)[0])
            return (Act("hitch", {"roll": id, "take": take}),), f"1 PP for {name}, and a {take} for doom."
    roll = Act("roll", {"character": name, "pool": "20d4"})
    use, end, aside = Act("hitch", {"take": "d4"}), Act("settle", {"difficulty": 7}), Act("lay-aside")
    return (roll, use, end, aside), f"No 1 lay there, so twenty d4 were rolled: 1 PP for {name}, and a d4 for doom."


def _do_stress(_: Shown, name: str) -> Doing:
    return (Act("stress", {"character": name, "type": "rattled", "hits": ["d6"]}),), f"{name} is rattled."


def _do_asset(tale: Shown, name: str) -> Doing:
    sheet = tale.state.characters[name].sheet
    taken = sheet.get("assets", {})
    asset = next(each for each in _names() if each not in taken)
    return (
        *_one_pp(tale, name),
        Act("asset", {"character": name, "name": asset}),
    ), f"{asset}: d6, until the scene ends."


def _one_pp(tale: Shown, name: str) -> tuple[Act, ...]:
    """Return an act by which a master gives 1 PP if there is none, so that nobody who has spent theirs is stuck."""
    has = tale.state.characters[name].sheet.get("pp")
    return () if has else (Act("pp", {"character": name, "by": 1, "why": "for the lesson"}),)


def _names() -> Iterator[str]:
    yield "A plank to float on"
    yield from (f"Plank {number}" for number in count(2))


def _do_win(tale: Shown, name: str) -> Doing:
    assets = tale.state.characters[name].sheet.get("assets", {})
    roll = _roll(name, [f"asset.{each}" for each in assets])
    return (roll, Act("settle", {"roll": "", "difficulty": 9})), ""


DONE_FOR: Mapping[str, Callable[[Shown, str], Doing]] = {
    "roll": _do_roll,
    "choose": _do_choose,
    "pay": _do_pay,
    "settle": _do_settle,
    "hitch": _do_hitch,
    "stress": _do_stress,
    "asset": _do_asset,
    "win": _do_win,
}
