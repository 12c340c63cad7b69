"""What is new, and what a choice would do, in sentences. Names are put in as given, without escaping."""

from __future__ import annotations

from game.core.decisions import Event
from game.core.english import listed, many
from game.core.words import Names, best, won
from game.mana_surge.boards.changes import Changes, deaths
from game.mana_surge.boards.facts import ASKS, PHASES, USUAL
from game.mana_surge.boards.ghosts import Ghost
from game.mana_surge.rules.reader import ViewReader
from game.mana_surge.rules.seats import ENOUGH, LAST_TURN


def stands(now: ViewReader, names: Names) -> str:
    """Say where the game stands and who is asked, or who has won."""
    if now.over:
        return f"The game is over, {when(now)}: {won(best(now.scores or {}, names))}."
    waiting = ", ".join(f"{names[seat]} to {ASKS[kind]}" for seat, kind in now.pending.items())
    where = "Set-up"
    if now.phase in PHASES:
        where = f"Round {now.turn} of {LAST_TURN}, {PHASES[now.phase].lower()} phase"
    left = [many(count, one) for count, one in ((now.points, "point"), (now.spawns, "spawn")) if count]
    more = f", {listed(left)} left" if left else ""
    rule = " Fierce: an attack equal to the defence kills too." if now.fierce else ""
    return f"{where}. Waiting for {waiting}{more}.{rule}"


def when(now: ViewReader) -> str:
    """Return "round 7 of 40", or for a finished game why it ended: "ten mana in round 7", "after round 40"."""
    if not now.over:
        return f"round {now.turn} of {LAST_TURN}" if now.turn else "set-up"
    ten = any(player.mana >= ENOUGH for player in now.players.values())
    return f"ten mana in round {now.turn}" if ten else f"after round {now.turn}"


def told(now: ViewReader, names: Names, new: Changes) -> list[str]:
    """Return a sentence for each thing that is new."""
    found = [_step(step, names) for step in new.steps]
    seen = {hex for step in new.steps for hex in deaths(step)}
    found += [f"{names[seat]}'s token on {hex} is gone." for hex, seat in new.gone.items() if hex not in seen]
    came = {step.data.get("hex") or step.data.get("target") for step in new.steps}
    others: dict[str, list[str]] = {}
    for hex in (hex for hex in now.troops if hex in new.fresh and hex not in came):
        others.setdefault(now.troops[hex], []).append(hex)
    found += [f"{names[seat]} now on {listed(hexes)}." for seat, hexes in others.items()]
    drawn = [step.seat for step in new.steps if step.kind == "collected"]
    rest = {seat: more - drawn.count(seat) for seat, more in new.mana.items()}
    return found + [f"{names[seat]} +{more} mana." for seat, more in rest.items() if more]


def foretold(now: ViewReader, names: Names, ghost: Ghost) -> str:
    """Say what an answer would do."""
    who = names[ghost.seat]
    match ghost.kind:
        case "colour":
            return f"{who} would play {ghost.target}."
        case "corner":
            return f"The spawner of {who} would stand on {ghost.target}, with three tokens around it."
        case "spawn":
            return f"A token of {who} would appear on {ghost.target}{_there(now, ghost.target)}."
        case "move":
            return f"{who} would move from {ghost.source} to {ghost.target}{_there(now, ghost.target)}."
    dead = [f"{names[ghost.victim]}'s token on {ghost.target}"] if ghost.kills else []
    dead += [f"{who}'s own on {ghost.source}"] if ghost.dies else []
    return (
        f"{who} would strike from {ghost.source} ({now.strength(ghost.source)}) at {ghost.target}"
        f" ({now.strength(ghost.target)}). {listed(dead, 'Nobody')} would die."
    )


def tokens(now: ViewReader, seat: str) -> list[str]:
    """List a player's tokens in hex order, each with what is special about it: "b1", "c4 (2/1)", "d4 (locked)"."""
    hexes = (hex for hex in now.board.names if now.troops.get(hex) == seat)
    return [f"{hex} ({said})" if (said := note(now, hex)) else hex for hex in hexes]


def note(now: ViewReader, hex: str) -> str:
    """Say what is special about a token on this hex: "locked", "2/1"; "" if nothing is."""
    if now.locked(hex):
        return "Pool, locked" if now.board.kind(hex) == "pool" else "locked"
    return "" if now.strength(hex) == USUAL else now.strength(hex)


def _there(now: ViewReader, hex: str) -> str:
    if now.locked(hex):
        return ", and be locked there"
    return "" if now.strength(hex) == USUAL else f", with {now.strength(hex)}"


def _step(step: Event, names: Names) -> str:
    who = names[step.seat or ""]
    match step.kind:
        case "spawned":
            return f"{who}: new token on {step.data['hex']}."
        case "moved":
            return f"{who}: {step.data['source']} to {step.data['target']}."
        case "collected":
            return f"{who} +1 mana."
    dead = [f"{names[seat]}'s token on {hex}" for hex, seat in deaths(step).items()]
    die = "die" if len(dead) > 1 else "dies"
    return f"{who}: {step.data['source']} strikes {step.data['target']}; {listed(dead)} {die}."
