"""A second, slow implementation of the whole game, written from the rules and the rulings alone; the engine is compared
with it. Its state is a position of the notation, read by `naive`; what happens is told as in `docs/python.md`."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

from tests.harrowing import naive
from tests.harrowing.naive import BOARD, Position
from tests.second_engines import order

Told = tuple[str, str | None, dict[str, Any]]


class Asked(NamedTuple):
    """A question: whose it is, its kind, the tokens, which spell asks, and the facts about it."""

    seat: str
    kind: str
    tokens: tuple[str, ...]
    source: str
    data: dict[str, Any]


Course = Generator[Asked, str, None]
"""Something that happens, and asks on the way."""
Answered = Generator[Asked, str, str]


class _OverError(Exception):
    """Somebody has won, so nothing else happens."""


class Reference:
    """A game that waits at what is `pending`; None at its end. `told` and `taken` are what the last move led to."""

    def __init__(self, position: Position, uses: int = 2) -> None:
        """Go on from a position without a question, in `phase`; a new game has phase "setup"."""
        self.position: Position = json.loads(json.dumps(position))
        self.players: dict[str, Position] = self.position["players"]
        self.field: dict[str, Position] = self.position["field"]
        self.uses, self.source = uses, ""
        self.told: list[Told] = []
        self.taken: list[tuple[str, str, str]] = []
        self._course = self._game()
        self.pending = self._next(None)

    def play(self, token: str) -> None:
        """Answer what is pending."""
        assert self.pending is not None
        assert token in self.pending.tokens
        self.told, self.taken = [], []
        self.position["ply"] += 1
        self.pending = self._next(token)

    def _next(self, token: str | None) -> Asked | None:
        """Go on to the next question with two answers or more; None at the end."""
        p, asked = self.position, self._send(token)
        while asked and len(asked.tokens) == 1:
            [token] = asked.tokens
            self.taken.append((asked.seat, asked.kind, token))
            asked = self._send(token)
        p["stack_size"] = len(p["stack"])
        p["pending"] = {asked.seat: asked.kind} if asked else {}
        return asked

    def _send(self, token: str | None) -> Asked | None:
        try:
            return self._course.send(token)  # type: ignore[arg-type]  # None begins
        except StopIteration:
            return None

    def ask(self, seat: str, kind: str, tokens: Iterable[str], /, **data: Any) -> Answered:
        return (yield Asked(seat, kind, tuple(tokens), self.source, data))

    def tell(self, kind: str, seat: str | None, /, **data: Any) -> None:
        self.told.append((kind, seat, data))

    def drawn(self, items: Iterable[str]) -> list[str]:
        """Put things into an order by chance (notation, "Chance")."""
        use, self.uses = self.uses, self.uses + 1
        return order(self.position["seed"], use, [*items])

    def clockwise(self, seat: str) -> list[str]:
        seats = [*self.players]
        at = seats.index(seat)
        return seats[at:] + seats[:at]

    # --- spells

    def power(self, seat: str, spell: str) -> str:
        row, key = self._slots(seat, spell)
        return str(row[key])

    def fill(self, seat: str, spell: str, power: str) -> None:
        row, key = self._slots(seat, spell)
        row[key] = power

    def _slots(self, seat: str, spell: str) -> tuple[Position, str]:
        """Return where the digits of a spell stand."""
        if spell in BOARD:
            return self.players[seat]["power"], spell
        return self._tile(spell), "power"

    def _tile(self, id: str) -> Position:
        claimed = [row for player in self.players.values() for row in player["claimed"] if row["tile"] == id]
        return claimed[0] if claimed else self.field[id]

    def face(self, spell: str) -> Position:
        return BOARD[spell] if spell in BOARD else naive.printed(spell, self._tile(spell)["side"])

    def printed(self, spell: str) -> str:
        return spell if spell in BOARD else f"{spell}{self._tile(spell)['side']}"

    def owners(self, seat: str, spell: str) -> list[str]:
        """Return who owns a spell and its power: for one of a board, `seat`."""
        if spell in BOARD:
            return [seat]
        return [other for other in self.players if spell in self._owned(other)]

    def _owned(self, seat: str) -> set[str]:
        claimed = {row["tile"] for row in self.players[seat]["claimed"]}
        return naive.own(self.position, seat) | {id for id in self.field if id[1] == "o"} | claimed

    def spells(self, seat: str) -> list[str]:
        """Return the spells of a player, those of the board first."""
        sealed = {row["tile"] for row in self.players[seat]["claimed"] if row["sealed"]}
        return [*BOARD, *sorted(self._owned(seat) - sealed)]

    def in_force(self, seat: str) -> list[str]:
        kinds = {spell: self.face(spell)["kind"] for spell in self.spells(seat)}
        return [
            spell
            for spell, kind in kinds.items()
            if kind == "aura" or (kind == "ritual" and "0" not in self.power(seat, spell))
        ]

    def bonus(self, seat: str, what: str) -> int:
        return sum(int(self.face(spell).get("gives", {}).get(what, 0)) for spell in self.in_force(seat))

    # --- the game

    def _game(self) -> Course:
        p = self.position
        with suppress(_OverError):
            if p["phase"] == "setup":
                yield from self._set_up()
                p["active"], p["phase"], p["turn"] = p["first"], "start", 1
            phase = p["phase"]
            while True:
                yield from self._turn(p["active"], phase)
                following, phase = self.clockwise(p["active"])[1], "start"
                if following == p["first"]:
                    if p["turn"] == 30:
                        self._end("rounds", None)
                    p["turn"] += 1
                p["active"] = following

    def _set_up(self) -> Course:
        p = self.position
        order = self.clockwise(p["first"])[::-1]
        core = yield from self.ask(order[0], "core", ("1o", "2o", "3o", "4o"))
        self.field[core] = {"hex": "0,0", "side": 1, "pillars": {}, "power": "0" * len(self._printed_slots(core))}
        self.tell("chose_core", order[0], tile=core)
        for seat in order if len(order) < 4 else ():
            left = [str(number) for number in range(1, 5) if number not in p["sets"]]
            number = yield from self.ask(seat, "set", left)
            p["sets"] = sorted([*p["sets"], int(number)])
            self.tell("chose_set", seat, set=int(number))
        self.uses = 1
        p["stack"] = self.drawn(f"{number}{letter}" for number in p["sets"] for letter in "abcdefxyz")

    @staticmethod
    def _printed_slots(core: str) -> str:
        return str(naive.printed(core, 1).get("slots", ""))

    def _turn(self, seat: str, phase: str) -> Course:
        p = self.position
        if phase == "start":
            p["phase"], p["used"] = "start", 0
            self.tell("began_turn", seat, turn=p["turn"])
            yield from self._triggers("start", self.clockwise(seat))
        if phase != "end":
            p["phase"] = "act"
            yield from self._act(seat)
        p["phase"] = "end"
        yield from self._triggers("end", self.clockwise(seat))
        for spell in self.spells(seat):
            slots = self.face(spell).get("slots", "")
            yield from self._return(seat, spell, [at for at, slot in enumerate(slots) if slot == "*"], auto=True)

    def _act(self, seat: str) -> Course:
        p = self.position
        while True:
            most = 3 + self.bonus(seat, "invokes")
            offered = self.offered(seat)
            if p["used"] and (p["used"] >= most or not offered):
                return
            other = "pass" if p["used"] else "meditate"
            token = yield from self.ask(seat, "invoke", (*offered, other), used=p["used"], most=most)
            if token == "pass":
                return
            if token == "meditate":
                yield from self._meditate(seat)
                return
            p["used"] += 1
            yield from self._invoke(seat, token)

    def _triggers(self, when: str, seats: list[str]) -> Course:
        for seat in seats:
            moment = when if seat == seats[0] else f"others-{when}"
            done = set[str]()
            while ready := [
                spell
                for spell in self.in_force(seat)
                if spell not in done and self.face(spell).get("when") == moment and self.could(seat, spell)
            ]:
                spell = yield from self.ask(seat, "order", ready, when=moment)
                done.add(spell)
                self.tell("triggered", seat, spell=spell, face=self.printed(spell))
                yield from self._resolve(seat, spell)

    def offered(self, seat: str) -> list[str]:
        """Return what a player may invoke: a cantrip if it could do something once its cube is paid."""
        player = self.players[seat]
        if not player["pool"]:
            return []
        player["pool"] -= 1
        found = [
            spell
            for spell in self.spells(seat)
            if "0" in self.power(seat, spell)
            if self.face(spell)["kind"] == "ritual" or self.could(seat, spell)
        ]
        player["pool"] += 1
        return found

    def could(self, seat: str, spell: str) -> bool:
        return any(self.tokens(seat, spell, step, None) for step in self.face(spell).get("do", ()))

    def _invoke(self, seat: str, spell: str) -> Course:
        face, power = self.face(spell), self.power(seat, spell)
        slots = face["slots"]
        empty = sorted((slot != "*", at) for at, slot in enumerate(slots) if power[at] == "0")
        at = empty[0][1]
        self.players[seat]["pool"] -= 1
        self.fill(seat, spell, f"{power[:at]}1{power[at + 1 :]}")
        self.tell("invoked", seat, spell=spell, face=self.printed(spell), empty=len(empty) - 1)
        if face["kind"] == "cantrip":
            yield from self._resolve(seat, spell)

    def _meditate(self, seat: str) -> Course:
        player = self.players[seat]
        self.tell("meditated", seat)
        yield from self._triggers("before", [seat])
        if sealed := [row for row in player["claimed"] if row["sealed"]]:
            for row in sealed:
                row["sealed"] = False
            self.tell("unsealed", seat, tiles=sorted(row["tile"] for row in sealed))
        kept, fort = list[str](), None
        while True:
            lasting = [
                spell
                for spell in self.spells(seat)
                if self.face(spell)["kind"] == "ritual" and "1" in self.power(seat, spell) and spell not in kept
            ]
            cubes = [f"fortx{count}" for count in range(1, player["fort"] + 1)] if fort is None else []
            if not lasting and not cubes:
                break
            token = yield from self.ask(seat, "keep", (*lasting, *cubes, "pass"), kept=[*kept], fort=fort)
            if token == "pass":
                break
            if token.startswith("fort"):
                fort = int(token[5:])
            else:
                kept.append(token)
        count = player["fort"] - (fort or 0)
        player["fort"] -= count
        for spell in self.spells(seat):
            if spell not in kept:
                power = self.power(seat, spell)
                count += power.count("1")
                self.fill(seat, spell, "0" * len(power))
        player["pool"] += count
        self.tell("gathered", seat, count=count, kept=kept, fort=player["fort"])
        yield from self._triggers("after", [seat])

    def _return(self, seat: str, spell: str, slots: Iterable[int] | None = None, auto: bool = False) -> Course:
        """Return the power in some slots of a spell, or in all."""
        power = self.power(seat, spell)
        some = [at for at, digit in enumerate(power) if digit == "1" and (slots is None or at in slots)]
        if not some:
            return
        self.fill(seat, spell, "".join("0" if at in some else digit for at, digit in enumerate(power)))
        owners = self.owners(seat, spell)
        to = owners[0] if owners else None
        if len(owners) > 1:
            to = yield from self.ask(seat, "pool", owners, spell=spell, count=len(some), to=owners)
        if to:
            self.players[to]["pool"] += len(some)
        else:
            self.position["supply"] += len(some)
        self.tell("returned", seat, spell=spell, count=len(some), to=to, auto=auto)

    def _end(self, why: str, winner: str | None) -> None:
        p = self.position
        p["phase"], p["active"], p["over"] = "over", None, True
        counts = {seat: self.runes(seat) for seat in self.players}
        lines = {
            seat: (max(counts[seat].values()), len(player["claimed"]), len(naive.own(p, seat)))
            for seat, player in self.players.items()
        }
        p["scores"] = {
            seat: {
                "set": line[0],
                "claimed": line[1],
                "tiles": line[2],
                "rank": 1
                if seat == winner
                else 1 + sum(other == winner or lines[other] > line for other in lines if other != seat),
            }
            for seat, line in lines.items()
        }
        runes = "".join(rune for rune, count in counts[winner].items() if count >= 3) if winner else ""
        self.tell("ended", None, why=why, winner=winner, runes=runes)
        raise _OverError

    def runes(self, seat: str) -> dict[str, int]:
        """Return how many of a player's claimed tiles show each rune; wilds show none, nor do sealed ones."""
        shown = "".join(
            naive.printed(row["tile"], row["side"])["runes"]
            for row in self.players[seat]["claimed"]
            if not row["sealed"]
        )
        return {rune: shown.count(rune) for rune in "ABC"}

    # --- steps of spells

    def tokens(self, seat: str, spell: str, step: str, it: str | None) -> list[str]:
        """Return what a step can be answered with here and now; [""] if it asks nothing but can be done."""
        verb, *words = step.split()
        p, player = self.position, self.players[seat]
        others = [other for other in self.players if other != seat]
        some = self._sort(seat, words[0], it) if words and not words[0].isdigit() else set[str]()
        match verb:
            case "weave":
                return [""] if p["stack"] else []
            case "gain":
                return [""] if p["supply"] else []
            case "raise":
                return sorted(some) if player["pillars"] else []
            case "march":
                own = self._sort(seat, "own", None)
                return sorted(id for id in own if naive.goals(p, id, words[0]))
            case "banish":
                return [
                    f"{id}:{other}" for id in sorted(some) for other in others if other in self.field[id]["pillars"]
                ]
            case "shift":
                loose = {id for id in some if not naive.locked(p, id)}
                return sorted(id for id in loose if self._beside(seat, id, words[1]))
            case "swap":
                second = self._sort(seat, words[1], None)
                return sorted(id for id in some if second - {id})
            case "flip":
                return sorted(some)
            case "rotate":
                return naive.triples(p, some)
            case "claim":
                return naive.claimable(p, seat)
            case "muster":
                most = int(words[0]) + self.bonus(seat, "muster")
                return [str(count) for count in range(1, min(most, player["pool"]) + 1)]
            case "battle":
                return [
                    f"{id}:{other}"
                    for id in sorted(naive.tiles(p))
                    for other in others
                    if other in self.field[id]["pillars"] and player["fort"] and self._strength(seat, id)
                ]
            case "free":
                return [other for other in self.spells(seat) if other != spell and "1" in self.power(seat, other)]
            case "rout":
                return [other for other in others if self.players[other]["fort"]]
            case "seal":
                return sorted(
                    row["tile"] for other in others for row in self.players[other]["claimed"] if not row["sealed"]
                )
            case "invoke":
                return self.offered(seat)
        raise AssertionError(step)

    def _sort(self, seat: str, sort: str, it: str | None) -> set[str]:
        if sort == "it":
            return {it} & naive.tiles(self.position).keys() if it else set()
        return naive.of_sort(self.position, seat, sort)

    def _strength(self, seat: str, id: str) -> int:
        return naive.strength(self.position, seat, id) + self.bonus(seat, "strength")

    def _beside(self, seat: str, id: str, sort: str) -> list[str]:
        """Return where a tile can be moved: beside another of this sort, beside the core only if it is any."""
        core = {other for other in self.field if other[1] == "o"} if sort == "any" else set[str]()
        return naive.spots(self.position, (self._sort(seat, sort, None) | core) - {id})

    def _resolve(self, seat: str, spell: str) -> Course:
        face, printed, it = self.face(spell), self.printed(spell), None
        for place, step in enumerate(face.get("do", ())):
            tokens = self.tokens(seat, spell, step, it)
            if not tokens:
                continue
            verb, *words = step.split()
            outer, self.source = self.source, printed
            data = {"spell": spell, "it": it} | ({"beside": True} if verb == "invoke" else {})
            must = step == "raise it" or (place == 0 and face["kind"] == "cantrip" and verb not in ("muster", "battle"))
            if tokens == [""]:
                token = ""
            else:
                token = yield from self.ask(seat, verb, tokens if must else (*tokens, "pass"), **data)
            if token != "pass":
                moved = yield from self._carry_out(seat, verb, words, token)
                it = moved or it
            self.source = outer

    def _carry_out(self, seat: str, verb: str, words: list[str], token: str) -> Answered:
        """Carry out a step with its token; return the tile that it placed or moved, or ""."""
        p, player = self.position, self.players[seat]
        id, _, other = token.partition(":")
        match verb:
            case "weave":
                return (yield from self._weave(seat))
            case "gain":
                count = min(int(words[0]), p["supply"])
                p["supply"] -= count
                player["pool"] += count
                self.tell("gained", seat, count=count)
            case "raise":
                player["pillars"] -= 1
                self._stand(seat, id)
                self.tell("raised", seat, tile=id, pillars=self.field[id]["pillars"][seat])
            case "march":
                to = yield from self.ask(seat, "to", sorted(naive.goals(p, id, words[0])), tile=id)
                self._fall(seat, id)
                self._stand(seat, to)
                self.tell("marched", seat, tile=id, to=to)
            case "banish":
                self._fall(other, id)
                self.players[other]["pillars"] += 1
                self.tell("banished", seat, tile=id, seat=other)
            case "shift":
                row = self.field[id]
                spot = yield from self.ask(seat, "spot", self._beside(seat, id, words[1]), tile=id, side=row["side"])
                start, row["hex"] = row["hex"], spot
                self.tell("shifted", seat, **{"tile": id, "from": start, "hex": spot})
                return id
            case "swap":
                second = sorted(self._sort(seat, words[1], None) - {id})
                other = yield from self.ask(seat, "with", second, tile=id)
                self._lie({id: self.field[other]["hex"], other: self.field[id]["hex"]})
                self.tell("swapped", seat, **{"tile": id, "with": other})
            case "flip":
                yield from self._return(seat, id)
                row = self.field[id]
                row["side"] = 1 if id[1] in "xyz" else 3 - row["side"]
                row["power"] = "0" * len(self.face(id).get("slots", ""))
                self.tell("flipped", seat, tile=id, side=row["side"])
            case "rotate":
                yield from self._rotate(seat, token.split("+"))
            case "claim":
                yield from self._claim(seat, id)
            case "muster":
                player["pool"] -= int(token)
                player["fort"] += int(token)
                self.tell("mustered", seat, count=int(token), fort=player["fort"])
            case "battle":
                yield from self._battle(seat, id, other)
            case "free":
                yield from self._return(seat, token)
            case "rout":
                victim = self.players[token]
                count, victim["fort"] = victim["fort"], 0
                victim["pool"] += count
                self.tell("routed", seat, seat=token, count=count)
            case "seal":
                [owner] = self.owners(seat, id)
                yield from self._return(seat, id)
                self._tile(id)["sealed"] = True
                self.tell("sealed", seat, tile=id, seat=owner)
            case "invoke":
                yield from self._invoke(seat, token)
        return ""

    def _stand(self, seat: str, id: str) -> None:
        pillars = self.field[id]["pillars"]
        pillars[seat] = pillars.get(seat, 0) + 1

    def _fall(self, seat: str, id: str, count: int = 1) -> None:
        pillars = self.field[id]["pillars"]
        pillars[seat] -= count
        if not pillars[seat]:
            del pillars[seat]

    def _lie(self, hexes: dict[str, str]) -> None:
        for id, hex in hexes.items():
            self.field[id]["hex"] = hex

    def _weave(self, seat: str) -> Answered:
        p = self.position
        id = p["drawn"] = p["stack"].pop()
        self.tell("drew", seat, tile=id)
        sides = [f"{id}1"] if id[1] in "xyz" else [f"{id}1", f"{id}2"]
        side = int((yield from self.ask(seat, "side", sides, tile=id))[-1])
        standing = {other for other in self.field if other != p["claiming"]}
        spot = yield from self.ask(seat, "spot", naive.spots(p, standing), tile=id, side=side)
        p["drawn"] = None
        slots = "0" * len(naive.printed(id, side).get("slots", ""))
        self.field[id] = {"hex": spot, "side": side, "pillars": {}, "power": slots}
        self.tell("placed", seat, tile=id, side=side, hex=spot)
        return str(id)

    def _rotate(self, seat: str, ids: list[str]) -> Course:
        """With two tiles in the upper row, clockwise is left, right, lower; with one it is upper, lower right, lower
        left ("Hexes")."""
        spin = yield from self.ask(seat, "spin", ("cw", "ccw"), tiles=ids)
        at = naive.tiles(self.position)
        rows = sorted(ids, key=lambda id: (at[id][1], at[id][0]))
        if at[rows[0]][1] != at[rows[1]][1]:
            rows = [rows[0], rows[2], rows[1]]
        hexes = [self.field[id]["hex"] for id in rows]
        self._lie(dict(zip(rows, hexes[1:] + hexes[:1] if spin == "cw" else hexes[-1:] + hexes[:-1], strict=True)))
        self.tell("rotated", seat, tiles=ids, spin=spin)

    def _claim(self, seat: str, id: str) -> Course:
        p, row = self.position, self.field[id]
        p["claiming"] = id
        sorcery = self.face(id)["kind"] == "sorcery"
        self.tell("claiming", seat, tile=id, side=row["side"], sorcery=sorcery)
        if sorcery:
            yield from self._resolve(seat, id)
        yield from self._return(seat, id)
        for other, count in row["pillars"].items():
            self.players[other]["pillars"] += count
        del self.field[id]
        p["claiming"] = None
        claimed = {"tile": id, "side": row["side"], "sealed": False, "power": row["power"]}
        self.players[seat]["claimed"].append(claimed)
        self.tell("claimed", seat, tile=id, side=row["side"])
        if max(self.runes(seat).values()) >= 3:
            self._end("name", seat)

    def _battle(self, seat: str, id: str, defender: str) -> Course:
        p, sides = self.position, (self.players[seat], self.players[defender])
        strengths = self._strength(seat, id), self._strength(defender, id)
        for side, strength in zip(sides, strengths, strict=True):
            side["ether"] = min(strength, side["fort"])
            side["fort"] -= side["ether"]
        self.tell(
            "attacked",
            seat,
            tile=id,
            defender=defender,
            strength=strengths[0],
            ether=sides[0]["ether"],
            against=strengths[1],
            defending=sides[1]["ether"],
        )
        dice = self._roll(min(10, sides[0]["ether"]))
        self.tell("rolled", seat, dice=dice)
        rerolls = self.bonus(seat, "reroll")
        while True:
            counts = {face: dice.count(face) for face in ("hit", "clash", "blank")}
            p["battle"] = {"tile": id, "attacker": seat, "defender": defender, **counts, "rerolls": rerolls}
            if not rerolls or counts["hit"] == len(dice):
                break
            token = yield from self.ask(seat, "reroll", _rerolls(counts), **counts, rerolls=rerolls)
            if token == "pass":
                break
            again = {"clash": 0, "blank": 0} | {
                face: int(count) for face, count in (part.split("x") for part in token.split("+"))
            }
            for face, count in again.items():
                for _ in range(count):
                    dice.remove(face)
            rolled = self._roll(sum(again.values()))
            dice, rerolls = dice + rolled, rerolls - 1
            self.tell("rerolled", seat, again=again, dice=rolled)
        p["battle"] = None
        hits = max(0, counts["hit"] + self.bonus(seat, "hits") - self.bonus(defender, "ward"))
        clashes, row = counts["clash"], self.field[id]
        lost = [min(count, side["ether"]) for side, count in zip(sides, (clashes, hits + clashes), strict=True)]
        for side, count in zip(sides, lost, strict=True):
            side["pool"] += count
            side["fort"] += side["ether"] - count
            side["ether"] = 0
        fallen = min(hits + clashes - lost[1], row["pillars"][defender])
        sides[1]["pillars"] += fallen
        self._fall(defender, id, fallen)
        self.tell(
            "fought",
            seat,
            tile=id,
            defender=defender,
            hits=hits,
            clashes=clashes,
            lost=lost[0],
            taken=lost[1],
            pillars=fallen,
        )

    def _roll(self, count: int) -> list[str]:
        faces = ("hit", "hit", "clash", "clash", "clash", "blank")
        return [self.drawn(faces)[0] for _ in range(count)]


