"""Several things to do, of which one that fails keeps no other: what failed is raised when all have been tried."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.delivery.rest import Refused


class Failures:
    """One of them is enough to know that all is to be tried again: rather one that passes by itself than a refusal."""

    def __init__(self) -> None:
        self._problem: Exception | None = None

    @contextmanager
    def kept(self, *errors: type[Exception]) -> Iterator[None]:
        """One thing that is done within, whose failure is kept for later if it is one of these."""
        try:
            yield
        except errors as error:
            if self._problem is None or isinstance(self._problem, Refused):
                self._problem = error

    def raise_kept(self) -> None:
        """Raises what was kept, if anything was."""
        if self._problem is not None:
            raise self._problem
