"""The rooms `grow`, what a character can pay advances with, and `buy`, what is on sale of each kind (rules,
"Advancing")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Command, Field, Form, Step, Verb
from game.core.english import listed, many
from game.core.errors import Refused, quoted
from game.core.layout import Choice, Component, Panel, Style, rows
from game.core.text.names import shown
from game.the_adept.rules.methods import BY_METHOD
from game.the_adept.rules.traits import ELEMENTAL
from game.the_adept.stage.buttons import goes
from game.the_adept.stage.room import Room, Seen, without_note
from game.the_adept.stage.selecting import select
from game.the_adept.stage.sheets.faults import checked
from game.the_adept.stage.sheets.make_writing import distinction_form, lined, rewritten, undotted
from game.the_adept.stage.sheets.offers import (
    TITLES,
    Offer,
    blocked,
    cheapest,
    cost,
    offers,
    priced,
    prices,
    spendable,
)
from game.the_adept.stage.sheets.own import CHARACTER, asking, back, chosen, completed, own
from game.the_adept.stage.sheets.sheet_words import KINDS
from game.the_adept.stage.wording import fitted, named
from game.the_adept.tale.acting import called_like
from game.the_adept.tale.actions.growth import found_at
from game.the_adept.tale.state import Character
from game.the_adept.tale.texts import LINE, NAME, TEXT

_NOTES = "buy"
_ELEMENT = 30
"""The most characters of an element's name."""


class GrowRoom(Room):
    """The room of a character's means and of the kinds of advances, `grow/NAME`."""

    name = "grow"
    commands = (Command("sheet advance", "Let a character grow: for XP or records", "grow", (CHARACTER,)),)

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        name = rest or chosen(seen, values.get("character"))
        return (
            Step(show=f"grow/{own(seen, name)[0]}")
            if name
            else Step(show="sheet", say="Who grows? Choose a sheet, and press Advance.")
        )

    def complete(self, seen: Seen, rest: str, option: str, typed: str) -> Sequence[Choice]:
        return completed(seen, typed)

    def screen(self, seen: Seen, rest: str) -> Panel:
        name, found = own(seen, rest)
        mode = seen.tale.state.mode
        units, free = _units(mode), spendable(seen, found)
        lines = [f"## {named(name)} grows", _means(seen, found)]
        lines += [f"Not now: {why}" for why in (blocked(seen, unit) for unit in sorted(units, reverse=True)) if why]
        lines += [f"-# {each}" for each in prices(mode, found.sheet)]
        lines += _records(found, free) if "sessions" in units else []
        means = {"xp": found.sheet.get("xp", 0), "sessions": len(free)}
        buttons = [
            goes(seen, title, f"buy/{kind}/{name}", disabled=not _payable(mode, cheapest(kind, found.sheet), means))
            for kind, title in TITLES.items()
        ]
        return asking(lines, *rows(buttons), back(seen, name))


class BuyRoom(Room):
    """The room of advances: `buy/KIND/NAME` shows those of a kind; `buy/pay/NAME` asks which records pay."""

    name = "buy"

    def screen(self, seen: Seen, rest: str) -> Panel:
        kind, _, rest = rest.partition("/")
        name, found = own(seen, rest)
        return _paying(seen, name, found) if kind == "pay" else _choosing(seen, kind, name, found)

    def press(self, seen: Seen, rest: str, values: Values) -> Step:
        what, _, rest = rest.partition("/")
        name, found = own(seen, rest)
        value = str(values.get("value", ""))
        match what.partition(".")[0]:
            case "method":
                return Step(show=f"buy/effect-{value}/{name}")
            case "take":
                return _taken(seen, name, found, *_offer(found, value))
            case "write":
                _, offer = _offer(found, str(_plan(seen).get("key", "")))
                return _settled(seen, name, found, _filled(found, offer, values))
            case "pick":
                return Step(notes={**seen.notes, _NOTES: _picked(seen, found, value)}, show=f"buy/pay/{name}")
            case "done":
                plan = _plan(seen)
                if not {"advance", "path", "value"} <= set(plan):
                    raise Refused("nothing", "nothing is chosen to be bought: choose it anew")
                offer = Offer(plan["advance"], plan["path"], plan["label"], plan["value"])
                return _bought(seen, name, offer, list(plan.get("records", ())))
        return Step(show=f"buy/{what}/{name}")

    def around(self, rest: str) -> Iterator[str]:
        what, _, name = rest.partition("/")
        yield f"buy/{what.partition('.')[2]}/{name}"


def _payable(mode: str, advance: str, means: Mapping[str, int]) -> bool:
    """Return whether there is such an advance ("" for none), and enough to pay for it."""
    if not advance:
        return False
    count, unit = cost(mode, advance)
    return count <= means[unit]


