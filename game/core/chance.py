"""The one source of chance: checkable by anybody who knows the seed, in any language (notation, "Chance")."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def new_seed() -> str:
    """A seed nobody can guess: 256 bits in hexadecimal."""
    return secrets.token_hex(32)


def digest(text: str) -> str:
    """The lower-case hexadecimal SHA-256 of the text in UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


def order(seed: str, use: int, items: Sequence[T]) -> list[T]:
    """The items in an order drawn from the seed; `use` counts the draws of one game from 0.

    Each item is placed by the digest of ``SEED/use/index``.

    >>> order("scenario", 0, ["P1", "P2", "P3"])
    ['P2', 'P3', 'P1']
    """
    ranked = sorted(range(len(items)), key=lambda i: digest(f"{seed}/{use}/{i}"))
    return [items[i] for i in ranked]


def commitment(seed: str) -> str:
    """What the table is shown at the start, so that the seed shown at the end can be checked (ruling 2)."""
    return digest(seed)
