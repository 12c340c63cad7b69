"""Pictures in words, for people who have them read out: what matters most comes first, since the length is limited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from drawing.picture import ALT_LIMIT
from game.adepts.pictures.affordability import affordability
from game.adepts.pictures.changes import Changes
from game.adepts.pictures.head import chips
from game.adepts.pictures.mines import Preview
from game.adepts.pictures.words import PHASES, ROMAN, Names, asked, source_name
from game.adepts.rules.forecast import is_done, paid
from game.adepts.rules.gems import GEM_NAMES, LAST_TURN
from game.adepts.rules.reader import ViewReader
from game.adepts.rules.scoring import Score, best_first
from game.adepts.rules.spells import SPELLS
from game.core.english import listed, many, noun
from game.core.text.names import LONGEST, plain_names

_NAMES = (LONGEST, 12, 8)
"""The most characters of a name, by how much room there is."""


def board(view: ViewReader, names: Names, new: Changes, preview: Preview | None) -> str:
    """Where the game stands, who is asked, mana and titles, then the mines.

    If there is no room for all of it, names are shorter, and at worst what is new is left out, which the message says.
    """
    for longest in _NAMES:
        called = plain_names(names, view.players, longest)
        told = glance(view, called, new, preview)
        if len(told) <= ALT_LIMIT:
            return told
    return glance(view, called, Changes(), preview)


def glance(view: ViewReader, called: Names, new: Changes, preview: Preview | None = None) -> str:
    """The same with every player called as given."""
    parts = [_state(view, called)]
    if preview:
        parts.append(_ghost(preview, called))
    parts += [_news(view, called, new), _players(view, called), _force(view, called), _mines(view, called)]
    return " ".join(filter(None, parts))


def preview(view: ViewReader, names: Names, ghost: Preview | None) -> str:
    """The group that would be placed, then the mines."""
    called = plain_names(names, view.players)
    return " ".join(filter(None, [_ghost(ghost, called) if ghost else "", _mines(view, called), _force(view, called)]))


def queues(view: ViewReader, names: Names) -> str:
    """Stage by stage, the gems that are processed next first."""
    told, called = [], plain_names(names, view.players)
    for seat, player in view.players.items():
        stages = []
        for stage in (2, 1, 0):
            gems = [many(counts[stage], gem) for gem, counts in player.queue.items() if counts[stage]]
            if gems:
                stages.append(f"stage {stage + 1}: {', '.join(gems)}")
        left = ", left over" if is_done(view, seat) and not view.over else ""
        told.append(f"{called[seat]}{left}, {'; '.join(stages) or 'nothing'}.")
    when = "at the end, left over" if view.over else f"in turn {view.turn}; stage 3 is processed next"
    return f"Queues {when}. {' '.join(told)}"


def hand(view: ViewReader, seat: str) -> str:
    """Each card: what it costs, when it is cast, whether it can be paid, and what it does."""
    player = view.players[seat]
    groups = [("Dealt to you", player.drawn)] if player.drawn else []
    return _cards([*groups, ("Your hand", player.hand)], view, seat)


def choice(view: ViewReader, seat: str, title: str, spells: Sequence[str], chosen: Sequence[str]) -> str:
    """The same for the cards that a choice is about."""
    marked = f" Marked: {', '.join(SPELLS[spell].name for spell in chosen)}." if chosen else ""
    return _cards([(title, spells)], view, seat, marked)


def score(view: ViewReader, lines: Mapping[str, Score], names: Names) -> str:
    """Ranks and totals."""
    called = plain_names(names, lines)
    placed = any(line.total for line in lines.values())
    told = [
        f"{f'{line.rank}. ' if placed else ''}{called[seat]} {line.total} mana ({line.processed} processed, "
        f"{sum(line.battery)} batteries)"
        for seat, line in best_first(lines).items()
    ]
    title = "Final score" if view.over else f"Score so far, in turn {view.turn}"
    return f"{title}: {'; '.join(told)}."


def spell(spell_id: str) -> str:
    """A whole card."""
    card = SPELLS[spell_id]
    return (
        f"Spell {card.name} ({spell_id}), phase {card.phase} {PHASES[card.phase]}, costs {_cost(spell_id)}. {card.text}"
    )


def _state(view: ViewReader, called: Names) -> str:
    if view.over:
        return "Adepts: the game is over."
    waiting = ", ".join(f"{called[seat]} {asked(kind)}" for seat, kind in view.pending.items())
    return (
        f"Adepts, turn {view.turn} of {LAST_TURN}, phase {view.phase} {PHASES[view.phase]}. "
        f"Waiting for {waiting}. First player: {called[view.first_player]}."
    )


def _ghost(preview: Preview, called: Names) -> str:
    where = f"{preview.mine} {_site(preview.number)}"
    push = ", once the groups there are pushed back one site" if preview.pushes else ""
    return f"Shown as a ghost: {called[preview.seat]} with {preview.miners} on {where}{push}."


def _news(view: ViewReader, called: Names, new: Changes) -> str:
    """What is marked as new."""
    told = []
    for mine, number in sorted(new.sites, key=lambda place: (GEM_NAMES.index(place[0]), place[1])):
        found = view.mines[mine].parties[number]
        if found:
            told.append(f"{called[found[0]]} {found[1]} on {mine} {_site(number)}")
    for (seat, gem), more in new.gems.items():
        if more:
            told.append(f"{called[seat]} {more:+d} {noun(abs(more), gem)}")
    for seat, more in new.mana.items():
        if more:
            told.append(f"{called[seat]} {more:+d} mana")
    return f"New: {', '.join(told[:8])}{', and more' if len(told) > 8 else ''}." if told else ""


def _players(view: ViewReader, called: Names) -> str:
    told = []
    for seat, player in view.players.items():
        titles = view.titles(seat)
        adept = f", adept of {', '.join(titles)}" if titles else ""
        levels = sum(player.battery.values())
        more = paid(view, seat)
        coming = f" and {more} next" if more else ""
        told.append(f"{called[seat]} {player.mana} mana{coming}, {many(levels, 'battery level')}{adept}")
    return f"Players: {'; '.join(told)}."


def _mines(view: ViewReader, called: Names) -> str:
    told = []
    for mine, place in view.mines.items():
        groups = enumerate(place.parties)
        there = [f"{_site(number)} {called[found[0]]} {found[1]}" for number, found in groups if found]
        closed = [f"closed by {called[seat]}" for seat in place.barrier]
        told.append(" ".join([mine, str(place.stock), *([f"({', '.join(there + closed)})"] if there + closed else [])]))
    return f"Gems left in the mines: {', '.join(told)}."


def _force(view: ViewReader, called: Names) -> str:
    """What is being cast, which has no row in force yet; then what is in force."""
    rows, casting, lasting = {row.source for row in view.effects}, list[str](), list[str]()
    for seats, source, about in chips(view):
        parts = [called[which] if kind == "seat" else which for kind, which in about]
        what = f" ({', '.join(parts)})" if parts else ""
        told = f"{source_name(source)} of {listed(called[seat] for seat in seats)}{what}"
        (lasting if source in rows else casting).append(told)
    heads = (("Being cast", casting), ("In force", lasting))
    return " ".join(f"{head}: {', '.join(told)}." for head, told in heads if told)


def _cards(groups: Sequence[tuple[str, Sequence[str]]], view: ViewReader, seat: str, more: str = "") -> str:
    """Groups of cards with their texts; if there is no room for all texts, the last cards go without."""
    whole = sum(len(spells) for _, spells in groups)
    told = ""
    for texts in range(whole, -1, -1):
        left, parts = iter(range(whole)), []
        for title, spells in groups:
            cards = [_card(spell, view, seat, next(left) < texts) for spell in spells]
            parts.append(f"{title}: {' '.join(cards) or 'no spells.'}")
        told = " ".join(parts) + more
        if len(told) <= ALT_LIMIT:
            break
    return told


def _card(spell: str, view: ViewReader, seat: str, text: bool) -> str:
    card, has = SPELLS[spell], affordability(view, seat, spell)
    can = "too late to cast" if has.late else "can be paid" if has.payable else "cannot be paid now"
    line = f"{card.name} ({spell}), phase {card.phase}, {_cost(spell)}, {can}"
    return f"{line}: {card.text}" if text else f"{line}."


def _cost(spell: str) -> str:
    return " and ".join(many(count, GEM_NAMES[kind]) for kind, count in SPELLS[spell].cost)


def _site(number: int) -> str:
    return ROMAN[number - 1] if number else "inside"