def _rerolls(counts: dict[str, int]) -> list[str]:
    """Return which dice may be rolled again, by clashes, then blanks."""
    found = []
    for clash in range(counts["clash"] + 1):
        for blank in range(counts["blank"] + 1):
            parts = [f"clashx{clash}"] * bool(clash) + [f"blankx{blank}"] * bool(blank)
            found += ["+".join(parts)] if parts else []
    return [*found, "pass"]


def new(players: int, seed: str) -> Reference:
    """Set a new game up (rulings r1 to r3)."""
    seats = [f"P{number}" for number in range(1, players + 1)]
    first = order(seed, 0, seats)[0]
    second = seats[(seats.index(first) + 1) % players]
    pools = {seat: 6 if players == 2 and seat == second else 5 for seat in seats}
    position: Position = {
        "turn": 0,
        "phase": "setup",
        "first": first,
        "active": None,
        "over": False,
        "ply": 0,
        "seed": seed,
        "sets": [1, 2, 3, 4] if players == 4 else [],
        "used": 0,
        "supply": 80 - sum(pools.values()),
        "stack": [],
        "stack_size": 0,
        "drawn": None,
        "claiming": None,
        "battle": None,
        "field": {},
        "players": {
            seat: {
                "pool": pools[seat],
                "fort": 0,
                "ether": 0,
                "pillars": 10,
                "power": {name: "0" * len(row["slots"]) for name, row in BOARD.items()},
                "claimed": [],
            }
            for seat in seats
        },
        "pending": {},
    }
    return Reference(position)
