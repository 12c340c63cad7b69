"""Going over many games so that one that fails does not stop the others."""

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
    """Run the block for one game. If the game refuses, or belongs to another process by now, it is skipped; any other
    failure is logged. Raises DatabaseAway, as that concerns all games."""
    try:
        yield
    except (Refusal, Elsewhere):
        pass
    except DatabaseAway:
        raise
    except Exception:
        log.exception("what was left of a game when the bot went could not be taken up", extra={"game": game_id})
