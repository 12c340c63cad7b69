"""`adepts rules`: look something up in the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import click
from rich.console import Console
from rich.markdown import Markdown

from cli.errors import BadInput
from cli.terminal import stdout
from cli.text import say
from desk import Lookup, Page, lookup, source, sources
from game.core.english import listed, within
from game.core.errors import SetupError
from game.core.program import USUAL

ANSWERS = 3


_KINDS = {name: kind for each in [*sources().values()][::-1] if each.desk for name, kind in each.desk.kinds.items()}
"""The kinds of things that games and aids let people look up; each becomes an option."""


def _kinds(command: Callable[..., None]) -> Callable[..., None]:
    """Add an option to the command for each kind."""
    for name, kind in reversed(_KINDS.items()):
        hint = f"{kind.about}, by {within(kind.hint)}."
        command = click.option(f"--{name}", f"kind_{name}", metavar="WHICH", help=hint)(command)
    return command


@click.command("rules")
@click.argument("query", nargs=-1)
@click.option(
    "--game",
    metavar="NAME",
    hidden=len(sources()) == 1,
    show_default=f"{USUAL}, or what has such a thing",
    help="Whose rules. A word that is none is answered with all there are.",
)
@_kinds
@click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(1, 25),
    default=ANSWERS,
    show_default=True,
    help="At most so many answers to a QUERY.",
)
def command(query: tuple[str, ...], game: str | None, limit: int, **kinds: str | None) -> None:
    """Look QUERY up in the rules, cards, rulings and frequent questions.

    Ask as you would ask a friend; typing errors do no harm.

    \b
    Examples:
      adepts rules what if the mine is empty
      adepts rules steal mana --limit 1
      adepts rules --spell 3B
      adepts rules --phase II
    """
    looked_up = [(name.removeprefix("kind_"), text) for name, text in kinds.items() if text is not None]
    if len(looked_up) + bool(query) != 1:
        ways = listed([f"--{name}" for name in _KINDS])
        raise BadInput(f"look up either words or one of {ways} (see adepts rules --help)")
    if looked_up:
        [(kind, text)] = looked_up
        known = _desk(game or _having(kind))
        found = known.search(text, 1, kind)
        if not found:
            raise BadInput(f"--{kind}: no {kind} is like {text!r}")
        _show("\n\n".join(_whole(known.page(found[0].ref))), stdout())
        return
    text = " ".join(query)
    if not show_answers(text, stdout(), limit, game or USUAL):
        others = [name for name in sources() if name != USUAL]
        asked = f"; --game asks those of another: {listed(others, last='or')}" if others and not game else ""
        raise BadInput(f"nothing in the rules of {source(game or USUAL).title} is like {text!r}{asked}")


def show_answers(query: str, console: Console, limit: int = ANSWERS, game: str = USUAL) -> bool:
    """Show the best answers to a query; return False if there are none. Raises BadInput if the game has nothing to look
    up."""
    known = _desk(game)
    pages = [known.page(hit.ref) for hit in known.search(query, limit)]
    if pages:
        _show("\n\n".join(f"## {page.title}\n\n{page.text}" for page in pages), console)
    return bool(pages)


def titles(game: str) -> list[str]:
    """Return titles to suggest if nothing is typed. Raises BadInput if the game has nothing to look up."""
    return [title for title, _ in _desk(game).complete("")]


def _having(kind: str) -> str:
    """Return the first game or aid that has things of this kind."""
    return next(name for name, each in sources().items() if each.desk is not None and kind in each.desk.kinds)


def _desk(game: str) -> Lookup:
    """Return what can be looked up in a game. Raises BadInput."""
    try:
        known = lookup(game)
    except SetupError as error:
        raise BadInput(f"--game: {error}") from None
    if known is None:
        raise BadInput(f"the rules of {source(game).title} cannot be looked up here")
    return known


def _whole(page: Page) -> Iterator[str]:
    """Yield the parts of a page, with its notes and where to read on."""
    yield f"## {page.title}"
    yield page.body
    if page.see_also:
        yield "See also: " + "; ".join(hit.title for hit in page.see_also)


def _show(text: str, console: Console) -> None:
    """Print Markdown: formatted in a terminal, elsewhere without its marks."""
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        for line in text.replace("**", "").replace("## ", "").split("\n"):
            say(line)
