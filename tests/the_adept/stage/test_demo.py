"""The table that plays by itself, without Discord: it comes to its end by the rules, and shows what it should."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from game.core.aids.demo import Beat, Filled, Heard, Picked, Tapped, Typed
from game.core.aids.stage import Act, carried_out
from game.core.errors import Refused
from game.core.layout import Button, Panel, Select
from game.the_adept.rules.sheet import CREATION, validate
from game.the_adept.stage.demo import ROLLS, _read
from game.the_adept.tale import honest
from game.the_adept.tale.face import Shown
from tests.the_adept.stage.hands import STAGE, Hands, Table


class Room:
    """Everybody's hands. What the bot itself does for `tale new` and `tale join` is done here."""

    def __init__(self) -> None:
        self.people: dict[str, Hands] = {}
        self.refused: list[tuple[Beat, str]] = []

    def do(self, beat: Beat) -> Heard:
        try:
            return self._do(beat)
        except Refused as refused:
            self.refused.append((beat, str(refused)))
            return Heard(str(refused))

    def _do(self, beat: Beat) -> Heard:
        if isinstance(beat, Typed) and beat.command == "tale new":
            self.table = Table(Shown.new(beat.who, **beat.given, name=beat.who))
        hands = self.people.setdefault(beat.who, Hands(self.table, beat.who))
        match beat:
            case Typed(command="tale new"):
                return Heard("")
            case Typed(command="tale join"):
                self.table.tale, _ = carried_out(self.table.tale, beat.who, [Act("join", {"name": beat.who})])
                return Heard("")
            case Typed(command=command, given=given):
                hands.command(command, **given)
            case Tapped(label=label):
                hands.press(label)
            case Picked(hint=hint, choice=choice):
                hands.pick(hint, choice)
            case Filled(written=written):
                assert hands.form is not None
                names = [each.name for each in hands.form.fields]
                hands.fill(**dict(zip(names, written, strict=False)))
        if hands.form is not None:
            return Heard(hands.form.title)
        return heard(hands.panel, hands.step.say) if hands.step.show else Heard(hands.step.say)


def heard(panel: Panel, said: str) -> Heard:
    controls: list[Any] = list(panel.controls)
    labels = [each.label for each in controls if isinstance(each, Button) and not each.disabled]
    selects = {each.hint: [choice.label for choice in each.choices] for each in controls if isinstance(each, Select)}
    return Heard("\n".join([said, *panel.words]), labels, selects)


def test_its_characters_are_good() -> None:
    for sheet in _read()["sheet"]:
        assert validate(sheet, CREATION)["errors"] == []


@pytest.mark.parametrize("salt", range(5))
def test_it_comes_to_its_end_with_all_that_it_is_to_show(monkeypatch: pytest.MonkeyPatch, salt: int) -> None:
    numbers = count(1000 * salt)
    monkeypatch.setattr(honest, "new_seed", lambda: f"{next(numbers):064x}")
    demo = STAGE.demo()
    room, script = Room(), demo.script()
    beat = next(script, None)
    while beat is not None:
        told = room.do(beat)
        try:
            beat = script.send(told)
        except StopIteration:
            beat = None
    tale = room.table.tale
    assert room.refused == []
    done = [entry.action for entry in tale.log]
    assert len(tale.dice.casts) >= ROLLS
    assert {"challenge", "hit", "boss", "strike", "stress", "scene", "session", "end-session", "settle"} <= set(done)
    assert done.count("advance") == len(demo.people) - 1
    assert "asset" in done
    assert "choose" in done
    assert not tale.state.session.running
    assert all(each.sheet["records"] for each in tale.state.characters.values())
