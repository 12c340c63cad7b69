"""The only source of chance. Anybody who knows the seed can check it, in any programming language (notation,
"Chance")."""

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
    """Return the items in an order drawn from the seed; `use` is the number of this draw within the game, from 0.

    The items are sorted by the digest of ``SEED/use/index``.

    >>> order("scenario", 0, ["P1", "P2", "P3"])
    ['P2', 'P3', 'P1']
    """
    ranked = sorted(range(len(items)), key=lambda i: digest(f"{seed}/{use}/{i}"))
    return [items[i] for i in ranked]


def commitment(seed: str) -> str:
    """Return the hash that the table is shown at the start, so that the seed shown at the end can be checked (ruling
    2)."""
    return digest(seed)
