"""The set-up: colours, corners, the first tokens, and who begins (rulings r1 to r3)."""

from __future__ import annotations

from game.core.chance import order
from game.core.decisions import Question, Taken
from game.mana_surge.rules import turn
from game.mana_surge.rules.options import SEATED
from game.mana_surge.rules.seats import COLOURS, SEAT_NAMES, SEATS, Seat
from game.mana_surge.rules.state import State

COLOUR, CORNER = "colour", "corner"


def set_up(g: State) -> None:
    """Prepare the game before its first question."""
    if g.choice == SEATED:
        for seat, colour in zip(SEATS, COLOURS, strict=True):
            _colour(g, seat, colour)


def advance(g: State) -> Question | None:
    """Carry out what leaves no choice, up to the next question; return None once the set-up is over and the first turn
    has begun."""
    while asked := _question(g):
        if len(asked.tokens) > 1:
            return asked
        g.taken.append(Taken(SEAT_NAMES[asked.seat], asked.kind, asked.tokens[0]))
        answer(g, asked, asked.tokens[0])
    g.first = order(g.seed, 0, SEATS)[0]  # the one use of chance (ruling r3)
    g.turn = 1
    turn.begin(g, g.first, drawn=True)
    return None


def _question(g: State) -> Question | None:
    if None in g.colours:
        return Question(g.colours.index(None), COLOUR, tuple(c for c in COLOURS if c not in g.colours))
    if None in g.corners:
        free = (corner for at, corner in enumerate(g.board.corners) if at not in g.corners)
        return Question(g.corners.index(None), CORNER, tuple(g.board.names[corner] for corner in free))
    return None


def answer(g: State, asked: Question, token: str) -> None:
    """Carry out the choice of a colour or a corner. With a corner come the spawner and the three tokens around it
    (ruling r2)."""
    seat = Seat(asked.seat)
    if asked.kind == COLOUR:
        _colour(g, seat, token)
        return
    at = g.board.corners.index(g.board.index[token])
    g.corners[seat] = at
    g.troops[seat] = g.board.rooms[at]
    g.tell("took_corner", seat, {"hex": token, "tokens": list(g.board.named(g.troops[seat]))})


def _colour(g: State, seat: Seat, colour: str) -> None:
    g.colours[seat] = colour
    g.tell("chose_colour", seat, {"colour": colour})
