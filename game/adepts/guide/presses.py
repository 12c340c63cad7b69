"""What to press, in the labels of the panel."""

from __future__ import annotations

from game.adepts.panels.decision import MOST_CARDS
from game.adepts.panels.defaults import filled
from game.adepts.panels.titles import confirm_label
from game.adepts.panels.tree import CARDS, steps
from game.adepts.panels.ways import choices
from game.adepts.rules.spells import SPELLS
from game.adepts.rules.tokens import PASS
from game.adepts.words.facts import Facts
from game.adepts.words.gems import listed, spell_name
from game.adepts.words.moves import pass_label
from game.core.decisions import Decision


def presses(decision: Decision, facts: Facts, token: str, pictured: bool) -> str:
    """Return the way to a token: "**Diamond** › **I·4** › **Assign**"."""
    if token == PASS:
        return f"**{pass_label(decision.kind, decision.data.get('chosen', ()))}**"
    path = steps(decision.kind, decision.source, token)
    if decision.kind == "research":
        names = listed(SPELLS[card].name for card in path)
        keeps = [
            f"**{'Keep both' if card in path[:n] else 'Keep'}** beside {spell_name(card)}"
            for n, card in enumerate(path)
        ]
        if pictured:
            keeps = [
                f"**{SPELLS[card].name}{': keep both' if card in path[:n] else ''}**" for n, card in enumerate(path)
            ]
        return " › ".join([*keeps, f"**Keep {names}**"])
    labels = []
    for at, step in enumerate(path):
        if filled(decision, facts, path[:at]) == path:  # the rest is chosen already
            break
        ways = choices(decision, facts, path[:at])
        if len(ways) > 1:
            label = next(way.label for way in ways if way.value == step)
            beside = decision.kind in CARDS and len(ways) <= MOST_CARDS and not pictured
            labels.append(f"**Choose** beside {label}" if beside else f"**{label}**")
    return " › ".join([*labels, f"**{confirm_label(decision, token)}**"])
