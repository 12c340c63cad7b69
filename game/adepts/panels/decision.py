"""The private panel of a decision: the question, the ways to answer it, what an answer brings, Confirm."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from game.adepts.panels.card_choices import card_text, means, warning
from game.adepts.panels.defaults import filled
from game.adepts.panels.previews import effect
from game.adepts.panels.research import research_panel
from game.adepts.panels.titles import confirm_label, heading, hint, intro
from game.adepts.panels.tree import BY_MINE, CARDS, walk
from game.adepts.panels.ways import PUSH, choices
from game.adepts.rules.tokens import PASS
from game.adepts.words.facts import Facts
from game.adepts.words.moves import pass_label
from game.adepts.words.vain import in_vain
from game.core import layout
from game.core.decisions import Decision
from game.core.layout import Accent, Button, Choice, Component, Panel, Picture, Place, Style, Verb
from game.core.narrowing import Path, write_path
from game.core.protocol import View

MOST_BUTTONS = 5
"""Ways that are shown as buttons side by side at most; more become a select."""

MOST_CARDS = 6
"""Cards that are shown in full at most: in a picture, or in words with a button beside each."""


def decision_panel(
    place: Place,
    decision: Decision,
    view: View,
    names: Mapping[str, str],
    path: Path = (),
    table: str = "",
    picture: Picture | None = None,
) -> Panel:
    """Return the panel for what has been selected so far and what is likely; a path that leads nowhere counts as none.

    `view` is that of the decision's seat, `names` are the players' names by seat, as they are; `table` names the game
    where the place does not, as in a direct message. A picture replaces all that it shows.
    """
    facts, pictured = Facts(view, decision.seat, names), picture is not None
    if decision.kind == "research":
        return research_panel(place, decision, facts, path, table, picture)
    path = filled(decision, facts, path)
    brief = pictured and decision.kind in BY_MINE and bool(path)  # so that the picture and Confirm fit on one screen
    head = [layout.text(heading(decision, facts, table, brief)), *_texts(intro(decision, facts, path, pictured))]
    components: list[Component] = []
    for at in range(len(path) + 1):
        ways = choices(decision, facts, path[:at])
        if len(ways) > 1:
            components += _ways(place, facts, decision.kind, path, at, ways, pictured)
    end = _end(place, decision, facts, path, pictured)
    return layout.framed(*head, *components, *end, accent=Accent.ASKING, picture=picture)


def _texts(lines: list[str]) -> list[Component]:
    return [layout.text(*lines)] if lines else []


def _ways(
    place: Place, facts: Facts, kind: str, path: Path, at: int, ways: list[Choice], pictured: bool
) -> list[Component]:
    """Return the ways at one step: few as buttons, many as a select. What was chosen at this step is marked."""
    before, chosen = path[:at], path[at] if at < len(path) else ""

    def button(way: Choice, label: str = "") -> Button:
        style = Style.PRIMARY if way.value == chosen else Style.SECONDARY
        return place.button(Verb.STEP, label or way.label, write_path((*before, way.value)), style, way.sign)

    if kind in BY_MINE and at == 1 and kind != "place":  # a row of buttons for each site
        grid = groupby(sorted(ways, key=_site_and_push), _site_and_push)
        rows = [component for _, group in grid for component in layout.rows([button(way) for way in group])]
        said = "-# site · miners" if kind != "enter" else "-# place · miners"
        if any(way.value.endswith("!") for way in ways):
            said += f" · {PUSH} first pushes the groups there back one site"
        return [*_texts([said]), *rows]
    if kind in CARDS and len(ways) <= MOST_CARDS and not chosen and not pictured:
        return [layout.section(_card(way.value, kind, facts), button(way._replace(sign=""), "Choose")) for way in ways]
    if kind != "pay" and len(ways) <= (MOST_CARDS if kind in CARDS else MOST_BUTTONS):
        notes = [f"- **{way.label}**: {way.note}" for way in ways if way.note and kind not in CARDS]
        return [*_texts(notes), *layout.rows([button(way) for way in ways])]
    return [place.select(Verb.PICK, write_path(before), ways, hint(kind), chosen)]


def _site_and_push(way: Choice) -> tuple[str, bool]:
    return way.value[0], way.value.endswith("!")


def _card(card: str, kind: str, facts: Facts) -> str:
    if kind != "cast":
        return card_text(card)
    return "\n".join((card_text(card), f"-# You have {means(card, facts)}", *warning(in_vain(facts, card))))


def _end(place: Place, decision: Decision, facts: Facts, path: Path, pictured: bool) -> list[Component]:
    """Return what the choice brings, with Confirm, and the button that passes."""
    token = walk(decision).token_of(path)
    components, buttons = list[Component](), list[Button]()
    if token is not None:
        components += [layout.line(), layout.text(*effect(decision, facts, token, pictured))]
        label = confirm_label(decision, token)
        buttons.append(place.button(Verb.MOVE, label, write_path(path), Style.SUCCESS))
    if (PASS,) in walk(decision).leaves:
        buttons.append(place.button(Verb.MOVE, pass_label(decision.kind, decision.data.get("chosen", ())), PASS))
        if decision.kind == "cast":
            buttons.append(place.button(Verb.AHEAD, "Pass ahead …"))
    return [*components, *layout.rows(buttons)]
