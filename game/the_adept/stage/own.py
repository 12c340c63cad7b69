"""What rooms share that are about one character: whose it is, what may be done with it, the way back to the sheet."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.errors import Refused
from game.core.layout import Accent, Button, Choice, Component, Panel, framed, row, text
from game.core.stage import Act, Option, Step, Verb
from game.the_adept.stage.room import Seen, own_characters
from game.the_adept.tale.acting import named
from game.the_adept.tale.state import Character
from game.the_adept.tale.view import reads

CHARACTER = Option("character", "Whose sheet; yours, if you play one alone", completes=True, most=40)


def called(seen: Seen, name: str) -> tuple[str, Character]:
    """A character by name. Raises Refused: `unknown`."""
    return named(seen.tale.state.characters, name, "character")


def own(seen: Seen, name: str) -> tuple[str, Character]:
    """A character that one may change. Raises Refused: `unknown`, `rights`."""
    key, found = called(seen, name)
    if not reads(seen.tale, seen.who, key):
        raise Refused("rights", f"{key} is somebody else's: only whoever plays {key} or a game master may do that")
    return key, found


def chosen(seen: Seen, name: object) -> str:
    """The character that a command names, or one's only one; "" where that is to be asked. Raises Refused."""
    if isinstance(name, str) and name.strip():
        return called(seen, name)[0]
    mine = [key for key, each in seen.tale.state.characters.items() if each.owner == seen.who]
    return mine[0] if len(mine) == 1 else ""


def completed(seen: Seen, typed: str, everybody: bool = False) -> Sequence[Choice]:
    """Characters whose names hold what was typed: one's own, or all that there are, one's own first."""
    names = own_characters(seen)
    if everybody:
        names += [name for name in seen.tale.state.characters if name not in names]
    return [Choice(name, name) for name in names if typed.casefold() in name.casefold()][:25]


def press(seen: Seen, label: str, path: str, **style: object) -> Button:
    """A button that presses a path."""
    return seen.place.button(Verb.PRESS, label, path, **style)  # type: ignore[arg-type]


def back(seen: Seen, name: str, *before: Button) -> Component:
    """The last row of a screen about a character."""
    return row(*before, press(seen, "Sheet", f"sheet/{name}"), press(seen, "Table", "table"))


def asking(words: Sequence[str], *components: Component) -> Panel:
    """A screen on which something is chosen."""
    return framed(text(*words), *components, accent=Accent.ASKING)


def done(name: str, said: str, *acts: Act) -> Step:
    """Something done with a character, whose sheet is shown then."""
    return Step(acts=acts, show=f"sheet/{name}", say=said)
