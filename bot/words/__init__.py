"""All words of the bot: gems, names, moves, events."""

from bot.words.choices import choices
from bot.words.log import log, sentences
from bot.words.parts import parts

__all__ = ["choices", "log", "parts", "sentences"]
