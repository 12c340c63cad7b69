"""What a master gives: stress, complications, assets, PP; and harm to GM characters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Command, Field, Form, Kind, Option, Step
from game.core.errors import Refused
from game.core.layout import Choice, Component, Panel, Style, framed, rows, text
from game.the_adept.rules.dice import Die, die_of
from game.the_adept.rules.harm import UP, struck
from game.the_adept.rules.sheet import die_in
from game.the_adept.rules.traits import STRESS
from game.the_adept.stage.buttons import back, goes
from game.the_adept.stage.mastering import giving
from game.the_adept.stage.mastering.masters import (
    SIZES,
    MasterRoom,
    done,
    inflicted,
    key,
    keyed,
    matching,
    nowhere,
    one_die,
    three,
    two,
    ways,
)
from game.the_adept.stage.room import Seen
from game.the_adept.stage.selecting import select
from game.the_adept.stage.wording import character_line, fitted, gmc_line, named
from game.the_adept.tale.acting import called_like
from game.the_adept.tale.actions.harm import complications
from game.the_adept.tale.state import SCENE, SESSION

PC, FOE = "who", "gmc"
DOWN, GONE = "down", "gone"

_HITS = tuple(Choice(each, each) for each in ("d6", "d8", "d10", "d12", UP, DOWN, GONE))
_WHO = Option("who", "A character, or a GM character", completes=True, most=40)


class HarmRoom(MasterRoom):
    name = "harm"
    commands: ClassVar = (
        Command(
            "gm stress",
            "Give stress, or take it",
            "harm/stress",
            (
                _WHO,
                Option("type", "Which stress", choices=tuple(Choice(type, type.capitalize()) for type in STRESS)),
                Option("hit", "A die, or a step up or down", choices=_HITS),
            ),
        ),
        Command(
            "gm comp",
            "Give a complication, or take it",
            "harm/comp",
            (
                _WHO,
                Option("name", "What it is called", completes=True, most=40),
                Option("hit", "A die (if left out d6, or a step up), or a step up or down", choices=_HITS),
            ),
        ),
        Command(
            "gm asset",
            "Give an asset, change its die or how long it lasts, or take it away",
            "harm/asset",
            (
                Option("who", "Which character", completes=True, most=40),
                Option("name", "What it is called", completes=True, most=40),
                Option(
                    "die", "Its die (if left out: a new one's is d6)", choices=tuple(Choice(die, die) for die in SIZES)
                ),
                Option(
                    "lasts", "How long", choices=(Choice(SCENE, "For the scene"), Choice(SESSION, "For the session"))
                ),
                Option("gone", "Whether it is taken away", Kind.FLAG),
            ),
        ),
        Command(
            "gm give",
            "Give PP to a character, or the character to somebody",
            "harm/give",
            (
                Option("character", "Which character", completes=True, most=40),
                Option("pp", "So many PP (fewer: -1)", Kind.WHOLE, least=-20, most=20),
                Option("person", "Whose it is from now on", Kind.PERSON),
            ),
        ),
    )

    def inside(self, seen: Seen, rest: str) -> Panel:
        part, _, about = rest.partition("/")
        match part:
            case "":
                return _all(seen)
            case "who":
                return _character(seen, about)
            case "gmc":
                return _gm_character(seen, about)
            case "rate":
                return _rating(seen, *three(about))
            case "item":
                return giving.screen(seen, *two(about))
        raise nowhere(rest)

    def pressed(self, seen: Seen, rest: str, values: Values) -> Step:
        part, _, about = rest.partition("/")
        value = str(values.get("value", ""))
        match part:
            case "stress" | "comp" | "asset" | "give" if not about:
                return _command(seen, part, values)
            case "pick":
                kind, _, name = value.partition(" ")
                return Step(show=f"harm/{kind}/{name}")
            case "pp" if about.startswith(("1/", "-1/")):
                by, _, name = about.partition("/")
                return done(seen, Act("pp", {"character": name, "by": int(by)}), show=f"harm/who/{name}")
            case "back":
                return done(seen, Act("bring-back", {"character": about}), show=f"harm/who/{about}")
            case "revive":
                return done(seen, Act("revive", {"gmc": about}), show=f"harm/{FOE}/{about}")
            case "type" | "kind":
                kind, _, name = about.partition("/")
                return Step(show=f"harm/rate/{kind}/{value if value in STRESS else key(value)}/{name}")
            case "hit":
                hit, _, about = about.partition("/")
                return _hit(seen, hit, *three(about))
            case "new":
                return _new(seen, *two(about), values)
            case "asset":
                return giving.new(seen, about, values)
            case "choose":
                return Step(show=f"harm/item/{key(value)}/{about}")
            case "rerate" | "lose":
                return giving.changed(seen, part, about)
        self.inside(seen, rest)
        return Step(show=self.at(rest))

    def around(self, rest: str) -> Iterator[str]:
        words = rest.split("/")
        for names in range(1, len(words)):  # a name may contain slashes
            yield from (f"harm/{kind}/{'/'.join(words[names:])}" for kind in (PC, FOE))

    def suggested(self, seen: Seen, rest: str, option: str, typed: str) -> Sequence[Choice]:
        state = seen.tale.state
        sheets = [each.sheet for each in state.characters.values()]
        if option == "name" and rest == "asset":
            return matching(typed, [name for sheet in sheets for name in sheet.get("assets", {})])
        if option == "name":
            foes = [name for each in state.gmcs.values() for name in each.complications]
            return matching(typed, [*(name for sheet in sheets for name in complications(sheet)), *foes])
        return matching(typed, [*state.characters, *(state.gmcs if rest in ("stress", "comp") else ())])


# --- screens


def _all(seen: Seen) -> Panel:
    state = seen.tale.state
    lines = [character_line(name, each) for name, each in state.characters.items()]
    lines += [gmc_line(name, each) for name, each in state.gmcs.items() if each.here]
    parts: list[Component] = [text("**Harm and help**", *fitted(lines, 3000))]
    choices = [
        *(Choice(f"{PC} {name}", name) for name in state.characters),
        *(Choice(f"{FOE} {name}", name, "GM character") for name, each in state.gmcs.items() if each.here),
    ]
    if choices:
        parts.append(select(seen, "harm/pick", choices, "Who"))
    else:
        parts.append(
            text(
                "There is no character yet: players press *Join*, then *Sheet*. Characters of yours come by `/gm gmc`."
            )
        )
    return framed(*parts, *rows([back(seen, "gm")]))


def _character(seen: Seen, name: str) -> Panel:
    found = seen.tale.state.characters.get(name)
    if found is None:
        raise Refused("unknown", "this character is there no more")
    sheet = found.sheet
    parts: list[Component] = [text(character_line(name, found))]
    parts += _selects(seen, PC, name, sheet.get("stress", {}), complications(sheet))
    assets = {key: die_in(each) for key, each in sheet.get("assets", {}).items()}
    if assets:
        parts.append(select(seen, f"harm/choose/{name}", ways(assets.items()), "Change an asset"))
    buttons = [
        goes(seen, "+1 PP", f"harm/pp/1/{name}"),
        goes(seen, "−1 PP", f"harm/pp/-1/{name}"),
        goes(seen, "New complication", f"harm/new/{PC}/{name}"),
        goes(seen, "New asset", f"harm/asset/{name}"),
        goes(seen, "Sheet", f"sheet/{name}"),
    ]
    if not found.able:
        buttons.insert(0, goes(seen, "Bring back", f"harm/back/{name}", Style.PRIMARY))
    return framed(*parts, *rows([*buttons, back(seen, "harm")]))


def _gm_character(seen: Seen, name: str) -> Panel:
    found = seen.tale.state.gmcs.get(name)
    if found is None:
        raise Refused("unknown", "this GM character is there no more")
    parts: list[Component] = [text(gmc_line(name, found))]
    parts += _selects(seen, FOE, name, found.stress, found.complications)
    buttons = [
        goes(seen, "New complication", f"harm/new/{FOE}/{name}"),
        goes(seen, "Traits, rolls", f"foes/gmc/{name}"),
    ]
    if not found.able:
        buttons.insert(0, goes(seen, "Bring back", f"harm/revive/{name}", Style.PRIMARY))
    return framed(*parts, *rows([*buttons, back(seen, "harm")]))


def _selects(
    seen: Seen, kind: str, name: str, stress: Mapping[str, str], there: Mapping[str, str]
) -> Iterator[Component]:
    types = [Choice(type, type.capitalize(), stress.get(type, "none")) for type in STRESS]
    yield select(seen, f"harm/type/{kind}/{name}", types, "Stress")
    if there:
        yield select(seen, f"harm/kind/{kind}/{name}", ways(there.items()), "Complication")


def _rating(seen: Seen, kind: str, token: str, name: str) -> Panel:
    what, now = _named_harm(seen, kind, token, name)
    rated = f"{named(what)} {now}" if now else f"not {what} yet"
    buttons = []
    for die in ("d6", "d8", "d10", "d12"):
        then, past = struck(die_of(now) if now else None, die_of(die))
        label = f"{die}: past d12" if past else f"{die}: becomes {then}" if now else die
        buttons.append(goes(seen, label, f"harm/hit/{die}.{now}/{kind}/{token}/{name}"))
    if now:
        for hit, label in ((UP, "Step up"), (DOWN, "Step down"), (GONE, "Gone")):
            buttons.append(goes(seen, label, f"harm/hit/{hit}.{now}/{kind}/{token}/{name}"))
    return framed(text(f"**{named(name)}**: {rated}"), *rows([*buttons, back(seen, f"harm/{kind}/{name}")]))


# --- what is meant


def _harms(seen: Seen, kind: str, name: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the stress and the complications of a character or a GM character. Raises Refused: `unknown`."""
    state = seen.tale.state
    if kind == FOE and name in state.gmcs:
        return state.gmcs[name].stress, state.gmcs[name].complications
    if kind == PC and name in state.characters:
        sheet = state.characters[name].sheet
        return sheet.get("stress", {}), complications(sheet)
    raise Refused("unknown", f"nobody here is called {name!r}: there is {', '.join([*state.characters, *state.gmcs])}")


