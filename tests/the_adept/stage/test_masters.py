"""The screens of game masters, pressed at random: nothing breaks, and nobody else learns what is hidden."""

from __future__ import annotations

import pytest

from game.core.layout import Panel, Section, Select, Text
from game.the_adept.stage.mastering.masters import MasterRoom
from game.the_adept.stage.stage import ROOMS
from tests.the_adept.stage.hands import STAGE, Hands, Table
from tests.the_adept.stage.presser import pressed
from tests.the_adept.stage.tables import hands, unknown, with_secrets
from tests.the_adept.tale.tables import ANA, GM

INSIDE = [room.name for room in ROOMS if isinstance(room, MasterRoom)]
SPY = "Wraith"
COMMANDS = [command for command in STAGE.commands if command.name.startswith("gm ")]


def everything(panel: Panel) -> str:
    """Return all that can be read on a panel, and what its controls carry."""
    told = []
    for component in panel.components:
        match component:
            case Text(words) | Section(words):
                told.append(words)
            case Select(hint=hint, choices=choices):
                told += [hint, *(f"{each.value} {each.label} {each.note}" for each in choices)]
    told += [f"{getattr(each, 'label', '')} {each.rest}" for each in panel.controls]
    return "\n".join(told)


def secrets() -> Table:
    table = with_secrets()
    table.tale.act(GM, "gmc", {"name": SPY, "traits": {"Unseen": "d8", "Cold": "d10"}})
    table.tale.act(GM, "appear", {"name": SPY, "hidden": True})
    table.tale.act(ANA, "roll", {"character": "Iltani", "pool": "2d6 2d8"})
    return table


def test_everything_is_pressed_and_nothing_breaks() -> None:
    table = secrets()
    gm, ana, ben = hands(table)
    came = set[str]()

    def look(hands: Hands, panel: Panel) -> None:
        state = table.tale.state
        if not state.members[GM].gm:  # dismissed by another one, which would end the test too soon
            table.tale.act(next(id for id, each in state.members.items() if each.gm), "appoint", {"member": GM})
        came.update({SPY} if SPY in state.gmcs and state.gmcs[SPY].seen else ())  # revealed, or returned openly
        if not STAGE.is_master(table.tale, hands.who):
            read = everything(panel)
            assert not [word for word in [*unknown(table), *({SPY} - came)] if word in read], hands.path

    start = [*INSIDE, "turn", *(command.path for command in COMMANDS), *(f"gm/roll/{n}" for n in range(1, 9))]
    met = pressed(table, [gm, gm, gm, gm, ana, ben], start, 1500, look)
    did = {each.removeprefix("did ") for each in met if each.startswith("did ")}
    assert {*INSIDE, "turn"} <= {*met}
    assert len(did) > 15, did


@pytest.mark.parametrize(
    "path", [*INSIDE, *(command.path for command in COMMANDS if not command.path.startswith("turn"))]
)
def test_who_is_no_master_learns_who_is(path: str) -> None:
    _, ana, _ = hands(secrets())
    for values in ({}, {"name": "Mine", "die": "d8"}):
        assert ana.go(path, **values).acts == ()
        assert ana.words.count("in this tale for Mara.") == 1
