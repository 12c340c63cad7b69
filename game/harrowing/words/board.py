"""The position in words: who could win next, a line for each player and each tile."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.english import listed, many
from game.core.protocol import View
from game.core.text.names import shown_names
from game.core.words import Names
from game.harrowing.boards.news import chances, claimable, sets
from game.harrowing.rules.content import BLANK, BOARD, CLASH, HIT, ROUNDS
from game.harrowing.rules.reader import Claimed, Lying, ViewReader
from game.harrowing.words import log, spells
from game.harrowing.words.terms import PHASES, PILLARS, RUNE, SIGNS, called, kept, runes


def legend() -> str:
    """Explain the signs."""
    lines = [
        f"- {runes('ABC')}: the runes; a wild tile has all three",
        f"- {' '.join(PILLARS.values())}: pillars of the players, from the first seat on",
        f"- {SIGNS['power']} power: `■` a slot with a cube, `□` an empty one; `◈` `◇` the same where it comes back"
        " at the end of the turn",
        f"- {SIGNS['lock']} locked: without this tile the field would fall apart",
        f"- {SIGNS['hit']} hit, {SIGNS['clash']} clash, {SIGNS['blank']} blank: faces of the dice",
        "- `q,r`: where a tile lies; q grows to the right, r down and to the right",
    ]
    return "\n".join(lines)


def place(now: ViewReader) -> str:
    """Say where the game stands: "Round 3 of 30 · start of the turn"."""
    if now.over:
        return f"The end, in round {now.turn}"
    if now.phase == "setup":
        return "Set-up"
    return " · ".join(filter(None, (f"Round {now.turn} of {ROUNDS}", PHASES[now.phase])))


def winning(now: ViewReader, names: Names) -> list[str]:
    """Say who could win with the next claim; empty if nobody could."""
    shown = shown_names({seat: names.get(seat, seat) for seat in now.seats})
    found = list(chances(now, shown))
    return [f"**Could win with the next claim:** {listed(found)}"] if found else []


def battle(now: ViewReader, names: Names) -> list[str]:
    """Describe the battle whose dice may be rolled again; empty if there is none."""
    if (fight := now.battle) is None:
        return []
    who = shown_names(names)
    attacker, defender = (who.get(seat, seat) for seat in (fight.attacker, fight.defender))
    mine, theirs = (now.players[seat].ether for seat in (fight.attacker, fight.defender))
    rolled = log.dice({HIT: fight.hit, CLASH: fight.clash, BLANK: fight.blank})
    sides = f"{attacker} attacks {defender} on {fight.tile}, {many(mine, 'cube')} against {theirs}"
    return [f"**Battle:** {sides}; rolled {rolled}"]


def lines(view: View, names: Names, title: str) -> list[str]:
    """Return the whole position, line by line."""
    now = ViewReader(view)
    head = [f"## {title}", f"-# {place(now)}"]
    head += winning(now, names)
    shown = shown_names({seat: names.get(seat, seat) for seat in now.seats})
    if now.active and now.phase == "act":
        head.append(f"{shown[now.active]}'s turn: {many(now.left, 'invocation')} left")
    if can := claimable(now, shown):
        head.append(can)
    head += battle(now, names)
    head.append(f"Stack {many(now.stack_size, 'tile')} ({sets(now)}) · supply {now.supply}")
    return [*head, *_players(now, names), *field(now)]


def _players(now: ViewReader, names: Names) -> Iterator[str]:
    shown = shown_names(names)
    for seat, player in now.players.items():
        count = " ".join(f"{RUNE[rune]} {count}" for rune, count in now.runes(seat).items())
        yield (
            f"{PILLARS[seat]} **{shown.get(seat, seat)}** · pool **{player.pool}** · fortress {player.fort} ·"
            f" {many(player.pillars, 'pillar')} left · {count}{' ◀' if seat in now.pending else ''}"
        )
        board = " ".join(f"{face.name} {slots(face.slots, player.power[face.source])}" for face in BOARD)
        yield f"-# {board}"
        if player.claimed:
            yield f"-# claimed: {listed(map(_claimed, player.claimed))}"


def field(now: ViewReader) -> Iterator[str]:
    """Yield the tiles with their hexes, pillars, power and locks."""
    if now.field:
        yield f"**The field** ({many(len(now.field), 'tile')}; `1,0` is right of the core, `0,1` below it to the right)"
    for lying in now.field.values():
        yield _tile(now, lying)


def _tile(now: ViewReader, lying: Lying) -> str:
    there = " ".join(f"{PILLARS[seat]}{count}" for seat, count in lying.pillars.items())
    lock = SIGNS["lock"] if lying.id in now.locked else ""
    power = slots(lying.face.slots, lying.power)
    parts = [f"`{lying.hex}` **{called(lying.face)}**", runes(lying.face.runes), there, power, lock]
    return f"- {' '.join(filter(None, parts))} · {spells.brief(lying.face)}"


def _claimed(each: Claimed) -> str:
    state = " (sealed)" if each.sealed else ""
    power = slots(each.face.slots, each.power)
    return " ".join(filter(None, (called(each.face), kept(each.face), power))) + state


def slots(printed: str, power: str) -> str:
    """Return slots as signs in inline code: "◈■□"; "" if there are none."""
    signs = {"*1": "◈", "*0": "◇", ".1": "■", ".0": "□"}
    found = "".join(signs[kind + filled] for kind, filled in zip(printed, power, strict=True))
    return f"`{found}`" if found else ""
