"""The page about tales is true."""

from __future__ import annotations

import re

from game.the_adept.tale.acting import ACTIONS, Right
from tests.imports import ROOT

PAGE = (ROOT / "docs" / "the-adept-tale.md").read_text(encoding="utf-8")
WHOSE = {"all": {Right.ANYBODY, Right.MEMBER}, "own": {Right.OWNER}, "master": {Right.MASTER}}


def test_all_actions_are_listed_with_whose_they_are() -> None:
    listed = dict[str, set[Right]]()
    for names, whose, _ in re.findall(r"^\| (`[^|]*) \| ((?:all|own|master)[^|]*) \| ([^|]*) \|$", PAGE, re.MULTILINE):
        rights = {right for word in whose.split(", ") for right in WHOSE[word]}
        listed |= dict.fromkeys(re.findall("`([a-z-]+)`", names), rights)
    assert set(listed) == set(ACTIONS)
    assert all(action.right in listed[name] for name, action in ACTIONS.items())
