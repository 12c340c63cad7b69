"""Does several things although some fail: a failure is raised only when all have been tried."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.delivery.rest import Refused


class Failures:
    """Keeps one failure of several, which is enough to have everything tried again. A temporary failure is preferred to
    `Refused`."""

    def __init__(self) -> None:
        self._problem: Exception | None = None

    @contextmanager
    def kept(self, *errors: type[Exception]) -> Iterator[None]:
        """Run the block, and keep its failure for later if it is one of these errors."""
        try:
            yield
        except errors as error:
            if self._problem is None or isinstance(self._problem, Refused):
                self._problem = error

    def raise_kept(self) -> None:
        """Raise the failure that was kept, if there is one."""
        if self._problem is not None:
            raise self._problem
