"""A round: a pair, who goes first, and each player's turn (rulings r5 to r19)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.core.decisions import Question, Taken
from game.spirit_ground.rules import crystals
from game.spirit_ground.rules.check import aim, order_matters, settle
from game.spirit_ground.rules.crystals import SPIRIT, Crystals
from game.spirit_ground.rules.ground import ALL, AROUND, BESIDE, BITS, INDEX, NAMES, TOPS, named, squares
from game.spirit_ground.rules.seats import ENOUGH_DEATHS, LAST_ROUND, OTHER, SEAT_NAMES, SEAT_OF, Seat
from game.spirit_ground.rules.state import (
    CHOOSE,
    ENHANCE,
    FIRST,
    ORDER,
    OVER,
    PAIR,
    PAY,
    PLACE,
    ROTATE,
    SECOND,
    TARGET,
    State,
)

DRAWN = 2
"""The crystals drawn for a relic (ruling r9)."""
DEAREST = 4
"""The cost of a shrine with no tile beside it (ruling r8)."""


def advance(g: State) -> Question | None:
    """Carry out everything that asks nobody, across turns and rounds, up to the next question; return None at the end
    of the game."""
    while True:
        step = g.step
        if step == TARGET and not _contested(g):
            continue
        if step == OVER:
            return None
        tokens = _TOKENS[step](g)
        if len(tokens) > 1:
            return Question(g.seat, step, tokens)
        g.taken.append(Taken(SEAT_NAMES[g.seat], step, tokens[0]))
        _ANSWERS[step](g, tokens[0])


def answer(g: State, asked: Question, token: str) -> None:
    """Carry out a legal answer."""
    _ANSWERS[asked.kind](g, token)


# --- what may be answered


def cost(g: State, square: int) -> int:
    """Return the cost of a shrine: one less for each tile beside it, whoever's it is (ruling r8)."""
    return max(1, DEAREST - (BESIDE[square] & g.occupied).bit_count())


def open_squares(g: State, seat: Seat) -> int:
    """Return where a seat may place a tile: free squares, and shrines that it can pay for (ruling r7)."""
    found = ALL & ~g.occupied
    energy, spirit = g.storage[seat]
    relics = g.relics
    if not relics:
        return found
    if not spirit:
        return found & ~relics
    for square in squares(relics):
        if energy + spirit < cost(g, square):
            found &= ~(1 << square)
    return found


def _pairs(g: State) -> tuple[str, ...]:
    names = g.content.pairs
    return tuple([names[pair] for pair in g.stream])


def _payments(g: State) -> tuple[str, ...]:
    energy, spirit = g.storage[g.seat]
    return crystals.payments(cost(g, _new(g)), energy, spirit)


_TOKENS: Mapping[str, Callable[[State], tuple[str, ...]]] = {
    PAIR: _pairs,
    ORDER: lambda _: SEAT_NAMES,
    PLACE: lambda g: named(open_squares(g, g.seat)),
    PAY: _payments,
    ROTATE: lambda g: g.content.tops[g.tile[_new(g)]],
    ENHANCE: lambda g: crystals.enhancements(*g.storage[g.seat]),
    TARGET: lambda g: named(g.others),
}


# --- carrying it out


def chooser(g: State) -> Seat:
    """Return the seat that chooses who goes first: the one whose tile of the pair has fewer claws, else the active
    player (ruling r6)."""
    assert g.pair is not None
    one, two = (g.content.claws[tile] for tile in g.pair)
    return g.active if one == two else Seat(int(two < one))


def _pair(g: State, token: str) -> None:
    names = g.content.pairs
    chosen = next(pair for pair in g.stream if names[pair] == token)
    g.stream = tuple([pair for pair in g.stream if pair != chosen])
    g.pair = chosen
    g.tell("chose_pair", g.active, {"pair": token})
    g.seat, g.step = chooser(g), ORDER


def _order(g: State, token: str) -> None:
    g.first = SEAT_OF[token]
    g.tell("chose_order", g.seat, {"first": token})
    g.seat, g.phase, g.step = g.first, FIRST, PLACE


def _place(g: State, token: str) -> None:
    """Place the tile on its square and take the crystals there (ruling r7)."""
    assert g.pair is not None
    seat, square, bit = g.seat, INDEX[token], BITS[token]
    tile = g.tile[square] = g.pair[seat]
    g.living[seat] |= bit
    g.newest = square
    there = g.ground[square]
    if there is not None:
        energy, spirit = g.storage[seat]
        g.storage[seat] = Crystals(energy + there.energy, spirit + there.spirit)
        g.ground[square] = None
    if g.telling:
        found = there or crystals.NONE
        told: dict[str, object] = {
            "tile": g.content.tiles[tile].id,
            "square": token,
            "energy": found.energy,
            "spirit": found.spirit,
        }
        g.tell("placed", seat, told)
    g.step = PAY if g.relics & bit else ROTATE


