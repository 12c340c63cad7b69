"""A Discord-compatible server on loopback, strict and able to misbehave on demand, with scripted people.

It stands for Discord, not for the bot: it knows nothing about what is played on it.
"""

from playground.client.person import Answer, Person
from playground.client.screen import Modal, Shown
from playground.people.slash_commands import CannotDo
from playground.server import Playground
from playground.traffic.faults import Fault, Faults
from playground.world.permissions import Permission

__all__ = ["Answer", "CannotDo", "Fault", "Faults", "Modal", "Permission", "Person", "Playground", "Shown"]
