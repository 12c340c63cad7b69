"""A roll on the table: total and effect, PP and hero dice for it, how it ends, what its effect does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Field, Form, Step
from game.core.errors import Refused, quoted
from game.core.layout import Accent, Button, Component, Panel, Style, framed, rows, text
from game.core.layout import Choice as Way
from game.core.text.numbers import whole
from game.the_adept.rules.dice import NONE, descending, roll_of
from game.the_adept.rules.outcome import heroics
from game.the_adept.rules.rolling import Choice, advice, choices, raised
from game.the_adept.stage.buttons import back, goes
from game.the_adept.stage.order import challenge_of, in_challenge, turn_path
from game.the_adept.stage.rolling import contests
from game.the_adept.stage.rolling.effects import effect_parts, effect_pressed
from game.the_adept.stage.rolling.ingredients import met, rolled, rollers
from game.the_adept.stage.rolling.others import whose_it_is
from game.the_adept.stage.rolling.uses import effect_lines, uses
from game.the_adept.stage.room import Room, Seen, coming, is_master, lying, plays
from game.the_adept.stage.selecting import select
from game.the_adept.stage.wording import against_told, against_words, lined, named, outcome, roll_lines, who_rolled
from game.the_adept.tale.actions.rolls import spare
from game.the_adept.tale.aims import ATTACK, aimed, answer, bound
from game.the_adept.tale.contests import Contest, answerable, contest_of, party
from game.the_adept.tale.state import Roll, State

ONE_MORE = "+1 die for 1 PP"


class RollRoom(Room):
    name = "roll"

    def screen(self, seen: Seen, rest: str) -> Panel:
        id, _, part = rest.partition("/")
        roll = _found(seen, id)
        is_open = roll.success is None and not contests.is_past(lying(seen), id)
        match part if is_open and whose(seen, roll) else "":
            case "pp":
                return _more(seen, id, roll)
            case "hero":
                return _heroes(seen, id, roll)
            case "with":
                return _with(seen, id, roll)
        return _roll(seen, id, roll, part)

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        id, _, part = rest.partition("/")
        part, _, about = part.partition("/")
        here, value = f"roll/{id}", str(values.get("value", ""))
        roll = _found(seen, id)
        match part:
            case "take":
                return _take(id, roll, value or about)
            case "hero" if about:
                return Step((Act("hero", {"roll": id, "dice": about, "advised": True}),), show=here)
            case "back":
                return Step((Act("take-back", {"roll": id}),), show=here)
            case "settle" | "number" if roll.success is not None:
                raise Refused("settled", f"roll {id} is settled")
            case "number":
                return Step(form=_number(id))
            case "with" if whose(seen, roll) and roll.success is None and not (_bound(seen, roll) or _ways(seen, roll)):
                return Step(form=_number(id))  # there is nothing else
            case "settle":
                _may_meet(seen, roll, value)
                if value.startswith(ATTACK):
                    return Step((Act("meet", {"roll": id, "against": value}),), show=here)
                if value.startswith("#") and not lying(seen)[value.removeprefix("#")].opposes:
                    return Step((Act("meet", {"roll": id, "against": value}),), show=here)  # a contest begins
                return _settle(id, value or str(values.get("number", "")).strip(), about)
            case "theirs":
                return _theirs(seen, id, roll)
            case "contest" | "give-in":
                contest = contest_of(lying(seen), id)
                if contest is None or not contest.open:
                    raise Refused("settled", f"roll {id} is of no contest that goes on")
                return contests.pressed(contest, part == "give-in")
            case "effect":
                return effect_pressed(seen, id, about, values)
        return Step(show=f"roll/{rest}")

    def around(self, rest: str) -> Iterator[str]:
        id, _, part = rest.partition("/")
        if part == "settle":
            yield f"roll/{id}/with"


def _found(seen: Seen, id: str) -> Roll:
    there = lying(seen)
    if id not in there:
        numbers = ", ".join([*there][-10:]) or "none"
        raise Refused("unknown", f"no roll {quoted(id)} lies on the table: there is {numbers}")
    return there[id]


def whose(seen: Seen, roll: Roll) -> bool:
    """Return whether somebody may act on a roll: who made it, while they sit at the table, who plays its character,
    masters."""
    return (seen.who == roll.by and seen.who in seen.tale.state.members) or plays(seen, roll.character)


def answering(id: str, roll: Roll) -> str:
    """Return the path for rolling against a roll; one that is meant for somebody opens the builder for them."""
    return f"pool/answer/{id}" if roll.heals else f"pool/against/roll/{id}"


def level_of(seen: Seen, roll: Roll) -> int | None:
    """Return the total to beat; None if it is not known."""
    return whole(against_words(roll, lying(seen)))


# --- what a press does


def _take(id: str, roll: Roll, how: str) -> Step:
    """Return the step that chooses dice kept, effect dice, and the option, from 1: "2.1.1"."""
    match [whole(each, 3) for each in how.split(".")]:
        case [int(keep), int(effects), int(option)]:
            pass
        case _:
            raise Refused("option", f"{quoted(how)} is not a choice of a roll")
    if (keep, effects) == (roll.keep, roll.effects) and option == _current(roll):
        return Step(show=f"roll/{id}", say="That is chosen already.")
    given = {"roll": id, "option": option, "keep": keep, "effects": effects}
    return Step((Act("choose", given),), show=f"roll/{id}")


def _settle(id: str, against: str, extra: str) -> Step:
    given: dict[str, object] = {
        "roll": id,
        "advised": bool(against),
        "extra": whole(extra, 2) or 0,
    }
    if against.startswith("#"):
        given["against"] = against.removeprefix("#")
    elif against:
        if (level := whole(against, 3)) is None:
            raise Refused("difficulty", f"{quoted(against)}: what is to be beaten is a number such as 11")
        given["difficulty"] = level
    return Step((Act("settle", given),), show=f"roll/{id}")


def _may_meet(seen: Seen, roll: Roll, value: str) -> None:
    """Check that a roll is offered to settle this one against. Raises Refused: `unknown`."""
    if value.startswith("#") and value.removeprefix("#") not in _others(seen, roll):
        raise Refused("unknown", f"roll {value.removeprefix('#')} is none to settle this against, or no more")


def _theirs(seen: Seen, id: str, roll: Roll) -> Step:
    """Return the step in which the target of the roll rolls, and the roll is settled against that."""
    aim = aimed(seen.tale.state, roll.aim, roll.secret)
    if aim is None or not aim.pool:
        raise Refused("unknown", "what this roll was aimed at is there no more")
    theirs = Act("roll", {"pool": aim.pool, "opposes": True, "secret": roll.secret, "what": aim.name})
    given = {"roll": id, "against": coming(seen.tale, roll.secret), "advised": True}
    return Step((theirs, Act("settle", given)), show=f"roll/{id}")


# --- screens


def head(seen: Seen, id: str, roll: Roll) -> list[str]:
    """Return the lines about a roll: whose it is, its dice, what it is against, how it ended, what its effect did."""
    who = who_rolled(seen.tale.state, roll)
    against = against_told(roll, lying(seen), seen.tale.state)
    who += (": " if who else "") + lined(roll.what) if roll.opposes and roll.what else ""
    title = [f"**Roll {id}**", *([who] if who else []), *(["secret"] if roll.secret else [])]
    ended = " · ".join(each for each in (f"against {against}" if against else "", outcome(roll, lying(seen))) if each)
    did = effect_lines(roll, uses(seen.tale, [id], is_master(seen)))
    return [" · ".join(title), *roll_lines(roll, ended), *did]


def _roll(seen: Seen, id: str, roll: Roll, part: str) -> Panel:
    mine = whose(seen, roll)
    contest = contest_of(lying(seen), id)
    parts: list[Component] = [text(*head(seen, id, roll))]
    parts += [text(*contests.standing(seen.tale.state, contest, is_master(seen)))] if contest and contest.open else []
    parts += [text(told)] if not mine and (told := whose_it_is(seen, roll, contest, part)) else []
    buttons = list[Button]()
    if contest and contest.open and contest.last != id:
        buttons.append(goes(seen, f"Roll {contest.last}", f"roll/{contest.last}", Style.PRIMARY))
    elif roll.success is None and mine:
        parts += _choices(seen, id, roll)
        buttons += contests.ways(seen, contest) if contest else ()
        buttons += _ways_on(seen, id, roll, contest)
    elif contest and contest.open:
        buttons += contests.ways(seen, contest)
    elif roll.success is not None and mine:
        parts += effect_parts(seen, id, roll)
    there = contest is None and id not in met(seen.tale.state) and _rolls_against(seen, id)
    if there and not (mine and roll.character):
        buttons.append(goes(seen, "Roll against it", answering(id, roll), Style.PRIMARY))
    if mine and roll.success is not None and (at_turn := _at_turn(seen, roll)):
        path = turn_path(seen.tale.state.challenges[at_turn], at_turn)
        buttons.append(goes(seen, "End the turn", f"table/acted/{path}"))
    if mine and roll.success is None and roll.aim.startswith(ATTACK) and (why := _bound(seen, roll)):
        parts.append(text(f"It {why}, which the game master rolls."))
    if any(button.label.startswith("…") for button in buttons):
        parts.append(text("-# In a challenge a heroic step may be an effect die more, in place of a step up."))
    if roll.opposes and roll.hitches != NONE:
        buttons.append(goes(seen, "Use opportunities", "table/pp"))
    if is_master(seen):
        buttons.append(goes(seen, "GM", f"gm/roll/{id}"))
    return framed(*parts, *rows([*buttons, back(seen)]), accent=Accent.ASKING)


def _choices(seen: Seen, id: str, roll: Roll) -> Iterator[Component]:
    """Yield the select of total and effect, if there is more than one choice."""
    found = choices(roll_of(roll.dice), roll.keep, roll.effects)
    if len(found) > 1 and (is_master(seen) or not roll.opposes):
        ways = _options(seen, roll, found, roll.keep, roll.effects)
        chosen = f"{roll.keep}.{roll.effects}.{_current(roll)}"
        yield select(seen, f"roll/{id}/take", ways, "Total and effect", chosen)


def _options(seen: Seen, roll: Roll, found: list[Choice], keep: int, effects: int) -> list[Way]:
    """Return the choices, each with what it would achieve."""
    level = level_of(seen, roll)
    advised = advice(found, level - roll.bonus) if level is not None else None
    contest = contest_of(lying(seen), roll.cast)  # only its end tells what is heroic there
    ways = list[Way]()
    for option, each in enumerate(found, 1):
        total = each.total + roll.bonus
        note = ""
        if level is not None and total > level:
            steps = 0 if contest else heroics(total - level)
            ends = descending(raised(each.effect, steps))
            note = (
                f"beats {level}"
                + (f", heroic: effect {ends}" if steps else "")
                + (" · advised" if each == advised else "")
            )
        elif level is not None:
            note = f"does not beat {level}"
        ways.append(Way(f"{keep}.{effects}.{option}", f"{total}, effect {descending(each.effect)}", note))
    return ways


def _current(roll: Roll) -> int:
    """Return the number of the current choice, from 1; 0 if its dice were chosen in another way."""
    found = choices(roll_of(roll.dice), roll.keep, roll.effects)
    taken = ([place - 1 for place in roll.uses], [place - 1 for place in roll.gives])
    return next((at for at, each in enumerate(found, 1) if ([*each.uses], [*each.gives]) == taken), 0)


def _at_turn(seen: Seen, roll: Roll) -> str:
    """Return the challenge that this was rolled against, while it is still the character's turn in it; "" for none."""
    state = seen.tale.state
    name = challenge_of(state, lying(seen).get(roll.opposition), is_master(seen))
    return name if name and roll.character and state.challenges[name].turn == roll.character else ""


