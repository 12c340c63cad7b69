"""What rooms about one character share: whose it is, who may change it, the way back to the sheet."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.aids.stage import Act, Option, Step
from game.core.errors import Refused
from game.core.layout import Accent, Button, Choice, Component, Panel, framed, row, text
from game.the_adept.stage.buttons import goes
from game.the_adept.stage.room import Seen, own_characters
from game.the_adept.tale.acting import named
from game.the_adept.tale.state import Character
from game.the_adept.tale.view import reads

CHARACTER = Option("character", "Whose sheet; yours, if you play one alone", completes=True, most=40)


def called(seen: Seen, name: str) -> tuple[str, Character]:
    """Return a character by name. Raises Refused: `unknown`."""
    return named(seen.tale.state.characters, name, "character")


def own(seen: Seen, name: str) -> tuple[str, Character]:
    """Return a character that the person may change. Raises Refused: `unknown`, `rights`."""
    key, found = called(seen, name)
    if not reads(seen.tale, seen.who, key):
        raise Refused("rights", f"{key} is somebody else's: only whoever plays {key} or a game master may do that")
    return key, found


def chosen(seen: Seen, name: object) -> str:
    """Return the character that a command names, or the person's only one; "" if that must be asked. Raises Refused."""
    if isinstance(name, str) and name.strip():
        return called(seen, name)[0]
    mine = seen.tale.state.played_by(seen.who)
    return mine[0] if len(mine) == 1 else ""


def completed(seen: Seen, typed: str, everybody: bool = False) -> Sequence[Choice]:
    """Return the characters whose names contain what was typed: the person's own, or everybody's with these first."""
    names = own_characters(seen)
    if everybody:
        names += [name for name in seen.tale.state.characters if name not in names]
    return [Choice(name, name) for name in names if typed.casefold() in name.casefold()][:25]


def back(seen: Seen, name: str, *before: Button) -> Component:
    """Return the last row of a screen about a character."""
    return row(*before, goes(seen, "Sheet", f"sheet/{name}"), goes(seen, "Table", "table"))


def asking(words: Sequence[str], *components: Component) -> Panel:
    """Return a screen on which something is chosen."""
    return framed(text(*words), *components, accent=Accent.ASKING)


def done(name: str, said: str, *acts: Act) -> Step:
    """Return the step that does something with a character and shows its sheet."""
    return Step(acts=acts, show=f"sheet/{name}", say=said)