def _units(mode: str) -> set[str]:
    """Return what pays for advances: "xp", "sessions", or both."""
    return {unit for _, unit in (cost(mode, advance) for advance in ("power d6", "unlock-sfx"))}


def _means(seen: Seen, found: Character) -> str:
    """Return what a character has to pay with, in a sentence."""
    units = _units(seen.tale.state.mode)
    has = [f"**{found.sheet.get('xp', 0)} XP**"] if "xp" in units else []
    has += [f"**{many(len(spendable(seen, found)), 'record')}** to spend"] if "sessions" in units else []
    return f"There {'is' if has[-1].startswith('**1 ') else 'are'} {listed(has)}."


def _records(found: Character, free: Sequence[str]) -> Iterator[str]:
    """Yield which records can be spent, and which must be called first."""
    records = found.sheet.get("records", [])
    waiting = {str(each["name"]): None for each in records if not (each.get("ever") or each.get("spent"))}
    if free:
        yield f"Can be spent: {_names(free)}."
    if waiting:
        yield f"To be called first, by *Spend PP*: {_names(waiting)}."


def _names(records: Iterable[str]) -> str:
    return ", ".join(fitted(map(named, records), 700))


def _plan(seen: Seen) -> Mapping[str, Any]:
    """Return what is being bought, from the notes."""
    found = seen.notes.get(_NOTES)
    return found if isinstance(found, Mapping) else {}


def _choosing(seen: Seen, kind: str, name: str, found: Character) -> Panel:
    there = offers(found.sheet, kind)
    has = {"xp": found.sheet.get("xp", 0), "sessions": len(spendable(seen, found))}
    ways, dear = dict[str, Choice](), dict[str, str]()
    for each in there:
        count, unit = cost(seen.tale.state.mode, each.advance)
        if count <= has[unit] and not blocked(seen, unit):
            ways[each.key] = Choice(each.key, each.label[:100], priced(count, unit))
        else:
            dear[each.key] = f"{shown(each.label, 100)} · {priced(count, unit)}"
    units = {unit for _, unit in (cost(seen.tale.state.mode, each.advance) for each in there)}
    method = BY_METHOD.get(kind.removeprefix("effect-"))
    title = f"Effect of {method.title}" if method else TITLES.get(kind, "Nothing")
    lines = [f"## {title}: {named(name)}", _means(seen, found)]
    lines += [f"Not now: {why}" for why in (blocked(seen, unit) for unit in units) if why]
    parts: list[Component] = []
    if ways:
        choices = [*ways.values()]
        asked = "In place of which?" if kind == "switch" else "What shall it be?"
        parts.append(select(seen, f"buy/take/{name}", choices, asked))
    elif not dear:
        lines.append("There is nothing of this kind to buy.")
    lines += ["Too dear, or not for sale now:", *fitted((f"-# {each}" for each in dear.values()), 1500)] if dear else []
    if kind == "power":
        methods = [Choice(method, each.title) for method, each in BY_METHOD.items()]
        parts.append(seen.place.select(Verb.PICKED, f"buy/method/{name}", methods, "A new Effect: of which Method?"))
    return asking(lines, *parts, back(seen, name, goes(seen, "All advances", f"grow/{name}")))


def _paying(seen: Seen, name: str, found: Character) -> Panel:
    plan, free = _plan(seen), spendable(seen, found)
    if "advance" not in plan:
        raise Refused("nothing", "nothing is chosen to be bought: choose it anew")
    count, _ = cost(seen.tale.state.mode, plan["advance"])
    kept = [each for each in plan.get("records", ()) if each in free]
    ways = [Choice(each, f"{'✓ ' if each in kept else ''}{each}") for each in free]
    them = "it" if count == 1 else "them"
    buy = goes(seen, f"Spend {them}", f"buy/done/{name}", style=Style.PRIMARY, disabled=len(kept) != count)
    spent = "It is" if count == 1 else "They are"
    told = f"Costs {many(count, 'record')}; {len(kept)} chosen. {spent} spent for good."
    lines = [f"## {shown(str(plan['label']), 100)}", told, *(f"• {named(each)}" for each in kept)]
    parts: list[Component] = [select(seen, f"buy/pick/{name}", ways, "Take or leave a record")] if ways else []
    return asking(lines, *parts, back(seen, name, buy, goes(seen, "All advances", f"grow/{name}")))


def _picked(seen: Seen, found: Character, record: str) -> Mapping[str, Any]:
    """Return what is being bought, with a record taken or put back; one too many replaces the first."""
    plan, free = _plan(seen), spendable(seen, found)
    kept = [each for each in plan.get("records", ()) if each in free]
    count, _ = cost(seen.tale.state.mode, plan["advance"]) if "advance" in plan else (0, "")
    return {
        **plan,
        "records": [each for each in kept if each != record] if record in kept else [*kept, record][-count:],
    }


