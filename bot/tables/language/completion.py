"""Autocompletion of /play: the legal moves in plain words, by what was typed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, zip_longest

from bot.tables.language.misread import Heard, heard
from bot.tables.language.naming import by_name, by_number, counting, exactly, leading, named
from bot.tables.language.spoken import Sayable, Spoken, asking, sayable
from bot.tables.language.standing import answered, nth, standing
from bot.tables.language.words import (
    LONGEST,
    begins,
    figures,
    is_denying,
    is_notation,
    resembles,
    telling,
    unnamed,
    words,
)
from game.core.decisions import PASS, Decision
from game.core.english import listed
from game.core.faces import Names
from game.core.kit import Kit
from game.core.narrowing import Narrowing, Path
from game.core.protocol import View
from game.core.text.parts import cut

MOST = 25
"""How many choices Discord shows."""
LABEL = 100
"""How many characters a choice's name, or its value, can have."""


def choices(
    kit: Kit, decision: Decision, view: View, names: Names, typed: str = "", path: Path = ()
) -> list[tuple[str, str]]:
    """Return up to 25 (label, value) pairs that match the words of the text, in any order.

    The value is the move without the seat: "assign topaz.2x3"; for answers chosen together, all of them. Only if
    nothing else matches are misspelt words accepted, filler words ignored, other words for what labels have looked
    for ("purple"), and a last word left out. A text longer than the command accepts, for which Discord asks all the
    same, matches nothing. What the panel says where it stands open at `path` comes first, as its button says it, along
    with the whole move: "I·2" is on some mine. Then comes the move that the text makes if it is sent as it stands.
    """
    if len(typed) > LONGEST:
        return []
    typed = by_name(kit, decision, view, names, unnamed(typed))
    walk = kit.panels.narrowing(decision, view)
    ways = {said: answered(walk, after) for said, after in standing(kit, decision, view, names, path).items()}
    there = {said: Spoken(said, answers, (said,)) for said, answers in ways.items() if answers and len(said) <= LABEL}
    here = _fitting(there, by_number(walk.numbered(path), typed))[: MOST // 2]
    offered = sayable(kit, decision, view, names)
    moves = {move.value: move for move in offered.offered if len(move.value) <= LABEL}
    text = " ".join(typed.lower().split())
    numbered = by_number(walk.numbered(), typed)  # "3" is a number in the picture, or the beginning of "3,-2"
    plays = exactly(offered.moves, numbered)
    if plays is None and leading(offered.steps, numbered) is None:
        plays = named(offered.moves, numbered, asking(kit, decision, view))
    first = plays.value if plays is not None else ""
    if not first and not is_notation(text):
        first = kit.words.spelled(decision, view, typed)
        if first and first not in moves:
            return _here(here, there, moves)  # they want this move and no other; sent, it is refused with the reason
    if not first and (after := nth(kit, decision, view, names, offered, typed, path).path):
        counted = {walk.answers(after)} if walk.answers(after) else {(token,) for token in walk.below(after)}
        return [(cut(move.label, LABEL), value) for value, move in moves.items() if move.answers in counted][:MOST]
    fitting = (value for each in dict.fromkeys((numbered, typed)) for value in _fitting(moves, each))
    found = [value for value in dict.fromkeys((first, *fitting)) if value in moves]
    if not found and not here and not is_denying(typed) and not is_notation(typed):
        known = heard(kit, decision, view, offered, typed)
        if known.whole and not known.unknown and len(known.found) < len(offered.told):
            found = [value for value, move in moves.items() if move.label in known.found]
        elif rest := _without_last(kit, decision, view, names, offered, known, typed):
            return choices(kit, decision, view, names, rest, path)
    own = {f"{decision.kind} {token}": token for token in decision.tokens}
    also = [value for value in found if value not in own][: max(MOST // 2, MOST - len(own))]
    spread = _spread(walk, [own[value] for value in found if value in own], MOST - len(also))
    asked = {f"{decision.kind} {token}" for token in spread}
    said = {there[each].answers for each in here}  # listed already, as its button says it
    shown = [value for value in found if value == first or value in asked or value in also]
    others = [(cut(moves[value].label, LABEL), value) for value in shown if moves[value].answers not in said]
    return [*_here(here, there, moves), *others][:MOST]


def _without_last(
    kit: Kit, decision: Decision, view: View, names: Names, offered: Sayable, said: Heard, typed: str
) -> str:
    """Return the words before the last one if that is all that matches nothing, as it may not be finished; else "".

    A number, a player, or what else says which thing is meant, such as a spell that is not there, is not left out.
    """
    *before, last = words(typed) or [""]
    aliases = kit.words.aliases(decision, view)
    tells = not last.isalpha() or last in {*aliases, *words(" ".join(aliases.values()))}
    tells = tells or any(begins(name, last) for name in words(" ".join(names.values())))
    tells = tells or bool(kit.words.spelled(decision, view, last))
    is_extra = said.whole and said.unknown == (last,) and len(said.found) < len(offered.told)
    return " ".join(before) if is_extra and not tells else ""


def _here(here: list[str], there: Mapping[str, Spoken], moves: Mapping[str, Spoken]) -> list[tuple[str, str]]:
    """Return what the panel says, with the whole move in words or what it plays before; where the move's words have
    that, the move itself."""
    known, pairs = {move.answers: move for move in moves.values()}, list[tuple[str, str]]()
    for said in here:
        answers = there[said].answers
        before = [known[token,].label for token in answers[:-1] if (token,) in known]
        move = known.get(answers)
        if move is not None and said in move.label:
            pairs.append((cut(move.label, LABEL), move.value))
        elif move is not None:
            pairs.append((cut(f"{said} · {move.label}", LABEL), said))
        else:
            pairs.append((cut(f"{said} · after {listed(before)}", LABEL) if before else said, said))
    return [*dict.fromkeys(pairs)]


def _fitting(moves: Mapping[str, Spoken], typed: str) -> list[str]:
    """Return the moves that match the text: by the beginning of their notation, else by words."""
    text, wanted = " ".join(typed.lower().split()), words(typed)
    found = [value for value in moves if text and value.startswith(text)]
    said = telling(wanted)
    for some, fits in (
        (wanted, begins),
        (figures(wanted), begins),
        (wanted, resembles),
        (said, begins),
        (said, resembles),
        (figures(said), begins),
    ):
        if (some or not text) and not found:
            found = [value for value, move in moves.items() if move.said(some, fits)]
    return [*counting(found, typed, lambda value: moves[value].labels)]


def _spread(walk: Narrowing, tokens: list[str], most: int) -> list[str]:
    """Return as many tokens as there is room for, in turn from each mine or other first step; a pass is always among
    them."""
    if len(tokens) <= most:
        return tokens
    wanted = set(tokens)
    groups: dict[str, list[str]] = {}
    for path, token in walk.leaves.items():
        if token in wanted:
            groups.setdefault(path[0], []).append(token)
    last = groups.pop(PASS, [])
    in_turn = [token for token in chain.from_iterable(zip_longest(*groups.values())) if token]
    chosen = set(in_turn[: most - len(last)])
    return [token for token in tokens if token in chosen or token == PASS]
