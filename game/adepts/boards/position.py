"""The whole position in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from game.adepts.boards.lines import ONLOOKER, batteries_line, miners_line, phase_line, titles_line
from game.adepts.boards.queues import queue_texts
from game.adepts.rules.gems import GEM_NAMES
from game.adepts.words.facts import Facts
from game.adepts.words.force import in_force
from game.adepts.words.gems import adept, listed, many, spell_name
from game.core.protocol import View
from game.core.text.parts import parts


def position(view: View, names: Mapping[str, str]) -> list[str]:
    """Everything on the table."""
    facts = Facts(view, ONLOOKER, names)
    forced = [f"- {row}" for row in in_force(facts)] or ["- nothing"]
    pile = Counter(facts.discard)
    cards = [spell_name(card) + (f" ×{count}" if count > 1 else "") for card, count in pile.items()]
    return parts(
        [
            "## The position",
            f"-# {phase_line(facts)} · first player {facts.name(facts.first_player)}",
            "### Mines",
            "-# gems left · who is on the sites I, II, III",
            *map(facts.mine_line, GEM_NAMES),
            "### In force",
            *forced,
            "### Adepts",
            *(f"- {adept(name)}: {facts.name(who) if who else 'nobody'}" for name, who in facts.adepts.items()),
            "### Players",
            *_players(facts),
            *queue_texts(facts),
            "## Cards",
            f"- Library: {many(facts.library_size, 'card')}",
            f"- Discard pile: {listed(cards, 'empty')}",
            f"- Spells of this game: {listed(map(spell_name, facts.spells))}",
        ]
    )


def _players(facts: Facts) -> list[str]:
    """Return a text for each player, which is kept in one piece."""
    lines = []
    for seat, player in facts.players.items():
        has = [f"{player.mana} mana", many(player.hand_size, "spell"), miners_line(facts, seat)]
        row = [f"- **{facts.name(seat)}** · {' · '.join(filter(None, has))}"]
        more = [titles_line(facts, seat), batteries_line(facts, seat)]
        if player.in_play:
            more.append(f"In play: {listed(map(spell_name, player.in_play))}")
        lines.append("\n".join([*row, *(f"  - {line}" for line in more if line)]))
    return lines
