"""Random presses on whatever is on the screens of several people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from game.core.errors import BadArguments, Refused
from game.core.layout import Button, Panel, People, Place, Select
from tests.the_adept.stage.hands import STAGE, TALE, Hands, Table, check

WORDS = ("Fog", "3", "2d6 d8", "", "Rope_*x*", "d20", "A name of exactly forty characters, so long", "#1", "0")
"""What somebody may type into a field."""


def pressed(
    table: Table,
    everybody: Sequence[Hands],
    paths: Sequence[str],
    presses: int,
    look: Callable[[Hands, Panel], None],
    again: float = 0.1,
) -> Counter[str]:
    """Press so often at random, beginning with one of `paths`, and again with one at the rate `again`. `look` gets each
    screen.

    Returns how often each screen was opened, each action done, and each refusal met. No other errors may be raised.
    Screens outside the groups of `paths` are soon left again.
    """
    rng, met = Random(5), Counter[str]()
    rooms = {path.partition("/")[0] for path in paths}
    public, state = list[Panel](), None
    for _ in range(presses):
        hands = rng.choice(everybody)
        if table.tale.state is not state:
            public, state = [STAGE.status(table.tale, Place(TALE)), *_posts(table)], table.tale.state
            for panel in public:
                check(panel)
                look(Hands(table, ""), panel)
        try:
            if hands.form is not None and rng.random() < 0.8:
                form, hands.form = hands.form, None
                hands.form = form
                hands.fill(**{field.name: rng.choice([field.value, *WORDS])[: field.most] for field in form.fields})
            elif hands.path is None or rng.random() < again:
                hands.go(rng.choice(paths))
            else:
                _press(rng, hands, rng.choice([hands.panel] * 4 + public))
        except (Refused, BadArguments) as error:
            met[f"refused {getattr(error, 'code', 'arguments')}"] += 1
            hands.form = None
            hands.path = hands.path if rng.random() < 0.7 else None
            continue
        met.update(f"did {act.action}" for act in hands.step.acts)
        if hands.path is not None:
            met[hands.path.split("/")[0]] += 1
            try:
                panel = hands.panel
            except Refused:
                hands.path = None
            else:
                check(panel)
                look(hands, panel)
                if hands.path.partition("/")[0] not in rooms and rng.random() < 0.7:
                    hands.path = None
    return met


def _posts(table: Table) -> list[Panel]:
    return [post.panel(None) for post in STAGE.posts(table.tale, Place(TALE)).values()]


def _press(rng: Random, hands: Hands, panel: Panel) -> None:
    controls = [each for each in panel.controls if not (isinstance(each, Button) and each.disabled)]
    if not controls:
        hands.path = None
        return
    match rng.choice(controls):
        case Button() as button:
            hands.go(button.rest)
        case Select() as select:
            hands.go(select.rest, value=rng.choice(select.choices).value)
        case People() as people:
            hands.go(people.rest, value=rng.choice([*hands.table.tale.state.members, "stranger"]))
