"""The panel of a person's settings, with quiet hours and holidays by their own time zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

from bot.panels import zones
from bot.panels.settings import settings_panel
from bot.tables.waiting.hours import OFF
from game.core.discover import kits
from game.core.layout import Button, Panel, Select, Style
from playground import Person, Shown
from playground.world.models import Channel

from .conftest import Opened, Stage

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


def selects(shown: Shown) -> dict[str, list[str]]:
    """Return each select's labels by the name of its setting."""
    return {
        (each.custom_id or "").split(":", 4)[4]: [label for label, _ in each.options]
        for each in shown.controls
        if not each.is_button
    }


async def choose(person: Person, shown: Shown, setting: str, value: str) -> Shown:
    answer = await person.select(shown, f"ad1:choose::0:{setting}", [value])
    assert not answer.failed
    return answer.message


async def test_hours_are_chosen_in_one_panel_by_the_time_of_a_place(
    ann: Person, bob: Person, channel: Channel, stage: Stage, opened: Opened
) -> None:
    game = await opened(ann, bob, pace="day")
    shown = (await ann.command(channel, "settings")).message
    assert [*selects(shown)] == ["zone"]
    assert "Quiet hours and holidays come here when I know your time zone" in shown.text
    assert "holidays" not in shown.selects[0].label, "which is said once"
    shown = await choose(ann, shown, "zone", "region=Europe, west")
    there = f"Berlin: {stage.clock.now().astimezone(ZoneInfo('Europe/Berlin')):%H:}"
    assert any(label.startswith(there) for label in selects(shown)["zone"])
    shown = await choose(ann, shown, "zone", "Europe/Berlin")
    assert [*selects(shown)] == ["zone", "quiet", "holiday"]
    shown = await choose(ann, shown, "quiet", "22-8")
    shown = await choose(ann, shown, "quiet=until", "22-7")
    last = (stage.clock.now() + timedelta(days=5)).astimezone(ZoneInfo("Europe/Berlin")).date()
    shown = await choose(ann, shown, "holiday", last.isoformat())
    settings = await stage.bot.tables.people.settings(ann.id)
    assert (settings["zone"], settings["quiet"], settings["holiday"]) == ("Europe/Berlin", "22-7", last.isoformat())
    table = await stage.bot.tables.look(game)
    assert ann.id in table.hours
    shown = await choose(ann, shown, "zone", "region=")
    assert "Australia and Pacific" in selects(shown)["zone"]
    shown = (await ann.command(channel, "settings")).message
    shown = await choose(ann, shown, "quiet", OFF)
    shown = await choose(ann, shown, "holiday", OFF)
    assert ann.id not in (await stage.bot.tables.look(game)).hours


async def test_settings_opened_again_take_the_place_of_those_that_were_open(
    ann: Person, channel: Channel, stage: Stage
) -> None:
    """So there is only one panel of settings; the same holds for the list of games."""
    for command in ("settings", "table games"):
        first = (await ann.command(channel, command)).message
        second = (await ann.command(channel, command)).message
        await stage.quiet()
        assert [m.id for m in ann.messages(channel) if m.ephemeral and m.id in (first.id, second.id)] == [second.id]
    [shown] = [m for m in ann.messages(channel) if m.ephemeral and m.find("Direct message")]
    changed = (await ann.click(shown, "Direct message")).message
    assert changed.id == shown.id


def test_every_clock_of_the_world_is_in_the_lists() -> None:
    """One of each set of zones that agree throughout the next year; and no list is too long for a select."""
    moments = [NOW + timedelta(hours=12 * step) for step in range(730)]

    def goes(name: str) -> tuple[timedelta | None, ...]:
        zone = ZoneInfo(name)
        return tuple(moment.astimezone(zone).utcoffset() for moment in moments)

    listed = [name for names in zones.REGIONS.values() for name in names]
    assert len(listed) == len(set(listed))
    assert all(len(names) < 25 for names in zones.REGIONS.values())
    known = {goes(name) for name in listed}
    areas = (
        "Africa",
        "America",
        "Antarctica",
        "Arctic",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    )
    others = [name for name in available_timezones() if name.partition("/")[0] in areas]
    assert {name for name in others if goes(name) not in known} == set()


def test_the_panel_keeps_within_what_discord_takes() -> None:
    current = {"zone": "Europe/Berlin", "quiet": "22-10", "holiday": "2026-12-20"}
    shown = settings_panel(kits().values(), current, NOW)
    assert len([*_selects(shown)]) == 4
    assert all(len(each.choices) <= 25 for each in _selects(shown))
    assert {each.chosen for each in _selects(shown)} == {"Europe/Berlin", "22-10", "2026-12-20"}


def test_a_holiday_ends_on_any_day_soon_and_later_on_sundays() -> None:
    """And whoever chooses when quiet hours begin sees when they end."""
    shown = settings_panel(kits().values(), {"zone": "Europe/Berlin", "quiet": "22-7"}, NOW)
    values = {each.choices[0].label: each.choices[1:] for each in _selects(shown)}
    days = [date.fromisoformat(each.value) for each in values["No holiday"]]
    today = NOW.date()
    assert days[:15] == [today + timedelta(days=number) for number in range(15)]
    assert days[15:] == [date(2026, 12, 13), date(2026, 12, 20)]
    shown = settings_panel(kits().values(), {"zone": "Europe/Berlin", "holiday": "2026-12-16"}, NOW)
    assert [each.value for each in list(_selects(shown))[-1].choices][-3:] == ["2026-12-13", "2026-12-16", "2026-12-20"]
    assert "then on a Sunday" in "\n".join(shown.words)
    assert values["No quiet hours"][1].label == "Quiet from 01:00 until 10:00"


def test_that_the_end_of_quiet_hours_comes_next_is_said_until_they_are_chosen() -> None:
    def told(**quiet: str) -> str:
        return "\n".join(settings_panel(kits().values(), {"zone": "Europe/Berlin", **quiet}, NOW).words)

    assert "once that is chosen, when they end" in told()
    assert "once that is chosen, when they end" not in told(quiet="22-7")
    assert "New quiet hours do so for calls; for your clock, from your next question on." in told()


def test_what_is_set_is_marked_and_else_what_is_usual() -> None:
    for current, turn in (({}, "Mention me"), ({"turn": "none"}, "Not at all")):
        shown = settings_panel(kits().values(), current, NOW)
        marked = [each.label for each in shown.controls if isinstance(each, Button) and each.style is Style.PRIMARY]
        assert turn in marked
        assert not {"Mention me", "Direct message", "Not at all"}.difference({turn}).intersection(marked)


def test_what_only_some_games_use_says_so() -> None:
    games = [*kits().values()]
    only = settings_panel([kit for kit in games if kit.secret], {}, NOW)
    assert " only\n" not in "\n".join(only.words)
    assert len(games) == 1 or "· Adepts only" in "\n".join(settings_panel(games, {}, NOW).words)


def _selects(panel: Panel) -> list[Select]:
    return [each for each in panel.controls if isinstance(each, Select)]
