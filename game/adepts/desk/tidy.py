"""Writes the numbered things of Adepts in one way: "third phase" is "phase_iii", "stages 2" "stage_2", "7 b" "7b"."""

from __future__ import annotations

import re

_ROMAN = {"1": "i", "2": "ii", "3": "iii", "4": "iv", "5": "v"}
_DIGITS = {roman: digit for digit, roman in _ROMAN.items()}
_ORDINALS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5", "last": "3", "final": "3"}
_SPLIT_ID = re.compile(r"\b(\d+) ([ab])\b(?! [a-z]+ )")
_PLAYERS = re.compile(r"\b([2-5]) ?p\b")
_NTH = re.compile(r"\b(\d)(?:st|nd|rd|th) (phase|turn|site|stage)\b")
_ORDINAL = re.compile(r"\b(first|second|third|fourth|fifth) (phase|turn|site|stage)\b|\b(last|final) (stage)\b")
_NUMBERED = re.compile(r"\b(phase|turn|site|stage)s? (\d|i{1,3}|iv|v)\b")


def tidied(text: str) -> str:
    """Return a text, given in lower case, with its numbered things written in this way."""
    text = _PLAYERS.sub(r"\1 players", text)
    text = _NTH.sub(r"\2 \1", _SPLIT_ID.sub(r"\1\2", text))
    text = _ORDINAL.sub(lambda m: f"{m[2] or m[4]} {_ORDINALS[m[1] or m[3]]}", text)
    return _NUMBERED.sub(_numbered, text)


def _numbered(match: re.Match[str]) -> str:
    place, number = match.groups()
    digit = _DIGITS.get(number, number)
    return f"{place}_{_ROMAN.get(digit, digit) if place in ('phase', 'site') else digit}"
