"""A sheet as text for a phone: blocks of lines, on as many pages as they need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from game.core.english import sentence
from game.core.text.names import shown, worded
from game.core.text.parts import within
from game.core.text.signs import space
from game.the_adept.rules.methods import BY_METHOD, EFFECT_TITLES, OUT_OF_MANA
from game.the_adept.rules.sheet import die_in
from game.the_adept.rules.traits import APPROACHES, DISTINCTIONS, ELEMENTAL, MOVES
from game.the_adept.stage.room import Seen
from game.the_adept.tale import view
from game.the_adept.tale.actions.help import lasting
from game.the_adept.tale.state import SESSION, Character
from game.the_adept.tale.texts import LINE, NOTES, TEXT

STATUS = {"d4": "student", "d6": "apprentice", "d8": "master", "d10": "magister", "d12": "archmage"}
"""Ranks in the Tower by the High Concept's die."""
KINDS = {"upbringing": "Upbringing", "trait": "Trait", "concept": "High Concept"}
"""People's names for distinctions."""
LOCKED = "🔒"
PAGE = 3000
"""The most space of a page in characters; buttons and the lines above them share the message's limit."""


def pages(seen: Seen, name: str, texts: bool = True) -> list[str]:
    """Return what somebody may see of a character, as pages; without `texts` SFX are shown by name only."""
    found, sheet = seen.tale.state.characters[name], view.sheet(seen.tale, seen.who, name)
    return _paged([_head(seen, name, found, sheet), *_blocks(sheet, texts, records_pay(seen.tale.state.mode))])


def public(seen: Seen, name: str) -> str:
    """Return the whole sheet on one page, for everybody; SFX with their texts if there is room."""
    for texts in (True, False):
        found = pages(seen, name, texts)
        if len(found) == 1:
            return found[0]
    return f"{found[0]}\n-# There is more on it than fits here."


def effect_title(effect: str) -> str:
    """Return people's name for an Effect of magic: "Illusion", "Fire"."""
    if effect.startswith(ELEMENTAL):
        return sentence(effect.removeprefix(ELEMENTAL).strip())
    return EFFECT_TITLES[effect][0] if effect in EFFECT_TITLES else effect


def _named(text: str) -> str:
    """Return a name or a title made safe for a text."""
    return shown(text, LINE)


def _head(seen: Seen, name: str, found: Character, sheet: Mapping[str, Any]) -> list[str]:
    concept = sheet.get("distinctions", {}).get("concept")
    rank = STATUS.get(die_in(concept), "") if concept else ""
    member = seen.tale.state.members.get(found.owner)
    lines = [f"## {_named(name)}", "-# " + " · ".join(filter(None, (rank, _named(member.name) if member else "GM")))]
    purse = [f"**PP {sheet.get('pp', 0)}**"]
    purse += [f"XP {sheet['xp']}"] if "xp" in sheet else []
    purse += [f"hero dice {' '.join(sheet['hero'])}"] if sheet.get("hero") else []
    lines.append(" · ".join(purse))
    if found.lost:
        lines.append("**Lost for good**")
    if found.out:
        lines.append(f"**Out of action:** {', '.join(found.out)}")
    if found.taken_out:
        lines.append("**Taken out of the scene**")
    if sheet.get("magic_off"):
        lines.append("**No magic:** shut down")
    for title, part in (("Stress", "stress"), ("Trauma", "trauma"), ("Complications", "complications")):
        lines += _rated(title, sheet.get(part, {}))
    lines += _assets(sheet.get("assets", {}))
    for gone in found.dropped:
        when = "can be replaced now" if gone.ready else "is replaced in the next scene"
        lines.append(f"-# {_named(gone.name)} {gone.die} was given up: it {when}.")
    return lines


