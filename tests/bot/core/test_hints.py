"""Hints: the best answers in words, for the person asking, at tables that allow it; nobody else learns of it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from discord import ButtonStyle, ComponentType

from bot.automatic.thinking import hinted
from bot.components import ids
from bot.components.ids import PREFIX, Verb
from bot.panels import own
from bot.tables import Table, Tables
from bot.tables.history import past
from bot.tables.lobby_options import HINTS, of_table
from bot.worker import Died
from game.adepts.kit import KIT
from game.core import layout
from game.core.decisions import PASS
from game.core.judging.hint import Tip
from game.core.layout import Button, Panel, Place
from game.core.narrowing import Path
from game.mana_surge.kit import KIT as OTHER
from playground import Person, Shown
from playground.world.models import Channel, Json

from .acting import board, forward, looked, mover, open_panel
from .conftest import Opened, Stage
from .test_rights import forged
from .test_typed import PURGING, position

PATIENCE = 60.0
"""Seconds that a process may take to start on a busy machine."""


def styles(shown: Shown) -> list[ButtonStyle]:
    """Return how the buttons of a hint's answers stand out, the best first."""
    found = dict[str, ButtonStyle]()

    def go(components: list[Json]) -> None:
        for each in components:
            if each["type"] == ComponentType.button.value:
                found[str(each.get("label"))] = ButtonStyle(each["style"])
            go(each.get("components", []))

    go(shown.raw["components"])
    return [style for label, style in sorted(found.items()) if label.startswith("Choose ")]


async def test_who_plays_against_computers_is_helped(
    stage: Stage, channel: Channel, ann: Person, bob: Person, opened: Opened
) -> None:
    """Three answers, best first, each with a reason; the game, and what others see, stay as they are."""
    game = await opened(ann, computers=1)
    await stage.quiet()
    panel = (await ann.command(channel, "play", move="what should i do, give me a hint")).message
    assert "is not a move that you have now. *Hint*, in your panel, names the best choices" in panel.text
    panel = await open_panel(ann, channel)
    before, seen = await stage.bot.tables.look(game), [str(message) for message in bob.messages(channel)]
    await ann.click(panel, "Hint")

    def told() -> str:
        now = ann.message(panel.id)
        return now.text if now is not None and "**Hint**" in now.text else ""

    text = await ann.wait_for(told, PATIENCE)
    assert text
    first = text[text.index("**Hint**") :].splitlines()
    assert [line[:4] for line in first[2::2]] == ["1. *", "2. *", "3. *"]
    lead = first[3].partition(":")[0].replace("better than the next", "worse than the first").replace("next", "first")
    assert first[5] == lead
    assert re.fullmatch(r"-# (\d+ mana worse than|as good as) the first: .* [+−]\d+", first[7])
    given = ann.message(panel.id)
    assert given
    assert given.find("Hint") is None
    [mines] = given.selects
    step = (await ann.select(given, mines.custom_id or "", [mines.options[0][1]])).message
    answers = [line.partition(". ")[2].strip("*") for line in first[2::2]]
    assert " · ".join(f"{number}. {answer}" for number, answer in enumerate(answers, 1)) in step.text
    assert "better than the next" not in step.text
    after = await stage.bot.tables.look(game)
    assert after.sequence == before.sequence
    assert [str(message) for message in bob.messages(channel)] == seen
    kit, seat = before.kit, before.seat_of(ann.id).seat
    tips = hinted(kit.name, before.view(seat), before.playing.pending[seat], "seed")
    assert tips
    assert {tip.token for tip in tips.tips} <= set(before.playing.legal(seat))
    while (table := await forward(stage, game, "cast")).playing.legal(seat) != (PASS,):
        await stage.bot.tables.moves.play(game, ann.id, PASS)
    assert (await open_panel(ann, channel)).find("Hint") is None  # there is nothing to choose
    said = (await ann.command(channel, "play", move="what should I do")).message
    assert "There is only one choice here" in said.text
    assert "*Hint*" not in said.text
    await forged(stage.bot, channel.id, Verb.HINT, game, ann, question=table.questions[seat].number)
    alone = await ann.wait_message(channel, "1. **Cast nothing**", PATIENCE)
    before = await stage.bot.tables.look(game)
    assert not (await ann.click(alone, "Choose 1: Cast nothing")).failed  # like the panel's own button
    entries = await stage.bot.tables.store.moves.entries(game)
    assert next(entry.token for entry in entries[before.sequence :] if entry.seat == seat) == PASS


