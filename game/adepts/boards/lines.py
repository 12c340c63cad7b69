"""The lines that boards share: where the game stands, mines, players."""

from __future__ import annotations

from game.adepts import texts as rulebook
from game.adepts.rules.forecast import next_miners, paid
from game.adepts.rules.gems import GEM_NAMES, LAST_TURN
from game.adepts.rules.placement import SMALLEST
from game.adepts.words.facts import Facts
from game.adepts.words.gems import adept, listed, many, mine, phase, signs

ONLOOKER = ""
"""The seat that stands for an onlooker."""


def phase_line(facts: Facts) -> str:
    """ "Turn 2 of 8 · 1️⃣ phase I, Miner Assignment"; "Turn 8 of 8 · the end" once the game is over."""
    if facts.over:
        return f"Turn {facts.turn} of {LAST_TURN} · the end"
    number = facts.phase
    return f"Turn {facts.turn} of {LAST_TURN} · {phase(number)}, {rulebook.phases()[number].name}"


def mine_lines(facts: Facts) -> list[str]:
    """All mines: each with its sites while miners are assigned and dig, else the stocks alone."""
    mines = facts.mines.values()
    if facts.phase in ("I", "II") or any(any(there.parties) for there in mines):
        return ["**Mines**", "-# gems left · who is on the sites I, II, III", *map(facts.mine_line, GEM_NAMES)]
    stocks = [f"{mine(name)} {facts.stock(name)}" for name in GEM_NAMES]
    return ["**Mines** · gems left", *(" · ".join(stocks[at : at + 2]) for at in range(0, len(stocks), 2))]


def player_lines(facts: Facts) -> list[str]:
    """Each player in turn order: mana, cards, miners; adept cards; batteries."""
    lines = ["**Players** · in turn order"]
    for seat in facts.turn_order:
        player = facts.players[seat]
        miners = f" · {miners_line(facts, seat)}" if facts.phase == "I" and player.miners else ""
        mark = "▶ " if seat in facts.pending else ""
        mana = f"{player.mana} mana{coming(facts, seat)}"
        lines.append(f"{mark}**{facts.name(seat)}** · {mana} · {many(player.hand_size, 'spell')}{miners}")
        lines += [f"-# {line}" for line in (titles_line(facts, seat), batteries_line(facts, seat)) if line]
    return lines


def miners_line(facts: Facts, seat: str) -> str:
    """What the miners that a player has off the board are for: "10 miners to assign"; "" if they are for nothing."""
    count = facts.players[seat].miners
    if not count or facts.over:
        return ""
    if facts.phase == "I" and count >= SMALLEST:
        return f"{many(count, 'miner')} to assign"
    if facts.phase in ("I", "II"):
        return f"{many(count, 'miner')} left over"
    return f"{many(next_miners(facts, seat), 'miner')} for the next turn" if facts.turn < LAST_TURN else ""


def coming(facts: Facts, seat: str) -> str:
    """ ", +9 next": what processing will pay as things stand."""
    mana = paid(facts, seat)
    return f", +{mana} next" if mana else ""


def titles_line(facts: Facts, seat: str) -> str:
    """ "Adept of 👑🧡 topaz"."""
    titles = facts.titles(seat)
    return f"Adept of {listed(map(adept, titles))}" if titles else ""


def batteries_line(facts: Facts, seat: str) -> str:
    """ "Batteries 🧡 2  ♦️ 1"."""
    levels = facts.players[seat].battery
    return f"Batteries {signs(levels)}" if any(levels.values()) else ""
