"""The names of all tables."""

from __future__ import annotations

TABLES = (
    *("games", "retired_ids", "seats", "moves", "snapshots", "questions", "results", "messages", "votes", "kicked"),
    *("timers", "invitations", "tenures", "offers", "players", "meta", "lease"),
    *("tales", "tale_channels", "tale_endings", "tale_people", "tale_bases", "tale_secrets", "tale_entries"),
    *("tale_casts", "tale_notes", "tale_messages"),
)
"""Each comes after those that its rows refer to."""
MARK = "adepts_schema"
"""On PostgreSQL, the table whose one row holds the schema version; it marks a database as ours."""
