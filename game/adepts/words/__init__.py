"""Adepts in words: a view's facts with names, moves, events, refusals."""
