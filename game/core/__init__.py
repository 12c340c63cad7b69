"""What every game shares: errors, decisions and events, chance, records, the protocol and what a game declares."""

from __future__ import annotations

from game.core.decisions import Decision, Event, Question
from game.core.errors import (
    BadPosition,
    BadRecord,
    GameError,
    IllegalToken,
    MoveError,
    NotAsked,
    SetupError,
    UnreadableToken,
)
from game.core.protocol import Game

__all__ = [
    "BadPosition",
    "BadRecord",
    "Decision",
    "Event",
    "Game",
    "GameError",
    "IllegalToken",
    "MoveError",
    "NotAsked",
    "Question",
    "SetupError",
    "UnreadableToken",
]
