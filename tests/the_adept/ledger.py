"""Operations of the rules done step by step, in plain numbers and lists: another implementation to compare with.

Each function takes what the operation of its name takes and returns what that returns, or None if it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

SIDES = (4, 6, 8, 10, 12)
Told = dict[str, Any] | None
COSTS = {
    "asset": 4, "complication": 6, "distinction": 8, "extra": 4, "split": 10, "end": 12, "pp": 4, "add": 4,
}  # fmt: skip
"""The smallest die of each spend that does not depend on a trait."""


def sides_of(text: str) -> list[int] | None:
    """Read a pool, in which words without digits are labels; None if it is none."""
    found = list[int]()
    for word in re.split(r"[\s,+]+", text.strip()):
        if not re.search(r"\d", word):
            continue
        term = re.fullmatch(r"(?:(\d*)[dD])?(\d+)", word)
        if term is None or int(term[2]) not in SIDES:
            return None
        found += [int(term[2])] * int(term[1] or 1)
    return sorted(found) if len(found) <= 30 else None


def one(text: str) -> int | None:
    found = sides_of(text)
    return found[0] if found and len(found) == 1 else None


def written(found: Sequence[int]) -> str:
    """Write dice as a pool."""
    counts = [(found.count(side), side) for side in SIDES]
    return " ".join(f"{count if count > 1 else ''}d{side}" for count, side in counts if count) or "-"


def without(whole: Sequence[int], some: Sequence[int]) -> list[int] | None:
    """Return the dice that are left; None if some are not there."""
    left = [*whole]
    for die in some:
        if die not in left:
            return None
        left.remove(die)
    return left


def raised(die: int, by: int) -> list[int]:
    """Step a loose die up, one step after another."""
    found = [die]
    for _ in range(by):
        if found[-1] == 12:
            found.append(6)
        else:
            found[-1] += 2
    return found


def parse(text: str) -> Told:
    found = sides_of(text)
    return {"pool": written(found), "n": len(found)} if found else None


def step(die: str, by: int) -> Told:
    start = one(die)
    if start is None:
        return None
    if by >= 0:
        return {"dice": written(raised(start, by))}
    return {"dice": written([start + 2 * by] if start + 2 * by >= 4 else [])}


def step_in_pool(pool: str, die: str, by: int, other: str | None = None) -> Told:
    whole, start = sides_of(pool), one(die)
    if not whole or start is None or start not in whole:
        return None
    whole.remove(start)
    helper = None
    if by >= 0 and other is not None:
        helper = one(other)
        if helper is None or helper not in whole:
            return None
        whole.remove(helper)
    for _ in range(by):
        if start < 12:
            start += 2
        elif helper is not None:
            if helper == 12:
                return None
            helper += 2
        elif smaller := [each for each in whole if each < 12]:
            whole[whole.index(max(smaller))] += 2
        else:
            whole.append(6)
    start += 2 * min(by, 0)
    return {"pool": written([*whole, *([start] if start >= 4 else []), *([helper] if helper else [])])}


def league(pool: str, status: str, power: str) -> Told:
    whole, low, high = sides_of(pool), one(status), one(power)
    if not whole or low is None or high is None:
        return None
    replaced = 0
    for _ in range(low, high, 2):
        if max(whole) > 4:
            whole[whole.index(max(whole))] = 4
            replaced += 1
    return {"pool": written(whole), "replaced": replaced}


PARTS = {
    "distinction": "distinctions", "approach": "approaches", "move": "moves", "magic": "magic",
    "specialty": "specialties", "signature": "signature", "asset": "assets",
}  # fmt: skip
"""Where a sheet has what is picked."""


def build(
    sheet: dict[str, Any], picks: Sequence[str], paid: int = 0, power: str | None = None, aether: str = "mana"
) -> Told:
    found, groups, hinders = list[int](), list[str](), 0
    for pick in picks:
        if pick.startswith("+"):
            found += sides_of(pick[1:]) or []
            continue
        group, _, name = pick.rstrip("!").partition(".")
        there = sheet[PARTS[group]]
        if group == "magic":
            method, _, name = name.partition(".")
            there = there[method]["effects"]
        if name not in there:
            return None
        die = there[name] if isinstance(there[name], str) else there[name]["die"]
        found.append(4 if pick.endswith("!") else int(die[1:]))
        hinders += pick.endswith("!")
        groups += [group] * (group != "asset")
    magic, more = "magic" in groups, len(groups) - len({*groups})
    if not found or paid != more or (not magic and (power is not None or aether != "mana")):
        return None
    if magic and aether == "mana" and sheet.get("magic_off"):
        return None
    whole = {"pool": written(found)}
    if power is not None:
        beyond = league(whole["pool"], sheet["distinctions"]["concept"]["die"], power)
        if beyond is None:
            return None
        whole = {"pool": beyond["pool"]}
    return {**whole, "pp": hinders - paid, "magic": magic}


def harm(text: str) -> int | None:
    """Return the sides of harm, 0 for none; None for what is no harm."""
    return 0 if text == "-" else die if (die := one(text)) and die > 4 else None


def hit_by(now: int, hit: str) -> tuple[int, bool]:
    """Return harm after a hit, and whether it went past d12."""
    die = max(one(hit) or 0, 6) if hit != "up" else 0
    if not now or die > now:
        return die or 6, False
    return (12, True) if now == 12 else (now + 2, False)


def _hits(hits: Sequence[str]) -> bool:
    return all(each == "up" or one(each) for each in hits)


def stress(
    type: str, hits: Sequence[str], now: str = "-", trauma: str = "-", out: bool = False, magic_off: bool = False
) -> Told:
    rating, lasting, gone = harm(now), harm(trauma), False
    if rating is None or lasting is None or not _hits(hits):
        return None
    for each in hits:
        if out and type != "drained":
            lasting, past = hit_by(lasting, each)
            gone = gone or past
            continue
        rating, past = hit_by(rating, each)
        if past and type == "drained":
            magic_off = True
        elif past:
            out = True
            lasting, past = hit_by(lasting, "up")
            gone = gone or past
    return {
        "now": _rated(rating),
        "out": out,
        "trauma": _rated(lasting),
        "gone": gone,
        "magic_off": magic_off,
    }


def _rated(die: int) -> str:
    return written([die] if die else [])


def complication(hits: Sequence[str], now: str = "-") -> Told:
    rating, out = harm(now), False
    if rating is None or not _hits(hits):
        return None
    for each in hits:
        rating, past = hit_by(rating, each)
        out = out or past
    return {"now": _rated(rating), "out": out}


def hitch(hitches: int, now: str = "-", botch: bool = False) -> Told:
    made = complication(["up"] * hitches, now) if hitches > 0 else None
    return made and {**made, "pp": int(not botch)}


def recover(die: str, total: int, difficulty: int, effect: str = "d4", hitches: int = 0) -> Told:
    rating, made = harm(die), one(effect)
    if not rating or made is None:
        return None
    if total <= difficulty:
        return complication(["up"] * hitches, die)
    ends = raised(made, (total - difficulty) // 5)
    gone = rating == 6 or max(ends) > rating or len(ends) > 1
    return {"now": "-" if gone else f"d{rating - 2}", "out": False}


def rest(stress: dict[str, str]) -> Told:
    ratings = {type: harm(die) for type, die in stress.items()}
    if None in ratings.values():
        return None
    return {"stress": {type: f"d{die - 2}" for type, die in ratings.items() if die and die > 6}}


def drop(die: str, n: int = 1) -> Told:
    old = one(die)
    if old is None or n < 1 or old - 2 * (n - 1) < 6:
        return None
    return {"dice": written([old - 2 * (n - 1)] * n)}


def _rolled(text: str) -> list[tuple[int, int]] | None:
    """Return the values and sides of a roll."""
    found = [(int(value), int(die)) for die, value in re.findall(r"d(\d+):(\d+)", text)]
    return found if all(value > 0 for value, _ in found) else None


def hero(opposition: str, bank: str = "-") -> Told:
    rolled, banked = _rolled(opposition), _bank(bank)
    if not rolled or banked is None:
        return None
    value, die = max(rolled)
    gained = value > 1 and die not in banked
    return {"bank": written([*banked, *[die] * gained]), "gained": f"d{die}" if gained else "-"}


def _bank(text: str) -> list[int] | None:
    """Read hero dice, one of each size."""
    found = sides_of(text)
    return None if found is None or len({*found}) < len(found) else found


def hero_use(bank: str, total: int, rolled: str, back: bool = False) -> Told:
    thrown, banked = _rolled(rolled), _bank(bank)
    if not thrown or banked is None:
        return None
    left = without(banked, [die for _, die in thrown])
    if left is None:
        return None
    ones = [die for value, die in thrown if value == 1]
    return {
        "bank": written(left + ones * back),
        "total": total + sum(value for value, _ in thrown if value > 1),
        "hitches": written([] if back else ones),
    }


def doom(pool: str, spend: str, dice: str, least: str | None = None, floor: int = 2) -> Told:
    whole, paid = sides_of(pool), sides_of(dice)
    if whole is None or not paid:
        return None
    if spend in COSTS:
        smallest: int | None = COSTS[spend]
    else:
        smallest = one(least) if least is not None else None
    left = without(whole, paid)
    if smallest is None or left is None or len(left) < floor:
        return None
    if len(paid) != (2 if spend == "end" else 1) or min(paid) < smallest:
        return None
    same = spend in ("asset", "complication", "extra", "add")
    gives = written(paid) if same else "d8" if spend == "distinction" else "-"
    return {"pool": written(left), "gives": gives, "pp": int(spend == "pp")}


def transfer(doom: str, take: str, how: str = "as-is", crisis: str = "-", floor: int = 2) -> Told:
    whole, moved, there = sides_of(doom), sides_of(take), sides_of(crisis)
    if whole is None or not moved or there is None:
        return None
    left = without(whole, moved)
    if left is None or len(left) < floor:
        return None
    if how == "split":
        if len(moved) != 1 or moved[0] == 4:
            return None
        moved = [moved[0] - 2] * 2
    elif how == "combine":
        if len(moved) != 2 or moved[0] != moved[1] or moved[0] == 12:
            return None
        moved = [moved[0] + 2]
    return {"doom": written(left), "crisis": written(there + moved)}


def challenge(die: str, extra: int = 0) -> Told:
    side = one(die)
    return {"pool": written([side] * (2 + extra))} if side and 0 <= extra <= 3 else None


def grow(pool: str, die: str | None = None) -> Told:
    whole = sides_of(pool)
    if not whole:
        return None
    if die is None:
        return {"pool": written([*whole, 6])}
    side = one(die)
    left = without(whole, [side]) if side else None
    return {"pool": written([*left, side + 2])} if side and left is not None and side < 12 else None


def hit(pool: str, hits: Sequence[str]) -> Told:
    whole, left = sides_of(pool), list[int]()
    if whole is None:
        return None
    for each in hits:
        effect, target = map(one, each.split(">"))
        if effect is None or target not in whole:
            return None
        whole.remove(target)
        left += [target - 2] if effect <= target and target > 4 else []
    return {"pool": written(whole + left), "over": not whole + left}


def boss(dice: str, hit: str, now: str = "-") -> Told:
    whole, before = sides_of(dice), harm(now)
    if not whole or len({*whole}) > 1 or before is None or not _hits([hit]):
        return None
    rating, past = hit_by(before, hit)
    if past or rating > whole[0]:
        return {"dice": written(whole[1:]), "now": "-", "defeated": len(whole) == 1}
    return {"dice": written(whole), "now": f"d{rating}", "defeated": False}


def handoff(
    players: Sequence[str], done: Sequence[str] = (), challenge_done: bool = False, out: Sequence[str] = ()
) -> Told:
    able = [each for each in players if each not in out]
    left = [each for each in able if each not in done]
    last = done[-1] if done and done[-1] in able else "GM"
    if challenge_done:
        return {"next": able, "chooser": last}
    return {"next": left, "chooser": last} if left else {"next": ["challenge"], "chooser": "GM"}


def asset(effect: str = "d6", cap: str = "d12") -> Told:
    made, top = sides_of(effect), one(cap)
    return {"die": f"d{min(made[-1], top)}"} if made and top else None


def test(total: int, difficulty: int, effect: str, extra: int) -> Told:
    made, heroic = sides_of(effect), max(total - difficulty, 0) // 5
    if not made or not 0 <= extra <= heroic:
        return None
    return {
        "success": total > difficulty,
        "margin": total - difficulty,
        "heroic": heroic,
        "effect": written([*made[:-1], *raised(made[-1], heroic - extra)]),
        "extra": extra,
    }


def contest(totals: Sequence[int], give_in: bool = False) -> Told:
    sides, best = ["A", "B"], None
    for number, total in enumerate(totals, 1):
        if best is not None and total <= best:
            if give_in or number < len(totals):
                return None
            margin = best - total
            return {"open": False, "winner": sides[1], "margin": margin, "heroic": margin // 5, "pp": 0}
        best = total
        sides.reverse()  # whose turn it is comes first
    if best is None:
        return None
    if give_in:
        return {"open": False, "winner": sides[1], "margin": 0, "heroic": 0, "pp": int(len(totals) > 1)}
    return {"open": True, "to_beat": best, "turn": sides[0]}


PRICES: dict[str, tuple[list[int], list[int], str]] = {
    "unlock-sfx": ([5], [2], "xp"),
    "unlock-limit": ([5], [2], "xp"),
    "new-sfx": ([10], [2], "xp"),
    "new-limit": ([10], [2], "xp"),
    "switch-distinction": ([5], [1], "sessions"),
    "signature": ([5, 10, 15, 20], [1, 2, 3, 4], "xp"),
    "specialty": ([5, 10, 15, 20], [2, 3, 4, 5], "xp"),
    "power": ([10, 15, 20, 25], [3, 4, 5, 6], "sessions"),
    "approach": ([15, 20, 25, 30], [4, 5, 6, 7], "sessions"),
    "move": ([15, 20, 25, 30], [4, 5, 6, 7], "sessions"),
    "status": ([30, 35, 40], [6, 7, 8], "sessions"),
}
"""By advance, the XP, the sessions, and in which of them it is paid by the combined way; with sizes, up to d12."""


def price(mode: str, advance: str, now: str | None = None, xp: int | None = None, sessions: int | None = None) -> Told:
    name, _, size = advance.partition(" ")
    row, place = PRICES[name], 0
    if size:
        wanted, sizes = one(size), SIDES[-len(row[0]) :]
        if wanted not in sizes:
            return None
        place = sizes.index(wanted)
        before = "-" if wanted == 6 and name not in ("approach", "move") else f"d{wanted - 2}"
        if now not in (None, before):
            return None
    in_xp = mode == "milestones" or (mode == "combined" and row[2] == "xp")
    cost, has = (row[0][place], xp) if in_xp else (row[1][place], sessions)
    if has is not None and has < cost:
        return None
    return {"xp" if in_xp else "sessions": cost} | ({"left": has - cost} if has is not None else {})


def record(act: str, called: bool = False, ever: bool = False, spent: bool = False, current: bool = False) -> Told:
    if act == "new-session":
        return {"called": False, "ever": ever, "spent": spent}
    if spent or current or (called if act == "call" else not ever):
        return None
    return {"called": called or act == "call", "ever": True, "spent": act == "spend"}
