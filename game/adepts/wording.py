"""Decisions and events in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.adepts import rulebook
from game.adepts.gems import GEM_NAMES, SEAT_NAMES
from game.adepts.phases.processing import Realigning, Siphoning
from game.adepts.spells.base import SPELLS, Choice
from game.adepts.state import State
from game.core.decisions import Decision, Event, Question

Data = Mapping[str, Any]


def decision(g: State, question: Question) -> Decision:
    """A question as its seat is asked it."""
    kind, source = question.kind, question.source
    about = _about(g, question)
    text = rulebook.prompt(kind, g.phase if kind == "discard" else source)
    if kind == "research" and len(question.tokens) > 1 and any("+" in token for token in question.tokens):
        text = rulebook.prompt(kind, "sapphire")
    if "victim" in about:
        text += f" ({about['victim']})"
    elif kind == "realign":
        text += f" ({about['gem']}: {_many(about['levels'], 'level')})"
    return Decision(SEAT_NAMES[question.seat], kind, question.tokens, source, about, text)


def _about(g: State, question: Question) -> dict[str, Any]:
    """What else the question is about."""
    asking, seat = g.agenda[-1], question.seat
    match question.kind:
        case "pay":
            return {"cost": {GEM_NAMES[gem]: count for gem, count in SPELLS[question.source].cost}}
        case "assign" | "again" | "enter" | "place":
            return {"miners": g.miners[seat]}
        case "research":
            return {"drawn": list(g.drawn[seat])}
    match asking:
        case Choice(victim=victim, chosen=chosen, seat=asked):
            about = {"victim": SEAT_NAMES[victim]} if victim is not None and victim != asked else {}
            return about | ({"chosen": list(chosen)} if chosen else {})
        case Realigning(left=left, tracks=tracks):
            return {"gem": GEM_NAMES[left[0][0]], "levels": left[0][1], "tracks": _by_gem(tracks)}
        case Siphoning(seat=victim, tracks=tracks):
            return {"victim": SEAT_NAMES[victim], "levels": _by_gem(tracks)}
    return {}


def _by_gem(levels: Sequence[int]) -> dict[str, int]:
    return {name: count for name, count in zip(GEM_NAMES, levels, strict=True) if count}


def spell_name(spell: str) -> str:
    """ "Barrier (3B)"."""
    return f"{SPELLS[spell].name} ({spell})"


def tell(event: Event, names: Mapping[str, str] | None = None) -> str:
    """An event as a sentence in the past tense; `names` are the players' names by seat."""

    def name(seat: str) -> str:
        return names.get(seat, seat) if names else seat

    def named(value: Any) -> Any:
        if isinstance(value, dict):
            return {name(key): count for key, count in value.items()}
        return name(value) if value in SEAT_NAMES else value

    data = {key: named(value) for key, value in event.data.items()}
    return _SENTENCES[event.kind](name(event.seat) if event.seat else "", data)


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _cards(spells: Sequence[str]) -> str:
    return ", ".join(map(spell_name, spells)) or "no spell"


def _source(source: str) -> str:
    return SPELLS[source].name if source in SPELLS else f"the {source} adept"


def _gems(data: Data) -> str:
    return f"{data['count']} {data['gem']}"


def _site(token: str) -> str:
    mine, _, number = token.partition(".")
    return f"inside the {mine} mine" if number == "0" else f"on {mine} {number}"


def _stage(data: Data) -> str:
    return f"stage {data['stage']}"


_PASSED = {
    "cast": "cast no spell",
    "enter": "sent no miners inside",
    "again": "kept Gateways for later",
    "draw": "drew no spell",
    "type": "named no type",
}
"""What passing means, by the kind of the question."""

