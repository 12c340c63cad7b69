"""All entries of the desk: sections, words, Methods, Effects, what doom buys, prices, rulings, questions, help."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from game.core.desk import Entry
from game.core.english import many
from game.core.errors import Refused
from game.core.help import aid_pages
from game.core.rows import question_rows, ruling_rows, section_rows, suggested, weighed
from game.the_adept import texts
from game.the_adept.rules.advancing import ADVANCES, MODES, price
from game.the_adept.rules.dice import Die

WEIGHTS = {
    "section": 1.1,
    "question": 1.1,
    "spend": 1.0,
    "price": 1.05,
    "method": 1.1,
    "effect": 1.1,
    "term": 1.0,
    "ruling": 0.8,
    "help": 0.95,
}
_SEE = {
    "method": ("section:methods", "section:mana", "section:aether"),
    "effect": ("section:methods", "section:league", "price:power"),
    "spend": ("section:doom", "section:crisis"),
}
_NAMED = {
    "signature": "A signature asset",
    "specialty": "A specialty",
    "power": "A power (an Effect of magic)",
    "approach": "An approach",
    "move": "A move",
    "status": "Status",
    "unlock-sfx": "Unlocking an SFX",
    "unlock-limit": "Unlocking a Limit",
    "new-sfx": "A new SFX",
    "new-limit": "A new Limit",
    "switch-distinction": "Another distinction",
}


@cache
def entries() -> tuple[Entry, ...]:
    """Return all entries: "section:pool", "term:hitch", "method:will", "effect:time", "spend:split", "price:power",
    "ruling:5", "question:how-many-can-play", "help:undo"."""
    found = (
        *section_rows(texts.sections()),
        *(entry for kind in _SEE for entry in _topics(kind)),
        *_prices(),
        *ruling_rows(texts.rulings().values(), texts.answers(), tuple),
        *question_rows(texts.answers(), tuple),
        *aid_pages(__package__),
    )
    return weighed(found, __package__, WEIGHTS)


def _topics(kind: str) -> Iterator[Entry]:
    for topic in texts.topics(kind):
        plain = " ".join(topic.text.replace("**", "").split())
        names = (topic.title, topic.id) if kind != "spend" else (topic.title,)
        label = suggested(topic.title, plain)
        yield Entry(f"{kind}:{topic.id}", topic.title, topic.text, names, see=_SEE[kind], label=label)


def _prices() -> Iterator[Entry]:
    """Yield an entry for each advance with its cost in each way of advancing, as the rules compute it."""
    for advance in ADVANCES:
        sizes = [f"{advance} {die}" for die in Die if _sold(f"{advance} {die}")] or [advance]
        lines = [f"**{mode.capitalize()}:** {', '.join(_cost(mode, size) for size in sizes)}." for mode in MODES]
        title = _NAMED[advance]
        see = ("section:advancement", "section:records")
        names = (title, advance.replace("-", " "))
        yield Entry(f"price:{advance}", f"{title}: what it costs", "\n".join(lines), names, see=see)


def _sold(advance: str) -> bool:
    try:
        price(MODES[0], advance)
    except Refused:
        return False
    return True


def _cost(mode: str, advance: str) -> str:
    cost = price(mode, advance)
    size = advance.rpartition(" ")[2] + " " if " " in advance else ""
    return f"{size}{cost['xp']} XP" if "xp" in cost else f"{size}{many(cost['sessions'], 'record')}"
