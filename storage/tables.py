"""The tables there are."""

from __future__ import annotations

TABLES = (
    *("games", "retired_ids", "seats", "moves", "snapshots", "questions", "results", "messages", "votes", "kicked"),
    *("timers", "invitations", "tenures", "offers", "players", "meta", "lease"),
)
"""Each after those that its rows refer to."""