def _pay(g: State, token: str) -> None:
    """Pay for the shrine, take its relic, and draw two crystals (rulings r8, r9)."""
    seat, square, paid = g.seat, _new(g), crystals.read(token)
    assert paid is not None
    energy, spirit = g.supply
    g.supply = Crystals(energy + paid.energy, spirit + paid.spirit)
    drawn, g.bag = g.bag[:DRAWN], g.bag[DRAWN:]
    spirits = drawn.count(SPIRIT)
    energy, spirit = g.storage[seat]
    g.storage[seat] = Crystals(energy - paid.energy + len(drawn) - spirits, spirit - paid.spirit + spirits)
    g.relics ^= 1 << square
    g.taken_relics[seat] += 1
    g.last_relic = seat
    g.tell("paid", seat, {"square": NAMES[square], "energy": paid.energy, "spirit": paid.spirit})
    told: dict[str, object] = {
        "square": NAMES[square],
        "relics": g.taken_relics[seat],
        "energy": len(drawn) - spirits,
        "spirit": spirits,
    }
    g.tell("took_relic", seat, told, reveals=bool(drawn))
    g.step = ROTATE


def support(g: State, seat: int, square: int) -> int:
    """Return the number of the seat's living tiles around a square with an arrow that points at it (ruling r11)."""
    allies, bit = g.living[seat] & AROUND[square], 1 << square
    found, aims, tile, top = 0, g.content.aims, g.tile, g.top
    while allies:
        each = allies & -allies
        allies ^= each
        there = each.bit_length() - 1
        if aims[tile[there]][top[there]][there] & bit:
            found += 1
    return found


def _rotate(g: State, token: str) -> None:
    """Turn the tile; its allies' arrows bring energy (rulings r10, r11)."""
    square = _new(g)
    energy, spirit = g.supply
    gained = min(support(g, g.seat, square), energy)
    g.top[square] = TOPS.index(token)
    if gained:
        g.energy[square] += gained
        g.supply = Crystals(energy - gained, spirit)
    if g.telling:
        tile = g.content.tiles[g.tile[square]].id
        g.tell("turned", g.seat, {"tile": tile, "square": NAMES[square], "top": token, "support": gained})
    g.step = ENHANCE


def _enhance(g: State, token: str) -> None:
    """Put crystals from storage onto the tile, then settle who is surrounded (rulings r12, r15)."""
    square, put = _new(g), crystals.read(token)
    if put:
        energy, spirit = g.storage[g.seat]
        g.storage[g.seat] = Crystals(energy - put.energy, spirit - put.spirit)
        g.energy[square] += put.energy
        g.spirit[square] += put.spirit
        if put.total and g.telling:
            tile = g.content.tiles[g.tile[square]].id
            told: dict[str, object] = {
                "tile": tile,
                "square": NAMES[square],
                "energy": put.energy,
                "spirit": put.spirit,
            }
            g.tell("enhanced", g.seat, told)
    aim(g, square)
    if g.others or g.tries:
        g.step = TARGET
    else:
        _end_turn(g)


def _target(g: State, token: str) -> None:
    settle(g, INDEX[token])


_ANSWERS: Mapping[str, Callable[[State, str], None]] = {
    PAIR: _pair,
    ORDER: _order,
    PLACE: _place,
    PAY: _pay,
    ROTATE: _rotate,
    ENHANCE: _enhance,
    TARGET: _target,
}


def _contested(g: State) -> bool:
    """Return whether the order of the remaining targets must be chosen. If not, settle all of them and end the turn
    (ruling r16)."""
    if g.others & (g.others - 1) and order_matters(g):
        return True
    for square in squares(g.others):
        settle(g, square)
    if g.tries:
        g.tries = False
        settle(g, _new(g))
    _end_turn(g)
    return False


def _end_turn(g: State) -> None:
    """Go on to the other player's turn, or to the end of the round (ruling r5)."""
    g.others, g.tries = 0, False
    if g.phase == FIRST:
        g.phase, g.step, g.seat = SECOND, PLACE, OTHER[g.seat]
    elif why := ended(g):
        g.phase = g.step = OVER
        g.tell("ended", None, {"why": why})
    else:
        _next_round(g)


def ended(g: State) -> str:
    """Return why the game is over after this round: "deaths", "ground" or "tiles"; "" if it goes on (ruling r19)."""
    if g.deaths >= ENOUGH_DEATHS:
        return "deaths"
    free = ALL & ~g.occupied & ~g.relics
    if not free & (free - 1):
        return "ground"
    return "tiles" if not g.stream or g.turn == LAST_ROUND else ""


def _next_round(g: State) -> None:
    """Begin the next round: the other player becomes active, and a new pair joins the stream (ruling r5)."""
    one, two = g.decks
    g.turn += 1
    g.active = g.seat = OTHER[g.active]
    g.phase, g.step, g.pair, g.first = CHOOSE, PAIR, None, None
    g.tell("began_round", g.active, {"turn": g.turn})
    if one and two:
        g.stream = (*g.stream, (one[0], two[0]))
        g.decks = [one[1:], two[1:]]
        g.tell("pair_came", None, {"pair": g.content.pairs[one[0], two[0]]}, reveals=True)


def _new(g: State) -> int:
    """Return the square of the tile that is being placed."""
    assert g.newest is not None
    return g.newest