def _rolls_against(seen: Seen, id: str) -> bool:
    """Return whether anybody that the person rolls for may roll against it."""
    return any(answerable(lying(seen), id, roller) for roller in rollers(seen))


def _ways_on(seen: Seen, id: str, roll: Roll, contest: Contest | None) -> Iterator[Button]:
    against, free = against_words(roll, lying(seen)), not _bound(seen, roll)
    if contest is not None:
        if len(contest.rolls) == 1:  # whoever it is aimed at may have meant no contest
            yield goes(seen, "Settle otherwise", f"roll/{id}/with")
    elif against.isdigit():
        yield goes(seen, f"Settle against {against}", f"roll/{id}/settle", Style.PRIMARY)
        for extra in range(1, _extras(seen, roll, int(against)) + 1):
            yield goes(seen, f"… {extra} more effect", f"roll/{id}/settle/{extra}")
        if free:
            yield goes(seen, "Settle otherwise", f"roll/{id}/with")
    elif (aim := aimed(seen.tale.state, roll.aim, roll.secret) if roll.aim else None) and aim.pool:
        yield goes(seen, f"Roll theirs: {aim.pool}"[:20], f"roll/{id}/theirs", Style.PRIMARY)
        yield goes(seen, "Settle otherwise", f"roll/{id}/with")
    elif free and not roll.opposes:
        yield goes(seen, "Settle", f"roll/{id}/with", Style.PRIMARY)
    if roll.character:
        if any(dearer(roll)):
            yield goes(seen, ONE_MORE, f"roll/{id}/pp")
        if _bank(seen, roll):
            yield goes(seen, "Hero die", f"roll/{id}/hero")
        yield from _ones(seen, id, roll)


