"""`adepts rules`: look something up in the rules."""

from __future__ import annotations

from collections.abc import Iterator

import click
from rich.console import Console
from rich.markdown import Markdown

from cli.errors import BadInput
from cli.terminal import stdout
from cli.text import say
from desk import Page, answer, search

ANSWERS = 3


@click.command("rules")
@click.argument("query", nargs=-1)
@click.option("--spell", metavar="ID|NAME", help="A spell's card, with what concerns it.")
@click.option("--adept", metavar="GEM", help="An adept's card.")
@click.option("--phase", metavar="NUMBER|NAME", help="A phase step by step.")
@click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(1, 25),
    default=ANSWERS,
    show_default=True,
    help="At most so many answers to a QUERY.",
)
def command(query: tuple[str, ...], spell: str | None, adept: str | None, phase: str | None, limit: int) -> None:
    """Look QUERY up in the rules, cards, rulings and frequent questions.

    Ask as you would ask a friend; typing errors do no harm.

    \b
    Examples:
      adepts rules what if the mine is empty
      adepts rules steal mana --limit 1
      adepts rules --spell 3B
      adepts rules --phase II
    """
    asked = {"spell": spell, "adept": adept, "phase": phase}
    looked_up = [(kind, text) for kind, text in asked.items() if text is not None]
    if len(looked_up) + bool(query) != 1:
        raise BadInput("look up either words or one of --spell, --adept and --phase (see adepts rules --help)")
    if looked_up:
        [(kind, text)] = looked_up
        found = search(text, 1, kind)
        if not found:
            raise BadInput(f"--{kind}: no {kind} is like {text!r}")
        _show("\n\n".join(_whole(answer(found[0]))), stdout())
        return
    text = " ".join(query)
    if not show_answers(text, stdout(), limit):
        raise BadInput(f"nothing in the rules is like {text!r}")


def show_answers(query: str, console: Console, limit: int = ANSWERS) -> bool:
    """Show the best answers to a query; False if there are none."""
    pages = [answer(hit) for hit in search(query, limit)]
    if pages:
        _show("\n\n".join(f"## {page.title}\n\n{page.text}" for page in pages), console)
    return bool(pages)


def _whole(page: Page) -> Iterator[str]:
    """A page with its notes, and where to go on."""
    yield f"## {page.title}"
    yield page.body
    if page.see_also:
        yield "See also: " + "; ".join(hit.title for hit in page.see_also)


def _show(text: str, console: Console) -> None:
    """Markdown, as it looks in a terminal, else without its marks."""
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        for line in text.replace("**", "").replace("## ", "").split("\n"):
            say(line)
