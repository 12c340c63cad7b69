"""The rules desk: finds and shows what people look up in the rules. Knows no Discord.

`search` finds entries, `hit` is one of them by its reference, `complete` suggests them; `card`, `adept`, `phase` and
`answer` are their pages. `now` says where a spell applies in a running game, to its holder only. `warm` builds the
index, which else the first search does.
"""

from __future__ import annotations

from desk.completion import complete
from desk.holder import now
from desk.index import warm
from desk.pages import Note, Page, adept, answer, card, phase
from desk.ranking import Hit, hit, search

__all__ = ["Hit", "Note", "Page", "adept", "answer", "card", "complete", "hit", "now", "phase", "search", "warm"]
