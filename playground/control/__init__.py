"""The control API under /playground, for the page and other processes: people, the world, log, faults and the bot."""

from playground.control.bot import mount as mount_bot
from playground.control.faults import mount as mount_faults
from playground.control.log import mount as mount_log
from playground.control.people import mount as mount_people
from playground.control.world import mount as mount_world

__all__ = ["mount_bot", "mount_faults", "mount_log", "mount_people", "mount_world"]
