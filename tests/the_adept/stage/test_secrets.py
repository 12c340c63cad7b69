"""Hidden things leave no trace in what a player is shown: neither in words nor in what buttons carry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from game.core.errors import BadArguments, Refused
from game.core.layout import Button, Panel, Place, Select
from game.the_adept.stage.stage import ROOMS
from tests.the_adept.stage.hands import STAGE, TALE, Hands, Table
from tests.the_adept.stage.tables import HIDDEN, begun, with_secrets
from tests.the_adept.tale.tables import ANA, BEN, GM, sheet
from tests.the_adept.tale.test_secrets import seeded


def seen(table: Table, who: str) -> dict[str, Panel | str]:
    """Return all screens that can be reached without changing anything, and the public messages."""
    hands = Hands(table, who)
    found: dict[str, Panel | str] = {"the status": STAGE.status(table.tale, Place(TALE))}
    found |= {key: post.panel(None) for key, post in STAGE.posts(table.tale, Place(TALE)).items()}
    left = [room.name for room in ROOMS]
    while left:
        path = left.pop()
        if path in found:
            continue
        try:
            found[path] = panel = STAGE.screen(hands.reader, path)
        except (Refused, BadArguments) as error:
            found[path] = str(error)
        else:
            left += ways(hands, panel)
    return found


def ways(hands: Hands, panel: Panel) -> Iterator[str]:
    """Yield the paths that a screen's controls lead to."""
    pressed: list[tuple[str, dict[str, Any]]] = [(each.rest, {}) for each in panel.controls if isinstance(each, Button)]
    pressed += [
        (each.rest, {"value": way.value}) for each in panel.controls if isinstance(each, Select) for way in each.choices
    ]
    for path, values in pressed:
        try:
            step = STAGE.press(hands.reader, path, values)
        except (Refused, BadArguments):
            continue
        if step.show is not None and not step.acts and step.notes is None:
            yield step.show


@pytest.mark.parametrize("who", [ANA, BEN, "stranger"])
def test_the_screens_of_others_are_as_if_nothing_were_hidden(who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    for made in (begun, with_secrets):
        seeded(monkeypatch)
        table = made()
        for player, name in ((ANA, "Iltani"), (BEN, "Bel")):
            table.tale.act(player, "pp", {"character": name, "by": 1})
        shown.append(seen(table, who))
    plain, secret = shown
    assert len(plain) > (50 if who != "stranger" else 20)
    for path in {**plain, **secret}:
        assert secret.get(path) == plain.get(path), path


def test_a_character_that_is_called_like_what_is_hidden_tells_its_player_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Game masters read of the clash in the log. The player who brought the character sees nothing on any screen, not
    even where it could be taken back."""
    shown = []
    for made in (begun, with_secrets):
        seeded(monkeypatch)
        table = made()
        table.tale.act(BEN, "enter", {"sheet": sheet(HIDDEN[2]), "new": True})
        shown.append(seen(table, BEN))
    plain, secret = shown
    assert secret == plain
    assert "called Zephyr as well" in " ".join(table.tale.story(GM))


def test_however_much_masters_do_in_secret_a_player_can_take_the_same_back() -> None:
    table = begun()
    hands = Hands(table, BEN)
    hands.go("table/undo")
    before = hands.panel
    for _ in range(170):
        table.tale.act(GM, "note", {"text": "a plan"})
    assert hands.panel == before
    for _ in range(170):
        table.tale.act(GM, "pp", {"character": "Bel", "by": 1})
        table.tale.act(GM, "pp", {"character": "Bel", "by": -1})
    assert "nothing (more)" in hands.words
    assert len(table.tale.log) - table.tale.since < 200


def test_no_refusal_tells_how_many_changes_somebody_made() -> None:
    """Not even to a button's path that the bot never made."""
    hands = Hands(with_secrets(), BEN)
    said = set[str]()
    for number in range(20):
        with pytest.raises(Refused) as refused:
            hands.go(f"table/undone/{GM}.{number}")
        said.add(str(refused.value))
    assert len(said) == 1
