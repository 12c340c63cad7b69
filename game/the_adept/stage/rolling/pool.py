"""The screens of the pool builder, by taps alone and with the odds on top; and the command /roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Command, Field, Form, Kind, Option, Step
from game.core.english import sentence
from game.core.errors import Refused, quoted
from game.core.layout import Accent, Component, Panel, Select, Style, framed, rows, text
from game.core.layout import Choice as Way
from game.core.text.names import matches
from game.core.text.numbers import whole
from game.core.text.parts import cut
from game.the_adept.rules.dice import Die, pool_of, written
from game.the_adept.rules.traits import AETHERS
from game.the_adept.stage.buttons import back, goes
from game.the_adept.stage.order import others_turn
from game.the_adept.stage.rolling.builder import Builder, called, decisive, odds_words, words_of
from game.the_adept.stage.rolling.ingredients import ANY, NOBODY, OWN, SETS, Ingredient, harms, roller_named, rollers
from game.the_adept.stage.rolling.recover import helpless
from game.the_adept.stage.rolling.tied import tied
from game.the_adept.stage.rolling.typed import typed_pool
from game.the_adept.stage.room import Room, Seen, coming, is_master, lying
from game.the_adept.stage.selecting import select
from game.the_adept.stage.wording import LABEL, coded, lined, named, turn_of
from game.the_adept.tale.aims import aimed
from game.the_adept.tale.contests import CHARACTER, GMC, contest_of, not_for

_MOST = 25
"""The most suggestions."""
_ANYWAY = "anyway"
NONE = "-"
"""The choice in a select that means none."""


class PoolRoom(Room):
    name = "pool"
    seated = True
    commands: ClassVar = (
        Command(
            "roll",
            "Put a pool together and roll it; or roll the dice that you write",
            "pool/command",
            (
                Option("dice", "Dice to roll at once, such as 2d6 d8", most=200),
                Option(
                    "against", "A number, a roll, dice or something that stands against you", completes=True, most=100
                ),
                Option("secret", "Whether game masters alone see it (for game masters)", Kind.FLAG),
            ),
        ),
    )

    def screen(self, seen: Seen, rest: str) -> Panel:
        build, part = Builder(seen), rest.partition("/")[0]
        match part:
            case "":
                return _main(build)
            case "more":
                return _more(build)
            case "theirs":
                return _theirs(build)
        raise Refused("unknown", f"there is nothing at {quoted(part)} of a pool")

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        build, (part, _, about) = Builder(seen), rest.partition("/")
        value = str(values.get("value", ""))
        match part:
            case "command":
                return _command(build, values)
            case "for":
                return Step(notes=build.rolling_for(roller_named(seen, about)), show="pool")
            case "attack" | "turn" | "answer":
                whose, against = tied(seen, part, about)
                return Step(notes=build.kept(**({"for": whose} if whose else {}), against=against), show="pool")
            case "who":
                return Step(notes=build.rolling_for(value), show="pool")
            case "set":
                return Step(notes=build.with_set(about, 0, value), show="pool")
            case "second":
                return Step(notes=build.with_set(about, 1, value), show="pool/more")
            case "any" | "own":
                return Step(notes=build.toggled(value), show="pool")
            case "die":
                screen, _, die = about.partition("/")
                extra = build.extra[:-1] if die == "less" else [*build.extra, die]
                return Step(notes=build.kept(extra=extra[:20]), show="pool/more" if screen == "more" else "pool")
            case "aether" | "power":
                return Step(notes=build.kept(**{part: "" if value == NONE else value}), show="pool/more")
            case "secret":
                return Step(notes=build.kept(secret=not build.secret), show="pool")
            case "clear":
                return Step(notes=build.cleared(), show="pool")
            case "against" if value == "number":
                return Step(form=_ASKED)
            case "against":
                key = value or about
                return Step(notes=build.kept(against="" if key == NONE else key), show="pool")
            case "number":
                return Step(notes=build.kept(against=f"number/{_level(str(values.get('number', '')))}"), show="pool")
            case "roll" if build.gone:
                return _lost(build, "Nothing was rolled: ")
            case "roll" if build.out_of_turn and about != _ANYWAY:
                return Step(show="pool", say=f"Nothing was rolled. {build.out_of_turn}")
            case "roll":
                return Step((build.act(),), build.rolled(), show=f"roll/{coming(seen.tale, build.secret)}")
            case "worse":
                now: list[str] = [*build.kept()["pool"].get("worse", [])]
                worse = [each for each in now if each != value] if value in now else [*now, value]
                return Step(notes=build.kept(worse=worse), show="pool/theirs")
            case "opposes":
                return _opposes(build)
        return _lost(build) if not part and build.gone else Step(show=self.at(rest))

    def complete(self, seen: Seen, rest: str, option: str, typed: str) -> Sequence[Way]:
        """Suggest the oppositions that contain each word that was typed."""
        found = Builder(seen).oppositions.values() if option == "against" and rest == "command" else ()
        return [Way(each.key[:100], each.label) for each in found if matches(typed, each.label)][:_MOST]


_ASKED = Form("What is to be beaten", "pool/number", (Field("number", "A number", hint="such as 11", most=3),))


def _lost(build: Builder, so: str = "") -> Step:
    """Return the step that says, once, that the chosen target no longer exists."""
    said = f"{so}{_gone(build)} Choose anew." if so else _gone(build)
    return Step(notes=build.kept(against=None), show="pool", say=said)


def _gone(build: Builder) -> str:
    return f"{lined(build.gone)} is no more to be rolled against."


def _level(typed: str) -> int:
    """Read a number to beat. Raises Refused: `difficulty`."""
    level = whole(typed.strip(), 3)
    if level is None:
        raise Refused("difficulty", f"{quoted(typed)}: what is to be beaten is a number such as 11")
    return level


# --- /roll


def _command(build: Builder, values: Values) -> Step:
    """Return the step that rolls dice at once, or opens the builder, against what was named."""
    dice = str(values.get("dice", "")).strip()
    build = build.for_named(dice)
    seen = build.seen
    changes: dict[str, Any] = {"secret": bool(values.get("secret", False))}
    if changes["secret"] and not is_master(seen):
        raise Refused("rights", "only a game master rolls in secret")
    if values.get("against"):
        changes["against"] = _aim(build, str(values["against"]))
    notes = build.kept(**changes)
    if not dice:
        return Step(notes=Builder(replace(seen, notes=notes)).opened(), show="pool")
    now = Builder(replace(seen, notes=notes))
    if picked := now.naming(dice):
        return Step(notes=picked, show="pool")
    pool = typed_pool(dice, now.unnamed(dice))
    whose = {CHARACTER: "character", GMC: "gmc"}.get(now.kind)
    labels = {"what": dice} if LABEL.search(dice) else {}
    given: dict[str, Any] = {
        "pool": pool,
        "secret": now.secret,
        "advised": True,
        **labels,
        **({whose: now.name} if whose else {}),
    }
    acts, against = [], now.against if "against" in changes else None
    if against and against.pool:  # the opposition rolls first
        acts = [Act("roll", {"pool": against.pool, "opposes": True, "secret": now.secret, "what": now.theirs})]
        given["against"] = f"#{coming(seen.tale, now.secret)}"
    elif against:
        given |= {"against": against.aim, **now.aimed}
        given |= decisive(seen, now.name, against.aim) if now.kind == CHARACTER else {}
    mine = coming(seen.tale, now.secret)
    mine = mine if not acts else f"s{int(mine[1:]) + 1}" if now.secret else str(int(mine) + 1)
    left = build.kept(against=None) if against and against == build.against else {**seen.notes}  # it is done
    return Step((*acts, Act("roll", given)), left, show=f"roll/{mine}", say=now.out_of_turn)


def _aim(build: Builder, typed: str) -> str:
    """Return the key of what somebody typed to roll against. Raises Refused."""
    plain = " ".join(typed.split())
    if whole(plain, 3) is not None:
        return f"number/{plain}"
    wanted = plain.casefold().removeprefix("#")
    for key, each in build.oppositions.items():
        _, _, name = key.partition("/")
        told = aimed(build.seen.tale.state, key, is_master(build.seen))
        names = (key, name, key.replace("/", " "), *called(each.label), f"test {name}", told.name if told else "")
        if wanted in (name.casefold() for name in names):
            return key
    there, id = lying(build.seen), wanted.removeprefix("roll ")
    if id in there and (contest := contest_of(there, id)) and contest.answers:
        raise Refused("turn", not_for(there, id, build.name or "you"))
    try:
        return f"dice/{written(pool_of(plain))}"
    except Refused as refused:
        if refused.code not in ("syntax", "empty") and not wanted.startswith("roll "):  # "roll 2" is met, or gone
            raise
        possible = "a number such as 11, dice such as 2d8, or what is suggested"
        raise Refused("difficulty", f"{quoted(typed)} is nothing to roll against: write {possible}") from refused


# --- screens


def _head(build: Builder) -> tuple[list[str], bool]:
    """Return the lines about the pool (odds, contents, cost), and whether it can be rolled."""
    state = build.seen.tale.state
    has = state.characters[build.name].sheet.get("pp", 0) if build.kind == CHARACTER else None
    who = f"**{named(build.name)}**" if build.name else "**Free dice**"
    title = [who, *([f"PP {has}"] if has is not None else []), *(["secret"] if build.secret else [])]
    lines = [" · ".join(title)]
    ready = False
    if not build.picked and not build.extra:
        usual = "; an approach and a move are the usual roll" if build.kind == CHARACTER else ""
        lines.append(f"Pick what goes into the pool{usual}.")
    else:
        try:
            pool, pp = build.built()
        except Refused as refused:
            lines.append(f"This cannot be rolled: {lined(refused.problem)}")
        else:
            lines.append(" · ".join([coded(pool), *odds_words(pool, build.against)]))
            ready = has is None or has + pp >= 0
            if build.picked:  # single dice are in the pool line already
                lines.append(lined(words_of(build.picked, build.extra)))
            lines.append("" if not pp else f"It brings {pp} PP." if pp > 0 else f"It costs {-pp} PP.")
            lines.append("" if ready else "There are not enough PP for that.")
    out = list(_helpless(build))
    lines += out
    lines.append("-# As in your last roll: change what differs, or *Clear* it." if build.as_before else "")
    lines.append(f"Against {lined(build.against.label)}." if build.against else "")
    lines.append(_gone(build) if build.gone else "")
    lines.append(f"{build.out_of_turn} The game master may let you act all the same." if build.out_of_turn else "")
    turn = others_turn(state, build.name) if build.kind == CHARACTER and not build.challenge else ""
    lines.append(f"-# {sentence(turn_of(state, turn))} in this scene." if turn else "")
    return [each for each in lines if each], ready and not out


def _helpless(build: Builder) -> Iterator[str]:
    """Yield a line if the roller cannot act, before anything is picked in vain."""
    state = build.seen.tale.state
    if build.kind == CHARACTER:
        yield from helpless(state, build.name)
    elif build.kind == GMC and not (found := state.gmcs[build.name]).able:
        yield f"{named(build.name)} cannot act ({', '.join(found.out) or 'out of the scene'}), and rolls nothing."


def _main(build: Builder) -> Panel:
    head, ready = _head(build)
    parts: list[Component] = [text(*head)]
    there = rollers(build.seen)
    if len(there) > 1:
        parts.append(
            _select(build, "who", [Way(key, label) for key, label in there.items()], "Who rolls", build.roller)
        )
    own = build.group(OWN)
    if own:
        parts.append(_any(build, "own", own, f"{build.name}'s traits"))
    for group, title in SETS.items():
        found = build.group(group)
        if found:
            chosen = [each.key for each in build.of_set(group)][:1]
            parts.append(_picker(build, f"set/{group}", found, title, chosen))
    found = build.group(ANY)
    if found:
        parts.append(_any(build, "any", found, "Assets and what helps" if build.name else "Doom and what else"))
    parts.append(_against(build))
    if build.kind == NOBODY:
        parts += _dice(build, "pool")
    if build.out_of_turn:
        go = goes(build.seen, "Roll out of turn", f"pool/roll/{_ANYWAY}", disabled=not ready)
    else:
        go = goes(build.seen, "Roll", "pool/roll", Style.PRIMARY, disabled=not ready)
    buttons = [go]
    if build.against and build.against.pool:
        buttons.append(goes(build.seen, "Roll theirs first", "pool/theirs"))
    buttons += [
        goes(build.seen, "More dice", "pool/more"),
        goes(build.seen, "Clear", "pool/clear"),
        back(build.seen),
    ]
    return framed(*parts, *rows(buttons), accent=Accent.ASKING)


def _more(build: Builder) -> Panel:
    """Return the screen for second dice of sets, single dice, questions about magic, and secrecy."""
    parts: list[Component] = [text(*_head(build)[0])]
    price = " · 1 PP" if build.kind == CHARACTER else ""
    for group, title in SETS.items():
        first, *second = [each.key for each in build.of_set(group)] or [""]
        taken = first.removesuffix("!")
        others = [each for each in build.group(group) if each.key.removesuffix("!") != taken]
        if first and others:
            parts.append(_picker(build, f"second/{group}", others, f"Second {title.lower()}{price}", second))
    parts += _dice(build, "more")
    if build.magic:
        fuels = [Way(each, each.capitalize(), f"brings {stress}") for each, stress in AETHERS.items()]
        parts.append(_select(build, "aether", fuels, "Fuelled by", build.aether))
        powers = [Way(NONE, "Within one's league"), *(Way(str(die), f"A spell of power {die}") for die in Die)]
        parts.append(_select(build, "power", powers, "How mighty the spell is", build.power or NONE))
    buttons = [goes(build.seen, "Done", "pool", Style.PRIMARY)]
    if build.extra:
        buttons.append(goes(build.seen, f"Take {build.extra[-1]} away", "pool/die/more/less"))
    if is_master(build.seen):
        label = "Let all see it" if build.secret else "Make it secret"
        buttons.append(goes(build.seen, label, "pool/secret"))
    return framed(*parts, *rows(buttons), accent=Accent.ASKING)


def _dice(build: Builder, screen: str) -> list[Component]:
    """Return a button for each die that may be added."""
    return rows([goes(build.seen, f"+{die}", f"pool/die/{screen}/{die}") for die in Die])


def _theirs(build: Builder) -> Panel:
    """Return the screen on which the opposition rolls first; the character's own harm may add to it for free."""
    pool = _their_pool(build)
    if not build.against or not pool:
        return _main(build)
    head = f"**What stands against {named(build.name) or 'this'}**: {lined(build.against.label)}"
    parts: list[Component] = [text(head, f"It rolls {coded(pool)}. Its best total is what is to be beaten.")]
    own = _own_harm(build)
    if own:
        worse = _worse(build)
        ways = [Way(what, f"{_mark(what in worse)}{what} {die}") for what, die in own.items()]
        parts.append(_select(build, "worse", ways, "What counts against you"))
    sure = goes(build.seen, "Roll theirs", "pool/opposes", Style.PRIMARY)
    return framed(*parts, *rows([sure, back(build.seen, "pool")]), accent=Accent.ASKING)


