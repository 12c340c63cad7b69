"""Ten thousand random actions at a table: the state stays within the rules, and refused actions change nothing."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from game.core.errors import BadArguments, Refused
from game.the_adept.rules.challenges import CHALLENGE
from game.the_adept.rules.dice import Die, pool_of, written
from game.the_adept.rules.doom import SPENDS
from game.the_adept.rules.sheet import validate
from game.the_adept.rules.traits import APPROACHES, MOVES, STRESS
from game.the_adept.tale import Tale, honest
from game.the_adept.tale.acting import ACTIONS
from game.the_adept.tale.actions.creation import left
from game.the_adept.tale.actions.turns import following
from game.the_adept.tale.honest import faults
from game.the_adept.tale.state import State
from game.the_adept.tale.view import dice, log, status, view
from tests.the_adept.tale.tables import ANA, BEN, CEM, GM, PLAYERS, sheet, table

RUNS, SEED = 10_000, 21
WHO = [GM, GM, GM, ANA, BEN, CEM, "stranger"]
WORDS = ["Fog", "Rope", "Gate", "Storm", "Siege", "Ogre"]
GMCS = ["Lich", "Spy"]
PICKS = [
    "approach.wits", "move.defend", "magic.will.telekinesis", "distinction.trait!", "asset.Fog", "signature.Staff",
    "+d8",
]  # fmt: skip
ZU = sheet("Zu")
NEVER = ("end", "leave", "kick", "readmit", "appoint", "install", "retire", "give", "next-stage", "finish", "fill")
"""Actions that would end the test too soon, or need much preparation; each has tests of its own."""


def some(rng: Random, tale: Tale, name: str) -> Any:
    """Return a value for an argument of this name, mostly a valid one."""
    state = tale.state
    die = rng.choice([str(die) for die in Die])
    part = written(rng.sample(pool_of(state.doom, none=True), min(len(pool_of(state.doom, none=True)), 1)))
    latest = next(reversed([*state.rolls.values()]), None)
    values: dict[str, list[Any]] = {
        "character": [*PLAYERS.values()],
        "pool": ["2d6", "d8 d10", written(rng.choices([*Die], k=4))],
        "picks": [rng.sample(PICKS, 2), rng.sample(PICKS, 4)],
        "type": [*STRESS],
        "hits": [[die], ["up"], [die, "up"]],
        "hit": [die, "up"],
        "name": WORDS,
        "harm": ["Wound", "Fear", "injured"],
        "gmc": ["", "", "", "", *GMCS],
        "traits": [{"Cunning": die}, {"Bone": die, "Dread": "d4"}],
        "names": [{"Bel": "Hers"}],
        "more": [{"Bel": 2}],
        "dice": [part, "2d12", f"3{die}"],
        "die": [die],
        "take": [part, latest.hitches if latest else "-", die],
        "spend": [*SPENDS],
        "least": [die],
        "how": ["as-is", "split", "combine"],
        "by": [1, -1, 3],
        "what": [*STRESS, *WORDS],
        "total": [rng.randint(0, 24)],
        "difficulty": [rng.randint(0, 24)],
        "effect": [die],
        "hitches": [0, 1, 2],
        "to": [*PLAYERS.values(), *GMCS],
        "challenge": WORDS,
        "boss": WORDS,
        "crisis": WORDS,
        "complication": ["Lost", "Late"],
        "kind": ["action", "rest", "tag", "bridge"],
        "lasts": ["scene", "session"],
        "dropped": ["Staff"],
        "record": ["One", "Two"],
        "records": [["One"], ["One", "Two"]],
        "advance": ["move d6", "approach d10", "specialty d6"],
        "path": ["moves.unleash", "approaches.flair", "specialties.Chess", "magic.will.time", "signature.Staff"],
        "value": ["d6", "d10"],
        "xp": [0, 20],
        "rolls": [list(state.rolls)[-2:]],
        "option": [1, 2],
        "keep": [2, 3],
        "effects": [1, 2],
        "roll": list(state.rolls)[-3:] or [""],
        "against": list(state.rolls)[-3:] or [""],
        "text": ["psst"],
        "sheet": [ZU],
        "set": [{"moves.assess": die}],
        "drop": [["notes"]],
        "power": ["d8"],
        "aether": ["mana", "prana"],
        "cap": ["d8"],
        "method": ["", "spellcasting", "craft"],
        "paid": [0, 1],
        "extra": [0, 1],
        "rounds": [1, 3],
        "why": ["so"],
        "part": ["approaches", "moves"],
        "order": [rng.sample(APPROACHES, 6), rng.sample(MOVES, 6)],
        "array": [1, 2, 3],
    }
    return rng.choice(values[name]) if name in values else rng.random() < 0.5


def given(rng: Random, tale: Tale, action: str) -> dict[str, Any]:
    state = tale.state
    if action == "extend":
        assets = [(name, key) for name, each in state.characters.items() for key in each.sheet.get("assets", {})]
        name, key = rng.choice(assets or [("Iltani", "Fog")])
        return {"character": name, "name": key, "lasts": rng.random() < 0.5, "open": rng.random() < 0.5}
    if action in ("drop", "replace") and rng.random() < 0.8:
        return {"character": "Iltani", "name": "Staff"} if action == "drop" else {
            "character": "Iltani", "dropped": "Staff", "names": [f"Wand {len(tale.log)}"],
        }  # fmt: skip
    if action == "hero" and state.rolls:
        mine = [id for id, roll in state.rolls.items() if roll.character and roll.success is None]
        return {"roll": rng.choice(mine or [""]), "dice": rng.choice(["d4", "d6"])}
    if action == "spread":
        heroic = [id for id, roll in state.rolls.items() if roll.success and roll.heroic]
        return {"roll": rng.choice(heroic or [""])}
    if action == "take-back":
        return {"roll": next((id for id, roll in state.rolls.items() if roll.ones != "-" and roll.success is None), "")}
    if action in ("gmc", "appear", "depart", "hurt", "soothe", "revive"):
        found = state.gmcs.get(name := rng.choice(GMCS))
        harm = rng.choice(["injured", "Rope", *((*found.stress, *found.complications) if found else ())])
        ways = {
            "gmc": {"name": name, "traits": some(rng, tale, "traits")},
            "hurt": {"gmc": name, "harm": harm, "hits": some(rng, tale, "hits")},
            "soothe": {"gmc": name, "harm": harm},
            "revive": {"gmc": name},
        }
        return ways.get(action, {"name": name})
    if action in ("hand", "acted") and rng.random() < 0.5:
        return {"to": some(rng, tale, "to")} if action == "hand" else {}
    if action == "spend" and rng.random() < 0.3:
        bought = {"spend": rng.choice(["gmc", "interrupt"]), "name": rng.choice(GMCS)}
        return {**bought, "dice": some(rng, tale, "take"), "hidden": rng.random() < 0.3}
    if action == "assail":
        name, whom = next(((key, each.target) for key, each in state.challenges.items() if each.target), ("Gate", ""))
        theirs = [id for id, each in state.rolls.items() if each.character == whom and each.success is None]
        return {"challenge": name, "theirs": rng.choice([*theirs, ""])}
    if action in ("hand", "acted", "challenge-acts", "hit") and state.challenges:
        name, challenge = next(iter(state.challenges.items()))
        left = [each for each in state.characters if each not in challenge.done or challenge.challenge_done]
        hit = {"name": name, "hits": [f"d4>{pool_of(challenge.pool)[-1]}"]}
        turns: dict[str, dict[str, Any]] = {"hit": hit, "hand": {"challenge": name, "to": rng.choice(left or ["Bel"])}}
        return turns.get(action, {"challenge": name})
    if action in ("opportunity", "hitch"):
        hitches = {
            id: roll
            for id, roll in state.rolls.items()
            if roll.hitches != "-" and (roll.character if action == "hitch" else roll.opposes)
        }
        id, roll = next(iter(hitches.items()), ("", None))
        take = roll.hitches.split()[0][-2:] if roll else "d4"
        stressed = [*state.characters["Bel"].sheet.get("stress", {})]
        who = {"character": "Bel", "what": rng.choice(stressed or ["Fog"])} if action == "opportunity" else {}
        return {"take": take, "roll": id, **who} | ({"complication": "Late"} if not who and rng.random() < 0.5 else {})
    if action == "ease":
        stressed = [(name, type) for name, each in state.characters.items() for type in each.sheet.get("stress", {})]
        return dict(zip(("character", "type"), rng.choice(stressed or [("Bel", "injured")]), strict=True))
    if action == "roll" and rng.random() < 0.5:
        against = rng.choice(["", "", "7", f"#{next(reversed([*state.rolls]), '')}"])
        whose: dict[str, Any] = rng.choice([{"opposes": True}, {"character": rng.choice([*PLAYERS.values()])}, {}])
        return {"pool": some(rng, tale, "pool"), "secret": rng.random() < 0.3, "against": against, **whose}
    if action == "recover":
        name, character = rng.choice([*state.characters.items()])
        what = [*character.sheet.get("stress", {}), *character.sheet.get("complications", {})]
        values = {key: some(rng, tale, key) for key in ("total", "difficulty", "effect", "hitches")}
        return {"character": name, "what": rng.choice(what or ["Lost"]), **values}
    if action == "tend":
        hurt = [(name, each) for name, each in state.characters.items() if each.sheet.get("stress")]
        name, character = rng.choice(hurt or [*state.characters.items()])
        harm = rng.choice([*character.sheet.get("stress", {}), "Lost"])
        return {"character": rng.choice([*state.characters]), "patient": name, "what": harm, "doom": rng.random() < 0.3}
    if action == "call":
        return {"character": some(rng, tale, "character"), "record": "One"}
    if action == "end-session":
        return {"name": "One", "xp": 30}
    chosen = {}
    for name, parameter in ACTIONS[action].signature.parameters.items():
        if parameter.default is parameter.empty or rng.random() < 0.35:
            chosen[name] = some(rng, tale, name)
    return chosen


def onward(state: State) -> tuple[str, dict[str, Any]]:
    """Return the next step of a challenge, which random actions hardly ever find."""
    if not state.challenges:
        return "challenge", {"name": "Flood", "die": "d10", "extra": 3}
    name, at = next(iter(state.challenges.items()))
    told = following(state, at)["next"]
    if at.turn:
        return "acted", {"challenge": name}
    if told != [CHALLENGE]:
        return "hand", {"challenge": name, "to": told[0]}
    attack = {"grow": False, "target": "Bel"} if at.round % 2 else {}
    return "challenge-acts", {"challenge": name, **attack}


def in_bounds(state: State, before: State) -> None:
    assert len(pool_of(state.doom, none=True)) >= min(state.floor, len(pool_of(before.doom, none=True)))
    for name, character in state.characters.items():
        if character is before.characters.get(name):
            continue
        assert validate(character.sheet, "play")["errors"] == []
        stress = character.sheet.get("stress", {})
        assert all(stress.get(type) == "d12" for type in character.out)
        assert "drained" not in {*character.out, *character.sheet.get("trauma", {})}
    pools = [each.pool for each in state.crises.values()] + [each.pool for each in state.challenges.values()]
    assert all(map(pool_of, pools))
    for challenge in state.challenges.values():
        assert len(set(challenge.done)) == len(challenge.done)
        assert challenge.turn not in challenge.done
    if state.scene and (order := state.scene.order):
        there = {*state.characters, *(name for name, each in state.gmcs.items() if each.seen)}
        assert {*order.done, order.turn} <= {*there, ""}
        assert len({*order.done, order.turn}) == len(order.done) + 1
    for name, gmc in state.gmcs.items():
        assert name not in state.characters
        assert 1 <= len(gmc.traits) <= 5
        assert all(gmc.stress[type] == "d12" for type in gmc.out)
        assert gmc.here or not gmc.hidden
    assert {*pool_of(state.doom, none=True)} <= {*pool_of(state.seen_doom, none=True)}
    for boss in state.bosses.values():
        [size] = set(pool_of(boss.dice))
        assert all(pool_of(harm)[0] <= size for harm in boss.harm.values())
    for draft in state.drafts.values():
        assert min(left(draft).values()) >= 0
    for roll in state.rolls.values():
        assert roll.total >= 0
        assert pool_of(roll.effect)


def test_random_actions_keep_the_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(SEED)
    monkeypatch.setattr(honest, "new_seed", lambda: f"{rng.getrandbits(256):064x}")  # the same run every time
    tale, done, refused = table(hidden=True), Counter[str](), Counter[str]()
    names = sorted(name for name in ACTIONS if name not in NEVER)
    names += ["hero", "take-back"] * 8 + [
        "advance",
        "spread",
    ] * 3  # 1s are rare, and so is the means to pay
    for run in range(RUNS):
        before, entries, fallen = tale.state, tale.log, tale.dice.casts
        who = rng.choice(WHO)
        if run % 50 == 0:  # otherwise soon nobody could do much
            tale.act(GM, "doom", {"pool": "3d6 d8 d10 2d12"})
            for name in PLAYERS.values():
                tale.act(GM, "bring-back", {"character": name})
                fresh = {
                    "stress": {},
                    "trauma": {},
                    "complications": {},
                    "hero": ["d4", "d6"],
                    "pp": 9,
                    "magic_off": False,
                }
                signature = {"signature.Staff": {"die": "d8", "sfx": []}}
                tale.act(GM, "edit", {"character": name, "set": {**fresh, **signature}})
            before, entries, fallen = tale.state, tale.log, tale.dice.casts
        undo = run % 100 == 99
        action = "undo" if undo else rng.choice(names)
        who, action, arguments = (who, action, None) if undo or run % 20 else (GM, *onward(tale.state))
        try:
            if undo:
                tale.undo(who, rng.choice([None, None, len(entries) - rng.randrange(60)]))
            else:
                tale.act(who, action, arguments or given(rng, tale, action))
        except (Refused, BadArguments):
            refused[action] += 1
            assert tale.state is before
            assert tale.log is entries
            assert tale.dice.casts is fallen
            continue
        done[action] += 1
        assert len(tale.log) == len(entries) + 1
        assert tale.dice.casts[: len(fallen)] == fallen
        in_bounds(tale.state, before)
        if run % 1000 == 0:
            again = Tale.from_dict(json.loads(json.dumps(tale.to_dict())))
            assert again.state == tale.state
            assert again.log == tale.log
            assert [view(again, who) for who in (GM, ANA, "")] == [view(tale, who) for who in (GM, ANA, "")]
    assert faults(tale.dice.first, tale.dice.public) == []
    assert set(names) | {"undo"} == set(done), set(names) - set(done)
    assert len(log(tale, GM)) > len(log(tale, ANA)) > 1000
    assert len(dice(tale, GM)) > len(dice(tale, ANA)) > 50
    assert all(status(tale, who) for who in WHO)
