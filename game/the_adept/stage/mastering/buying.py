"""What doom, or a crisis, buys: its price, the dice that pay, and the GM character it is for (rules, "Doom")."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.aids.stage import Act, Field, Form, Step
from game.core.errors import Refused
from game.core.layout import Choice, Component, Panel, Style, framed, rows, text
from game.the_adept.rules import doom as rules
from game.the_adept.rules.dice import die_of
from game.the_adept.stage.buttons import back, goes
from game.the_adept.stage.mastering.masters import cut, done, keyed, nowhere, sizes, three, ways
from game.the_adept.stage.room import Seen
from game.the_adept.stage.selecting import select
from game.the_adept.stage.wording import coded, fitted, named
from game.the_adept.tale.actions.doom import LASTING
from game.the_adept.tale.actions.gmcs import highest
from game.the_adept.tale.actions.turns import interrupted, leading

DOOM = "-"
"""The source that means doom; any other is the key of a crisis."""

SPENDS = {
    "asset": ("An asset of the scene", "a die, and is as large"),
    "complication": ("A complication of the scene", "a die, d6 or larger, and is as large"),
    "distinction": ("A distinction of the scene", "a die, d8 or larger, and is d8 for everybody"),
    "interrupt": ("A GM character acts now", "a die as large as the best combat or senses trait of who is next"),
    "extra": ("An extra", "a die, and is as large"),
    "gmc": ("A GM character enters", "a die as large as its highest trait"),
    "split": ("Split the group", "a die, d10 or larger"),
    "end": ("End the scene", "2d12"),
    "pp": ("As 1 PP", "a die"),
    "add": ("Add a die to a GM roll", "the die itself"),
}
"""What can be bought, with its price as it follows "costs", and with what size it comes."""
ASKED: dict[str, str] = {**dict.fromkeys(LASTING, "What is it called?"), "split": "Who goes where?"}
"""What is asked before it is paid."""
WITH_GMC = ("gmc", "interrupt")


def crisis_shop(seen: Seen, source: str) -> Panel:
    """Return the screen of what a crisis can buy."""
    name, pool, _ = source_of(seen, source)
    head = text(f"**{named(name)}** {coded(pool)} spends as doom does, for its own matter; no dice must stay.")
    return framed(head, *shop(seen, source), *rows([back(seen, f"foes/crisis/{name}")]))


def shop(seen: Seen, source: str) -> Iterator[Component]:
    """Yield what can be bought now, with its price, and a note on what is too dear or has no scene."""
    there = [spend for spend in SPENDS if seen.tale.state.scene or not (spend in LASTING or spend == "end")]
    able = [spend for spend in there if payable(seen, spend, source)]
    if able:
        choices = [Choice(each, *SPENDS[each]) for each in able]
        yield select(seen, f"doom/buy/{source}", choices, "Spend a die for…")
    else:
        yield text("-# It can buy nothing now.")
    dear = [SPENDS[each][0] for each in there if each not in able]
    if able and dear:
        yield text(f"-# Too dear now: {' · '.join(dear)}.")
    if able and len(there) < len(SPENDS):
        yield text("-# No scene is played: what belongs to one cannot be bought.")


def source_of(seen: Seen, source: str) -> tuple[str, str, int]:
    """Return the crisis that pays ("" for doom), its dice, and how many must stay. Raises Refused: `unknown`."""
    state = seen.tale.state
    if source == DOOM:
        return "", state.doom, state.floor
    name = keyed(state.crises, source, "crisis")
    return name, state.crises[name].pool, 0


def affordable(seen: Seen, spend: str, source: str, least: str = "d4") -> Iterator[str]:
    """Yield the dice that would pay, the smallest first."""
    _, pool, floor = source_of(seen, source)
    for dice in ["2d12"] if spend == "end" else sizes(pool):
        try:
            rules.doom(pool, spend, dice, least, floor)
        except Refused:
            continue
        yield dice


def payable(seen: Seen, spend: str, source: str, name: str = "") -> list[str]:
    """Return the dice that would pay for what is bought, or for the cheapest of its kind, the smallest first."""
    return list(affordable(seen, spend, source, least_of(seen, spend, name)))


def least_of(seen: Seen, spend: str, name: str) -> str:
    """Return the trait that must be matched; d4 if it is not known, and the master has to judge. Without a `name` that
    of the cheapest GM character who waits."""
    state = seen.tale.state
    if spend == "gmc" and name in state.gmcs:
        return highest(state.gmcs[name])
    if spend == "gmc" and not name:
        return min((highest(each) for each in state.gmcs.values() if not each.here), key=die_of, default="d4")
    character = interrupted(state)
    return rules.alertness(state.characters[character].sheet) if spend == "interrupt" and character else "d4"


def buying(seen: Seen, spend: str, source: str, name: str) -> Panel:
    if spend not in SPENDS:
        raise nowhere(spend)
    crisis, pool, floor = source_of(seen, source)
    least, dice = least_of(seen, spend, name), payable(seen, spend, source, name)
    title, price = SPENDS[spend]
    head = f"**{title}**: that costs {price}."
    upcoming = interrupted(seen.tale.state) if spend == "interrupt" else ""
    if upcoming:
        who, title = named(upcoming), f"{named(name)} acts now" if name else title
        price = f"a die as large as {who}'s best combat or senses trait, {least}"
        head = f"**{title}.** It breaks into {who}'s turn, for {price}."
    parts: list[Component] = [text(f"{head} {named(crisis) if crisis else 'Doom'} is {coded(pool)}.")]
    buttons = []
    if name and not upcoming:
        parts.append(text(f"{named(name)}: {least} at least."))
    if not dice:
        there = any(die_of(die) >= die_of(least) for die in sizes(pool))
        stay = f", as {floor} of it must stay" if there and floor else ""
        parts.append(text(f"That cannot be paid now{stay}."))
    elif spend in WITH_GMC and not name:
        parts += _who(seen, spend, source)
    else:
        for die in dice:
            style = Style.PRIMARY if die == dice[0] else Style.SECONDARY
            buttons.append(goes(seen, f"Pay {die}", f"doom/pay/{spend}/{source}/{die}/{name}", style))
    return framed(*parts, *rows([*buttons, back(seen, _from(seen, source))]))


def _from(seen: Seen, source: str) -> str:
    """Return the path of the screen before."""
    return "doom" if source == DOOM else f"foes/crisis/{source_of(seen, source)[0]}"


def _who(seen: Seen, spend: str, source: str) -> Iterator[Component]:
    """Yield a select of the GM characters that may enter, or act now, and which are too dear; or why there are none."""
    gmcs, dear = seen.tale.state.gmcs, list[str]()
    if spend == "gmc":
        waiting = {name: highest(each) for name, each in gmcs.items() if not each.here}
        able = [name for name in waiting if payable(seen, spend, source, name)]
        found = [(name, f"{waiting[name]} or larger") for name in able]
        dear = [f"{named(name)} {die}" for name, die in waiting.items() if name not in able]
        none = "No GM character waits to enter: make one first (Foes)."
    else:
        scene = seen.tale.state.scene
        here = [(name, "acts now") for name, each in gmcs.items() if each.seen and each.able]
        found = here if scene and scene.kind == "action" else []
        nobody = "No GM character is here who could act: let one enter first."
        none = "Turns are taken in action scenes, and none is played." if here else nobody
    if found:
        yield select(seen, f"doom/who/{spend}/{source}", ways(found), "Which GM character")
    else:
        yield text(none)
    if dear:
        yield text(f"-# Too dear now: {' · '.join(fitted(dear, 600))}.")


def paid(seen: Seen, about: str, value: str) -> Step:
    spend, source, rest = three(about)
    dice, _, name = rest.partition("/")
    name = name or value
    if spend in ASKED and not name:
        field = Field("value", ASKED[spend], most=40)
        return Step(form=Form(cut(SPENDS[spend][0], 45), f"doom/pay/{spend}/{source}/{dice}/", (field,)))
    return done(seen, spent(seen, spend, source, dice, name), show=_after(seen, spend, source, dice))


def _after(seen: Seen, spend: str, source: str, dice: str) -> str:
    """Return the path after paying: whose turn it is, or the source that paid if it still exists."""
    if spend == "interrupt":
        return "turn"
    crisis, pool, _ = source_of(seen, source)
    return "foes" if crisis and pool == dice else _from(seen, source)


def spent(seen: Seen, spend: str, source: str, dice: str, name: str, least: str = "") -> Act:
    crisis, _, _ = source_of(seen, source)
    given = {"spend": spend, "dice": dice, "name": name, "crisis": crisis}
    if spend in WITH_GMC:
        known = least or least_of(seen, spend, name)
        amid = {"amid": True} if spend == "interrupt" and leading(seen.tale.state) else {}
        return Act("spend", {**given, "least": known, **amid})
    return Act("spend", given)
