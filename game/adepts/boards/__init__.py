"""The boards of Adepts in words. Everything is made from a view, names and events, and nothing else."""

from game.adepts.boards.board import board
from game.adepts.boards.legend import legend
from game.adepts.boards.position import position
from game.adepts.boards.queues import queues
from game.adepts.boards.scores import checking, final, score
from game.adepts.words.log import log

__all__ = ["board", "checking", "final", "legend", "log", "position", "queues", "score"]
