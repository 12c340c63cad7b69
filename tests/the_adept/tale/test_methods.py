"""SFX of Methods improve assets, if the character has the Method."""

from __future__ import annotations

import pytest

from game.core.errors import Refused
from game.the_adept.rules.methods import BY_METHOD, EFFECT_TITLES
from game.the_adept.rules.traits import EFFECTS, METHODS
from tests.the_adept.tale.tables import ANA, GM, At


def test_every_method_brings_a_limit_and_an_sfx() -> None:
    assert list(BY_METHOD) == list(METHODS)
    assert set(EFFECT_TITLES) == set(EFFECTS)
    for each in BY_METHOD.values():
        assert each.limit.text.endswith(".")
        assert each.sfx.text.endswith(".")


def test_a_memorised_spell_is_a_d6_for_the_session_for_one_pp(at: At) -> None:
    at(ANA, "asset", character="Iltani", name="Ember Ward", method="spellcasting")
    assert at.sheet("Iltani")["pp"] == 4
    assert at.sheet("Iltani")["assets"]["Ember Ward"] == {"die": "d6", "lasts": "session", "open": False}
    at(GM, "end-scene")
    assert "Ember Ward" in at.sheet("Iltani")["assets"]


@pytest.mark.parametrize("given", [{"method": "craft"}, {"method": "spellcasting", "effect": "d8"}, {"method": "will"}])
def test_an_sfx_that_one_has_not_or_that_does_not_fit_is_refused(at: At, given: dict[str, str]) -> None:
    with pytest.raises(Refused) as refused:
        at(ANA, "asset", character="Iltani", name="Ember Ward", **given)
    assert refused.value.code == "sfx"
    assert at.sheet("Iltani")["pp"] == 5


def test_craft_and_enchantment_help_what_a_test_made(at: At) -> None:
    at(GM, "edit", character="Iltani", set={"magic.craft.effects.matter": "d6", "magic.enchantment.effects.time": "d6"})
    at(ANA, "asset", character="Iltani", name="Bomb", effect="d8", method="craft")
    at(ANA, "asset", character="Iltani", name="Charm", effect="d8", method="enchantment")
    at(ANA, "asset", character="Iltani", name="Great Bomb", effect="d10", cap="d8", method="craft")
    assets = at.sheet("Iltani")["assets"]
    assert assets["Bomb"] == {"die": "d10", "lasts": "scene", "open": False, "once": True}
    assert assets["Charm"] == {"die": "d8", "lasts": "session", "open": False}
    assert assets["Great Bomb"]["die"] == "d8"  # the game master's cap applies all the same
    assert at.sheet("Iltani")["pp"] == 5
