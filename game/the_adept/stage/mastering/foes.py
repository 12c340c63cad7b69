"""What stands against the table: crises, challenges, bosses, GM characters; made, used, revealed and removed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Command, Form, Kind, Option, Step
from game.core.layout import Choice, Component, Panel, framed, rows, text
from game.the_adept.stage.buttons import back, goes
from game.the_adept.stage.mastering import making, opposing
from game.the_adept.stage.mastering.masters import SIZES, MasterRoom, done, hidden, hiding, matching, nowhere
from game.the_adept.stage.room import Seen
from game.the_adept.stage.selecting import select
from game.the_adept.stage.wording import fitted, lined, named, threats
from game.the_adept.tale.acting import called_like
from game.the_adept.tale.actions.gmcs import described

_DIE = tuple(Choice(die, die) for die in SIZES)
_NAME = Option("name", "What it is called", completes=True, most=40)
_HIDDEN = Option("hidden", "Whether it is hidden from the players (if left out: as usual in this tale)", Kind.FLAG)


class FoesRoom(MasterRoom):
    name = "foes"
    commands: ClassVar = (
        Command(
            "gm challenge",
            "Begin a challenge, let it act, or look at one",
            "foes/begin",
            (
                _NAME,
                Option("die", "Two dice of this size", choices=_DIE),
                Option("extra", "So many dice more", Kind.WHOLE, least=0, most=3),
                Option("rounds", "After so many rounds it is lost", Kind.WHOLE, least=1, most=20),
                _HIDDEN,
                Option("acts", "What it does when all have acted", choices=opposing.ACTS),
            ),
        ),
        Command(
            "gm boss",
            "Bring a boss, harm one or an extra, or look at one",
            "foes/bring",
            (
                _NAME,
                Option("dice", "Its dice, all of one size, such as 4d10", most=20),
                Option("harm", "What harms it", completes=True, most=40),
                Option("hit", "The effect that harms it (if left out: a step up)", choices=_DIE),
                _HIDDEN,
            ),
        ),
        Command(
            "gm gmc",
            "Make a GM character, let it enter, or look at one",
            "foes/enlist",
            (
                _NAME,
                Option("traits", "One to five with their dice: Huge d10, Hungry d8", most=200),
                Option("sheet", "Or a sheet, as a file", Kind.FILE),
                Option("enters", "Whether it is in the scene from now on, for nothing", Kind.FLAG),
                _HIDDEN,
            ),
        ),
        Command(
            "gm reveal",
            "Show something hidden to everybody",
            "foes/reveal",
            (Option("name", "What is shown", completes=True, most=40),),
        ),
    )

    def inside(self, seen: Seen, rest: str) -> Panel:
        part, _, about = rest.partition("/")
        match part:
            case "":
                return _all(seen)
            case "hidden":
                return _hidden(seen)
            case "new":
                return making.screen(seen, about)
            case "crisis" | "challenge" | "boss" | "gmc":
                return opposing.screen(seen, part, about)
            case "sure":
                kind, _, name = about.partition("/")
                return opposing.sure(seen, kind, name)
        raise nowhere(rest)

    def pressed(self, seen: Seen, rest: str, values: Values) -> Step:
        part, _, about = rest.partition("/")
        value = str(values.get("value", ""))
        match part:
            case "begin":
                return making.challenge_command(seen, values)
            case "bring":
                return _boss_command(seen, values)
            case "enlist":
                return making.gmc_command(seen, values)
            case "reveal":
                name = str(values.get("name", "")) or value
                return _revealed(seen, name, stays="value" in values)
            case "open":
                kind, _, name = value.partition(" ")
                return Step(show=f"foes/{kind}/{name}")
            case "count":
                return Step(show=f"foes/new/{about}")
            case "make":
                return making.press(seen, about, values)
        if part in opposing.PRESSES:
            return opposing.press(seen, part, about, values)
        self.inside(seen, rest)
        return Step(show=self.at(rest))

    def around(self, rest: str) -> Iterator[str]:
        part, _, about = rest.partition("/")
        if part == "make":
            yield f"foes/new/{about}"
        kind, _, name = about.partition("/")
        found = {"strike": "boss", "grow": "challenge", "acted": "challenge", "trait": "gmc", "cast": "gmc"}.get(
            part, kind
        )
        yield f"foes/{found}/{name}"
        if part == "strike":
            yield opposing.extra_at(name)

    def form(self, seen: Seen, rest: str, values: Values) -> Form | None:
        return making.GMC if rest == "enlist" and values.get("traits") else None

    def suggested(self, seen: Seen, rest: str, option: str, typed: str) -> Sequence[Choice]:
        state = seen.tale.state
        if option == "harm":
            return matching(typed, [harm for each in state.beatable.values() for harm in each.harm])
        tables: Mapping[str, Iterable[str]] = {
            "begin": state.challenges,
            "bring": state.beatable,
            "enlist": state.gmcs,
            "reveal": hidden(state),
        }
        return matching(typed, tables.get(rest, ()))


def _all(seen: Seen) -> Panel:
    state = seen.tale.state
    waiting = [f"{named(name)} ({lined(described(each))})" for name, each in state.gmcs.items() if not each.here]
    lines = fitted(threats(state, gm=True), 2000)
    parts: list[Component] = [text("**Foes**", *lines)]
    if waiting:
        parts.append(text(f"Waiting to enter: {', '.join(fitted(waiting, 600))}"))
    kinds = (
        ("crisis", [(name, each.pool, each.hidden) for name, each in state.crises.items()]),
        ("challenge", [(name, each.pool, each.hidden) for name, each in state.challenges.items()]),
        ("boss", [(name, each.dice, each.hidden) for name, each in state.bosses.items()]),
        ("gmc", [(name, described(each), each.hidden) for name, each in state.gmcs.items()]),
    )
    for kind, those in kinds:
        choices = [
            Choice(f"{kind} {name}", name, f"{dice}{' · hidden' * secret}"[:100]) for name, dice, secret in those
        ]
        if choices:
            label = "GM character" if kind == "gmc" else kind
            parts.append(select(seen, f"foes/open/{kind}", choices, f"Open a {label}"))
    buttons = [
        goes(seen, "New challenge", "foes/new/challenge"),
        goes(seen, "New boss", "foes/new/boss"),
        goes(seen, "New GM character", "foes/new/gmc"),
        goes(seen, "Crisis from doom", "doom/move/-/as-is/-"),
    ]
    if hidden(seen.tale.state):
        buttons.append(goes(seen, "Reveal", "foes/hidden"))
    return framed(*parts, *rows([*buttons, back(seen, "gm")]))


def _hidden(seen: Seen) -> Panel:
    found = hidden(seen.tale.state)
    parts: list[Component] = [text("**Hidden**: what do all see from now on?" if found else "Nothing is hidden.")]
    if found:
        choices = [Choice(name, name, kind) for name, kind in found.items()]
        parts.append(select(seen, "foes/reveal", choices, "Reveal"))
    return framed(*parts, *rows([back(seen, "foes")]))


def _revealed(seen: Seen, name: str, *, stays: bool) -> Step:
    if not name:
        return Step(show="foes/hidden")
    return done(seen, Act("reveal", {"name": name}), show="foes" if stays else None)


def _boss_command(seen: Seen, values: Values) -> Step:
    name, state = str(values.get("name", "")), seen.tale.state
    known, extra = called_like(state.bosses, name), called_like(state.extras, name)
    new = bool(name and values.get("dice")) and known is None and not values.get("harm")
    secret = hiding(values, new, "a new boss, with its name and dice")
    if not name:
        return Step(show="foes" if state.bosses else "foes/new/boss")
    if values.get("harm"):
        given = {"boss": known or name, "harm": str(values["harm"]), "hit": str(values.get("hit", "up"))}
        return done(seen, Act("strike", given))
    if new:
        return done(seen, Act("boss", {"name": name, "dice": str(values["dice"]), **secret}))
    if known is None and extra is not None:
        return Step(show=opposing.extra_at(extra))
    return Step(show=f"foes/boss/{known}" if known else "foes/new/boss")
