"""Characters are made by arrays and by pathways, in a draft that is stored."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from game.core.errors import Refused
from game.the_adept.rules.sheet import validate
from game.the_adept.tale import Tale
from game.the_adept.tale.actions.creation import STAGES, left
from game.the_adept.tale.view import log, view
from tests.the_adept.tale.tables import ANA, BEN, GM, At

APPROACHES = ["wits", "focus", "guile", "haste", "flair", "force"]
MOVES = ["assess", "defend", "influence", "support", "engage", "unleash"]


def sfx(*names: str, unlocked: bool = False) -> list[dict[str, object]]:
    return [{"name": name, "text": "...", "open": unlocked and name == names[0]} for name in names]


def distinction(at: At, kind: str, unlocked: bool) -> None:
    written = {"name": kind.title(), "sfx": sfx(f"{kind} a", f"{kind} b", unlocked=unlocked)}
    at(ANA, "fill", path=f"distinctions.{kind}", value=written)


def climb(at: At, path: str, times: int = 1) -> None:
    for _ in range(times):
        at(ANA, "raise", path=path)


def remains(at: At) -> dict[str, int]:
    return {part: count for part, count in left(at.tale.state.drafts[ANA]).items() if count}


def refused(at: At, code: str, action: str, **given: object) -> str:
    with pytest.raises(Refused) as error:
        at(ANA, action, **given)
    assert error.value.code == code, str(error.value)
    return error.value.problem


def test_by_arrays(at: At) -> None:
    at(ANA, "create", name="Zu")
    refused(at, "draft", "create", name="Za")
    assert remains(at) == {"approaches": 12, "moves": 10, "magic": 9, "extras": 6}
    at(ANA, "arrange", part="approaches", order=APPROACHES)
    refused(at, "order", "arrange", part="approaches", order=MOVES)
    refused(at, "array", "arrange", part="moves", order=MOVES, array=2)
    at(ANA, "arrange", part="approaches", order=APPROACHES, array=2)
    at(ANA, "arrange", part="moves", order=MOVES)
    assert list(at.tale.state.drafts[ANA].sheet["approaches"].values()) == ["d6", "d10", "d6", "d8", "d8", "d10"]
    assert "steps" in refused(at, "steps", "raise", path="moves.unleash")
    climb(at, "magic.spellcasting.illusion", 3)
    climb(at, "magic.will.elemental:fire", 2)
    refused(at, "sheet", "raise", path="magic.spellcasting.illusion")  # no d12 at the start
    refused(at, "sheet", "raise", path="magic.will.luck")
    at(ANA, "fill", path="magic.will.sfx", value=sfx("Quick Sign"))
    assert remains(at) == {"magic": 1, "extras": 6}
    climb(at, "magic.will.time")
    climb(at, "specialties.Alchemy")
    refused(at, "sheet", "raise", path="specialties.Alchemy")  # quick creation has no d8 here
    climb(at, "signature.Staff", 2)
    climb(at, "specialties.Chess")
    at(ANA, "raise", path="specialties.Chess", by=-1)
    at(ANA, "fill", path="signature.Staff.sfx", value=sfx("Anchor"))
    climb(at, "specialties.Chess")
    assert remains(at) == {}
    assert "missing distinctions.concept" in refused(at, "sheet", "finish")
    for kind, unlocked in (("upbringing", True), ("trait", True), ("concept", False)):
        distinction(at, kind, unlocked)
    assert refused(at, "sheet", "fill", path="distinctions.trait", value={"name": "x", "sfx": []}).startswith("count ")
    refused(at, "unknown", "fill", path="approaches.wits", value="d12")
    at(ANA, "finish")
    assert ANA not in at.tale.state.drafts
    assert at.tale.state.characters["Zu"].owner == ANA
    assert validate(at.sheet("Zu"))["errors"] == []
    assert at.sheet("Zu")["pp"] == 1  # a session is running, and all had one at its start


def test_a_step_names_what_can_be_shown_and_is_there(at: At) -> None:
    at(ANA, "create", name="Zu")
    assert refused(at, "sheet", "raise", path=f"magic.craft.elemental:{'z' * 40}").startswith(
        "long magic.craft.effects."
    )
    assert refused(at, "sheet", "raise", path="magic.craft.elemental:\u202eeci").startswith(
        "signs magic.craft.effects."
    )
    climb(at, "magic.craft.elemental:ice")
    for path in ("specialties.Chess", "magic.will.time", "signature.Staff"):
        assert refused(at, "unknown", "raise", path=path, by=-1) == f"'{path}' is not there: raise it, and it is d6"


def test_by_pathways_stage_by_stage(at: At) -> None:
    at(ANA, "create", name="Zu", way="pathways")
    refused(at, "stage", "arrange", part="moves", order=MOVES)
    approaches = iter(["wits"] * 4 + ["focus"] * 3 + ["guile"] * 2 + ["haste"] * 2 + ["flair"])
    moves = iter(["assess"] * 3 + ["defend", "influence", "support"] * 2 + ["engage"])
    for stage, name in enumerate(STAGES):
        assert at.tale.state.drafts[ANA].stage == stage
        if stage:
            for _ in range(3):
                climb(at, f"approaches.{next(approaches)}")
        else:
            refused(at, "steps", "raise", path="approaches.wits")
        for _ in range(2):
            climb(at, f"moves.{next(moves)}")
        refused(at, "steps", "raise", path="moves.unleash")
        if name == "Origin":
            climb(at, "specialties.Alchemy", 2)  # pathways have a d8 here
            assert "upbringing" in refused(at, "distinction", "next-stage")
            distinction(at, "upbringing", True)
        if name == "Focus":
            assert "2 of extras" in refused(at, "steps", "next-stage")
            climb(at, "specialties.Chess", 2)
            distinction(at, "trait", True)
        if name == "Road":
            climb(at, "magic.ritual.summoning", 3)
            climb(at, "magic.ritual.soul", 3)
            climb(at, "magic.will.time")
        if name == "Event":
            climb(at, "signature.Staff", 2)
            distinction(at, "concept", False)
            refused(at, "stage", "next-stage")
            break
        at(ANA, "next-stage")
        at.tale = Tale.from_dict(json.loads(json.dumps(at.tale.to_dict())))  # it is stored
    at(ANA, "finish")
    assert validate(at.sheet("Zu"))["errors"] == []
    assert at.sheet("Zu")["creation"] == "pathways"


def test_a_draft_is_its_maker_s_alone(at: At) -> None:
    at(ANA, "create", name="Zu")
    at(ANA, "raise", path="moves.assess")
    assert log(at.tale, ANA)[-1].startswith("Zu: steps left: 12 of approaches, 9 of moves")
    assert "Zu" not in "".join(log(at.tale, BEN))
    assert list(view(at.tale, ANA)["drafts"]) == [ANA]
    assert view(at.tale, BEN)["drafts"] == {}
    at.tale.undo(ANA)
    assert at.tale.state.drafts[ANA].sheet["moves"]["assess"] == "d4"
    assert log(at.tale, ANA)[-2] == "Ana took back: Zu: move assess d6."
    assert log(at.tale, ANA)[-1].startswith("Zu: steps left: 12 of approaches, 10 of moves")
    assert "Zu" not in "".join(log(at.tale, BEN))
    at(ANA, "discard")
    refused(at, "draft", "finish")
    at(GM, "create", name="Zu")  # the name is free


def test_no_master_takes_back_steps_of_somebody_s_draft(at: At) -> None:
    at(GM, "doom", pool="3d8")
    at(ANA, "create", name="Zu")
    at(ANA, "raise", path="moves.assess")
    step = at.tale.log[-1].number
    assert [each.action for each in at.tale.undoable(ANA)] == ["raise"]
    assert at.tale.undoable(GM)[-1].action == "doom"
    with pytest.raises(Refused):
        at.tale.undo(GM, step)
    at.tale.undo(GM)
    assert at.tale.state.doom == "2d6 d8 d10"
    assert ANA in at.tale.state.drafts


def test_with_somebody_s_joining_goes_what_they_are_making(at: At) -> None:
    """Otherwise a game master could never undo the joining, since only the player can undo these steps."""
    at("dee", "join", name="Dee")
    joined = at.tale.log[-1].number
    at("dee", "create", name="Zu")
    at("dee", "raise", path="moves.assess")
    at(ANA, "pp", character="Iltani", by=-1)
    at.tale.undo(GM, joined)
    assert "dee" not in at.tale.state.members
    assert "dee" not in at.tale.state.drafts
    assert at.sheet("Iltani")["pp"] == 4, "what does not rest on it stays"
    assert log(at.tale, GM)[-1] == "That went with it: the character that Dee was making (Mara)"
    assert "Zu" not in "".join(log(at.tale, GM))
    assert "making" not in "".join(log(at.tale, BEN))
    again = Tale.from_dict(json.loads(json.dumps(at.tale.to_dict())))
    assert again.state == at.tale.state


def test_what_others_know_of_keeps_a_joining_from_being_taken_back(at: At) -> None:
    at("dee", "join", name="Dee")
    joined = at.tale.log[-1].number
    at("dee", "create", name="Zu")
    at("dee", "roll", pool="d6")
    with pytest.raises(Refused, match=r"taken back first: .*rolled"):
        at.tale.undo(GM, joined)
    assert "dee" in at.tale.state.drafts


def test_the_log_tells_what_came_of_making_a_character(at: At) -> None:
    """While it is being made only the last step is in the log, including steps that were undone."""

    def told() -> list[str]:
        return [line for line in log(at.tale, ANA) if "Zu" in line]

    at(ANA, "create", name="Zu")
    at(BEN, "create", name="Ru")
    for path in ("moves.assess", "moves.assess", "moves.engage"):
        at(ANA, "raise", path=path)
    assert told() == [
        "Zu: move engage d6. (Ana)",
        "Zu: steps left: 12 of approaches, 7 of moves, 9 of magic, 6 of extras. (Ana)",
    ]
    at.tale.undo(ANA)
    assert told() == [
        "Ana took back: Zu: move engage d6.",
        "Zu: steps left: 12 of approaches, 8 of moves, 9 of magic, 6 of extras. (Ana)",
    ]
    at(ANA, "raise", path="magic.will.time")
    assert told() == [
        "Zu: power time of will d6. (Ana)",
        "Zu: steps left: 12 of approaches, 8 of moves, 8 of magic, 6 of extras. (Ana)",
    ]
    at(ANA, "discard")
    assert told() == ["Zu is not made. (Ana)"]
    assert [line for line in log(at.tale, BEN) if "Ru" in line] != []
    at.tale.undo(ANA)  # it is being made again
    assert told()[1].startswith("Zu: steps left")
    assert "~~Zu is not made. (Ana)~~" in told()


def test_each_step_says_what_it_was(at: At) -> None:
    """So that somebody who undoes it reads what it was."""

    def told(action: str, **given: object) -> str:
        at(ANA, action, **given)
        line, left = at.tale.log[-1].lines
        assert left.text.startswith(("Zu: steps left", "Za: steps left"))
        return line.text

    assert told("create", name="Zu") == "Zu is being made."
    assert told("arrange", part="moves", order=["assess", "engage"]) == "Zu: moves assess d10, engage d8."
    assert told("arrange", part="moves", order=[]) == "Zu: moves all d4."
    assert told("raise", path="magic.will.elemental:fire") == "Zu: power fire of will d6."
    assert told("raise", path="specialties.Chess") == "Zu: specialty Chess d6."
    assert told("raise", path="specialties.Chess", by=-1) == "Zu: specialty Chess gone."
    assert told("raise", path="signature.Staff") == "Zu: signature Staff d6."
    assert told("fill", path="signature.Staff.sfx", value=sfx("Anchor")) == "Zu: SFX of Staff written."
    trait = {"name": "Proud", "sfx": sfx("a", "b")}
    assert told("fill", path="distinctions.trait", value=trait) == "Zu: trait written."
    assert told("fill", path="distinctions.trait", value=trait) == "Zu: trait changed."
    assert told("fill", path="notes", value="Tall.") == "Zu: notes written."
    assert told("fill", path="name", value="Za") == "Za was Zu before."


def test_what_is_left_is_said_as_long_as_there_is_a_draft(at: At) -> None:
    """Also after an undo, and for the stage that one returns to; not once nothing is being made."""
    at(ANA, "create", name="Zu", way="pathways")
    for path in ("moves.assess", "moves.engage"):
        at(ANA, "raise", path=path)
    climb(at, "specialties.Chess", 2)
    distinction(at, "upbringing", True)
    at(ANA, "next-stage")
    assert [line.text for line in at.tale.log[-1].lines] == [
        "Zu: on to Youth.",
        "Zu (Youth): steps left: 3 of approaches, 2 of moves.",
    ]
    at.tale.undo(ANA)
    assert [line.text for line in at.tale.log[-1].lines] == [
        "Ana took back: Zu: on to Youth.",
        "Zu (Origin): steps left: none.",
    ]
    for _ in range(6):
        at.tale.undo(ANA)
    assert log(at.tale, ANA)[-1] == "Ana took back: Zu is being made."


def test_an_array_is_dealt_one_by_one(at: At) -> None:
    at(ANA, "create", name="Zu")
    at(ANA, "arrange", part="approaches", order=["wits", "focus"])
    dealt = at.tale.state.drafts[ANA].sheet["approaches"]
    assert [dealt[name] for name in ("wits", "focus", "guile", "force")] == ["d12", "d10", "d4", "d4"]
    at(ANA, "arrange", part="approaches", order=["wits", "focus", "guile", "haste"], array=2)  # two d6 are left
    assert sorted(at.tale.state.drafts[ANA].sheet["approaches"].values()) == ["d10", "d10", "d6", "d6", "d8", "d8"]
    at(ANA, "arrange", part="approaches", order=[])
    assert remains(at)["approaches"] == 12
    refused(at, "order", "arrange", part="approaches", order=["wits", "wits"])


def test_a_draft_may_begin_with_what_is_there_already(at: At) -> None:
    at(ANA, "create", name="Zu", sheet={"magic": {"will": {"effects": {"time": "d8"}}}, "name": "Other"})
    assert at.tale.state.drafts[ANA].sheet["name"] == "Zu"
    assert remains(at)["magic"] == 7
    at(ANA, "discard")
    wrongs: Sequence[dict[str, Any]] = (
        {"magic": {"will": {"effects": {"time": "d12"}}}},
        {"luck": {}},
        {"xp": 50},
        {"distinctions": {"trait": {"name": "x", "die": "d8", "sfx": []}}},
        {"approaches": dict.fromkeys(APPROACHES, "d10")},
    )
    for wrong in wrongs:
        with pytest.raises(Refused):
            at(ANA, "create", name="Zu", sheet=wrong)
    assert ANA not in at.tale.state.drafts


def test_a_draft_whose_name_was_taken_meanwhile_is_renamed(at: At) -> None:
    at(ANA, "create", name="Zu")
    refused(at, "name", "fill", path="name", value="Bel")
    at(ANA, "fill", path="name", value="Za")
    assert at.tale.state.drafts[ANA].sheet["name"] == "Za"
