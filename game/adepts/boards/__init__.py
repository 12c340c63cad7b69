"""The boards of Adepts in words, made from a view, names and events, and from nothing else."""

from game.adepts.boards.board import board
from game.adepts.boards.legend import legend
from game.adepts.boards.position import position
from game.adepts.boards.queues import queues
from game.adepts.boards.scores import final, score

__all__ = ["board", "final", "legend", "position", "queues", "score"]
