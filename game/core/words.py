"""A game in words: the plain way, for games that have no own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from game.core.decisions import PASS, Decision, Event
from game.core.errors import MoveError
from game.core.protocol import View
from game.core.text.lists import listed
from game.core.text.names import shown_names

Names = Mapping[str, str]
"""Names by seat as people chose them; they are made harmless here, where they come into a text."""


class Words:
    """What people read of a game. A game overrides what it can say better; each method stands for itself."""

    def __init__(self, title: str) -> None:
        self.title = title

    def place(self, view: View) -> str:
        """Where the game stands: "Turn 2 · II"."""
        return f"Turn {view['turn']} · {view['phase']}" if not view["over"] else "The end"

    def asked(self, view: View, names: Names) -> str:
        """Whose move it is, and what: "Anna assigns miners"."""
        shown = shown_names(names)
        who = [shown.get(seat, seat) for seat in view["pending"]]
        return f"{listed(who, 'Nobody')} {'chooses' if len(who) == 1 else 'choose'}"

    def tell(self, event: Event, names: Names) -> str:
        """One event as a sentence without markup, for films and terminals; `names` are put in as they are."""
        who = names.get(event.seat or "", event.seat or "")
        about = ", ".join(f"{key} {names.get(str(value), value)}" for key, value in event.data.items())
        return " ".join(filter(None, (who, event.kind.replace("_", " "), about))) + "."

    def sentences(self, events: Iterable[Event], names: Names) -> list[str]:
        """A line for each thing worth telling, in order. The caller has left out what the reader may not know."""
        shown = shown_names(names)
        return [self.tell(event, shown) for event in events]

    def move(self, decision: Decision, view: View, names: Names, token: str) -> str:
        """A legal token as a label, without markup."""
        return self.declining(decision.kind) if token == PASS else token

    def declining(self, kind: str) -> str:
        """What passing means."""
        return "Pass"

    def refused(self, error: MoveError, decision: Decision, view: View, names: Names) -> str:
        """Why a move is not possible, for its own player."""
        return error.problem

    def position(self, view: View, names: Names) -> list[str]:
        """Everything that a reader may know, line by line."""
        lines = [f"## {self.title}", f"-# {self.place(view)}"]
        lines += [line for key, value in view.items() if key not in _TOLD for line in _plain(key, value, names, 0)]
        return lines

    def standing(self, standing: Mapping[str, Mapping[str, Any]], names: Names, over: bool) -> list[str]:
        """The score, a line for each player, the winner first."""
        shown = shown_names(names)
        rows = sorted(standing.items(), key=lambda row: (row[1]["rank"], row[0]))
        return [
            f"{line['rank']}. **{shown.get(seat, seat)}**"
            + "".join(f" · {key} {value}" for key, value in line.items() if isinstance(value, int) and key != "rank")
            for seat, line in rows
        ]

    def hidden_round(self, done: bool) -> str:
        """What a private round is called for those who wait: everybody chooses at once and in secret."""
        return "Everybody chooses in secret"


_TOLD = {"turn", "phase", "over", "ply", "pending", "more", "effects"}


def _plain(key: str, value: Any, names: Names, deep: int) -> list[str]:
    """Data as nested lists."""
    head = f"{'  ' * deep}- **{names.get(key, key)}**"
    if isinstance(value, Mapping) and value:
        if all(not isinstance(inner, Mapping | list) for inner in value.values()) and deep:
            return [f"{head}: {', '.join(f'{name} {inner}' for name, inner in value.items())}"]
        return [head, *(line for name, inner in value.items() for line in _plain(name, inner, names, deep + 1))]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [f"{head}: {' '.join(map(str, value)) or '–'}"]
    return [f"{head}: {'–' if value is None else value}"]