async def test_a_hint_leads_to_where_its_choice_is_confirmed(
    stage: Stage, channel: Channel, ann: Person, opened: Opened
) -> None:
    """That chooses nothing yet: the person sees the effect, and can go back."""
    game = await opened(ann, computers=1)
    await stage.quiet()
    panel = await open_panel(ann, channel)
    await ann.click(panel, "Hint")
    given = await ann.wait_for(
        lambda: now if (now := ann.message(panel.id)) is not None and now.find("Choose 2") is not None else None,
        PATIENCE,
    )
    before = await stage.bot.tables.look(game)
    seat = before.seat_of(ann.id).seat
    assert styles(given) == [ButtonStyle.primary, ButtonStyle.secondary, ButtonStyle.secondary]  # none plays at once
    second = next(line for line in given.text.splitlines() if line.startswith("2. ")).partition(". ")[2].strip("*")
    shown = (await ann.click(given, "Choose 2")).message
    assert (await stage.bot.tables.look(game)).sequence == before.sequence
    [choice] = [each for each in shown.buttons if (each.custom_id or "").startswith(f"{PREFIX}:{Verb.MOVE}:")]
    assert not (await ann.click(shown, choice.custom_id or "")).failed
    entries = await stage.bot.tables.store.moves.entries(game)
    played = next(entry for entry in entries[before.sequence :] if entry.seat == seat)
    decision = before.playing.pending[seat]
    assert before.kit.words.move(decision, before.view(seat), before.names, played.token or "") == second


@pytest.mark.parametrize("number", [1, 2])
async def test_what_a_hint_has_selected_is_not_played_by_its_button(
    stage: Stage, channel: Channel, ann: Person, opened: Opened, number: int
) -> None:
    """The same button, pressed again beside the whole hint, changes nothing; *Confirm* plays it."""
    game = await opened(ann, computers=1)
    await stage.quiet()
    panel = await open_panel(ann, channel)
    await ann.click(panel, "Hint")
    given = await hinted_to(ann, panel)
    before = await stage.bot.tables.look(game)
    shown = (await ann.click(given, f"Choose {number}")).message
    again = (await ann.click(shown, "Hint")).message
    assert styles(again) == [ButtonStyle.primary, ButtonStyle.secondary, ButtonStyle.secondary]
    still = (await ann.click(again, f"Choose {number}")).message
    assert (await stage.bot.tables.look(game)).sequence == before.sequence
    own, theirs = ([each.label for each in panel.buttons if each.label] for panel in (shown, still))
    assert own == theirs


@pytest.mark.parametrize(
    ("path", "verbs"), [((), ("take", "tip")), (("1A",), ("take", "tip")), ((PASS,), ("tip", "tip"))]
)
async def test_a_hint_s_pass_is_played_at_once_unless_it_is_selected(
    tables: Tables, path: Path, verbs: tuple[str, ...]
) -> None:
    """The panel has nowhere to confirm a pass whose button plays it: to lead there would only drop what is selected."""
    table = await position(tables, "11A", **PURGING)
    table = replace(table, questions={"P1": next(iter(table.questions.values()))})
    decision, view = table.pending["P1"], table.view("P1")
    panel = table.kit.panels.decision(Place(table.id, 1), decision, view, table.names, path)
    tips = (Tip(PASS, 0, ()), Tip("1A", 1, ()))
    buttons = own.to_tips(table, "P1", tips, own.ways_to_tips(table, "P1", tips), panel, path)
    assert tuple(button.verb for button in buttons) == verbs


@pytest.mark.parametrize(("kind", "typed"), [("adepts", "Choose 2"), ("spirit-ground", "choose 2")])
async def test_a_hint_s_answer_can_be_typed_as_its_button_is_called(
    stage: Stage, channel: Channel, ann: Person, opened: Opened, kind: str, typed: str
) -> None:
    """As long as the hint is there; otherwise it is no move."""
    game = await opened(ann, kind=kind, computers=1)
    await stage.quiet()
    while (seat := (table := await stage.bot.tables.look(game)).seat_of(ann.id).seat) not in table.playing.pending:
        await stage.quiet()
    assert "is not a move" in (await ann.command(channel, "play", move=typed)).message.text
    panel = await open_panel(ann, channel)
    await ann.click(panel, "Hint")
    given = await hinted_to(ann, panel)
    second = next(line for line in given.text.splitlines() if line.startswith("2. ")).partition(". ")[2].strip("*")
    before = await stage.bot.tables.look(game)
    assert "is not a move" in (await ann.command(channel, "play", move="Choose 4")).message.text
    assert "is not a move" not in (await ann.command(channel, "play", move=typed)).message.text
    entries = await stage.bot.tables.store.moves.entries(game)
    token = next(entry.token for entry in entries[before.sequence :] if entry.seat == seat)
    decision = before.playing.pending[seat]
    assert second.startswith(before.kit.words.move(decision, before.view(seat), before.names, token or ""))


