"""Adepts on a terminal."""
