"""A turn: start, move, combat, end (rulings r4 to r16)."""

from __future__ import annotations

from game.core.decisions import PASS, Question, Taken
from game.mana_surge.rules.seats import ENOUGH, LAST_TURN, SEAT_NAMES, SEATS, Seat
from game.mana_surge.rules.state import COMBAT, MOVE, OVER, START, State
from game.mana_surge.rules.tokens import between

SPAWN, STEP, ATTACK = "spawn", "move", "attack"


def begin(g: State, seat: Seat, drawn: bool = False) -> None:
    """Begin a seat's turn. Tokens that stand on abilities now count for the whole turn (ruling r5).

    `drawn` says that chance has just decided whose turn it is: the event then reveals something, so what led to it
    cannot be taken back.
    """
    own = g.troops[seat]
    g.active = seat
    g.phase = START
    g.points = 1 + (own & g.board.action).bit_count()
    g.spawns = 1 + (own & g.board.spawn).bit_count()
    g.last, g.trail = g.trail, []
    told: dict[str, object] = {"turn": g.turn, "points": g.points, "spawns": g.spawns, "opens": seat == g.first}
    g.tell("began_turn", seat, told, reveals=drawn)


def advance(g: State) -> Question | None:
    """Carry out everything that asks nobody, across phases and turns, up to the next question; return None at the end
    of the game.

    A phase without points or legal tokens ends by itself (ruling r12).
    """
    board = g.board
    while (seat := g.active) is not None:
        if g.phase == START:
            room = g.room(seat)
            if 0 < g.spawns < room.bit_count():
                return Question(seat, SPAWN, g.play.names[room])
            _fill(g, seat, room)
            g.phase = MOVE
        if g.points:
            own, occupied = g.troops[seat], g.occupied
            if g.phase == MOVE and (tokens := between(g.play.moves, own & ~board.locks, board.open & ~occupied)):
                return Question(seat, STEP, (*tokens, PASS))
            g.phase = COMBAT
            if tokens := attacks(g, seat):
                return Question(seat, ATTACK, (*tokens, PASS))
        _end(g, seat)
    return None


def attacks(g: State, seat: Seat) -> list[str]:
    """Return the attacks of a seat's tokens as they stand, if points are left (rulings r8 to r11)."""
    own = g.troops[seat]
    return between(g.play.attacks, own & ~g.board.locks, g.occupied & ~own) if g.points else []


def answer(g: State, asked: Question, token: str) -> None:
    """Carry out a legal answer."""
    seat = SEATS[asked.seat]
    if asked.kind == SPAWN:
        g.spawns -= 1
        _spawn(g, seat, token)
    elif token == PASS and asked.kind == STEP:
        g.phase = COMBAT
    elif token == PASS:
        g.points = 0
    elif asked.kind == STEP:
        _move(g, seat, token)
    else:
        _attack(g, seat, token)


def _fill(g: State, seat: Seat, room: int) -> None:
    """Place new tokens on all empty hexes around the spawner, as no choice could matter; spawns without room are lost
    (ruling r6)."""
    if not g.spawns:
        return
    for name in g.play.names[room]:
        g.taken.append(Taken(SEAT_NAMES[seat], SPAWN, name))
        _spawn(g, seat, name)
    if lost := g.spawns - room.bit_count():
        g.tell("found_no_room", seat, {"count": lost})
    g.spawns = 0


def _spawn(g: State, seat: Seat, name: str) -> None:
    g.troops[seat] |= 1 << g.board.index[name]
    g.trail.append(g.tell("spawned", seat, {"hex": name}))


def _move(g: State, seat: Seat, token: str) -> None:
    """Carry out one step of an unlocked token (ruling r7)."""
    there = g.play.ends[token]
    g.points -= 1
    g.troops[seat] ^= there.source | there.target
    source, target = there.names
    g.trail.append(g.tell("moved", seat, {"source": source, "target": target, "on": there.kind}))


def _attack(g: State, seat: Seat, token: str) -> None:
    """Carry out an attack. Tokens that die leave the board, and nobody advances (rulings r9 to r11)."""
    there = g.play.ends[token]
    victim = next(each for each in SEATS if g.troops[each] & there.target)
    g.points -= 1
    if there.outcome.target:
        g.troops[victim] ^= there.target
    if there.outcome.attacker:
        g.troops[seat] ^= there.source
    source, target = there.names
    told = {
        "source": source,
        "target": target,
        "victim": SEAT_NAMES[victim],
        "killed": there.outcome.target,
        "died": there.outcome.attacker,
        "on": there.kind,
    }
    g.trail.append(g.tell("attacked", seat, told))


def _end(g: State, seat: Seat) -> None:
    """End a turn: the Pool pays, then the game is over or the next player's turn begins (rulings r4, r13, r14, r16).

    A turn without moves and attacks gets an event of its own: nothing else would tell the others that it is over.
    """
    if all(event.kind == "spawned" for event in g.trail):
        g.tell("rested", seat, {})
    if g.troops[seat] & g.board.pool:
        g.mana[seat] += 1
        g.trail.append(g.tell("collected", seat, {"mana": g.mana[seat]}))
        if g.mana[seat] == ENOUGH:
            _over(g)
            return
    following = g.left(seat)
    if following == g.first:
        if g.turn == LAST_TURN:
            _over(g)
            return
        g.turn += 1
    begin(g, following)


def _over(g: State) -> None:
    g.phase, g.active, g.points, g.spawns = OVER, None, 0, 0
    g.tell("ended", None, {"mana": max(g.mana)})