async def test_each_answer_has_its_button_also_beside_one_that_gives_it(
    stage: Stage, channel: Channel, ann: Person, opened: Opened
) -> None:
    """Where the panel's own button plays at once (a pair in Spirit Ground), so does the hint's."""
    game = await opened(ann, kind="spirit-ground", computers=1)
    while (table := await stage.bot.tables.look(game)).playing.kind(seat := table.seat_of(ann.id).seat) != "pair":
        if seat in table.playing.pending:
            await stage.bot.tables.moves.play(game, ann.id, table.playing.legal(seat)[0])
        await stage.quiet()
    panel = await open_panel(ann, channel)
    await ann.click(panel, "Hint")
    given = await ann.wait_for(
        lambda: now if (now := ann.message(panel.id)) is not None and "**Hint**" in now.text else None, PATIENCE
    )
    answers = [
        line.partition(". ")[2].strip("*") for line in given.text.splitlines() if line[:3] in ("1. ", "2. ", "3. ")
    ]
    assert all(given.find(f"Choose {number}") for number in range(1, 1 + len(answers)))
    own = [button for answer in answers if (button := given.find(answer)) is not None]
    assert len(own) == len(answers)
    assert styles(given) == [ButtonStyle.success, *[ButtonStyle.secondary] * (len(answers) - 1)]
    before = await stage.bot.tables.look(game)
    assert not (await ann.click(given, "Choose 1")).failed
    entries = await stage.bot.tables.store.moves.entries(game)
    token = next(entry.token for entry in entries[before.sequence :] if entry.seat == seat)
    decision = before.playing.pending[seat]
    assert before.kit.words.move(decision, before.view(seat), before.names, token or "") == answers[0]


async def test_the_guide_leaves_room_for_a_hint_where_squares_are_chosen(
    stage: Stage, channel: Channel, ann: Person
) -> None:
    """The panel with the most buttons there is, under the guide of a first game: a message may have 40 components, so
    the hint's words fit, but not its buttons."""
    welcome = (await ann.command(channel, "spirit-ground tutorial")).message
    panel = (await ann.click(welcome, "Show me my first move")).message
    [row] = await stage.bot.tables.store.games.active()
    while (table := await stage.bot.tables.look(row.id)).playing.kind("P1") != "place":
        if "P1" in table.playing.pending:
            await stage.bot.tables.moves.play(row.id, ann.id, table.playing.legal("P1")[0])
        await stage.quiet()
    stage.read()
    panel = await open_panel(ann, channel)
    assert panel.find("Skip the guide")
    await ann.click(panel, "Hint")
    given = await hinted_to(ann, panel)
    assert given.find("Choose 1") is None
    first = next(line for line in given.text.splitlines() if line.startswith("1. ")).strip("1. *")[:2]
    shown = (await ann.click(given, first)).message
    assert shown.find("Another square")
    again = (await ann.click(shown, "Hint")).message
    assert "**Hint**" in again.text
    assert again.find("Another square")
    assert again.find("Choose 1")


class Paper:
    """Where a panel is shown that nobody sees."""

    guild_id, private = 1, None
    yields = awaits_picture = lost = False

    def __init__(self, user_id: int) -> None:
        self.user_id = user_id
        self.panel = layout.bare()

    async def show(self, panel: Panel) -> None:
        self.panel = panel


async def test_a_panel_leaves_out_what_matters_least_where_a_message_has_no_room_for_it(
    stage: Stage, channel: Channel, ann: Person
) -> None:
    """With a guide, a hint and a long refusal: first what happened, then the reasons and buttons of the hint."""
    await ann.command(channel, "harrowing tutorial")
    [row] = await stage.bot.tables.store.games.active()
    table = await looked(stage, row.id)
    while not (others := [each for each in table.context.since_acting("P1") if each.event.seat == "P2"]):
        await stage.bot.tables.moves.play(row.id, ann.id, table.playing.legal("P1")[0])
        table = await looked(stage, row.id)
    await stage.bot.tables.people.set(ann.id, "pictures", "words")
    await stage.bot.helper.hint(table, "P1")
    happened = past.sentences(table, others, "P1")[0]
    panels, paper, found = stage.bot._services().panels, Paper(ann.id), list[tuple[bool, ...]]()
    for room in range(0, 4000, 100):
        said = "x" * room
        await panels.ask(paper, table, news=True, said=said)
        text = "\n".join(paper.panel.words)
        assert paper.panel.fits or not found[-1][-1]
        assert said in text
        found.append((has_tips(paper.panel), happened in text, "**Hint**" in text))
    assert [*dict.fromkeys(found)] == [
        (True, True, True),
        (True, False, True),
        (False, False, False),
    ]


