"""The rulebook as one Markdown page: the sections, the cards, the adepts, rulings, questions and answers.

``python -m game.adepts.texts.document`` prints it; ``make docs`` writes ``docs/rules.md``.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.adepts import texts as rulebook
from game.adepts.rules.bonuses import ADEPTS
from game.adepts.rules.cards import DECKS, copies
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.rules.spells import SPELLS
from game.core.english import many


def markdown() -> str:
    """Return the whole page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# The rules of Adepts"
    yield ""
    yield "Adepts is a board game by Nicolas Leonardi. These are its rules in our own words; numbers in brackets are"
    yield "the rulings below. The page is made from the texts that the program itself uses: change those, not this."
    for section in rulebook.sections():
        yield from ("", f"## {section.title}", "", section.text)
    yield from ("", "## The phases step by step")
    for phase in rulebook.phases().values():
        yield from ("", f"### Phase {phase.id}: {phase.name}", "", phase.summary, "")
        yield from (f"{n}. {step}" for n, step in enumerate(phase.steps, 1))
    yield from ("", "## The forty spells", "")
    yield f"Copies are for the decks {' and '.join(f'`{deck}`' for deck in DECKS)}."
    yield from ("", "| | spell | phase | cost | copies | text |", "| --- | --- | --- | --- | --- | --- |")
    for spell in SPELLS.values():
        cost = ", ".join(many(count, GEM_NAMES[gem]) for gem, count in spell.cost)
        number = " / ".join(str(copies(spell.id, deck)) for deck in DECKS)
        yield f"| {spell.id} | {spell.name} | {spell.phase} | {cost} | {number} | {spell.text} |"
    yield from ("", "## The eight adepts", "", "| adept | phase | text |", "| --- | --- | --- |")
    for adept in ADEPTS.values():
        yield f"| {adept.name} | {adept.phase} | {adept.text} |"
    yield from ("", "## Rulings")
    for ruling in rulebook.rulings().values():
        yield from ("", f"**{ruling.number}. {ruling.title}.** {ruling.text.strip()}")
    yield from ("", "## Questions and answers")
    for answer in rulebook.answers():
        yield from ("", f"**{answer.question}** {answer.answer} [{answer.ruling}]")


if __name__ == "__main__":
    print(markdown(), end="")
