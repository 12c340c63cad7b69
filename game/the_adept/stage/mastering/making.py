"""Making foes: challenges and bosses put together by taps, GM characters by their traits or a sheet."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Field, Form, Step
from game.core.errors import Refused
from game.core.layout import Component, Panel, Style, framed, rows, text
from game.core.text.numbers import whole
from game.the_adept.rules import challenges as rules
from game.the_adept.rules.dice import pool_of
from game.the_adept.stage.buttons import back, goes
from game.the_adept.stage.mastering.masters import SIZES, done, hiding, nowhere
from game.the_adept.stage.room import Seen
from game.the_adept.stage.sheets.faults import usable
from game.the_adept.stage.wording import coded, named
from game.the_adept.tale.acting import called_like
from game.the_adept.tale.actions.gmcs import MOST
from game.the_adept.tale.files import read

_PARTS = re.compile(r"[\n,;]|(?:(?<=[\s\d][dD]\d)|(?<=[\s\d][dD]\d\d))\s+(?=\S)")
"""What ends a trait: a sign, or its die."""
BOSSES = range(2, 8)
"""The numbers of dice offered for a boss."""
GMC = Form(
    "New GM character",
    "foes/make/gmc",
    (
        Field("name", "What is the GM character called?", "Ogre", most=40),
        Field("traits", f"One to {MOST} traits, each with its die", "Huge d10, Hungry d8", long=True, most=300),
    ),
)


def screen(seen: Seen, about: str) -> Panel:
    """Return the screen at `challenge/DIE/EXTRA/HIDDEN`, `boss/DIE/COUNT/HIDDEN` or `gmc/HIDDEN`; missing words have
    defaults."""
    kind, *rest = about.split("/")
    if kind == "gmc":
        return _gmc(seen)
    if kind not in ("challenge", "boss"):
        raise nowhere(about)
    die, count, hide = _chosen(seen, kind, rest)
    many = rules.BASE + int(count) if kind == "challenge" else int(count)
    head = f"**New {kind}** {coded(f'{many}{die}')}"
    parts: list[Component] = [
        text(head, "Two dice as hard as the task, and 0 to 3 more." if kind == "challenge" else "")
    ]
    parts += rows([goes(seen, each, f"foes/new/{kind}/{each}/{count}/{hide}", _style(each == die)) for each in SIZES])
    counts = [(str(n), f"{rules.BASE + n} dice") for n in rules.MORE]
    if kind == "boss":
        counts = [(str(n), f"{n} dice") for n in BOSSES]
    parts += rows([goes(seen, label, f"foes/count/{kind}/{die}/{n}/{hide}", _style(n == count)) for n, label in counts])
    toggle = goes(seen, f"Hidden: {'yes' if hide == 'h' else 'no'}", f"foes/new/{kind}/{die}/{count}/{_other(hide)}")
    go = goes(seen, "Name it, and begin", f"foes/make/{kind}/{die}/{count}/{hide}", Style.SUCCESS)
    return framed(*parts, *rows([go, toggle, back(seen, "foes")]))


def _style(chosen: bool) -> Style:
    return Style.PRIMARY if chosen else Style.SECONDARY


def _other(hide: str) -> str:
    return "o" if hide == "h" else "h"


def _chosen(seen: Seen, kind: str, rest: list[str]) -> tuple[str, str, str]:
    """Return the die, the count, and whether the foe is hidden ("h") or open ("o"). Raises Refused: `unknown`."""
    usual = ["d8" if kind == "challenge" else "d10", "0" if kind == "challenge" else "4", "-"]
    die, count, hide = [*rest, *usual[len(rest) :]][:3]
    counts = rules.MORE if kind == "challenge" else BOSSES
    if die not in SIZES or count not in map(str, counts):
        raise nowhere("/".join(rest))
    if hide == "-":
        hide = "h" if seen.tale.state.hidden else "o"
    return die, count, hide


def _gmc(seen: Seen) -> Panel:
    words = (
        "**New GM character**: its name, and one to five traits. Until it enters only game masters see it.",
        "One with a whole sheet is brought by `/gm gmc`, with a file.",
    )
    go = goes(seen, "Name and traits", "foes/make/gmc", Style.PRIMARY)
    return framed(text(*words), *rows([go, back(seen, "foes")]))


# --- presses


def press(seen: Seen, about: str, values: Values) -> Step:
    """Return the step that asks for what must be written, or makes the foe."""
    kind, *rest = about.split("/")
    if kind == "gmc":
        return _made_gmc(seen, values)
    if kind not in ("challenge", "boss"):
        raise nowhere(about)
    die, count, hide = _chosen(seen, kind, rest)
    path, name = f"foes/make/{kind}/{die}/{count}/{hide}", str(values.get("name", ""))
    if not name:
        fields = [Field("name", f"What is the {kind} called?", most=40)]
        if kind == "challenge":
            fields.append(Field("rounds", "Lost after so many rounds (none: -)", "3", "-", required=False, most=2))
        return Step(form=Form(f"New {kind}", path, tuple(fields)))
    if kind == "boss":
        act = Act("boss", {"name": name, "dice": f"{count}{die}", "hidden": hide == "h"})
        return done(seen, act, show="foes")
    given = {"name": name, "die": die, "extra": int(count), "hidden": hide == "h"}
    rounds = str(values.get("rounds", "")).strip()
    if rounds not in ("", "-"):
        if (number := whole(rounds)) is None:
            raise Refused("rounds", f"{rounds!r} rounds: write a number, or - for as long as it takes")
        given["rounds"] = number
    return done(seen, Act("challenge", given), show=f"foes/challenge/{' '.join(name.split())}")


def _made_gmc(seen: Seen, values: Values) -> Step:
    if not values.get("name"):
        return Step(form=GMC)
    given = {"name": str(values["name"]), "traits": traits_of(str(values.get("traits", "")))}
    return done(seen, Act("gmc", given), show="foes")


def traits_of(text: str) -> dict[str, str]:
    """Read traits as people write them: "Huge d10, Hungry d8", also without commas, or one on each line. Raises
    Refused: `traits`, and as reading a die does."""
    found = dict[str, str]()
    for part in _PARTS.split(text):
        *words, die = part.split() or [""]
        if not words and not die:
            continue
        if not words or not any(sign.isdigit() for sign in die):
            raise Refused("traits", f"{part.strip()!r}: write a trait and its die, such as Huge d10")
        rated, *more = pool_of(die)
        name = " ".join(words).rstrip(":")
        if more:
            raise Refused("traits", f"{part.strip()!r}: a trait has one die; dice of one size together are a boss")
        if called_like(found, name):
            raise Refused("traits", f"{name!r} is named twice")
        found[name] = str(rated)
    return found


# --- commands


def challenge_command(seen: Seen, values: Values) -> Step:
    """Return the step that begins a challenge, lets an existing one act, or shows it."""
    name, state = str(values.get("name", "")), seen.tale.state
    known = called_like(state.challenges, name)
    new = bool(name and values.get("die")) and known is None
    secret = hiding(values, new, "a new challenge, with its name and die")
    if not name:
        return Step(show="foes" if state.challenges else "foes/new/challenge")
    how = str(values.get("acts", ""))
    if known and how and how != "went":  # for whom it goes is chosen on its screen
        return done(seen, Act("challenge-acts", {"challenge": known, **({"die": how} if how in SIZES else {})}))
    if not new:
        return Step(show=f"foes/challenge/{known}" if known else "foes/new/challenge")
    given: dict[str, Any] = {key: values[key] for key in ("extra", "rounds") if key in values}
    return done(seen, Act("challenge", {"name": name, "die": str(values["die"]), **given, **secret}))


def gmc_command(seen: Seen, values: Values) -> Step:
    """Return the step that makes a GM character of traits or a sheet, lets it enter, or shows it."""
    name, state, acts = str(values.get("name", "")), seen.tale.state, list[Act]()
    enters, made = bool(name and values.get("enters")), bool(values.get("sheet") or values.get("traits"))
    secret = hiding(values, enters or made, "a GM character that is made, or that `enters`")
    if not name:
        return Step(show="foes" if state.gmcs else "foes/new/gmc")
    known = called_like(state.gmcs, name)
    if known is None:
        if values.get("sheet"):
            sheet = usable({**read(str(values["sheet"])), "name": "-"})  # its name is what the command says
            acts.append(Act("gmc", {"name": name, "sheet": {**sheet, "name": name}}))
        elif values.get("traits"):
            acts.append(Act("gmc", {"name": name, "traits": traits_of(str(values["traits"]))}))
        else:
            return Step(show="foes/new/gmc")
    if enters:
        acts.append(Act("appear", {"name": known or name, **secret}))
    if not acts:
        return Step(show=f"foes/gmc/{known}")
    step, waits = done(seen, *acts), f"{named(name)} waits, seen by no player: `enters` brings it in."
    return step if enters else replace(step, say=f"{step.say}\n{waits}")
