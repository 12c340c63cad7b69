"""A Discord-compatible server on loopback, strict and able to misbehave on order, with scripted people.

It is Discord, not the bot: it knows nothing of what is played on it.
"""

from .faults import Fault, Faults
from .options import CannotDo
from .permissions import Permission
from .person import Answer, Person
from .screen import Modal, Shown
from .server import Playground

__all__ = ["Answer", "CannotDo", "Fault", "Faults", "Modal", "Permission", "Person", "Playground", "Shown"]
