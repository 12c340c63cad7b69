"""Time: the one clock that everything reads, and the alarm that handles stored timers when they are due."""

from bot.clock.alarm import Alarm
from bot.clock.back import set_right
from bot.clock.clock import Clock, MovedClock

__all__ = ["Alarm", "Clock", "MovedClock", "set_right"]
