"""Adepts in words: the typed view, moves, events, refusals."""
