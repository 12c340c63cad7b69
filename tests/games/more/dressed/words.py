"""The race in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.decisions import PASS, Decision, Event
from game.core.english import many
from game.core.protocol import View
from game.core.words import Names, Words


class RaceWords(Words):
    """What the plain words cannot know: how people speak of bids, steps and cards."""

    secret_about = "All bid at once, each in secret."
    done = "You have bid"

    def place(self, view: View) -> str:
        return "The end" if view["over"] else f"Round {view['turn']}"

    def question(self, decision: Decision, names: Names) -> str:
        return "What do you write on your slip?" if decision.kind == "bid" else decision.text

    def tell(self, event: Event, names: Names) -> str:
        who, data = names.get(event.seat or "", ""), event.data
        match event.kind:
            case "dealt":
                return f"{who} drew the {data['card']}."
            case "chose":
                return f"{who} wrote {many(data['coins'], 'coin')} on a slip."
            case "bid":
                return f"{who} bid {many(data['coins'], 'coin')}."
        return f"{who} ran {many(data['steps'], 'step')}."

    def move(self, decision: Decision, view: View, names: Names, token: str) -> str:
        if decision.kind == "bid":
            return many(int(token.removeprefix("bid:")), "coin")
        return {"walk": "Walk two steps", "jump": "Jump, up to five steps", PASS: "Stay"}[token]

    def kept(self, events: Iterable[Event]) -> str:
        """Say what the player has bid; after an undo there may be two events, and the newest counts."""
        coins = [event.data["coins"] for event in events if event.kind == "chose"]
        return f"you bid {many(coins[-1], 'coin')}" if coins else "you have bid"
