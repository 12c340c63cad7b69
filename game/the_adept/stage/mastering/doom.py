"""Doom: adding and removing dice, what it buys, and moving dice into crises (rules, "Doom")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Command, Field, Form, Kind, Option, Step
from game.core.english import within
from game.core.errors import Refused
from game.core.layout import Choice, Component, Line, Panel, framed, rows, text
from game.the_adept.rules.dice import NONE, pool_of, written
from game.the_adept.rules.steps import taken
from game.the_adept.stage.buttons import back, goes
from game.the_adept.stage.mastering import buying, moving
from game.the_adept.stage.mastering.masters import (
    SIZES,
    MasterRoom,
    done,
    hiding,
    key,
    matching,
    nowhere,
    sizes,
    three,
    two,
    ways,
)
from game.the_adept.stage.room import Seen
from game.the_adept.stage.selecting import select
from game.the_adept.stage.wording import coded
from game.the_adept.tale.acting import called_like
from game.the_adept.tale.actions.doom import LASTING, or_empty

_DIE = tuple(Choice(die, die) for die in SIZES)
_HOW = (
    Choice("as-is", "As they are"),
    Choice("split", "One die as two, a step smaller"),
    Choice("combine", "Two alike as one, a step larger"),
)


class DoomRoom(MasterRoom):
    name = "doom"
    commands: ClassVar = (
        Command(
            "gm doom",
            "Doom: dice added, removed, set, or spent",
            "doom/do",
            (
                Option("add", "Dice that it gets, such as d8", most=40),
                Option("remove", "Dice that it loses, down to none", most=40),
                Option("set", "The dice that it has from now on", most=80),
                Option(
                    "spend",
                    "What is bought",
                    choices=tuple(Choice(each, told[0]) for each, told in buying.SPENDS.items()),
                ),
                Option("name", "What that is called, or the GM character", completes=True, most=40),
                Option("dice", "The dice that pay (if left out: the smallest that will do)", most=20),
                Option("least", "The trait that they must match, if it is another than usual", choices=_DIE),
                Option("crisis", "The crisis that pays (if left out: doom does)", completes=True, most=40),
                Option("hidden", "Whether a GM character enters unseen", Kind.FLAG),
            ),
        ),
        Command(
            "gm crisis",
            "Move dice from doom into a crisis, or look at one",
            "doom/crisis",
            (
                Option("name", "The crisis, which is made if there is none of this name", completes=True, most=40),
                Option("take", "The dice of doom that it gets, such as d8", most=40),
                Option("how", "How they get there", choices=_HOW),
                Option("hidden", "Whether a new one is hidden from the players", Kind.FLAG),
            ),
        ),
    )

    def inside(self, seen: Seen, rest: str) -> Panel:
        part, _, about = rest.partition("/")
        match part:
            case "":
                return _doom(seen)
            case "buy":
                return buying.buying(seen, *two(about), "")
            case "with":
                spend, source, name = three(about)
                return buying.buying(seen, spend, source, name)
            case "shop":
                return buying.crisis_shop(seen, about)
            case "move":
                return moving.moving(seen, *three(about))
        raise nowhere(rest)

    def pressed(self, seen: Seen, rest: str, values: Values) -> Step:
        part, _, about = rest.partition("/")
        value = str(values.get("value", ""))
        match part:
            case "do":
                return _command(seen, values)
            case "crisis":
                return _crisis_command(seen, values)
            case "add":
                return done(seen, _changed(seen, add=about), show="doom")
            case "remove":
                return done(seen, _changed(seen, remove=value), show="doom")
            case "set":
                return _set(seen, value)
            case "buy" if value:
                return Step(show=f"doom/buy/{value}/{about}")
            case "who":
                return Step(show=f"doom/with/{about}/{value}")
            case "pay":
                return buying.paid(seen, about, value)
            case "into":
                return moving.into(seen, *three(about), value)
        self.inside(seen, rest)
        return Step(show=self.at(rest))

    def around(self, rest: str) -> Iterator[str]:
        part, _, about = rest.partition("/")
        if part == "into":
            yield f"doom/move/{about}"
        if part == "pay":
            spend, source, _ = three(about)
            yield f"doom/buy/{spend}/{source}"

    def suggested(self, seen: Seen, rest: str, option: str, typed: str) -> Sequence[Choice]:
        state = seen.tale.state
        return matching(typed, state.crises if rest == "crisis" or option == "crisis" else state.gmcs)


# --- doom itself


def _doom(seen: Seen) -> Panel:
    state = seen.tale.state
    veiled = f"Others see {coded(state.seen_doom)}: hidden crises." if state.seen_doom != state.doom else ""
    head = text(
        f"**Doom** {coded(state.doom)} · spending it, or filling a crisis, leaves at least {state.floor} of it", veiled
    )
    parts: list[Component] = [head, *rows([goes(seen, f"+{die}", f"doom/add/{die}") for die in SIZES])]
    if state.doom != NONE:
        parts.append(select(seen, "doom/remove", ways(sizes(state.doom)), "Take a die out"))
    parts += [Line(), *buying.shop(seen, buying.DOOM)]
    buttons = [goes(seen, "Into a crisis", "doom/move/-/as-is/-"), goes(seen, "Set", "doom/set")]
    return framed(*parts, *rows([*buttons, back(seen, "gm")]))


def _changed(seen: Seen, add: str = "", remove: str = "", start: str | None = None) -> Act:
    """Return the act that sets doom with dice added or removed. Raises Refused: `not-in-pool`, and as reading a pool
    does."""
    dice = [*pool_of(seen.tale.state.doom if start is None else start, none=True)]
    if add:
        dice += pool_of(add)
    if remove:
        taken(dice, pool_of(remove))
    return Act("doom", {"pool": written(dice)})


def _set(seen: Seen, value: str) -> Step:
    if not value:
        field = Field("value", "Its dice from now on, - for none", "2d6 d8", seen.tale.state.doom, most=80)
        return Step(form=Form("Doom", "doom/set", (field,)))
    return done(seen, Act("doom", {"pool": value}), show="doom")


# --- commands


def _command(seen: Seen, values: Values) -> Step:
    given = {name: str(values[name]) for name in ("add", "remove", "set") if values.get(name)}
    acts = []
    if given:
        acts.append(_changed(seen, given.get("add", ""), given.get("remove", ""), given.get("set")))
    spend = str(values.get("spend", ""))
    secret = hiding(values, spend == "gmc", "a GM character for whose entrance doom is spent")
    if not spend:
        return done(seen, *acts) if acts else Step(show="doom")
    if acts:
        raise Refused("spend", "change doom, or spend it: one at a time")
    source = key(_known(seen, str(values["crisis"]))) if values.get("crisis") else buying.DOOM
    name, least = _name(seen, spend, str(values.get("name", ""))), str(values.get("least", ""))
    if (spend in LASTING or spend in buying.WITH_GMC) and not name:
        return Step(show=f"doom/buy/{spend}/{source}")
    needed = least or buying.least_of(seen, spend, name)
    dice = str(values.get("dice", "")) or next(buying.affordable(seen, spend, source, needed), "")
    if not dice:
        crisis, pool, _ = buying.source_of(seen, source)
        title, price = buying.SPENDS[spend]
        raise Refused("cost", f"{within(title)}: that costs {price}; {crisis or 'doom'} is {or_empty(pool)}")
    act = buying.spent(seen, spend, source, dice, name, needed)
    return done(seen, Act("spend", {**act.given, **secret}) if secret else act)


def _name(seen: Seen, spend: str, name: str) -> str:
    """Return a GM character's name as it is written; other names unchanged."""
    if spend not in buying.WITH_GMC or not name:
        return name
    return called_like(seen.tale.state.gmcs, name) or name


def _known(seen: Seen, name: str) -> str:
    """Return a crisis's name as it is written. Raises Refused: `unknown`."""
    crises = seen.tale.state.crises
    found = called_like(crises, name)
    if found is None:
        raise Refused("unknown", f"no crisis is called {name!r}: there is {', '.join(crises) or 'none'}")
    return found


def _crisis_command(seen: Seen, values: Values) -> Step:
    name, take = str(values.get("name", "")), str(values.get("take", ""))
    known = called_like(seen.tale.state.crises, name) is not None
    secret = hiding(values, bool(name and take) and not known, "a new crisis, with its name and dice")
    if name and take:
        given = {"name": name, "take": take, "how": str(values.get("how", "as-is"))}
        return done(seen, Act("crisis", {**given, **secret}))
    if name and not take and seen.tale.state.crises:
        return Step(show=f"foes/crisis/{_known(seen, name)}")
    return Step(show="doom/move/-/as-is/-")
