"""Decisions and events in words. Why a move is refused is worded in `explaining`.

Sentences name seats until they are given names. `Signs` put something before the name of each gem, such as an icon.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.adepts import texts as rulebook
from game.adepts.rules.bonuses import Diamond, Emerald
from game.adepts.rules.gems import GEM_NAMES, SEAT_NAMES
from game.adepts.rules.phases.processing import Realigning, Siphoning
from game.adepts.rules.placement import SMALLEST
from game.adepts.rules.spells.base import SPELLS, Choice
from game.adepts.rules.state import State
from game.core.decisions import Decision, Event, Question
from game.core.english import listed, many, noun, plural

Data = Mapping[str, Any]
Names = Mapping[str, str]
Signs = Mapping[str, str]
"""What precedes the name of each gem, by gem; see `Terms`."""
NO_SIGNS: Signs = dict.fromkeys(GEM_NAMES, "")

SITES = ("inside", "I", "II", "III")


class Terms:
    """How things are called in a text: players by name, gems with their sign."""

    def __init__(self, names: Names | None = None, signs: Signs = NO_SIGNS) -> None:
        self._names = names or {}
        self._signs = signs

    def who(self, seat: str) -> str:
        """A player."""
        return self._names.get(seat, seat)

    def instead_of(self, seat: str | None) -> str:
        """ " in ann's place"; "" if there was nobody."""
        return f" in {self.who(seat)}'s place" if seat is not None else ""

    def type(self, gem: str) -> str:
        """ "🧡 topaz": the type, its battery, its mine."""
        return f"{self._signs[gem]}{gem}"

    def types(self, gem: str) -> str:
        """ "🧡 topazes": gems of the type, however many."""
        return f"{self._signs[gem]}{plural(gem)}"

    def gems(self, count: int, gem: str) -> str:
        """ "3 🧡 topazes"."""
        return f"{count} {self._signs[gem]}{noun(count, gem)}"

    def site(self, token: str) -> str:
        """ "🧡 Topaz II" of ``topaz.2``; "the 🧡 topaz mine" of ``topaz.0``."""
        gem, _, number = token.partition(".")
        if number == "0":
            return f"the {self.type(gem)} mine"
        return f"{self._signs[gem]}{gem.capitalize()} {SITES[int(number)]}"

    def payment(self, token: str) -> str:
        """ "1 🧡 topaz from stage 1 and 2 ♦️ ruby battery levels" of ``topaz@1+ruby@bx2``."""
        parts = []
        for source in token.split("+"):
            gem, _, place = source.partition("@")
            at, _, number = place.partition("x")
            count = int(number or 1)
            levels = f"{count} {self.type(gem)} battery {noun(count, 'level')}"
            parts.append(levels if at == "b" else f"{self.gems(count, gem)} from stage {at}")
        return listed(parts)


def decision(g: State, question: Question) -> Decision:
    """Return a question as it is put to its seat."""
    kind, source = question.kind, question.source
    about = _about(g, question)
    key = g.phase if kind == "discard" else source
    if kind == "research" and any("+" in token for token in question.tokens):
        key = "sapphire"
    blanks = {"victim": about.get("victim", "")}
    if kind == "realign":
        blanks["levels"] = many(about["levels"], f"{about['gem']} level")
    text = rulebook.prompt(kind, key).format_map(blanks)
    private, ahead = g.sealed is not None, kind == "cast"
    return Decision(SEAT_NAMES[question.seat], kind, question.tokens, source, about, text, private, ahead)


def asked(asked: Decision, names: Names) -> str:
    """Return the question in words, with the player it is about by name."""
    victim = str(asked.data.get("victim", ""))
    return asked.text.replace(victim, names.get(victim, victim)) if victim else asked.text


def _about(g: State, question: Question) -> dict[str, Any]:
    """Return further facts about the question, for `Decision.data`."""
    asking, seat = g.agenda[-1], question.seat
    about: dict[str, Any] = {}
    match question.kind:
        case "pay":
            return {"cost": SPELLS[question.source].price}
        case "assign" | "again" | "enter" | "place":
            about = {"miners": g.miners[seat]}
        case "research":
            return {"drawn": list(g.drawn[seat])}
    match asking:
        case Choice(victim=victim, chosen=chosen, seat=asked):
            about |= {"victim": SEAT_NAMES[victim]} if victim is not None and victim != asked else {}
            about |= {"chosen": list(chosen)} if chosen else {}
        case Realigning(left=left, tracks=tracks):
            return {"gem": GEM_NAMES[left[0][0]], "levels": left[0][1], "tracks": _by_gem(tracks)}
        case Siphoning(seat=victim, tracks=tracks):
            return {"victim": SEAT_NAMES[victim], "levels": _by_gem(tracks)}
    return about


def _by_gem(levels: Sequence[int]) -> dict[str, int]:
    return {name: count for name, count in zip(GEM_NAMES, levels, strict=True) if count}


def spell_name(spell: str) -> str:
    """ "Barrier (3B)"."""
    return f"{SPELLS[spell].name} ({spell})"


def spells(cards: Sequence[str]) -> str:
    """ "Barrier (3B) and Siphon (19B)"."""
    return listed(map(spell_name, cards), "no spell")


def source_name(source: str) -> str:
    """ "Barrier", "the onyx title": what caused something."""
    return SPELLS[source].name if source in SPELLS else f"the {source} title"


def tell(event: Event, names: Names | None = None, signs: Signs = NO_SIGNS) -> str:
    """Return an event as a sentence; `names` are the players' names by seat."""
    terms = Terms(names, signs)
    return _SENTENCES[event.kind](terms.who(event.seat or ""), event.data, terms)