_SENTENCES: Mapping[str, Callable[[str, Data], str]] = {
    "began_turn": lambda who, d: f"Turn {d['turn']} began; {who} had the first player pawn.",
    "began_phase": lambda _, d: f"Phase {d['phase']} began: {rulebook.phases()[d['phase']].name}.",
    "cast": lambda who, d: f"{who} cast {spell_name(d['spell'])}.",
    "passed": lambda who, d: f"{who} {_PASSED[d['asked']]}.",
    "paid": lambda who, d: f"{who} paid {d['price']} for {SPELLS[d['spell']].name}.",
    "gained": lambda who, d: f"{who} got {_gems(d)} from the mine, into {_stage(d)}.",
    "returned": lambda who, d: f"{who} returned {_gems(d)} from {_stage(d)} to the mine.",
    "handed": lambda who, d: f"{_gems(d)} in {_stage(d)} went from {who} to {d['taker']}.",
    "charged": lambda who, d: f"{who}'s {d['gem']} battery rose {_many(d['levels'], 'level')}.",
    "drained": lambda who, d: f"{who}'s {d['gem']} battery fell {_many(d['levels'], 'level')}.",
    "rose": lambda who, d: f"{who} gained {d['mana']} mana.",
    "fell": lambda who, d: f"{who} lost {d['mana']} mana.",
    "placed": lambda who, d: f"{who} put {_many(d['count'], 'miner')} {_site(d['site'])}.",
    "withdrew": lambda who, d: f"{who} lost {_many(d['count'], 'miner')} {_site(d['site'])}.",
    "reshuffled": lambda _, d: f"The discard pile was shuffled under the library ({d['library']} cards).",
    "was_dealt": lambda who, d: f"{who} was dealt {_many(d['count'], 'spell')} to research.",
    "drew": lambda who, d: f"{who} drew {_cards(d['spells'])}.",
    "drew_one": lambda who, _: f"{who} drew a spell.",
    "kept": lambda who, d: f"{who} kept {_cards(d['spells'])}.",
    "gave_up": lambda who, d: f"{who} gave up {spell_name(d['spell'])}.",
    "researched": lambda who, d: f"{who} finished the research with {_many(d['hand'], 'spell')} in hand.",
    "discarded": lambda who, d: f"{who} discarded {spell_name(d['spell'])}.",
    "won_title": lambda who, d: f"{who} became the {d['gem']} adept.",
    "lost_title": lambda who, d: f"{who} was the {d['gem']} adept no longer; nobody was.",
    "suspended": lambda who, d: f"{d['by']} suspended {who}'s next assignment.",
    "skipped": lambda who, _: f"{who}'s assignment was skipped.",
    "closed": lambda who, d: f"{who} closed the {d['mine']} mine to the others.",
    "pushed": lambda who, d: f"{who} pushed all groups at the {d['mine']} mine back one site.",
    "lost_miners": lambda who, d: f"{who} had {_many(d['count'], 'miner')} less until the phase ended.",
    "advanced": lambda who, d: f"{who} sent the {d['gem']} it produces to {_stage(d)}.",
    "enriched": lambda who, d: f"{who} let the {d['mine']} mine give two more gems a work site.",
    "took_back": lambda who, d: f"{who} took {spell_name(d['spell'])} from the discard pile.",
    "saw_hand": lambda who, d: f"{who} saw {d['victim']}'s hand: {_cards(d['spells'])}.",
    "stole_spell": lambda who, d: f"{who} took a spell from {d['victim']}'s hand.",
    "lost_spell": lambda who, d: f"{who} lost {spell_name(d['spell'])} to {d['by']}.",
    "named": lambda who, d: f"{who} named {d['gem']} for {_source(d['source'])}.",
    "intensified": lambda who, d: f"{who} doubled the levels of {d['gems']} gems.",
    "realigned": lambda who, d: f"{who} moved {_many(d['levels'], 'level')} of {d['gem']} to the {d['track']} battery.",
    "siphoned": lambda who, d: f"{who} siphoned one {d['gem']} level from {d['victim']}.",
    "processed": lambda who, d: f"{who} processed {', '.join(f'{n} {gem}' for gem, n in d['gems'].items())}.",
    "ended": lambda _, d: f"The game ended: {', '.join(f'{seat} {total}' for seat, total in d['totals'].items())}.",
}
"""One sentence for each kind of event."""
