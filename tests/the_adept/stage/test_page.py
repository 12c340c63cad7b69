"""The players' page names all commands with their options; rules and lesson name no others."""

from __future__ import annotations

import re

from game.the_adept.desk.entries import entries
from game.the_adept.stage.lessons.tasks import written
from playground.client.person import Person
from tests.bot.core.conftest import Stage
from tests.bot.core.conftest import stage as stage
from tests.imports import ROOT

PAGE = (ROOT / "docs" / "the-adept-play.md").read_text(encoding="utf-8")
_NAMED = r"`/([a-z]+(?: [a-z]+\b(?!:))?)"
GROUPS = ("tale", "roll", "sheet", "gm")


async def test_it_names_the_commands_that_there_are(stage: Stage) -> None:
    await stage.start()
    ann = await stage.pg.person("ann")
    there = await _commands(ann, stage.pg.channel("page").id)
    ours = PAGE[: PAGE.index("## If you know")]
    assert {found for found in re.findall(_NAMED, ours) if found.split()[0] in GROUPS} == set(there)
    # ours are in the third column, beside CortexPal2000's
    for row in re.findall(r"^\|(.*)\|$", PAGE[PAGE.index("## If you know") :], re.MULTILINE):
        for line in re.findall(r"`/([^`]+)`", row.split("|")[2]):
            words = line.split()
            name = " ".join(word for word in words if not word.endswith(":"))
            if name.split()[0] in GROUPS:
                assert {word.rstrip(":") for word in words if word.endswith(":")} <= there[name], line


async def test_the_rules_and_the_lesson_name_commands_that_there_are(stage: Stage) -> None:
    await stage.start()
    ann = await stage.pg.person("ann")
    there = await _commands(ann, stage.pg.channel("page").id)
    told = " ".join([*(f"{entry.text} {entry.detail}" for entry in entries()), str(written())])
    named = {found for found in re.findall(_NAMED, told) if found.split()[0] in GROUPS}
    assert named
    assert named <= set(there)


async def _commands(person: Person, channel: int) -> dict[str, set[str]]:
    """Return the options of each command, by its full name."""
    found = dict[str, set[str]]()
    for each in await person.commands(channel):
        if each["name"] in GROUPS:
            subs = [sub for sub in each.get("options", []) if sub["type"] == 1]
            for sub in subs:
                found[f"{each['name']} {sub['name']}"] = {option["name"] for option in sub.get("options", [])}
            if not subs:
                found[each["name"]] = {option["name"] for option in each.get("options", [])}
    return found
