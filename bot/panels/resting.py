"""The part of a person's settings about when they want no calls: time zone, quiet hours and a holiday."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from bot.components.ids import Verb
from bot.panels import zones
from bot.tables.waiting.hours import (
    HOLIDAY,
    LONGEST_HOLIDAY,
    LONGEST_NIGHT,
    OFF,
    QUIET,
    ZONE,
    is_zone,
    read_holiday,
    read_quiet,
    today,
    zone,
)
from game.core import layout
from game.core.layout import Choice, Component, Place

REGION = "region="
"""Prefixes the name of a region, as a value in place of a time zone: show the places of that region."""
_USUAL = 10
"""Usual length of quiet hours."""
_DAILY, _SUNDAY = 15, 6
"""The last day of a holiday is any of so many days from today, then only the end of a week: a Sunday, by its
weekday."""


def hours(place: Place, current: Mapping[str, Any], now: datetime, region: str = "") -> list[Component]:
    """Return the selects. Those for quiet hours and a holiday come only once the time zone is known."""
    name = current.get(ZONE)
    known = name if isinstance(name, str) and is_zone(name) else ""
    components: list[Component] = [
        layout.text(
            "**When I leave you in peace**",
            "I do not call you then, and your clock stands. Nobody is told, but whoever waits for you sees until when,"
            " and may guess your hours from that. At tables of less than an hour a move it does not count."
            " A holiday counts at once. New quiet hours do so for calls; for your clock, from your next question on.",
        ),
        _zones(place, known, now, region),
    ]
    if not known:
        return [*components, layout.text("-# Quiet hours and holidays come here when I know your time zone.")]
    quiet = read_quiet(current.get(QUIET))
    first, last = quiet or (22, 8)
    night = (last - first) % 24 if quiet else _USUAL
    nights = [(hour, (hour + night) % 24) for hour in range(24)]
    starts = [Choice(f"{hour}-{end}", f"Quiet from {hour:02}:00 until {end:02}:00") for hour, end in nights]
    if not quiet:
        components.append(layout.text("-# First when quiet hours begin; once that is chosen, when they end."))
    components.append(
        place.select(Verb.CHOOSE, QUIET, [Choice(OFF, "No quiet hours"), *starts], "Quiet from", _kept(quiet))
    )
    if quiet:
        ends = [(first + length) % 24 for length in range(1, LONGEST_NIGHT + 1)]
        until = [Choice(f"{first}-{hour}", f"Quiet until {hour:02}:00") for hour in ends]
        components.append(place.select(Verb.CHOOSE, f"{QUIET}=until", until, "Quiet until", _kept(quiet)))
    day, there = read_holiday(current.get(HOLIDAY)), today(current, now)
    ahead = [there + timedelta(days=number) for number in range(LONGEST_HOLIDAY.days)]
    days = [each for n, each in enumerate(ahead) if n < _DAILY or each.weekday() == _SUNDAY]
    if day is not None and day >= there and day not in days:
        days = sorted([*days, day])
    choices = [Choice(each.isoformat(), f"On holiday until {each:%a} {each.day} {each:%B}") for each in days]
    components.append(layout.text("-# A holiday ends on any day of the next two weeks, then on a Sunday."))
    chosen = day.isoformat() if day is not None and day in days else OFF
    components.append(place.select(Verb.CHOOSE, HOLIDAY, [Choice(OFF, "No holiday"), *choices], "Holiday", chosen))
    return components


def _zones(place: Place, known: str, now: datetime, region: str) -> Component:
    """Return a select of the places in a region, each with its present time; or of the regions."""
    region = region or zones.region_of(known) or ""
    names = zones.REGIONS.get(region, ())
    if not names:
        parts = [Choice(f"{REGION}{each}", each) for each in zones.REGIONS]
        return place.select(Verb.CHOOSE, ZONE, parts, "Where are you?")
    there = [Choice(name, f"{zones.place(name)}: {now.astimezone(zone(name)):%H:%M} there now") for name in names]
    return place.select(Verb.CHOOSE, ZONE, [*there, Choice(REGION, "Elsewhere …")], "Your time zone", known)


def _kept(quiet: tuple[int, int] | None) -> str:
    return f"{quiet[0]}-{quiet[1]}" if quiet else OFF