def _named_harm(seen: Seen, kind: str, token: str, name: str) -> tuple[str, str]:
    """Return the stress or complication that a path means, and its die, "" for none."""
    stress, there = _harms(seen, kind, name)
    if token in STRESS:
        return token, stress.get(token, "")
    what = keyed(there, token, "complication")
    return what, there[what]


# --- acts


def harm_acts(kind: str, name: str, what: str, now: str, hit: str) -> list[Act]:
    """Return the acts that inflict or ease a harm, whose die is `now` ("" for none). Raises Refused: `nothing`."""
    if hit not in (DOWN, GONE):
        return [inflicted(name, what, [hit], kind == FOE)]
    if not now:
        raise Refused("nothing", f"{name} has no {what}")
    ease = {"gmc": name, "harm": what} if kind == FOE else {"character": name, "type": what}
    steps = die_of(now).rank - Die.D6.rank + 1 if hit == GONE else 1
    return [Act("soothe" if kind == FOE else "ease", ease)] * steps


def _hit(seen: Seen, hit: str, kind: str, token: str, name: str) -> Step:
    what, now = _named_harm(seen, kind, token, name)
    hit, _, seen_as = hit.partition(".")
    if seen_as != now:
        raise Refused("changed", f"that has changed: {name}'s {what} is {now or 'gone'} now")
    stays = bool(now and hit not in (DOWN, GONE)) or token in STRESS
    show = f"harm/rate/{kind}/{token}/{name}" if stays else f"harm/{kind}/{name}"
    return done(seen, *harm_acts(kind, name, what, now, hit), show=show)


