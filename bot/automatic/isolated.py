"""What is gone over game by game: one that fails keeps no other from what it is due."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from bot.tables import Refusal
from bot.tables.errors import Elsewhere
from storage import DatabaseAway

log = logging.getLogger(__name__)


@contextmanager
def isolated(game_id: str | None) -> Iterator[None]:
    """A game that refuses, or is another process's by now, has nothing to take up; one that fails is logged, unless the
    database is away for all."""
    try:
        yield
    except (Refusal, Elsewhere):
        pass
    except DatabaseAway:
        raise
    except Exception:
        log.exception("what was left of a game when the bot went could not be taken up", extra={"game": game_id})
