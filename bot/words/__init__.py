"""All words of the bot: gems, names, moves, events."""

from bot.completion import choices
from game.adepts.words.log import log, sentences
from game.core.text.parts import parts

__all__ = ["choices", "log", "parts", "sentences"]
