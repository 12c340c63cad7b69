"""Mana Surge in words: questions, moves, events, positions, scores."""