def _bound(seen: Seen, roll: Roll) -> str:
    """Return why the person cannot settle it otherwise; "" if they can."""
    return "" if is_master(seen) else bound(seen.tale.state, roll)


def _extras(seen: Seen, roll: Roll, level: int) -> int:
    """Return how many heroic steps may become effect dice, which challenges allow."""
    if not in_challenge(seen.tale.state, lying(seen).get(roll.against_roll), is_master(seen)):
        return 0
    return min(heroics(roll.total - level), len(spare(roll)), 3)


def dearer(roll: Roll) -> Iterator[tuple[int, int, list[Choice]]]:
    """Yield what one more PP would bring: dice kept, effect dice, and the choices then."""
    for keep, effects in ((roll.keep + 1, roll.effects), (roll.keep, roll.effects + 1)):
        try:
            yield keep, effects, choices(roll_of(roll.dice), keep, effects)
        except Refused:
            continue  # no die is left for that


def _more(seen: Seen, id: str, roll: Roll) -> Panel:
    """Return the screen for one more die for 1 PP, in the total or for the effect."""
    found = seen.tale.state.characters.get(roll.character)
    has = found.sheet.get("pp", 0) if found else 0
    parts: list[Component] = [text(*head(seen, id, roll), f"{named(roll.character or 'Nobody')} has {has} PP.")]
    for keep, effects, options in dearer(roll) if has > 0 else ():
        hint = "One more die in the total · 1 PP" if keep > roll.keep else "One more effect die · 1 PP"
        ways = _options(seen, roll, options, keep, effects)
        path = f"roll/{id}/take/{'total' if keep > roll.keep else 'effect'}"
        parts.append(select(seen, path, ways, hint))
    if len(parts) == 1:
        parts.append(text("No die can be bought for it."))
    return framed(*parts, *rows([back(seen, f"roll/{id}")]), accent=Accent.ASKING)


