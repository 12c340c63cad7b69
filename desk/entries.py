"""Everything that can be looked up, as rows: cards, adepts, phases, sections, terms, rulings, questions."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from game.adepts import texts as rulebook
from game.adepts.rules.bonuses import ADEPTS
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.spells import SPELLS
from game.adepts.words.wording import spell_name

GLOSSARY = "glossary"
PHASE_SECTION = {f"phase-{phase.lower()}": phase for phase in ("I", "II", "III", "IV", "V")}
"""Sections that are shown on the page of their phase."""

SLUG = 80
"""Characters of a question that its reference has; Discord takes 100 for a value."""


class Entry(NamedTuple):
    """Something to look up.

    `ref` is kind and key ("spell:3B", "adept:topaz", "phase:II", "section:gems", "term:library", "ruling:24",
    "question:what-if-the-mine-is-empty", "help:undo"); `names` are what people call it; `about` the spells, adepts
    and phases it concerns; `text` Markdown; `asked` are other ways in which people ask for it.
    """

    ref: str
    title: str
    text: str
    names: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """ "spell", "adept", "phase", "section", "term", "ruling", "question" or "help"."""
        return self.ref.partition(":")[0]

    @property
    def key(self) -> str:
        """What follows the kind: an id, a gem, a number, a slug."""
        return self.ref.partition(":")[2]


@cache
def entries() -> dict[str, Entry]:
    """All entries by reference."""
    asked = _read("asked")
    found = (*_cards(), *_phases(), *_sections(), *_rulings(), *_questions(), *_help())
    return {
        entry.ref: entry._replace(asked=(*entry.asked, *_ways(asked.get(entry.kind, {}).get(entry.key, ""))))
        for entry in found
    }


def _ways(listed: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, listed.split(","))))


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def slug(text: str) -> str:
    """A title as a key: "what-if-the-mine-is-empty"."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower().replace("'", "")).strip("-")[:SLUG]


def question_ref(question: str) -> str:
    """The reference of a question."""
    return f"question:{slug(question)}"


def cost(spell: str) -> str:
    """A spell's price in words: "1 topaz and 1 ruby"."""
    return " and ".join(f"{count} {GEM_NAMES[gem]}" for gem, count in SPELLS[spell].cost)


def _cards() -> Iterator[Entry]:
    for card in SPELLS.values():
        price = cost(card.id)
        ways = (
            f"spell {card.id}",
            f"spell {card.number}",
            f"phase {card.phase} spell",
            price,
            f"costs {price}",
            f"spell for {price}",
        )
        yield Entry(
            f"spell:{card.id}", spell_name(card.id), card.text, (card.id, card.name), (f"phase {card.phase}",), ways
        )
    for adept in ADEPTS.values():
        gem = GEM_NAMES[adept.gem]
        yield Entry(
            f"adept:{gem}", adept.name, adept.text, (gem, adept.name, f"{gem} bonus"), (f"phase {adept.phase}",)
        )


def _phases() -> Iterator[Entry]:
    full = {PHASE_SECTION[s.id]: s.text for s in rulebook.sections() if s.id in PHASE_SECTION}
    for number, phase in enumerate(rulebook.phases().values(), 1):
        steps = "\n".join(f"{n}. {step}" for n, step in enumerate(phase.steps, 1))
        text = f"{phase.summary}\n\n{steps}\n\n{full[phase.id].strip()}"
        names = (phase.name, phase.name.split()[-1], f"phase {phase.id}", f"phase {number}")
        yield Entry(f"phase:{phase.id}", f"Phase {phase.id}: {phase.name}", text, names)


def _sections() -> Iterator[Entry]:
    for section in rulebook.sections():
        text = section.text.strip()
        if section.id not in PHASE_SECTION:
            yield Entry(f"section:{section.id}", section.title, text, (section.title,))
        if section.id == GLOSSARY:
            for line in text.splitlines():
                term, _, meaning = line.removeprefix("- ").partition(": ")
                yield Entry(f"term:{slug(term)}", term, meaning[:1].upper() + meaning[1:], (term,))


def _rulings() -> Iterator[Entry]:
    for ruling in rulebook.rulings().values():
        names = (f"ruling {ruling.number}", ruling.title)
        yield Entry(
            f"ruling:{ruling.number}",
            f"{ruling.title} (ruling {ruling.number})",
            ruling.text.strip(),
            names,
            ruling.about,
        )


def _questions() -> Iterator[Entry]:
    for row in rulebook.answers():
        yield Entry(question_ref(row.question), row.question, row.answer, (), row.about)


def _help() -> Iterator[Entry]:
    for page in _read("help")["page"]:
        yield Entry(f"help:{page['id']}", page["title"], page["text"].strip())
