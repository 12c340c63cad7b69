"""People: who plays which character, and who is a game master."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from game.core.aids.signature import Values
from game.core.aids.stage import Act, Step, Verb
from game.core.errors import Refused
from game.core.layout import Choice, Component, Panel, People, Style, framed, rows, text
from game.the_adept.stage.buttons import back, goes
from game.the_adept.stage.mastering.masters import MasterRoom, done, nowhere, seated
from game.the_adept.stage.room import Seen, is_master
from game.the_adept.stage.selecting import select
from game.the_adept.stage.wording import fitted, named
from game.the_adept.tale.state import Character

_MEMBERS, _NAMES = 2500, 400
"""The most characters of the list of people, and of the names of one person's characters."""


class PeopleRoom(MasterRoom):
    name = "people"
    commands: ClassVar = ()

    def inside(self, seen: Seen, rest: str) -> Panel:
        part, _, about = rest.partition("/")
        match part:
            case "":
                return _people(seen)
            case "give":
                return _giving(seen, about)
            case "kick":
                return _kicking(seen, about)
        raise nowhere(rest)

    def pressed(self, seen: Seen, rest: str, values: Values) -> Step:
        part, _, about = rest.partition("/")
        value = str(values.get("value", ""))
        match part:
            case "choose":
                return Step(show=f"people/give/{value}")
            case "to":
                return done(seen, Act("give", {"character": about, "member": seated(seen, value)}), show="people")
            case "master":
                return done(seen, Act("appoint", {"member": seated(seen, value)}), show="people")
            case "dismiss":
                return done(seen, Act("appoint", {"member": value, "gm": False}), show="people")
            case "out":
                return Step(show=f"people/kick/{value}")
            case "kicked":
                return kicked(seen, about, "people")
            case "back":
                return readmitted(seen, value, "people")
            case "mine":
                return done(seen, Act("give", {"character": about}), show="people")
        self.inside(seen, rest)
        return Step(show=self.at(rest))


def _people(seen: Seen) -> Panel:
    state = seen.tale.state
    lines = [
        f"**{named(each.name)}**{' (game master)' * each.gm}: {_theirs(seen, id)}" for id, each in state.members.items()
    ]
    orphans = [named(name) for name, each in state.characters.items() if each.owner not in state.members]
    orphaned = f"Played by game masters: {_listed(orphans)}" if orphans else ""
    parts: list[Component] = [text("**People**", *fitted(lines, _MEMBERS), orphaned)]
    if state.characters:
        choices = [Choice(name, name, _whose(seen, each)) for name, each in state.characters.items()]
        parts.append(select(seen, "people/choose", choices, "Give a character to somebody"))
    parts.append(People(seen.place, Verb.CHOSEN, "Make somebody a game master too", rest="people/master"))
    masters = [Choice(id, each.name) for id, each in state.members.items() if each.gm]
    if len(masters) > 1:
        parts.append(select(seen, "people/dismiss", masters, "Game master no longer"))
    if players := [Choice(id, each.name) for id, each in state.members.items() if not each.gm]:
        parts.append(select(seen, "people/out", players, "Put somebody out of the tale"))
    if state.kicked:
        out = [Choice(id, name) for id, name in state.kicked.items()]
        parts.append(select(seen, "people/back", out, "Let somebody in again"))
    return framed(*parts, *rows([back(seen, "gm")]))


def _theirs(seen: Seen, id: str) -> str:
    return _listed(map(named, seen.tale.state.played_by(id))) or "nobody"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(fitted(names, _NAMES))


def _whose(seen: Seen, character: Character) -> str:
    member = seen.tale.state.members.get(character.owner)
    return f"played by {member.name}" if member else "played by game masters"


def _giving(seen: Seen, name: str) -> Panel:
    found = seen.tale.state.characters.get(name)
    if found is None:
        raise Refused("unknown", "this character is there no more")
    words = f"**{named(name)}** is {named(_whose(seen, found))}. Who plays it from now on?"
    whom = People(seen.place, Verb.CHOSEN, "Somebody at the table", rest=f"people/to/{name}")
    return framed(text(words), whom, *rows([goes(seen, "Game masters", f"people/mine/{name}"), back(seen, "people")]))


def _kicking(seen: Seen, id: str) -> Panel:
    name = named(seen.tale.state.members[seated(seen, id)].name)
    words = (
        f"Put **{name}** out of the tale? Their characters are game masters' then, and a character that they are making"
        " goes. They sit down again only if a game master lets them in."
    )
    sure = goes(seen, "Put them out", f"people/kicked/{id}", Style.DANGER)
    return framed(text(words), *rows([sure, back(seen, "people")]))


def kicked(seen: Seen, id: str, show: str) -> Step:
    """Return the step by which a master puts somebody out. Raises Refused."""
    return done(seen, Act("kick", {"member": seated(seen, id)}), show=show)


def readmitted(seen: Seen, id: str, show: str) -> Step:
    """Return the step by which a master, or whoever manages the channel, lets somebody in again. Raises Refused."""
    out = seen.tale.state.kicked
    if id not in out:
        told = f"only who was put out is let in again: {_listed(map(named, out.values()))}"
        raise Refused("unknown", told if out else "nobody was put out of this tale")
    by = {"by": seen.name} if seen.manager and not is_master(seen) else {}
    return done(seen, Act("readmit", {"member": id, **by}), show=show)
