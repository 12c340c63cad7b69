"""What is new and what would be, in sentences; names are put in as they are."""

from __future__ import annotations

from game.core.english import listed, many
from game.mana_surge.boards.changes import Changes, Step, deaths
from game.mana_surge.boards.facts import ASKED, PHASES, USUAL, Names, View, board, fierce, locked, strength
from game.mana_surge.boards.ghosts import Ghost
from game.mana_surge.rules.seats import ENOUGH, LAST_TURN


def stands(view: View, names: Names) -> str:
    """Where the game stands and who is asked, or who has won."""
    if view["over"]:
        best = [names[seat] for seat, line in view["scores"].items() if line["rank"] == 1]
        won = f"{listed(best)} {'wins' if len(best) == 1 else 'share the victory'}"
        return f"The game is over, {when(view)}: {won}."
    waiting = ", ".join(f"{names[seat]} {ASKED[kind]}" for seat, kind in view["pending"].items())
    where = "Set-up"
    if view["phase"] in PHASES:
        where = f"Round {view['turn']} of {LAST_TURN}, {PHASES[view['phase']].lower()} phase"
    left = [many(view[key], key[:-1]) for key in ("points", "spawns") if view[key]]
    more = f", {listed(left)} left" if left else ""
    rule = " Fierce: an attack equal to the defence kills too." if fierce(view) else ""
    return f"{where}. Waiting for {waiting}{more}.{rule}"


def when(view: View) -> str:
    """ "round 7 of 40"; of a game that is over, also why."""
    if not view["over"]:
        return f"round {view['turn']} of {LAST_TURN}" if view["turn"] else "set-up"
    ten = any(player["mana"] >= ENOUGH for player in view["players"].values())
    return f"ten mana in round {view['turn']}" if ten else f"after round {view['turn']}"


def told(view: View, names: Names, new: Changes) -> list[str]:
    """A sentence for each thing that is new."""
    found = [_step(step, names) for step in new.steps]
    seen = {hex for step in new.steps for hex in deaths(step)}
    found += [f"{names[seat]}'s token on {hex} is gone." for hex, seat in new.gone.items() if hex not in seen]
    came = {step.get("hex") or step.get("target") for step in new.steps}
    others: dict[str, list[str]] = {}
    for hex in (hex for hex in view["troops"] if hex in new.fresh and hex not in came):
        others.setdefault(view["troops"][hex], []).append(hex)
    found += [f"{names[seat]} now on {listed(hexes)}." for seat, hexes in others.items()]
    drawn = [step["seat"] for step in new.steps if step["kind"] == "collected"]
    rest = {seat: more - drawn.count(seat) for seat, more in new.mana.items()}
    return found + [f"{names[seat]} +{more} mana." for seat, more in rest.items() if more]


def foretold(view: View, names: Names, ghost: Ghost) -> str:
    """What a token would do."""
    who = names[ghost.seat]
    match ghost.kind:
        case "colour":
            return f"{who} would play {ghost.target}."
        case "corner":
            return f"The spawner of {who} would stand on {ghost.target}, with three tokens around it."
        case "spawn":
            return f"A token of {who} would appear on {ghost.target}{_there(view, ghost.target)}."
        case "move":
            return f"{who} would move from {ghost.source} to {ghost.target}{_there(view, ghost.target)}."
    dead = [f"{names[ghost.victim]}'s token on {ghost.target}"] if ghost.kills else []
    dead += [f"{who}'s own on {ghost.source}"] if ghost.dies else []
    return (
        f"{who} would strike from {ghost.source} ({strength(view, ghost.source)}) at {ghost.target}"
        f" ({strength(view, ghost.target)}). {listed(dead, 'Nobody')} would die."
    )


def tokens(view: View, seat: str) -> list[str]:
    """Where a player's tokens stand, in hex order, with what is to know of them: "b1", "c4 (2/1)", "d4 (locked)"."""
    hexes = (hex for hex in board(view).names if view["troops"].get(hex) == seat)
    return [f"{hex} ({said})" if (said := note(view, hex)) else hex for hex in hexes]


def note(view: View, hex: str) -> str:
    """What is to know of a token on this hex: "locked", "2/1"; nothing of most."""
    if locked(view, hex):
        return "Pool, locked" if board(view).kind(hex) == "pool" else "locked"
    return "" if strength(view, hex) == USUAL else strength(view, hex)


def _there(view: View, hex: str) -> str:
    if locked(view, hex):
        return ", and be locked there"
    return "" if strength(view, hex) == USUAL else f", with {strength(view, hex)}"


def _step(step: Step, names: Names) -> str:
    who = names[step["seat"]]
    match step["kind"]:
        case "spawned":
            return f"{who}: new token on {step['hex']}."
        case "moved":
            return f"{who}: {step['source']} to {step['target']}."
        case "collected":
            return f"{who} +1 mana."
    dead = [f"{names[seat]}'s token on {hex}" for hex, seat in deaths(step).items()]
    return f"{who}: {step['source']} strikes {step['target']}; {listed(dead)} {'die' if len(dead) > 1 else 'dies'}."