def _offer(found: Character, key: str) -> tuple[str, Offer]:
    """Return what is on sale under a key, with its kind. Raises Refused: `advance` if it is not on sale (any more)."""
    kinds = [*TITLES, *(f"effect-{method}" for method in BY_METHOD)]
    offer = next(((kind, each) for kind in kinds for each in offers(found.sheet, kind) if each.key == key), None)
    if offer is None:
        raise Refused("advance", "that is not to be had any more: choose anew")
    return offer


def _taken(seen: Seen, name: str, found: Character, kind: str, offer: Offer) -> Step:
    if offer.value is not None:
        return _settled(seen, name, found, offer)
    _check_means(seen, found, offer)
    path = f"buy/write.{kind}/{name}"
    if offer.advance == "switch-distinction":
        kind = KINDS[offer.path.partition(".")[2]]
        form = distinction_form(path, f"The new {kind}", {"sfx": []}, f"In place of {offer.label}")
    elif offer.advance.startswith("new-"):
        form = Form(offer.label[:45], path, (Field("name", "Its name", most=LINE),
                    Field("text", "What it does", long=True, required=False, most=TEXT)))  # fmt: skip
    else:
        most = _ELEMENT if offer.advance.startswith("power") else NAME
        form = Form(TITLES[offer.advance.partition(" ")[0]], path, (Field("name", "What it is called", most=most),))
    return Step(notes={**seen.notes, _NOTES: {"key": offer.key}}, form=form)


def _filled(found: Character, offer: Offer, values: Values) -> Offer:
    """Return the offer with what was written into its form."""
    name = lined(values, "name")
    if offer.advance == "switch-distinction":
        old = found.sheet["distinctions"][offer.path.partition(".")[2]]
        opened = sum(bool(each.get("open")) for each in old["sfx"])
        new = rewritten(None, values)
        if opened > len(new["sfx"]):
            raise Refused("advance", f"{opened} SFX are unlocked there: a game master edits such a distinction")
        sfx = [{**each, "open": place < opened} for place, each in enumerate(new["sfx"])]
        label = f"{KINDS[offer.path.partition('.')[2]]}: {new['name']}"
        return offer._replace(value={"name": new["name"], "die": old["die"], "sfx": sfx}, label=label)
    if offer.advance.startswith("new-"):
        part, of, *rest = offer.path.split(".")
        there = found.sheet[part][of].get(rest[-1], [])
        more = [*there, {"name": name, "text": lined(values, "text"), "open": True}]
        return offer._replace(value=more, label=f"{offer.label}: {name}")
    key = f"{ELEMENTAL}{undotted(values).lower()}" if offer.advance.startswith("power") else undotted(values)
    if called_like(found_at(found.sheet, offer.path) or (), key):
        raise Refused("name", f"{quoted(name)} is on the sheet already: step it up, or choose another name")
    value: Any = {"die": "d6", "sfx": []} if offer.advance.startswith("signature") else "d6"
    return offer._replace(path=f"{offer.path}.{key}", value=value, label=f"{name}: d6")


def _check_means(seen: Seen, found: Character, offer: Offer) -> None:
    """Check that it can be paid, before anything is written in vain. Raises Refused: `funds`, `scene`."""
    count, unit = cost(seen.tale.state.mode, offer.advance)
    has = found.sheet.get("xp", 0) if unit == "xp" else len(spendable(seen, found))
    if why := blocked(seen, unit):
        raise Refused("scene", f"not now: {why}")
    if has < count:
        raise Refused("funds", f"that costs {priced(count, unit)}: there are {has}")


def _settled(seen: Seen, name: str, found: Character, offer: Offer) -> Step:
    """Return the step that buys an offer: at once for XP; for records it first asks which, proposing the oldest."""
    _check_means(seen, found, offer)
    count, unit = cost(seen.tale.state.mode, offer.advance)
    records = [] if unit == "xp" else spendable(seen, found)[:count]
    step = _bought(seen, name, offer, records)
    checked(seen, step.acts)
    if unit == "xp":
        return step
    return Step(notes={**seen.notes, _NOTES: {**offer._asdict(), "records": records}}, show=f"buy/pay/{name}")


def _bought(seen: Seen, name: str, offer: Offer, records: list[str]) -> Step:
    given = {"character": name, "advance": offer.advance, "path": offer.path, "value": offer.value, "records": records}
    say = f"{named(name)} has grown: {shown(offer.label, 100)}."
    return Step((Act("advance", given),), notes=without_note(seen, _NOTES), show=f"grow/{name}", say=say)
