"""The boards of Mana Surge in words and letters. Everything is made from a view and names, and nothing else."""

from game.mana_surge.boards.legend import legend
from game.mana_surge.boards.position import lines, position, screen

__all__ = ["legend", "lines", "position", "screen"]