def unable(who: Sequence[str], lacks: str) -> str:
    """Say why players are not asked to cast; it tells no more than everybody can see (ruling 6)."""
    if lacks == "spells":
        return f"{listed(who)} {'has' if len(who) == 1 else 'have'} no spells to cast."
    return f"{listed(who)} can pay for no spell of this phase."


def _through(data: Data) -> str:
    return f" through {source_name(source)}" if (source := data.get("source")) else ""


def _suspended(who: str, d: Data, t: Terms) -> str:
    has_turn = d.get("miners", SMALLEST) >= SMALLEST  # events of former versions do not say
    then = "will skip an assignment turn" if has_turn else "has no assignment turn left to skip"
    return f"{t.who(d['by'])} suspended {who}, who {then}."


def _placed(who: str, d: Data, t: Terms) -> str:
    if d["site"].endswith(".0"):
        return f"{who} sent {many(d['count'], 'miner')} inside {t.site(d['site'])}."
    return f"{who} put {many(d['count'], 'miner')} on {t.site(d['site'])}."


def _gained(who: str, d: Data, t: Terms) -> str:
    got = "got" if d.get("source") else "dug"
    into = "" if d["stage"] == 1 else f", straight into stage {d['stage']}"
    return f"{who} {got} {t.gems(d['count'], d['gem'])}{_through(d)}{into}."


def _rose(who: str, d: Data, _: Terms) -> str:
    return f"{who} gained {d['mana']} mana{' for the gems left in the queue' if d.get('leftover') else ''}."


_NAMED: Mapping[str, Callable[[str, Data, Terms], str]] = {
    "17A": lambda who, d, t: f"Moratorium holds {who}'s {t.types(d['gem'])} where they are.",
    "17B": lambda _, d, t: f"Imperfections halves the mana of {t.types(d['gem'])} for everybody.",
    "18B": lambda _, d, t: f"Stasis keeps everybody's {t.type(d['gem'])} battery from rising.",
    "diamond": lambda who, d, t: f"As diamond adept, {who} made {t.types(d['gem'])} pay {Diamond.worth} mana each.",
}
"""Sentences about a named type, by the spell or adept that it is named for."""


def _processed(who: str, d: Data, t: Terms) -> str:
    line = f"{who} processed {listed(t.gems(count, gem) for gem, count in d['gems'].items())} for {d['mana']} mana"
    return f"{line}{voided(d, t)}."


def voided(data: Data, terms: Terms) -> str:
    """Say which types Negation cancelled, to follow what was processed; "" if none."""
    types = [terms.types(gem) for gem in data.get("voided", ())]
    return f"; Negation cancelled the mana of the {listed(types)}" if types else ""


def _realigned(who: str, d: Data, t: Terms) -> str:
    levels = f"{d['levels']} {t.type(d['gem'])} {noun(d['levels'], 'level')}"
    if d["gem"] == d["track"]:
        return f"{who} left {levels} where {'it was' if d['levels'] == 1 else 'they were'}."
    return f"{who} sent {levels} to the {t.type(d['track'])} battery."


_PASSED = {
    "cast": "cast no spell",
    "enter": "sent no miners inside",
    "again": "assigned no second group",
    "draw": "drew no spell",
    "type": "named no type",
}
"""What passing means, by the kind of the question."""

