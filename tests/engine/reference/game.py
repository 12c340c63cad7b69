"""A whole game: setting up, eight turns, the score (rulebook, "Setup" and "Game End"), and its position in JSON."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from tests.engine.reference.notation import GEMS, Pending, Play, in_order
from tests.engine.reference.payment import number
from tests.engine.reference.phases import assignment, casting, processing, production, research, titles
from tests.engine.reference.table import MAJOR, NOTHING, Group, Mine, Player, Table, digest, value

A_SIDES = {
    "first-game": {1, 2, 5, 7, 8, 11, 12, 13, 16, 20},
    "ivory-tower": {*range(1, 21)},
    "battlefield": set[int](),
    "two-players": {2, 3, 4, 8, 10, 11, 13, 14, 19, 20},
    "five-players": {1, 2, 6, 7, 8, 9, 12, 15, 17, 18},
}
COPIES = {"rulebook": (4, 3, 3, 3, 2), "digital": (4, 4, 3, 3, 2)}
"""Of the five numbers of a phase (rulings, "Copies")."""

TRACK = (0, 1, 2, 4, 7, 10, 13, 16, 18, 19, 20)
"""What a battery of level 0 to 10 is worth at the end (rulings, "Battery track")."""


ACTIONS = {"I": assignment, "II": production, "III": research, "IV": titles, "V": processing}
"""What follows casting in each phase."""


class Reference:
    """A game that waits at what is `pending`. Its `table` may be altered before it is begun."""

    def __init__(self, players: int, spells: str | Sequence[str], deck: str, seed: str) -> None:
        self.deck, self.pending = deck, Pending()
        self.table = set_up(players, sides(spells, seed), deck, seed)

    def begin(self) -> None:
        """Begin the table's phase, and go on to the first question."""
        self._course = turns(self.table)
        self._go_on(None)

    def play(self, seat: str, token: str) -> None:
        """Go on to the next question; after the last nothing is pending."""
        assert token in self.pending[seat].tokens
        self.table.ply += 1
        self._go_on((seat, token))

    def _go_on(self, answer: tuple[str, str] | None) -> None:
        """Go on to a question that must be put to somebody: a choice with one option is `taken`, except casting (ruling
        4)."""
        self.pending, self.taken = Pending(), list[tuple[str, str, str]]()
        with suppress(StopIteration):
            asked = self._course.send(answer)  # type: ignore[arg-type]  # None begins
            while only := [seat for seat, (kind, tokens) in asked.items() if len(tokens) == 1 and kind != "cast"]:
                kind, [token] = asked[only[0]]
                self.taken.append((only[0], kind, token))
                asked = self._course.send((only[0], token))
            self.pending = asked

    def position(self) -> dict[str, Any]:
        """Return the whole position but `effects` and `more` (notation, "Position")."""
        t = self.table
        return {
            "turn": t.turn,
            "phase": t.phase,
            "step": t.step,
            "first": t.first,
            "over": bool(t.scores),
            "ply": t.ply,
            "seed": t.seed,
            "spells": [*t.spells],
            "deck": self.deck,
            "mines": {gem: _mine(mine, t.lasting.barrier.get(gem, [])) for gem, mine in t.mines.items()},
            "players": {seat: {**vars(player), "hand_size": len(player.hand)} for seat, player in t.players.items()},
            "adepts": t.adepts,
            "library": t.library,
            "library_size": len(t.library),
            "discard": t.discard,
            "processing": t.processing,
            "pending": {seat: question.kind for seat, question in self.pending.items()},
            **({"scores": t.scores} if t.scores else {}),
        }

    def anything_in_force(self) -> bool:
        """Return whether anything that a spell or an adept has done lasts."""
        return self.table.lasting != NOTHING

    def view(self, viewer: str | None) -> dict[str, Any]:
        """Return the position as a seat, or an onlooker, may see it: cards of others, the library and the seed are
        hidden (ruling 3), and during research also what others have done in it (notation, "Research")."""
        position = self.position()
        del position["seed"], position["library"]
        hidden = [seat for seat in self.table.seats if seat != viewer]
        for seat in hidden:
            del position["players"][seat]["hand"], position["players"][seat]["drawn"]
        if before := self.table.before_research:
            position["ply"] = before.ply
            for seat in hidden:
                position["players"][seat]["hand_size"] = before.hand_sizes[seat]
            position["pending"] |= dict.fromkeys(position["pending"].keys() & hidden, "research")
        return position


def _mine(mine: Mine, barrier: list[str]) -> dict[str, Any]:
    inside, *sites = map(_group, mine.sites)
    return {"stock": mine.stock, "inside": inside, "sites": sites, "barrier": barrier}


def _group(group: Group | None) -> list[str | int] | None:
    return [group.seat, group.miners] if group else None


def sides(spells: str | Sequence[str], seed: str) -> tuple[str, ...]:
    """Return the twenty spells of a selection of the rulebook, of a `random` one (notation, "Chance"), or those that
    the table has chosen."""
    if not isinstance(spells, str):
        return tuple(in_order(spells))
    numbers = range(1, 21)
    random = {n for n in numbers if digest(f"{seed}/spells/{n}")[0] in "01234567"}
    a_sides = random if spells == "random" else A_SIDES[spells]
    return tuple(f"{n}A" if n in a_sides else f"{n}B" for n in numbers)


def full_deck(spells: tuple[str, ...], deck: str) -> list[str]:
    """Return all cards in number order, copies side by side."""
    return [spell for spell in spells for _ in range(COPIES[deck][(number(spell) - 1) % 5])]


def set_up(players: int, spells: tuple[str, ...], deck: str, seed: str) -> Table:
    """Return the table before turn 1 (rulebook, "Setup"; notation, "Chance")."""
    seats = tuple(f"P{n + 1}" for n in range(players))
    mines = {gem: Mine(players * (4 if gem in MAJOR else 5)) for gem in GEMS}
    t = Table(seed, seats, spells, mines, {seat: Player() for seat in seats})
    t.first = t.order(seats)[0]
    t.library = t.order(full_deck(spells, deck))
    for seat in t.turn_order():
        t.take(seat, t.deal(2))
    return t


def turns(t: Table) -> Play[None]:
    """Play from the beginning of the table's phase, and count. Turn 1 has no casting in phases I and II, phase IV never
    has (ruling 5)."""
    phases = [*ACTIONS]
    while True:
        for phase in phases[phases.index(t.phase) :]:
            t.phase = phase
            if phase in ("III", "V") or (phase != "IV" and t.turn > 1):
                yield from casting(t)
            yield from ACTIONS[phase](t)
            t.end_phase()
        if t.turn == 8:
            break
        t.turn += 1
        t.first = t.turn_order()[1]
        t.phase = "I"
        if ruby := t.adepts["ruby"]:
            t.players[ruby].miners += 2  # until the end of phase II (ruling 12)
    t.step = "over"
    count(t)


def count(t: Table) -> None:
    """Count half the face mana left in each queue, then the batteries (ruling 33)."""
    for seat, player in t.players.items():
        leftover = sum(sum(player.queue[gem]) * value(gem) for gem in GEMS) // 2
        player.mana += leftover
        battery = {gem: TRACK[player.battery[gem]] for gem in GEMS}
        total = player.mana + sum(battery.values())
        t.scores[seat] = {"processed": player.mana, "leftover": leftover, "battery": battery, "total": total}
    by = {seat: (line["total"], line["processed"]) for seat, line in t.scores.items()}
    for seat, line in t.scores.items():
        line["rank"] = 1 + sum(other > by[seat] for other in by.values())