def _heroes(seen: Seen, id: str, roll: Roll) -> Panel:
    """Return the screen for hero dice, which are rolled one by one and added while the roll is open."""
    parts: list[Component] = [text(*head(seen, id, roll))]
    bank = _bank(seen, roll)
    if bank:
        parts.append(text("A hero die is rolled, and what it shows is added to the total."))
    buttons = [goes(seen, f"Roll {die}", f"roll/{id}/hero/{die}", Style.PRIMARY) for die in bank]
    if roll.ones != NONE:
        buttons += _ones(seen, id, roll)
        parts.append(text("A hero die that shows 1 is a hitch, unless it is taken back."))
    if not buttons:
        parts.append(text("There is no hero die for it."))
    return framed(*parts, *rows([*buttons, back(seen, f"roll/{id}")]), accent=Accent.ASKING)


def _ones(seen: Seen, id: str, roll: Roll) -> Iterator[Button]:
    """Yield the button that takes back the hero dice that showed 1, if there are any."""
    if roll.ones != NONE:
        yield goes(seen, f"Take {roll.ones} back"[:20], f"roll/{id}/back")


def _bank(seen: Seen, roll: Roll) -> list[str]:
    found = seen.tale.state.characters.get(roll.character)
    return [*dict.fromkeys(found.sheet.get("hero", ()))] if found else []