def has_tips(panel: Panel) -> bool:
    return any(isinstance(each, Button) and each.label.startswith("Choose ") for each in panel.controls)


async def hinted_to(person: Person, panel: Shown) -> Shown:
    """Wait for the hint on the panel, and return the panel."""
    return await person.wait_for(
        lambda: now if (now := person.message(panel.id)) is not None and "**Hint**" in now.text else None, PATIENCE
    )


async def test_it_can_be_asked_for_until_the_choice_is_confirmed(
    stage: Stage, channel: Channel, ann: Person, opened: Opened
) -> None:
    """In the middle of a choice, after another selection, and when going back to it; later the whole hint is shown
    again. What was selected stays selected."""
    await opened(ann, computers=1)
    await stage.quiet()
    panel = await open_panel(ann, channel)
    assert not _ways(panel)
    for option in (0, 1):  # first one mine, then another
        [mines, *_] = panel.selects
        stage.read()
        panel = (await ann.select(panel, mines.custom_id or "", [mines.options[option][1]])).message
        assert panel.find("Hint")
    stage.read()
    again = await open_panel(ann, channel)
    assert "This is how far you were" in again.text
    await ann.click(again, "Hint")
    whole = await ann.wait_for(
        lambda: now if (now := ann.message(again.id)) is not None and "**Hint**" in now.text else None, PATIENCE
    )
    assert whole.find("Choose 1") or whole.find("Choose 2")
    assert whole.find("Hint") is None
    assert _ways(whole) == _ways(again)
    said = whole.text[whole.text.index("**Hint**") :]
    [mines, *_] = whole.selects
    stage.read()
    step = (await ann.select(whole, mines.custom_id or "", [mines.options[0][1]])).message
    assert "**Hint**" not in step.text
    stage.read()
    assert said in (await ann.click(step, "Hint")).message.text


def _ways(panel: Shown) -> set[str]:
    """Return the paths that the panel's selects start from, without the question's number."""
    return {rest for select in panel.selects if (rest := ids.decode(select.custom_id or "").rest)}


async def test_who_has_chosen_before_the_hint_is_there_is_asked_nothing_over_again(
    stage: Stage, channel: Channel, ann: Person, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await opened(ann, computers=1)
    await stage.quiet()
    panel = await open_panel(ann, channel)

    async def meanwhile(table: Table, seat: str) -> None:
        await stage.bot.tables.moves.play(game, ann.id, table.playing.legal(seat)[0])

    monkeypatch.setattr(stage.bot.helper, "hint", meanwhile)
    assert "decided already" in (await ann.click(panel, "Hint")).message.text


async def test_where_no_hint_can_be_given_the_panel_stays_to_try_again(
    stage: Stage, channel: Channel, ann: Person, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(ann, computers=1)
    await stage.quiet()
    panel = await open_panel(ann, channel)

    async def died(*_: object) -> None:
        raise Died

    monkeypatch.setattr(stage.bot.helper, "hint", died)
    await ann.click(panel, "Hint")
    await ann.wait_message(channel, "No hint could be given just now")
    now = ann.message(panel.id)
    assert now is not None
    assert now.find("Hint")


async def test_among_people_there_are_hints_only_where_all_can_see_that(
    stage: Stage, channel: Channel, ann: Person, bob: Person, opened: Opened
) -> None:
    game = await opened(ann, bob)
    person, _ = await mover(stage, game, ann, bob)
    panel = await open_panel(person, channel)
    assert panel.find("Hint") is None
    assert "Hints" not in (await board(ann, channel)).text
    assert "There are no hints at this table." in (await forged(stage.bot, channel.id, Verb.HINT, game, person)).text


async def test_a_table_may_allow_them_to_everybody(
    stage: Stage, channel: Channel, ann: Person, bob: Person, opened: Opened
) -> None:
    game = await opened(ann, bob, hints="on")
    assert "Hints are allowed at this table." in (await board(ann, channel)).text
    person, _ = await mover(stage, game, ann, bob)
    panel = await open_panel(person, channel)
    assert panel.find("Hint")
    stale = await forged(stage.bot, channel.id, Verb.HINT, game, person)
    assert "**Hint**" not in stale.text
    other = ann if person is bob else bob
    assert "decided already" in (await forged(stage.bot, channel.id, Verb.HINT, game, other)).text


def test_only_games_that_can_judge_have_the_option(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(HINTS in [option.name for option in of_table(kit)] for kit in (KIT, OTHER))
    monkeypatch.setattr(OTHER, "judge", None)
    assert HINTS not in [option.name for option in of_table(OTHER)]