def _opposes(build: Builder) -> Step:
    pool = _their_pool(build)
    if not pool:
        return Step(show="pool", say="Say first what it is against.")
    what = ", ".join([*([build.theirs] if build.theirs else []), *_worse(build)])
    act = Act("roll", {"pool": pool, "opposes": True, "secret": build.secret, "what": what})
    aim = f"roll/{coming(build.seen.tale, build.secret)}"
    return Step((act,), build.kept(against=aim, worse=[]), show="pool")


def _their_pool(build: Builder) -> str:
    if not build.against or not build.against.pool:
        return ""
    own = _own_harm(build)
    return written(pool_of(" ".join([build.against.pool, *(own[each] for each in _worse(build))])))


def _worse(build: Builder) -> list[str]:
    """Return the character's own harm that was chosen to count against them."""
    return [each for each in build.kept()["pool"].get("worse", []) if each in _own_harm(build)]


def _own_harm(build: Builder) -> dict[str, str]:
    return harms(build.seen.tale.state.characters[build.name].sheet) if build.kind == CHARACTER else {}


# --- selects


def _picker(build: Builder, path: str, found: Sequence[Ingredient], hint: str, chosen: Sequence[str]) -> Select:
    """Return the select for one trait of a set; it shows the pick, and can remove it."""
    ways = [Way(each.key, each.label) for each in found]
    none = [Way(NONE, f"No {hint.partition(' · ')[0].lower()}")] if chosen else []
    return _select(build, path, [*none, *ways], hint, chosen[0] if chosen else "")


def _any(build: Builder, path: str, found: Sequence[Ingredient], hint: str) -> Select:
    """Return the select for any number of traits: picked ones are ticked, and picking them again removes them."""
    taken = {each.key for each in build.any}
    ways = [Way(each.key, f"{_mark(each.key in taken)}{each.label}") for each in found]
    return _select(build, path, sorted(ways, key=lambda way: way.value not in taken), hint)


def _mark(taken: bool) -> str:
    return "✓ " if taken else ""


def _against(build: Builder) -> Select:
    ways = [Way(each.key[:100], cut(each.label, 90)) for each in build.oppositions.values()]
    ways = [Way("number", "A number …"), *([Way(NONE, "Against nothing yet")] if build.against else []), *ways]
    return _select(build, "against", ways, "Against", build.against.key if build.against else "")


def _select(build: Builder, path: str, ways: Sequence[Way], hint: str, chosen: str = "") -> Select:
    return select(build.seen, f"pool/{path}", ways, hint, chosen)
