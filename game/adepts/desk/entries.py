"""Everything that can be looked up, as entries: cards, adepts, phases, sections, terms, rulings, questions, help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from functools import cache

from game.adepts import texts as rulebook
from game.adepts.rules.bonuses import ADEPTS
from game.adepts.rules.cards import DECKS, copies
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.spells import SPELLS, Spell
from game.adepts.words.signs import GEMS, PHASES
from game.adepts.words.wording import Terms, spell_name
from game.core.desk import Entry
from game.core.help import table_pages
from game.core.rows import GLOSSARY, question_ref, suggested, term_rows, weighed

PHASE_SECTION = {f"phase-{phase.lower()}": phase for phase in ("I", "II", "III", "IV", "V")}
"""Sections that are shown on the page of their phase."""

WEIGHTS = {"spell": 1.05, "adept": 1.05, "section": 1.1, "question": 1.1, "help": 0.88, "term": 0.95, "ruling": 0.8}


@cache
def entries() -> tuple[Entry, ...]:
    """Return all entries: "spell:3B", "adept:topaz", "phase:II", "section:gems", "term:library", "ruling:24",
    "question:what-if-the-mine-is-empty", "help:undo"."""
    others = (*_spells(), *_adepts(), *_phases(), *_sections(), *_questions(), *table_pages(__package__, "adepts"))
    found = (*others, *_rulings({entry.title for entry in others}))
    return weighed(found, __package__, WEIGHTS)


def cost(spell: str) -> str:
    """A spell's price in words: "1 topaz and 1 ruby", "2 diamonds"."""
    return " and ".join(Terms().gems(count, GEM_NAMES[gem]) for gem, count in SPELLS[spell].cost)


def _refs(about: Iterable[str]) -> tuple[str, ...]:
    """Return references of what a ruling or an answer is about, which is given as a spell's id, a gem or a phase."""
    return tuple(
        f"phase:{topic.removeprefix('phase ')}"
        if topic.startswith("phase ")
        else f"spell:{topic}"
        if topic in SPELLS
        else f"adept:{topic}"
        for topic in about
    )


def _spells() -> Iterator[Entry]:
    for card in SPELLS.values():
        price, title = cost(card.id), spell_name(card.id)
        other = f"spell:{card.number}{'B' if card.id.endswith('A') else 'A'}"
        yield Entry(
            f"spell:{card.id}",
            title,
            card.text,
            names=(card.id, card.name),
            about=(f"phase:{card.phase}",),
            asked=(
                f"spell {card.id}",
                f"spell {card.number}",
                price,
                f"costs {price}",
                f"spell for {price}",
                *(f"{way} {price.removeprefix('1 ')}" for way in ("cast with", "costs") if " and " not in price),
            ),
            see=(other, f"phase:{card.phase}", "section:casting", "section:paying"),
            detail=_facts(card),
            lead=f"Phase {card.phase}, {price}.",
            sign=PHASES[card.phase],
            label=suggested(f"{title}, phase {card.phase}, {price}", card.text),
            proper=True,
        )


def _facts(card: Spell) -> str:
    """What is printed on a card besides its text, and how many there are."""
    number = " or ".join(dict.fromkeys(str(copies(card.id, deck)) for deck in DECKS))
    facts = f"**Phase {card.phase}, costs {cost(card.id)}.** Copies in the deck: {number}."
    return f"{facts} Stays in play until the phase ends." if card.lasting else facts


def _adepts() -> Iterator[Entry]:
    for adept in ADEPTS.values():
        gem = GEM_NAMES[adept.gem]
        yield Entry(
            f"adept:{gem}",
            adept.name,
            adept.text,
            names=(gem, adept.name, f"{gem} bonus", f"{gem} adept bonus"),
            about=(f"phase:{adept.phase}",),
            see=(f"phase:{adept.phase}", "phase:IV", "section:adepts"),
            detail=f"**Bonus of phase {adept.phase}.** Held by whoever has the most {gem} in phase IV.",
            sign=GEMS[gem],
            label=suggested(adept.name, adept.text),
        )


def _phases() -> Iterator[Entry]:
    full = {PHASE_SECTION[s.id]: s.text for s in rulebook.sections() if s.id in PHASE_SECTION}
    for number, phase in enumerate(rulebook.phases().values(), 1):
        steps = "\n".join(f"{n}. {step}" for n, step in enumerate(phase.steps, 1))
        title, text = f"Phase {phase.id}: {phase.name}", f"{phase.summary}\n\n{steps}\n\n{full[phase.id].strip()}"
        others = [f"phase:{other}" for other in rulebook.phases() if other != phase.id]
        spells = [f"spell:{card.id}" for card in SPELLS.values() if card.phase == phase.id]
        adepts = [f"adept:{GEM_NAMES[adept.gem]}" for adept in ADEPTS.values() if adept.phase == phase.id]
        yield Entry(
            f"phase:{phase.id}",
            title,
            text,
            names=(f"phase {phase.id}", f"phase {number}", phase.name, phase.name.split()[-1]),
            see=("section:the-turn", *others, *spells, *adepts),
            sign=PHASES[phase.id],
            label=suggested(title, text),
        )


def _sections() -> Iterator[Entry]:
    for section in rulebook.sections():
        text = section.text
        terms = [*term_rows(text)] if section.id == GLOSSARY else []
        if section.id not in PHASE_SECTION:
            see = tuple(term.ref for term in terms)
            yield Entry(f"section:{section.id}", section.title, text, (section.title,), see=see)
        yield from terms


def _rulings(taken: Set[str]) -> Iterator[Entry]:
    """Yield the rulings under their titles; a number is added only where another entry has the same title."""
    for ruling in rulebook.rulings().values():
        yield Entry(
            f"ruling:{ruling.number}",
            f"{ruling.title} (ruling {ruling.number})" if ruling.title in taken else ruling.title,
            ruling.text.strip(),
            names=(f"ruling {ruling.number}", ruling.title),
            about=_refs(ruling.about),
            see=tuple(question_ref(row.question) for row in rulebook.answers() if row.ruling == ruling.number),
            quoted=True,
        )


def _questions() -> Iterator[Entry]:
    for row in rulebook.answers():
        about, see = _refs(row.about), (f"ruling:{row.ruling}",)
        yield Entry(question_ref(row.question), row.question, row.answer, about=about, see=see, quoted=True)