def _with(seen: Seen, id: str, roll: Roll) -> Panel:
    """Return the screen that asks what it is settled against: an attack, another roll, or a number."""
    if why := _bound(seen, roll):
        return _only(seen, id, roll, f"It {why}: only a game master settles it otherwise.")
    ways = _ways(seen, roll)
    pick = [select(seen, f"roll/{id}/settle", ways, "Settle against")] if ways else []
    number = goes(seen, "A number", f"roll/{id}/number", Style.SECONDARY if ways else Style.PRIMARY)
    words = "Against a number, or something that was rolled?" if ways else "What is to be beaten?"
    return framed(
        text(*head(seen, id, roll), words), *pick, *rows([number, back(seen, f"roll/{id}")]), accent=Accent.ASKING
    )


def _ways(seen: Seen, roll: Roll) -> list[Way]:
    """Return what it may be settled against besides a number."""
    return [*_attacks(seen, roll), *_other_ways(_others(seen, roll), seen.tale.state)]


def _number(id: str) -> Form:
    asked = Field("number", "A number", hint="such as 11", most=3)
    return Form("What is to be beaten", f"roll/{id}/settle", (asked,))


def _only(seen: Seen, id: str, roll: Roll, words: str) -> Panel:
    return framed(text(*head(seen, id, roll), words), *rows([back(seen, f"roll/{id}")]), accent=Accent.ASKING)


def _attacks(seen: Seen, roll: Roll) -> Iterator[Way]:
    """Yield the attacks that wait for a roll of its character."""
    state = seen.tale.state
    for name, at in state.challenges.items():
        aim = aimed(state, f"{ATTACK}{name}", roll.secret)
        if aim and at.target == roll.character and answer(state, name, is_master(seen)) is None:
            yield Way(f"{ATTACK}{name}", f"{aim.name}: {aim.told}")


def _others(seen: Seen, roll: Roll) -> dict[str, Roll]:
    """Return the rolls that it may be settled against, newest first; only masters may use a roll that has been met
    already."""
    gm, rolls = is_master(seen), lying(seen)
    over = set() if gm else met(seen.tale.state)
    own, before = party(roll), [*rolls][: [*rolls].index(roll.cast)]
    return {
        other: each
        for other, each in reversed([*rolls.items()])
        if other != roll.cast and other not in over and (answerable(rolls, other, own) or (gm and each.opposes))
        if not each.heals or (other in before and each.aim == own)
    }


def _other_ways(others: Mapping[str, Roll], state: State) -> Iterator[Way]:
    for id, each in sorted(others.items(), key=lambda item: not item[1].opposes):
        yield Way(f"#{id}", rolled(state, id, each))
