"""The panel of research: the cards dealt, each with a button that keeps it or puts it back."""

from __future__ import annotations

from game.adepts.panels.card_choices import LATE, card_text, means
from game.adepts.panels.titles import heading
from game.adepts.panels.tree import walk
from game.adepts.passable import next_casting
from game.adepts.rules.gems import GEM_NAMES, HAND_LIMIT
from game.adepts.rules.spells import SPELLS
from game.adepts.rules.tokens import PASS
from game.adepts.words.facts import Facts
from game.adepts.words.gems import gem, listed
from game.adepts.words.signs import ADEPTS, PHASES
from game.core import layout
from game.core.decisions import Decision
from game.core.layout import Accent, Button, Component, Panel, Picture, Place, Style, Verb
from game.core.narrowing import Path, write_path


def research_panel(
    place: Place, decision: Decision, facts: Facts, path: Path, table: str, picture: Picture | None
) -> Panel:
    """Return the panel, for the channel or for a direct message; in the latter `table` names the game."""
    head = layout.text(heading(decision, facts, table), *_limits(decision, facts))
    components = _components(place, decision, facts, path, picture is not None)
    return layout.framed(head, *components, accent=Accent.ASKING, picture=picture)


def _limits(decision: Decision, facts: Facts) -> list[str]:
    held = facts.hand()
    hand = listed((SPELLS[card].name for card in held), "no spell")
    room, most = HAND_LIMIT - len(held), max(map(len, walk(decision).leaves))
    lines = [f"-# In your hand: {hand}"]
    if not room:
        two = ", if two, two" if most > 1 else ""
        lines.append(f"-# Your hand is full: if you keep one, you discard one of these next{two}.")
    elif room < most:
        lines.append("-# Your hand has room for one more: if you keep two, you discard one of these next.")
    return lines


def _components(place: Place, decision: Decision, facts: Facts, path: Path, pictured: bool) -> list[Component]:
    """Return the cards, each with its button, and the buttons that end research; if a picture shows the cards, only
    buttons."""
    kept = path if path in walk(decision).leaves and path != (PASS,) else ()
    dealt = list(decision.data["drawn"])
    components, toggles, ends = list[Component](), list[Button](), list[Button]()
    for card in dict.fromkeys(dealt):
        after = _toggled(decision, kept, card)
        label = "Put back" if kept.count(card) > after.count(card) else "Keep both" if card in kept else "Keep"
        style = Style.PRIMARY if card in kept else Style.SECONDARY
        if pictured:
            label = f"{SPELLS[card].name}{': keep both' if label == 'Keep both' else ''}"
            toggles.append(place.button(Verb.STEP, label, write_path(after), style, PHASES[SPELLS[card].phase]))
        else:
            button = place.button(Verb.STEP, label, write_path(after), style)
            components.append(layout.section(_card(card, facts, dealt.count(card), card in kept), button))
    if kept:
        names = listed(SPELLS[card].name for card in kept)
        ends.append(place.button(Verb.MOVE, f"Keep {names}", write_path(kept), Style.SUCCESS))
    ends.append(place.button(Verb.MOVE, "Keep none", PASS))
    return [*components, *layout.rows(toggles), layout.line(), *_levels(facts, dealt, kept), *layout.rows(ends)]


def _card(card: str, facts: Facts, copies: int, kept: bool) -> str:
    mark = "✅ " if kept else ""
    late = next_casting(facts, facts.me, SPELLS[card].phase) is None
    return f"{mark}{card_text(card, copies)}\n-# {LATE if late else f'You have {means(card, facts)}'}"


def _levels(facts: Facts, dealt: list[str], kept: Path) -> list[Component]:
    """Return what the amethyst adept gets for the spells that are not kept."""
    if facts.adepts["amethyst"] != facts.me:
        return []
    rest = list(dealt)
    for card in kept:
        rest.remove(card)
    gains = {name: sum(SPELLS[card].price.get(name, 0) for card in rest) for name in GEM_NAMES}
    lines = [f"- {gem(name)} battery: {facts.rise(name, count)}" for name, count in gains.items() if count]
    head = f"{ADEPTS['amethyst']} **Amethyst adept**: for the spells you do not keep"
    return [layout.text(head, *lines)] if lines else []


def _toggled(decision: Decision, kept: Path, card: str) -> Path:
    """Return what is kept after a press of the card's button: one more of it, if that is legal; else all but it, if it
    was kept; else it in place of the first."""
    leaves = walk(decision).leaves
    order = list(dict.fromkeys(leaf[0] for leaf in leaves))
    more = tuple(sorted((*kept, card), key=order.index))
    if more in leaves:
        return more
    if card in kept:
        return tuple(other for other in kept if other != card)
    return tuple(sorted((*kept[1:], card), key=order.index))
