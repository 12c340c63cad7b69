"""The ways to go on from a path, each with a label and a note."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.adepts.panels.tree import BY_MINE, CARDS, walk
from game.adepts.rules.gems import GEM_NAMES, LAST_TURN, SEAT_NAMES
from game.adepts.rules.spells import SPELLS
from game.adepts.rules.spells.phase3 import Pilfer
from game.adepts.rules.tokens import SITE_OF, read_gems
from game.adepts.words.facts import Facts, worth
from game.adepts.words.gems import SITES, listed, many, signs, site, spell_name
from game.adepts.words.moves import PLAIN
from game.adepts.words.payments import price
from game.adepts.words.signs import GEMS, PHASES
from game.core.decisions import Decision
from game.core.layout import Choice
from game.core.narrowing import Path

_WORDS: Mapping[str, tuple[str, ...]] = {
    "mana": ("Mana",),
    "battery": ("Battery levels",),
    "major": ("Major gems", "ruby, emerald, sapphire, diamond"),
    "minor": ("Minor gems", "topaz, citrine, amethyst, onyx"),
    "draw": ("Draw a spell",),
}

PUSH = "»"
"""Precedes a group that Backlash makes room for."""

_STAGES = {"1": "as usual", "2": "one turn sooner", "3": "processed this turn"}


def choices(decision: Decision, facts: Facts, path: Path) -> list[Choice]:
    """Return all next steps from a path."""
    return [_choice(decision, facts, path, step) for step in walk(decision).options(path)]


def _choice(decision: Decision, facts: Facts, path: Path, step: str) -> Choice:
    kind = decision.kind
    if kind in BY_MINE:
        return _by_mine(kind, facts, path, step)
    if kind in CARDS:
        card = SPELLS[step]
        note = f"Phase {card.phase} · {signs(card.price)} · {card.text}"
        return Choice(step, spell_name(step), note, PHASES[card.phase])
    if kind == "pay":
        return Choice(step, PLAIN.payment(step), f"costs you about {price(facts, step)} mana in the end")
    if step in SEAT_NAMES:
        return Choice(step, facts.brief(step), _opponent(decision, facts, step))
    if step in SITE_OF:
        party = facts.party(step)
        owner = f"{facts.brief(party[0])}: " if party and party[0] != facts.me else ""
        note = f"{owner}{many(party[1], 'miner')}" if party else ""
        return Choice(step, site(step, sign=False), note, GEMS[step.partition(".")[0]])
    if "@" in step:
        return _stack(facts, path, step)
    if step in GEM_NAMES:
        return Choice(step, step.capitalize(), _gem(decision, facts, step), GEMS[step])
    if kind == "to":
        return Choice(step, many(int(step), "miner"))
    if kind == "take":
        return Choice(step, many(int(step), path[1].partition("@")[0]))
    if kind == "stage":
        late = facts.turn == LAST_TURN and step == "2"
        return Choice(step, f"Stage {step}", "too late to be processed" if late else _STAGES[step])
    return Choice(step, *_WORDS[step])


def _by_mine(kind: str, facts: Facts, path: Path, step: str) -> Choice:
    """A mine; or a site with miners, as on a button: "II·3", which is so short that a phone has room for three in a
    row."""
    if not path:
        note = f"{facts.stock_line(step)} · {facts.sites_line(step, brief=True)}"
        return Choice(step, step.capitalize(), note, GEMS[step])
    number, _, count = step.partition("x")
    place = SITES[int(number)] if number != "0" else "Inside"
    label = f"Site {place}" if kind == "place" else f"{place}·{count.rstrip('!')}"
    return Choice(step, f"{PUSH} {label}" if count.endswith("!") else label)


def _opponent(decision: Decision, facts: Facts, seat: str) -> str:
    player = facts.players[seat]
    match decision.source:
        case "12B":
            return f"has {player.mana} mana, you take {min(Pilfer.mana, player.mana)}"
        case "15B":
            return f"holds {many(player.hand_size, 'spell')}"
        case "7B":
            return f"has {signs({gem: sum(facts.queue(gem, seat)) for gem in GEM_NAMES})}"
    return f"{many(player.miners, 'miner')} still to assign"


def _stack(facts: Facts, path: Path, step: str) -> Choice:
    """Gems of a type in a stage, of the queue that this step or an earlier one names; else of one's own."""
    at = read_gems(step)
    owner = SEAT_NAMES[at.seat] if at.seat is not None else path[0] if path else facts.me
    name = GEM_NAMES[at.gem]
    there = facts.queue(name, owner)[at.stage - 1]
    whose = "you have" if owner == facts.me else f"{facts.brief(owner)} has"
    return Choice(step, f"{name.capitalize()}, stage {at.stage}", f"{whose} {there}", GEMS[name])


def _gem(decision: Decision, facts: Facts, name: str) -> str:
    """The note on a gem, mine or battery that can be named."""
    if decision.kind == "mine":
        return f"{facts.stock_line(name)} · {facts.sites_line(name, brief=True)}"
    first, second, third = facts.queue(name)
    notes: Mapping[str, Callable[[], str]] = {
        "9A": lambda: f"{facts.stock_line(name)} · {facts.sites_line(name, brief=True)}",
        "13B": lambda: f"your battery: level {facts.battery(name)}",
        "16B": lambda: f"{third} in your stage 3, worth {worth(name)} mana each",
        "17A": lambda: f"yours: {first} in stage 1, {second} in 2, {third} in 3",
        "18A": lambda: f"your battery: level {facts.battery(name)}",
        "19A": lambda: f"your battery: level {facts.battery(name)}",
        "19B": lambda: f"{decision.data['levels'][name]} to come; your battery: level {facts.battery(name)}",
    }
    if note := notes.get(decision.source):
        return note()
    held = [f"{facts.brief(seat)} {count}" for seat in facts.players if (count := facts.queue(name, seat)[2])]
    return f"in stage 3: {listed(held, 'nobody has any')}"
