"""Entries of a desk, made of the texts that most games have: sections and terms, rulings, questions; and how people
ask."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files

from game.core.desk import Entry
from game.core.english import sentence
from game.core.rulebook import Answer, Ruling, Section

GLOSSARY = "glossary"
"""The section in which each line is a term: "- Hand limit: five spells."."""

_SLUG = 80
"""Maximum characters of a question in its reference; Discord takes 100 for a value."""

Refs = Callable[[Iterable[str]], tuple[str, ...]]
"""Returns references of what a text is about, from the game's names for that."""


def slug(text: str) -> str:
    """A title as a key: "how-do-i-win"."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower().replace("'", "")).strip("-")[:_SLUG]


def question_ref(question: str) -> str:
    """The reference of a question: "question:how-do-i-win"."""
    return f"question:{slug(question)}"


def suggested(title: str, text: str) -> str:
    """The line among suggestions of an entry whose text is short enough to help people choose."""
    return f"{title}: {text.replace(chr(10), ' ')}"


def phrases(text: str) -> tuple[str, ...]:
    """Split a text at commas; it may run over several lines."""
    return tuple(filter(None, map(str.strip, text.replace("\n", " ").split(","))))


@cache
def asked(package: str) -> Mapping[str, tuple[str, ...]]:
    """Return other ways in which people ask for an entry, by its reference.

    They are in `asked.toml` of a package, or in the files of its folder `asked`: a table for each kind, a line for each
    entry, commas between phrases, of which there may be any number. What people type is compared with each phrase by
    itself.
    """
    folder = files(package).joinpath("asked")
    found = [file for file in folder.iterdir() if file.name.endswith(".toml")] if folder.is_dir() else []
    tables = sorted(found, key=lambda file: file.name) or [files(package).joinpath("asked.toml")]
    return {
        f"{kind}:{key}": phrases(text)
        for table in tables
        for kind, rows in tomllib.loads(table.read_text(encoding="utf-8")).items()
        for key, text in rows.items()
    }


def weighed(entries: Iterable[Entry], package: str, weights: Mapping[str, float]) -> tuple[Entry, ...]:
    """Return the entries with the other ways of asking for them, from the tables of any game and of the desk's package,
    and with the weight of their kind."""
    tables = (asked(__package__ or ""), asked(package))
    return tuple(
        entry._replace(
            asked=(*entry.asked, *(way for ways in tables for way in ways.get(entry.ref, ()))),
            weight=weights.get(entry.kind, 1.0),
        )
        for entry in entries
    )


def section_rows(sections: Iterable[Section]) -> Iterator[Entry]:
    """Yield the sections of the rules, and the terms of the glossary."""
    for section in sections:
        terms = [*term_rows(section.text)] if section.id == GLOSSARY else []
        see = tuple(term.ref for term in terms)
        yield Entry(f"section:{section.id}", section.title, section.text, (section.title,), see=see)
        yield from terms


def term_rows(glossary: str) -> Iterator[Entry]:
    """Yield a term for each line of the glossary."""
    for line in glossary.splitlines():
        term, _, meaning = line.removeprefix("- ").partition(": ")
        title, meaning = sentence(term), sentence(meaning)
        yield Entry(f"term:{slug(term)}", title, meaning, (term,), label=suggested(title, meaning))


def ruling_rows(rulings: Iterable[Ruling], answers: Iterable[Answer], refs: Refs) -> Iterator[Entry]:
    """Yield the rulings, each with the questions that it decides."""
    answers = list(answers)
    for ruling in rulings:
        yield Entry(
            f"ruling:{ruling.number}",
            f"{ruling.title} (ruling {ruling.number})",
            ruling.text,
            names=(f"ruling {ruling.number}", f"r{ruling.number}", ruling.title),
            about=refs(ruling.about),
            see=tuple(question_ref(row.question) for row in answers if row.ruling == ruling.number),
            quoted=True,
        )


def question_rows(answers: Iterable[Answer], refs: Refs) -> Iterator[Entry]:
    """Yield the questions, each with the ruling that decides it."""
    for row in answers:
        see = (f"ruling:{row.ruling}",) if row.ruling else ()
        yield Entry(question_ref(row.question), row.question, row.answer, about=refs(row.about), see=see, quoted=True)
