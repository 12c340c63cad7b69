"""Faults in a file are said in words for its author, not in those of the library that finds them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from game.core import faults
from game.core.fields import written

ROOT = Path(__file__).parents[2]


class Inner(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    count: Annotated[int, Field(gt=0, lt=9)] = 1
    least: Annotated[int, Field(ge=1, le=5)] = 1


class Outer(Inner):
    name: Annotated[str, Field(min_length=2, max_length=4), written("[a-z]+", "a name has small letters alone")] = "any"
    part: Annotated[float, Field(allow_inf_nan=False)] = 0.5
    side: Literal["left", "right"] = "left"
    is_up: bool = True
    words: Annotated[list[str], Field(min_length=1, max_length=2)] = ["one"]
    pair: tuple[int, int] = (1, 2)
    by_name: dict[str, int] = {}
    inner: list[Inner] = []

    @model_validator(mode="after")
    def _even(self) -> Outer:
        if self.count == 8:
            raise ValueError("eight is not to be")
        return self


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"count": 0}, "count: this is not more than 0"),
        ({"count": 9}, "count: this is not less than 9"),
        ({"least": 0}, "least: this is less than 1"),
        ({"least": 6}, "least: this is more than 5"),
        ({"count": "1"}, "count: this is not a whole number"),
        ({"count": 1.5}, "count: this is not a whole number"),
        ({"name": 5}, 'name: this is not text in quotation marks, such as "..."'),
        ({"name": "A-B"}, "name: a name has small letters alone"),
        ({"name": "a"}, "name: this is too short: at least 2 characters"),
        ({"name": "abcde"}, "name: this is too long: at most 4 characters"),
        ({"part": "half"}, "part: this is not a number"),
        ({"part": float("inf")}, "part: this is not a finite number"),
        ({"side": "up"}, "side: this is none of 'left' or 'right'"),
        ({"is_up": "yes"}, "is_up: this is neither true nor false"),
        ({"words": "one"}, "words: this is not a list, such as [1, 2]"),
        ({"words": []}, "words: these are too few: at least 1"),
        ({"words": ["a", "b", "c"]}, "words: these are too many: at most 2"),
        ({"pair": 5}, "pair: this is not a list, such as [1, 2]"),
        ({"by_name": 5}, "by_name: this is not a table"),
        ({"inner": [{}, 5]}, "inner.[2]: this is not a table"),
        ({"inner": [{"cuont": 1}]}, "inner.[1].cuont: nothing is called so here"),
        ({"count": 8}, "eight is not to be"),
    ],
)
def test_each_kind_of_fault_has_words_of_our_own(data: Mapping[str, Any], said: str) -> None:
    with pytest.raises(ValidationError) as wrong:
        Outer.model_validate(data)
    assert faults.placed(wrong.value.errors()[0]) == said


def test_nothing_else_tells_what_the_library_says() -> None:
    """pydantic's message is read in one place only."""
    told = [
        str(path.relative_to(ROOT))
        for top in ("agents", "bot", "cli", "desk", "game", "storage")
        for path in (ROOT / top).rglob("*.py")
        if re.search(r"""\[["']msg["']\]""", path.read_text(encoding="utf-8"))
    ]
    assert told == ["game/core/faults.py"]
