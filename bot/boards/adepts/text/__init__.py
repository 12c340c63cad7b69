"""The boards of Adepts in words. Everything is made from a view, names and events, and nothing else."""

from bot.boards.adepts.text.board import board
from bot.boards.adepts.text.position import position
from bot.boards.adepts.text.queues import queues
from bot.boards.adepts.text.scores import checking, final, score
from bot.words.log import log

__all__ = ["board", "checking", "final", "log", "position", "queues", "score"]
