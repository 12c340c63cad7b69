"""Time: one clock that everything reads, and the rows of what waits for a moment of it."""

from bot.clock.alarm import Alarm, Handler
from bot.clock.back import set_right
from bot.clock.clock import Clock, MovedClock

__all__ = ["Alarm", "Clock", "Handler", "MovedClock", "set_right"]