_SENTENCES: Mapping[str, Callable[[str, Data, Terms], str]] = {
    "began_turn": lambda who, d, _: f"Turn {d['turn']} began. {who} goes first.",
    "began_phase": lambda _, d, __: f"Phase {d['phase']} began: {rulebook.phases()[d['phase']].name}.",
    "cast": lambda who, d, _: f"{who} cast {spell_name(d['spell'])}.",
    "passed": lambda who, d, _: f"{who} {_PASSED[d['asked']]}.",
    "unable": lambda who, d, _: unable([who], d["lacks"]),
    "paid": lambda who, d, t: f"{who} paid {t.payment(d['price'])} for {SPELLS[d['spell']].name}.",
    "gained": _gained,
    "returned": lambda who, d, t: (
        f"{who} put {t.gems(d['count'], d['gem'])} from stage {d['stage']} back into the mine."
    ),
    "handed": lambda who, d, t: (
        f"{t.gems(d['count'], d['gem'])} in stage {d['stage']} went from {who} to {t.who(d['taker'])}."
    ),
    "charged": lambda who, d, t: (
        f"{who}'s {t.type(d['gem'])} battery rose by {many(d['levels'], 'level')}{_through(d)}."
    ),
    "drained": lambda who, d, t: f"{who}'s {t.type(d['gem'])} battery fell by {many(d['levels'], 'level')}.",
    "rose": _rose,
    "fell": lambda who, d, _: f"{who} lost {d['mana']} mana.",
    "placed": _placed,
    "moved": lambda who, d, t: (
        f"{who} moved {many(d['count'], 'miner')} from {t.site(d['site'])} to {t.site(d['to'])}."
    ),
    "withdrew": lambda who, d, t: f"{d['count']} of {who}'s miners left {t.site(d['site'])}.",
    "reshuffled": lambda _, d, __: (
        f"The discard pile was shuffled and put under the library, which now holds {many(d['library'], 'card')}."
    ),
    "was_dealt": lambda who, d, _: f"{who} was dealt {many(d['count'], 'spell')} to research.",
    "drew": lambda who, d, _: f"{who} drew {spells(d['spells'])}.",
    "drew_one": lambda who, _, __: f"{who} drew a spell.",
    "kept": lambda who, d, _: f"{who} kept {spells(d['spells'])}.",
    "gave_up": lambda who, d, _: f"{who} will discard {spell_name(d['spell'])} when research ends.",
    "researched": lambda who, d, _: f"{who} finished research and holds {many(d['hand'], 'spell')}.",
    "discarded": lambda who, d, _: f"{who} discarded {spell_name(d['spell'])}.",
    "won_title": lambda who, d, t: f"{who} became the {t.type(d['gem'])} adept{t.instead_of(d.get('of'))}.",
    "lost_title": lambda who, d, t: f"{who} is no longer the {t.type(d['gem'])} adept; nobody is.",
    "suspended": _suspended,
    "skipped": lambda who, _, __: f"{who} skipped an assignment turn.",
    "closed": lambda who, d, t: f"{who} closed the {t.type(d['mine'])} mine to all opponents.",
    "pushed": lambda who, d, t: f"{who} pushed all groups at the {t.type(d['mine'])} mine back one site.",
    "lost_miners": lambda who, d, _: f"{who} lost {many(d['count'], 'miner')} until the phase ends.",
    "advanced": lambda who, d, t: f"{who}'s {t.types(d['gem'])} go straight into stage {d['stage']} this phase.",
    "enriched": lambda who, d, t: (
        f"As emerald adept, {who} named the {t.type(d['mine'])} mine:"
        f" each occupied site there digs {Emerald.extra_gems} more gems."
    ),
    "took_back": lambda who, d, _: f"{who} took {spell_name(d['spell'])} from the discard pile.",
    "saw_hand": lambda who, d, t: f"{who} looked at {t.who(d['victim'])}'s hand: {spells(d['spells'])}.",
    "stole_spell": lambda who, d, t: f"{who} took a spell from {t.who(d['victim'])}'s hand.",
    "lost_spell": lambda who, d, t: f"{who} lost {spell_name(d['spell'])} to {t.who(d['by'])}.",
    "named": lambda who, d, t: _NAMED[d["source"]](who, d, t),
    "intensified": lambda who, d, _: f"Each of {who}'s {d['gems']} gems makes two levels this phase.",
    "realigned": _realigned,
    "siphoned": lambda who, d, t: f"{who} siphoned 1 {t.type(d['gem'])} level from {t.who(d['victim'])}.",
    "processed": _processed,
    "ended": lambda _, d, t: (
        f"The game is over: {listed(f'{t.who(seat)} {total}' for seat, total in d['totals'].items())}."
    ),
}
"""One sentence for each kind of event."""