def _blocks(sheet: Mapping[str, Any], texts: bool, pays: bool) -> Iterator[list[str]]:
    distinctions = sheet.get("distinctions", {})
    if distinctions:
        lines = ["### Distinctions"]
        for kind in DISTINCTIONS:
            if each := distinctions.get(kind):
                lines.append(f"**{_named(str(each.get('name', '')))}** {die_in(each)} · {KINDS[kind].lower()}")
                lines += _sfx(each.get("sfx", ()), texts)
        locked = any(line.startswith(LOCKED) for line in lines)
        lines += [f"-# {LOCKED}: not unlocked yet, which *Advance* does."] if locked else []
        yield [*lines, "-# Hinder, with each of them: roll d4 in place of its die, +1 PP."]
    for title, part, names in (("Approaches", "approaches", APPROACHES), ("Moves", "moves", MOVES)):
        if found := sheet.get(part):
            yield [f"### {title}", " · ".join(f"{each} **{found[each]}**" for each in names if each in found)]
    magic = sheet.get("magic", {})
    for number, (method, bought) in enumerate(magic.items()):
        yield [*(["### Magic"] if number == 0 else []), *_method(method, bought, texts)]
    if magic:
        mastered = [_named(each) for each in sheet.get("aethers", ())]
        yield [
            f"• {OUT_OF_MANA.name}{f': {OUT_OF_MANA.text}' if texts else ''}",
            *([f"Mastered besides mana: {', '.join(mastered)}"] if mastered else []),
        ]
    if specialties := sheet.get("specialties"):
        yield [
            "### Specialties",
            " · ".join(f"{_named(key)} **{die_in(item)}**" for key, item in specialties.items()),
        ]
    if signature := sheet.get("signature"):
        lines = ["### Signature assets"]
        for name, item in signature.items():
            lines.append(f"**{_named(name)}** {die_in(item)}")
            lines += _sfx(item.get("sfx", ()) if isinstance(item, Mapping) else (), texts)
        yield lines
    if records := sheet.get("records"):
        yield ["### Records", *(_record(each, pays) for each in records)]
    if elements := sheet.get("elements"):
        yield ["### For the group's map", ", ".join(map(_named, elements))]
    if notes := sheet.get("notes"):
        yield ["### Notes", *(worded(line, NOTES) for line in notes.splitlines())]


def records_pay(mode: str) -> bool:
    """Return whether records pay for advances in tales of this mode."""
    return mode != "milestones"


def _record(each: Mapping[str, Any], pays: bool) -> str:
    """Return a line about a session's record; whether it can be spent is only told where records pay for advances."""
    told = ["called this session"] if each.get("called") else []
    told += ["can be spent" if each.get("ever") else "never called"] if pays else []
    state = "spent" if each.get("spent") else ", ".join(told)
    number = f"{each['session']}. " if "session" in each else ""
    return f"• {number}{_named(each['name'])}{f' ({state})' if state else ''}"


def _method(method: str, bought: Mapping[str, Any], texts: bool) -> list[str]:
    known = BY_METHOD[method]
    effects = " · ".join(f"{_named(effect_title(name))} {die}" for name, die in bought.get("effects", {}).items())
    lines = [f"**{known.title}**: {effects}"]
    for what, own in (("Limit", known.limit), ("SFX", known.sfx)):
        lines.append(f"• {what} {own.name}{f': {own.text}' if texts else ''}")
    return lines + _sfx(bought.get("limits", ()), texts, "Limit ") + _sfx(bought.get("sfx", ()), texts, "SFX ")


def _sfx(written: Sequence[Any], texts: bool, what: str = "") -> list[str]:
    """Return lines about SFX with their texts; those not unlocked have a lock."""
    return [
        f"{'•' if each.get('open') else LOCKED} {what}{_named(str(each.get('name', '')))}{_does(each) if texts else ''}"
        for each in written
        if isinstance(each, Mapping)
    ]


def _does(sfx: Mapping[str, Any]) -> str:
    text = worded(str(sfx.get("text", "")), TEXT)
    return f": {text}" if text else ""


def _rated(title: str, table: Mapping[str, Any]) -> list[str]:
    rated = " · ".join(f"{_named(key)} **{die_in(item)}**" for key, item in table.items())
    return [f"{title}: {rated}"] if table else []


def _assets(table: Mapping[str, Any]) -> list[str]:
    told = list[str]()
    for name, item in table.items():
        marks = ["session"] if lasting(item) == SESSION else []
        if isinstance(item, Mapping):
            marks += ["open to all"] if item.get("open") else []
            marks += ["good for one use"] if item.get("once") else []
        marked = f" ({', '.join(marks)})" if marks else ""
        told.append(f"{_named(name)} **{die_in(item)}**{marked}")
    return [f"Assets: {' · '.join(told)}"] if told else []


def _paged(blocks: Sequence[Sequence[str]]) -> list[str]:
    """Put blocks on pages; a block that is too long for a page is split line by line."""
    found = [""]
    for block in blocks:
        whole = "\n".join(block)
        for part in [whole] if space(whole) <= PAGE else _cut(block):
            if space(found[-1]) + space(part) + 1 > PAGE:
                found.append(part)
            else:
                found[-1] = f"{found[-1]}\n{part}" if found[-1] else part
    return found


def _cut(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        left = line
        while space(left) > PAGE:
            yield (part := within(left, PAGE))
            left = left[len(part) :]
        yield left
