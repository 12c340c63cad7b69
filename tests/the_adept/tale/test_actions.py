"""The actions at a table, and their effects: people and their rights, doom and foes, growth."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.errors import BadArguments, Refused
from game.the_adept.tale import Tale
from game.the_adept.tale.actions.lying import KEPT
from tests.the_adept.tale.conftest import Falls
from tests.the_adept.tale.tables import ANA, BEN, CEM, GM, PLAYERS, At, sheet, table

# --- people, rights


def test_what_somebody_brings_that_nobody_gave_here_is_told_to_all(at: At) -> None:
    at(BEN, "enter", sheet=sheet("Zu", pp=50, xp=500, hero=["d12"]))
    line = at.tale.log[-1].lines[-1]
    assert line.text.endswith("brought Zu, with 50 PP, 500 XP and hero dice d12.")
    assert line.loud
    at(CEM, "enter", sheet=sheet("Wu", pp=1), new=True)
    assert not at.tale.log[-1].lines[-1].loud


def test_who_may_do_what(at: At) -> None:
    at(ANA, "pp", character="iltani", by=-1, why="a favour")
    assert at.sheet("Iltani")["pp"] == 4
    assert at.tale.log[-1].lines[0].text == "Iltani: -1 PP, a favour."
    at.refused("rights", BEN, "pp", character="Iltani", by=1)
    at.refused("rights", "stranger", "pp", character="Iltani", by=1)
    at.refused("rights", ANA, "scene", name="Mine")
    at.refused("rights", ANA, "roll", pool="d6", secret=True)
    at.refused("rights", ANA, "edit", character="Iltani", set={"pp": 9})
    at(GM, "pp", character="Iltani", by=2)
    at(GM, "give", character="Iltani", member=BEN)
    at.refused("rights", ANA, "pp", character="Iltani", by=1)
    assert "there is Iltani, Bel, Ku" in at.refused("unknown", GM, "pp", character="Nobody", by=1)
    at.refused("funds", BEN, "pp", character="Iltani", by=-7)


def test_what_no_action_takes_changes_nothing(at: At) -> None:
    before = at.tale.state
    for given in ({"by": 1}, {"character": "Iltani", "by": "1"}, {"character": "Iltani", "by": 1, "when": "now"}):
        with pytest.raises(BadArguments):
            at(GM, "pp", **given)
    with pytest.raises(Refused, match="there is acted, advance"):
        at(GM, "fly")
    assert at.tale.state is before


def test_a_tale_keeps_a_master(at: At) -> None:
    at.refused("last-gm", GM, "leave")
    at.refused("last-gm", GM, "appoint", member=GM, gm=False)
    at(GM, "appoint", member=ANA)
    at(GM, "leave")
    at(ANA, "scene", name="Hers")
    at.refused("rights", GM, "scene", name="His")


def test_names_are_told_apart(at: At) -> None:
    at.refused("name", "dee", "join", name="ana")
    at(ANA, "join", name="Anna")
    assert at.tale.state.members[ANA].name == "Anna"
    at.refused("name", BEN, "enter", sheet=sheet("ILTANI"))
    at.refused("sheet", BEN, "enter", sheet={"name": "Zu"})
    assert at.refused("sheet", BEN, "enter", sheet=sheet("Zu", xp=-1)) == "range xp"
    at(BEN, "leave")
    assert at.tale.state.characters["Bel"].owner == ""
    assert at.tale.log[-1].name == "Ben"


def test_a_sheet_is_edited_by_paths_and_stays_good(at: At) -> None:
    at(ANA, "edit", character="Iltani", set={"notes": "x", "specialties.Chess": "d6"}, drop=["specialties.Alchemy"])
    assert set(at.sheet("Iltani")["specialties"]) == {"Court Etiquette", "Chess"}
    assert at.refused("sheet", ANA, "edit", character="Iltani", set={"moves.assess": "d7"}) == "die moves.assess"
    at.refused("sheet", ANA, "edit", character="Iltani", set={"creation.x": 1})
    assert "Alchemy" in at.sheet("Bel")["specialties"]  # sheets share no data
    told = at.refused("unknown", ANA, "edit", character="Iltani", drop=["specialties.Law"])
    assert told == "'specialties.Law' is not on the sheet"


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"stress": "d6"}, "unknown stress"),
        ({"assets": ["Fog"]}, "unknown assets"),
        ({"hero": "d6"}, "unknown hero"),
        ({"records": ["One"]}, "missing records.1.name"),
        ({"approaches": 3}, "missing approaches.flair"),
    ],
)
def test_a_sheet_of_another_shape_is_refused(at: At, change: dict[str, Any], wrong: str) -> None:
    assert wrong in at.refused("sheet", BEN, "enter", sheet=sheet("Zu", **change))


def test_who_leaves_takes_no_roll_along(at: At, falls: Falls) -> None:
    falls("d6:1 d8:4 d8:5")
    at(GM, "roll", character="Bel", pool="d6 2d8")
    at(BEN, "choose")  # the character's player may, whoever rolled
    at(GM, "challenge", name="Bridge", die="d8")
    at(GM, "hand", challenge="Bridge", to="Bel")
    at(GM, "retire", character="Bel")
    assert at.tale.state.challenges["Bridge"].turn == ""
    at.refused("unknown", GM, "hitch", take="d6")
    at.refused("rights", BEN, "choose")
    at(GM, "choose")


def test_what_people_write_stays_on_one_line(at: At) -> None:
    at(GM, "pp", character="Bel", by=1, why="a\nb" * 300)
    assert "\n" not in at.tale.log[-1].lines[0].text
    assert len(at.tale.log[-1].lines[0].text) < 250
    at.refused("name", GM, "scene", name=" \n ")
    at.refused("name", GM, "boss", name="x" * 41, dice="2d6")


# --- doom, foes


def test_doom_is_spent_on_the_scene(at: At) -> None:
    at(GM, "spend", spend="asset", dice="d8", name="High Ground")
    assert at.tale.state.doom == "2d6 d10"
    assert at.tale.state.scene is not None
    assert at.tale.state.scene.traits["High Ground"].die == "d8"
    at(GM, "spend", spend="distinction", dice="d10", name="Burning Roof")
    at.refused("floor", GM, "spend", spend="pp", dice="d6")
    at(GM, "doom", pool="2d6 2d12")
    at(GM, "spend", spend="end", dice="2d12")
    assert at.tale.state.scene is None
    at(GM, "doom", pool="3d6")
    at.refused("scene", GM, "spend", spend="asset", dice="d6", name="Nowhere")


def test_a_crisis_is_made_of_doom_and_worn_down(at: At) -> None:
    at(GM, "crisis", name="Fire", take="d10", how="split")
    at(GM, "crisis", name="fire", take="d8")
    assert (at.tale.state.doom, at.tale.state.crises["Fire"].pool) == ("2d6", "3d8")
    at(GM, "spend", spend="complication", dice="d8", name="Smoke", crisis="Fire")
    at(ANA, "hit", name="Fire", hits=["d10>d8", "d6>d8"])
    assert at.tale.state.crises["Fire"].pool == "d6"
    at(ANA, "hit", name="fire", hits=["d8>d6"])
    assert at.tale.state.crises == {}


def test_a_challenge_is_handed_on(at: At) -> None:
    at(GM, "challenge", name="Bridge", die="d8", extra=1, rounds=2)
    at.refused("rights", ANA, "hand", challenge="Bridge", to="Iltani")
    at(GM, "hand", challenge="Bridge", to="Bel")
    at.refused("turn", GM, "hand", challenge="Bridge", to="Ku")
    at.refused("rights", ANA, "acted", challenge="Bridge")
    for action, given in (("acted", {}), ("hand", {"to": "Bel"})):  # nobody takes the turns of the scene meanwhile
        told = at.refused("turn", BEN, action, **given)
        assert told == "say in which challenge: Bridge; the turns of the scene rest meanwhile"
    at(BEN, "acted", challenge="Bridge")
    at.refused("rights", ANA, "hand", challenge="Bridge", to="Iltani")
    at.refused("turn", BEN, "hand", challenge="Bridge", to="Bel")
    at(BEN, "hand", challenge="Bridge", to="Iltani")
    at(ANA, "acted", challenge="Bridge")
    at(GM, "complication", character="Ku", name="Fallen", hits=["d12", "up"])  # Ku is out, so all have acted
    at.refused("turn", ANA, "hand", challenge="Bridge", to="Ku")
    at(GM, "challenge-acts", challenge="Bridge", die="d8")
    assert at.tale.state.challenges["Bridge"].pool == "2d8 d10"
    at.refused("turn", GM, "challenge-acts", challenge="Bridge")
    at(ANA, "hand", challenge="Bridge", to="Iltani")
    assert at.tale.state.challenges["Bridge"].round == 2
    at(ANA, "acted", challenge="Bridge")
    at(ANA, "hand", challenge="Bridge", to="Bel")
    at(BEN, "acted", challenge="Bridge")
    at(GM, "challenge-acts", challenge="Bridge")
    assert at.tale.state.challenges == {}
    assert at.tale.log[-1].lines[0].text == "Bridge: the last round is over, and the challenge is lost."


def test_a_challenge_beats_the_oldest_roll_that_lies_there(at: At) -> None:
    """It goes for somebody instead of growing."""
    at(GM, "challenge", name="Bridge", die="d8")
    for who, name in PLAYERS.items():
        at(GM, "hand", to=name, challenge="Bridge")
        at(who, "acted", challenge="Bridge")
    at.refused("grow", GM, "challenge-acts", challenge="Bridge", target="Iltani")
    at(GM, "challenge-acts", challenge="Bridge", grow=False, target="Iltani")
    at(ANA, "roll", character="Iltani", pool="2d6")
    for _ in range(KEPT - 1):
        at(BEN, "roll", pool="d6")
    at(GM, "assail", challenge="Bridge", theirs="1")
    theirs, *_, attack = at.tale.state.rolls.values()
    assert (theirs.cast, theirs.success, theirs.opposition) == ("1", attack.total <= theirs.total, attack.cast)


def test_a_boss_is_struck_down(at: At) -> None:
    at(GM, "boss", name="Ogre", dice="2d8")
    at.refused("boss", GM, "boss", name="Twins", dice="d6 d8")
    at(GM, "strike", boss="Ogre", harm="Wound", hit="d8")
    assert at.tale.state.bosses["Ogre"].harm == {"Wound": "d8"}
    at(GM, "strike", boss="Ogre", harm="wound", hit="up")
    assert (at.tale.state.bosses["Ogre"].dice, at.tale.state.bosses["Ogre"].harm) == ("d8", {})
    at(GM, "strike", boss="Ogre", harm="Fear", hit="d10")
    assert at.tale.state.bosses == {}


# --- growth


def advanced(at: At, **given: Any) -> None:
    at(ANA, "advance", character="Iltani", **given)


def test_xp_buy_between_sessions_and_in_bridge_scenes(at: At) -> None:
    at(GM, "edit", character="Iltani", set={"xp": 60})
    step = {"advance": "move d6", "path": "moves.unleash", "value": "d6"}
    at.refused("scene", ANA, "advance", character="Iltani", **step)
    at(GM, "scene", name="Road", kind="bridge")
    at.refused("advance", ANA, "advance", character="Iltani", **{**step, "value": "d8"})
    at.refused("advance", ANA, "advance", character="Iltani", **{**step, "path": "approaches.force"})
    at.refused("not-next", ANA, "advance", character="Iltani", **{**step, "path": "moves.engage"})
    advanced(at, **step)
    assert (at.sheet("Iltani")["moves"]["unleash"], at.sheet("Iltani")["xp"]) == ("d6", 45)
    advanced(at, advance="power d6", path="magic.will.effects.time", value="d6")
    sfx = [{**each, "open": True} for each in at.sheet("Iltani")["distinctions"]["concept"]["sfx"]]
    at.refused("advance", ANA, "advance", character="Iltani", advance="unlock-sfx", path="moves.assess", value="d12")
    at.refused(
        "advance",
        ANA,
        "advance",
        character="Iltani",
        advance="unlock-sfx",
        path="distinctions.concept.sfx",
        value=sfx,
    )
    advanced(at, advance="unlock-sfx", path="distinctions.concept.sfx", value=[sfx[0], {**sfx[1], "open": False}])
    assert at.sheet("Iltani")["xp"] == 30
    at(GM, "end-session", name="One")
    advanced(at, advance="status d8", path="distinctions.concept.die", value="d8")
    at.refused(
        "funds", ANA, "advance", character="Iltani", advance="specialty d6", path="specialties.Chess", value="d6"
    )


def test_what_is_bought_takes_nothing_away_and_nothing_along(at: At) -> None:
    at(GM, "edit", character="Iltani", set={"xp": 60})
    at(GM, "scene", name="Road", kind="bridge")
    staff = at.sheet("Iltani")["signature"]["Staff"]
    step = {"character": "Iltani", "advance": "signature d10", "path": "signature.Staff"}
    at.refused("advance", ANA, "advance", **step, value={"die": "d10", "sfx": []})
    at(ANA, "advance", **step, value="d10")
    assert at.sheet("Iltani")["signature"]["Staff"] == {**staff, "die": "d10"}
    sfx = at.sheet("Iltani")["distinctions"]["concept"]["sfx"]
    more = {"name": "Third Mask", "text": "...", "open": True}
    step = {"character": "Iltani", "advance": "new-sfx", "path": "distinctions.concept.sfx"}
    for wrong in ([*({**each, "open": True} for each in sfx), more], [more, more, more]):
        at.refused("advance", ANA, "advance", **step, value=wrong)
    at(ANA, "advance", **step, value=[*sfx, more])


def test_no_two_records_of_a_character_are_called_alike(at: At) -> None:
    at(GM, "end-session", name="One")
    at(GM, "session")
    assert "Iltani has a record called one already" in at.refused("name", GM, "end-session", name="one")
    at(GM, "end-session", name="Two", names={"Bel": "Her Own"})


def test_records_are_called_then_spent(falls: Falls) -> None:
    at = At(table(mode="records"))
    at(GM, "end-session", name="The First Door")
    refused_early = {"advance": "switch-distinction", "path": "distinctions.trait", "records": ["The First Door"]}
    new = {**at.sheet("Iltani")["distinctions"]["trait"], "name": "Counts the Stars"}
    at(GM, "session")
    at(GM, "scene", name="Inn", kind="tag")
    at.refused("never-called", ANA, "advance", character="Iltani", value=new, **refused_early)
    at(ANA, "call", character="Iltani", record="the first door")
    assert at.sheet("Iltani")["pp"] == 6
    at.refused("called", ANA, "call", character="Iltani", record="The First Door")
    at.refused("funds", ANA, "advance", character="Iltani", value=new, **{**refused_early, "records": []})
    locked = {**new, "sfx": [{"name": "a"}, {"name": "b"}]}
    at.refused("advance", ANA, "advance", character="Iltani", value=locked, **refused_early)
    advanced(at, value=new, **refused_early)
    at.refused("spent", ANA, "call", character="Iltani", record="The First Door")
    at(GM, "end-session", name="Two")
    assert [each["spent"] for each in at.sheet("Iltani")["records"]] == [True, False]
    at.refused("session", GM, "end-session", name="Three")


def test_a_session_begins_with_a_pp(at: At) -> None:
    at(GM, "end-session", name="One")
    at(ANA, "pp", character="Iltani", by=-5)
    at(GM, "stress", character="Bel", type="injured", hits=["d8"])
    at(GM, "session", clear=True)
    assert (at.sheet("Iltani")["pp"], at.sheet("Bel")["pp"], at.sheet("Bel")["stress"]) == (1, 5, {})
    at.refused("session", GM, "session")


def test_a_tale_ends() -> None:
    at = At(table())
    at(GM, "end")
    at.refused("over", GM, "scene", name="More")
    with pytest.raises(Refused, match="has ended"):
        at.tale.undo(GM)  # its secret has been published
    with pytest.raises(Refused, match="0 to 4"):
        Tale.new(GM, "x", floor=5)
