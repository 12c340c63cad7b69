"""Work sites: which are free, which groups may be assigned, and how miners come and go (rulings 10 to 19)."""

from __future__ import annotations

from tests.engine.reference.notation import GEMS, read
from tests.engine.reference.table import Group, Table

SITES = (1, 2, 3)


def barred(t: Table, me: str, gem: str) -> bool:
    """Return whether an opponent's Barrier stands before this mine (ruling 17)."""
    return any(caster != me for caster in t.lasting.barrier.get(gem, ()))


def free_sites(t: Table, me: str) -> list[tuple[str, int]]:
    """Return all work sites to which this seat may assign: any free one of any mine (ruling 10)."""
    return [(gem, site) for gem in GEMS if not barred(t, me, gem) for site in SITES if t.mines[gem].sites[site] is None]


def groups(t: Table, me: str) -> list[str]:
    """Return the groups that may be assigned: two to four miners; by an opponent's Subsidence two on a first site."""
    return [f"{gem}.{site}x{count}" for gem, site in free_sites(t, me) for count in sizes(t, me, site)]


def sizes(t: Table, me: str, site: int) -> range:
    most = 2 if site == 1 and t.lasting.subsidence - {me} else 4
    return range(2, min(most, t.players[me].miners) + 1)


def pushed_groups(t: Table, me: str) -> list[str]:
    """Return the groups that may be assigned after a Backlash push, which needs site III free and a group before it
    (ruling 15)."""
    if me not in t.lasting.backlash:
        return []
    tokens = []
    for gem in GEMS:
        _, one, two, three = t.mines[gem].sites
        if not barred(t, me, gem) and (one or two) and not three:
            after = {1: None, 2: one, 3: two}
            tokens += [f"{gem}.{site}x{n}!" for site in SITES if not after[site] for n in sizes(t, me, site)]
    return tokens


def assign(t: Table, me: str, token: str) -> None:
    """Assign a group as the token says. On work sites Tunneling gives a gem for it (ruling 18)."""
    _, gem, site, count, pushes = read(token)
    mine = t.mines[gem]
    if pushes:
        inside, one, two, _ = mine.sites
        mine.sites = [inside, None, one, two]
        t.lasting.backlash.remove(me)
    assert mine.sites[site] is None
    mine.sites[site] = Group(me, count)
    t.players[me].miners -= count
    if site and me in t.lasting.tunneling:
        t.dig(me, gem, 1)


def placed(t: Table, seat: str) -> list[str]:
    """Return the work sites where a seat has miners, as tokens."""
    return [
        f"{gem}.{site}" for gem in GEMS for site in SITES if (group := t.mines[gem].sites[site]) and group.seat == seat
    ]


def group_at(t: Table, token: str) -> Group:
    """Return the group on an occupied work site."""
    group = t.mines[read(token).gem].sites[read(token).place]
    assert group
    return group


def move_away(t: Table, token: str, count: int) -> None:
    """Take miners, or as many as there are, from an occupied work site, which may become free; they are not yet
    anywhere else."""
    group = group_at(t, token)
    group.miners -= min(count, group.miners)
    if not group.miners:
        t.mines[read(token).gem].sites[read(token).place] = None


def send_home(t: Table, token: str, count: int) -> None:
    """Let miners, or as many as there are, leave an occupied work site: they are unassigned."""
    group = group_at(t, token)
    t.players[group.seat].miners += min(count, group.miners)
    move_away(t, token, count)