def _new(seen: Seen, kind: str, name: str, values: Values) -> Step:
    if not values.get("name"):
        fields = (Field("name", "What is it called?", most=40), Field("die", "Its die", value="d6", most=4))
        return Step(form=Form("A new complication", f"harm/new/{kind}/{name}", fields))
    what, die = str(values["name"]), one_die(str(values.get("die", "d6")))
    _harms(seen, kind, name)
    return done(seen, *harm_acts(kind, name, what, "", die), show=f"harm/{kind}/{name}")


# --- commands


def _command(seen: Seen, part: str, values: Values) -> Step:
    """Return the step of a command: carry it out if it is complete, else show the screen that asks for the rest."""
    who = str(values.get("character" if part == "give" else "who", ""))
    if not who:
        return Step(show="harm")
    kind, name = _who(seen, who)
    here = f"harm/{kind}/{name}"
    if part == "give":
        acts = [Act("pp", {"character": name, "by": int(values["pp"])})] if values.get("pp") else []
        if values.get("person"):
            acts.append(Act("give", {"character": name, "member": str(values["person"])}))
        return done(seen, *acts) if acts else Step(show=here)
    what = str(values.get("type" if part == "stress" else "name", ""))
    if part == "asset":
        if kind == FOE:
            raise Refused("unknown", f"{name} is a GM character: put the asset into the scene, by distinction")
        return giving.command(seen, name, what, values)
    hit = str(values.get("hit", UP if part == "comp" and what else ""))
    if not what or not hit:
        known = what in STRESS
        return Step(show=f"harm/rate/{kind}/{what}/{name}" if known else here)
    stress, there = _harms(seen, kind, name)
    table = stress if part == "stress" else there
    known_as = called_like(table, what) or what
    if part == "comp" and known_as.strip().lower() in STRESS:
        raise Refused("name", f"{known_as} is stress: give it by that")
    return done(seen, *harm_acts(kind, name, known_as, table.get(known_as, ""), hit))


def _who(seen: Seen, name: str) -> tuple[str, str]:
    """Return the kind and name of whoever has this name, whatever its case. Raises Refused: `unknown`."""
    state = seen.tale.state
    for kind, table in ((PC, state.characters), (FOE, state.gmcs)):
        if (found := called_like(table, name)) is not None:
            return kind, found
    raise Refused("unknown", f"nobody is called {name!r}: there is {', '.join([*state.characters, *state.gmcs])}")
