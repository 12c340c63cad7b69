"""What Discord checks of application commands beyond the shape of each field."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from playground.world.errors import Path, Problem, invalid
from playground.world.models import Json

_PER_KIND = {1: 100, 2: 15, 3: 15, 4: 1}
_NAME = re.compile(r"^[-_'\w]{1,32}$")
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
"""The types of options in Discord's numbers."""


def check_commands(commands: list[Json]) -> None:
    """Check the whole list of commands of a bulk overwrite. Raises ApiError 400/50035."""
    problems: list[Problem] = []
    names: set[tuple[int, str]] = set()
    for index, command in enumerate(commands):
        kind = command.get("type") or 1
        if (kind, command["name"]) in names:
            problems.append(((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Names are unique."))
        names.add((kind, command["name"]))
        problems += _command((index,), command, kind)
    for kind, most in _PER_KIND.items():
        if sum(1 for known, _ in names if known == kind) > most:
            problems.append(((), "APPLICATION_COMMAND_LIMIT", f"At most {most} commands of type {kind}."))
    if problems:
        raise invalid(problems)


def _command(path: Path, command: Json, kind: int) -> Iterator[Problem]:
    if kind != 1:
        return
    if not _NAME.match(command["name"]) or command["name"] != command["name"].lower():
        yield (*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid"
    if not command.get("description"):
        yield (*path, "description"), "BASE_TYPE_REQUIRED", "This field is required"
    if _length(command) > 8000:
        yield path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)"
    yield from _options((*path, "options"), command.get("options") or [])


def _length(item: Json) -> int:
    """Return the length that Discord counts: names, descriptions and choices' values, each in its longest
    translation."""

    def longest(word: str) -> int:
        return max(map(len, [item.get(word) or "", *(item.get(f"{word}_localizations") or {}).values()]))

    inner = [*(item.get("options") or []), *(item.get("choices") or [])]
    return longest("name") + longest("description") + len(str(item.get("value", ""))) + sum(map(_length, inner))


def _options(path: Path, options: list[Json]) -> Iterator[Problem]:
    names = [option["name"] for option in options]
    kinds = {option["type"] in (SUBCOMMAND, GROUP) for option in options}
    if len(kinds) > 1:
        yield path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands and options cannot be mixed."
    optional_before = False
    for index, option in enumerate(options):
        here = (*path, index)
        if option["name"] in names[:index]:
            yield (*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name exists."
        if option["name"] != option["name"].lower():
            yield (*here, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid"
        if option["type"] in (SUBCOMMAND, GROUP):
            yield from _options((*here, "options"), option.get("options") or [])
            continue
        if option.get("required") and optional_before:
            yield (
                here,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options come before optional ones",
            )
        optional_before = optional_before or not option.get("required")
        yield from _value(here, option)


def _value(path: Path, option: Json) -> Iterator[Problem]:
    choices, kind = option.get("choices") or [], option["type"]
    if choices and option.get("autocomplete"):
        yield (*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", "Choices or autocompletion, not both."  # fmt: skip # noqa: E501
    if (choices or option.get("autocomplete")) and kind not in (STRING, INTEGER, NUMBER):
        yield (
            (*path, "choices"),
            "APPLICATION_COMMAND_OPTIONS_CHOICES_TYPE",
            "Options of this type have none.",
        )
    known: list[Any] = []
    for index, choice in enumerate(choices):
        if not fits(kind, choice["value"]):
            yield (*path, "choices", index, "value"), "BASE_TYPE_CHOICES", "The value is of another type."
        if choice["name"] in known:
            yield (*path, "choices", index, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Exists."  # fmt: skip # noqa: E501
        known.append(choice["name"])


def fits(kind: int, value: Any) -> bool:
    """Whether a value fits an option's type (string, integer or number)."""
    if kind == STRING:
        return isinstance(value, str)
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (kind == NUMBER and isinstance(value, float))
